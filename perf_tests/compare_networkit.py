# SPDX-License-Identifier: BSD-3-Clause
"""compare_networkit.py build <edges> <id bytes> <vertices> | read <edge list>: times NetworKit once after a warm-up.

The record has the shape of our own benchmarks'. NetworKit gets what suits it best: ids as the 64-bit arrays it
wants, made outside of the time, and its bulk insertion.
"""
import json
import os
import sys
import time

import networkit as nk
import numpy as np


def timed(seconds, name, work):
    cpu, start = time.process_time(), time.perf_counter()
    result = work()
    seconds[name] = {"median": time.perf_counter() - start, "cpu": time.process_time() - cpu}
    return result


def build(seconds, sources, targets, num_vertices):
    graph = nk.Graph(num_vertices)
    timed(seconds, "insert", lambda: graph.addEdges((sources, targets)))

    def clean():
        graph.removeMultiEdges()
        graph.removeSelfLoops()
        graph.sortEdges()

    timed(seconds, "clean", clean)
    return 2 * graph.numberOfEdges()


def read(seconds, path):
    reader = nk.graphio.EdgeListReader("\t", 0, commentPrefix="#", continuous=True, directed=True)
    return timed(seconds, "read", lambda: reader.read(path)).numberOfEdges()


def main(work, path, *numbers):
    nk.setNumberOfThreads(int(os.environ["OMP_NUM_THREADS"]))
    if work == "build":
        id_bytes, num_vertices = map(int, numbers)
        ids = np.fromfile(path, dtype=f"u{id_bytes}").astype(np.uint64)
        sources, targets = np.split(ids, 2)
        measure = lambda seconds: build(seconds, sources, targets, num_vertices)
    else:
        measure = lambda seconds: read(seconds, path)
    seconds = {}
    for _ in range(2):  # the second time counts
        arcs = measure(seconds)
    print(json.dumps({"seconds": seconds, "notes": {"arcs": arcs}}))


main(*sys.argv[1:])

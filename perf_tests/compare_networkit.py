# SPDX-License-Identifier: BSD-3-Clause
"""compare_networkit.py build|algorithms <edges> <id bytes> <vertices> | read <edge list> <trials>: times NetworKit after
a warm-up, once or so many times.

The record has the shape of our own benchmarks'. NetworKit gets what suits it best: ids as the 64-bit arrays it
wants, made outside of the time, and its bulk insertion.
"""
import json
import os
import statistics
import sys
import time

import networkit as nk
import numpy as np

from tandem_bench import peer_networkit


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


def algorithms(seconds, graph, weighted_graph):
    """Each algorithm as NetworKit does it in parallel; Dijkstra has no parallel form."""
    random = np.random.default_rng(1)
    sources = []
    while len(sources) < 4:
        source = int(random.integers(graph.numberOfNodes()))
        if graph.degree(source) > 0:
            sources.append(source)

    def search_all():
        for source in sources:
            peer_networkit.search(graph, source).run()

    timed(seconds, "bfs of 4 sources", search_all)
    timed(seconds, "pagerank of 20 iterations", peer_networkit.pagerank(graph, 20, 0).run)
    timed(seconds, "components", peer_networkit.components(graph).run)
    timed(seconds, "betweenness", peer_networkit.estimate_betweenness(graph, 1).run)
    timed(seconds, "sssp", peer_networkit.shortest_paths(weighted_graph, sources[0]).run)
    # Means, as ours are.
    for name, parts in (("bfs of 4 sources", 4), ("pagerank of 20 iterations", 20)):
        times = seconds.pop(name)
        seconds[name.split()[0]] = {key: value / parts for key, value in times.items()}
    return 2 * graph.numberOfEdges()


def read(seconds, path):
    reader = nk.graphio.EdgeListReader("\t", 0, commentPrefix="#", continuous=True, directed=True)
    return timed(seconds, "read", lambda: reader.read(path)).numberOfEdges()


def main(work, path, *numbers):
    nk.setNumberOfThreads(int(os.environ["OMP_NUM_THREADS"]))
    trials = 1
    if work == "read":
        trials = int(numbers[0])
        measure = lambda seconds: read(seconds, path)
    else:
        id_bytes, num_vertices = map(int, numbers)
        ids = np.fromfile(path, dtype=f"u{id_bytes}").astype(np.uint64)
        sources, targets = np.split(ids, 2)
        if work == "build":
            measure = lambda seconds: build(seconds, sources, targets, num_vertices)
        else:
            weights = np.random.default_rng(1).integers(1, 256, len(sources))
            graph = peer_networkit.simple_graph(sources, targets, num_vertices)
            weighted_graph = peer_networkit.simple_graph(sources, targets, num_vertices, weights)
            measure = lambda seconds: algorithms(seconds, graph, weighted_graph)
    rounds = [{} for _ in range(1 + trials)]  # the first does not count
    for seconds in rounds:
        arcs = measure(seconds)
    medians = {name: {kind: statistics.median(seconds[name][kind] for seconds in rounds[1:]) for kind in times}
               for name, times in rounds[0].items()}
    print(json.dumps({"seconds": medians, "notes": {"arcs": arcs}}))


main(*sys.argv[1:])

# SPDX-License-Identifier: BSD-3-Clause
"""compare_networkit.py build|algorithms <edges> <id bytes> <vertices> | read <edge list>: times NetworKit once after a
warm-up.

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


def simple_graph(sources, targets, num_vertices, weighted=False):
    graph = nk.Graph(num_vertices, weighted=weighted)
    if weighted:
        weights = np.random.default_rng(1).integers(1, 256, len(sources)).astype(np.float64)
        graph.addEdges((weights, (sources, targets)))
    else:
        graph.addEdges((sources, targets))
    graph.removeMultiEdges()
    graph.removeSelfLoops()
    return graph


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
            nk.distance.BFS(graph, source, storePaths=False).run()

    timed(seconds, "bfs of 4 sources", search_all)
    rank = nk.centrality.PageRank(graph, 0.85, 0.0)
    rank.maxIterations = 20
    timed(seconds, "pagerank of 20 iterations", rank.run)
    timed(seconds, "components", nk.components.ParallelConnectedComponents(graph, False).run)
    timed(seconds, "betweenness", nk.centrality.EstimateBetweenness(graph, 1, False, True).run)
    timed(seconds, "sssp", nk.distance.Dijkstra(weighted_graph, sources[0], False).run)
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
    if work == "read":
        measure = lambda seconds: read(seconds, path)
    else:
        id_bytes, num_vertices = map(int, numbers)
        ids = np.fromfile(path, dtype=f"u{id_bytes}").astype(np.uint64)
        sources, targets = np.split(ids, 2)
        if work == "build":
            measure = lambda seconds: build(seconds, sources, targets, num_vertices)
        else:
            graph = simple_graph(sources, targets, num_vertices)
            weighted_graph = simple_graph(sources, targets, num_vertices, weighted=True)
            measure = lambda seconds: algorithms(seconds, graph, weighted_graph)
    seconds = {}
    for _ in range(2):  # the second time counts
        arcs = measure(seconds)
    print(json.dumps({"seconds": seconds, "notes": {"arcs": arcs}}))


main(*sys.argv[1:])

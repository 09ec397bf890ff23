# SPDX-License-Identifier: BSD-3-Clause
"""networkit_rates.py <file.sg> <repetition>: times NetworKit's algorithms on an undirected graph in GAPBS's format.

Started as a program, in NetworKit's own environment. Other repetitions search from other sources.
"""
import json
import os
import sys
import time

import networkit as nk
import numpy as np

NUM_SEARCHES = 4
PAGERANK_ITERATIONS = 20


def read(path):
    """A flag for directed graphs, arcs, vertices, offsets of 64 bits, targets of 32 bits."""
    with open(path, "rb") as file:
        file.seek(1)
        _, num_vertices = (int(number) for number in np.fromfile(file, dtype=np.int64, count=2))
        degrees = np.diff(np.fromfile(file, dtype=np.int64, count=num_vertices + 1))
        targets = np.fromfile(file, dtype=np.int32).astype(np.uint64)
    sources = np.repeat(np.arange(num_vertices, dtype=np.uint64), degrees)
    once = sources < targets
    graph = nk.Graph(num_vertices)
    graph.addEdges((sources[once], targets[once]))
    return graph, degrees


def timed(work):
    """The second time counts."""
    work()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def searches(graph, degrees, seed):
    random = np.random.default_rng(seed)
    for source in random.choice(np.flatnonzero(degrees), NUM_SEARCHES):
        search = nk.distance.BFS(graph, int(source), storePaths=False)
        seconds = timed(search.run)
        reached = np.array(search.getDistances()) < graph.numberOfNodes()
        yield {"seconds": seconds, "edges": int(degrees[reached].sum()) // 2}


def main(path, repetition):
    nk.setNumberOfThreads(int(os.environ["OMP_NUM_THREADS"]))
    graph, degrees = read(path)
    rank = nk.centrality.PageRank(graph, 0.85, 0.0)
    rank.maxIterations = PAGERANK_ITERATIONS
    print(json.dumps({
        "edges": graph.numberOfEdges(),
        "searches": list(searches(graph, degrees, int(repetition))),
        "seconds": {"pagerank": timed(rank.run) / PAGERANK_ITERATIONS,
                    "bc": timed(nk.centrality.EstimateBetweenness(graph, 1, False, True).run)}}))


main(*sys.argv[1:])

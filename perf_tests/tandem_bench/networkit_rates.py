# SPDX-License-Identifier: BSD-3-Clause
"""networkit_rates.py <file.sg> <repetition>: times NetworKit's algorithms on an undirected graph in GAPBS's format.

Started as a program, in NetworKit's own environment. Other repetitions search from other sources.
"""
import json
import os
import sys
import time

import numpy as np

from tandem_bench import peers_graph
from tandem_bench.peer_networkit import Peer

NUM_SEARCHES = 4
PAGERANK_ITERATIONS = 20


def timed(work):
    """The second time counts."""
    work()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def searches(peer, graph, seed):
    degrees = np.diff(graph.out.offsets)
    for source in peers_graph.pick_sources(graph, NUM_SEARCHES, seed):
        work, levels = peer.bfs(source)
        seconds = timed(work)
        yield {"seconds": seconds, "edges": int(degrees[levels(None) >= 0].sum()) // 2}


def main(path, repetition):
    graph = peers_graph.read_graph(path)
    peer = Peer(graph, int(os.environ["OMP_NUM_THREADS"]))
    print(json.dumps({
        "edges": graph.num_arcs // 2,
        "searches": list(searches(peer, graph, int(repetition))),
        "seconds": {"pagerank": timed(peer.pagerank(PAGERANK_ITERATIONS, 0)[0]) / PAGERANK_ITERATIONS,
                    "bc": timed(peer.bc([0])[0])}}))


main(*sys.argv[1:])

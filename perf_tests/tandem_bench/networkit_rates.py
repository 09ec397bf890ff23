# SPDX-License-Identifier: BSD-3-Clause
"""networkit_rates FILE.sg --searches N --seed N: times NetworKit's algorithms on an undirected graph in GAPBS's format.

Runs in NetworKit's own environment. Another seed stands for searches from other sources.
"""
import argparse
import json
import os
import time

import numpy as np

from tandem_bench import peers_graph
from tandem_bench.peer_networkit import Peer

PAGERANK_ITERATIONS = 20


def timed(work):
    """The second time counts."""
    work()
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def searches(peer, graph, count, seed):
    degrees = np.diff(graph.out.offsets)
    for source in peers_graph.pick_sources(graph, count, seed):
        work, levels = peer.bfs(source)
        seconds = timed(work)
        yield {"seconds": seconds, "edges": int(degrees[levels(None) >= 0].sum()) // 2}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--searches", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    options = parser.parse_args()
    graph = peers_graph.read_graph(options.file)
    peer = Peer(graph, int(os.environ["OMP_NUM_THREADS"]))
    print(json.dumps({
        "edges": graph.num_arcs // 2,
        "searches": list(searches(peer, graph, options.searches, options.seed)),
        "seconds": {"pagerank": timed(peer.pagerank(PAGERANK_ITERATIONS, 0)[0]) / PAGERANK_ITERATIONS,
                    "bc": timed(peer.bc([0])[0])}}))


if __name__ == "__main__":
    main()

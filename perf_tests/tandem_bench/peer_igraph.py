# SPDX-License-Identifier: BSD-3-Clause
"""igraph's algorithms, for peers_worker.py; see peer_networkit.py for the shape. Runs in igraph's environment."""
import igraph
import numpy as np

DAMPING = 0.85


class Peer:
    name, version = "igraph", igraph.__version__
    remarks = dict.fromkeys(("bfs", "sssp", "bc", "bc_all", "cc"), "one thread")
    remarks["pagerank"] = "PRPACK, one thread, to 1e-10"

    def __init__(self, graph, threads):
        del threads  # none of these algorithms has a parallel form
        sources, targets, weights = graph.edges()
        self.graph = igraph.Graph(n=graph.num_vertices, edges=np.column_stack([sources, targets]),
                                  directed=graph.directed)
        self.weights = None if weights is None else weights.tolist()
        self.pairs_counted = 1 if graph.directed else 0.5  # of (s, t) and (t, s)

    def bfs(self, source):
        return lambda: self.graph.bfs(source, mode="out"), self._levels

    def sssp(self, source):
        def run():
            return self.graph.distances(source, weights=self.weights, mode="out", algorithm="dijkstra")
        return run, lambda distances: distances[0]

    def pagerank(self, iterations, tolerance):
        """Knows no number of iterations, only its own tolerance."""
        del iterations
        return (lambda: self.graph.pagerank(damping=DAMPING), np.asarray) if tolerance else None

    def cc(self):
        return lambda: self.graph.connected_components(mode="weak"), lambda clusters: clusters.membership

    def bc(self, sources):
        return lambda: self.graph.betweenness(sources=sources), self._scores

    def bc_all(self):
        return self.graph.betweenness, self._scores

    def _scores(self, scores):
        return np.asarray(scores) / self.pairs_counted

    def _levels(self, found):
        vertices, starts, _ = found
        levels = np.full(self.graph.vcount(), -1)
        levels[vertices] = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        return levels

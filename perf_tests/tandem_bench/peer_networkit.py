# SPDX-License-Identifier: BSD-3-Clause
"""NetworKit's algorithms, for peers_worker.py and compare_networkit.py. Runs in NetworKit's environment."""
import networkit as nk
import numpy as np

DAMPING = 0.85


def simple_graph(sources, targets, num_vertices, weights=None, directed=False):
    """A graph without duplicates and self loops; ids as the 64-bit arrays that NetworKit wants."""
    graph = nk.Graph(num_vertices, weighted=weights is not None, directed=directed)
    graph.addEdges((sources, targets) if weights is None else (weights.astype(np.float64), (sources, targets)))
    graph.removeMultiEdges()
    graph.removeSelfLoops()
    return graph


def search(graph, source):
    return nk.distance.BFS(graph, source, storePaths=False)


def shortest_paths(graph, source):
    return nk.distance.Dijkstra(graph, source, False)


def components(graph):
    if graph.isDirected():
        return nk.components.WeaklyConnectedComponents(graph)
    return nk.components.ParallelConnectedComponents(graph, False)


def pagerank(graph, iterations, tolerance):
    rank = nk.centrality.PageRank(graph, DAMPING, tolerance,
                                  distributeSinks=nk.centrality.SinkHandling.DistributeSinks)
    rank.maxIterations = iterations
    rank.norm = nk.centrality.Norm.l1norm
    return rank


def estimate_betweenness(graph, num_sources):
    """Searches from so many vertices of NetworKit's own choice; none of them is without an edge."""
    for seed in range(1000):
        nk.setSeed(seed, False)
        if all(graph.degree(nk.graphtools.randomNode(graph)) > 0 for _ in range(num_sources)):
            break
    nk.setSeed(seed, False)
    # It takes one sample more than it is asked for.
    return nk.centrality.EstimateBetweenness(graph, num_sources - 1, False, True)


class Peer:
    """Each algorithm gives what is timed, and a function that turns its result into an array (None: no array can be
    compared)."""
    name, version = "NetworKit", nk.__version__
    remarks = {
        "bfs": "one thread", "sssp": "Dijkstra, one thread",
        "bc": "its estimator: own choice of sources, weighted contributions",
    }

    def __init__(self, graph, threads):
        nk.setNumberOfThreads(threads)
        sources, targets, weights = graph.edges()
        self.graph = simple_graph(sources.astype(np.uint64), targets.astype(np.uint64), graph.num_vertices, weights,
                                  graph.directed)

    def bfs(self, source):
        work = search(self.graph, source)
        return work.run, lambda _: self._distances(work, -1)

    def sssp(self, source):
        work = shortest_paths(self.graph, source)
        return work.run, lambda _: self._distances(work, np.inf)

    def pagerank(self, iterations, tolerance):
        work = pagerank(self.graph, iterations, tolerance)
        return work.run, lambda _: work.scores()

    def cc(self):
        work = components(self.graph)
        return work.run, lambda _: work.getPartition().getVector()

    def bc(self, sources):
        return estimate_betweenness(self.graph, len(sources)).run, None

    def bc_all(self):
        work = nk.centrality.Betweenness(self.graph, False)
        return work.run, lambda _: work.scores()

    @staticmethod
    def _distances(work, unreached):
        distances = np.array(work.getDistances(asarray=True), dtype=np.float64)
        distances[distances == np.finfo(np.float64).max] = unreached
        return distances

# SPDX-License-Identifier: BSD-3-Clause
"""The usual algorithms of linear algebra on python-graphblas (SuiteSparse), for peers_worker.py; see peer_networkit.py
for the shape. Runs in its environment."""
import graphblas as gb
import numpy as np
from graphblas import Matrix, Vector, binary, semiring, unary

DAMPING = 0.85
UNREACHED = np.iinfo(np.int32).max
DELTA = 128  # width of a bucket, for weights 1..255


def search(out, inward, source):
    """Levels. A large frontier is pulled along in-edges, a small one pushed along out-edges."""
    n = out.nrows
    level, frontier = Vector(int, n), Vector.from_coo([source], [True], size=n)
    depth = 0
    while frontier.nvals:
        level(frontier.S) << depth
        step = inward.mxv if 16 * frontier.nvals > n else frontier.vxm
        found = step(frontier if step == inward.mxv else out, semiring.any_pair[bool])
        frontier(~level.S, replace=True) << found
        depth += 1
    return level.wait()


def shortest_paths(weights, source):
    """Delta-stepping without the split into light and heavy edges."""
    n = weights.nrows
    distance = Vector.from_scalar(UNREACHED, n, dtype="INT32")
    distance[source] = 0
    pending = Vector.from_coo([source], [0], size=n, dtype="INT32")
    while pending.nvals:
        limit = int(pending.reduce("min").value) + DELTA
        frontier = pending.select("<", limit).new()
        pending(frontier.S, replace=False) << Vector("INT32", n)  # takes them out
        offer = frontier.vxm(weights, semiring.min_plus["INT32"]).new()
        better = offer.ewise_mult(distance, binary.lt).new()
        distance(better.V) << offer
        pending(better.V) << offer
    return distance.wait()


def pagerank(inward, degree, iterations, tolerance):
    """In float, as tandem does; to a tolerance in double."""
    dtype = "FP64" if tolerance else "FP32"
    n = inward.nrows
    share = degree.apply(binary.truediv, left=DAMPING).new(dtype=dtype)  # no entry where there is no out-edge
    rank = Vector.from_scalar(1 / n, n, dtype=dtype)
    for _ in range(iterations):
        lost = rank.dup(mask=~share.S).reduce().get(0) if share.nvals < n else 0
        given = rank.ewise_mult(share, binary.times).new()
        before, rank = rank, Vector.from_scalar((1 - DAMPING + DAMPING * lost) / n, n, dtype=dtype)
        rank(binary.plus) << inward.mxv(given, semiring.plus_second[dtype])
        if tolerance and rank.ewise_mult(before, binary.minus).new().apply(unary.abs).new().reduce().get(0) < tolerance:
            break
    return rank.wait()


def components(both_ways):
    """FastSV (Zhang, Azad, Buluç 2020)."""
    parent = np.arange(both_ways.nrows)
    grandparent = parent.copy()
    while True:
        least = Vector.from_dense(grandparent)
        least(binary.min) << both_ways.mxv(least, semiring.min_second[int])
        least = least.to_dense()
        np.minimum.at(parent, parent.copy(), least)
        np.minimum(parent, least, out=parent)
        before, grandparent = grandparent, parent[parent]
        if np.array_equal(before, grandparent):
            return grandparent


def betweenness(out, inward, sources):
    """Brandes, all sources at once: a row for each."""
    k, n = len(sources), out.nrows
    paths = Matrix.from_coo(range(k), sources, 1.0, nrows=k, ncols=n)
    frontier = paths.dup()
    levels = []
    while True:
        frontier(~paths.S, replace=True) << frontier.mxm(out, semiring.plus_first["FP64"])
        if frontier.nvals == 0:
            break
        levels.append(frontier.dup())
        paths(binary.plus) << frontier
    dependency = Matrix.from_scalar(1.0, k, n)
    for above, below in zip(reversed(levels[:-1]), reversed(levels[1:])):
        share = dependency.ewise_mult(below, binary.truediv).new()
        share(above.S, replace=True) << share.mxm(inward, semiring.plus_first["FP64"])
        dependency(binary.plus) << share.ewise_mult(above, binary.times)
    return dependency.reduce_columnwise().new().wait()


class Peer:
    name, version = "GraphBLAS", gb.__version__
    remarks = {"bfs": "levels only", "graph500": "levels only", "cc": "FastSV", "sssp": "delta-stepping"}

    def __init__(self, graph, threads):
        gb.ss.config["nthreads"] = threads
        self.out = self._matrix(graph.out, graph.num_vertices)
        self.inward = self._matrix(graph.inward, graph.num_vertices) if graph.directed else self.out
        # Weakly connected: both ways. Made outside of the time, as the degrees are.
        self.both_ways = self.out.ewise_add(self.inward, binary.any).new() if graph.directed else self.out
        degrees = np.diff(graph.out.offsets)
        vertices = np.flatnonzero(degrees)
        self.degree = Vector.from_coo(vertices, degrees[vertices], size=graph.num_vertices)

    @staticmethod
    def _matrix(lists, num_vertices):
        values = True if lists.weights is None else lists.weights
        return Matrix.from_csr(lists.offsets, lists.targets, values, nrows=num_vertices, ncols=num_vertices)

    def bfs(self, source):
        return lambda: search(self.out, self.inward, source), lambda level: level.to_dense(-1)

    def sssp(self, source):
        return lambda: shortest_paths(self.out, source), self._distances

    def pagerank(self, iterations, tolerance):
        return lambda: pagerank(self.inward, self.degree, iterations, tolerance), lambda rank: rank.to_dense()

    def cc(self):
        return lambda: components(self.both_ways), np.asarray

    def bc(self, sources):
        return lambda: betweenness(self.out, self.inward, sources), lambda sums: sums.to_dense() - len(sources)

    def bc_all(self):
        return self.bc(range(self.out.nrows))

    @staticmethod
    def _distances(distance):
        distances = distance.to_dense().astype(np.float64)
        distances[distances == UNREACHED] = np.inf
        return distances

# SPDX-License-Identifier: BSD-3-Clause
"""Graphs in GAPBS's binary formats as numpy arrays: what tandem writes and every peer can take."""
import pathlib

import numpy as np

HEADER_BYTES = 17  # one byte: directed?; int64 arcs; int64 vertices


class Lists:
    """Neighbours of each vertex: those of v stand from offsets[v] to offsets[v + 1]."""

    def __init__(self, offsets, targets, weights=None):
        self.offsets, self.targets, self.weights = offsets, targets, weights

    def sources(self):
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


class Graph:
    def __init__(self, out, inward, directed):
        self.out, self.inward, self.directed = out, inward, directed
        self.num_vertices, self.num_arcs = len(out.offsets) - 1, len(out.targets)

    def edges(self):
        """(sources, targets, weights or None), an undirected edge once."""
        sources, targets, weights = self.out.sources(), self.out.targets.astype(np.int64), self.out.weights
        if self.directed:
            return sources, targets, weights
        once = sources <= targets
        return sources[once], targets[once], None if weights is None else weights[once]


def read_graph(path):
    """A .sg file, or a .wsg file with its weights."""
    weighted = pathlib.Path(path).suffix == ".wsg"
    content = np.memmap(path, dtype=np.uint8, mode="r")
    num_arcs, num_vertices = (int(number) for number in content[1:HEADER_BYTES].copy().view(np.int64))
    at = HEADER_BYTES

    def take(count, dtype):
        nonlocal at
        start, at = at, at + count * np.dtype(dtype).itemsize
        return content[start:at].copy().view(dtype)

    def lists():
        offsets = take(num_vertices + 1, np.int64)
        if not weighted:
            return Lists(offsets, take(num_arcs, np.int32))
        pairs = take(2 * num_arcs, np.int32).reshape(-1, 2)
        return Lists(offsets, np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]))

    directed = bool(content[0])
    out = lists()
    return Graph(out, lists() if directed else out, directed)


def draw_weights(sources, targets):
    """1..255 from the two ids alone, so that both directions of an edge, stored apart, get the same."""
    bits = sources.astype(np.uint64) << np.uint64(32) | targets.astype(np.uint64)
    for factor in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9):
        bits = bits * np.uint64(factor)
        bits ^= bits >> np.uint64(31)
    return (bits % np.uint64(255)).astype(np.int32) + 1


def write_weighted(graph, path):
    """The graph as a .wsg file, with drawn weights."""
    def write(file, lists, turned):
        here, there = lists.sources(), lists.targets
        sources, targets = (there, here) if turned else (here, there)
        if not graph.directed:
            sources, targets = np.minimum(sources, targets), np.maximum(sources, targets)
        lists.offsets.tofile(file)
        np.column_stack([there, draw_weights(sources, targets)]).astype(np.int32).tofile(file)

    with open(path, "wb") as file:
        file.write(bytes([graph.directed]))
        np.array([graph.num_arcs, graph.num_vertices], dtype=np.int64).tofile(file)
        write(file, graph.out, turned=False)
        if graph.directed:
            write(file, graph.inward, turned=True)


def pick_sources(graph, count, seed=1):
    """Different random vertices that have an edge to start with; fewer if there are not so many."""
    candidates = np.flatnonzero(np.diff(graph.out.offsets))
    count = min(count, len(candidates))
    return [int(vertex) for vertex in np.random.default_rng(seed).choice(candidates, count, replace=False)]

# SPDX-License-Identifier: BSD-3-Clause
"""What is compared: for each algorithm one or more rows, that is a call to each peer and a command to tandem."""
import pathlib
import re
import statistics
import typing

from . import peers_check
from .files import Unavailable

ALGORITHMS = ("bfs", "pagerank", "bc", "sssp", "cc", "graph500")
ITERATIONS = 20
TOLERANCE = 1e-6  # ranks are then within 6e-6 of where they go
SIMPLE = ("--drop-duplicates", "--drop-self-loops")
# What a caller of tandem gets and its records have no time for.
UNTIMED = {"bfs": "levels", "pagerank": "naming of ranks", "bc": "naming of scores"}


class Graph(typing.NamedTuple):
    spec: str
    plain: pathlib.Path
    weighted: pathlib.Path
    vertices: int
    arcs: int
    directed: bool
    sources: list


class Row(typing.NamedTuple):
    """A line of the table for each peer: a method of theirs with the arguments of each call, and a command of ours."""
    key: str
    title: str
    method: str
    calls: list
    check: typing.Callable
    seconds: typing.Callable  # () -> seconds of one repetition of ours
    results: typing.Callable  # () -> our results of the first calls
    path: pathlib.Path  # of the graph
    remark: str = ""


def _remark(algorithm):
    return f"tandem's time is without {UNTIMED[algorithm]}" if algorithm in UNTIMED else ""


def _from_sources(ours, graph, algorithm, path, title, check):
    """A search from each source. The first one is made twice, as peers are warmed up too."""
    sources = graph.sources
    warm = ",".join(map(str, [sources[0], *sources]))
    cold = ",".join(map(str, sources))
    return Row(algorithm, title, algorithm, [[source] for source in sources], check,
               lambda: statistics.mean(ours.seconds(algorithm, path, "--source", warm)[1:]),
               lambda: ours.results(algorithm, path, "--source", cold), path, _remark(algorithm))


def _at_once(ours, graph, key, title, method, arguments, check, *words):
    """One call, one run of ours."""
    algorithm = key.split("-")[0]
    return Row(key, title, method, [arguments], check,
               lambda: ours.seconds(algorithm, graph.plain, *words)[0],
               lambda: ours.results(algorithm, graph.plain, *words), graph.plain, _remark(algorithm))


def _graph500(ours, graph, num_roots):
    kronecker = re.fullmatch(r"kron:(\d+)(?::(\d+))?", graph.spec)
    if not kronecker:
        raise Unavailable("graph500 is left out: that is for kron:SCALE only")
    scale, edge_factor = int(kronecker[1]), int(kronecker[2] or 16)
    path = graph.plain.with_name("graph500.sg")  # by its rules, vertices without an edge belong to it
    ours.command("convert", graph.spec, path, *SIMPLE)
    roots = ours.graph500(scale, edge_factor, num_roots)["roots"]
    # All searches are timed, but the levels of a few are compared: those of all would fill the disk.
    compared = ",".join(map(str, roots[:len(graph.sources)]))
    return Row("graph500", f"Graph500 BFS, mean of {len(roots)} roots", "bfs", [[root] for root in roots],
               peers_check.same_levels,
               lambda: statistics.mean(ours.graph500(scale, edge_factor, num_roots)["bfs"]["seconds"]),
               lambda: ours.results("bfs", path, "--source", compared), path,
               "levels, compared but not timed, are those of tandem run bfs from the same roots")


def rows(algorithm, ours, graph, small, num_roots):
    """Those of one algorithm."""
    sources = graph.sources
    ids = ",".join(map(str, sources))
    if algorithm == "bfs":
        yield _from_sources(ours, graph, "bfs", graph.plain, f"BFS, mean of {len(sources)}", peers_check.same_levels)
    if algorithm == "pagerank":
        yield _at_once(ours, graph, "pagerank", f"PageRank, {ITERATIONS} iterations", "pagerank", [ITERATIONS, 0],
                       peers_check.close_ranks, "--iterations", ITERATIONS)
        yield _at_once(ours, graph, "pagerank-converged", f"PageRank, to {TOLERANCE:g}, double", "pagerank",
                       [1000, TOLERANCE], peers_check.close_ranks, "--iterations", 1000, "--tolerance", TOLERANCE,
                       "--double")
    if algorithm == "bc":
        yield _at_once(ours, graph, "bc", "betweenness, 1 source", "bc", [sources[:1]], peers_check.close_scores,
                       "--source", sources[0])
        if len(sources) > 1:
            yield _at_once(ours, graph, "bc-sources", f"betweenness, {len(sources)} sources", "bc", [sources],
                           peers_check.close_scores, "--source", ids)
        yield _at_once(ours, small, "bc-all", f"betweenness, all, {small.spec}", "bc_all", [],
                       peers_check.close_scores, "--all-sources")
    if algorithm == "sssp":
        yield _from_sources(ours, graph, "sssp", graph.weighted, f"SSSP, mean of {len(sources)}",
                            peers_check.same_distances)
    if algorithm == "cc":
        yield _at_once(ours, graph, "cc", "components", "cc", [], peers_check.same_partition)
    if algorithm == "graph500":
        yield _graph500(ours, graph, num_roots)

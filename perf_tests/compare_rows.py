# SPDX-License-Identifier: BSD-3-Clause
"""The rows of compare.py's table: what of ours is beside what, and the bar that it has to meet."""
import typing


class Bar(typing.NamedTuple):
    text: str
    is_met: typing.Callable  # (our milliseconds, their time over ours) -> bool


def at_least(ratio):
    return Bar(f">= {ratio}x", lambda _, found: found >= ratio)


def share_at_most(share):
    return Bar(f"<= {share}x", lambda _, found: found <= share)


def below(milliseconds):
    return Bar(f"< {milliseconds} ms", lambda mine, _: mine < milliseconds)


class Row(typing.NamedTuple):
    """Names of times that are added up, as Run has them."""
    work: str
    ours: list
    peer: str = ""
    theirs: list = []
    bar: Bar | None = None


class Gapbs(typing.NamedTuple):
    """A program of the GAP Benchmark Suite, and how many times faster ours has to be at each of the two scales."""
    program: str
    arguments: list
    bars: tuple
    iterations: int = 1  # in each of its trials


class Algorithm(typing.NamedTuple):
    program: str  # tandem_perf_<program>
    work: str  # in its record, followed by the platform
    theirs: str  # in NetworKit's
    bar: Bar | None  # against NetworKit
    hybrid_bar: Bar  # host and device against host alone
    larger: bool = False  # also two scales up; the same for all of a program
    plain: tuple = ()  # (name, bar) of what the program itself measures on the graph as given or without the engine
    gapbs: Gapbs | None = None
    exchange: str = ""  # the name of the time that units of 1S1G exchange for, where there is a bar for it
    exchange_bar: Bar | None = None
    around: tuple = ()  # the names of all times of 1S1G that are not computing, with a bar of their own
    around_bar: Bar | None = None
    naming: str = ""  # the name of the time that is left out for naming results in the input's ids


SOURCES = 16  # of searches, ours by default
SEARCH = Gapbs("bfs", ["-n", SOURCES], (at_least(4.2), at_least(5.7)))

ALGORITHMS = [
    Algorithm("pagerank", "pagerank iteration ", "pagerank", at_least(8), at_least(0.9), True,
              (("pagerank iteration, bare loop", at_least(0.95)),),
              Gapbs("pr_spmv", ["-i", 20, "-t", 0, "-n", 4], (at_least(1.2), at_least(2.4)), 20),
              "1S1G: exchange", share_at_most(0.05)),
    Algorithm("bfs", "bfs top-down ", "bfs", None, at_least(0.9), True,
              (("queue bfs, one source", at_least(2)),), None, "bfs top-down 1S1G: exchange", share_at_most(0.1)),
    Algorithm("bfs", "bfs optimized ", "bfs", at_least(60), at_least(0.9), True,
              (("Beamer's bfs", None),), SEARCH,
              "bfs optimized 1S1G: exchange", share_at_most(0.1),
              tuple(f"bfs optimized 1S1G: {part}" for part in ("init", "exchange", "aggregate")), share_at_most(0.15),
              "bfs optimized 1S: naming (not in the time)"),
    Algorithm("components", "components ", "components", at_least(10), at_least(0.8), True,
              (("Afforest", at_least(1)),), Gapbs("cc", ["-n", 8], (at_least(1), at_least(1)))),
    Algorithm("betweenness", "betweenness, one source, ", "betweenness", None, at_least(0.9), True,
              gapbs=Gapbs("bc", ["-n", 4], (at_least(1.5), at_least(1.5)))),
    Algorithm("sssp", "sssp ", "sssp", None, at_least(0.8), gapbs=Gapbs("sssp", ["-d", 2, "-n", 4], (at_least(1),))),
]
PEER_OPTIONS = {"pagerank": ["--bare"], "bfs": ["--peer"], "components": ["--peer"]}
# Graphs on which a direction-optimised search has little to gain: prefix of the names of times, and the graph.
WORST_CASES = {"bfs uniform": "uniform:{scale}", "bfs grid": "grid:1000x1000"}


def algorithm_rows(wall, scale):
    for algorithm in ALGORITHMS:
        for larger, prefix in enumerate((algorithm.program, f"{algorithm.program} larger")):
            size = scale + 2 * larger
            host, hybrid = ([f"{prefix}: {algorithm.work}{platform}"] for platform in ("1S", "1S1G"))
            if host[0] not in wall:
                continue
            work = f"{algorithm.work.rstrip(', ')}, Kronecker {size}"
            if prefix == algorithm.program:
                yield Row(work, host, "NetworKit", [f"networkit algorithms: {algorithm.theirs}"], algorithm.bar)
            for name, bar in algorithm.plain:
                yield Row(work, host, name, [f"{prefix}: {name}"], bar)
            theirs = f"gapbs: {algorithm.work}{size}"
            if theirs in wall:
                yield Row(work, host, "GAPBS", [theirs], algorithm.gapbs.bars[larger])
                if algorithm.naming:  # GAPBS does not renumber the graph: it has nothing to name
                    yield Row(f"{work}, named in the input's ids", host + [f"{prefix}: {algorithm.naming}"], "GAPBS",
                              [theirs])
            elif larger and not algorithm.plain:
                yield Row(work, host)
            yield Row(f"{work}, 1S1G", hybrid, "ours on 1S", host, algorithm.hybrid_bar)
            if algorithm.exchange:
                yield Row(f"{work}, 1S1G", hybrid, "its exchange alone", [f"{prefix}: {algorithm.exchange}"],
                          algorithm.exchange_bar)
            if algorithm.around:
                yield Row(f"{work}, 1S1G", hybrid, "its init, exchange, fetching of parents",
                          [f"{prefix}: {name}" for name in algorithm.around], algorithm.around_bar)
    for prefix, graph in WORST_CASES.items():
        work, ours = f"bfs optimized, {graph.format(scale=scale)}", [f"{prefix}: bfs optimized 1S"]
        yield Row(work, ours, "Beamer's bfs", [f"{prefix}: Beamer's bfs"], at_least(1))
        if f"gapbs: {prefix}" in wall:
            yield Row(work, ours, "GAPBS", [f"gapbs: {prefix}"], at_least(1))
    yield Row(f"partition Kronecker {scale}, 1S1G", ["bfs: 1S1G: partition"], "building its CSR",
              ["build: build symmetric, no duplicates"], at_least(1))


def core_rows(wall, scale, arcs, gapbs, text):
    build = "build: build symmetric, no duplicates"
    relabel = "relabel: renumber by degree, sort lists"
    yield Row(f"generate Kronecker {scale}", ["build: generate"])
    yield Row(f"build Kronecker {scale}", [build], "NetworKit", ["networkit: insert", "networkit: clean"], at_least(3))
    yield Row(f"build Kronecker {scale}", [build], "NetworKit, insertion alone", ["networkit: insert"])
    if gapbs:
        yield Row(f"generate Kronecker {scale}", ["build: generate"], "GAPBS", ["gapbs: Generate"], at_least(1))
        yield Row(f"build Kronecker {scale}", [build], "GAPBS", ["gapbs: Build"], at_least(1))
    if text:
        yield Row("read SNAP text", ["read: read graph"], "NetworKit", ["networkit: read"], at_least(4))
    opened = f"open binary, {arcs} M arcs"
    yield Row(opened, ["open: open, trusted"], bar=below(100))
    yield Row(f"{opened}, verify", ["open: open, verified"], "map and sum", ["open: map and sum"], at_least(0.8))
    yield Row(f"relabel Kronecker {scale + 2}", [relabel], "std::sort", ["relabel: the same with std::sort"],
              at_least(3))
    if "relabel: the same with sort_crs_graph" in wall:
        yield Row(f"relabel Kronecker {scale + 2}", [relabel], "sort_crs_graph",
                  ["relabel: the same with sort_crs_graph"])

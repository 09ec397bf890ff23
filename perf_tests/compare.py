# SPDX-License-Identifier: BSD-3-Clause
"""Runs our benchmarks and the peers in turn, several times over, and prints the medians as a table.

Called by compare.sh, which prepares what this needs.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import typing

from tandem_bench.markdown_table import markdown_table

HERE = pathlib.Path(__file__).parent


class Run:
    """Every figure of one comparison: lists of wall-clock and CPU seconds by name, one entry per repetition."""

    def __init__(self, options):
        self.options = options
        self.wall = collections.defaultdict(list)
        self.cpu = collections.defaultdict(list)
        self.record = {}
        # Threads are not bound: peers bind theirs by rules of their own.
        self.environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads), OMP_PROC_BIND="false")

    def output(self, *command):
        done = subprocess.run([str(word) for word in command], env=self.environment, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"compare: {command[0]} failed with code {done.returncode}")
        return done.stdout

    def add(self, prefix, record):
        for name, times in record["seconds"].items():
            self.wall[f"{prefix}: {name}"].append(times["median"])
            self.cpu[f"{prefix}: {name}"].append(times["cpu"])
        return record["notes"]

    def tandem(self, name, prefix, *arguments):
        program = self.options.programs / f"tandem_perf_{name}"
        self.record = json.loads(self.output(program, "--json", "--trials", 1, *arguments))
        return self.add(prefix, self.record)

    def networkit(self, prefix, *arguments):
        return self.add(prefix, json.loads(self.output(sys.executable, HERE / "compare_networkit.py", *arguments)))

    def gapbs(self, scale):
        for name, seconds in re.findall(r"(Generate|Build) Time: +([\d.]+)", self.output(self.options.gapbs, "-g", scale, "-n", 1)):
            self.wall[f"gapbs: {name}"].append(float(seconds))


class Algorithm(typing.NamedTuple):
    program: str  # tandem_perf_<program>
    work: str  # in its record, followed by the platform
    theirs: str  # in NetworKit's
    bar: float  # against NetworKit
    hybrid_bar: float  # host and device against host alone
    larger: bool = False  # also two scales up; the same for all of a program


ALGORITHMS = [
    Algorithm("pagerank", "pagerank iteration ", "pagerank", 8, 0.9, True),
    Algorithm("bfs", "bfs top-down ", "bfs", None, 0.9, True),
    Algorithm("bfs", "bfs optimized ", "bfs", 60, 0.9, True),
    Algorithm("components", "components ", "components", 10, 0.8, True),
    Algorithm("betweenness", "betweenness, one source, ", "betweenness", None, 0.9, True),
    Algorithm("sssp", "sssp ", "sssp", None, 0.8),
]


def algorithm_rows(run):
    for algorithm in ALGORITHMS:
        for prefix, scale in ((algorithm.program, run.options.scale), (f"{algorithm.program} larger", run.options.scale + 2)):
            host, hybrid = ([f"{prefix}: {algorithm.work}{platform}"] for platform in ("1S", "1S1G"))
            if host[0] not in run.wall:
                continue
            work = algorithm.work.rstrip(", ")
            if prefix == algorithm.program:
                yield (f"{work}, Kronecker {scale}", host, "NetworKit",
                       [f"networkit algorithms: {algorithm.theirs}"], algorithm.bar)
            else:
                yield f"{work}, Kronecker {scale}", host, "", [], None
            yield f"{work}, Kronecker {scale}, 1S1G", hybrid, "ours on 1S", host, algorithm.hybrid_bar


def repeat(run):
    edges = run.options.work / "edges.bin"
    small = f"kron:{run.options.scale}"
    ours = run.tandem("build", "build", "--graph", small, "--dump", edges)
    id_bytes = edges.stat().st_size // (2 * ours["edges generated"])
    theirs = run.networkit("networkit", "build", edges, id_bytes, ours["vertices"])
    if ours["arcs"] != theirs["arcs"]:
        sys.exit(f"compare: tandem built {ours['arcs']} arcs, NetworKit {theirs['arcs']}")
    if run.options.gapbs:
        run.gapbs(run.options.scale)
    if run.options.text and not run.options.algorithms:
        # NetworKit drops duplicates and keeps in-edges too.
        run.tandem("read", "read", run.options.text, "--no-duplicates", "--transpose")
        run.networkit("networkit", "read", run.options.text)
    if run.options.algorithms:
        for program, larger in {algorithm.program: algorithm.larger for algorithm in ALGORITHMS}.items():
            run.tandem(program, program, "--graph", small)
            if larger:
                run.tandem(program, f"{program} larger", "--graph", f"kron:{run.options.scale + 2}")
        run.networkit("networkit algorithms", "algorithms", edges, id_bytes, ours["vertices"])
        return
    run.tandem("open", "open", "--folder", run.options.work, "--arcs", run.options.arcs)
    run.tandem("build", "relabel", "--graph", f"kron:{run.options.scale + 2}", "--peer")


def rows(run):
    """(work, our names, peer, peer's names, bar as a ratio or as the string of a limit in ms)"""
    scale = run.options.scale
    if run.options.algorithms:
        yield from algorithm_rows(run)
        return
    build = "build: build symmetric, no duplicates"
    relabel = "relabel: renumber by degree, sort lists"
    yield f"generate Kronecker {scale}", ["build: generate"], "", [], None
    yield f"build Kronecker {scale}", [build], "NetworKit", ["networkit: insert", "networkit: clean"], 3
    yield f"build Kronecker {scale}", [build], "NetworKit, insertion alone", ["networkit: insert"], None
    if run.options.gapbs:
        yield f"generate Kronecker {scale}", ["build: generate"], "GAPBS", ["gapbs: Generate"], 1
        yield f"build Kronecker {scale}", [build], "GAPBS", ["gapbs: Build"], 1
    if run.options.text:
        yield "read SNAP text", ["read: read graph"], "NetworKit", ["networkit: read"], 4
    opened = f"open binary, {run.options.arcs} M arcs"
    yield opened, ["open: open, trusted"], "", [], "100"
    yield f"{opened}, verify", ["open: open, verified"], "map and sum", ["open: map and sum"], 0.8
    yield f"relabel Kronecker {scale + 2}", [relabel], "std::sort", ["relabel: the same with std::sort"], 3
    if "relabel: the same with sort_crs_graph" in run.wall:
        yield f"relabel Kronecker {scale + 2}", [relabel], "sort_crs_graph", ["relabel: the same with sort_crs_graph"], None


def print_table(run):
    def median(names, table):
        if not names or any(name not in table for name in names):
            return None
        return 1e3 * statistics.median(map(sum, zip(*(table[name] for name in names))))

    def ratio_of(theirs, ours):
        """Median of the ratios in one repetition each: the machine's speed changes more between them than within."""
        if not theirs or any(name not in run.wall for name in theirs + ours):
            return None
        mine, other = (list(map(sum, zip(*(run.wall[name] for name in names)))) for names in (ours, theirs))
        return statistics.median(peer / own for peer, own in zip(other, mine))

    def text(value, unit=""):
        return "-" if value is None else f"{value:.2f}{unit}" if value < 10 else f"{value:.0f}{unit}"

    def starved(names):
        """All of this work keeps at least one core busy: less CPU time means that others had the cores."""
        wall, cpu = median(names, run.wall), median(names, run.cpu)
        return wall is not None and cpu is not None and wall > 5 and cpu < 0.9 * wall

    lines = [("work", "peer", "tandem ms", "peer ms", "ratio", "bar", "met?", "tandem CPU ms", "peer CPU ms")]
    for work, ours, peer, theirs, bar in rows(run):
        mine, other = median(ours, run.wall), median(theirs, run.wall)
        ratio = ratio_of(theirs, ours)
        limit = f"< {bar} ms" if isinstance(bar, str) else f">= {bar}x" if bar else "-"
        met = "-" if bar is None else mine < float(bar) if isinstance(bar, str) else ratio >= bar
        answer = met if isinstance(met, str) else "busy" if starved(ours) or starved(theirs) else "yes" if met else "NO"
        lines.append((work, peer or "-", text(mine), text(other), text(ratio, "x"), limit, answer,
                      text(median(ours, run.cpu)), text(median(theirs, run.cpu))))
    print(markdown_table(lines, left=(0, 1)))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--repetitions", type=int, required=True)
    parser.add_argument("--threads", type=int, required=True)
    parser.add_argument("--text", type=pathlib.Path)
    parser.add_argument("--gapbs", type=pathlib.Path)
    parser.add_argument("--algorithms", action="store_true")
    parser.add_argument("--scale", type=int, default=20)
    parser.add_argument("--arcs", type=int, default=128)
    run = Run(parser.parse_args())
    load = os.getloadavg()[0]
    for repetition in range(run.options.repetitions):
        print(f"repetition {repetition + 1} of {run.options.repetitions}", file=sys.stderr)
        repeat(run)
    print(f"tandem {run.record['version']} ({run.record['git']}), {run.options.threads} threads, "
          f"medians of {run.options.repetitions} repetitions, load average before: {load:.2f}")
    if load > 0.5:
        print("This machine was busy: trust the columns with CPU time, and run again when it is quiet.")
    print_table(run)


main()

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

from compare_rows import ALGORITHMS, PEER_OPTIONS, SEARCH, SOURCES, WORST_CASES, algorithm_rows, core_rows
from tandem_bench.markdown_table import markdown_table

HERE = pathlib.Path(__file__).parent
TRIALS = 3  # of an algorithm in a process, in turns with what it is compared with


class Run:
    """Every figure of one comparison: lists of wall-clock and CPU seconds by name, one entry per repetition."""

    def __init__(self, options):
        self.options = options
        self.wall = collections.defaultdict(list)
        self.cpu = collections.defaultdict(list)
        self.record = {}
        self.profile = None
        self.environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads))

    def output(self, *command, **environment):
        try:
            done = subprocess.run([str(word) for word in command], env=dict(self.environment, **environment),
                                  stdout=subprocess.PIPE, text=True)
        except OSError as error:
            sys.exit(f"compare: {command[0]}: {error.strerror}")
        if done.returncode != 0:
            sys.exit(f"compare: {command[0]} failed with code {done.returncode}")
        return done.stdout

    def add(self, prefix, record):
        for name, times in record["seconds"].items():
            self.wall[f"{prefix}: {name}"].append(times["median"])
            if times["cpu"] > 0:  # 0: not measured
                self.cpu[f"{prefix}: {name}"].append(times["cpu"])
        for name, value in record["notes"].items():
            self.add_note(prefix, record["seconds"], name, value)
        return record["notes"]

    def add_note(self, prefix, seconds, name, value):
        """Some notes are times, or shares of the time on a platform."""
        if name.endswith(" ms"):
            self.wall[f"{prefix}: {name.removesuffix(' ms')}"].append(value / 1e3)
        elif name.endswith(": exchange share"):
            platform = name.partition(":")[0]
            whole = [times["median"] for work, times in seconds.items() if work.endswith(f" {platform}")]
            if len(whole) == 1:
                self.wall[f"{prefix}: {platform}: exchange"].append(value * whole[0])

    def tandem(self, name, prefix, *arguments, trials=1):
        program = self.options.programs / f"tandem_perf_{name}"
        self.record = json.loads(self.output(program, "--json", "--trials", trials, *arguments))
        return self.add(prefix, self.record)

    def networkit(self, prefix, *arguments):
        # Not bound: it would have all its threads on the first core.
        output = self.output(sys.executable, HERE / "compare_networkit.py", *arguments, OMP_PROC_BIND="false")
        return self.add(prefix, json.loads(output))

    def gapbs(self, program, *arguments):
        """Times by name."""
        output = self.output(self.options.gapbs / program, *arguments)
        return {name: float(seconds) for name, seconds in re.findall(r"(\w+) Time: +([\d.]+)", output)}

    def gapbs_core(self, scale):
        times = self.gapbs("bfs", "-g", scale, "-n", 1)
        for name in ("Generate", "Build"):
            self.wall[f"gapbs: {name}"].append(times[name])

    def gapbs_on(self, graph, name, command):
        """On the very graph, which the command of the same build saves once."""
        weights = command.program == "sssp"
        file = self.options.work / f"{graph.replace(':', '-')}.{'wsg' if weights else 'sg'}"
        if not file.exists():
            self.command("generate", graph, file, "--drop-duplicates", "--drop-self-loops",
                         *(["--weights", "integer"] if weights else []))
        times = self.gapbs(command.program, "-f", file, *command.arguments)
        self.wall[f"gapbs: {name}"].append(times["Average"] / command.iterations)

    def command(self, *arguments):
        self.output(self.options.programs.parent / "tandem", "--quiet", *arguments)

    def calibrate(self):
        """How fast the units of 1S1G are, for drivers to split graphs by."""
        self.profile = self.options.work / "1S1G.toml"
        self.command("calibrate", "--platform", "1S1G", "--graph", f"kron:{self.options.scale}", "--profile",
                     self.profile)


def repeat(run):
    edges = run.options.work / "edges.bin"
    small = f"kron:{run.options.scale}"
    ours = run.tandem("build", "build", "--graph", small, "--dump", edges)
    id_bytes = edges.stat().st_size // (2 * ours["edges generated"])
    theirs = run.networkit("networkit", "build", edges, id_bytes, ours["vertices"])
    if ours["arcs"] != theirs["arcs"]:
        sys.exit(f"compare: tandem built {ours['arcs']} arcs, NetworKit {theirs['arcs']}")
    if run.options.gapbs and not run.options.algorithms:
        run.gapbs_core(run.options.scale)
    if run.options.text and not run.options.algorithms:
        # NetworKit drops duplicates and keeps in-edges too. So short a work has several trials in a process.
        run.tandem("read", "read", run.options.text, "--no-duplicates", "--transpose", trials=5)
        run.networkit("networkit", "read", run.options.text, 5)
    if run.options.algorithms:
        for program, larger in {algorithm.program: algorithm.larger for algorithm in ALGORITHMS}.items():
            how = ["--profile", run.profile, *PEER_OPTIONS.get(program, [])]
            run.tandem(program, program, "--graph", small, *how, trials=TRIALS)
            if larger:
                run.tandem(program, f"{program} larger", "--graph", f"kron:{run.options.scale + 2}", *how,
                           trials=TRIALS)
        for algorithm in ALGORITHMS if run.options.gapbs else []:
            for larger in range(len(algorithm.gapbs.bars) if algorithm.gapbs else 0):
                scale = run.options.scale + 2 * larger
                run.gapbs_on(f"kron:{scale}", f"{algorithm.work}{scale}", algorithm.gapbs)
        for name, graph in WORST_CASES.items():
            graph = graph.format(scale=run.options.scale)
            run.tandem("bfs", name, "--graph", graph, "--sources", SOURCES, "--peer", trials=TRIALS)
            if run.options.gapbs:
                run.gapbs_on(graph, name, SEARCH)
        run.networkit("networkit algorithms", "algorithms", edges, id_bytes, ours["vertices"])
        return
    run.tandem("open", "open", "--folder", run.options.work, "--arcs", run.options.arcs)
    run.tandem("build", "relabel", "--graph", f"kron:{run.options.scale + 2}", "--peer")


def rows(run):
    options = run.options
    if options.algorithms:
        return algorithm_rows(run.wall, options.scale)
    return core_rows(run.wall, options.scale, options.arcs, options.gapbs, options.text)


def table_lines(run):
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
        if bar is None or mine is None or (theirs and ratio is None):
            answer = "-"
        elif starved(ours) or starved(theirs):
            answer = "busy"
        else:
            answer = "yes" if bar.is_met(mine, ratio) else "NO"
        lines.append((work, peer or "-", text(mine), text(other), text(ratio, "x"), bar.text if bar else "-", answer,
                      text(median(ours, run.cpu)), text(median(theirs, run.cpu))))
    return lines


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
    if run.options.algorithms:
        run.calibrate()
    for repetition in range(run.options.repetitions):
        print(f"repetition {repetition + 1} of {run.options.repetitions}", file=sys.stderr)
        repeat(run)
    print(f"tandem {run.record['version']} ({run.record['git']}), {run.options.threads} threads, "
          f"medians of {run.options.repetitions} repetitions, load average before: {load:.2f}")
    if load > 0.5:
        print("This machine was busy: trust the columns with CPU time, and run again when it is quiet.")
    print(markdown_table(table_lines(run), left=(0, 1)))


if __name__ == "__main__":
    main()

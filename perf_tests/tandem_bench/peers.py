# SPDX-License-Identifier: BSD-3-Clause
"""tandem next to NetworKit, igraph and python-graphblas: same graph, same threads, one run, results compared."""
import argparse
import contextlib
import importlib.util
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile

from tandem_bench import peers_check, peers_programs, peers_report, peers_setup
from tandem_bench.peers_programs import ProgramError
from tandem_bench.peers_rows import ALGORITHMS, SIMPLE, Graph, UsageError, rows

PEERS = tuple(peers_setup.PACKAGES)
SMALL_GRAPH = "kron:10"  # for betweenness of all vertices


def say(text):
    print(f"tandem-bench: {text}", file=sys.stderr)


class Progress:
    """A line that is written over, for people only."""

    def __init__(self):
        self.shown = sys.stderr.isatty()

    def __call__(self, text):
        if self.shown:
            width = shutil.get_terminal_size().columns - 1
            print(f"\r\033[K{text[:width]}", end="", file=sys.stderr, flush=True)

    def clear(self):
        self("")


class Comparison:
    def __init__(self, options, tandem, workers, progress):
        self.options, self.tandem, self.workers, self.progress = options, tandem, workers, progress
        self.names = {peer: worker.name for peer, worker in workers.items()}
        self.versions = {worker.name: worker.version for worker in workers.values()}
        self.measurements, self.errors = [], []

    def error(self, text):
        self.errors.append(text)
        self.progress.clear()
        say(f"error: {text}")

    def run(self, graph, small):
        for algorithm in self.options.algorithms:
            try:
                for row in rows(algorithm, self.tandem, graph, small, self.options.roots):
                    self.compare(row)
            except UsageError as error:
                self.progress.clear()
                say(error)
            except ProgramError as error:
                self.error(f"{algorithm}: {error}")

    def compare(self, row):
        """Every repetition runs tandem and then each peer, so that a ratio is of two times close to each other."""
        self.progress(f"{row.title}: results of tandem")
        expected = row.results()
        for worker in list(self.workers.values()):
            self.progress(f"{row.title}: {worker.name} warms up")
            self.attempt(worker, row, row.calls[:1], keep=0)  # loads the graph and warms up
        ours, theirs, cpu = [], {peer: [] for peer in self.names}, {peer: [] for peer in self.names}
        verdicts, remarks = dict.fromkeys(self.names, "-"), dict.fromkeys(self.names, "")
        for repetition in range(self.options.repetitions):
            step = f"{row.title}: repetition {repetition + 1} of {self.options.repetitions}: "
            self.progress(step + "tandem")
            ours.append(row.seconds())
            for peer, worker in list(self.workers.items()):
                self.progress(step + worker.name)
                answer = self.attempt(worker, row, row.calls, keep=len(expected))
                if answer:
                    theirs[peer].append(statistics.mean(answer["seconds"]))
                    cpu[peer].append(statistics.mean(answer["cpu_seconds"]))
                    remarks[peer] = answer["remark"]
                    verdicts[peer] = self.verdict(worker, row, expected, answer, verdicts[peer])
        for peer, seconds in theirs.items():
            if peer not in self.workers:
                seconds, verdicts[peer] = [], "failed"
            self.measurements.append(peers_report.Measurement(
                row.key, row.title, self.names[peer], ours, seconds, cpu[peer], verdicts[peer], remarks[peer]))

    def attempt(self, worker, row, calls, keep):
        """The answer; None if the peer lacks the algorithm or broke down, after which it is left out."""
        try:
            return worker.run(row.method, row.path, calls, keep)
        except ProgramError as error:
            self.error(f"{row.title}: {error}; it is left out from here on")
            self.workers.pop(worker.peer).close()
            return None

    def verdict(self, worker, row, expected, answer, before):
        if before == peers_report.DIFFERS:
            return before
        if not answer["compared"]:
            return peers_report.NOT_COMPARABLE
        verdict = peers_check.check_all(row.check, expected, worker.results(len(expected[0])))
        if verdict.agrees:
            return verdict.text
        self.error(f"{row.title}: {worker.name} disagrees: {verdict.text}")
        return peers_report.DIFFERS


def _names(known):
    def parse(text):
        names = [name for name in text.split(",") if name]
        unknown = [name for name in names if name not in known]
        if unknown or not names:
            raise argparse.ArgumentTypeError(f"'{','.join(unknown)}' is not among {', '.join(known)}")
        return list(dict.fromkeys(names))
    return parse


def _positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return int(text)


def add_arguments(parser):
    parser.add_argument("--graph", default="kron:16", help="file, or a generator of tandem's (default: %(default)s)")
    parser.add_argument("--threads", type=_positive, default=2, metavar="N", help="of each program (default: 2)")
    parser.add_argument("--repetitions", type=_positive, default=3, metavar="N",
                        help="of which the median counts (default: 3)")
    parser.add_argument("--tandem", type=pathlib.Path, default=peers_setup.ROOT / "build/host/tandem", metavar="PATH",
                        help="the command (default: build/host/tandem of this repository)")
    parser.add_argument("--platform", default="1S", metavar="SPEC", help="that tandem runs on (default: %(default)s)")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("bench-results"), metavar="DIR",
                        help="folder for peers.md, .csv, .json, .png, .svg (default: %(default)s)")
    parser.add_argument("--peers", type=_names(PEERS), default=list(PEERS), metavar="NAME,...",
                        help=f"of {','.join(PEERS)} (default: all)")
    parser.add_argument("--algorithms", type=_names(ALGORITHMS), default=list(ALGORITHMS), metavar="NAME,...",
                        help=f"of {','.join(ALGORITHMS)} (default: all)")
    parser.add_argument("--sources", type=_positive, default=4, metavar="N",
                        help="of BFS, SSSP and betweenness (default: 4)")
    parser.add_argument("--roots", type=_positive, default=64, metavar="N", help="of Graph500 (default: 64)")
    parser.add_argument("--no-chart", dest="chart", action="store_false", help="don't draw, which needs matplotlib")


def add_parser(subparsers):
    parser = subparsers.add_parser("peers", help="tandem next to NetworKit, igraph and GraphBLAS", description=__doc__)
    add_arguments(parser)
    parser.set_defaults(run=run)
    return parser


def check_options(options):
    if not (options.tandem.is_file() and os.access(options.tandem, os.X_OK)):
        raise UsageError(f"{options.tandem} is not there: build it (configs/quickstart.sh) or name one by --tandem")
    if options.chart and importlib.util.find_spec("matplotlib") is None:
        raise UsageError("the chart needs matplotlib: install it (Debian: python3-matplotlib), or use --no-chart")
    try:
        options.results.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"results can't be written: {error}") from error


def environments(peers):
    """The Python of each peer that can be had."""
    pythons = {}
    for peer in peers:
        try:
            pythons[peer] = peers_setup.environment(peer)
        except peers_setup.SetupError as error:
            say(f"{peer} is left out: {error}")
    if not pythons:
        raise UsageError("there is no peer to compare with")
    return pythons


def save_graph(tandem, spec, python, work, name, num_sources):
    """The same edges for all; weights are drawn, whatever the file has. Vertices without an edge are left out, as
    NetworKit loses their rank."""
    plain, weighted = work / f"{name}.sg", work / f"{name}.wsg"
    tandem.command("convert", spec, plain, "--no-weights", *SIMPLE, "--drop-isolated")
    about = peers_programs.prepare(python, plain, weighted, num_sources)
    if not about["sources"]:
        raise UsageError(f"{spec} has no edge")
    return Graph(spec, plain, weighted, **about)


def processor():
    try:
        names = re.findall(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    except OSError:
        names = []
    return f"{os.cpu_count()} x {names[0] if names else 'unknown'}"


def write_reports(options, comparison, graph, load):
    measurements = comparison.measurements
    peers = ", ".join(f"{name} {version}" for name, version in comparison.versions.items())
    heading = (f"tandem {comparison.tandem.version} on {options.platform} next to {peers}; {graph.spec}: "
               f"{graph.vertices:,} vertices, {graph.arcs:,} arcs; {options.threads} threads, medians of "
               f"{options.repetitions} repetitions, load average before: {load:.2f}")
    table = peers_report.table(measurements)
    print(f"{heading}\n\n{table}")
    about = {"tandem": comparison.tandem.version, "peers": comparison.versions, "graph": graph.spec,
             "vertices": graph.vertices, "arcs": graph.arcs, "directed": graph.directed, "platform": options.platform,
             "threads": options.threads,
             "repetitions": options.repetitions, "processor": processor(), "load_average": load,
             "errors": comparison.errors}
    texts = {"peers.md": f"{heading}\n\n{table}\n", "peers.csv": peers_report.csv_text(measurements),
             "peers.json": peers_report.json_text(about, measurements)}
    for name, text in texts.items():
        peers_report.replace_file(options.results / name,
                                  lambda path, text=text: path.write_text(text, encoding="utf-8"))
    if options.chart and any(item.theirs for item in measurements):
        peers_report.draw(measurements, f"{graph.spec}, {options.threads} threads",
                          [options.results / "peers.png", options.results / "peers.svg"])


@contextlib.contextmanager
def started(pythons, threads, work):
    """Every peer that starts; what is left of them is ended."""
    workers = {}
    try:
        for peer, python in pythons.items():
            try:
                workers[peer] = peers_programs.Worker(peer, python, threads, work)
            except ProgramError as error:
                say(f"{peer} is left out: {error}")
        if not workers:
            raise UsageError("there is no peer to compare with")
        yield workers
    finally:
        for worker in workers.values():
            worker.close()


def compare(options):
    check_options(options)
    load = os.getloadavg()[0]
    progress = Progress()
    pythons = environments(options.peers)
    with tempfile.TemporaryDirectory(prefix="tandem-peers-") as folder:
        work = pathlib.Path(folder)
        tandem = peers_programs.Tandem(options.tandem, options.threads, options.platform, work)
        progress(f"making {options.graph}")
        python = next(iter(pythons.values()))
        graph = save_graph(tandem, options.graph, python, work, "graph", options.sources)
        small = save_graph(tandem, SMALL_GRAPH, python, work, "small", 1)
        with started(pythons, options.threads, work) as workers:
            comparison = Comparison(options, tandem, workers, progress)
            comparison.run(graph, small)
        progress.clear()
    if not comparison.measurements:
        return 1
    write_reports(options, comparison, graph, load)
    return 1 if comparison.errors else 0


def run(options):
    try:
        return compare(options)
    except (UsageError, ProgramError) as error:
        say(f"error: {error}")
        return 2


class Parser(argparse.ArgumentParser):
    """Errors in one line."""

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message}\n")


def main(arguments=None):
    parser = Parser(prog="tandem-bench peers", description=__doc__)
    add_arguments(parser)
    return run(parser.parse_args(arguments))


if __name__ == "__main__":
    sys.exit(main())

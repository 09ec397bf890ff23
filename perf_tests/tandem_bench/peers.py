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
import typing

from tandem_bench import peers_check, peers_programs, peers_report, peers_setup
from tandem_bench.peers_programs import ProgramError

ALGORITHMS = ("bfs", "pagerank", "bc", "sssp", "cc", "graph500")
PEERS = tuple(peers_setup.PACKAGES)
ITERATIONS = 20
TOLERANCE = 1e-6  # ranks are then within 6e-6 of where they go
SIMPLE = ("--drop-duplicates", "--drop-self-loops")
SMALL_GRAPH = "kron:10"  # for betweenness of all vertices


class UsageError(Exception):
    """One line for a user who asked for what can't be done."""


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


def _from_sources(tandem, graph, algorithm, path, title, check):
    """A search from each source. The first one is made twice, as peers are warmed up too."""
    sources = graph.sources
    warm = ",".join(map(str, [sources[0], *sources]))
    cold = ",".join(map(str, sources))
    return Row(algorithm, title, algorithm, [[source] for source in sources], check,
               lambda: statistics.mean(tandem.seconds(algorithm, path, "--source", warm)[1:]),
               lambda: tandem.results(algorithm, path, "--source", cold), path)


def _at_once(tandem, graph, key, title, method, arguments, check, *words):
    """One call, one run of ours."""
    algorithm = key.split("-")[0]
    return Row(key, title, method, [arguments], check,
               lambda: tandem.seconds(algorithm, graph.plain, *words)[0],
               lambda: tandem.results(algorithm, graph.plain, *words), graph.plain)


def _graph500(tandem, graph, num_roots):
    kronecker = re.fullmatch(r"kron:(\d+)(?::(\d+))?", graph.spec)
    if not kronecker:
        raise UsageError("graph500 is left out: that is for kron:SCALE only")
    scale, edge_factor = int(kronecker[1]), int(kronecker[2] or 16)
    path = graph.plain.with_name("graph500.sg")  # by its rules, vertices without an edge belong to it
    tandem.command("convert", graph.spec, path, *SIMPLE)
    roots = tandem.graph500(scale, edge_factor, num_roots)["roots"]
    # All searches are timed, but the levels of a few are compared: those of all would fill the disk.
    compared = ",".join(map(str, roots[:len(graph.sources)]))
    return Row("graph500", f"Graph500 BFS, mean of {len(roots)} roots", "bfs", [[root] for root in roots],
               peers_check.same_levels,
               lambda: statistics.mean(tandem.graph500(scale, edge_factor, num_roots)["bfs"]["seconds"]),
               lambda: tandem.results("bfs", path, "--source", compared), path)


def rows(algorithm, tandem, graph, small, num_roots):
    """Those of one algorithm."""
    sources = graph.sources
    ids = ",".join(map(str, sources))
    if algorithm == "bfs":
        yield _from_sources(tandem, graph, "bfs", graph.plain, f"BFS, mean of {len(sources)}", peers_check.same_levels)
    if algorithm == "pagerank":
        yield _at_once(tandem, graph, "pagerank", f"PageRank, {ITERATIONS} iterations", "pagerank", [ITERATIONS, 0],
                       peers_check.close_ranks, "--iterations", ITERATIONS)
        yield _at_once(tandem, graph, "pagerank-converged", f"PageRank, to {TOLERANCE:g}, double", "pagerank",
                       [1000, TOLERANCE], peers_check.close_ranks, "--iterations", 1000, "--tolerance", TOLERANCE,
                       "--double")
    if algorithm == "bc":
        yield _at_once(tandem, graph, "bc", "betweenness, 1 source", "bc", [sources[:1]], peers_check.close_scores,
                       "--source", sources[0])
        if len(sources) > 1:
            yield _at_once(tandem, graph, "bc-sources", f"betweenness, {len(sources)} sources", "bc", [sources],
                           peers_check.close_scores, "--source", ids)
        yield _at_once(tandem, small, "bc-all", f"betweenness, all, {small.spec}", "bc_all", [],
                       peers_check.close_scores, "--all-sources")
    if algorithm == "sssp":
        yield _from_sources(tandem, graph, "sssp", graph.weighted, f"SSSP, mean of {len(sources)}",
                            peers_check.same_distances)
    if algorithm == "cc":
        yield _at_once(tandem, graph, "cc", "components", "cc", [], peers_check.same_partition)
    if algorithm == "graph500":
        yield _graph500(tandem, graph, num_roots)


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
        ours, theirs = [], {peer: [] for peer in self.names}
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
                    remarks[peer] = answer["remark"]
                    verdicts[peer] = self.verdict(worker, row, expected, answer, verdicts[peer])
        for peer, seconds in theirs.items():
            if peer not in self.workers:
                seconds, verdicts[peer] = [], "failed"
            self.measurements.append(peers_report.Measurement(
                row.key, row.title, self.names[peer], ours, seconds, verdicts[peer], remarks[peer]))

    def attempt(self, worker, row, calls, keep):
        """The answer; None if the peer lacks the algorithm or broke down, after which it is left out."""
        try:
            return worker.run(row.method, row.path, calls, keep)
        except ProgramError as error:
            self.error(f"{row.title}: {error}; it is left out from here on")
            self.workers.pop(worker.peer).close()
            return None

    def verdict(self, worker, row, expected, answer, before):
        if before == "DIFFERS":
            return before
        if not answer["compared"]:
            return "not comparable"
        verdict = peers_check.check_all(row.check, expected, worker.results(len(expected[0])))
        if verdict.agrees:
            return verdict.text
        self.error(f"{row.title}: {worker.name} disagrees: {verdict.text}")
        return "DIFFERS"


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
    heading = (f"tandem {comparison.tandem.version} next to {peers}; {graph.spec}: {graph.vertices:,} vertices, "
               f"{graph.arcs:,} arcs; {options.threads} threads, medians of {options.repetitions} repetitions, "
               f"load average before: {load:.2f}")
    table = peers_report.table(measurements)
    print(f"{heading}\n\n{table}")
    about = {"tandem": comparison.tandem.version, "peers": comparison.versions, "graph": graph.spec,
             "vertices": graph.vertices, "arcs": graph.arcs, "directed": graph.directed, "threads": options.threads,
             "repetitions": options.repetitions, "processor": processor(), "load_average": load,
             "errors": comparison.errors}
    texts = {"peers.md": f"{heading}\n\n{table}\n", "peers.csv": peers_report.csv_text(measurements),
             "peers.json": peers_report.json_text(about, measurements)}
    for name, text in texts.items():
        peers_report.replace_file(options.results / name,
                                  lambda path, text=text: path.write_text(text, encoding="utf-8"))
    if options.chart and any(item.theirs for item in measurements):
        peers_report.draw(measurements, f"{graph.spec}, {options.threads} threads: how much longer peers take",
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
        tandem = peers_programs.Tandem(options.tandem, options.threads, work)
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

# SPDX-License-Identifier: BSD-3-Clause
"""tandem next to NetworKit, igraph and python-graphblas: same graph, same threads, one run, results compared."""
import argparse
import contextlib
import os
import pathlib
import shlex
import statistics
import tempfile
import time

from . import peers_check, peers_programs, peers_report, peers_setup, plots
from .files import Failure, Problem, Unavailable, whole_file
from .lock import locked
from .parser import Parser, between
from .peers_rows import ALGORITHMS, SIMPLE, Graph, rows
from .progress import Progress
from .tandem import Tandem

SMALL_GRAPH = "kron:10"  # for betweenness of all vertices
OURS = "tandem"


class Comparison:
    def __init__(self, options, ours, workers, progress):
        self.options, self.ours, self.workers, self.progress = options, ours, workers, progress
        self.names = {peer: worker.name for peer, worker in workers.items()}
        self.versions = {worker.name: worker.version for worker in workers.values()}
        self.measurements, self.errors = [], []

    def error(self, text):
        self.errors.append(text)
        self.progress.say(f"error: {text}")

    def run(self, graph, small):
        everything = [row for algorithm in self.options.algorithms for row in self.rows(algorithm, graph, small)]
        for row in everything:
            for who in (OURS, *self.names.values()):
                for _ in range(1 + self.options.repetitions):
                    self.progress.expect((row.title, who))
        for row in everything:
            try:
                self.compare(row)
            except Failure as error:
                self.error(f"{row.title}: {error}")
                self.progress.forget_all(lambda group, row=row: group[0] == row.title)

    def rows(self, algorithm, graph, small):
        try:
            return list(rows(algorithm, self.ours, graph, small, self.options.roots))
        except Unavailable as reason:
            self.progress.say(str(reason))
        except Failure as error:
            self.error(f"{algorithm}: {error}")
        return []

    def step(self, row, who, work):
        """Shows what is going on, and learns how long it takes."""
        self.progress.show(f"peers: {row.title}, {who}")
        start = time.monotonic()
        result = work()
        self.progress.done((row.title, who), time.monotonic() - start)
        return result

    def compare(self, row):
        """Every repetition runs tandem and then each peer, so that a ratio is of two times close to each other."""
        expected = self.step(row, OURS, row.results)
        for worker in list(self.workers.values()):
            self.attempt(worker, row, row.calls[:1], keep=0)  # loads the graph and warms up
        ours, theirs, cpu = [], {peer: [] for peer in self.names}, {peer: [] for peer in self.names}
        verdicts, remarks = dict.fromkeys(self.names, "-"), dict.fromkeys(self.names, "")
        for _ in range(self.options.repetitions):
            ours.append(self.step(row, OURS, row.seconds))
            for peer, worker in list(self.workers.items()):
                answer = self.attempt(worker, row, row.calls, keep=len(expected))
                if answer:
                    theirs[peer].append(statistics.mean(answer["seconds"]))
                    cpu[peer].append(statistics.mean(answer["cpu_seconds"]))
                    remarks[peer] = "; ".join(filter(None, (answer["remark"], row.remark)))
                    verdicts[peer] = self.verdict(worker, row, expected, answer, verdicts[peer])
        for peer, seconds in theirs.items():
            if peer not in self.workers:
                seconds, verdicts[peer] = [], "failed"
            self.measurements.append(peers_report.Measurement(
                row.key, row.title, self.names[peer], ours, seconds, cpu[peer], verdicts[peer], remarks[peer]))

    def attempt(self, worker, row, calls, keep):
        """The answer; None if the peer lacks the algorithm or broke down, after which it is left out."""
        try:
            return self.step(row, worker.name, lambda: worker.run(row.method, row.path, calls, keep))
        except Failure as error:
            self.error(f"{row.title}: {error}; it is left out from here on")
            self.workers.pop(worker.peer).close()
            self.progress.forget_all(lambda group: group[1] == worker.name)
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


def add_arguments(parser):
    parser.add_argument("--graph", default="kron:16", help="file, or a generator of tandem's (default: %(default)s)")
    parser.add_argument("--threads", type=between(1), default=2, metavar="N", help="of each program (default: 2)")
    parser.add_argument("--repetitions", type=between(1), default=3, metavar="N",
                        help="of which the median counts (default: 3)")
    parser.add_argument("--tandem", type=pathlib.Path, default=peers_setup.ROOT / "build/host/tandem", metavar="PATH",
                        help="the command (default: build/host/tandem of this repository)")
    parser.add_argument("--platform", default="1S", metavar="SPEC", help="that tandem runs on (default: %(default)s)")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("bench-results"), metavar="DIR",
                        help="folder for peers.md, .csv, .json, .png, .svg (default: %(default)s)")
    parser.add_argument("--peers", type=_names(peers_setup.PEERS), default=list(peers_setup.PEERS), metavar="NAME,...",
                        help=f"of {','.join(peers_setup.PEERS)} (default: all)")
    parser.add_argument("--algorithms", type=_names(ALGORITHMS), default=list(ALGORITHMS), metavar="NAME,...",
                        help=f"of {','.join(ALGORITHMS)} (default: all)")
    parser.add_argument("--sources", type=between(1), default=4, metavar="N",
                        help="of BFS, SSSP and betweenness (default: 4)")
    parser.add_argument("--roots", type=between(1), default=64, metavar="N", help="of Graph500 (default: 64)")
    parser.add_argument("--no-chart", dest="chart", action="store_false", help="don't draw, which needs matplotlib")


def environments(peers, progress):
    """The Python of each peer that can be had."""
    pythons = {}
    for peer in peers:
        try:
            pythons[peer] = peers_setup.environment(peer)
        except Unavailable as reason:
            progress.say(f"{peer} is left out: {reason}")
    if not pythons:
        raise Problem("there is no peer to compare with")
    return pythons


def save_graph(ours, spec, name):
    """The same edges for all. Vertices without an edge are left out, as NetworKit loses their rank."""
    plain = ours.work / f"{name}.sg"
    ours.command("convert", spec, plain, "--no-weights", *SIMPLE, "--drop-isolated")
    return plain


def add_weights(spec, plain, python, num_sources):
    """Weights are drawn, whatever the file has."""
    weighted = plain.with_suffix(".wsg")
    about = peers_programs.prepare(python, plain, weighted, num_sources)
    if not about["sources"]:
        raise Problem(f"{spec} has no edge")
    return Graph(spec, plain, weighted, **about)


def write_reports(options, comparison, graph, load):
    measurements, tandem = comparison.measurements, comparison.ours.tandem
    machine = tandem.machine()
    peers = ", ".join(f"{name} {version}" for name, version in comparison.versions.items())
    heading = (f"{tandem.version} on {options.platform} next to {peers}; {graph.spec}: "
               f"{graph.vertices:,} vertices, {graph.arcs:,} arcs; {options.threads} threads, medians of "
               f"{options.repetitions} repetitions, load average before: {load:.2f}")
    table = peers_report.table(measurements)
    print(f"{heading}\n\n{table}")
    about = {"heading": heading, "command": options.command, "when": time.strftime("%Y-%m-%d %H:%M:%S"),
             "tandem": tandem.version, "build": tandem.build, "peers": comparison.versions, "graph": graph.spec,
             "vertices": graph.vertices, "arcs": graph.arcs, "directed": graph.directed, "platform": options.platform,
             "threads": options.threads, "repetitions": options.repetitions,
             "processor": f"{machine['cores']} x {machine['cpu']}", "load_average": load, "errors": comparison.errors}
    texts = {"peers.md": f"{heading}\n\n{table}\n", "peers.csv": peers_report.csv_text(measurements),
             "peers.json": peers_report.json_text(about, measurements)}
    for name, text in texts.items():
        with whole_file(options.results / name) as temporary:
            temporary.write_text(text, encoding="utf-8")
    if options.chart and any(item.theirs for item in measurements):
        peers_report.draw(measurements, f"{graph.spec}, {options.threads} threads",
                          [options.results / "peers.png", options.results / "peers.svg"])


@contextlib.contextmanager
def started(pythons, threads, work, progress):
    """Every peer that starts; what is left of them is ended."""
    workers = {}
    try:
        for peer, python in pythons.items():
            try:
                workers[peer] = peers_programs.Worker(peer, python, threads, work)
            except Failure as error:
                progress.say(f"{peer} is left out: {error}")
        if not workers:
            raise Problem("there is no peer to compare with")
        yield workers
    finally:
        for worker in workers.values():
            worker.close()


def compare(options, ours, plain, load):
    progress = Progress()
    pythons = environments(options.peers, progress)
    python = next(iter(pythons.values()))
    graph = add_weights(options.graph, plain, python, options.sources)
    small = add_weights(SMALL_GRAPH, save_graph(ours, SMALL_GRAPH, "small"), python, 1)
    with started(pythons, options.threads, ours.work, progress) as workers:
        comparison = Comparison(options, ours, workers, progress)
        comparison.run(graph, small)
    progress.clear()
    if not comparison.measurements:
        return 1
    write_reports(options, comparison, graph, load)
    return 1 if comparison.errors else 0


def main(words):
    parser = Parser(prog="tandem-bench peers", description=__doc__)
    add_arguments(parser)
    options = parser.parse_args(words)
    options.command = shlex.join(["tandem-bench", "peers", *words])
    tandem = Tandem(options.tandem)
    tandem.platform(options.platform, options.threads)  # told here, and not by every run
    if options.chart:
        plots.need_matplotlib()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="tandem-peers-") as folder:
        ours = peers_programs.Ours(tandem, options.threads, options.platform, pathlib.Path(folder))
        plain = save_graph(ours, options.graph, "graph")  # a bad one is told before all that follows
        with locked(options.results):
            return compare(options, ours, plain, load)

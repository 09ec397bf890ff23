# SPDX-License-Identifier: BSD-3-Clause
"""The command: tandem-bench NAME... | all | report | list | peers."""
import argparse
import os
import pathlib
import shlex
import signal
import sys

from . import experiments, graphs, outputs, peers, plots, report
from .files import Failure, Problem, Unavailable
from .lock import locked
from .others import Peers
from .parser import Parser, between
from .runner import Runner
from .studies import STUDIES
from .tandem import Tandem

BUSY = 0.2  # cores that others take, from which on times are not to be trusted
ROOT = pathlib.Path(__file__).parents[2]
EPILOG = """examples:
  tandem-bench list
  tandem-bench totem-fig09 --scale 20
  tandem-bench all report
  tandem-bench peers --help
Finished runs are kept in the folder of results and not run again: interrupt and repeat the command as you like.
docs/experiments.md tells the rest."""


class Bench:
    """What all experiments of a call share."""

    def __init__(self, options):
        self.tandem = Tandem(options.tandem)
        self.machine = self.tandem.machine()
        self.own_graphs = graphs.own_graphs(options.graph)
        self.data = options.data
        self.peers = Peers(options.gapbs, self.tandem.threads())
        self.runner = Runner(self.tandem, self.machine, self.peers, options.results)
        self.command = shlex.join(["tandem-bench", *options.words])


def parse(words):
    parser = Parser(prog="tandem-bench", epilog=EPILOG, formatter_class=argparse.RawDescriptionHelpFormatter,
                    description="Reproduces figures of the TOTEM papers with tandem.")
    parser.add_argument("names", nargs="+", metavar="NAME",
                        help="experiments, all of them, and report; or, alone: list, peers (see peers --help)")
    parser.add_argument("--scale", type=between(6, 40), metavar="S",
                        help="generated graphs have 2^S vertices (default: the experiment's)")
    parser.add_argument("--repetitions", type=between(1, 1000), metavar="N",
                        help="processes for each point (default: the experiment's)")
    parser.add_argument("--full", action="store_true", help="the sizes of the papers")
    parser.add_argument("--graph", action="append", default=[], metavar="NAME=FILE",
                        help=f"a graph of the papers that you have: {', '.join(graphs.STAND_INS)}")
    parser.add_argument("--data", type=pathlib.Path, metavar="DIR", help="folder of the graphs that stand in for them",
                        default=os.environ.get("TANDEM_TEST_DATA") or ROOT.parent / "shared" / "data")
    parser.add_argument("--gapbs", type=pathlib.Path, metavar="DIR", help="folder of GAPBS's programs, a peer")
    parser.add_argument("--tandem", type=pathlib.Path, default=ROOT / "build" / "host" / "tandem", metavar="FILE",
                        help="the program to measure (default: build/host/tandem of the repository)")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("bench-results"), metavar="DIR",
                        help="where everything is kept (default: bench-results)")
    options = parser.parse_args(words)
    options.words = words
    return options


def prepare(experiment, bench):
    """The study of an experiment, or the reason why there is none."""
    try:
        return STUDIES[experiment.study](experiment, bench), ""
    except Unavailable as reason:
        return None, str(reason)


def run_experiments(chosen, bench):
    """Exit code: 1 if a run has failed. What is left out, and said so, is no failure."""
    prepared = [(experiment, *prepare(experiment, bench)) for experiment in chosen]
    # All at once, so that the time left is that of the whole call; runs that experiments share are counted once.
    studies = [study for _, study, _ in prepared if study]
    bench.runner.expect(job for study in studies for job in study.jobs())
    bench.runner.expect_like(job for study in studies for job in study.later())
    for experiment, study, reason in prepared:
        bench.runner.begin(experiment.name)
        rows = study.rows() if study else []
        notes = list(dict.fromkeys(study.notes)) if study else []
        taken = bench.runner.others.values()
        if busy := [cores for cores in taken if cores > BUSY]:
            notes.append(f"the machine was busy: others took up to {max(busy):.1f} cores beside {len(busy)} of "
                         f"{len(taken)} runs")
        outputs.write(experiment, rows, notes, reason, bench)
        bench.runner.progress.say(f"{experiment.name}: not measured: {reason}" if reason else
                                  f"{experiment.name}: done, {len(rows)} rows")
        for note in notes:
            bench.runner.progress.say(f"{experiment.name}: {note}")
    return 1 if bench.runner.failures else 0


def chosen_names(words):
    """Of the experiments, each once."""
    for word in words:
        if word in ("list", "peers"):
            raise Problem(f"'{word}' stands alone, before its options")
    return dict.fromkeys(name for word in words if word != "report"
                         for name in (experiments.names() if word == "all" else [word]))


def measure(options, names):
    loaded = [experiments.load(name) for name in names]
    plots.need_matplotlib()
    bench = Bench(options)
    sockets = bench.tandem.sockets()
    chosen = [experiments.settle(experiment, sockets, options.scale, options.repetitions, options.full)
              for experiment in loaded]
    with locked(options.results):
        return run_experiments(chosen, bench)


def run(words):
    if words[:1] == ["peers"]:
        return peers.main(words[1:])
    options = parse(words)
    if options.names == ["list"]:
        for name in experiments.names():
            print(f"{name:14} {experiments.load(name).title}")
        return 0
    names = chosen_names(options.names)
    code = measure(options, names) if names else 0
    if "report" in options.names:
        print(report.write(options.results, experiments.names()))
    return code


def main(words):
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # batch systems end jobs by it
    try:
        return run(words)
    except (Problem, Unavailable, Failure, OSError) as problem:
        print(f"tandem-bench: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        start = "\n" if sys.stderr.isatty() else ""
        kept = "nothing is kept of half a comparison" if words[:1] == ["peers"] else \
            "finished runs are kept: the same command goes on"
        print(f"{start}tandem-bench: interrupted; {kept}", file=sys.stderr)
        return 130

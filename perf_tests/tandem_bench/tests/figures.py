# SPDX-License-Identifier: BSD-3-Clause
"""figures.py <tandem>: every experiment at a tiny size, with the real program, and the report on all of them.

Not found by unittest's discovery: it takes longer than the rest, and needs the program. Without matplotlib nothing is
drawn, and the test of the pictures is skipped.
"""
import csv
import itertools
import json
import math
import pathlib
import random
import re
import sys
import unittest

from helpers import HAVE_MATPLOTLIB, BenchTest
from tandem_bench import experiments
from tandem_bench.graphs import STAND_INS
from tandem_bench.metrics import METRICS
from tandem_bench.points import num_units
from tandem_bench.report import VERDICTS
from tandem_bench.tandem import Tandem

TANDEM = pathlib.Path(sys.argv.pop(1))
SCALE = 8
# What many machines don't let us count, by how the reason starts. All else can be measured anywhere.
SELDOM_MEASURED = {"totem-fig12": "LLC counters: ", "dobfs-energy": "energy: "}
COLUMNS = ("graph", "algorithm", "platform", "policy", "alpha", "switch")
# Nothing of the kind takes no time, or is none.
POSITIVE = ("rate", "speedup", "quality", "efficiency", "host_vertices", "frontier_degree", "level_time")
SHARES = ("beta", "host_vertices", "device_edges")
PARTS = {"beta": {"without aggregation", "aggregated"}, "accesses": {"reads", "writes"}, "llc": {"accesses", "misses"},
         "breakdown": {"initialise", "compute", "push", "pull", "wait"}, "speedup": {"predicted", "achieved"}}


def places_of(sweep):
    """By the rules of the documentation, without the code that makes them. Peers are not there."""
    for graph, algorithm, platform, policy, alpha in itertools.product(sweep.graphs, sweep.algorithms, sweep.platforms,
                                                                       sweep.policies, sweep.alphas):
        units = num_units(platform)
        if units == 1:
            policy = alpha = ""
        for switch in sweep.switches or [""]:
            yield dict(zip(COLUMNS, (graph, algorithm, platform, policy,
                                     round(1 / units, 4) if alpha == "equal" else alpha, switch)))


def place_of(row, columns):
    """As a table has it."""
    return tuple(f"{row[name]:g}" if isinstance(row.get(name), float) else str(row.get(name, "")) for name in columns)


class Figures(BenchTest):
    def small_graphs(self):
        """In place of the real ones, under the same names: a hub, and edges at random."""
        data = self.folder / "data"
        data.mkdir()
        chance = random.Random(1)
        edges = {(0, vertex) for vertex in range(1, 40)}
        edges |= {(chance.randrange(200), chance.randrange(200)) for _ in range(1000)}
        for name in STAND_INS.values():
            separator, weight = (",", ",1") if ".csv" in name else ("\t", "")
            (data / name).write_text("".join(f"{a}{separator}{b}{weight}\n" for a, b in sorted(edges)))
        return data

    def check_value(self, row):
        self.assertEqual(row["unit"], METRICS[row["metric"]].unit)
        mean, half = float(row["mean"]), float(row.get("ci95") or 0)
        self.assertTrue(math.isfinite(mean) and math.isfinite(half) and half >= 0, row)
        self.assertGreaterEqual(int(row["samples"]), 1, row)
        must = row["metric"] in POSITIVE or row.get("part") == "compute"
        self.assertTrue(mean > 0 if must else mean >= 0, row)
        self.assertTrue(row["metric"] not in SHARES or mean <= 100, row)

    def check_places(self, experiment, metric, rows, notes):
        """All of the sweep is there, but for what a note leaves out. Only the planner adds a place: the split that it
        recommends."""
        left_out = [re.match(r"(\S+), (\S+), (\w+), alpha (\S+) left out: such a split", note) for note in notes]
        left_out = {(found[1], found[2], found[3], found[4]) for found in left_out if found}
        places = [place for place in places_of(experiment.sweep)
                  if place_of(place, ("graph", "platform", "policy", "alpha")) not in left_out
                  and not any(f"platform {place['platform']}:" in note for note in notes)]
        # Of what the planner tells, splits and platforms are its own choice.
        columns = COLUMNS if METRICS[metric].read else ("graph", "algorithm")
        wanted, found = ({place_of(one, columns) for one in ones} for ones in (places, rows))
        self.assertEqual(wanted - found, set(), metric)
        self.assertTrue(found == wanted or experiment.study == "plan", (metric, found - wanted))

    def check_parts(self, metric, rows):
        """Every place has all parts of its processors, or all levels from the first to the last."""
        aside = METRICS[metric].columns or {"speedup": ("part",)}.get(metric, ())
        places = {}
        for row in rows:
            places.setdefault(place_of(row, COLUMNS), []).append(row)
        for (_, algorithm, platform, *_), place in places.items():
            processors = {row["processor"] for row in place} if "processor" in aside else {""}
            if "processor" in aside:
                self.assertEqual(processors, {"host", "device"} if num_units(platform) > 1 else {"host"})
            for processor in processors:
                of_it = [row for row in place if not processor or row["processor"] == processor]
                if "part" in aside:
                    searching = metric == "breakdown" and algorithm.startswith("bfs")
                    self.assertEqual({row["part"] for row in of_it},
                                     PARTS[metric] | ({"fetch parents"} if searching else set()))
                if "level" in aside:
                    levels = sorted(int(row["level"]) for row in of_it)
                    self.assertEqual(levels, list(range(len(levels))))
                    self.assertGreater(len(levels), 2)

    def check_table(self, experiment, rows, summary):
        for row in rows:
            self.check_value(row)
        self.assertEqual({row["metric"] for row in rows}, set(experiment.metrics))
        if experiment.study == "model":
            sweep = experiment.sweep
            self.assertEqual(len(rows), math.prod(map(len, (sweep.alphas, sweep.betas, sweep.rates,
                                                            sweep.bytes_per_edge))))
        elif experiment.study != "machines":
            for metric in experiment.metrics:
                of_it = [row for row in rows if row["metric"] == metric]
                self.check_places(experiment, metric, of_it, summary["notes"])
                self.check_parts(metric, of_it)

    def check_picture(self, experiment, summary):
        self.assertEqual((self.results / f"{experiment.name}.png").read_bytes()[:4], b"\x89PNG")
        drawing = (self.results / f"{experiment.name}.svg").read_text()
        if summary["not_measured"]:
            self.assertIn("Not measured: ", drawing)
            return
        self.assertIn(f"{experiment.paper}, {experiment.figure}:", drawing)
        for plot in experiment.plots:
            if plot.kind != "table":
                self.assertIn(f"<!-- {plot.ylabel or METRICS[plot.metric].unit} -->", drawing)

    def test_all(self):
        if not HAVE_MATPLOTLIB:
            self.without_pictures()
        code, _, errors = self.bench("all", "--scale", str(SCALE), "--repetitions", "1", "--data",
                                     str(self.small_graphs()), tandem=TANDEM)
        self.assertEqual(code, 0, errors)
        sockets = Tandem(TANDEM).sockets()
        chosen = [experiments.settle(experiments.load(name), sockets, SCALE, 1) for name in experiments.names()]
        summaries = {one.name: json.loads((self.results / f"{one.name}.json").read_text()) for one in chosen}
        for experiment in chosen:
            name, summary = experiment.name, summaries[experiment.name]
            with self.subTest(name):
                self.assertEqual(len(summary["claims"]), len(experiment.claims))
                self.assertTrue({claim["verdict"] for claim in summary["claims"]} <= set(VERDICTS))
                rows = list(csv.DictReader((self.results / f"{name}.csv").read_text().splitlines()))
                # All that is missing says why; all that is there has a value.
                if summary["not_measured"]:
                    self.assertEqual([row["note"] for row in rows], [summary["not_measured"]])
                    self.assertIn(name, SELDOM_MEASURED)
                    self.assertTrue(summary["not_measured"].startswith(SELDOM_MEASURED[name]))
                    print(f"{name}: not measured: {summary['not_measured']}", file=sys.stderr)
                else:
                    self.check_table(experiment, rows, summary)
        with self.subTest("pictures"):
            if not HAVE_MATPLOTLIB:
                self.skipTest("matplotlib is not there (configs/setup.sh bench): no picture was looked at")
            for experiment in chosen:
                self.check_picture(experiment, summaries[experiment.name])
        self.assertEqual(self.bench("report", tandem=TANDEM)[0], 0)
        self.assertNotIn("Not run yet", (self.results / "report.html").read_text())


unittest.main(verbosity=2)  # says why it skips

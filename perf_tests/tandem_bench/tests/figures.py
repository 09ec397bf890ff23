# SPDX-License-Identifier: BSD-3-Clause
"""figures.py <tandem>: every experiment at a tiny size, with the real program, and the report on all of them.

Not found by unittest's discovery: it takes longer than the rest, and needs the program. Without matplotlib nothing is
drawn.
"""
import csv
import json
import pathlib
import random
import sys
import unittest

from helpers import HAVE_MATPLOTLIB, BenchTest
from tandem_bench import experiments
from tandem_bench.graphs import STAND_INS
from tandem_bench.report import VERDICTS

TANDEM = pathlib.Path(sys.argv.pop(1))
# What many machines don't let us count, by how the reason starts. All else can be measured anywhere.
SELDOM_MEASURED = {"totem-fig12": "LLC counters: ", "dobfs-energy": "energy: "}


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

    def test_all(self):
        if not HAVE_MATPLOTLIB:
            print("matplotlib is not there (configs/setup.sh bench): no pictures", file=sys.stderr)
            self.without_pictures()
        code, _, errors = self.bench("all", "--scale", "8", "--repetitions", "1", "--data", str(self.small_graphs()),
                                     tandem=TANDEM)
        self.assertEqual(code, 0, errors)
        for name in experiments.names():
            with self.subTest(name):
                summary = json.loads((self.results / f"{name}.json").read_text())
                self.assertTrue({claim["verdict"] for claim in summary["claims"]} <= set(VERDICTS))
                rows = list(csv.DictReader((self.results / f"{name}.csv").read_text().splitlines()))
                self.assertTrue(rows)
                # All that is missing says why; all that is there has a value.
                if summary["not_measured"]:
                    self.assertEqual(rows[0]["note"], summary["not_measured"])
                    self.assertIn(name, SELDOM_MEASURED)
                    self.assertTrue(summary["not_measured"].startswith(SELDOM_MEASURED[name]))
                    print(f"{name}: not measured: {summary['not_measured']}", file=sys.stderr)
                else:
                    self.assertTrue(all(float(row["mean"]) >= 0 for row in rows))
                if HAVE_MATPLOTLIB:
                    self.assertTrue((self.results / f"{name}.png").stat().st_size > 1000)
        self.assertEqual(self.bench("report", tandem=TANDEM)[0], 0)
        self.assertNotIn("Not run yet", (self.results / "report.html").read_text())


unittest.main()

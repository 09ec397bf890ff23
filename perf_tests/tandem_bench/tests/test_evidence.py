# SPDX-License-Identifier: BSD-3-Clause
import types
import unittest

from tandem_bench.evidence import expected, lacking
from tandem_bench.experiments import Sweep

SWEEP = Sweep(graphs=["rmat:9", "twitter"], algorithms=["bfs", "bfs-top-down"], platforms=["1S", "1S1G", "1S2G"],
              policies=["high", "rand"], alphas=[0.5], peers=["GAPBS"])


def table(metric="rate", *without):
    return [place | {"metric": metric} for place in expected(SWEEP, metric)
            if not set(without) & set(place.values())]


def found(rows, metric="rate", **parameters):
    return lacking(types.SimpleNamespace(parameters={"metric": metric} | parameters), SWEEP, rows)


class Evidence(unittest.TestCase):
    def test_all_is_there(self):
        # GAPBS does not search top-down alone, which nobody misses; nor policies of a host alone.
        for parameters in ({}, {"where": {"policy": "high"}}, {"of": {"platform": "1S"}, "to": {"platform": "GAPBS"}}):
            self.assertEqual(found(table(), **parameters), [])

    def test_a_graph_that_is_missing(self):
        rows = table("rate", "twitter")
        for parameters in ({}, {"where": {"graph": ["rmat:9", "twitter"]}}, {"of": {"policy": "high"}, "to": {}}):
            self.assertEqual(found(rows, **parameters), ["graph twitter"])
        self.assertEqual(found(rows, where={"graph": "rmat:9"}), [])

    def test_platforms_and_peers(self):
        rows = table("rate", "1S2G", "GAPBS")
        self.assertEqual(found(rows, where={"platform": ["1S", "1S1G"]}), [])
        self.assertEqual(found(rows, where={"policy": "high"}), ["platform 1S2G"])
        self.assertEqual(found(rows), ["platform 1S2G", "platform GAPBS"])

    def test_one_run_of_a_peer_that_has_failed(self):
        rows = [row for row in table() if (row["platform"], row["graph"]) != ("GAPBS", "twitter")]
        self.assertEqual(found(rows, of={"platform": "1S"}, to={"platform": "GAPBS"}), ["graph twitter"])

    def test_the_planner_chooses_splits_itself(self):
        rows = [{"metric": "quality", "graph": graph, "algorithm": algorithm, "platform": "1S1G", "policy": "rand",
                 "alpha": 0.35} for graph in SWEEP.graphs for algorithm in SWEEP.algorithms]
        self.assertEqual(found(rows, "quality", where={}), [])
        self.assertEqual(found(rows[:2], "quality", where={}), ["graph twitter"])

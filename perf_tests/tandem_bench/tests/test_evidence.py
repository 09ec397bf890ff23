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

    def test_a_place_whose_parts_are_all_elsewhere(self):
        """Each of its values is measured, but not together."""
        high = {"graph": "twitter", "algorithm": "bfs", "platform": "1S2G", "policy": "high"}
        rows = [row for row in table() if not high.items() <= row.items()]
        self.assertEqual(len(rows), len(table()) - 1)
        name = "graph twitter, algorithm bfs, platform 1S2G, policy high, alpha 0.5"
        self.assertEqual(found(rows), [name])
        # Only what tells it from the other places of the claim.
        for parameters, name in (({"where": {"graph": "twitter", "algorithm": "bfs"}},
                                  "platform 1S2G, policy high, alpha 0.5"),
                                 ({"of": {"policy": "high"}, "to": {"policy": "rand"}},
                                  "graph twitter, algorithm bfs, platform 1S2G")):
            self.assertEqual(found(rows, **parameters), [name])
        self.assertEqual(found(rows, where={"policy": "rand"}), [])

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
        self.assertEqual(found(rows[1:], "quality", where={}), ["graph rmat:9, algorithm bfs"])

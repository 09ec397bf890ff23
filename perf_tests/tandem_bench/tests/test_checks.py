# SPDX-License-Identifier: BSD-3-Clause
import types
import unittest

from tandem_bench import checks


def row(mean, **coordinates):
    """`coordinates` may have the interval, too."""
    return {"metric": "rate", "unit": "MTEPS", "mean": mean, "ci95": None} | coordinates


TABLE = [row(10, platform="1S", policy="", alpha="")] + [
    row(mean, platform="1S1G", policy=policy, alpha=alpha)
    for policy, means in (("high", (30, 20)), ("low", (15, 25))) for alpha, mean in zip((0.5, 0.9), means)]


class Checks(unittest.TestCase):
    def test_limit(self):
        self.assertEqual(checks.limit(TABLE, "rate", {"policy": "high"}, at_least=20), (True, "20 to 30 MTEPS"))
        self.assertFalse(checks.limit(TABLE, "rate", {"policy": "high"}, at_most=25)[0])
        self.assertEqual(checks.limit([row(20, ci95=2.5)], "rate", {}, at_least=17.5), (True, "20 ± 2.5 MTEPS"))

    def test_ratio_to_the_host_alone(self):
        holds, text = checks.ratio(TABLE, "rate", {"platform": "1S1G", "policy": "high"}, {"platform": "1S"},
                                   at_least=2.5)
        self.assertEqual((holds, text), (True, "on average 2.5x (2 to 3 over 2 pairs)"))
        self.assertTrue(checks.ratio(TABLE, "rate", {"platform": "1S1G"}, {"platform": "1S"}, best=True, at_least=3)[0])

    def test_ratio_pairs_equal_alphas(self):
        pairs = {"policy": "high"}, {"policy": "low"}
        self.assertEqual([found["mean"] for found in checks.ratios(TABLE, "rate", *pairs)], [2.0, 0.8])
        self.assertTrue(checks.ratio(TABLE, "rate", *pairs, at_least=1)[0])
        self.assertEqual(checks.ratio(TABLE, "rate", *pairs, every=True, at_least=1), (False, "0.8 to 2x over 2 pairs"))
        self.assertFalse(checks.ratio(TABLE, "rate", *pairs, every=True, at_most=1)[0])

    def test_ratio_pairs_within_alternatives(self):
        table = [row(mean, graph=graph, algorithm=algorithm)
                 for graph, algorithm, mean in (("a", "x", 1), ("a", "y", 2), ("b", "x", 10), ("b", "y", 30))]
        found = checks.ratios(table, "rate", {"graph": ["a", "b"], "algorithm": "y"},
                              {"graph": ["a", "b"], "algorithm": "x"})
        self.assertEqual([one["mean"] for one in found], [2.0, 3.0])

    def test_share(self):
        table = [row(mean, policy=policy, part=part, ci95=1)
                 for policy, means in (("high", (10, 90)), ("low", (30, 70)))
                 for part, mean in zip(("push", "compute"), means)]
        # 10 ± 0.9: the hypotenuse of 90 and 10, in percent of the whole squared.
        high = {"policy": "high"}
        self.assertEqual(checks.share(table, "rate", high | {"part": "push"}, high, at_most=11),
                         (True, "10 ± 0.906 %"))
        # The worst of the strategies counts, not their sum.
        self.assertEqual(checks.share(table, "rate", {"part": ["push"]}, {"part": ["push", "compute"]}, at_most=20),
                         (False, "10 ± 0.906 to 30 ± 0.762 % over 2 cases"))
        self.assertEqual(checks.share(table, "rate", {"policy": ["high", "low"], "part": "push"},
                                      {"policy": ["high", "low"]}, at_most=31)[0], True)
        self.assertEqual(checks.share(table, "rate", {"part": "pull"}, {}, at_most=10), (None, ""))

    def test_wins(self):
        self.assertEqual(checks.wins(TABLE, "rate", "policy", "high"),
                         (True, "high is highest at 1 of 2 points"))
        for half_width, clearly, answers in ((4, 1, [True, False]), (12, 0, 2 * [checks.UNDECIDED])):
            table = [row(mean, policy=policy, ci95=half_width) for policy, mean in (("high", 30), ("low", 15))]
            self.assertEqual([checks.wins(table, "rate", "policy", winner)[0] for winner in ("high", "low")], answers)
            self.assertIn(f"at {clearly} of them", checks.wins(table, "rate", "policy", "high")[1])
        self.assertFalse(checks.wins(TABLE, "rate", "policy", "high", at_least=1)[0])
        self.assertTrue(checks.wins(TABLE, "rate", "policy", "low", {"alpha": 0.5}, lower=True, at_least=1)[0])

    def test_trend(self):
        self.assertEqual(checks.trend(TABLE, "rate", "alpha", {"policy": "high"}), (True, "1 of 1 lines fall"))
        self.assertFalse(checks.trend(TABLE, "rate", "alpha")[0])
        # Lower at its end than at its start is not enough.
        for half_width, answer in ((None, False), (0.1, False), (0.6, checks.UNDECIDED)):
            line = [row(mean, alpha=alpha, ci95=half_width) for alpha, mean in enumerate((1.2, 2.0, 1.4, 1.0))]
            self.assertEqual(checks.trend(line, "rate", "alpha")[0], answer)
        # A step against it that the intervals explain.
        line = [row(mean, alpha=alpha, ci95=0.1) for alpha, mean in enumerate((2.0, 1.4, 1.45, 1.0))]
        self.assertEqual(checks.trend(line, "rate", "alpha"), (True, "1 of 1 lines fall"))
        self.assertFalse(checks.trend(line, "rate", "alpha", rises=True)[0])
        rising = [row(-one["mean"], alpha=one["alpha"]) for one in line[:2]]
        self.assertEqual(checks.trend(rising, "rate", "alpha", rises=True), (True, "1 of 1 lines rise"))

    def test_peak_and_largest(self):
        levels = [row(mean, level=level) for level, mean in enumerate((1, 60, 30, 9))]
        self.assertTrue(checks.peak(levels, "rate", "level", at_most=1)[0])
        self.assertEqual(checks.largest(levels, "rate", 2, at_least=90), (True, "the 2 largest of 4 are 90 %"))

    def test_values_that_fall_behind_the_largest(self):
        def answer(means, half_width=None, at_most=2):
            levels = [row(mean, level=level, ci95=half_width) for level, mean in enumerate(means)]
            return checks.peak(levels, "rate", "level", at_most=at_most, falls=True)

        self.assertEqual(answer((1, 90, 20, 8, 1)), (True, "largest at level 1: 90 MTEPS, falls to 1"))
        self.assertEqual(answer((1, 90, 20, 80, 70)),
                         (False, "largest at level 1: 90 MTEPS, but 80 at level 3 after 20"))
        self.assertEqual(answer((1, 90, 20, 80, 70), half_width=50)[0], checks.UNDECIDED)
        # Hardly a rise, but not many of those.
        self.assertEqual([answer(means)[0] for means in ((90, 1, 5), (90, 1, 5, 9))], [True, False])
        # Too late, or not at all.
        self.assertFalse(answer((1, 90, 20), at_most=0)[0])
        self.assertEqual(answer((1, 20, 90)), (False, "largest at level 2: 90 MTEPS, nothing behind it"))
        self.assertEqual(answer((1, 90, 80), half_width=10)[0], checks.UNDECIDED)

    def test_correlation(self):
        table = [row(mean, algorithm="bfs", alpha=alpha, part=part) for part, factor in (("predicted", 1.1),
                 ("achieved", 1.0)) for alpha, mean in ((0.5, 2 * factor), (0.7, 1.4 * factor), (0.9, 1.1 * factor))]
        holds, text = checks.correlation(table, "rate", "algorithm", at_least=0.99, error_at_most=11)
        self.assertEqual((holds, text), (True, "bfs: r = 1.00, mean error 10 %"))

    def test_intervals_with_a_bar_within_decide_nothing(self):
        undecided = checks.UNDECIDED
        for bars, holds in (({"at_least": 18}, True), ({"at_least": 19}, undecided), ({"at_least": 21}, undecided),
                            ({"at_least": 23}, False), ({"at_most": 21}, undecided), ({"at_most": 17}, False),
                            ({"at_least": 10, "at_most": 30}, True), ({"at_least": 10, "at_most": 21}, undecided)):
            with self.subTest(bars):
                self.assertEqual(checks.limit([row(20, ci95=2)], "rate", {}, **bars)[0], holds)
        pair = [row(20, policy="high", ci95=2), row(10, policy="low", ci95=0)]
        self.assertEqual([checks.ratio(pair, "rate", {"policy": "high"}, {"policy": "low"}, at_least=bar)[0]
                          for bar in (1.5, 1.9, 2.5)], [True, undecided, False])
        # What surely fails decides for all.
        self.assertFalse(checks.limit([row(20, ci95=2), row(5, ci95=2)], "rate", {}, at_least=19)[0])
        line = [row(20, alpha=0.5, ci95=2), row(19, alpha=0.9, ci95=2)]
        self.assertEqual([checks.trend(line, "rate", "alpha", rises=rises)[0] for rises in (False, True)],
                         [undecided, undecided])
        levels = [row(mean, level=level, ci95=1) for level, mean in enumerate((4, 60, 59.5, 9))]
        self.assertEqual([checks.peak(levels, "rate", "level", at_most=bar)[0] for bar in (0, 1, 2)],
                         [False, undecided, True])
        self.assertEqual(checks.largest(levels, "rate", 2, at_least=90)[0], undecided)

    def test_nothing_measured(self):
        needed = {"limit": {"where": {}}, "ratio": {"of": {}, "to": {}}, "share": {"of": {}, "whole": {}},
                  "wins": {"series": "policy", "winner": "high"}, "trend": {"x": "alpha"},
                  "peak": {"x": "level", "at_most": 2}, "largest": {"count": 2, "at_least": 60},
                  "correlation": {"by": "graph"}}
        self.assertEqual(set(needed), set(checks.CHECKS))
        for name, arguments in needed.items():
            with self.subTest(name):
                self.assertEqual(checks.CHECKS[name]([], "rate", **arguments), (None, ""))

    def test_verdicts(self):
        claim = {"text": "t", "paper": "p", "check": "limit", "accelerator": False, "emulated": False,
                 "definition": False}

        def word(table, has_accelerator, **changes):
            limits = {"parameters": {"metric": "rate", "where": {}, "at_least": 10}}
            return checks.verdict(types.SimpleNamespace(**claim | limits | changes), table, has_accelerator)["verdict"]

        below = {"parameters": {"metric": "rate", "where": {}, "at_least": 11}}
        self.assertEqual(word(TABLE, False), "holds")
        self.assertEqual(word(TABLE, False, definition=True), "holds by definition")
        self.assertEqual(word(TABLE, False, **below), "does not hold here")
        self.assertEqual(word(TABLE, False, **below, definition=True), "does not hold here")
        self.assertEqual(word([], False), "not measured")
        self.assertEqual(word(TABLE, False, accelerator=True), "needs an accelerator")
        self.assertEqual(word(TABLE, True, accelerator=True), "holds")
        self.assertEqual([word(TABLE, there, emulated=True, **below) for there in (False, True)],
                         ["does not hold here", "needs emulated devices"])
        self.assertEqual(word([row(10, ci95=1)], False), "undecided: within the spread")

    def test_verdict_on_a_part(self):
        claim = types.SimpleNamespace(text="t", paper="p", check="limit", accelerator=False, emulated=False,
                                      definition=False, parameters={"metric": "rate", "where": {}, "at_least": 10})
        found = checks.verdict(claim, TABLE, False, ["graph twitter"])
        self.assertEqual((found["verdict"], found["here"]),
                         ("in part", "10 to 30 MTEPS; holds as far as measured, without graph twitter"))
        self.assertIn("without graph twitter; policy high, alpha 0.5",
                      checks.verdict(claim, TABLE, False, ["graph twitter", "policy high, alpha 0.5"])["here"])
        self.assertEqual(checks.verdict(claim, [], False, ["graph twitter"])["verdict"], "not measured")

    def test_what_fails_on_a_part_fails_on_the_whole(self):
        """Where a claim is about every row; a mean or the best of all may be another with those that are missing."""
        rows = {"of": {"policy": "high"}, "to": {"policy": "low"}}
        bounds = {"at_least": 3}
        for check, parameters, refuted in (
                ("limit", {"where": {}} | bounds, False), ("limit", {"where": {}, "at_least": 12}, True),
                ("ratio", {"every": True} | rows | bounds, True), ("ratio", rows | bounds, False),
                ("ratio", {"best": True} | rows | bounds, False), ("trend", {"x": "alpha"}, True),
                ("wins", {"series": "policy", "winner": "high", "at_least": 1}, True),
                ("wins", {"series": "policy", "winner": "high", "at_least": 0.9}, False),
                ("share", {"of": {"policy": "high"}, "whole": {"policy": ["high", "low"]}, "at_least": 60}, True)):
            with self.subTest(check=check, **parameters):
                claim = types.SimpleNamespace(text="t", paper="p", check=check, accelerator=False, emulated=False,
                                              definition=False, parameters={"metric": "rate"} | parameters)
                found = checks.verdict(claim, TABLE, False, ["graph twitter"])
                self.assertEqual(found["verdict"], "does not hold here" if refuted else "in part", found)
                self.assertIn("without graph twitter", found["here"])

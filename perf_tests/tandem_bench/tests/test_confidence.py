# SPDX-License-Identifier: BSD-3-Clause
import math
import random
import unittest

from tandem_bench.confidence import (average, estimate, estimate_ratio, interval, interval_of_groups, percentage,
                                     quotient, student)


class Confidence(unittest.TestCase):
    def test_interval_by_hand(self):
        # Mean 3, standard deviation 1.5811, t of 4 degrees of freedom 2.776.
        self.assertAlmostEqual(interval([1, 2, 3, 4, 5]), 2.776 * 1.58114 / math.sqrt(5), places=3)

    def test_one_sample_has_no_interval(self):
        self.assertEqual(estimate([[7.0]]), {"samples": 1, "mean": 7.0, "ci95": None})

    def test_the_wider_interval_counts(self):
        # Of three processes with means 2, 5, 8: t of 2 degrees of freedom 4.303, standard deviation 3.
        apart = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
        self.assertAlmostEqual(interval_of_groups(apart), 4.303 * 3 / math.sqrt(3))
        self.assertGreater(interval_of_groups(apart), interval([1, 2, 3, 4, 5, 6, 7, 8, 9]))
        # The same samples, but every process has the mean 5.
        alike = [[1, 5, 9], [2, 6, 7], [3, 4, 8]]
        self.assertEqual(interval_of_groups(alike), interval([1, 2, 3, 4, 5, 6, 7, 8, 9]))
        # One process can't tell, and one sample each is all that there is.
        self.assertEqual(interval_of_groups([[1, 2, 3]]), interval([1, 2, 3]))
        self.assertEqual(interval_of_groups([[1], [2], [3]]), interval([1, 2, 3]))
        self.assertIsNone(interval_of_groups([[1]]))
        self.assertEqual(estimate(apart), {"samples": 9, "mean": 5, "ci95": interval_of_groups(apart)})

    def test_intervals_hold_the_truth_where_processes_differ(self):
        chance, rounds, held, held_pooled = random.Random(1), 1000, 0, 0
        for _ in range(rounds):
            groups = [[speed + chance.gauss(0, 1) for _ in range(16)]
                      for speed in (chance.gauss(100, 1) for _ in range(3))]
            found, pooled = estimate(groups), interval(sum(groups, []))
            held += abs(found["mean"] - 100) <= found["ci95"]
            held_pooled += abs(found["mean"] - 100) <= pooled
        self.assertGreater(held / rounds, 0.94)
        self.assertLess(held_pooled / rounds, 0.7)

    def test_students_t_beyond_the_table(self):
        self.assertAlmostEqual(student(31), 2.0395, places=3)
        self.assertAlmostEqual(student(100), 1.9840, places=3)
        self.assertAlmostEqual(student(63), 1.9983, places=3)

    def test_harmonic_mean(self):
        self.assertAlmostEqual(estimate([[1.0, 3.0]], harmonic=True)["mean"], 1.5)
        # Of nearly equal samples, both means and intervals are nearly the same.
        plain, harmonic = estimate([[99.0, 100.0, 101.0]]), estimate([[99.0, 100.0, 101.0]], harmonic=True)
        self.assertAlmostEqual(plain["ci95"], harmonic["ci95"], delta=0.05)

    def test_ratios(self):
        self.assertAlmostEqual(estimate_ratio([0.5, 2.0])["mean"], 1)
        plain, found = estimate([[0.99, 1.0, 1.01]]), estimate_ratio([0.99, 1.0, 1.01])
        self.assertAlmostEqual(plain["ci95"], found["ci95"], delta=1e-5)

    def test_errors_are_carried_on(self):
        one, other, unknown = ({"mean": mean, "ci95": half} for mean, half in ((30, 3), (10, 2), (10, None)))
        # A tenth and a fifth: the hypotenuse, of 3.
        self.assertAlmostEqual(quotient(one, other)["ci95"], 3 * math.hypot(0.1, 0.2))
        self.assertEqual(quotient(one, unknown), {"mean": 3, "ci95": None})
        self.assertEqual(quotient({"mean": 0, "ci95": 1}, other), {"mean": 0, "ci95": 0.1})
        self.assertAlmostEqual(percentage([one], [other])["ci95"], 100 * math.hypot(10 * 3, 30 * 2) / 40**2)
        self.assertEqual(percentage([one], [unknown]), {"mean": 75, "ci95": None})
        self.assertEqual(average([one, other]), {"mean": 20, "ci95": 2.5})

# SPDX-License-Identifier: BSD-3-Clause
import math
import unittest

from tandem_bench.confidence import average, estimate, estimate_ratio, interval, percentage, quotient, student


class Confidence(unittest.TestCase):
    def test_interval_by_hand(self):
        # Mean 3, standard deviation 1.5811, t of 4 degrees of freedom 2.776.
        self.assertAlmostEqual(interval([1, 2, 3, 4, 5]), 2.776 * 1.58114 / math.sqrt(5), places=3)

    def test_one_sample_has_no_interval(self):
        self.assertEqual(estimate([7.0]), {"samples": 1, "mean": 7.0, "ci95": None})

    def test_students_t_beyond_the_table(self):
        self.assertAlmostEqual(student(31), 2.0395, places=3)
        self.assertAlmostEqual(student(100), 1.9840, places=3)
        self.assertAlmostEqual(student(63), 1.9983, places=3)

    def test_harmonic_mean(self):
        self.assertAlmostEqual(estimate([1.0, 3.0], harmonic=True)["mean"], 1.5)
        # Of nearly equal samples, both means and intervals are nearly the same.
        plain, harmonic = estimate([99.0, 100.0, 101.0]), estimate([99.0, 100.0, 101.0], harmonic=True)
        self.assertAlmostEqual(plain["ci95"], harmonic["ci95"], delta=0.05)

    def test_ratios(self):
        self.assertAlmostEqual(estimate_ratio([0.5, 2.0])["mean"], 1)
        plain, found = estimate([0.99, 1.0, 1.01]), estimate_ratio([0.99, 1.0, 1.01])
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

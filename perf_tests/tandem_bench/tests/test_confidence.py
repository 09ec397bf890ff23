# SPDX-License-Identifier: BSD-3-Clause
import math
import unittest

from tandem_bench.confidence import estimate, interval, student


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

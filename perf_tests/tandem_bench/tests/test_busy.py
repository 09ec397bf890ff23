# SPDX-License-Identifier: BSD-3-Clause
import os
import unittest.mock

from helpers import BenchTest
from tandem_bench import busy


class Busy(BenchTest):
    """Two cores, a clock, and a time of our own, as the test says."""

    def setUp(self):
        super().setUp()
        self.stat = self.folder / "stat"
        self.patch(busy, "STAT", new=self.stat)
        self.patch(busy, "TICK", new=0.01)
        self.patch(os, "sched_getaffinity", new=lambda _: {0, 2})

    def others(self, first, second, ours, seconds):
        """Between two readings of the user time and the stolen time of core 0."""
        clock = iter((10, 10 + seconds))
        spent = iter((5, 5 + ours))
        with unittest.mock.patch("time.monotonic", lambda: next(clock)), \
                unittest.mock.patch.object(busy, "our_seconds", lambda: next(spent)):
            self.write(*first)
            watch = busy.Watch()
            self.write(*second)
            return watch.others()

    def write(self, user, stolen):
        """Core 1 is not ours, however busy; core 2 rests and waits for a disk."""
        self.stat.write_text(f"cpu 9 9 9 9 9 9 9 9 0 0\ncpu0 {user} 10 20 {user} {user} 1 2 {stolen} {user} 0\n"
                             f"cpu1 {99 * user} 0 0 0 0 0 0 0 0 0\ncpu2 7 0 0 {user} {user} 0 0 0 0 0\nintr 1 2 3\n\n")

    def test_cores_of_others(self):
        # Of 3 s that core 0 was busy 1 s was ours, and two ticks don't count.
        self.assertAlmostEqual(self.others((100, 0), (300, 100), ours=1, seconds=4), (2 - 0.02) / 4)

    def test_nobody_else(self):
        self.assertEqual(self.others((100, 0), (300, 0), ours=1.99, seconds=2), 0)
        self.assertEqual(self.others((100, 0), (300, 0), ours=2.5, seconds=2), 0)

    def test_a_system_that_does_not_tell(self):
        self.stat.unlink(missing_ok=True)
        self.assertEqual(busy.busy_seconds(), [])
        self.assertEqual(busy.Watch().others(), 0)

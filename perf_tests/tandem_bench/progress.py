# SPDX-License-Identifier: BSD-3-Clause
"""A line on stderr: how many runs, and files made for them, are done, and how long the rest will take."""
import collections
import sys
import time

QUIET_SECONDS = 15  # between lines where stderr is no terminal


def duration(seconds):
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


class Progress:
    """Steps of one group are taken to last equally long."""

    def __init__(self):
        self.left = collections.Counter()
        self.total = 0
        self.times = collections.defaultdict(list)
        self.drawn = False
        self.last_line = time.monotonic()

    def expect(self, group):
        self.left[group] += 1
        self.total += 1

    def done(self, group, seconds=None):
        """Without a time if it has failed, which says nothing of the others."""
        if self.left[group] == 0:
            self.expect(group)  # known only after others had run
        self.left[group] -= 1
        if seconds is not None:
            self.times[group].append(seconds)

    def forget(self, group):
        """One that was expected will not come."""
        if self.left[group] > 0:
            self.left[group] -= 1
            self.total -= 1

    def forget_all(self, is_lost):
        """Runs of such groups will not come."""
        for group in list(filter(is_lost, self.left)):
            self.total -= self.left.pop(group)

    def seconds_left(self):
        """None as long as nothing has run."""
        everything = [seconds for times in self.times.values() for seconds in times]
        if not everything:
            return None
        mean = sum(everything) / len(everything)
        return sum(count * (sum(self.times[group]) / len(self.times[group]) if self.times[group] else mean)
                   for group, count in self.left.items())

    def show(self, what):
        done = self.total - sum(self.left.values())
        left = self.seconds_left()
        estimate = "" if left is None else f", about {duration(left)} left"
        text = f"{what}: {done} of {self.total} steps done{estimate}"
        if sys.stderr.isatty():
            print(f"\r\033[K{text[:100]}", end="", file=sys.stderr, flush=True)
            self.drawn = True
        elif time.monotonic() - self.last_line > QUIET_SECONDS:
            print(text, file=sys.stderr, flush=True)
            self.last_line = time.monotonic()

    def clear(self):
        if self.drawn:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self.drawn = False

    def say(self, text):
        """A line that stays."""
        self.clear()
        print(f"tandem-bench: {text}", file=sys.stderr, flush=True)

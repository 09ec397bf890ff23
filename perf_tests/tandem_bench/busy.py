# SPDX-License-Identifier: BSD-3-Clause
"""How much of our cores others take while a run lasts: other processes, and other machines on the same hardware."""
import os
import pathlib
import resource
import time

STAT = pathlib.Path("/proc/stat")
# Ticks of a core: user, nice, system, idle, iowait, irq, softirq, steal. Those of guests are in user, too.
NOT_IDLE = (0, 1, 2, 5, 6, 7)
TICK = 1 / os.sysconf("SC_CLK_TCK")


def busy_seconds():
    """Of each core that we may use, since the machine was started; nothing where the system does not tell."""
    try:
        lines = [line.split() for line in STAT.read_text().splitlines()]
    except OSError:
        return []
    ours = {f"cpu{core}" for core in os.sched_getaffinity(0)}
    return [TICK * sum(int(words[1 + place]) for place in NOT_IDLE) for words in lines if words and words[0] in ours]


def our_seconds():
    """Of this process, and of its children that have ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


class Watch:
    """From when it is made."""

    def __init__(self):
        self.start, self.busy, self.ours = time.monotonic(), busy_seconds(), our_seconds()

    def seconds(self):
        return time.monotonic() - self.start

    def others(self):
        """Cores that others took, in the mean; 0 where it is not known. Each core may be a tick behind: that much is
        not counted."""
        taken = sum(busy_seconds()) - sum(self.busy) - (our_seconds() - self.ours)
        return max(0, taken - TICK * len(self.busy)) / self.seconds()

# SPDX-License-Identifier: BSD-3-Clause
"""What is run, as processes: the points of a sweep and the command of each."""
import dataclasses
import math
import re

from .graphs import Graph

# What tandem is asked for. TOTEM's search goes top-down only; "bfs" is the direction-optimised one.
ALGORITHMS = {
    "bfs": ("run", "bfs", "--direction", "optimized"),
    "bfs-top-down": ("run", "bfs", "--direction", "top-down"),
    "pagerank": ("run", "pagerank"),
    "bc": ("run", "bc"),
    "graph500": ("graph500", "--no-sssp", "--no-validate"),
}

ALONE = ""  # policy and alpha where there is nothing to split


def repetitions(sweep, samples_in_each):
    """Processes, as many as give the samples."""
    return range(max(sweep.repetitions, math.ceil(sweep.samples / samples_in_each)))


@dataclasses.dataclass(frozen=True)
class Job:
    """A process. Its arguments have {graph}, {json}, {profile} and the like in place of files, so that they say the
    same in every folder of results."""
    arguments: tuple
    graph: Graph | None = None
    program: str = "tandem"
    platform: str = ""  # the one to calibrate, if it needs a profile,
    calibration: Graph | None = None  # and the graph to do it with, if not tandem's own
    machine: str = ""  # one that is not here
    counters: bool = False
    repetition: int = 0  # of those whose arguments do not tell them apart


@dataclasses.dataclass(frozen=True)
class Point:
    """A place in a sweep: a row of the table for each metric, from one job for each repetition."""
    graph: Graph
    algorithm: str
    platform: str
    policy: str
    alpha: float | str
    switch: str = ""  # "all", or "host:" and the number of levels after which it goes back; tandem's own by default

    def columns(self):
        return {"graph": self.graph.name, "algorithm": self.algorithm, "platform": self.platform,
                "policy": self.policy, "alpha": self.alpha, "switch": self.switch}

    def repetitions(self, sweep):
        """A search alone gives several samples in one process."""
        return repetitions(sweep, sweep.sources if self.algorithm.startswith("bfs") else 1)

    def jobs(self, sweep):
        return [self.job(sweep, sweep.seed + repetition, sweep.sources) for repetition in self.repetitions(sweep)]

    def first_searches(self, sweep):
        """The same as jobs(), but for the searches behind the first one, which does not count: for counters."""
        return [self.job(sweep, sweep.seed + repetition, 0) for repetition in self.repetitions(sweep)]

    def job(self, sweep, seed, sources):
        # Graph500 makes its graph itself, kron:SCALE.
        graph = None if self.algorithm == "graph500" else self.graph
        words = [*ALGORITHMS[self.algorithm]]
        words += ["--graph", "{graph}"] if graph else ["--scale", self.graph.name.partition(":")[2]]
        words += ["--platform", self.platform]
        if self.policy not in (ALONE, "auto"):
            words += ["--partition", self.policy]
        if self.alpha not in (ALONE, "auto"):
            words += ["--alpha", f"{self.alpha:g}"]
        if self.switch:
            rule, _, levels = self.switch.partition(":")
            words += ["--switch", rule, *(["--bottom-up-steps", levels] if levels else [])]
        if self.algorithm.startswith("bfs"):
            # One more than is counted: the first search touches all memory for the first time.
            words += ["--sources", str(sources + 1)]
        elif self.algorithm == "bc":
            words += ["--sources", str(sources)]
        elif self.algorithm == "pagerank":
            words += ["--iterations", str(sweep.iterations)]
        elif self.algorithm == "graph500":
            words += ["--roots", str(sources)]
        words += ["--seed", str(seed), "--json", "{json}", "--quiet"]
        return Job(tuple(words), graph, counters=sweep.counters)


def num_units(platform):
    """Also of nS1G, as files have it."""
    sockets, devices = re.fullmatch(r"((?:n|\d+)S)?(?:(\d+)G)?", platform).groups()
    return bool(sockets) + int(devices or 0)


def points_of(sweep, graphs, platforms):
    """Every combination, once: without a device there is nothing to split, so that all policies are the same."""
    found = {}
    for graph in graphs:
        for algorithm in sweep.algorithms:
            for platform in platforms:
                alone = num_units(platform) == 1
                for policy in (ALONE,) if alone else sweep.policies:
                    for alpha in (ALONE,) if alone else sweep.alphas:
                        share = round(1 / num_units(platform), 4) if alpha == "equal" else alpha
                        for switch in sweep.switches or ("",):
                            found[Point(graph, algorithm, platform, policy, share, switch)] = None
    return list(found)

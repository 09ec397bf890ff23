# SPDX-License-Identifier: BSD-3-Clause
"""Other systems beside tandem: NetworKit, if "tandem-bench peers" or compare.sh has set it up, and GAPBS, if the user has it.

Both read the same graph as tandem, undirected, in GAPBS's own format. Their rate is the graph's edges over their time
for a search, a source of betweenness, or an iteration of PageRank; the last goes along both directions of an edge, and
counts both, as tandem's does. NetworKit's searches count the edges that they have reached, as tandem's do; of GAPBS,
which does not tell, the median search is taken to have reached all.
"""
import os
import pathlib
import re
import statistics

from .files import Unavailable
from .metrics import LEAST_PART
from .points import Job

NETWORKIT = pathlib.Path(__file__).parent / "networkit_rates.py"
# What each calls our algorithms. NetworKit searches top-down, GAPBS in the better direction.
NAMES = {
    "NetworKit": {"bfs-top-down": "bfs", "pagerank": "pagerank", "bc": "bc"},
    "GAPBS": {"bfs": "bfs", "pagerank": "pr", "bc": "bc"},
}
GAPBS_PAGERANK_ITERATIONS = 20


class Peers:
    def __init__(self, gapbs, cores):
        self.gapbs = gapbs
        self.cores = cores

    def need(self, name):
        if name == "NetworKit" and not (networkit_environment() / ".done").exists():
            raise Unavailable("NetworKit left out: tandem-bench peers sets it up")
        if name == "GAPBS" and not self.gapbs:
            raise Unavailable("GAPBS left out: name the folder of its programs by --gapbs")

    def environment(self):
        return {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", str(self.cores)), "OMP_PROC_BIND": "false"}

    def command(self, name, words):
        if name == "NetworKit":
            return [str(networkit_environment() / "bin" / "python"), str(NETWORKIT), *words]
        return [str(self.gapbs / words[0]), *words[1:]]


def networkit_environment():
    return pathlib.Path(os.environ.get("TANDEM_NETWORKIT") or "/nonexistent")


def job(name, graph, algorithm, sweep, repetition):
    """None if the peer does not have the algorithm. One of NetworKit's has them all."""
    theirs = NAMES[name].get(algorithm)
    if theirs is None:
        return None
    if name == "NetworKit":
        return Job(("{sg}", str(repetition)), graph, name)
    words = {"bfs": ("bfs", "-n", str(sweep.sources)), "bc": ("bc", "-i", "1", "-n", str(sweep.sources)),
             "pr": ("pr", "-i", str(GAPBS_PAGERANK_ITERATIONS), "-t", "0", "-n", str(sweep.repetitions))}[theirs]
    return Job((words[0], "-f", "{sg}", *words[1:]), graph, name)


def rates(name, algorithm, record):
    """Millions of edges a second, from what the peer has printed."""
    theirs = NAMES[name][algorithm]
    if name == "GAPBS":
        edges = int(re.search(r"and (\d+) \w*directed edges", record)[1])
        seconds = statistics.median(map(float, re.findall(r"Trial Time: +([\d.]+)", record)))
        return [edges / seconds / 1e6 * (2 * GAPBS_PAGERANK_ITERATIONS if theirs == "pr" else 1)]
    if theirs == "bfs":
        return [search["edges"] / search["seconds"] / 1e6 for search in record["searches"]
                if search["edges"] >= LEAST_PART * record["edges"]]
    return [record["edges"] / record["seconds"][theirs] / 1e6 * (2 if theirs == "pagerank" else 1)]

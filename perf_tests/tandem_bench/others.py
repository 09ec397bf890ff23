# SPDX-License-Identifier: BSD-3-Clause
"""Other systems beside tandem: NetworKit, in an environment that is made for it, and GAPBS, if the user has it.

Both read the same graph as tandem, undirected, in GAPBS's own format. Their rate is the graph's edges over their time
for a search, a source of betweenness, or an iteration of PageRank; the last goes along both directions of an edge, and
counts both, as tandem's does. NetworKit's searches count the edges that they have reached, as tandem's do; of GAPBS,
which does not tell, the median search is taken to have reached all.
"""
import functools
import hashlib
import os
import re
import statistics

from . import peers_programs, peers_setup
from .files import Unavailable
from .metrics import LEAST_PART
from .points import Job

# What each calls our algorithms. NetworKit searches top-down with one thread, GAPBS in the better direction with all.
NAMES = {
    "NetworKit": {"bfs-top-down": "bfs", "pagerank": "pagerank", "bc": "bc"},
    "GAPBS": {"bfs": "bfs", "pagerank": "pr", "bc": "bc"},
}
GAPBS_PAGERANK_ITERATIONS = 20


class Peers:
    def __init__(self, gapbs, cores):
        self.gapbs = gapbs
        self.threads = os.environ.get("OMP_NUM_THREADS", cores)

    @functools.cached_property
    def networkit(self):
        """Its Python, made once if it is not there; or None, and the reason."""
        try:
            return str(peers_setup.environment("networkit")), ""
        except Unavailable as reason:
            return None, str(reason)

    def need(self, name):
        """Unavailable, with the reason, where it cannot be had."""
        reason = "" if self.gapbs else "name the folder of its programs by --gapbs"
        if name == "NetworKit":
            reason = self.networkit[1]
        if reason:
            raise Unavailable(f"{name} left out: {reason}")

    @functools.cache
    def version(self, name):
        """GAPBS has none: the programs must tell."""
        if name == "NetworKit":
            return peers_setup.versions()["NETWORKIT_VERSION"]
        programs = sorted(path for path in map(self.gapbs.joinpath, NAMES[name].values()) if path.is_file())
        return hashlib.sha256(b"".join(program.read_bytes() for program in programs)).hexdigest()[:12]

    def environment(self):
        return peers_programs.environment(self.threads)

    def command(self, name, words):
        if name == "NetworKit":
            return [self.networkit[0], "-m", "tandem_bench.networkit_rates", *words]
        return [str(self.gapbs / words[0]), *words[1:]]


def job(name, graph, algorithm, sweep, repetition):
    """None if the peer does not have the algorithm. One of NetworKit's has them all."""
    theirs = NAMES[name].get(algorithm)
    if theirs is None:
        return None
    if name == "NetworKit":
        return Job(("{sg}", "--seed", str(repetition)), graph, name)
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

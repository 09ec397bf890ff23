# SPDX-License-Identifier: BSD-3-Clause
"""Other systems beside tandem: NetworKit, in an environment that is made for it, and GAPBS, if the user has it.

Both read the same graph as tandem, undirected, in GAPBS's own format. Their rate is the graph's edges over their time
for a search, a source of betweenness, or an iteration of PageRank; the last goes along both directions of an edge, and
counts both, as tandem's does. NetworKit's searches count the edges that they have reached, as tandem's do; of GAPBS,
which does not tell, all that last about as long as the median are taken to have reached all.
"""
import functools
import hashlib
import os
import re
import statistics

from . import peers_programs, peers_setup
from .files import Failure, Problem, Unavailable
from .metrics import LEAST_PART
from .points import Job, repetitions

# What each calls our algorithms. NetworKit searches top-down with one thread, GAPBS in the better direction with all.
NAMES = {
    "NetworKit": {"bfs-top-down": "bfs", "pagerank": "pagerank", "bc": "bc"},
    "GAPBS": {"bfs": "bfs", "pagerank": "pr", "bc": "bc"},
}
NETWORKIT_SEARCHES = 4
GAPBS_PAGERANK_ITERATIONS = 20
LEAST_TIME = 0.25  # of GAPBS's median trial


class Peers:
    def __init__(self, gapbs, threads):
        self.gapbs, self.threads = gapbs, threads
        for program in sorted(NAMES["GAPBS"].values()) if gapbs else ():
            if not os.access(gapbs / program, os.X_OK):
                raise Problem(f"--gapbs {gapbs}: there is no program '{program}': name the folder of its programs")

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
        programs = map(self.gapbs.joinpath, sorted(NAMES[name].values()))
        return hashlib.sha256(b"".join(program.read_bytes() for program in programs)).hexdigest()[:12]

    def environment(self):
        return peers_programs.environment(self.threads)

    def command(self, name, words):
        if name == "NetworKit":
            return [self.networkit[0], "-m", "tandem_bench.networkit_rates", *words]
        return [str(self.gapbs / words[0]), *words[1:]]


def jobs(name, graph, algorithm, sweep):
    """One for each repetition. One of NetworKit's has all algorithms. GAPBS always starts from the same vertices; its
    first trial does not count, as that of a search of ours does not."""
    theirs = NAMES[name][algorithm]
    if name == "NetworKit":
        words = ("{sg}", "--searches", str(NETWORKIT_SEARCHES), "--seed")
        return [Job((*words, str(sweep.seed + repetition)), graph, name)
                for repetition in repetitions(sweep, NETWORKIT_SEARCHES if theirs == "bfs" else 1)]
    trials = 1 if theirs == "pr" else sweep.sources
    words = {"bfs": (), "bc": ("-i", "1"), "pr": ("-i", str(GAPBS_PAGERANK_ITERATIONS), "-t", "0")}[theirs]
    return [Job((theirs, "-f", "{sg}", *words, "-n", str(trials + 1)), graph, name, repetition=repetition)
            for repetition in repetitions(sweep, trials)]


def gapbs_trials(record):
    """Their seconds. From a tiny component, one is over at once: it counts from this part of the median on."""
    seconds = list(map(float, re.findall(r"Trial Time: +([\d.]+)", record)))
    seconds = seconds[1:] or seconds
    least = LEAST_TIME * statistics.median(seconds)
    return [one for one in seconds if one >= least]


def gapbs_rates(theirs, record):
    edges = int(re.search(r"and (\d+) \w*directed edges", record)[1])
    edges *= 2 * GAPBS_PAGERANK_ITERATIONS if theirs == "pr" else 1
    return [edges / seconds / 1e6 for seconds in gapbs_trials(record)]


def networkit_rates(theirs, record):
    if theirs == "bfs":
        return [search["edges"] / search["seconds"] / 1e6 for search in record["searches"]
                if search["edges"] >= LEAST_PART * record["edges"]]
    return [record["edges"] / record["seconds"][theirs] / 1e6 * (2 if theirs == "pagerank" else 1)]


def rates(name, algorithm, record):
    """Millions of edges a second, from what the peer has printed; Failure if it makes no sense."""
    read = {"GAPBS": gapbs_rates, "NetworKit": networkit_rates}[name]
    try:
        return read(NAMES[name][algorithm], record)
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        raise Failure(f"{name}, {algorithm}: what it printed has no times or edges: {str(record)[:60]!r}") from None

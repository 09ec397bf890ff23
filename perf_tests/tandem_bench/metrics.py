# SPDX-License-Identifier: BSD-3-Clause
"""Figures from the records of runs.

A metric is a function from a stored record to pairs (columns, value): the columns that tell its values apart, such as a
part of the time or a level of the search, and one value for each run in the record.
"""
import typing


class Metric(typing.NamedTuple):
    unit: str
    read: typing.Callable
    columns: tuple = ()  # beside those of the study
    rate: bool = False  # its mean may be harmonic
    adds_up: bool = False  # over its columns, to a whole: columns that a run does not have are 0 of it
    beside_peers: typing.Callable | None = None  # in place of read(), where peers are compared with
    of_graph500: bool = False  # read from its record, and not from that of runs
    of_host: bool = False  # which a platform may lack
    counted: bool = False  # by the cache's counters


# Before and behind the supersteps, until a result is in the input's ids. A record has the sum over its runs, and none
# for those of PageRank and betweenness.
NAMING = ("name ghosts", "name components", "name parents", "name distances")
# A search from a tiny component is over at once and says nothing: it counts from this part of the edges on.
LEAST_PART = 0.01


def searches(stored):
    """The runs that count. The first of several touches all memory for the first time."""
    runs = stored["record"]["runs"]
    runs = runs[1:] if len(runs) > 1 else runs
    # Of those that the others reach: a unit's own number of edges counts one of an undirected graph twice.
    reached = [run["edges_per_second"] * run["seconds"] for run in runs]
    return [run for run, edges in zip(runs, reached) if edges >= LEAST_PART * max(reached)]


def alpha(stored):
    """The share of the edges that the host has got."""
    record = stored["record"]
    return record["runs"][0]["alpha"] if "runs" in record else record["alpha"]


def processors(run):
    """Host, and the device that computes longest: the others wait for it."""
    host = [unit for unit in run["units"] if unit["name"] == "host"]
    devices = [unit for unit in run["units"] if unit["name"] != "host"]
    if host:
        yield "host", host[0]
    if devices:
        yield "device", max(devices, key=lambda unit: unit["total"]["compute"])


def exchange(step):
    return step["pack"] + step["copy_out"] + step["copy_in"] + step["scatter"]


def run_seconds(run):
    """Parents that another unit than their owner has found are fetched behind the last superstep."""
    return run["seconds"] + run.get("fetch_parents", 0)


def naming_seconds(record):
    """Of a run, in the mean over all of them, the first one too."""
    return sum(record["seconds"].get(phase, 0) for phase in NAMING) / len(record["runs"])


def rate(stored):
    for run in searches(stored):
        yield {}, run["edges_per_second"] / 1e6


def rate_in_input_ids(stored):
    """Peers don't renumber vertices: what they give has the input's ids, and so must ours before the clock stops."""
    naming = naming_seconds(stored["record"])
    for run in searches(stored):
        yield {}, run["edges_per_second"] / 1e6 * run_seconds(run) / (run_seconds(run) + naming)


def beta(stored):
    run = searches(stored)[0]
    yield {"part": "without aggregation"}, 100 * run["beta"]
    yield {"part": "aggregated"}, 100 * run["beta_aggregated"]


def host_vertices(stored):
    units = searches(stored)[0]["units"]
    on_host = sum(unit["vertices"] for unit in units if unit["name"] == "host")
    yield {}, 100 * on_host / sum(unit["vertices"] for unit in units)


def breakdown(stored):
    """Where each processor's time goes. Before the first superstep the state is reset; parents that other
    processors have found are fetched behind the last one of a search."""
    for run in searches(stored):
        for processor, unit in processors(run):
            steps, total = unit["steps"], unit["total"]
            parts = {"initialise": steps[0]["start"] if steps else 0, "compute": total["compute"],
                     "push": sum(exchange(step) for step in steps if step["exchange"] == "push"),
                     "pull": sum(exchange(step) for step in steps if step["exchange"].startswith("pull")),
                     "wait": total["wait"]}
            if "fetch_parents" in run:
                parts["fetch parents"] = run["fetch_parents"]
            for part, seconds in parts.items():
                yield {"processor": processor, "part": part}, 1e3 * seconds


def levels(steps):
    """The supersteps of each level of a search: one, but for a change to bottom-up where there are several units. They
    pull the frontier first, in a superstep that finds nothing: it is part of the level behind it."""
    level, pulled = [], False
    for step in steps:
        level.append(step)
        announces = step["exchange"] == "pull news" and not pulled
        pulled = step["exchange"] == "pull news"
        if not announces:
            yield level
            level = []


def level_time(stored):
    """Of each level of a search, by processor, without the wait for others."""
    for run in searches(stored):
        for processor, unit in processors(run):
            for number, steps in enumerate(levels(unit["steps"])):
                yield ({"processor": processor, "level": number},
                       1e3 * sum(step["compute"] + exchange(step) for step in steps))


def frontier_degree(stored):
    """Edges out of the vertices that the level before has found; only exact top-down and without devices."""
    for run in searches(stored):
        found = 1
        for level, step in enumerate(run["units"][0]["steps"]):
            if found == 0:
                break
            yield {"level": level}, step["edges"] / found
            found = step["active"]


def accesses(stored):
    """Of the host to the state of vertices, in millions for each superstep: a read for each edge that it looks at, a
    write for each of its vertices. The first superstep only sets ranks up and looks at no edge."""
    for run in searches(stored):
        host = next(unit for unit in run["units"] if unit["name"] == "host")
        steps = max(1, sum(step["edges"] > 0 for step in host["steps"]))
        yield {"part": "reads"}, host["total"]["edges"] / steps / 1e6
        yield {"part": "writes"}, host["vertices"] / 1e6


def behind_first(stored, first):
    """A record with counters of the searches behind the first alone. Counters are of a whole process: all else that it
    does, loading the graph above all, is in those of one that makes the first search only."""
    counters = {event: count - first["counters"].get(event, 0) for event, count in stored["counters"].items()}
    return stored | {"counters": counters}


def llc(stored):
    """Of a search. Where it hardly reads memory, noise may leave less than nothing."""
    searches_counted = len(stored["record"]["runs"]) - 1
    for event, part in (("LLC-loads", "accesses"), ("LLC-load-misses", "misses")):
        if event in stored["counters"]:
            yield {"part": part}, max(0, stored["counters"][event]) / searches_counted / 1e6


def efficiency(stored):
    """Of all searches of Graph500 together: one of them is over before the counters of energy have moved."""
    searched = stored["record"]["bfs"]
    if searched.get("joules"):
        yield {}, sum(searched["edges"]) / searched["joules"] / 1e6


# Those without a function come from the model or the planner.
METRICS = {
    "rate": Metric("MTEPS", rate, rate=True, beside_peers=rate_in_input_ids),
    "beta": Metric("% of the edges", beta, ("part",)),
    "host_vertices": Metric("% of the vertices", host_vertices),
    "breakdown": Metric("ms", breakdown, ("processor", "part")),
    "level_time": Metric("ms", level_time, ("processor", "level"), adds_up=True),
    "frontier_degree": Metric("edges a vertex", frontier_degree, ("level",)),
    "accesses": Metric("millions a superstep", accesses, ("part",), of_host=True),
    "llc": Metric("millions a search", llc, ("part",), counted=True),
    "efficiency": Metric("MTEPS/W", efficiency, rate=True, of_graph500=True),
    "speedup": Metric("times the host alone", None),
    "device_edges": Metric("% of the edges", None, ("memory",)),
    "quality": Metric("% of the best rate", None),
}

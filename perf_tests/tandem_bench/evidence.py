# SPDX-License-Identifier: BSD-3-Clause
"""What a claim is about and the table of its experiment lacks: graphs and platforms that are not here, failed runs."""
from . import others
from .checks import ROWS, matches, select
from .graphs import Graph
from .metrics import METRICS
from .points import ALONE, Point, points_of

# Of what the planner tells. Splits and platforms are its own choice.
PLANNED_COLUMNS = ("graph", "algorithm")


def expected(sweep, metric):
    """Coordinates of all rows of a metric, if all of the sweep could be run."""
    graphs = [Graph(name, (), (), name) for name in sweep.graphs]
    places = [point.columns() for point in points_of(sweep, graphs, sweep.platforms)]
    if metric == "rate":
        places += [Point(graph, algorithm, peer, ALONE, ALONE).columns()
                   for peer in sweep.peers for graph in graphs for algorithm in sweep.algorithms
                   if algorithm in others.NAMES[peer]]
    if METRICS[metric].read is None:
        places = [{column: place[column] for column in PLANNED_COLUMNS} for place in places]
    return places


def telling(places):
    """The columns in which they differ."""
    return [column for column in (places[0] if places else ()) if len({place[column] for place in places}) > 1]


def in_words(place, columns):
    return ", ".join(f"{column} {place[column]}" for column in columns if place[column] != "")


def missing(place, rows, columns):
    """Of a place that no row has: each value that no row of another place has either; without any, the place by these
    columns."""
    if any(matches(row, place) for row in rows):
        return []
    absent = [column for column, value in place.items()
              if value != "" and not any(matches(row, {column: value}) for row in rows)]
    return [in_words(place, [column]) for column in absent] or [in_words(place, columns)]


def lacking(claim, sweep, table):
    """What none of the claim's rows have, in words such as "graph twitter" or "platform 1S2G, policy high"."""
    metric = claim.parameters["metric"]
    places = expected(sweep, metric)
    found = {}
    for where in [claim.parameters[key] for key in ROWS if key in claim.parameters] or [{}]:
        rows = select(table, metric, where)
        wanted = [place for place in places if matches(place, {name: where[name] for name in where if name in place})]
        columns = telling(wanted)
        for place in wanted:
            found |= dict.fromkeys(missing(place, rows, columns))
    return list(found)

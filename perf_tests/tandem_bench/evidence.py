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
    return places


def lacking(claim, sweep, table):
    """Values of columns that none of the claim's rows have, in words such as "graph twitter"."""
    metric = claim.parameters["metric"]
    places = expected(sweep, metric)
    found = {}
    for where in [claim.parameters[key] for key in ROWS if key in claim.parameters] or [{}]:
        rows = select(table, metric, where)
        for place in places:
            if not matches(place, {name: wanted for name, wanted in where.items() if name in place}):
                continue
            for column in place if METRICS[metric].read else PLANNED_COLUMNS:
                if not any(matches(row, {column: place[column]}) for row in rows):
                    found[f"{column} {place[column]}"] = None
    return list(found)

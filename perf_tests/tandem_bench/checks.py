# SPDX-License-Identifier: BSD-3-Clause
"""Checks of what the papers claim, by name, on the table of an experiment.

Each returns whether the claim holds, None if its rows are missing, and what this machine shows, in words. Their
annotations are what an experiment's file may say (validation.py).
"""
import statistics

# What tells rows apart, in the order of the columns of a table.
COORDINATES = ("graph", "algorithm", "platform", "policy", "alpha", "beta", "rate", "bytes_per_edge", "processor",
               "part", "level", "memory", "machine")


def same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) < 1e-6
    return one == other


def matches(row, where):
    """A list in `where` offers alternatives."""
    return all(any(same(row.get(key), option) for option in (wanted if isinstance(wanted, list) else [wanted]))
               for key, wanted in where.items())


def select(table, metric, where):
    return [row for row in table if row.get("metric") == metric and matches(row, where)]


def number(value):
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}"


def span(values, unit=""):
    text = number(min(values)) if same(min(values), max(values)) else f"{number(min(values))} to {number(max(values))}"
    return f"{text} {unit}".strip()


def inside(value, at_least, at_most):
    return (at_least is None or value >= at_least) and (at_most is None or value <= at_most)


def limit(table, metric: str, where: dict, at_least: float | None = None, at_most: float | None = None):
    """Every value is within the limits."""
    rows = select(table, metric, where)
    if not rows:
        return None, ""
    values = [row["mean"] for row in rows]
    return inside(min(values), at_least, None) and inside(max(values), None, at_most), span(values, rows[0]["unit"])


def ratios(table, metric, of, to):
    """Each row of `of` over the one of `to` that has the same other coordinates; those that it lacks don't count."""
    fixed = [name for where in (of, to) for name, wanted in where.items() if not isinstance(wanted, list)]
    free = [name for name in COORDINATES if name not in fixed]
    found = []
    for row in select(table, metric, of):
        partners = [other for other in select(table, metric, to)
                    if all(other.get(name, "") == "" or same(other.get(name), row.get(name)) for name in free)]
        if len(partners) == 1 and partners[0]["mean"]:
            found.append(row["mean"] / partners[0]["mean"])
    return found


def ratio(table, metric: str, of: dict, to: dict, best: bool = False, at_least: float | None = None,
          at_most: float | None = None):
    """The mean ratio, or the best one, is within the limits."""
    found = ratios(table, metric, of, to)
    if not found:
        return None, ""
    result = max(found) if best else statistics.fmean(found)
    several = f" ({span(found)} over {len(found)} pairs)" if len(found) > 1 else ""
    return inside(result, at_least, at_most), f"{'at best ' if best else ''}{number(result)}x{several}"


def share(table, metric: str, of: dict, whole: dict, at_least: float | None = None, at_most: float | None = None):
    """What the rows of `of` add up to is, in percent of those of `whole`, within the limits."""
    parts, all_parts = ([row["mean"] for row in select(table, metric, where)] for where in (of, whole))
    if not parts or not sum(all_parts):
        return None, ""
    percent = 100 * sum(parts) / sum(all_parts)
    return inside(percent, at_least, at_most), f"{number(percent)} %"


def wins(table, metric: str, series: str, winner: str, where: dict | None = None, lower: bool = False,
         at_least: float = 0.5):
    """The winner is the best of its series in at least this part of the places."""
    places = {}
    for row in select(table, metric, where or {}):
        if row.get(series, "") != "":
            place = tuple(row.get(name) for name in COORDINATES if name != series)
            places.setdefault(place, {})[row[series]] = row["mean"]
    places = [place for place in places.values() if winner in place and len(place) > 1]
    if not places:
        return None, ""
    best = min if lower else max
    won = sum(best(place, key=place.get) == winner for place in places)
    place = "lowest" if lower else "highest"
    return won >= at_least * len(places), f"{winner} is {place} at {won} of {len(places)} points"


def trend(table, metric: str, x: str, where: dict | None = None, rises: bool = False):
    """From its first to its last x every series rises, or else falls."""
    series = {}
    for row in select(table, metric, where or {}):
        if row.get(x, "") != "":
            place = tuple(row.get(name) for name in COORDINATES if name != x)
            series.setdefault(place, []).append((row[x], row["mean"]))
    ends = [(sorted(line)[0][1], sorted(line)[-1][1]) for line in series.values() if len(line) > 1]
    if not ends:
        return None, ""
    agree = sum((last > first) == rises for first, last in ends)
    return agree == len(ends), f"{agree} of {len(ends)} lines {'rise' if rises else 'fall'}"


def peak(table, metric: str, x: str, at_most: float, where: dict | None = None):
    """The largest value is at an x of at most this."""
    rows = select(table, metric, where or {})
    if not rows:
        return None, ""
    top = max(rows, key=lambda row: row["mean"])
    return top[x] <= at_most, f"largest at {x} {top[x]}: {number(top['mean'])} {top['unit']}"


def largest(table, metric: str, count: int, at_least: float, where: dict | None = None):
    """So many of the rows make up at least this part, in percent, of all."""
    values = sorted((row["mean"] for row in select(table, metric, where or {})), reverse=True)
    if not values:
        return None, ""
    part = 100 * sum(values[:count]) / sum(values)
    return part >= at_least, f"the {count} largest of {len(values)} are {number(part)} %"


def agreement(rows):
    """Pearson's r and the mean relative error of what was predicted, from rows of parts "predicted" and "achieved"."""
    pairs = {}
    for row in rows:
        place = tuple(row.get(name) for name in COORDINATES if name != "part")
        pairs.setdefault(place, {})[row["part"]] = row["mean"]
    pairs = [(pair["predicted"], pair["achieved"]) for pair in pairs.values() if len(pair) == 2]
    if len(pairs) < 3:
        return None
    predicted, achieved = zip(*pairs)
    try:
        r = statistics.correlation(predicted, achieved)
    except statistics.StatisticsError:  # one of them is constant
        r = float("nan")
    return r, 100 * statistics.fmean(abs(guess / real - 1) for guess, real in pairs)


def correlation(table, metric: str, by: str, at_least: float | None = None, error_at_most: float | None = None):
    """Pearson's r and the mean error of the prediction, for each value of the column `by`."""
    rows = select(table, metric, {})
    found = {value: agreement([row for row in rows if row[by] == value]) for value in {row[by] for row in rows}}
    found = {value: pair for value, pair in sorted(found.items()) if pair}
    if not found:
        return None, ""
    holds = all((at_least is None or r >= at_least) and (error_at_most is None or error <= error_at_most)
                for r, error in found.values())
    return holds, "; ".join(f"{value}: r = {r:.2f}, mean error {error:.0f} %" for value, (r, error) in found.items())


CHECKS = {check.__name__: check for check in (limit, ratio, share, wins, trend, peak, largest, correlation)}


def verdict(claim, table, accelerator):
    """A claim beside what was measured, for the summary and the report."""
    holds, here = CHECKS[claim.check](table, **claim.parameters)
    if claim.accelerator and not accelerator:
        word = "needs an accelerator"
    elif holds is None:
        word = "not measured"
    elif holds:
        word = "holds by definition" if claim.definition else "holds"
    else:
        word = "does not hold here"
    return {"text": claim.text, "paper": claim.paper, "here": here, "verdict": word}

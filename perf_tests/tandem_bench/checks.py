# SPDX-License-Identifier: BSD-3-Clause
"""Checks of what the papers claim, by name, on the table of an experiment.

Each returns whether the claim holds: True, False, UNDECIDED, or None if its rows are missing; and what this machine
shows, in words. Their annotations are what an experiment's file may say (validation.py).
"""
import itertools
import math
import statistics

from .confidence import average, percentage, quotient

# What tells rows apart, in the order of the columns of a table.
COORDINATES = ("graph", "algorithm", "platform", "policy", "alpha", "switch", "beta", "rate", "bytes_per_edge",
               "processor", "part", "level", "memory", "machine")
ROWS = ("where", "of", "to", "whole")  # parameters that choose rows
UNDECIDED = "undecided"  # the interval has a bar within it: another run may answer otherwise
REBOUND = 0.05  # of the largest value: less is no rise behind it


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


def shown(row):
    """With its interval, where it has one."""
    return number(row["mean"]) + (f" ± {number(row['ci95'])}" if row["ci95"] else "")


def mean_of(row):
    return row["mean"]


def span(rows, unit=""):
    low, high = min(rows, key=mean_of), max(rows, key=mean_of)
    text = shown(low) if same(low["mean"], high["mean"]) else f"{shown(low)} to {shown(high)}"
    return f"{text} {unit}".strip()


def places(rows, *aside):
    """Rows by all that tells them apart but these columns."""
    found = {}
    for row in rows:
        place = tuple(row.get(name) for name in COORDINATES if name not in aside)
        found.setdefault(place, []).append(row)
    return found


def within(value, at_least, at_most):
    return (at_least is None or value >= at_least) and (at_most is None or value <= at_most)


def inside(row, at_least, at_most):
    """Without an interval the mean decides."""
    half = row["ci95"] or 0
    if within(row["mean"] - half, at_least, at_most) and within(row["mean"] + half, at_least, at_most):
        return True
    crossed = any(bar is not None and abs(row["mean"] - bar) < half for bar in (at_least, at_most))
    return UNDECIDED if crossed else False


def all_hold(answers):
    return False if False in answers else UNDECIDED if UNDECIDED in answers else True


def all_inside(rows, at_least, at_most):
    return all_hold([inside(row, at_least, at_most) for row in rows])


def limit(table, metric: str, where: dict, at_least: float | None = None, at_most: float | None = None):
    """Every value is within the limits."""
    rows = select(table, metric, where)
    if not rows:
        return None, ""
    return all_inside(rows, at_least, at_most), span(rows, rows[0]["unit"])


def ratios(table, metric, of, to):
    """Each row of `of` over the one of `to` that has the same other coordinates; those that it lacks don't count."""
    fixed = [name for where in (of, to) for name, wanted in where.items() if not isinstance(wanted, list)]
    free = [name for name in COORDINATES if name not in fixed]
    found = []
    for row in select(table, metric, of):
        partners = [other for other in select(table, metric, to)
                    if all(other.get(name, "") == "" or same(other.get(name), row.get(name)) for name in free)]
        if len(partners) == 1 and partners[0]["mean"]:
            found.append(quotient(row, partners[0]))
    return found


def ratio(table, metric: str, of: dict, to: dict, best: bool = False, every: bool = False,
          at_least: float | None = None, at_most: float | None = None):
    """The mean ratio, or the best one, or every one is within the limits."""
    found = ratios(table, metric, of, to)
    if not found:
        return None, ""
    several = f" over {len(found)} pairs" if len(found) > 1 else ""
    if every:
        return all_inside(found, at_least, at_most), f"{span(found)}x{several}"
    result = max(found, key=mean_of) if best else average(found)
    word = "at best " if best else "on average " if several else ""
    return (inside(result, at_least, at_most),
            f"{word}{shown(result)}x" + (f" ({span(found)}{several})" if several else ""))


def share(table, metric: str, of: dict, whole: dict, at_least: float | None = None, at_most: float | None = None):
    """What the rows of `of` add up to is, in percent of those of `whole`, within the limits, whatever the columns are
    of which both say the same, or nothing: every strategy and every alpha counts by itself."""
    summed = [name for name in of | whole if of.get(name) != whole.get(name)]
    wholes = places(select(table, metric, whole), *summed)
    found = []
    for place, parts in places(select(table, metric, of), *summed).items():
        rest = [row for row in wholes.get(place, []) if not matches(row, of)]
        if sum(map(mean_of, parts + rest)):
            found.append(percentage(parts, rest))
    if not found:
        return None, ""
    several = f" over {len(found)} cases" if len(found) > 1 else ""
    return all_inside(found, at_least, at_most), span(found, "%") + several


def clear(one, other):
    """Whether two means differ by more than their intervals explain. Without intervals any difference is clear."""
    return abs(one["mean"] - other["mean"]) > math.hypot(one["ci95"] or 0, other["ci95"] or 0)


def at_least_so_many(needed, surely, perhaps):
    return True if surely >= needed else UNDECIDED if perhaps >= needed else False


def wins(table, metric: str, series: str, winner: str, where: dict | None = None, lower: bool = False,
         at_least: float = 0.5):
    """The winner is the best of its series in at least this part of the places."""
    rows = [row for row in select(table, metric, where or {}) if row.get(series, "") != ""]
    ranked = [sorted(place, key=mean_of, reverse=not lower) for place in places(rows, series).values()
              if len(place) > 1 and any(row[series] == winner for row in place)]
    if not ranked:
        return None, ""
    won = [place for place in ranked if place[0][series] == winner]
    clearly = sum(clear(*place[:2]) for place in won)
    perhaps = sum(any(row[series] == winner and not clear(row, place[0]) for row in place) for place in ranked)
    return (at_least_so_many(at_least * len(ranked), clearly, perhaps),
            f"{winner} is {'lowest' if lower else 'highest'} at {len(won)} of {len(ranked)} points"
            + (f", at {clearly} of them by more than the intervals"
               if won and all(row["ci95"] is not None for row in rows) else ""))


def trend(table, metric: str, x: str, where: dict | None = None, rises: bool = False):
    """From its first to its last x every line rises, or else falls, and nowhere between goes clearly the other way."""
    rows = [row for row in select(table, metric, where or {}) if row.get(x, "") != ""]
    lines = [sorted(line, key=lambda row: row[x]) for line in places(rows, x).values() if len(line) > 1]
    if not lines:
        return None, ""

    def agrees(one, other):
        return (other["mean"] > one["mean"]) == rises

    def clearly_against(line):
        return any(clear(*pair) and not agrees(*pair) for pair in (*itertools.pairwise(line), (line[0], line[-1])))

    possible = [line for line in lines if not clearly_against(line)]
    surely = [line for line in possible if clear(line[0], line[-1])]
    return (at_least_so_many(len(lines), len(surely), len(possible)),
            f"{sum(agrees(line[0], line[-1]) for line in possible)} of {len(lines)} lines "
            + ("rise" if rises else "fall"))


def falls_behind(top, rows, x):
    """Whether values fall behind the largest one and stay down: none is above the least before it by more than the
    intervals and a part of the largest."""
    least, answers, rises = top, [], ""
    for row in sorted((row for row in rows if row[x] > top[x]), key=lambda row: row[x]):
        if row["mean"] - least["mean"] > REBOUND * top["mean"]:
            answers.append(False if clear(row, least) else UNDECIDED)
            rises = rises or f", but {shown(row)} at {x} {row[x]} after {shown(least)}"
        least = min(least, row, key=mean_of)
    if least is top:
        return False, ", nothing behind it"
    return all_hold([*answers, clear(top, least) or UNDECIDED]), rises or f", falls to {shown(least)}"


def peak(table, metric: str, x: str, at_most: float, where: dict | None = None, falls: bool = False):
    """The largest value is at an x of at most this; and behind it, if wanted, values fall."""
    rows = select(table, metric, where or {})
    if not rows:
        return None, ""
    top = max(rows, key=mean_of)
    holds = top[x] <= at_most
    rivals = [row for row in rows if (row[x] <= at_most) != holds and not clear(row, top)]
    behind, text = falls_behind(top, rows, x) if falls else (True, "")
    return (all_hold([UNDECIDED if rivals else holds, behind]),
            f"largest at {x} {top[x]}: {shown(top)} {top['unit']}{text}")


def largest(table, metric: str, count: int, at_least: float, where: dict | None = None):
    """So many of the rows make up at least this part, in percent, of all."""
    rows = sorted(select(table, metric, where or {}), key=mean_of, reverse=True)
    if not rows:
        return None, ""
    part = percentage(rows[:count], rows[count:])
    return inside(part, at_least, None), f"the {count} largest of {len(rows)} are {shown(part)} %"


def agreement(rows):
    """Pearson's r and the mean relative error of what was predicted, from rows of parts "predicted" and "achieved"."""
    pairs = [{row["part"]: row["mean"] for row in pair} for pair in places(rows, "part").values()]
    pairs = [(pair["predicted"], pair["achieved"]) for pair in pairs if len(pair) == 2]
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
    holds = all(within(r, at_least, None) and within(error, None, error_at_most) for r, error in found.values())
    return holds, "; ".join(f"{value}: r = {r:.2f}, mean error {error:.0f} %" for value, (r, error) in found.items())


CHECKS = {check.__name__: check for check in (limit, ratio, share, wins, trend, peak, largest, correlation)}


WORDS = {True: "holds", False: "does not hold here", UNDECIDED: "undecided: within the spread", None: "not measured"}


def one_refutes(claim):
    """Whether it is about every one of its rows: what fails on some of them fails, whatever the others would say."""
    if claim.check == "ratio":
        return claim.parameters.get("every", False)
    if claim.check == "wins":
        return claim.parameters.get("at_least", 0) == 1
    return claim.check in ("limit", "share", "trend")


def verdict(claim, table, accelerator, lacking=()):
    """A claim beside what was measured, for the summary and the report. `lacking` names what is missing of it."""
    holds, here = CHECKS[claim.check](table, **claim.parameters)
    word = WORDS[holds]
    if claim.accelerator and not accelerator:
        word = "needs an accelerator"
    elif claim.emulated and accelerator:
        word = "needs emulated devices"
    elif lacking and holds is False and one_refutes(claim):
        here = f"{here}; without {'; '.join(lacking)}, which could not change it"
    elif lacking and holds is not None:
        here = f"{here}; {word} as far as measured, without {'; '.join(lacking)}"
        word = "in part"
    elif holds is True and claim.definition:
        word = "holds by definition"
    return {"text": claim.text, "paper": claim.paper, "here": here, "verdict": word}

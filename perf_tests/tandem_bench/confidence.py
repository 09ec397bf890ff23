# SPDX-License-Identifier: BSD-3-Clause
"""Means and their 95 % confidence intervals.

A row of a table, or what is computed from some, has both: "mean", and "ci95", which is half of the interval's width or
None where there is nothing to estimate it from.
"""
import itertools
import math
import statistics

# Student's t for 1, 2, ... degrees of freedom, two-sided, 95 %.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
           2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)


def student(freedom):
    # Beyond the table the first terms of the expansion around the normal distribution are exact to 0.001.
    return STUDENT[freedom - 1] if freedom <= len(STUDENT) else 1.960 + 2.372 / freedom + 2.82 / freedom**2


def interval(samples):
    """Half of the width of the interval; None where there is nothing to estimate it from."""
    if len(samples) < 2:
        return None
    return student(len(samples) - 1) * statistics.stdev(samples) / math.sqrt(len(samples))


def interval_of_groups(groups):
    """Samples of one process share its luck, such as where its memory lies: the wider of the interval of all samples,
    right if they don't, and that of the means of processes, right if they do."""
    halves = interval(list(itertools.chain(*groups))), interval(list(map(statistics.fmean, groups)))
    return max((half for half in halves if half is not None), default=None)


def estimate(groups, harmonic=False):
    """The columns of a table for the samples of each process. Rates of Graph500 are averaged harmonically: their
    inverse, the time for an edge, has the plain mean, and the interval is carried over from it."""
    if harmonic:
        found = estimate([[1 / sample for sample in group] for group in groups])
        mean = 1 / found["mean"]
        return found | {"mean": mean, "ci95": None if found["ci95"] is None else found["ci95"] * mean**2}
    samples = list(itertools.chain(*groups))
    return {"samples": len(samples), "mean": statistics.fmean(samples), "ci95": interval_of_groups(groups)}


def estimate_ratio(ratios):
    """The same for ratios, each from processes of its own, by their logarithms, so that one and its inverse tell the
    same."""
    found = estimate([[math.log(ratio)] for ratio in ratios])
    mean = math.exp(found["mean"])
    return found | {"mean": mean, "ci95": None if found["ci95"] is None else mean * found["ci95"]}


def together(rows):
    """Of a sum: errors of means that have nothing to do with each other add up in squares."""
    halves = [row["ci95"] for row in rows]
    return None if None in halves else math.hypot(*halves)


def quotient(of, to):
    """Of two rows."""
    mean = of["mean"] / to["mean"]
    known = of["ci95"] is not None and to["ci95"] is not None
    return {"mean": mean, "ci95": math.hypot(of["ci95"], mean * to["ci95"]) / abs(to["mean"]) if known else None}


def percentage(parts, rest):
    """What some rows are of themselves and the rest."""
    part, other = (sum(row["mean"] for row in rows) for rows in (parts, rest))
    whole, errors = part + other, (together(parts), together(rest))
    return {"mean": 100 * part / whole,
            "ci95": None if None in errors else 100 * math.hypot(other * errors[0], part * errors[1]) / whole**2}


def average(rows):
    """Of rows whose errors may go together, as where all are measured against one: as wide as if they did."""
    halves = [row["ci95"] for row in rows]
    return {"mean": statistics.fmean(row["mean"] for row in rows),
            "ci95": None if None in halves else statistics.fmean(halves)}

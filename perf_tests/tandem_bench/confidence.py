# SPDX-License-Identifier: BSD-3-Clause
"""Means and their 95 % confidence intervals."""
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


def estimate(samples, harmonic=False):
    """The columns of a table for these samples. Rates of Graph500 are averaged harmonically: their inverse, the time
    for an edge, has the plain mean, and the interval is carried over from it."""
    if not harmonic:
        return {"samples": len(samples), "mean": statistics.fmean(samples), "ci95": interval(samples)}
    times = [1 / sample for sample in samples]
    mean, half = 1 / statistics.fmean(times), interval(times)
    return {"samples": len(samples), "mean": mean, "ci95": None if half is None else half * mean**2}

# SPDX-License-Identifier: BSD-3-Clause
"""Whether two results are the same. Plain Python: the machine that runs the comparison may have no numpy.

Each check takes our values and theirs, one for each vertex, and gives a Verdict.
"""
import array
import math
import typing

from .files import Failure


class Verdict(typing.NamedTuple):
    agrees: bool
    text: str  # how well, or what is wrong
    error: float = 0  # by the measure of the check


EQUAL = Verdict(True, "equal")


def _differs(what, vertex, ours, theirs):
    return Verdict(False, f"vertex {vertex}: {what} {theirs:.10g}, tandem's {ours:.10g}")


def _same_length(check):
    def checked(ours, theirs):
        if len(ours) != len(theirs):
            return Verdict(False, f"{len(theirs)} values, tandem's {len(ours)}")
        return check(ours, theirs)
    return checked


def _same_values(what):
    @_same_length
    def check(ours, theirs):
        for vertex, (mine, other) in enumerate(zip(ours, theirs)):
            if mine != other:
                return _differs(what, vertex, mine, other)
        return EQUAL
    return check


same_levels = _same_values("level")
same_distances = _same_values("distance")


@_same_length
def same_partition(ours, theirs):
    """The same sets of vertices, whatever their names."""
    to_theirs, to_ours = {}, {}
    for vertex, (mine, other) in enumerate(zip(ours, theirs)):
        if to_theirs.setdefault(mine, other) != other:
            return Verdict(False, f"vertex {vertex}: not with all of tandem's component {mine:.10g}")
        if to_ours.setdefault(other, mine) != mine:
            return Verdict(False, f"vertex {vertex}: with vertices that tandem has in other components")
    return EQUAL


@_same_length
def close_ranks(ours, theirs, limit=1e-4):
    """The sum of all differences, relative to the sum of ours."""
    error = math.fsum(abs(mine - other) for mine, other in zip(ours, theirs)) / math.fsum(map(abs, ours))
    # Written so that NaN fails.
    return Verdict(error <= limit, f"L1 {error:.1e}", error)


@_same_length
def close_scores(ours, theirs, limit=1e-6, rounding=1e-7):
    """Each score relative to itself; scores that should be 0 may have a rounding error."""
    worst, equal = 0.0, True
    for vertex, (mine, other) in enumerate(zip(ours, theirs)):
        difference = abs(mine - other)
        equal = equal and difference == 0
        if difference <= rounding:
            continue
        error = difference / max(abs(mine), abs(other))
        if not error <= limit:
            return _differs("score", vertex, mine, other)
        worst = max(worst, error)
    return EQUAL if equal else Verdict(True, f"within {limit:.0e}", worst)


def check_all(check, ours, theirs):
    """Several results, one after the other: what is wrong with the first wrong one, else the worst text."""
    if len(ours) != len(theirs):
        return Verdict(False, f"{len(theirs)} results, tandem's {len(ours)}")
    verdicts = []
    for number, (mine, other) in enumerate(zip(ours, theirs)):
        verdict = check(mine, other)
        if not verdict.agrees:
            return verdict if len(ours) == 1 else Verdict(False, f"result {number + 1}: {verdict.text}")
        verdicts.append(verdict)
    return max(verdicts, key=lambda verdict: verdict.error)


def read_tandem(path):
    """Second column of each block of a result file of tandem's, whose vertices are 0..n-1."""
    with open(path, encoding="ascii") as file:
        blocks = file.read().split("# source ")
    results = []
    for block in filter(None, blocks):
        heading, _, rest = block.partition("\n")
        lines = block if "\t" in heading else rest  # a heading that was split off leaves the source
        num_columns = lines.partition("\n")[0].count("\t") + 1
        words = lines.split()
        num_vertices = len(words) // num_columns
        if words[::num_columns] != list(map(str, range(num_vertices))):
            raise Failure(f"tandem's result is not one of vertices 0..{num_vertices - 1}")
        results.append(array.array("d", map(float, words[1::num_columns])))
    return results


def read_peer(path, num_vertices):
    values = array.array("d")
    with open(path, "rb") as file:
        values.frombytes(file.read())
    return [values[at:at + num_vertices] for at in range(0, len(values), num_vertices)]

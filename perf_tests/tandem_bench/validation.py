# SPDX-License-Identifier: BSD-3-Clause
"""Whether an experiment's file makes sense, before anything is run: a Problem names the file and the key."""
import dataclasses
import inspect
import math
import re
import types
import typing

from . import checks, evidence, graphs, machines, metrics, others, plots
from .files import Problem
from .points import ALGORITHMS, ALONE
from .studies import STUDIES

POLICIES = ("high", "rand", "low", "auto")
# Parameters of checks by what they are.
COLUMNS = ("x", "series", "by")
BOUNDS = ("at_least", "at_most", "error_at_most")
# Columns of numbers, but for "auto" as alpha.
NUMBERS = ("alpha", "beta", "rate", "bytes_per_edge", "level", "memory")


def fits(value, kind):
    """Whether a value of a TOML file is of the annotated type. Whole numbers are fine where fractions are."""
    origin = typing.get_origin(kind)
    if origin is list:
        return isinstance(value, list) and all(fits(item, typing.get_args(kind)[0]) for item in value)
    if origin is types.UnionType:
        return any(fits(value, option) for option in typing.get_args(kind))
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, kind)


def type_name(kind):
    return str(kind).removesuffix(" | None") if not isinstance(kind, type) or typing.get_origin(kind) else kind.__name__


def need_type(where, key, value, kind):
    if not fits(value, kind):
        raise Problem(f"{where}: {key} = {value!r} is not {type_name(kind)}")
    for number in value if isinstance(value, list) else [value]:
        if isinstance(number, float) and not math.isfinite(number):
            raise Problem(f"{where}: {key} = {number} is not finite")


def read_table(kind, table, where, **given):
    """A dataclass from a table of a file: no key too many, none missing, each of the right type."""
    if not isinstance(table, dict):
        raise Problem(f"{where}: a table is expected")
    fields = {field.name: field for field in dataclasses.fields(kind) if field.name not in given}
    for key, value in table.items():
        if key not in fields:
            raise Problem(f"{where}: unknown key '{key}'; there are: {' '.join(fields)}")
        need_type(where, key, value, fields[key].type)
    for name, field in fields.items():
        if name not in table and field.default is field.default_factory is dataclasses.MISSING:
            raise Problem(f"{where}: '{name}' is missing")
    return kind(**table, **given)


def one_of(where, what, values, allowed):
    for value in values:
        if not any(checks.same(value, option) for option in allowed):
            raise Problem(f"{where}: unknown {what} '{value}'; there are: {' '.join(map(str, allowed)).strip()}")


def check_sweep(where, sweep):
    for name in sweep.graphs:
        if name not in graphs.STAND_INS and not re.fullmatch(r"(kron|rmat|uniform):(S([+-]\d+)?|\d+)", name):
            raise Problem(f"{where}: graphs: unknown graph '{name}'; there are: kron:S rmat:S uniform:S "
                          f"{' '.join(graphs.STAND_INS)}")
    for name in sweep.platforms:
        if not re.fullmatch(r"(n|\d+)S(\d+G)?|\d+G", name):
            raise Problem(f"{where}: platforms: '{name}' is none, such as 1S1G or nS")
    one_of(f"{where}: algorithms", "algorithm", sweep.algorithms, tuple(ALGORITHMS))
    one_of(f"{where}: policies", "policy", sweep.policies, POLICIES)
    for switch in sweep.switches:
        if not re.fullmatch(r"all|host:[1-9]\d*", switch):
            raise Problem(f"{where}: switches: '{switch}' is neither 'all' nor 'host:' and a number of levels")
    if sweep.switches:
        one_of(f"{where}: switches", "search with a choice of direction", sweep.algorithms, ("bfs",))
    one_of(f"{where}: peers", "peer", sweep.peers, tuple(others.NAMES))
    if sweep.peers and not sweep.undirected:
        raise Problem(f"{where}: peers: their rates are those of undirected graphs, 'undirected = true' is missing")
    one_of(f"{where}: machines", "machine", sweep.machines, machines.names())
    for name in sweep.machines:
        machines.read(name)
    if "graph500" in sweep.algorithms:
        one_of(f"{where}: graphs", "kind for graph500", [name.partition(":")[0] for name in sweep.graphs], ("kron",))
    if sweep.counters:
        one_of(f"{where}: counters", "search to count in", sweep.algorithms, ("bfs", "bfs-top-down"))
    for alpha in sweep.alphas:
        if alpha not in ("auto", "equal") and not (fits(alpha, float) and 0 <= alpha <= 1):
            raise Problem(f"{where}: alphas: alpha {alpha!r} is neither in 0..1 nor 'auto' or 'equal'")
    for name in ("seed", "repetitions", "samples", "sources", "iterations", "scale", "state_bytes"):
        if getattr(sweep, name) < 1:
            raise Problem(f"{where}: {name} must be 1 or more")
    for name in ("betas", "rates", "bytes_per_edge", "memory"):
        if any(value <= 0 for value in getattr(sweep, name)):
            raise Problem(f"{where}: {name} must be above 0")


def check_study(where, name, sweep):
    """Whether it can go through the sweep."""
    study = STUDIES[name]
    for key in study.lists:
        if not getattr(sweep, key):
            raise Problem(f"{where}: {key}: study '{name}' needs some")
    for key, words in study.refuses.items():
        for word in words:
            if word in getattr(sweep, key):
                raise Problem(f"{where}: {key}: study '{name}' needs others than '{word}'")


def check_metrics(where, names, sweep):
    """Whether all runs of the sweep tell what these are read from."""
    for name in names:
        metric = metrics.METRICS[name]
        for algorithm in sweep.algorithms if metric.read else ():
            if metric.of_graph500 != (algorithm == "graph500"):
                raise Problem(f"{where}: algorithms: '{algorithm}' does not tell '{name}'")
        for platform in sweep.platforms if metric.of_host else ():
            if "S" not in platform:
                raise Problem(f"{where}: platforms: '{platform}' has no host, to tell '{name}' of")
        if metric.counted and not sweep.counters:
            raise Problem(f"{where}: '{name}' needs 'counters = true'")


class Table:
    """What the table of an experiment will have: its metrics, their columns, and values of these."""

    def __init__(self, experiment, sweep):
        self.sweep = sweep
        # Without a choice of switches there is nothing in their column.
        self.columns = {metric: [name for name in STUDIES[experiment.study].columns[metric]
                                 if name != "switch" or sweep.switches] for metric in experiment.metrics}
        self.values = {"graph": sweep.graphs, "algorithm": sweep.algorithms,
                       "policy": sweep.policies + [ALONE], "platform": sweep.platforms + sweep.peers,
                       "alpha": sweep.alphas + [ALONE], "switch": sweep.switches, "beta": sweep.betas,
                       "rate": sweep.rates, "bytes_per_edge": sweep.bytes_per_edge,
                       "machine": sweep.machines + ["this machine"]}
        if {"auto", "equal"} & set(sweep.alphas):
            del self.values["alpha"]

    def check_metric(self, where, metric):
        one_of(where, "metric", [metric], self.columns)

    def check_column(self, where, metric, column):
        one_of(where, "column", [column], self.columns[metric])

    def check_values(self, where, column, values):
        if column in self.values:
            one_of(where, column, values, self.values[column])

    def check_rows(self, where, metric, rows):
        for column, wanted in rows.items():
            self.check_column(where, metric, column)
            need_type(where, column, wanted, str | float | list[str | float])
            self.check_values(f"{where}: {column}", column, wanted if isinstance(wanted, list) else [wanted])
        if metrics.METRICS[metric].read and not self.places(metric, rows):
            raise Problem(f"{where}: no row has all of that")

    def places(self, metric, rows):
        """Of rows that are measured, what the sweep tells of them. Nothing is blank in those of the planner."""
        if metrics.METRICS[metric].read is None:
            return []
        return [place for place in evidence.expected(self.sweep, metric)
                if checks.matches(place, {column: rows[column] for column in rows if column in place})]

    def check_numbers(self, where, metric, column, places):
        one_of(where, "column of numbers", [column], [name for name in self.columns[metric] if name in NUMBERS])
        if any(place.get(column) == "auto" for place in places):
            raise Problem(f"{where}: {column} 'auto' is no number")


def check_filled(where, column, places, everywhere=True):
    """Whether the column has something in it. Where it need not be everywhere, rows without are passed over."""
    blank = [place for place in places if place.get(column) == ALONE]
    if blank and (everywhere or len(blank) == len(places)):
        raise Problem(f"{where}: platform {blank[0]['platform']} has no {column}: leave it out by 'where'")


def check_predicted(where, metric, table):
    """Whether it has the two parts that agreement() compares."""
    if metric != "speedup" or "part" not in table.columns[metric]:
        raise Problem(f"{where}: only 'speedup' of study 'prediction' is both predicted and achieved")


def check_plot(where, plot, table):
    one_of(f"{where}: kind", "kind of plot", [plot.kind], tuple(plots.KINDS))
    table.check_metric(f"{where}: metric", plot.metric)
    needed = {"x", "series", "panels"} if plot.kind == "table" else {"x"}
    for key in ("x", "series", "panels"):
        if getattr(plot, key) or key in needed:
            table.check_column(f"{where}: {key}", plot.metric, getattr(plot, key))
    if plot.kind == "stacked":
        table.check_column(f"{where}: metric", plot.metric, "part")
    for key in ("where", "reference"):
        table.check_rows(f"{where}: {key}", plot.metric, getattr(plot, key))
    if plot.reference:
        table.check_column(f"{where}: reference", plot.metric, "platform")  # names the line
    if plot.over:
        table.check_metric(f"{where}: over", plot.over)
        table.check_column(f"{where}: over", plot.over, plot.x)
    if plot.agreement:
        check_predicted(f"{where}: agreement", plot.metric, table)
    places = plots.in_series(table.places(plot.metric, plot.where), plot)
    if plot.kind == "lines":
        table.check_numbers(f"{where}: x", plot.metric, plot.x, places)
    check_filled(f"{where}: x", plot.x, places, everywhere=plot.kind in ("lines", "bars"))
    check_filled(f"{where}: panels", plot.panels, places)


def check_claim(where, claim, table):
    if claim.accelerator and claim.emulated:
        raise Problem(f"{where}: 'accelerator' and 'emulated' exclude each other")
    one_of(f"{where}: check", "check", [claim.check], tuple(checks.CHECKS))
    signature = inspect.signature(checks.CHECKS[claim.check])
    given = claim.parameters
    try:
        signature.bind(None, **given)
    except TypeError as error:
        raise Problem(f"{where}: check '{claim.check}': {error}") from None
    for key, value in given.items():
        need_type(where, key, value, signature.parameters[key].annotation)
    table.check_metric(f"{where}: metric", given["metric"])
    for key, value in given.items():
        if key in COLUMNS:
            table.check_column(f"{where}: {key}", given["metric"], value)
        elif key in checks.ROWS:
            table.check_rows(f"{where}: {key}", given["metric"], value)
    if "winner" in given:
        table.check_values(f"{where}: winner", given["series"], [given["winner"]])
    if claim.check == "correlation":
        check_predicted(f"{where}: check 'correlation'", given["metric"], table)
    if claim.check in ("peak", "trend"):
        places = table.places(given["metric"], given.get("where", {}))
        table.check_numbers(f"{where}: x", given["metric"], given["x"], places)
        check_filled(f"{where}: x", given["x"], places, everywhere=claim.check == "peak")
    bounds = [key for key in BOUNDS if key in signature.parameters]
    if bounds and not any(given.get(key, signature.parameters[key].default) is not None for key in bounds):
        raise Problem(f"{where}: check '{claim.check}': {' or '.join(bounds)} is missing")


def check(where, experiment):
    """All that the types of its keys do not tell."""
    one_of(f"{where}: study", "study", [experiment.study], tuple(STUDIES))
    study = STUDIES[experiment.study]
    one_of(f"{where}: metrics of study '{experiment.study}'", "metric", experiment.metrics, study.columns)
    for metric in study.needs:
        if metric not in experiment.metrics:
            raise Problem(f"{where}: metrics: study '{experiment.study}' goes by '{metric}', which is missing")
    read_table(type(experiment.sweep), experiment.full, f"{where}: [full]")
    full = dataclasses.replace(experiment.sweep, **experiment.full)
    for key, sweep in ((f"{where}: [sweep]", experiment.sweep), (f"{where}: [full]", full)):
        check_sweep(key, sweep)
        check_study(key, experiment.study, sweep)
        check_metrics(key, experiment.metrics, sweep)
    if not experiment.plots:
        raise Problem(f"{where}: [[plots]] is missing: there is nothing to draw")
    for key, sweep in ((where, experiment.sweep), (f"{where}: with [full]", full)):
        table = Table(experiment, sweep)
        for number, plot in enumerate(experiment.plots, 1):
            check_plot(f"{key}: [[plots]] {number}", plot, table)
        for number, claim in enumerate(experiment.claims, 1):
            check_claim(f"{key}: [[claims]] {number}", claim, table)

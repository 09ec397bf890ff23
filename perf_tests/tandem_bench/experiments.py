# SPDX-License-Identifier: BSD-3-Clause
"""Experiments as the TOML files in perf_tests/experiments describe them; docs/experiments.md has the keys."""
import dataclasses
import inspect
import pathlib
import re
import tomllib
import types
import typing

from . import checks, machines, metrics, plots
from .files import Problem
from .points import ALGORITHMS
from .studies import STUDIES

FOLDER = pathlib.Path(__file__).parent.parent / "experiments"
POLICIES = ("high", "rand", "low", "auto")


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sweep:
    """What is run: every combination of the lists."""
    scale: int = 18
    graphs: list[str] = dataclasses.field(default_factory=list)
    undirected: bool = False
    drop_isolated: bool = False  # vertices without an edge
    algorithms: list[str] = dataclasses.field(default_factory=list)
    platforms: list[str] = dataclasses.field(default_factory=list)
    policies: list[str] = dataclasses.field(default_factory=lambda: ["auto"])
    alphas: list[float | str] = dataclasses.field(default_factory=lambda: ["auto"])
    repetitions: int = 3
    samples: int = 1  # more processes than that where a point would have fewer samples
    seed: int = 1
    sources: int = 16
    iterations: int = 20
    counters: bool = False
    calibrate_alike: bool = False  # with a graph like the one that is measured, not with tandem's own
    peers: list[str] = dataclasses.field(default_factory=list)
    # Of the planner: files in configs/machines; of devices, parts of what all edges would take of their memory, and bytes of state for each vertex.
    machines: list[str] = dataclasses.field(default_factory=list)
    memory: list[float] = dataclasses.field(default_factory=list)
    state_bytes: int = 16
    # Of the model alone: crossing edges, edges per second of the host, bytes that an edge takes on the link.
    betas: list[float] = dataclasses.field(default_factory=list)
    rates: list[float] = dataclasses.field(default_factory=list)
    bytes_per_edge: list[float] = dataclasses.field(default_factory=list)
    link: float = 12e9


@dataclasses.dataclass(frozen=True, kw_only=True)
class Plot:
    kind: str
    metric: str
    x: str = ""
    series: str = ""
    panels: str = ""
    where: dict = dataclasses.field(default_factory=dict)
    reference: dict = dataclasses.field(default_factory=dict)
    xlabel: str = ""
    ylabel: str = ""
    title: str = ""
    log: bool = False
    over: str = ""
    agreement: bool = False


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    text: str
    paper: str
    check: str
    parameters: dict = dataclasses.field(default_factory=dict)
    accelerator: bool = False
    definition: bool = False  # cannot but hold, for how the algorithm is defined


@dataclasses.dataclass(frozen=True, kw_only=True)
class Experiment:
    name: str
    title: str
    paper: str
    figure: str
    study: str = "runs"
    metrics: list[str]
    harmonic: bool = False
    note: str = ""
    sweep: Sweep
    full: dict = dataclasses.field(default_factory=dict)
    plots: list[Plot]
    claims: list[Claim]


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


def read_table(kind, table, where, **given):
    """A dataclass from a table of a file: no key too many, none missing, each of the right type."""
    if not isinstance(table, dict):
        raise Problem(f"{where}: a table is expected")
    fields = {field.name: field for field in dataclasses.fields(kind) if field.name not in given}
    for key, value in table.items():
        if key not in fields:
            raise Problem(f"{where}: unknown key '{key}'; there are: {' '.join(fields)}")
        if not fits(value, fields[key].type):
            raise Problem(f"{where}: {key} = {value!r} is not {type_name(fields[key].type)}")
    for name, field in fields.items():
        if name not in table and field.default is field.default_factory is dataclasses.MISSING:
            raise Problem(f"{where}: '{name}' is missing")
    return kind(**table, **given)


def type_name(kind):
    return str(kind) if typing.get_origin(kind) else kind.__name__


def one_of(where, what, values, allowed):
    for value in values:
        if value not in allowed:
            raise Problem(f"{where}: unknown {what} '{value}'; there are: {' '.join(allowed)}")


def check_sweep(where, sweep):
    one_of(where, "algorithm", sweep.algorithms, ALGORITHMS)
    one_of(where, "policy", sweep.policies, POLICIES)
    one_of(where, "machine", sweep.machines, machines.names())
    if "graph500" in sweep.algorithms:
        one_of(where, "graph for graph500", [name.partition(":")[0] for name in sweep.graphs], ("kron",))
    if sweep.counters:
        one_of(where, "search to count in", sweep.algorithms, ("bfs", "bfs-top-down"))
    for alpha in sweep.alphas:
        if alpha not in ("auto", "equal") and not (isinstance(alpha, (int, float)) and 0 <= alpha <= 1):
            raise Problem(f"{where}: alpha {alpha!r} is neither in 0..1 nor 'auto' or 'equal'")
    for name in ("repetitions", "samples", "sources", "iterations", "scale"):
        if getattr(sweep, name) < 1:
            raise Problem(f"{where}: {name} must be 1 or more")


def check_claim(where, claim):
    one_of(where, "check", [claim.check], checks.CHECKS)
    try:
        inspect.signature(checks.CHECKS[claim.check]).bind(None, **claim.parameters)
    except TypeError as error:
        raise Problem(f"{where}: check '{claim.check}': {error}") from None


def parse(name, text):
    """The experiment of a file's text; Problem if there is anything in it that we do not know."""
    where = f"{name}.toml"
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"{where}: {error}") from None
    sweep = read_table(Sweep, table.pop("sweep", {}), f"{where}: [sweep]")
    parts = {}
    for key, kind in (("plots", Plot), ("claims", Claim)):
        entries = table.pop(key, [])
        if not isinstance(entries, list):
            raise Problem(f"{where}: [[{key}]] is a list of tables")
        parts[key] = [read_table(kind, entry, f"{where}: [[{key}]] {number}")
                      for number, entry in enumerate(entries, 1)]
    experiment = read_table(Experiment, table, where, name=name, sweep=sweep, **parts)
    read_table(Sweep, experiment.full, f"{where}: [full]")
    check_sweep(f"{where}: [sweep]", sweep)
    one_of(where, "study", [experiment.study], STUDIES)
    one_of(where, "metric", experiment.metrics + [plot.metric for plot in experiment.plots], metrics.METRICS)
    one_of(where, "kind of plot", [plot.kind for plot in experiment.plots], plots.KINDS)
    for claim in experiment.claims:
        check_claim(where, claim)
    return experiment


def names():
    """TOTEM's first."""
    return sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda name: (not name.startswith("totem"), name))


def load(name):
    if name not in names():
        raise Problem(f"unknown experiment '{name}'; there are: {' '.join(names())}")
    return parse(name, (FOLDER / f"{name}.toml").read_text())


def resolve(value, scale, sockets):
    """Names of graphs and platforms for a size and a machine: "rmat:S+2" becomes "rmat:20", "nS1G" "2S1G"."""
    if isinstance(value, list):
        return [resolve(item, scale, sockets) for item in value]
    if isinstance(value, dict):
        return {key: resolve(item, scale, sockets) for key, item in value.items()}
    if not isinstance(value, str):
        return value
    if match := re.fullmatch(r"(\w+):S([+-]\d+)?", value):
        return f"{match[1]}:{max(1, scale + int(match[2] or 0))}"
    return re.sub(r"^nS(?=$|\d+G$)", f"{sockets}S", value)


def settle(experiment, sockets, scale=None, repetitions=None, full=False):
    """The experiment as it is to be run: the size chosen, and nothing left that depends on it or on the machine."""
    sweep = dataclasses.replace(experiment.sweep, **(experiment.full if full else {}))
    sweep = dataclasses.replace(sweep, scale=scale or sweep.scale)
    if repetitions:
        sweep = dataclasses.replace(sweep, repetitions=repetitions, samples=1)

    def settled(part):
        return type(part)(**resolve({field.name: getattr(part, field.name) for field in dataclasses.fields(part)},
                                    sweep.scale, sockets))

    return dataclasses.replace(experiment, sweep=settled(sweep), plots=[settled(plot) for plot in experiment.plots],
                               claims=[settled(claim) for claim in experiment.claims])

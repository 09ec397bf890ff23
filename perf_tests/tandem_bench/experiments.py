# SPDX-License-Identifier: BSD-3-Clause
"""Experiments as the TOML files in perf_tests/experiments describe them; docs/experiments.md has the keys."""
import dataclasses
import pathlib
import re

from . import toml_files
from .files import Problem
from .validation import check, read_table

FOLDER = pathlib.Path(__file__).parent.parent / "experiments"


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
    switches: list[str] = dataclasses.field(default_factory=list)  # who decides on a search's direction; none: tandem
    seed: int = 1  # of the first repetition; each has the next one
    repetitions: int = 3
    samples: int = 1  # more processes than that where a point would have fewer samples
    sources: int = 16
    iterations: int = 20
    counters: bool = False
    calibrate_alike: bool = False  # with a graph like the one that is measured, not with tandem's own
    peers: list[str] = dataclasses.field(default_factory=list)
    # Of the planner: files in configs/machines; memory of devices, in parts of what all edges would take there, and
    # bytes of state for each vertex.
    machines: list[str] = dataclasses.field(default_factory=list)
    memory: list[float] = dataclasses.field(default_factory=list)
    state_bytes: int = 16
    # Of the model alone: crossing edges, edges per second of the host, bytes that an edge takes on the link.
    betas: list[float] = dataclasses.field(default_factory=list)
    rates: list[float] = dataclasses.field(default_factory=list)
    bytes_per_edge: list[float] = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Plot:
    kind: str
    metric: str
    x: str
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
    accelerator: bool = False  # is about a real device or the bus to it,
    emulated: bool = False  # or about devices that host threads emulate
    definition: bool = False  # cannot but hold, for how the model or the algorithm is defined


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


def parse(name, text):
    """The experiment of a file's text; Problem if there is anything in it that we do not know."""
    where = f"{name}.toml"
    table = toml_files.parse(where, text)
    sweep = read_table(Sweep, table.pop("sweep", {}), f"{where}: [sweep]")
    parts = {}
    for key, kind in (("plots", Plot), ("claims", Claim)):
        entries = table.pop(key, [])
        if not isinstance(entries, list):
            raise Problem(f"{where}: [[{key}]] is a list of tables")
        parts[key] = [read_table(kind, entry, f"{where}: [[{key}]] {number}")
                      for number, entry in enumerate(entries, 1)]
    experiment = read_table(Experiment, table, where, name=name, sweep=sweep, **parts)
    check(where, experiment)
    return experiment


def names():
    """TOTEM's first."""
    return sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda name: (not name.startswith("totem"), name))


def load(name):
    if name not in names():
        raise Problem(f"unknown experiment '{name}'; there are: {' '.join(names())}")
    return parse(name, toml_files.text_of(FOLDER / f"{name}.toml"))


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

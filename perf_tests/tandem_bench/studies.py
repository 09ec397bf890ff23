# SPDX-License-Identifier: BSD-3-Clause
"""From an experiment to its table. Each study says which jobs it needs, and makes rows of what they tell.

A row is a dictionary: coordinates (see checks.py), metric, unit, samples, mean and ci95.
"""
import collections
import itertools

from . import graphs, others
from .confidence import estimate
from .files import Unavailable
from .metrics import METRICS, alpha, behind_first
from .points import ALGORITHMS, Job, Point, num_units, points_of
from .runner import need_counters, need_energy

# A device may hold less than it was asked to, and the host then more: such a run is not the one that was meant.
ALPHA_SLACK = 0.05


def row(columns, metric, samples, harmonic=False):
    """Of rates the mean may be harmonic; of times it never is."""
    about = METRICS[metric]
    return columns | {"metric": metric, "unit": about.unit} | estimate(samples, harmonic and about.rate)


class Runs:
    """Every combination of the sweep, measured; peers beside it, if there are."""

    def __init__(self, experiment, bench):
        self.experiment, self.sweep, self.runner = experiment, experiment.sweep, bench.runner
        self.notes = [experiment.note] if experiment.note else []
        for algorithm in self.sweep.algorithms:
            if "--direction" in ALGORITHMS[algorithm]:
                bench.tandem.need("run", "--direction")
        if self.sweep.counters:
            need_counters()
        if "efficiency" in experiment.metrics:
            self.notes.append(f"counted: {need_energy(bench.tandem)}")
        self.platforms = self.available(self.sweep.platforms, lambda spec: bench.tandem.platform(spec)["notes"])
        self.graphs = []
        for name in self.sweep.graphs:
            self.available([name], lambda name: self.take_graph(name, bench))
        if not self.platforms or not self.graphs:
            raise Unavailable("nothing of it can be run here: " + "; ".join(self.notes))
        self.points = points_of(self.sweep, self.graphs, self.platforms)
        self.peers = self.available(self.sweep.peers, bench.peers.need)

    def available(self, names, probe):
        """Those of the names that there are here; notes on them, and on what is left out, are kept."""
        found = []
        for name in names:
            try:
                notes = probe(name) or []
                found.append(name)
                self.notes += [f"{name}: {note}" for note in notes]
            except Unavailable as reason:
                self.notes.append(str(reason))
        return found

    def take_graph(self, name, bench):
        graph = graphs.find(name, bench.data, bench.own_graphs, self.sweep.undirected, self.sweep.drop_isolated)
        self.graphs.append(graph)
        if graph.note:
            self.notes.append(graph.note)

    def jobs(self):
        """In rounds, each of them once through all points: when the machine gets slower, it does so for all alike."""
        jobs = [point.jobs(self.sweep) for point in self.points]
        if self.sweep.counters:
            jobs += [point.first_searches(self.sweep) for point in self.points]
        return [job for one in itertools.zip_longest(*jobs) for job in one if job] + \
               [job for _, _, job in self.peer_jobs()]

    def peer_jobs(self):
        for name in self.peers:
            for graph in self.graphs:
                for algorithm in self.sweep.algorithms:
                    for repetition in range(self.sweep.repetitions if name == "NetworKit" else 1):
                        job = others.job(name, graph, algorithm, self.sweep, repetition)
                        if job:
                            yield (name, graph.name, algorithm), repetition, job

    def rows(self):
        for job in self.jobs():
            self.runner.result(job)
        return [made for point in self.points for made in self.rows_of(point)] + self.peer_rows()

    def rows_of(self, point):
        records = self.records_of(point)
        if point.alpha not in ("", "auto"):
            asked = len(records)
            records = [record for record in records if abs(alpha(record) - point.alpha) <= ALPHA_SLACK]
            if len(records) < asked:
                self.notes.append(f"{point.graph.name}, {point.platform}, {point.policy}, alpha {point.alpha:g} left "
                                  "out: such a split does not exist, or the devices cannot hold their part")
        for metric in self.experiment.metrics:
            if METRICS[metric].read is None:
                continue
            samples = collections.defaultdict(list)
            for record in records:
                for columns, value in METRICS[metric].read(record):
                    samples[tuple(columns.items())].append(value)
            for columns, values in samples.items():
                yield row(point.columns() | dict(columns), metric, values, self.experiment.harmonic)

    def records_of(self, point):
        """Of its runs that have not failed."""
        records = map(self.runner.result, point.jobs(self.sweep))
        if self.sweep.counters:
            pairs = zip(records, map(self.runner.result, point.first_searches(self.sweep)))
            records = (behind_first(*pair) for pair in pairs if all(pair))
        return [record for record in records if record]

    def peer_rows(self):
        samples = collections.defaultdict(list)
        for place, _, job in self.peer_jobs():
            if record := self.runner.result(job):
                samples[place] += others.rates(place[0], place[2], record["record"])
        return [row({"graph": graph, "algorithm": algorithm, "platform": name, "policy": "", "alpha": ""}, "rate",
                    rates, self.experiment.harmonic) for (name, graph, algorithm), rates in samples.items() if rates]


class Model:
    """The equation of the paper, as tandem computes it."""

    def __init__(self, experiment, bench):
        bench.tandem.need("model")
        self.sweep, self.runner, self.notes = experiment.sweep, bench.runner, []

    def places(self):
        for beta in self.sweep.betas:
            for rate in self.sweep.rates:
                for size in self.sweep.bytes_per_edge:
                    alphas = ",".join(f"{alpha:g}" for alpha in self.sweep.alphas)
                    yield {"beta": beta, "rate": rate, "bytes_per_edge": size}, Job(
                        ("model", "--alpha", alphas, "--beta", f"{beta:g}", "--rate", f"{rate:g}", "--link",
                         f"{self.sweep.link:g}", "--bytes-per-edge", f"{size:g}", "--json"))

    def jobs(self):
        return [job for _, job in self.places()]

    def rows(self):
        return [row(columns | {"alpha": point["alpha"]}, "speedup", [point["speedup"]])
                for columns, job in self.places() if (record := self.runner.result(job))
                for point in record["record"]["points"]]


def plan_job(graph, algorithm, platform, alike):
    return Job(("plan", "--graph", "{graph}", "--algorithm", ALGORITHMS[algorithm][1], "--platform", platform,
                "--profile", "{profile}", "--json"), graph, platform=platform,
               calibration=graph.twin() if alike else None)


class Prediction(Runs):
    """Speed-up over the host alone, as the planner predicts it and as it is measured. The host alone is the platform
    with all edges on it: where devices are slices of the host, it has fewer threads than without them."""

    def __init__(self, experiment, bench):
        bench.tandem.need("calibrate", *(["--graph"] if experiment.sweep.calibrate_alike else []))
        bench.tandem.need("plan", "--profile", "--json")
        super().__init__(experiment, bench)
        self.hybrid = [platform for platform in self.platforms if num_units(platform) > 1]

    def plans(self):
        return {(graph, algorithm, platform): plan_job(graph, algorithm, platform, self.sweep.calibrate_alike)
                for graph in self.graphs for algorithm in self.sweep.algorithms for platform in self.hybrid}

    def jobs(self):
        return super().jobs() + list(self.plans().values())

    def rows(self):
        rates = super().rows()
        alone = {self.place(rate): rate for rate in rates if rate["alpha"] == 1}
        found = []
        for rate in rates:
            base = alone.get(self.place(rate))
            if base and rate is not base:
                found.append(rate | {"part": "achieved", "metric": "speedup", "unit": METRICS["speedup"].unit,
                                     "mean": rate["mean"] / base["mean"],
                                     "ci95": rate["ci95"] and rate["ci95"] / base["mean"]})
        return rates + found + self.predicted(found)

    @staticmethod
    def place(rate):
        return tuple(rate[name] for name in ("graph", "algorithm", "platform", "policy"))

    def predicted(self, achieved):
        """For the places that were measured."""
        guesses = {}
        for (graph, algorithm, platform), job in self.plans().items():
            record = self.runner.result(job)
            for guess in record["record"]["predictions"] if record else []:
                guesses[graph.name, algorithm, platform, guess["policy"], round(guess["alpha"], 3)] = guess["speedup"]
        found = []
        for place in achieved:
            key = (*self.place(place), round(place["alpha"], 3))
            if key in guesses:
                columns = {name: place[name] for name in ("graph", "algorithm", "platform", "policy", "alpha")}
                found.append(row(columns | {"part": "predicted"}, "speedup", [guesses[key]]))
        return found


class Plan(Prediction):
    """The rate with the split that the planner recommends, in percent of the best rate in the sweep. It is measured
    like the others, in the same rounds."""

    def rows(self):
        recommended = list(filter(None, itertools.starmap(self.recommended, self.plans().items())))
        self.points += [point for point in recommended if point not in self.points]
        rates = Runs.rows(self)
        return rates + [quality for point in recommended for quality in self.quality(rates, point)]

    def recommended(self, place, job):
        record = self.runner.result(job)
        chosen = record and record["record"].get("recommended")
        return chosen and Point(*place, chosen["policy"], round(chosen["alpha"], 4))

    def quality(self, rates, point):
        measured = [rate for rate in rates if rate["graph"] == point.graph.name
                    and rate["algorithm"] == point.algorithm and rate["platform"] == point.platform]
        recommended = [rate for rate in measured if rate["policy"] == point.policy and rate["alpha"] == point.alpha]
        if not recommended:  # its runs have failed
            return
        best = max(measured, key=lambda rate: rate["mean"])
        self.notes.append(f"{point.algorithm} on {point.graph.name}: recommended {point.policy}, alpha {point.alpha:g}; "
                          f"best measured {best['policy']}, alpha {best['alpha']:g}")
        yield row(point.columns(), "quality", [100 * recommended[0]["mean"] / best["mean"]])


STUDIES = {"runs": Runs, "model": Model, "prediction": Prediction, "plan": Plan}

# SPDX-License-Identifier: BSD-3-Clause
"""Studies of the model and the planner, beside what is measured."""
import itertools

from . import machines
from .measured import Runs, row
from .metrics import METRICS
from .points import ALGORITHMS, Job, Point, num_units


class Model:
    """The equation of the paper, as tandem computes it."""
    columns = ("alpha", "beta", "rate", "bytes_per_edge")

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
    columns = (*Runs.columns, "part")

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
        self.notes.append(f"{point.algorithm} on {point.graph.name}: recommended {point.policy}, alpha "
                          f"{point.alpha:g}; best measured {best['policy']}, alpha {best['alpha']:g}")
        yield row(point.columns(), "quality", [100 * recommended[0]["mean"] / best["mean"]])


class Memory(Runs):
    """What is measured, and how many edges a device holds that has a part of the memory that all of them would take."""

    def __init__(self, experiment, bench):
        bench.tandem.need("plan", "--device-memory", "--state-bytes", "--json")
        super().__init__(experiment, bench)

    def plan(self, graph, algorithm, platform, *words):
        """As few edges on the host as can be."""
        return Job(("plan", "--graph", "{graph}", "--algorithm", ALGORITHMS[algorithm][1], "--platform", platform,
                    "--state-bytes", str(self.sweep.state_bytes), "--alpha", "0", *words, "--json"), graph)

    def rows(self):
        places = itertools.product(self.graphs, self.sweep.algorithms,
                                   [platform for platform in self.platforms if num_units(platform) == 2])
        return super().rows() + [made for place in places for made in self.held(*place)]

    def held(self, graph, algorithm, platform):
        everything = self.runner.result(self.plan(graph, algorithm, platform))
        if not everything:
            return
        size = everything["record"]["units"][-1]["bytes"]
        for policy, share in itertools.product(self.sweep.policies, self.sweep.memory):
            record = self.runner.result(self.plan(graph, algorithm, platform, "--partition", policy,
                                                  "--device-memory", str(int(share * size))))
            if record:
                columns = {"graph": graph.name, "algorithm": algorithm, "platform": platform, "policy": policy,
                           "memory": 100 * share}
                yield row(columns, "device_edges", [100 * record["record"]["units"][-1]["share"]])


class Machines(Prediction):
    """Speed-up over the host alone, predicted for this machine and for some that are not here. Nothing is measured but
    this machine's profile."""
    columns = (*Runs.columns, "machine")

    def __init__(self, experiment, bench):
        bench.tandem.need("plan", "--assume")
        super().__init__(experiment, bench)

    def assumed(self):
        """The job of each graph, algorithm, platform and machine, where the machine's rates for it are known."""
        found = {}
        for name in self.sweep.machines:
            machine = machines.read(name)
            for graph, algorithm in itertools.product(self.graphs, self.sweep.algorithms):
                word = ALGORITHMS[algorithm][1]
                if word in machine["algorithms"]:
                    found[graph, algorithm, machine["platform"], name] = Job(
                        ("plan", "--graph", "{graph}", "--algorithm", word, "--assume", "{machine}", "--json"), graph,
                        machine=name)
        return found

    def places(self):
        here = {(*place, "this machine"): job for place, job in self.plans().items()}
        return here | self.assumed()

    def jobs(self):
        return list(self.places().values())

    def rows(self):
        return [made for place, job in self.places().items() for made in self.predictions(*place, job)]

    def predictions(self, graph, algorithm, platform, machine, job):
        record = self.runner.result(job)
        for guess in record["record"]["predictions"] if record else []:
            if guess["policy"] in self.sweep.policies and round(guess["alpha"], 3) in self.sweep.alphas:
                columns = {"graph": graph.name, "algorithm": algorithm, "platform": platform,
                           "policy": guess["policy"], "alpha": round(guess["alpha"], 3), "machine": machine}
                yield row(columns, "speedup", [guess["speedup"]])

# SPDX-License-Identifier: BSD-3-Clause
"""Studies of the model and the planner, beside what is measured."""
import itertools
import statistics

from . import machines
from .confidence import estimate_ratio, quotient
from .measured import COLUMNS, MEASURED, Runs, row
from .metrics import METRICS
from .points import ALGORITHMS, Job, Point, num_units

LINK = "12e9"  # bytes a second: PCIe 3, as the paper takes it
FINALISTS = 3  # splits of a sweep that the recommended one is compared with,
ROUNDS = 4  # this many times as often as the sweep was measured


class Model:
    """The equation of the paper, as tandem computes it."""
    columns = {"speedup": ("alpha", "beta", "rate", "bytes_per_edge")}
    needs = ()
    lists = ("alphas", "betas", "rates", "bytes_per_edge")
    refuses = {"alphas": ("auto", "equal")}

    def __init__(self, experiment, bench):
        self.sweep, self.runner, self.notes = experiment.sweep, bench.runner, []

    def places(self):
        for beta in self.sweep.betas:
            for rate in self.sweep.rates:
                for size in self.sweep.bytes_per_edge:
                    alphas = ",".join(f"{alpha:g}" for alpha in self.sweep.alphas)
                    yield {"beta": beta, "rate": rate, "bytes_per_edge": size}, Job(
                        ("model", "--alpha", alphas, "--beta", f"{beta:g}", "--rate", f"{rate:g}", "--link", LINK,
                         "--bytes-per-edge", f"{size:g}", "--json"))

    def jobs(self):
        return [job for _, job in self.places()]

    def later(self):
        return []

    def rows(self):
        return [row(columns | {"alpha": point["alpha"]}, "speedup", [[point["speedup"]]])
                for columns, job in self.places() if (record := self.runner.result(job))
                for point in record["record"]["points"]]


def plan_job(graph, algorithm, platform, alike):
    profile = "{top-down profile}" if algorithm == "bfs-top-down" else "{profile}"
    return Job(("plan", "--graph", "{graph}", "--algorithm", ALGORITHMS[algorithm][1], "--platform", platform,
                "--profile", profile, "--json"), graph, platform=platform,
               calibration=graph.twin() if alike else None)


def guesses(record):
    """The planner's. A platform without a host has no speed-up over the host alone."""
    return [guess for guess in record["record"]["predictions"] if guess["speedup"] is not None] if record else []


class Prediction(Runs):
    """Speed-up over the host alone, as the planner predicts it and as it is measured. The host alone is the platform
    with all edges on it: where devices are slices of the host, it has fewer threads than without them."""
    columns = {"rate": COLUMNS, "speedup": (*COLUMNS, "part")}
    needs = ("rate",)
    refuses = {"algorithms": ("graph500",), "policies": ("auto",), "alphas": ("auto",)}

    def __init__(self, experiment, bench):
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
                found.append(rate | quotient(rate, base) |
                             {"part": "achieved", "metric": "speedup", "unit": METRICS["speedup"].unit})
        return rates + found + self.predicted(found)

    @staticmethod
    def place(rate):
        return tuple(rate[name] for name in ("graph", "algorithm", "platform", "policy"))

    def predicted(self, achieved):
        """For the places that were measured."""
        speedups = {}
        for (graph, algorithm, platform), job in self.plans().items():
            for guess in guesses(self.runner.result(job)):
                speedups[graph.name, algorithm, platform, guess["policy"], round(guess["alpha"], 3)] = guess["speedup"]
        found = []
        for place in achieved:
            key = (*self.place(place), round(place["alpha"], 3))
            if key in speedups:
                columns = {name: place[name] for name in COLUMNS}
                found.append(row(columns | {"part": "predicted"}, "speedup", [[speedups[key]]]))
        return found


def best_of(rounds, points):
    return max(points, key=lambda point: sum(rates[point] for rates in rounds))


def ratios_to_best(rounds, point, others):
    """Of a point to the best of the others, round by round. Which one that is, all rounds but this one decide."""
    for number, rates in enumerate(rounds):
        yield rates[point] / rates[best_of(rounds[:number] + rounds[number + 1:], others)]


class Plan(Prediction):
    """The rate with the split that the planner recommends, in percent of the best one in the sweep.

    The best of many means is mostly one that was lucky. So the sweep only chooses finalists. They are measured again,
    in turns with the recommended split, a ratio for each round; to which of them, all the other rounds decide."""
    columns = MEASURED | {"quality": COLUMNS}
    refuses = {"algorithms": ("graph500",), "alphas": ("auto",)}

    def later(self):
        """Of each recommended split, in the sweep, and then of it and the finalists, in rounds."""
        for place in self.plans():
            points = [point for point in self.points if (point.graph, point.algorithm, point.platform) == place]
            yield from points[0].jobs(self.sweep)
            for jobs in self.rounds(points[0], points[1:1 + FINALISTS]):
                yield from jobs.values()

    def rows(self):
        guessed = list(self.later())
        recommended = list(filter(None, itertools.starmap(self.recommended, self.plans().items())))
        self.points += [point for point in recommended if point not in self.points]
        rates = Runs.rows(self)
        finals = {point: self.finalists(rates, point) for point in recommended}
        self.runner.know([job for place in finals.items() for jobs in self.rounds(*place) for job in jobs.values()],
                         guessed)
        return rates + [quality for place in finals.items() for quality in self.quality(*place)]

    def recommended(self, place, job):
        record = self.runner.result(job)
        chosen = record and record["record"].get("recommended")
        return chosen and Point(*place, chosen["policy"], round(chosen["alpha"], 4))

    def finalists(self, rates, recommended):
        """Others of the sweep, the fastest first."""
        measured = [(rate["mean"], point) for point in self.points for rate in rates
                    if point != recommended and rate["metric"] == "rate" and point.columns().items() <= rate.items()
                    and (point.graph, point.algorithm, point.platform)
                    == (recommended.graph, recommended.algorithm, recommended.platform)]
        return [point for _, point in sorted(measured, key=lambda pair: pair[0], reverse=True)[:FINALISTS]]

    def rounds(self, recommended, finalists):
        """Jobs by point; searches of a round start from the same vertices, which no other round has."""
        first = self.sweep.seed + len(recommended.repetitions(self.sweep))
        for seed in range(first, first + ROUNDS * len(recommended.repetitions(self.sweep))):
            yield {point: point.job(self.sweep, seed, self.sweep.sources) for point in (recommended, *finalists)}

    def measured_rounds(self, recommended, finalists):
        """Mean rates by point, of the rounds in which nothing has failed."""
        for jobs in self.rounds(recommended, finalists):
            records = {point: self.runner.result(job) for point, job in jobs.items()}
            if all(records.values()):
                yield {point: statistics.fmean(value for _, value in METRICS["rate"].read(record))
                       for point, record in records.items()}

    def quality(self, recommended, finalists):
        rounds = list(self.measured_rounds(recommended, finalists))
        if len(rounds) < 2 or not finalists:
            return
        found, other = estimate_ratio(ratios_to_best(rounds, recommended, finalists)), best_of(rounds, finalists)
        differ = abs(found["mean"] - 1) > found["ci95"]
        found |= {"mean": 100 * found["mean"], "ci95": 100 * found["ci95"]}
        self.notes.append(
            f"{recommended.algorithm} on {recommended.graph.name}: recommended {recommended.policy}, alpha "
            f"{recommended.alpha:g}, best of the sweep {other.policy}, alpha {other.alpha:g}: "
            f"{found['mean']:.1f} ± {found['ci95']:.1f} % of its rate in {len(rounds)} rounds, "
            + ("they differ" if differ else "no difference can be told"))
        yield recommended.columns() | {"metric": "quality", "unit": METRICS["quality"].unit} | found


class Memory(Runs):
    """What is measured, and how many edges a device holds that has a part of the memory that all of them would take."""
    columns = MEASURED | {"device_edges": ("graph", "algorithm", "platform", "policy", "memory")}
    lists = (*Runs.lists, "memory")
    refuses = {"algorithms": ("graph500",), "policies": ("auto",)}

    def plan(self, graph, algorithm, platform, *words):
        """As few edges on the host as can be."""
        return Job(("plan", "--graph", "{graph}", "--algorithm", ALGORITHMS[algorithm][1], "--platform", platform,
                    "--state-bytes", str(self.sweep.state_bytes), "--alpha", "0", *words, "--json"), graph)

    def places(self):
        return list(itertools.product(self.graphs, self.sweep.algorithms,
                                      [platform for platform in self.platforms if num_units(platform) == 2]))

    def jobs(self):
        return super().jobs() + [self.plan(*place) for place in self.places()]

    def later(self):
        return [job for place in self.places() for job in self.plans(*place, 0).values()]

    def plans(self, graph, algorithm, platform, size):
        """By policy and memory, in parts of the size."""
        return {(policy, share): self.plan(graph, algorithm, platform, "--partition", policy, "--device-memory",
                                           str(int(share * size)))
                for policy, share in itertools.product(self.sweep.policies, self.sweep.memory)}

    def rows(self):
        return super().rows() + [made for place in self.places() for made in self.held(*place)]

    def held(self, graph, algorithm, platform):
        everything = self.runner.result(self.plan(graph, algorithm, platform))
        guessed = self.plans(graph, algorithm, platform, 0)
        jobs = self.plans(graph, algorithm, platform, everything["record"]["units"][-1]["bytes"]) if everything else {}
        self.runner.know(jobs.values(), guessed.values())
        for (policy, share), job in jobs.items():
            if record := self.runner.result(job):
                columns = {"graph": graph.name, "algorithm": algorithm, "platform": platform, "policy": policy,
                           "memory": 100 * share}
                yield row(columns, "device_edges", [[100 * record["record"]["units"][-1]["share"]]])


class Machines(Prediction):
    """Speed-up over the host alone, predicted for this machine and for some that are not here. Nothing is measured but
    this machine's profile."""
    columns = {"speedup": ("graph", "algorithm", "platform", "policy", "alpha", "machine")}
    needs = ()
    refuses = Prediction.refuses | {"alphas": ("auto", "equal")}

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
        for guess in guesses(self.runner.result(job)):
            if guess["policy"] in self.sweep.policies and round(guess["alpha"], 3) in self.sweep.alphas:
                columns = {"graph": graph.name, "algorithm": algorithm, "platform": platform,
                           "policy": guess["policy"], "alpha": round(guess["alpha"], 3), "machine": machine}
                yield row(columns, "speedup", [[guess["speedup"]]])

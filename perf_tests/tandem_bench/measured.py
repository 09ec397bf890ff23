# SPDX-License-Identifier: BSD-3-Clause
"""The study that most experiments are: a sweep, measured.

A study says which jobs it needs, and makes rows of what they tell. A row is a dictionary: coordinates (see checks.py),
metric, unit, samples, mean and ci95.
"""
import collections
import itertools

from . import graphs, others
from .confidence import estimate
from .files import Failure, Unavailable
from .metrics import METRICS, alpha, behind_first
from .points import ALONE, Point, points_of
from .runner import need_counters, need_energy

# Of a point,
COLUMNS = ("graph", "algorithm", "platform", "policy", "alpha", "switch")
# and of each metric that is measured there.
MEASURED = {name: (*COLUMNS, *about.columns) for name, about in METRICS.items() if about.read}
# A device may hold less than it was asked to, and the host then more: such a run is not the one that was meant.
ALPHA_SLACK = 0.05


def row(columns, metric, groups, harmonic=False):
    """From the samples of each process. Of rates the mean may be harmonic; of times it never is."""
    about = METRICS[metric]
    return columns | {"metric": metric, "unit": about.unit} | estimate(groups, harmonic and about.rate)


def by_columns(pairs):
    """The values of a metric in a record, by the columns that tell them apart."""
    found = collections.defaultdict(list)
    for columns, value in pairs:
        found[tuple(columns.items())].append(value)
    return found


def groups_by_columns(metric, records, beside_peers=False):
    """The values of each record, by the columns that tell them apart."""
    read = beside_peers and METRICS[metric].beside_peers or METRICS[metric].read
    found = [by_columns(read(record)) for record in records]
    for columns in dict.fromkeys(itertools.chain(*found)):
        groups = [one.get(columns, []) for one in found]
        if METRICS[metric].adds_up:
            num_runs = [max(map(len, one.values()), default=0) for one in found]
            groups = [group + [0] * (count - len(group)) for group, count in zip(groups, num_runs)]
        yield columns, [group for group in groups if group]


class Runs:
    """Every combination of the sweep, measured; peers beside it, if there are."""
    columns = MEASURED  # of each metric that it makes
    needs = ()  # of these, always
    lists = ("graphs", "algorithms", "platforms", "policies", "alphas")  # of the sweep, of which none may be empty
    refuses = {}  # words of these that mean nothing to it

    def __init__(self, experiment, bench):
        self.experiment, self.sweep, self.runner = experiment, experiment.sweep, bench.runner
        self.notes = [experiment.note] if experiment.note else []
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
        """In rounds, each of them once through all points and peers: when the machine gets slower, it does so for all
        alike."""
        jobs = [point.jobs(self.sweep) for point in self.points]
        if self.sweep.counters:
            jobs += [point.first_searches(self.sweep) for point in self.points]
        jobs += self.peer_jobs().values()
        return [job for one in itertools.zip_longest(*jobs) for job in one if job]

    def later(self):
        """Jobs like those that results will choose, so that they are counted before they are known."""
        return []

    def peer_jobs(self):
        """Of each place that a peer has, which is its platform."""
        return {Point(graph, algorithm, name, ALONE, ALONE): others.jobs(name, graph, algorithm, self.sweep)
                for name, graph, algorithm in itertools.product(self.peers, self.graphs, self.sweep.algorithms)
                if algorithm in others.NAMES[name]}

    def rows(self):
        for job in self.jobs():
            self.runner.result(job)
        return [made for point in self.points for made in self.rows_of(point)] + self.peer_rows()

    def rows_of(self, point):
        records = self.records_of(point)
        if point.alpha not in (ALONE, "auto"):
            asked = len(records)
            records = [record for record in records if abs(alpha(record) - point.alpha) <= ALPHA_SLACK]
            if len(records) < asked:
                self.notes.append(f"{point.graph.name}, {point.platform}, {point.policy}, alpha {point.alpha:g} left "
                                  "out: such a split does not exist, or the devices cannot hold their part")
        for metric in self.experiment.metrics:
            if METRICS[metric].read is None:
                continue
            for columns, groups in groups_by_columns(metric, records, beside_peers=bool(self.sweep.peers)):
                yield row(point.columns() | dict(columns), metric, groups, self.experiment.harmonic)

    def records_of(self, point):
        """Of its runs that have not failed."""
        records = map(self.runner.result, point.jobs(self.sweep))
        if self.sweep.counters:
            pairs = zip(records, map(self.runner.result, point.first_searches(self.sweep)))
            records = (behind_first(*pair) for pair in pairs if all(pair))
        return [record for record in records if record]

    def peer_rows(self):
        found = []
        for point, jobs in self.peer_jobs().items():
            rates = list(filter(None, (self.peer_rates(point, job) for job in jobs)))
            if rates:
                found.append(row(point.columns(), "rate", rates, self.experiment.harmonic))
        return found

    def peer_rates(self, point, job):
        record = self.runner.result(job)
        try:
            return others.rates(point.platform, point.algorithm, record["record"]) if record else []
        except Failure as error:
            self.runner.reject(job, error)
            return []

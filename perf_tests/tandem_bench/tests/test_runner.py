# SPDX-License-Identifier: BSD-3-Clause
import os
import pathlib
import tempfile
import unittest

from tandem_bench import graphs, made_files, measured, metrics, others, points, progress, runner
from tandem_bench.experiments import Sweep
from tandem_bench.files import Failure, Problem, whole_file
from helpers import BenchTest


class Points(unittest.TestCase):
    GRAPH = graphs.Graph("rmat:9", ("generate", "rmat:9"), (), "rmat:9")

    def test_host_alone_is_one_point(self):
        sweep = Sweep(algorithms=["bfs"], policies=["high", "low"], alphas=[0.5, "equal"])
        found = points.points_of(sweep, [self.GRAPH], ["1S", "1S1G", "1S2G"])
        self.assertEqual([(point.platform, point.policy, point.alpha) for point in found],
                         [("1S", "", ""), ("1S1G", "high", 0.5), ("1S1G", "low", 0.5), ("1S2G", "high", 0.5),
                          ("1S2G", "high", 0.3333), ("1S2G", "low", 0.5), ("1S2G", "low", 0.3333)])

    def test_arguments(self):
        point = points.Point(self.GRAPH, "bfs-top-down", "1S1G", "high", 0.5)
        jobs = point.jobs(Sweep(repetitions=2, sources=4))
        self.assertEqual(" ".join(jobs[1].arguments),
                         "run bfs --direction top-down --graph {graph} --platform 1S1G --partition high --alpha 0.5 "
                         "--sources 5 --seed 2 --json {json} --quiet")

    def test_seeds(self):
        sweep = Sweep(repetitions=2, seed=7)
        point = points.Point(self.GRAPH, "bfs", "1S", "", "")
        for jobs in (point.jobs(sweep), point.first_searches(sweep), others.jobs("NetworKit", self.GRAPH, "bc", sweep)):
            self.assertEqual([job.arguments[job.arguments.index("--seed") + 1] for job in jobs], ["7", "8"])

    def test_who_decides_on_the_direction(self):
        sweep = Sweep(algorithms=["bfs"], switches=["all", "host:3"])
        found = points.points_of(sweep, [self.GRAPH], ["1S1G"])
        self.assertEqual([point.columns()["switch"] for point in found], ["all", "host:3"])
        for point, words in zip(found, ("--switch all --sources", "--switch host --bottom-up-steps 3 --sources")):
            self.assertIn(words, " ".join(point.job(sweep, 1, 4).arguments))

    def test_as_many_processes_as_give_the_samples(self):
        def count(algorithm, **changes):
            return len(points.Point(self.GRAPH, algorithm, "1S", "", "").jobs(Sweep(sources=16, **changes)))

        self.assertEqual([count(algorithm, repetitions=3, samples=64) for algorithm in ("bfs", "pagerank", "bc")],
                         [4, 64, 64])
        self.assertEqual([count(algorithm, repetitions=5) for algorithm in ("bfs", "pagerank")], [5, 5])

    def test_units_of_platforms(self):
        self.assertEqual([points.num_units(spec) for spec in ("1S", "2S", "2S1G", "1S2G", "4G")], [1, 1, 2, 3, 4])


class Graphs(BenchTest):
    def test_other_content_is_another_file(self):
        file = self.folder / "graph.txt"
        names = set()
        for text in ("0 1", "0 2"):
            file.write_text(text)
            graphs.fingerprint.cache_clear()  # as in another call
            names |= {graphs.find("twitter", self.folder, {"twitter": file}, undirected, drop_isolated).file
                      for undirected in (False, True) for drop_isolated in (False, True)}
        self.assertEqual(len(names), 8)

    def test_all_of_a_file_counts_and_nothing_else(self):
        """Not its time nor its place: a copy is the same graph. Files may be alike for long and of one size."""
        def name(folder, text, seconds):
            file = self.folder / folder / "graph.txt"
            file.parent.mkdir()
            file.write_text((1 << 20) * "#" + text)
            os.utime(file, (seconds, seconds))
            return graphs.find("twitter", self.folder, {"twitter": file}).file

        first = name("one", "\n0 1\n", seconds=1e9)
        self.assertEqual(name("copy", "\n0 1\n", seconds=2e9), first)
        self.assertNotEqual(name("other", "\n0 2\n", seconds=1e9), first)

    def test_bad_own_graphs(self):
        for word in ("twitter", "nonsense=file", f"twitter={self.folder}/absent"):
            with self.subTest(word), self.assertRaises(Problem):
                graphs.own_graphs([word])


class Files(BenchTest):
    def test_nothing_is_left_of_a_failed_write(self):
        with self.assertRaises(ValueError), whole_file(self.folder / "table.csv") as temporary:
            temporary.write_text("half")
            raise ValueError
        self.assertEqual([path.name for path in self.folder.glob("*table*")], [])


    def test_rates_of_top_down_searches_are_those_of_the_profile(self):
        profile = self.folder / "1S1G.toml"
        for rate in (1, 2):
            profile.write_text(f"[algorithms.bfs.host]\nrate = 9\n[algorithms.bfs-top-down.host]\nrate = {rate}\n")
            self.assertEqual(made_files.top_down(profile).read_text(),
                             f"[algorithms.bfs-optimized.host]\nrate = 9\n[algorithms.bfs.host]\nrate = {rate}\n")


class Counters(unittest.TestCase):
    def test_output_of_perf(self):
        text = "# started\n\n1234,,LLC-loads:u,100,100.00,,\n<not supported>,,LLC-load-misses,0,100.00,,\n"
        self.assertEqual(runner.read_counters(text), {"LLC-loads": 1234})

    def test_several_kinds_of_cores(self):
        text = "1000,,cpu_core/LLC-loads/,1,50.00,,\n234,,cpu_atom/LLC-loads/u,1,50.00,,\n" \
               "<not counted>,,cpu_atom/LLC-load-misses/,0,0.00,,\n7,,cpu_core/LLC-load-misses/,1,50.00,,\n"
        self.assertEqual(runner.read_counters(text), {"LLC-loads": 1234, "LLC-load-misses": 7})


class Left(unittest.TestCase):
    def test_groups(self):
        def group(policy, alpha, seed=1):
            point = points.Point(Points.GRAPH, "bfs", "1S1G", policy, alpha)
            return runner.Runner.group(point.job(Sweep(), seed, 4))

        self.assertEqual(group("high", 0.5), group("high", 0.9, seed=2))
        self.assertNotEqual(group("high", 0.5), group("low", 0.5))
        for name in others.NAMES:
            self.assertEqual(*map(runner.Runner.group, others.jobs(name, Points.GRAPH, "bc", Sweep(repetitions=2))))

    def test_estimate(self):
        shown = progress.Progress()
        for group in ("small", "small", "large", "large"):
            shown.expect(group)
        self.assertIsNone(shown.seconds_left())
        shown.done("small", 1)
        self.assertEqual(shown.seconds_left(), 3)  # nothing known of the large ones
        shown.done("large", 9)
        self.assertEqual(shown.seconds_left(), 10)
        shown.done("large")  # failed at once
        self.assertEqual(shown.seconds_left(), 1)
        shown.expect("large")
        self.assertEqual(shown.seconds_left(), 10)
        shown.forget("large")
        shown.forget("large")  # there is none any more
        self.assertEqual((shown.seconds_left(), shown.total), (1, 4))
        self.assertEqual([progress.duration(seconds) for seconds in (0.2, 80, 600, 7200)],
                         ["1 s", "80 s", "10 min", "2.0 h"])


class Peers(unittest.TestCase):
    def test_rates(self):
        printed = "Graph has 1024 nodes and 8000 undirected edges for degree: 7\n" + \
                  "".join(f"Trial Time:   {seconds}\n" for seconds in (0.004, 0.0001, 0.002, 0.001))
        # Neither the first, nor that from a tiny component; every other one is a sample.
        self.assertEqual(others.rates("GAPBS", "bfs", printed), [4, 8])
        self.assertEqual(others.rates("GAPBS", "pagerank", printed), [160, 320])
        self.assertEqual(others.rates("GAPBS", "bfs", printed.split("Trial Time:   0.0001")[0]), [2])
        searches = [{"edges": 8000, "seconds": 0.002}, {"edges": 2, "seconds": 1e-6}]
        record = {"edges": 8000, "searches": searches, "seconds": {"bc": 0.002, "pagerank": 0.002}}
        self.assertEqual(others.rates("NetworKit", "bc", record), [4])
        self.assertEqual(others.rates("NetworKit", "pagerank", record), [8])
        self.assertEqual(others.rates("NetworKit", "bfs-top-down", record), [4])

    def test_what_makes_no_sense(self):
        edges, trial = "Graph has 9 nodes and 8000 undirected edges for degree: 8\n", "Trial Time: 0.002\n"
        for name, record in (("GAPBS", edges), ("GAPBS", trial), ("GAPBS", ""), ("GAPBS", {}),
                             ("GAPBS", edges + "Trial Time: 0.000\n"), ("GAPBS", edges + "Trial Time: 0.0.0\n"),
                             ("NetworKit", "Segmentation fault"), ("NetworKit", {"edges": 8}), ("NetworKit", {}),
                             ("NetworKit", {"edges": 8, "seconds": {"pagerank": None}})):
            with self.subTest(f"{name}: {record}"), self.assertRaisesRegex(Failure, f"{name}, pagerank: what it print"):
                others.rates(name, "pagerank", record)

    def test_commands(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = pathlib.Path(folder)
            for name in others.NAMES["GAPBS"].values():
                (programs / name).touch(0o755)
            found = others.Peers(programs, 2).command("GAPBS", ["bfs", "-f", "x.sg"])
            self.assertEqual(found, [f"{programs}/bfs", "-f", "x.sg"])
        self.assertEqual([(job.arguments, job.repetition)
                          for job in others.jobs("GAPBS", Points.GRAPH, "bfs", Sweep(repetitions=2, sources=3))],
                         [(("bfs", "-f", "{sg}", "-n", "4"), repetition) for repetition in (0, 1)])

    def test_as_many_processes_as_give_the_samples(self):
        def count(name, algorithm, **changes):
            return len(others.jobs(name, Points.GRAPH, algorithm, Sweep(sources=16, **changes)))

        for name, searches, expected in (("GAPBS", "bfs", [4, 64, 4]), ("NetworKit", "bfs-top-down", [16, 64, 64])):
            self.assertEqual([count(name, algorithm, repetitions=3, samples=64)
                              for algorithm in (searches, "pagerank", "bc")], expected)
            self.assertEqual(count(name, searches, repetitions=5), 5)


def search(rate, steps=()):
    """Of a graph with a million edges, in a second."""
    return {"edges_per_second": rate, "seconds": 1, "units": [{"name": "host", "edges": 10**6, "steps": steps}]}


class Metrics(unittest.TestCase):
    def test_only_means_of_rates_are_harmonic(self):
        self.assertAlmostEqual(measured.row({}, "rate", [[1.0, 3.0]], harmonic=True)["mean"], 1.5)
        self.assertAlmostEqual(measured.row({}, "level_time", [[1.0, 3.0]], harmonic=True)["mean"], 2)

    def test_mean_degree_of_a_frontier(self):
        steps = [{"edges": edges, "active": active} for edges, active in ((4, 4), (40, 10), (30, 0), (0, 0))]
        stored = {"record": {"runs": [search(1e6, steps)]}}
        self.assertEqual([value for _, value in metrics.frontier_degree(stored)], [4, 10, 3])

    def test_levels_add_up_to_the_search(self):
        """A search that has fewer of them spends no time in the others."""
        nothing = dict.fromkeys(("pack", "copy_out", "copy_in", "scatter"), 0)

        def record(*depths):
            searches = [search(1e6, [{"exchange": "push", "compute": 1.0} | nothing] * depth) for depth in depths]
            return {"record": {"runs": [search(1e6), *searches]}}

        found = dict(measured.groups_by_columns("level_time", [record(3, 1), record(2, 2)]))
        self.assertEqual([groups for _, groups in sorted(found.items())],
                         [[[1e3, 1e3], [1e3, 1e3]], [[1e3, 0], [1e3, 1e3]], [[1e3, 0], [0, 0]]])
        # Degrees don't add up to anything.
        steps = [{"edges": 4, "active": 2}, {"edges": 6, "active": 0}]
        degrees = dict(measured.groups_by_columns("frontier_degree", [
            {"record": {"runs": [search(1e6, steps[:depth])]}} for depth in (1, 2)]))
        self.assertEqual(list(degrees.values()), [[[4], [4]], [[3]]])

    def test_telling_others_of_the_frontier_is_no_level(self):
        kinds = ("push", "pull news", "pull news", "pull news", "push", "pull news", "pull news", "push")
        nothing = dict.fromkeys(("pack", "copy_out", "copy_in", "scatter"), 0)
        steps = [{"exchange": kind, "compute": 2.0**place} | nothing for place, kind in enumerate(kinds)]
        found = list(metrics.level_time({"record": {"runs": [search(1e6, steps)]}}))
        self.assertEqual([columns["level"] for columns, _ in found], list(range(6)))
        self.assertEqual([value / 1e3 for _, value in found], [1, 2 + 4, 8, 16, 32 + 64, 128])

    def test_each_search_has_its_own_time_to_fetch_parents(self):
        total = {"compute": 0.5, "wait": 0}
        runs = [search(1e6) | {"fetch_parents": seconds} for seconds in (9, 0.001, 0.003)]
        for run in runs:
            run["units"][0]["total"] = total
        found = [value for columns, value in metrics.breakdown({"record": {"runs": runs}})
                 if columns["part"] == "fetch parents"]
        self.assertEqual(found, [1, 3])

    def test_the_first_of_several_searches_does_not_count(self):
        stored = {"record": {"runs": [search(rate) for rate in (1e6, 5e6, 6e6)]}}
        self.assertEqual([value for _, value in metrics.rate(stored)], [5, 6])

    def test_beside_peers_naming_counts(self):
        """Of all searches together, that which does not count too: half a second each. A search has taken a second and
        a half."""
        runs = [search(rate) | {"fetch_parents": 0.5} for rate in (1e6, 5e6, 6e6)]
        stored = {"record": {"seconds": {"load": 9, "name parents": 1.5}, "runs": runs}}
        self.assertEqual([value for _, value in metrics.rate_in_input_ids(stored)], [5 * 0.75, 6 * 0.75])
        for beside_peers, values in ((False, [5, 6]), (True, [3.75, 4.5])):
            (_, groups), = measured.groups_by_columns("rate", [stored], beside_peers)
            self.assertEqual(groups, [values])
        # Nothing is known of PageRank's.
        stored = {"record": {"seconds": {"load": 9}, "runs": [search(4e6)]}}
        self.assertEqual([value for _, value in metrics.rate_in_input_ids(stored)], [4])

    def test_the_superstep_that_sets_ranks_up_reads_nothing(self):
        steps = [{"edges": edges} for edges in (0, 4e6, 4e6)]
        unit = {"name": "host", "vertices": 2e6, "edges": 4e6, "steps": steps, "total": {"edges": 8e6}}
        stored = {"record": {"runs": [search(1e6) | {"units": [unit]}]}}
        self.assertEqual([value for _, value in metrics.accesses(stored)], [4, 2])
        # A host without edges.
        unit |= {"steps": steps[:1], "total": {"edges": 0}}
        self.assertEqual([value for _, value in metrics.accesses(stored)], [0, 2])

    def test_searches_of_tiny_components_do_not_count(self):
        stored = {"record": {"runs": [search(rate) for rate in (1e6, 1e3, 6e6)]}}
        self.assertEqual([value for _, value in metrics.rate(stored)], [6])
        # Of an undirected graph a search reaches each edge once, and a unit has it twice: 1 % of the half counts.
        reached = (5e5, 5e5, 5.1e3, 4.9e3)
        stored = {"record": {"runs": [search(rate) for rate in reached]}}
        self.assertEqual([value for _, value in metrics.rate(stored)], [0.5, 0.0051])
        # None of them large: all that there is.
        stored = {"record": {"runs": [search(rate) for rate in (1e6, 2.0, 3.0)]}}
        self.assertEqual(len(list(metrics.rate(stored))), 2)

# SPDX-License-Identifier: BSD-3-Clause
import argparse
import contextlib
import io
import json
import math
import pathlib
import stat
import sys
import tempfile
import unittest
from unittest import mock

from helpers import BenchTest
from tandem_bench import (command_line, lock, markdown_table, peers, peers_check, peers_programs, peers_report,
                          peers_rows, peers_setup, progress)
from tandem_bench.files import Failure, Unavailable
from tandem_bench.tandem import Tandem

INF, NAN = math.inf, math.nan


class Checks(unittest.TestCase):
    def agrees(self, check, ours, theirs):
        self.assertTrue(check(ours, theirs).agrees, check(ours, theirs).text)

    def differs(self, check, ours, theirs, text=""):
        verdict = check(ours, theirs)
        self.assertFalse(verdict.agrees)
        self.assertIn(text, verdict.text)

    def test_levels(self):
        self.agrees(peers_check.same_levels, [0, 1, 1, -1], [0, 1, 1, -1])
        self.differs(peers_check.same_levels, [0, 1, 1, -1], [0, 1, 2, -1], "vertex 2: level 2, tandem's 1")
        self.differs(peers_check.same_levels, [0, 1, -1], [0, 1, 2], "vertex 2")
        self.differs(peers_check.same_levels, [0, 1], [0, 1, 1], "3 values, tandem's 2")

    def test_distances(self):
        self.agrees(peers_check.same_distances, [0, 255, INF], [0.0, 255.0, INF])
        self.differs(peers_check.same_distances, [0, 255, INF], [0, 254, INF], "vertex 1: distance 254")
        self.differs(peers_check.same_distances, [0, 255, INF], [0, 255, 1e9], "vertex 2")
        self.differs(peers_check.same_distances, [0, 1], [0, NAN], "vertex 1")

    def test_partitions(self):
        self.agrees(peers_check.same_partition, [0, 0, 2, 2, 4], [7, 7, 1, 1, 0])
        self.differs(peers_check.same_partition, [0, 0, 2], [5, 6, 7], "vertex 1")  # one of ours is cut in two
        self.differs(peers_check.same_partition, [0, 1, 2], [5, 5, 7], "vertex 1")  # two of ours are one
        self.differs(peers_check.same_partition, [0, 0, 2, 2], [0, 2, 2, 0])  # as many, of the same sizes
        self.differs(peers_check.same_partition, [0], [])

    def test_ranks(self):
        self.agrees(peers_check.close_ranks, [0.5, 0.25, 0.25], [0.50001, 0.24999, 0.25])
        self.differs(peers_check.close_ranks, [0.5, 0.25, 0.25], [0.5001, 0.2499, 0.25], "L1 2.0e-04")
        self.differs(peers_check.close_ranks, [0.5, 0.5], [0.5, NAN])
        self.differs(peers_check.close_ranks, [0.5, 0.5], [0.5])

    def test_ranks_are_relative(self):
        self.differs(peers_check.close_ranks, [5e-5, 5e-5], [4e-5, 6e-5], "L1 2.0e-01")

    def test_scores(self):
        self.agrees(peers_check.close_scores, [0, 1e6, 0.5], [1e-10, 1e6 + 0.5, 0.5])
        self.differs(peers_check.close_scores, [0, 1e6, 0.5], [0, 1e6 + 2, 0.5], "vertex 1: score 1000002")
        self.differs(peers_check.close_scores, [0, 4, 2], [0, 2, 1], "vertex 1")  # pairs counted once
        self.differs(peers_check.close_scores, [0, 4], [0.1, 4], "vertex 0")
        self.differs(peers_check.close_scores, [0, 4], [0, NAN], "vertex 1")
        self.differs(peers_check.close_scores, [0, 4], [0, INF], "vertex 1")

    def test_scores_are_called_equal_only_if_they_are(self):
        self.assertEqual(peers_check.close_scores([0, 4], [0, 4]).text, "equal")
        self.assertEqual(peers_check.close_scores([0, 4], [1e-12, 4]).text, "within 1e-06")

    def test_several_results(self):
        check = peers_check.same_levels
        self.assertTrue(peers_check.check_all(check, [[0, 1], [1, 0]], [[0, 1], [1, 0]]).agrees)
        verdict = peers_check.check_all(check, [[0, 1], [1, 0]], [[0, 1], [1, 1]])
        self.assertEqual(verdict[:2], (False, "result 2: vertex 1: level 1, tandem's 0"))
        self.assertFalse(peers_check.check_all(check, [[0, 1], [1, 0]], [[0, 1]]).agrees)

    def test_worst_text_is_shown(self):
        verdict = peers_check.check_all(peers_check.close_ranks, [[1.0], [1.0]], [[1.00001], [1.0]])
        self.assertEqual(verdict[:2], (True, "L1 1.0e-05"))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def read(self, text):
        path = self.folder / "result.tsv"
        path.write_text(text, encoding="ascii")
        return [list(values) for values in peers_check.read_tandem(path)]

    def test_one_result(self):
        self.assertEqual(self.read("0\t0\n1\t7.5\n2\tinf\n"), [[0, 7.5, INF]])

    def test_several_results(self):
        self.assertEqual(self.read("# source 0\n0\t0\t0\n1\t-1\t-1\n# source 1\n0\t-1\t-1\n1\t0\t1\n"),
                         [[0, -1], [-1, 0]])

    def test_numbers_out_of_order(self):
        with self.assertRaisesRegex(Failure, "vertices 0..1"):
            self.read("1\t0\n0\t7\n")

    def test_reason_of_pip(self):
        self.assertEqual(peers_setup.reason("Collecting x\nERROR: no x\n\nERROR: see there\n"), "no x")
        self.assertEqual(peers_setup.reason("a\nb\n"), "b")
        self.assertEqual(peers_setup.reason(""), "no message")

    def test_pinned_versions(self):
        pinned = peers_setup.versions()
        for packages in peers_setup.PACKAGES.values():
            for key in packages.values():
                self.assertRegex(pinned[key], r"^\d")


class Reports(unittest.TestCase):
    measurements = [
        peers_report.Measurement("bfs", "BFS", "NetworKit", [0.001, 0.002, 0.004], [0.010, 0.030, 0.016],
                                 [0.010, 0.030, 0.032], "equal", ""),
        peers_report.Measurement("bfs", "BFS", "igraph", [0.001, 0.002, 0.004], [], [], "-", ""),
    ]

    def test_table(self):
        self.assertEqual(peers_report.table(self.measurements).splitlines(), [
            "| algorithm | peer      | tandem ms | peer ms | peer/tandem | lowest..highest | result | remark |",
            "|-----------|-----------|----------:|--------:|------------:|----------------:|--------|--------|",
            "| BFS       | NetworKit |      2.00 |    16.0 |       10.0x |      4.00..15.0 | equal  | -      |",
            "| BFS       | igraph    |      2.00 |       - |           - |               - | -      | -      |",
        ])

    def test_ratio_is_the_median_of_pairs(self):
        # The ratio of the medians would be 8.
        self.assertEqual(self.measurements[0].ratios(), [10, 15, 4])
        self.assertEqual(json.loads(peers_report.json_text({}, self.measurements))["measurements"][0]["ratio"], 10)

    def test_starved(self):
        self.assertEqual(self.measurements[0].starved(), 0)
        starved = self.measurements[0]._replace(their_cpu=[0.010, 0.002, 0.032], remark="one thread")
        self.assertEqual(starved.remarks(), "one thread; busy: 1 of 3 got less than a core")
        short = starved._replace(theirs=[0.001] * 3, their_cpu=[0] * 3)  # too short for the clock
        self.assertEqual(short.remarks(), "one thread")

    def test_csv(self):
        lines = peers_report.csv_text(self.measurements).splitlines()
        self.assertEqual(len(lines), 4)
        self.assertEqual(lines[1], "bfs,NetworKit,1,0.001,0.01,0.01,10.0,equal")

    def test_json(self):
        content = json.loads(peers_report.json_text({"threads": 2}, self.measurements))
        self.assertEqual(content["threads"], 2)
        self.assertEqual(content["measurements"][1]["ratio"], None)

    def test_digits(self):
        self.assertEqual([peers_report.digits(value) for value in (0.0002711, 0.5, 1.234, 99.94, 99.96)],
                         ["0.000271", "0.500", "1.23", "99.9", "100"])

    def test_alignment(self):
        self.assertEqual(markdown_table.markdown_table([("a", "bcd"), ("xyz", "1")]),
                         "| a   | bcd |\n|-----|----:|\n| xyz |   1 |")


class Arguments(BenchTest):
    def complaint(self, *arguments):
        """The line on stderr of a call that must end with code 2."""
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors):
            code = command_line.main(["peers", *arguments])
        self.assertEqual(code, 2)
        self.assertEqual(errors.getvalue().count("\n"), 1, errors.getvalue())
        return errors.getvalue()

    def test_bad_values(self):
        self.assertIn("'foo' is not among", self.complaint("--peers", "igraph,foo"))
        self.assertIn("'dfs' is not among", self.complaint("--algorithms", "dfs"))
        self.assertIn("'' is not among", self.complaint("--algorithms", ","))
        self.assertIn("'0' is not a whole number", self.complaint("--threads", "0"))
        self.assertIn("'-1' is not a whole number", self.complaint("--repetitions=-1"))
        self.assertIn("'x' is not a whole number", self.complaint("--sources", "x"))
        self.assertIn("--nonsense", self.complaint("--nonsense"))

    def test_missing_binary(self):
        self.assertIn("there is no program no/tandem", self.complaint("--tandem", "no/tandem"))

    def test_a_platform_that_is_not_here(self):
        self.assertIn("2 sockets asked for", self.complaint("--tandem", str(self.fake), "--platform", "2S1G",
                                                            "--results", str(self.results)))
        self.assertFalse(self.results.exists())
        self.assertIn("info --platform 2S1G --threads 2 --json", self.log.read_text())

    def test_a_graph_that_is_not_there(self):
        self.set_environment(FAKE_TANDEM_FAILS="nope.txt")
        with mock.patch.object(peers_setup, "environment", side_effect=AssertionError("something is installed")):
            self.assertIn("tandem convert: tandem: told to fail", self.complaint(
                "--tandem", str(self.fake), "--no-chart", "--graph", "nope.txt", "--results", str(self.results)))
        self.assertFalse(self.results.exists())

    def test_missing_matplotlib(self):
        with mock.patch.dict(sys.modules, matplotlib=None):
            self.assertIn("matplotlib is not there", self.complaint("--tandem", str(self.fake)))

    def test_results_in_a_file(self):
        self.assertIn("Not a directory", self.complaint("--tandem", str(self.fake), "--no-chart", "--results",
                                                        f"{self.fake}/folder"))

    def test_no_peer(self):
        with mock.patch.object(peers_setup, "environment", side_effect=Unavailable("no network")), \
                contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(command_line.main(["peers", "--tandem", str(self.fake), "--no-chart", "--results",
                                                str(self.folder)]), 2)
        self.assertIn("igraph is left out: no network", errors.getvalue())
        self.assertIn("there is no peer to compare with", errors.getvalue())

    def test_another_driver_in_the_folder(self):
        with lock.locked(self.results):
            self.assertIn("another tandem-bench is working in", self.complaint(
                "--tandem", str(self.fake), "--no-chart", "--results", str(self.results)))

    def test_interrupted(self):
        with mock.patch.object(peers, "compare", side_effect=KeyboardInterrupt), \
                contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(command_line.main(["peers", "--tandem", str(self.fake), "--no-chart", "--results",
                                                str(self.folder)]), 130)
        self.assertIn("nothing is kept", errors.getvalue())


class FakeWorker:
    """A peer whose results are given, None for one that it lacks."""

    def __init__(self, results, fail=False):
        self.peer, self.name, self.version = "fake", "Fake", "1"
        self.given, self.fail, self.closed = results, fail, False

    def run(self, algorithm, graph, calls, keep):
        if self.fail:
            raise Failure("fake ended with code 1: bang")
        times = [0.5] * len(calls)
        return self.given and {"seconds": times, "cpu_seconds": times, "compared": True, "remark": "fake"}

    def results(self, num_vertices):
        return self.given

    def close(self):
        self.closed = True


class Comparing(unittest.TestCase):
    def compare(self, worker):
        options = argparse.Namespace(repetitions=2, algorithms=["bfs"], roots=1)
        comparison = peers.Comparison(options, None, {"fake": worker}, progress.Progress())
        row = peers_rows.Row("bfs", "BFS", "bfs", [[0]], peers_check.same_levels, lambda: 0.25, lambda: [[0, 1]], None,
                             "of ours")
        with contextlib.redirect_stderr(io.StringIO()) as errors, mock.patch.object(peers, "rows", return_value=[row]):
            comparison.run(None, None)
        return comparison, comparison.measurements[0], errors.getvalue()

    def test_agreement(self):
        comparison, measurement, errors = self.compare(FakeWorker([[0, 1]]))
        self.assertEqual((measurement.ratios(), measurement.result, errors), ([2, 2], "equal", ""))
        self.assertEqual(measurement.remark, "fake; of ours")
        self.assertEqual(comparison.errors, [])
        # Results and a warm-up, then two repetitions of both.
        self.assertEqual((comparison.progress.total, sum(comparison.progress.left.values())), (6, 0))

    def test_disagreement(self):
        comparison, measurement, errors = self.compare(FakeWorker([[0, 2]]))
        self.assertEqual(measurement.result, "DIFFERS")
        self.assertEqual(len(comparison.errors), 1)
        self.assertIn("Fake disagrees: vertex 1: level 2, tandem's 1", errors)

    def test_lacking(self):
        comparison, measurement, _ = self.compare(FakeWorker(None))
        self.assertEqual((measurement.theirs, measurement.result, comparison.errors), ([], "-", []))

    def test_what_is_not_timed_is_told(self):
        graph = peers_rows.Graph("kron:9", None, None, 0, 0, False, [1, 2])
        remarks = {row.key: row.remark for algorithm in ("bfs", "pagerank", "bc", "sssp", "cc")
                   for row in peers_rows.rows(algorithm, None, graph, graph, 1)}
        self.assertEqual(remarks["bfs"], "tandem's time is without levels")
        self.assertEqual(remarks["pagerank-converged"], "tandem's time is without naming of ranks")
        self.assertEqual(remarks["bc-all"], "tandem's time is without naming of scores")
        self.assertEqual((remarks["sssp"], remarks["cc"]), ("", ""))

    def test_breakdown(self):
        worker = FakeWorker([[0, 1]], fail=True)
        comparison, measurement, errors = self.compare(worker)
        self.assertEqual((measurement.theirs, measurement.result), ([], "failed"))
        self.assertTrue(worker.closed)
        self.assertEqual(comparison.workers, {})
        self.assertEqual(sum(comparison.progress.left.values()), 0)
        self.assertIn("bang", errors)


class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def program(self, text):
        path = self.folder / "program"
        path.write_text("#!/bin/sh\n" + text, encoding="ascii")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def test_tandem_that_fails(self):
        ours = self.ours("echo first >&2; echo 'tandem: no such file' >&2; exit 2")
        with self.assertRaisesRegex(Failure, "^tandem convert: tandem: no such file$"):
            ours.command("convert")

    def ours(self, text):
        """A tandem that does this when it is asked for anything but its version."""
        program = self.program(f'if [ "$1" = --version ]; then echo tandem 0; exit; fi\n{text}\n')
        return peers_programs.Ours(Tandem(program), 1, "1S1G", self.folder)

    def test_tandem_has_an_environment_of_its_own(self):
        ours = self.ours(f'echo "$OMP_PROC_BIND,$XDG_CONFIG_HOME" >"{self.folder}/told"')
        with mock.patch.dict("os.environ", XDG_CONFIG_HOME="mine", OMP_PROC_BIND="as the user says"):
            ours.command("run")
            self.assertEqual((self.folder / "told").read_text(),
                             f"as the user says,{self.folder.resolve()}/no-profiles\n")
            self.assertEqual(peers_programs.environment(1)["OMP_PROC_BIND"], "false")

    def seconds(self, algorithm, phases, *runs):
        record = {"seconds": {"load": 9, "partition": 9} | phases, "runs": runs}
        (self.folder / "told.json").write_text(json.dumps(record), encoding="ascii")
        ours = self.ours(f'cp "{self.folder}/told.json" "{self.folder}/tandem.json"')
        return ours.seconds(algorithm, "graph.sg")

    def test_all_counts_that_gives_a_result_in_the_input_ids(self):
        self.assertEqual(self.seconds("bfs", {"fetch parents": 0.25, "name parents": 1},
                                      {"seconds": 1, "fetch_parents": 0.25}, {"seconds": 2}), [1.75, 2.5])
        self.assertEqual(self.seconds("sssp", {"name distances": 1}, {"seconds": 1}, {"seconds": 2}), [1.5, 2.5])
        self.assertEqual(self.seconds("cc", {"name ghosts": 0.5, "name components": 0.25}, {"seconds": 1}), [1.75])
        self.assertEqual(self.seconds("pagerank", {}, {"seconds": 1}), [1])

    def test_peer_that_does_not_start(self):
        with self.assertRaisesRegex(Failure, "igraph ended with code 1: ImportError"):
            peers_programs.Worker("igraph", self.program("echo ImportError >&2; exit 1"), 1, self.folder)

    def test_peer(self):
        python = self.program("""echo '{"name": "P", "version": "1"}'
read task; echo "$task" >&2; echo '{"lacks": true}'
read task; exec kill -9 $$""")
        worker = peers_programs.Worker("igraph", python, 1, self.folder)
        self.assertIsNone(worker.run("bfs", "graph.sg", [[1]], keep=1))
        self.assertIn('"calls": [[1]]', worker.log.read_text(encoding="ascii"))
        with self.assertRaisesRegex(Failure, "igraph ended with code -9"):
            worker.run("bfs", "graph.sg", [[1]], keep=1)
        worker.close()


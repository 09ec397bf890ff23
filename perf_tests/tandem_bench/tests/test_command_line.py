# SPDX-License-Identifier: BSD-3-Clause
"""The driver from end to end, with a stand-in for tandem."""
import csv
import importlib
import json
import os
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import time
import tomllib
import unittest
import unittest.mock

from helpers import HAVE_MATPLOTLIB, SMALL, SMALL_RUNS, BenchTest
from tandem_bench import busy, experiments, lock, machines, peers_setup, planned, progress
from tandem_bench.confidence import estimate_ratio

# The driver in a process of its own, with a folder of experiments, and without pictures.
INTERRUPTIBLE = """
import pathlib, sys
from tandem_bench import command_line, experiments, plots
experiments.FOLDER = pathlib.Path(sys.argv.pop(1))
plots.need_matplotlib = lambda: None
sys.exit(command_line.main(sys.argv[1:]))
"""

PLAN = SMALL.replace('figure = "f"', 'figure = "f"\nstudy = "plan"').replace(
    'metrics = ["rate"]', 'metrics = ["rate", "quality"]')
BESIDE_NETWORKIT = 'undirected = true\npeers = ["NetworKit"]'


def wait_until(holds, seconds=60):
    deadline = time.monotonic() + seconds
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.02)


def has_processes(session):
    try:
        os.killpg(session, 0)
        return True
    except ProcessLookupError:
        return False


class Mistakes(BenchTest):
    """One line on stderr, exit code 2, and nothing written."""

    def fails(self, message, *words, **given):
        code, output, errors = self.bench(*words, **given)
        self.assertEqual((code, output, len(errors)), (2, "", 1), errors)
        self.assertIn(message, errors[0])
        self.assertFalse(self.results.exists())

    def test_unknown_experiment(self):
        self.fails("unknown experiment 'totem-fig99'", "totem-fig99")

    def test_bad_toml(self):
        self.experiment("broken", SMALL.replace("title =", "title"))
        self.fails("broken.toml: ", "broken")

    def test_not_utf8(self):
        self.experiment("broken", SMALL)
        (self.own / "broken.toml").write_bytes(SMALL.encode().replace(b'"t"', b'"\xff"'))
        self.fails("broken.toml: byte 10 is not UTF-8", "broken")

    def test_names_that_do_not_go_together(self):
        self.fails("'list' stands alone", "list", "totem-fig09")
        self.fails("'peers' stands alone", "totem-fig09", "peers")
        self.fails("unknown experiment 'totem-fig99'", "all", "totem-fig99")

    def test_a_claim_that_cannot_be_checked(self):
        self.without_pictures()
        self.experiment("broken", SMALL.replace("where = {}", "where = { colour = 1 }"))
        self.fails("broken.toml: [[claims]] 1: where: unknown column 'colour'", "broken")
        self.assertFalse(self.log.exists())  # nothing was run

    def test_no_matplotlib(self):
        with unittest.mock.patch.dict(sys.modules, matplotlib=None):
            self.fails("matplotlib is not there: run configs/setup.sh bench", "totem-fig09")

    def test_a_broken_matplotlib(self):
        folder = self.folder / "broken"
        folder.mkdir()
        self.patch(sys, "path", new=[str(folder), *sys.path])
        for text, reason in (("import no_such_library", "No module named 'no_such_library'"),
                             ("raise ImportError('numpy 1\\nis too old')", "is too old"),
                             ("1 / 0", "division by zero")):
            (folder / "matplotlib.py").write_text(text)
            with unittest.mock.patch.dict(sys.modules):
                for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
                    del sys.modules[name]
                importlib.invalidate_caches()
                self.fails(f"matplotlib does not work ({reason}): run configs/setup.sh bench", "totem-fig09")

    def test_unknown_option(self):
        self.fails("unrecognized arguments: --colour", "totem-fig09", "--colour")

    def test_numbers_out_of_range(self):
        for option, number, expected in (("--repetitions", "0", "from 1 to 1000"), ("--scale", "5", "from 6 to 40"),
                                         ("--scale", "41", "from 6 to 40"), ("--scale", "x", "from 6 to 40")):
            self.fails(f"argument {option}: '{number}' is not a whole number {expected}", "totem-fig09", option, number)

    def test_no_tandem(self):
        self.without_pictures()
        self.fails("there is no program", "totem-fig09", tandem=self.folder / "absent")

    def test_another_program(self):
        self.without_pictures()
        self.fails("/bin/true is not tandem", "totem-fig09", tandem="/bin/true")

    def test_a_folder_without_gapbs(self):
        self.without_pictures()
        self.fails("there is no program 'bc'", "totem-fig09", "--gapbs", str(self.folder))
        self.assertEqual(self.runs_asked(), [])

    def test_a_machine_that_lacks_something(self):
        self.without_pictures()
        self.patch(machines, "FOLDER", new=self.folder)
        self.experiment("broken", SMALL.replace("repetitions = 2", 'repetitions = 2\nmachines = ["m"]'))
        for text, key in (("[algorithms.bfs]", "platform"), ('platform = "1S"', "algorithms"),
                          ('platform = "1S"\nalgorithms = 1', "algorithms")):
            (self.folder / "m.toml").write_text(text)
            self.fails(f"m.toml: {key} is missing", "broken")

    def test_nothing_to_report(self):
        self.fails("there are no results", "report")


class List(BenchTest):
    def test_list(self):
        code, output, _ = self.bench("list")
        self.assertEqual((code, len(output.splitlines())), (0, len(experiments.names())))


@unittest.skipUnless(HAVE_MATPLOTLIB, "no matplotlib")
class Pictures(BenchTest):
    def test_both_kinds(self):
        self.experiment("small", SMALL)
        self.assertEqual(self.bench("small")[0], 0)
        self.assertEqual((self.results / "small.png").read_bytes()[:4], b"\x89PNG")
        self.assertIn("<svg", (self.results / "small.svg").read_text())

    def test_the_line_across_is_named(self):
        self.experiment("small", SMALL.replace('kind = "lines"', 'kind = "bars"').replace(
            'x = "alpha"\nseries = "policy"', 'x = "policy"\nwhere = { alpha = 0.5 }\nreference = { platform = "nS" }'))
        self.assertEqual(self.bench("small")[0], 0)
        self.assertIn("1S alone", (self.results / "small.svg").read_text())

    def test_reason_in_place_of_a_figure(self):
        self.experiment("small", SMALL.replace('"nS", "nS1G", "2S1G"', '"2S1G"'))
        self.assertEqual(self.bench("small")[0], 0)
        self.assertIn("2 sockets asked for", (self.results / "small.svg").read_text())

    def test_nothing_but_the_host_alone_has_succeeded(self):
        """All that is left to draw has no policy."""
        self.set_environment(FAKE_TANDEM_FAILS="--partition")
        for kind in ("lines", "bars"):
            self.experiment("small", SMALL.replace("lines", kind))
            self.assertEqual(self.bench("small")[0], 1)
            self.assertIn("no run has succeeded", (self.results / "small.svg").read_text())

    def test_a_table_shows_intervals_that_there_are(self):
        self.experiment("small", SMALL.replace('kind = "lines"', 'kind = "table"').replace(
            'series = "policy"', 'series = "policy"\npanels = "algorithm"').replace("sources = 3", "sources = 1"))
        for repetitions, shown in (("2", True), ("1", False)):
            self.assertEqual(self.bench("small", "--repetitions", repetitions)[0], 0)
            self.assertEqual("±" in (self.results / "small.svg").read_text(), shown)


class Runs(BenchTest):
    def setUp(self):
        super().setUp()
        self.without_pictures()
        self.experiment("small", SMALL)

    def table(self, results=None, name="small"):
        return ((results or self.results) / f"{name}.csv").read_text()

    def summary(self):
        return json.loads((self.results / "small.json").read_text())

    def test_files_and_rows(self):
        code, _, errors = self.bench("small")
        self.assertEqual(code, 0, errors)
        lines = self.table().splitlines()
        self.assertEqual(lines[0], "experiment,graph,algorithm,platform,policy,alpha,metric,unit,samples,mean,ci95")
        self.assertEqual(len(lines), 1 + 5)
        self.assertIn("small,rmat:18,bfs-top-down,1S1G,high,0.5,rate,MTEPS,6,", "\n".join(lines))
        summary = self.summary()
        # A platform that is not here is part of the claim.
        self.assertEqual(summary["claims"][0]["verdict"], "in part")
        self.assertIn("holds as far as measured, without platform 2S1G", summary["claims"][0]["here"])
        self.assertTrue(any("2 sockets asked for" in note for note in summary["notes"]))
        self.assertEqual((summary["tandem"], summary["build"]), ("tandem 0.0.0 (fake)", ["Kokkos 9.9, host Fake"]))
        # A graph, and each run: they are there.
        self.assertEqual(len(summary["seconds"]), 1 + SMALL_RUNS)
        for file, seconds in summary["seconds"].items():
            self.assertTrue((self.results / file).is_file() and seconds > 0, file)
        self.assertEqual(sorted(path.name for path in self.results.glob("small.*")),
                         ["small.csv", "small.json", "small.png", "small.svg"])
        self.assertEqual([path.name for path in self.results.rglob(".part-*")], [])

    def test_finished_runs_are_not_repeated(self):
        self.bench("small")
        first, table, seconds = self.runs_asked(), self.table(), self.summary()["seconds"]
        self.assertEqual(len(first), SMALL_RUNS)
        self.bench("small")
        self.assertEqual((self.runs_asked(), self.table(), self.summary()["seconds"]), (first, table, seconds))

    def test_runs_of_another_build_do_not_count(self):
        def build_again():
            with self.fake.open("a") as file:
                file.write("# built again\n")

        self.bench("small")
        for change in (build_again, lambda: self.set_environment(FAKE_TANDEM_VERSION="0.0.0 (abc)"),
                       lambda: self.set_environment(FAKE_TANDEM_BUILD="Kokkos 9.9, host Fake, device Fake")):
            self.log.unlink()
            change()
            self.bench("small")
            self.assertEqual(len(self.runs_asked()), SMALL_RUNS)
            # Nor is its graph taken, which may be another; it is made once more, in place of that.
            self.assertEqual(self.log.read_text().count("generate rmat:18 "), 1)
        self.assertEqual(len(list(self.results.glob("graphs/*.tdm"))), 1)

    def test_a_busy_machine_is_remembered(self):
        with unittest.mock.patch.object(busy.Watch, "others", side_effect=[1.5, 0.3] + 8 * [0.1]):
            self.bench("small")
        errors = self.bench("small")[2]
        self.assertTrue(any(f"busy: others took up to 1.5 cores beside 2 of {SMALL_RUNS} runs" in line
                            for line in errors), errors)

    def test_experiments_share_runs(self):
        self.experiment("other", SMALL.replace('"high", "rand"', '"high"'))
        self.bench("small", "other")
        self.assertEqual(len(self.runs_asked()), SMALL_RUNS)

    def num_kept(self, results=None):
        """Of runs on record: files under their temporary names, which begin with a dot, are none yet."""
        return len(list((results or self.results).glob("runs/[!.]*.json")))

    def interrupt(self, name, seconds, is_time, end):
        """A driver in a process of its own, whose runs last that long, ended when it is time."""
        environment = dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path), FAKE_TANDEM_SECONDS=str(seconds))
        command = [sys.executable, "-c", INTERRUPTIBLE, str(self.own), name, "--tandem", str(self.fake), "--results",
                   str(self.results)]
        driver = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True,
                                  start_new_session=True)
        wait_until(is_time)
        end(driver.pid)
        errors = driver.communicate(timeout=30)[1].strip().splitlines()
        self.assertEqual((driver.returncode, len(errors)), (130, 1), errors)
        self.assertIn("interrupted", errors[0])
        wait_until(lambda: not has_processes(driver.pid), seconds=10)
        self.assertFalse(has_processes(driver.pid))

    def check_resumed(self, name, num_runs, least, end):
        """Interrupted after the least of its runs or a few more, it makes the others, and the same table."""
        whole = self.folder / "whole"
        self.bench(name, results=whole)
        self.assertEqual(len(self.runs_asked()), num_runs)
        self.interrupt(name, 0.1, lambda: self.num_kept() >= least, end)
        kept = self.num_kept()
        self.assertFalse((self.results / f"{name}.csv").exists())
        self.assertTrue(least <= kept < self.num_kept(whole), kept)
        self.log.unlink()
        self.assertEqual(self.bench(name)[0], 0)
        self.assertEqual(len(self.runs_asked()), self.num_kept(whole) - kept)
        self.assertEqual(*((results / f"{name}.csv").read_text() for results in (self.results, whole)))

    def test_interrupted_and_resumed(self):
        # To tandem as well, as a terminal does.
        self.check_resumed("small", SMALL_RUNS, 3, lambda driver: os.killpg(driver, signal.SIGINT))

    def test_terminated_and_resumed(self):
        self.check_resumed("small", SMALL_RUNS, 3, lambda driver: os.kill(driver, signal.SIGTERM))

    def test_a_plan_is_resumed(self):
        """In the finals, whose runs the results of others have chosen."""
        self.experiment("plan", PLAN)
        self.check_resumed("plan", SMALL_RUNS + 2 + 8 * 4, 20, lambda driver: os.kill(driver, signal.SIGTERM))

    def test_a_run_ends_with_the_driver(self):
        self.interrupt("small", 60, self.runs_asked, lambda driver: os.kill(driver, signal.SIGTERM))
        self.assertEqual(self.num_kept(), 0)

    def test_a_run_that_fails_is_told_and_tried_again(self):
        self.set_environment(FAKE_TANDEM_FAILS="0.75")
        code, _, errors = self.bench("small")
        self.assertEqual(code, 1)
        self.assertTrue(any("told to fail" in line for line in errors), errors)
        self.assertEqual(len(self.table().splitlines()), 1 + 3)
        self.set_environment(FAKE_TANDEM_FAILS="never")
        self.assertEqual(self.bench("small")[0], 0)
        self.assertEqual(len(self.table().splitlines()), 1 + 5)

    def test_a_graph_that_cannot_be_made_is_tried_once(self):
        self.set_environment(FAKE_TANDEM_FAILS="generate")
        code, _, errors = self.bench("small")
        self.assertEqual((code, self.runs_asked()), (1, []))
        self.assertEqual(sum("told to fail" in line for line in errors), 1, errors)
        self.assertEqual(self.log.read_text().count("generate "), 1)
        # By another call once more.
        self.set_environment(FAKE_TANDEM_FAILS="never")
        self.assertEqual(self.bench("small")[0], 0)
        self.assertEqual(len(self.runs_asked()), SMALL_RUNS)

    def test_all_sockets_are_those_that_it_may_use(self):
        """One of two."""
        self.assertEqual(self.bench("small")[0], 0)
        self.assertEqual(sum("--platform 1S" in line for line in self.runs_asked()), SMALL_RUNS)
        self.assertEqual(self.summary()["machine"]["sockets"], 2)

    def test_what_the_machine_lacks_is_left_out(self):
        self.experiment("small", SMALL.replace('"nS", "nS1G", "2S1G"', '"2S1G"'))
        code, _, errors = self.bench("small", "report")
        reason = "nothing of it can be run here: 2 sockets asked for, this process may use 1"
        self.assertEqual((code, errors), (0, [f"tandem-bench: small: not measured: {reason}"]))
        self.assertEqual(self.table(), f'experiment,note\nsmall,"{reason}"\n')

    def test_all_and_the_report(self):
        self.experiment("other", SMALL)
        code, output, errors = self.bench("all", "report")
        self.assertEqual((code, output), (0, f"{self.results}/report.html\n"), errors)
        self.assertEqual(len(list(self.results.glob("*.csv"))), 2)

    def test_a_damaged_record_is_run_again(self):
        self.bench("small")
        table = self.table()
        for text in ("{", "[]", "{}", b"\xff"):
            with self.subTest(text):
                self.log.unlink()
                record = next(self.results.glob("runs/*.json"))
                record.write_bytes(text if isinstance(text, bytes) else text.encode())
                code, _, errors = self.bench("small")
                self.assertEqual((code, len(self.runs_asked()), self.table()), (0, 1, table))
                self.assertTrue(any(f"{record} is damaged" in line for line in errors), errors)

    def test_runs_of_another_machine_do_not_count(self):
        self.bench("small")
        for change in ({"OMP_NUM_THREADS": "1"}, {"FAKE_TANDEM_CPU": "another"}, {"FAKE_TANDEM_CORES": "1"},
                       {"FAKE_TANDEM_LIMIT": "1.5"}, {"OMP_PROC_BIND": "another"}, {"OMP_PLACES": "another"}):
            with self.subTest(change):
                self.log.unlink()
                self.set_environment(**change)
                self.bench("small")
                self.assertEqual(len(self.runs_asked()), SMALL_RUNS)

    def test_peers(self):
        programs = self.folder / "gapbs"
        programs.mkdir()
        for name in ("bfs", "bc", "pr"):
            (programs / name).touch(0o755)
        (programs / "bfs").write_text('#!/bin/sh\necho run GAPBS >>"$FAKE_TANDEM_LOG"\n'
                                      "echo Graph has 9 nodes and 8000 undirected edges for degree: 8\n"
                                      "echo Trial Time: 0.002\n")
        self.experiment("others", SMALL.replace("bfs-top-down", "bfs").replace(
            "sources = 3", 'sources = 3\nundirected = true\npeers = ["GAPBS", "NetworKit"]'))
        code, _, errors = self.bench("others", "--gapbs", str(programs))
        self.assertEqual(code, 0, errors)
        self.assertTrue(any("NetworKit left out" in line and "TANDEM_OFFLINE" in line for line in errors), errors)
        self.assertIn("others,rmat:18,bfs,GAPBS,,,rate,MTEPS,2,4,0\n", (self.results / "others.csv").read_text())
        # In every round, after tandem.
        self.assertEqual([number for number, line in enumerate(self.runs_asked(), 1) if line == "run GAPBS"],
                         [SMALL_RUNS // 2 + 1, SMALL_RUNS + 2])
        first = self.peers_of("others")["GAPBS"]
        # Other programs, other runs.
        (programs / "bfs").write_text((programs / "bfs").read_text().replace("0.002", "0.001"))
        self.assertEqual(self.bench("others", "--gapbs", str(programs))[0], 0)
        self.assertIn(",GAPBS,,,rate,MTEPS,2,8,0\n", (self.results / "others.csv").read_text())
        self.assertNotEqual(self.peers_of("others")["GAPBS"], first)
        # What can't be understood has failed, and is tried again.
        (programs / "bfs").write_text("#!/bin/sh\necho run GAPBS >>\"$FAKE_TANDEM_LOG\"\necho usage: bfs\n")
        for _ in range(2):
            self.log.unlink()
            code, _, errors = self.bench("others", "--gapbs", str(programs))
            self.assertEqual(code, 1)
            self.assertTrue(any("GAPBS, bfs: what it printed has no times or edges: 'usage: bfs" in line
                                for line in errors), errors)
            self.assertEqual(self.runs_asked().count("run GAPBS"), 2)

    def peers_of(self, name):
        return json.loads((self.results / f"{name}.json").read_text())["peers"]

    def test_networkit_is_set_up_once(self):
        python = self.folder / "python"
        searches = [{"edges": 8000, "seconds": 0.002}]
        python.write_text("#!/bin/sh\necho \"$@\" $OMP_NUM_THREADS >>\"$FAKE_TANDEM_LOG\"\n"
                          f"echo '{json.dumps({'edges': 8000, 'searches': searches})}'\n")
        python.chmod(0o755)
        for name in ("one", "two"):
            self.experiment(name, SMALL.replace("sources = 3", f"sources = 3\n{BESIDE_NETWORKIT}"))
        # As many threads as tandem's host, which also knows of other limits.
        self.set_environment(OMP_NUM_THREADS="8,2", FAKE_TANDEM_THREADS="3")
        with unittest.mock.patch.object(peers_setup, "environment", return_value=python) as environment:
            self.assertEqual(self.bench("one", "two")[0], 0)
        environment.assert_called_once_with("networkit")
        self.assertIn(",bfs-top-down,NetworKit,,,rate,MTEPS,2,4,0\n", (self.results / "two.csv").read_text())
        self.assertEqual(self.peers_of("two"), {"NetworKit": peers_setup.versions()["NETWORKIT_VERSION"]})
        self.assertRegex(self.log.read_text(), r"(?m)^-m tandem_bench.networkit_rates \S+\.sg --searches 4 --seed 1 3$")
        # With other threads, another run.
        self.set_environment(FAKE_TANDEM_THREADS="1")
        with unittest.mock.patch.object(peers_setup, "environment", return_value=python):
            self.assertEqual(self.bench("two")[0], 0)
        self.assertRegex(self.log.read_text(), r"(?m)^-m tandem_bench.networkit_rates \S+\.sg --searches 4 --seed 1 1$")

    def test_beside_peers_rates_are_those_of_results_in_the_input_ids(self):
        """Also where none of them can be had: a table means the same everywhere."""
        self.experiment("beside", SMALL.replace("sources = 3", f"sources = 3\n{BESIDE_NETWORKIT}"))
        self.assertEqual(self.bench("small", "beside")[0], 0)
        alone, beside = ([float(row["mean"]) for row in csv.DictReader(self.table(name=name).splitlines())]
                         for name in ("small", "beside"))
        self.assertEqual(len(alone), 5)
        # Naming takes a tenth of a search's own time, of which fetching parents has a twentieth beside it.
        for one, other in zip(alone, beside):
            self.assertAlmostEqual(other / one, 1.05 / 1.15, delta=0.01)

    def test_two_drivers_at_once(self):
        with lock.locked(self.results):
            code, _, errors = self.bench("small")
        self.assertEqual((code, len(errors)), (2, 1))
        self.assertIn("another tandem-bench is working", errors[0])


# Loading takes 1000 loads, each search 10, a tenth of them misses.
PERF = """#!/bin/sh
output=/dev/stderr searches=0
while [ $# -gt 0 ]; do
  case $1 in
    -o) output=$2 ;;
    --sources) searches=$2 ;;
    --) shift && "$@" ;;
  esac
  shift
done
echo "$((1000 + 10 * searches)),,LLC-loads,1,100.00,," >"$output"
echo "$((100 + searches)),,LLC-load-misses,1,100.00,," >>"$output"
"""


class Counters(BenchTest):
    def test_only_searches_are_counted(self):
        self.without_pictures()
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "perf").write_text(PERF)
        (programs / "perf").chmod(0o755)
        self.set_environment(PATH=f"{programs}:{os.environ['PATH']}")
        code, _, errors = self.bench("totem-fig12", "--scale", "9", "--repetitions", "1")
        self.assertEqual(code, 0, errors)
        table = (self.results / "totem-fig12.csv").read_text()
        for platform, part, value in (("1S,,", "accesses", "1e-05"), ("1S1G,low,0.5", "misses", "1e-06")):
            self.assertIn(f"totem-fig12,rmat:9,bfs-top-down,{platform},{part},llc,millions a search,1,{value}\n", table)
        self.assertEqual(sum("--sources 1 " in line for line in self.runs_asked()), 4)


class Accelerators(BenchTest):
    """What is claimed of them is judged where there are some, what is claimed of emulated devices where not."""

    def verdicts(self, backend):
        self.set_environment(FAKE_TANDEM_BACKEND=backend)
        self.assertEqual(self.bench("claims")[0], 0)
        summary = json.loads((self.results / "claims.json").read_text())
        return summary["machine"]["devices"], [claim["verdict"] for claim in summary["claims"]]

    def test_verdicts(self):
        self.without_pictures()
        sweep, claim = SMALL.replace(', "2S1G"', "").split("[[claims]]\n")
        self.experiment("claims", sweep + "".join(f"[[claims]]\n{key} = true\n{claim}"
                                                  for key in ("accelerator", "emulated")))
        self.assertEqual(self.verdicts(""), ([], ["needs an accelerator", "holds"]))
        self.assertEqual(self.verdicts("CUDA"), (["a device"], ["holds", "needs emulated devices"]))
        # Host threads, in all but name.
        self.assertEqual(self.verdicts("OpenMPTarget"), ([], ["needs an accelerator", "holds"]))


class Energy(BenchTest):
    def setUp(self):
        super().setUp()
        self.without_pictures()

    def test_edges_for_a_joule(self):
        self.set_environment(FAKE_TANDEM_JOULES="16")
        code, _, errors = self.bench("dobfs-energy", "--scale", "9", "--repetitions", "1")
        self.assertEqual(code, 0, errors)
        self.assertTrue(any("counted: 2 RAPL domains" in line for line in errors), errors)
        # 64 searches of a million edges.
        self.assertIn("dobfs-energy,kron:9,graph500,1S,,,efficiency,MTEPS/W,1,4\n",
                      (self.results / "dobfs-energy.csv").read_text())
        self.assertIn("graph500 --no-sssp --no-validate --scale 9 --platform 1S1G --partition high --alpha 0.92 "
                      "--roots 64 --seed 1", self.log.read_text())
        self.assertFalse((self.results / "graphs").exists())

    def test_only_platforms_that_are_counted_as_a_whole(self):
        self.set_environment(FAKE_TANDEM_JOULES="16", FAKE_TANDEM_METERED="1S")
        code, _, errors = self.bench("dobfs-energy", "--scale", "9", "--repetitions", "1")
        self.assertEqual(code, 0, errors)
        self.assertTrue(any("counted: 2 RAPL domains: energy of a part only" in line for line in errors), errors)
        rows = (self.results / "dobfs-energy.csv").read_text().splitlines()[1:]
        self.assertEqual(rows, ["dobfs-energy,kron:9,graph500,1S,efficiency,MTEPS/W,1,4"])

    def test_no_platform_is_counted_as_a_whole(self):
        self.set_environment(FAKE_TANDEM_JOULES="16", FAKE_TANDEM_METERED="none")
        code, _, errors = self.bench("dobfs-energy")
        self.assertEqual((code, errors), (0, ["tandem-bench: dobfs-energy: not measured: energy: 2 RAPL domains: "
                                              "energy of a part only"]))

    def test_no_counter(self):
        code, _, errors = self.bench("dobfs-energy")
        self.assertEqual((code, errors),
                         (0, ["tandem-bench: dobfs-energy: not measured: energy: not available: no counter"]))


class Planner(BenchTest):
    """The model and the planner, as the stand-in has them."""

    def setUp(self):
        super().setUp()
        self.without_pictures()

    def test_model(self):
        self.assertEqual(self.bench("totem-fig02", "totem-fig03")[0], 0)
        for name in ("totem-fig02", "totem-fig03"):
            claims = json.loads((self.results / f"{name}.json").read_text())["claims"]
            self.assertEqual({claim["verdict"] for claim in claims}, {"holds by definition"}, claims)

    def test_recommended_split_is_measured_too(self):
        self.experiment("plan", PLAN.replace("repetitions = 2", "repetitions = 2\nseed = 5"))
        self.assertEqual(self.bench("plan")[0], 0)
        # In every round of the sweep as often as the others, then in turns with the best three of them.
        rounds = [[line for line in self.runs_asked() if f"--seed {seed} " in line] for seed in range(5, 15)]
        self.assertEqual(self.runs_asked(), [line for lines in rounds for line in lines])
        self.assertEqual([len(lines) for lines in rounds], 2 * [6] + 8 * [4])
        for lines in rounds:
            self.assertEqual(sum("--partition rand --alpha 0.35" in line for line in lines), 1)
        # The stand-in's time goes with alpha: 0.35 is faster than 0.5 by 43 %, give or take its noise.
        line = next(csv.DictReader([line for line in (self.results / "plan.csv").read_text().splitlines()
                                    if line.startswith("experiment,") or ",quality," in line]))
        self.assertEqual((line["policy"], line["alpha"], line["samples"]), ("rand", "0.35", "8"))
        self.assertAlmostEqual(float(line["mean"]), 143, delta=10)
        self.assertTrue(0 < float(line["ci95"]) < 15)
        notes = json.loads((self.results / "plan.json").read_text())["notes"]
        self.assertTrue(any("in 8 rounds, they differ" in note for note in notes), notes)

    def test_all_that_a_call_does_is_counted_from_the_start(self):
        changes = {"plan": ('["rate", "quality"]', ""), "prediction": ('["rate", "speedup"]', "calibrate_alike = true"),
                   "memory": ('["rate", "device_edges"]', "memory = [0.5, 0.8]")}
        for study, (metrics, words) in changes.items():
            self.experiment(study, SMALL.replace('figure = "f"', f'figure = "f"\nstudy = "{study}"').replace(
                '["rate"]', metrics).replace("repetitions = 2", f"repetitions = 2\n{words}"))
        shown = []
        self.patch(progress.Progress, "show",
                   new=lambda self, what: shown.append((self.total, sum(self.left.values()), self)))
        self.assertEqual(self.bench(*changes)[0], 0)
        last = shown[-1][2]
        self.assertEqual((shown[0][0], shown[0][1]), (last.total, last.total))
        self.assertEqual(sum(last.left.values()), 0)
        # 2 graphs, 2 profiles and 2 plans; the sweep, which all share, and the recommended split; finals; memory.
        self.assertEqual(last.total, 6 + SMALL_RUNS + 2 + 8 * 4 + 1 + 4)
        # Nothing is left to expect of what is on record.
        shown.clear()
        self.assertEqual(self.bench(*changes)[0], 0)
        self.assertEqual(shown, [])

    def test_luck_does_not_decide(self):
        """Splits that are all alike: the best of them is no better than the recommended one."""
        chance, found, lucky = random.Random(1), [], []
        for _ in range(100):
            rounds = [{point: chance.gauss(100, 10) for point in "abcd"} for _ in range(12)]
            found.append(estimate_ratio(planned.ratios_to_best(rounds, "a", "bcd"))["mean"])
            best = planned.best_of(rounds, "bcd")
            lucky.append(estimate_ratio(rates["a"] / rates[best] for rates in rounds)["mean"])
        self.assertAlmostEqual(statistics.fmean(found), 1, delta=0.01)
        self.assertLess(statistics.fmean(lucky), 0.98)  # as it would be if the same rounds chose and compared

    def test_prediction(self):
        self.experiment("guess", SMALL.replace('figure = "f"', 'figure = "f"\nstudy = "prediction"').replace(
            'metrics = ["rate"]', 'metrics = ["rate", "speedup"]').replace(
            'metric = "rate"\nx', 'metric = "speedup"\nagreement = true\nx').replace("0.75]", "0.75, 1.0]").replace(
            'check = "limit"', 'check = "correlation"').replace(
            'metric = "rate"\nwhere = {}', 'metric = "speedup"\nby = "algorithm"'))
        self.assertEqual(self.bench("guess")[0], 0)
        table = (self.results / "guess.csv").read_text()
        # Half of the edges: twice as fast, says the stand-in.
        self.assertIn("guess,rmat:18,bfs-top-down,1S1G,rand,0.5,predicted,speedup,times the host alone,1,2,", table)
        self.assertEqual(table.count(",achieved,"), 4)
        claim = json.loads((self.results / "guess.json").read_text())["claims"][0]
        self.assertRegex(claim["here"], r"^bfs-top-down: r = [\d.]+, mean error \d+ %$")

    def test_edges_that_a_device_holds(self):
        self.experiment("memory", SMALL.replace('figure = "f"', 'figure = "f"\nstudy = "memory"').replace(
            'metrics = ["rate"]', 'metrics = ["rate", "device_edges"]').replace(
            '"rand"]', '"low"]\nmemory = [0.5, 0.8]\nstate_bytes = 40'))
        self.assertEqual(self.bench("memory")[0], 0)
        table = (self.results / "memory.csv").read_text()
        for policy, memory, share in (("high", 50, 50), ("high", 80, 80), ("low", 50, 60), ("low", 80, 96)):
            self.assertIn(f"memory,rmat:18,bfs-top-down,1S1G,{policy},,{memory},device_edges,% of the edges,1,{share},",
                          table)
        self.assertIn("--state-bytes 40 --alpha 0 --partition low --device-memory 800 --json", self.log.read_text())

    def test_machines_that_are_not_here(self):
        code, _, errors = self.bench("plan-testbeds", "--scale", "9")
        self.assertEqual(code, 0, errors)
        self.assertEqual(self.runs_asked(), [])
        table = (self.results / "plan-testbeds.csv").read_text()
        for algorithm, platform, machine in (("bfs", "1S1G", "this machine"), ("bfs", "2S2G", "2x-e5-2650-2x-titan"),
                                             ("pagerank", "2S2G", "2x-e5-2650-2x-titan"),
                                             ("bfs", "2S2G", "2x-e5-2670v2-2x-k40")):
            self.assertIn(f"plan-testbeds,rmat:9,{algorithm},{platform},rand,0.5,{machine},speedup,", table)
        self.assertNotIn("pagerank,2S2G,rand,0.5,2x-e5-2670v2-2x-k40", table)  # it has no rate for that

    def test_without_a_host_there_is_no_speedup_over_it(self):
        sweep = SMALL.replace('["rate"]', '["rate", "speedup"]').replace(
            '"nS", "nS1G", "2S1G"', '"1S1G", "2G"').replace("0.75]", "0.75, 1.0]").replace(
            'metric = "rate"', 'metric = "speedup"')
        studies = {"machines": sweep.replace('["rate", "speedup"]', '["speedup"]'), "prediction": sweep}
        for study, text in studies.items():
            self.experiment(study, text.replace('figure = "f"', f'figure = "f"\nstudy = "{study}"'))
        self.assertEqual(self.bench(*studies)[0], 0)
        for study in studies:
            table = csv.DictReader((self.results / f"{study}.csv").read_text().splitlines())
            self.assertEqual({row["platform"] for row in table if row["metric"] == "speedup"}, {"1S1G"})

    def calibrations(self):
        return [line for line in self.log.read_text().splitlines() if line.startswith("calibrate ")]

    def test_calibration_with_a_graph_of_the_same_kind(self):
        plain = SMALL.replace('figure = "f"', 'figure = "f"\nstudy = "prediction"').replace(
            'metrics = ["rate"]', 'metrics = ["rate", "speedup"]')
        self.experiment("plain", plain)
        self.experiment("alike", plain.replace("sources = 3", "sources = 3\ncalibrate_alike = true"))
        self.assertEqual(self.bench("plain", "alike")[0], 0)
        first, second = self.calibrations()
        self.assertNotIn("--graph", first)
        measured = next(line for line in self.runs_asked()).split("--graph ")[1].split()[0]
        calibrated = second.split("--graph ")[1].split()[0]
        self.assertIn("/rmat-18-", calibrated)
        self.assertNotEqual(calibrated, measured)  # the model has not seen what it predicts
        self.assertEqual(len(list((self.results / "profiles").glob("1S1G-*-top-down.toml"))), 2)

    def test_plans_of_top_down_searches_have_their_rates(self):
        self.experiment("guess", SMALL.replace('figure = "f"', 'figure = "f"\nstudy = "prediction"').replace(
            'metrics = ["rate"]', 'metrics = ["rate", "speedup"]').replace('"bfs-top-down"', '"bfs-top-down", "bfs"'))
        self.assertEqual(self.bench("guess")[0], 0)
        asked = [line.split("--profile ")[1].split()[0] for line in self.log.read_text().splitlines()
                 if line.startswith("plan ")]
        rates = [tomllib.loads(pathlib.Path(path).read_text())["algorithms"]["bfs"]["host"] for path in asked]
        self.assertEqual(rates, [{"edges_per_second": 2}, {"edges_per_second": 1}])

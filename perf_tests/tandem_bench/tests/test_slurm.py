# SPDX-License-Identifier: BSD-3-Clause
"""The batch scripts, without Slurm: in a repository whose programs only say how they were called."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
SAY = '#!/bin/sh\necho "called: ${0##*/} $*"\n'


class Slurm(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for part in ("slurm", "lib"):
            shutil.copytree(ROOT / "configs" / part, self.root / "configs" / part)
        (self.root / "configs" / "slurm" / "site.sh").unlink(missing_ok=True)
        shutil.copy(ROOT / "configs" / "versions.env", self.root / "configs")
        for program in ("build/host/tandem", "build/cuda/tandem", "perf_tests/tandem-bench",
                        "configs/setup.sh"):
            path = self.root / program
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(SAY)
            path.chmod(0o755)

    def calls(self, script, *arguments, code=0, program="tandem-bench"):
        """What a program was asked for in a job, as sbatch would start it from the repository."""
        environment = os.environ | {"SLURM_SUBMIT_DIR": str(self.root), "SLURM_JOB_ID": "7", "TANDEM_PRESET": "cuda",
                                    "SLURM_CPUS_PER_TASK": "3"}
        done = subprocess.run(["bash", self.root / "configs" / "slurm" / script, *arguments], env=environment, cwd="/",
                              capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (code, ""))
        return [line.removeprefix(f"called: {program} ") for line in done.stdout.splitlines()
                if line.startswith(f"called: {program} ")]

    def test_what_it_draws_with_is_fetched_though_tandem_is_built(self):
        self.assertEqual(self.calls("tandem-bench.sbatch", "all", program="setup.sh"), ["bench"])
        # A job goes on with what the site has.
        with (self.root / "configs" / "setup.sh").open("a") as file:
            file.write("exit 2\n")
        self.assertEqual(len(self.calls("tandem-bench.sbatch", "all")), 1)

    def test_it_is_set_up_before_it_is_built(self):
        (self.root / "build" / "host" / "tandem").unlink()
        build = f'build_preset() {{ cp "{self.root}/build/cuda/tandem" "build/$1/"; }}\n'
        (self.root / "configs" / "slurm" / "job.sh").write_text(
            (ROOT / "configs" / "slurm" / "job.sh").read_text() + build)
        self.assertEqual(self.calls("tandem-bench.sbatch", "all", program="setup.sh"), ["host", "bench"])

    def test_arguments_of_the_user(self):
        for script, preset in (("tandem-bench.sbatch", "host"), ("tandem-bench-gpu.sbatch", "cuda")):
            with self.subTest(script):
                self.assertEqual(self.calls(script, "peers", "--graph", "kron:24"),
                                 [f"peers --graph kron:24 --tandem build/{preset}/tandem --results bench-results/7"])

    def test_the_user_may_name_others(self):
        self.assertEqual(self.calls("tandem-bench.sbatch", "all", "--results=mine", "--tandem", "other"),
                         ["all --results=mine --tandem other"])

    def test_without_arguments(self):
        calls = self.calls("tandem-bench.sbatch")
        self.assertEqual([call.split()[0] for call in calls], ["all", "peers", "report"])
        self.assertTrue(all("--results bench-results/7" in call for call in calls), calls)
        self.assertIn("--threads 3 ", calls[1])

    def test_asking_slurm_itself(self):
        """sbatch.sh, with a Slurm that is out of order, has a GPU, has none, and dislikes a script."""
        def asked(sbatch, sinfo="echo gpu:1"):
            programs = self.root / "programs"
            programs.mkdir(exist_ok=True)
            for name, text in (("sbatch", sbatch), ("sinfo", sinfo)):
                (programs / name).write_text(f"#!/bin/sh\n{text}\n")
                (programs / name).chmod(0o755)
            done = subprocess.run([ROOT / "perf_tests/tandem_bench/tests/sbatch.sh"], capture_output=True, text=True,
                                  env={"PATH": f"{programs}:{os.defpath}"})
            return done.returncode, done.stdout.splitlines()

        both = [f"--test-only --cpus-per-task=1 {words}" for words in
                ("configs/slurm/tandem-bench.sbatch", "--gres=gpu:1 configs/slurm/tandem-bench-gpu.sbatch")]
        self.assertEqual(asked("echo one >&2; echo no controller >&2; exit 1"),
                         (77, ["skipped: sbatch takes no job here: no controller"]))
        self.assertEqual(asked('echo "$@"'), (0, both))
        self.assertEqual(asked('echo "$@"', "echo '(null)'")[1][:1], both[:1])
        self.assertEqual(asked('case $* in *gpu.sbatch) exit 1 ;; esac')[0], 1)

    def test_what_fails_does_not_stop_the_rest(self):
        with (self.root / "perf_tests" / "tandem-bench").open("a") as file:
            file.write('case $1 in all) exit 1 ;; nonsense) exit 2 ;; esac\n')
        for script, peers in (("tandem-bench.sbatch", 1), ("tandem-bench-gpu.sbatch", 2)):
            with self.subTest(script):
                self.assertEqual([call.split()[0] for call in self.calls(script, code=1)],
                                 ["all", *peers * ["peers"], "report"])
        self.assertEqual(len(self.calls("tandem-bench.sbatch", "nonsense", code=2)), 1)

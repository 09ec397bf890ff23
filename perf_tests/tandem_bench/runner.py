# SPDX-License-Identifier: BSD-3-Clause
"""Runs processes, and keeps what they told: a run that is on record is never repeated.

A record is runs/<key>.json; its key stands for the arguments, the program and the machine, so that experiments share
runs. Records appear whole, one by one: whatever ends the driver, all finished runs are kept.
"""
import collections
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from . import machines
from .busy import Watch
from .files import Failure, Unavailable, last_line, whole_file
from .made_files import MadeFiles, digest
from .progress import Progress
from .tandem import without_profiles

PATIENCE = 5  # seconds for a process to end when it is asked to
COUNTERS = ("LLC-loads", "LLC-load-misses")
VARIED = ("--alpha", "--seed", "--device-memory")  # hardly changes how long a run takes


def parsed(text):
    """What a program prints: JSON, or as it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_counters(text):
    """From `perf stat -x,`; an event that could not be counted is left out. Where a machine has several kinds of cores,
    each counts by itself: cpu_core/LLC-loads/, cpu_atom/LLC-loads/."""
    counts = collections.Counter()
    for line in text.splitlines():
        fields = line.split(",")
        if len(fields) > 2 and fields[0].isdigit():
            counts[re.sub(r"^\w+/|[/:].*$", "", fields[2])] += int(fields[0])
    return dict(counts)


def readable(text):
    """A record, None of what something else than this driver has left there."""
    record = parsed(text)
    whole = isinstance(record, dict) and {"record", "seconds", "others", "counters"} <= set(record)
    return record if whole else None


@contextlib.contextmanager
def ended(process):
    """It does not go on when we are interrupted. It is asked first, so that perf can end what it counts in."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Runner:
    def __init__(self, tandem, machine, peers, results):
        self.tandem = tandem
        self.peers = peers
        self.results = results
        # Runs of another machine, on other parts of it, or with other threads, are others.
        self.place = [machine[key] for key in ("cpu", "cores", "allowed_cores", "cpu_limit", "devices", "threads",
                                               "binding")]
        self.progress = Progress()
        self.made = MadeFiles(results, tandem, self.place, self.progress, self.execute)
        self.expected_files = set()
        self.what = ""  # the experiment, for the line of progress,
        self.spent = {}  # the seconds of all that it rests on, by the names of files,
        self.others = {}  # and the cores that others took beside its runs, by their keys
        self.failures = {}  # message by key: not tried twice

    def begin(self, what):
        """The experiment that results are for from now on."""
        self.what, self.spent, self.others = what, {}, {}

    def key(self, job):
        version = self.tandem.identity if job.program == "tandem" else \
            [self.peers.version(job.program), self.peers.threads]
        graphs = [graph.file if graph else "" for graph in (job.graph, job.calibration)]
        machine = machines.path(job.machine).read_text() if job.machine else ""
        return digest(self.place, job.program, version, job.arguments, graphs, machine, job.counters,
                      job.repetition)[:20]

    def path(self, job):
        return self.results / "runs" / f"{self.key(job)}.json"

    @staticmethod
    def group(job):
        words = zip(("", *job.arguments), job.arguments)
        return (job.program, job.graph, tuple(word for before, word in words if not {before, word} & {*VARIED}))

    def expect(self, jobs):
        """Tells the progress of runs to come, and of what has to be made for them."""
        for job in {self.key(job): job for job in jobs}.values():
            if not self.path(job).exists():
                self.progress.expect(self.group(job))
                for file in self.made.needed(job):
                    self.expect_file(file)

    def expect_file(self, file):
        if file.path not in self.expected_files and not self.made.is_there(file):
            self.expected_files.add(file.path)
            self.progress.expect(file.group)

    def expect_like(self, jobs):
        """Of runs that others will choose when they are done, one for each that takes as long as this job."""
        for job in jobs:
            self.progress.expect(self.group(job))

    def know(self, jobs, guessed):
        """Now that they are chosen."""
        for job in guessed:
            self.progress.forget(self.group(job))
        self.expect(jobs)

    def result(self, job):
        """The record of a job, run now if it has not been; None if it fails."""
        record = self.stored(job)
        if not record and self.key(job) not in self.failures:
            self.progress.show(self.what)
            seconds = None
            try:
                seconds = self.run(job, self.path(job))
            except Failure as error:
                self.fail(job, error)
            self.progress.done(self.group(job), seconds)
            record = self.stored(job)
        if record:
            self.others[self.key(job)] = record["others"]
            self.spend(self.path(job), record["seconds"])
            for file in self.made.needed(job):
                self.spend(file.path, self.made.seconds(file))
        return record

    def spend(self, path, seconds):
        """Nothing is known of a graph that was deleted when its runs were done."""
        if seconds is not None:
            self.spent[path.relative_to(self.results).as_posix()] = round(seconds, 3)

    def fail(self, job, error):
        if str(error) not in self.failures.values():  # many need the same graph
            self.progress.say(str(error))
        self.failures[self.key(job)] = str(error)

    def reject(self, job, error):
        """One whose record makes no sense to those who asked for it has failed, too."""
        self.path(job).unlink()
        self.fail(job, error)

    def stored(self, job):
        """None if it is not on record."""
        path = self.path(job)
        if not path.exists():
            return None
        record = readable(path.read_text(errors="replace"))
        if not record:
            self.progress.say(f"{path} is damaged: it is run again")
            path.unlink()
        return record

    def run(self, job, path):
        """The seconds that the process took, without what was made for it beforehand."""
        with whole_file(path) as temporary:
            output = temporary.with_suffix(".out")
            counted = temporary.with_suffix(".perf")
            try:
                stdout, times = self.call(job, output, counted)
                told = output.read_text() if output.exists() else stdout
                record = {"arguments": job.arguments, "graph": job.graph.name if job.graph else None,
                          "program": job.program, "version": self.tandem.version,
                          "counters": read_counters(counted.read_text()) if job.counters else {},
                          "record": parsed(told)} | times
            finally:
                output.unlink(missing_ok=True)
                counted.unlink(missing_ok=True)
            temporary.write_text(json.dumps(record, separators=(",", ":")))
        return times["seconds"]

    def call(self, job, output, counted):
        files = {"{json}": str(output)} | self.made.make_for(job)
        if job.machine:
            files["{machine}"] = str(machines.path(job.machine))
        words = [files.get(word, word) for word in job.arguments]
        if job.program == "tandem":
            command, environment = [str(self.tandem.path), *words], without_profiles(self.results)
        else:
            command, environment = self.peers.command(job.program, words), self.peers.environment()
        if job.counters:
            command = ["perf", "stat", "-x,", "-e", ",".join(COUNTERS), "-o", str(counted), "--", *command]
        watch = Watch()
        stdout = self.execute(command, environment)
        return stdout, {"seconds": watch.seconds(), "others": round(watch.others(), 3)}

    def execute(self, command, environment=None):
        """What it printed."""
        try:
            with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process, ended(process):
                stdout, stderr = process.communicate()
        except OSError as error:
            raise Failure(str(error)) from None
        if process.returncode != 0:
            raise Failure(f"{' '.join(command)}: {last_line(stderr, f'exit code {process.returncode}')}")
        return stdout


def need_counters():
    """Unavailable, with the reason, where the counters of the last-level cache cannot be read."""
    if not shutil.which("perf"):
        raise Unavailable("LLC counters: perf is not installed")
    probe = subprocess.run(["perf", "stat", "-x,", "-e", ",".join(COUNTERS), "true"], stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True)
    if not set(COUNTERS) <= set(read_counters(probe.stderr)):
        raise Unavailable(f"LLC counters: perf cannot count {' and '.join(COUNTERS)} on this machine")


def energy_told(tandem, *platform):
    """By a small record of Graph500."""
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "record.json"
        called = tandem.call("graph500", "--scale", "6", "--roots", "1", "--no-sssp", "--no-validate", "--json",
                             str(record), "--quiet", *platform)
        if called.returncode != 0:
            raise Unavailable(f"energy: {called.stderr.strip().removeprefix('tandem: ')}")
        return json.loads(record.read_text())


def need_energy(tandem):
    """Which counters of energy tandem reads; Unavailable, with its reason, where they cover no platform: that with the
    whole machine, nor the processors alone. Of a platform that they cover in part only, records have no joules."""
    told = energy_told(tandem)
    if "joules" not in told["bfs"] and "joules" not in energy_told(tandem, "--platform", "1S")["bfs"]:
        raise Unavailable(f"energy: {told['energy']}")
    return told["energy"]

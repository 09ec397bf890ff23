# SPDX-License-Identifier: BSD-3-Clause
"""The programs that are compared: tandem, a process for each run, and the peers, a process each for all of theirs."""
import contextlib
import json
import os
import pathlib
import subprocess

from . import peers_check
from .files import Failure, last_line
from .metrics import naming_seconds, run_seconds
from .tandem import without_profiles

HERE = pathlib.Path(__file__).resolve().parent


def environment(threads):
    """Of peers. Threads are not bound: they bind theirs by rules of their own."""
    return dict(os.environ, OMP_NUM_THREADS=str(threads), OMP_PROC_BIND="false", PYTHONPATH=str(HERE.parent))


class Ours:
    """tandem, with so many threads and on a platform."""

    def __init__(self, tandem, threads, platform, work):
        self.tandem, self.threads, self.platform, self.work = tandem, threads, platform, work

    def command(self, *words):
        called = self.tandem.call("--quiet", "--threads", self.threads, *words,
                                  environment=without_profiles(self.work))
        if called.returncode != 0:
            raise Failure(f"tandem {words[0]}: {last_line(called.stderr)}")

    def _record(self, *words):
        record = self.work / "tandem.json"
        self.command(*words, "--platform", self.platform, "--json", record)
        return json.loads(record.read_text(encoding="utf-8"))

    def seconds(self, algorithm, graph, *words):
        """Of each run, until its result is in the input's ids, as those of peers are."""
        record = self._record("run", algorithm, "--graph", graph, *words)
        return [run_seconds(run) + naming_seconds(record) for run in record["runs"]]

    def results(self, algorithm, graph, *words):
        output = self.work / "tandem.tsv"
        self._record("run", algorithm, "--graph", graph, "--output", output, *words)
        try:
            return peers_check.read_tandem(output)
        finally:
            output.unlink()

    def graph500(self, scale, edge_factor, num_roots):
        return self._record("graph500", "--scale", scale, "--edgefactor", edge_factor, "--roots", num_roots,
                            "--no-sssp")


class Worker:
    """A peer in its environment. Answers None to an algorithm that it lacks."""

    def __init__(self, peer, python, threads, work):
        self.peer, self.log = peer, work / f"{peer}.log"
        self.output = work / f"{peer}.bin"
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [python, "-m", "tandem_bench.peers_worker", peer, str(threads)], env=environment(threads),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            greeting = self._answer()
        except Failure:
            self.close()
            raise
        self.name, self.version = greeting["name"], greeting["version"]

    def _answer(self):
        line = self.process.stdout.readline()
        if not line:
            code = self.process.wait()
            message = last_line(self.log.read_text(encoding="utf-8", errors="replace"))
            raise Failure(f"{self.peer} ended with code {code}: {message}")
        return json.loads(line)

    def run(self, algorithm, graph, calls, keep):
        """The first so many results are kept, for results()."""
        task = {"graph": str(graph), "algorithm": algorithm, "calls": calls, "keep": keep, "output": str(self.output)}
        with contextlib.suppress(BrokenPipeError):  # the reason is in its log
            self.process.stdin.write(json.dumps(task) + "\n")
            self.process.stdin.flush()
        answer = self._answer()
        return None if answer.get("lacks") else answer

    def results(self, num_vertices):
        return peers_check.read_peer(self.output, num_vertices)

    def close(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def prepare(python, plain, weighted, num_sources):
    """Weights and sources, by a peer's Python as that has numpy."""
    done = subprocess.run([python, "-m", "tandem_bench.peers_worker", "prepare", plain, weighted, str(num_sources)],
                          env=environment(1), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f"preparing the graph failed: {last_line(done.stderr)}")
    return json.loads(done.stdout)

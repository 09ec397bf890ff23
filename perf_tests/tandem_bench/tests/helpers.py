# SPDX-License-Identifier: BSD-3-Clause
"""Shared by the tests: a folder of results, the driver in this process, and tandem's stand-in."""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

from tandem_bench import command_line, experiments, plots
from tandem_bench.files import Problem

FAKE_TANDEM = pathlib.Path(__file__).parent / "fake_tandem.py"
# A small sweep, in the words of a file.
SMALL = """
title = "t"
paper = "p"
figure = "f"
metrics = ["rate"]
[sweep]
graphs = ["rmat:S"]
algorithms = ["bfs-top-down"]
platforms = ["nS", "nS1G", "2S1G"]
policies = ["high", "rand"]
alphas = [0.5, 0.75]
repetitions = 2
sources = 3
[[plots]]
kind = "lines"
metric = "rate"
x = "alpha"
series = "policy"
[[claims]]
text = "c"
paper = "p"
check = "limit"
[claims.parameters]
metric = "rate"
where = {}
at_least = 1
"""
SMALL_RUNS = 2 * (1 + 2 * 2)


def have_matplotlib():
    try:
        return bool(plots.need_matplotlib())
    except Problem:
        return False


HAVE_MATPLOTLIB = have_matplotlib()


def draw_nothing(experiment, rows, reason, files):
    for file in files:
        file.write_text("picture")


class BenchTest(unittest.TestCase):
    """A folder for results, one for experiments of the test's own, and a log of what tandem was asked to do."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / "results"
        self.log = self.folder / "log"
        # Python as bare as it gets: a test calls it many times.
        self.fake = self.folder / "tandem"
        self.fake.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I -S "{FAKE_TANDEM}" "$@"\n')
        self.fake.chmod(0o755)
        self.own = self.folder / "experiments"
        self.own.mkdir()
        # Nothing is fetched, and nothing is used that happens to be there.
        self.set_environment(FAKE_TANDEM_LOG=str(self.log), TANDEM_DEPS=str(self.folder / "deps"), TANDEM_OFFLINE="1")

    def patch(self, *where, **given):
        patch = unittest.mock.patch.object(*where, **given)
        patch.start()
        self.addCleanup(patch.stop)

    def without_pictures(self):
        """For tests of all else: quicker, and needs no matplotlib."""
        self.patch(plots, "need_matplotlib")
        self.patch(plots, "draw", new=draw_nothing)

    def set_environment(self, **values):
        patch = unittest.mock.patch.dict(os.environ, values)
        patch.start()
        self.addCleanup(patch.stop)

    def experiment(self, name, text):
        (self.own / f"{name}.toml").write_text(text)
        self.patch(experiments, "FOLDER", new=self.own)

    def bench(self, *words, tandem=None, results=None):
        """Exit code, what was printed, and the lines on stderr."""
        output, errors = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            code = command_line.main([*words, "--tandem", str(tandem or self.fake), "--results",
                                      str(results or self.results)])
        return code, output.getvalue(), errors.getvalue().splitlines()

    def runs_asked(self):
        """The runs of algorithms that tandem was called for."""
        return [line for line in self.log.read_text().splitlines() if line.startswith("run ")] \
            if self.log.exists() else []

# SPDX-License-Identifier: BSD-3-Clause
"""The table of perf_tests/compare.py, from records that are made up."""
import pathlib
import tempfile
import types
import unittest

import compare
import compare_rows


def record(notes=None, **seconds):
    return {"seconds": {name.replace("_", " "): {"median": wall, "cpu": cpu} for name, (wall, cpu) in seconds.items()},
            "notes": notes or {}}


class Compare(unittest.TestCase):
    def setUp(self):
        self.run_ = compare.Run(types.SimpleNamespace(threads=2, algorithms=True, scale=20))

    def line(self, work, peer):
        """Ratio, bar and answer of a row."""
        lines = compare.table_lines(self.run_)
        return next(line[4:7] for line in lines[1:] if line[:2] == (work, peer))

    def test_bars(self):
        for queue in (0.5, 0.3):  # the median of the ratios counts
            self.run_.add("bfs", record({"bfs top-down 1S1G: exchange ms": 20}, bfs_optimized_1S=(0.05, 0.1),
                                        **{"bfs top-down 1S": (0.1, 0.2), "bfs top-down 1S1G": (0.1, 0.2),
                                           "queue bfs, one source": (queue, queue), "Beamer's bfs": (0.04, 0.08)}))
        self.assertEqual(self.line("bfs top-down, Kronecker 20", "queue bfs, one source"), ("4.00x", ">= 2x", "yes"))
        self.assertEqual(self.line("bfs top-down, Kronecker 20, 1S1G", "ours on 1S"), ("1.00x", ">= 0.9x", "yes"))
        self.assertEqual(self.line("bfs top-down, Kronecker 20, 1S1G", "its exchange alone"),
                         ("0.20x", "<= 0.1x", "NO"))
        self.assertEqual(self.line("bfs optimized, Kronecker 20", "Beamer's bfs"), ("0.80x", "-", "-"))
        # What was not measured has no answer.
        self.assertEqual(self.line("bfs top-down, Kronecker 20", "NetworKit"), ("-", "-", "-"))
        self.assertEqual(self.line("bfs optimized, grid:1000x1000", "Beamer's bfs"), ("-", ">= 1x", "-"))

    def test_shares_and_the_bare_loop(self):
        self.run_.add("pagerank", record({"1S1G: exchange share": 0.04}, **{
            "pagerank iteration 1S": (0.02, 0.04), "pagerank iteration 1S1G": (0.02, 0.04),
            "pagerank iteration, bare loop": (0.018, 0.036)}))
        self.assertEqual(self.line("pagerank iteration, Kronecker 20, 1S1G", "its exchange alone"),
                         ("0.04x", "<= 0.05x", "yes"))
        self.assertEqual(self.line("pagerank iteration, Kronecker 20", "pagerank iteration, bare loop"),
                         ("0.90x", ">= 0.95x", "NO"))

    def test_worst_cases_and_partitioning(self):
        self.run_.add("bfs grid", record(**{"bfs optimized 1S": (0.02, 0.04), "Beamer's bfs": (0.03, 0.06)}))
        self.run_.add("bfs", record({"1S1G: partition ms": 500}, **{"bfs optimized 1S": (0.02, 0.04)}))
        self.run_.add("build", record(**{"build symmetric, no duplicates": (0.4, 0.8)}))
        self.assertEqual(self.line("bfs optimized, grid:1000x1000", "Beamer's bfs"), ("1.50x", ">= 1x", "yes"))
        self.assertEqual(self.line("partition Kronecker 20, 1S1G", "building its CSR"), ("0.80x", ">= 1x", "NO"))

    def test_gapbs_gets_the_very_graph(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        work = pathlib.Path(folder.name)
        for name, text in (("tandem", 'echo "$@" >>"$0.log"; echo graph >"$4"'),
                           ("bfs", '[ "$*" = "-f ${0%/*}/grid-1000x1000.sg -n 16" ] && echo "Average Time: 0.03"'),
                           ("sssp", '[ "$1" = "-f" ] && [ -f "${0%/*}/kron-20.wsg" ] && echo "Average Time: 0.3"')):
            (work / name).write_text(f"#!/bin/sh\n{text}\n")
            (work / name).chmod(0o755)
        self.run_.options = types.SimpleNamespace(algorithms=True, scale=20, programs=work / "perf_tests", work=work,
                                                  gapbs=work)
        for _ in range(2):
            self.run_.gapbs_on("grid:1000x1000", "bfs grid", compare_rows.SEARCH)
            self.run_.add("bfs grid", record(**{"bfs optimized 1S": (0.02, 0.04), "Beamer's bfs": (0.03, 0.06)}))
        self.assertEqual(self.line("bfs optimized, grid:1000x1000", "GAPBS"), ("1.50x", ">= 1x", "yes"))
        self.run_.gapbs_on("kron:20", "sssp 20", compare_rows.Gapbs("sssp", [], ()))
        self.assertEqual(self.run_.wall["gapbs: sssp 20"], [0.3])
        clean = "--drop-duplicates --drop-self-loops"
        self.assertEqual((work / "tandem.log").read_text(),
                         f"--quiet generate grid:1000x1000 {work}/grid-1000x1000.sg {clean}\n"
                         f"--quiet generate kron:20 {work}/kron-20.wsg {clean} --weights integer\n")

    def test_naming_is_added_beside_gapbs(self):
        naming = {"bfs optimized 1S: naming (not in the time) ms": 10}
        self.run_.add("bfs", record(naming, **{"bfs optimized 1S": (0.01, 0.02)}))
        self.run_.wall["gapbs: bfs optimized 20"].append(0.06)
        self.assertEqual(self.line("bfs optimized, Kronecker 20", "GAPBS"), ("6.00x", ">= 4.2x", "yes"))
        self.assertEqual(self.line("bfs optimized, Kronecker 20, named in the input's ids", "GAPBS"),
                         ("3.00x", "-", "-"))

    def test_starved(self):
        self.run_.add("components", record(**{"components 1S": (0.02, 0), "Afforest": (0.03, 0.01)}))
        self.assertEqual(self.line("components, Kronecker 20", "Afforest"), ("1.50x", ">= 1x", "busy"))

# SPDX-License-Identifier: BSD-3-Clause
"""real_peers.py <tandem>: `tandem-bench peers` on a tiny graph, with the real programs, whose results must agree.

Not found by unittest's discovery: it needs the programs. Nothing is fetched. Exit code 77: no environment of a peer is
in the cache.
"""
import json
import os
import pathlib
import sys
import tempfile
import unittest

from tandem_bench import command_line, peers_report, peers_rows, peers_setup
from tandem_bench.files import Unavailable

TANDEM = sys.argv.pop(1)


def is_there(peer):
    try:
        return bool(peers_setup.environment(peer))
    except Unavailable as reason:
        print(f"{peer} is left out: {reason}")
        return False


class RealPeers(unittest.TestCase):
    def test_all_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            code = command_line.main(["peers", "--graph", "kron:8", "--repetitions", "1", "--sources", "2",
                                      "--roots", "4", "--peers", ",".join(PEERS), "--no-chart", "--tandem", TANDEM,
                                      "--results", folder])
            told = json.loads((pathlib.Path(folder) / "peers.json").read_text())
        self.assertEqual((code, told["errors"], len(told["peers"])), (0, [], len(PEERS)))
        rows = peers_report.read_measurements(told)
        self.assertEqual({row.algorithm.split("-")[0] for row in rows}, set(peers_rows.ALGORITHMS))
        for row in rows:
            with self.subTest(f"{row.algorithm}, {row.peer}"):
                # A peer that lacks an algorithm has no time; all that it has takes some.
                self.assertEqual(row.result == "-", not row.theirs)
                self.assertTrue(all(seconds > 0 for seconds in row.theirs))


os.environ["TANDEM_OFFLINE"] = "1"
PEERS = [peer for peer in peers_setup.PEERS if is_there(peer)]
if not PEERS:
    sys.exit(77)
unittest.main()

# SPDX-License-Identifier: BSD-3-Clause
import html.parser
import json

from helpers import BenchTest
from tandem_bench import experiments, peers_report, report

MACHINE = {"cpu": "CPU <&>", "cores": 2, "sockets": 1, "memory": 1 << 33,
           "devices": ["A100 <1>", "A100 <2>"], "system": "Linux", "threads": "one a core"}
SUMMARY = {"experiment": "totem-fig09", "title": "a < b", "paper": "TOTEM", "figure": "Figure 9", "when": "today",
           "command": "tandem-bench totem-fig09", "tandem": "tandem 0 (fixture)", "build": ["Kokkos 9.9", "g++ 99"],
           "machine": MACHINE, "peers": {"NetworKit": "99.1"}, "size": "graphs",
           "not_measured": "", "notes": ["a note"], "seconds": {"runs/1.json": 100, "runs/2.json": 200},
           "claims": [{"text": "faster", "paper": "2.8x", "here": "0.9x", "verdict": "needs an accelerator"},
                      {"text": "smaller", "paper": "5 %", "here": "", "verdict": "not measured"}]}


SHARING = SUMMARY | {"experiment": "totem-fig10", "seconds": {"runs/1.json": 100, "runs/3.json": 400}}


class Balance(html.parser.HTMLParser):
    """Every tag is closed, and nothing is loaded from elsewhere."""

    def __init__(self):
        super().__init__()
        self.open, self.links = [], []

    def handle_starttag(self, tag, attributes):
        self.links += [value for name, value in attributes if name in ("src", "href")]
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag


PEERS = [peers_report.Measurement("bfs", "BFS <1>", "NetworKit", [0.001, 0.002], [0.010, 0.030], [0.010, 0.030],
                                 "equal", "one thread")]
ABOUT = {"heading": "tandem 0 next to NetworKit 99.1", "command": "tandem-bench peers", "when": "today",
         "graph": "kron:9", "platform": "1S", "build": ["Kokkos 9.9"], "processor": "2 x CPU", "errors": ["BFS: bang"]}


class Report(BenchTest):
    def setUp(self):
        super().setUp()
        self.results.mkdir()

    def test_damaged_results(self):
        for name in ("totem-fig09", "peers"):
            for text in ("{", "[]", "{}"):
                with self.subTest(name=name, text=text):
                    (self.results / f"{name}.json").write_text(text)
                    code, output, errors = self.bench("report")
                    self.assertEqual((code, output, len(errors)), (2, "", 1))
                    self.assertIn(f"{name}.json is damaged", errors[0])
            (self.results / f"{name}.json").unlink()

    def test_results_of_another_version(self):
        """A key that is missing, or has something else, at any depth."""
        def changes(told):
            for key, value in told.items():
                yield {other: kept for other, kept in told.items() if other != key}
                yield told | {key: 1.5}
                if isinstance(value, dict):
                    yield from (told | {key: changed} for changed in changes(value))
                elif isinstance(value, list) and value and isinstance(value[0], dict):
                    yield from (told | {key: [changed]} for changed in changes(value[0]))

        peers = json.loads(peers_report.json_text(ABOUT, PEERS))
        for name, told, shape in (("totem-fig09", SUMMARY, report.SUMMARY), ("peers", peers, report.PEERS)):
            self.assertTrue(report.fits(told, shape))
            (self.results / f"{name}.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
            tried = 0
            for changed in changes(told):
                (self.results / f"{name}.json").write_text(json.dumps(changed))
                code, output, errors = self.bench("report")
                if code == 0:
                    continue  # a key that the page does not need
                tried += 1
                self.assertEqual((code, output, len(errors)), (2, "", 1), errors)
                self.assertIn(f"{name}.json is damaged, or of another version", errors[0])
            self.assertGreater(tried, 30)
            (self.results / f"{name}.json").unlink()

    def test_peers(self):
        for folder in (self.results, self.results / "1S1G"):
            folder.mkdir(exist_ok=True)
            (folder / "peers.json").write_text(peers_report.json_text(ABOUT, PEERS))
        (self.results / "peers.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        self.assertEqual(self.bench("report")[0], 0)
        text = (self.results / "report.html").read_text()
        for wanted in ("NetworKit 99.1", "BFS &lt;1&gt;", "12.5x", "10.0..15.0", "equal", "one thread", "BFS: bang"):
            self.assertEqual(text.count(wanted), 2, wanted)
        self.assertEqual(text.count("<img"), 1)

    def test_time_that_experiments_share_counts_once(self):
        for summary in (SUMMARY, SHARING):
            (self.results / f"{summary['experiment']}.json").write_text(json.dumps(summary))
            (self.results / f"{summary['experiment']}.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        self.assertEqual(self.bench("report")[0], 0)
        text = (self.results / "report.html").read_text()
        for name, time in (("totem-fig09</a>", "5 min"), ("totem-fig10</a>", "8 min"), ("all", "12 min")):
            self.assertRegex(text, f"<td>[^\n]*{name}</td>.*<td>{time}</td></tr>")

    def test_page_from_results(self):
        (self.results / "totem-fig09.json").write_text(json.dumps(SUMMARY))
        (self.results / "totem-fig09.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        code, output, errors = self.bench("report")
        self.assertEqual((code, errors), (0, []))
        text = (self.results / "report.html").read_text()
        for wanted in ("a &lt; b", "CPU &lt;&amp;&gt;", "2.8x", "0.9x", "needs an accelerator", "not measured",
                       "a note", "tandem 0 (fixture)<br>Kokkos 9.9<br>g++ 99", "tandem-bench totem-fig09", "8.0 GiB",
                       "A100 &lt;1&gt;<br>A100 &lt;2&gt;", "NetworKit 99.1"):
            self.assertIn(wanted, text)
        missing = [name for name in experiments.names() if name != "totem-fig09"]
        self.assertIn(f"Not run yet: {', '.join(missing)}", text)
        page = Balance()
        page.feed(text)
        self.assertEqual(page.open, [])
        self.assertTrue(all(link.startswith(("#", "data:")) for link in page.links), page.links)

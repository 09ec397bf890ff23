# SPDX-License-Identifier: BSD-3-Clause
import html.parser
import json

from helpers import BenchTest
from tandem_bench import experiments

MACHINE = {"cpu": "CPU <&>", "cores": 2, "sockets": 1, "memory": 1 << 33, "devices": 0, "accelerator": False,
           "system": "Linux", "threads": "one a core"}
SUMMARY = {"experiment": "totem-fig09", "title": "a < b", "paper": "TOTEM", "figure": "Figure 9", "when": "today",
           "command": "tandem-bench totem-fig09", "tandem": "tandem 0 (fixture)", "build": ["Kokkos 9.9", "g++ 99"],
           "machine": MACHINE, "size": "graphs",
           "not_measured": "", "notes": ["a note"],
           "claims": [{"text": "faster", "paper": "2.8x", "here": "0.9x", "verdict": "needs an accelerator"},
                      {"text": "smaller", "paper": "5 %", "here": "", "verdict": "not measured"}]}


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


class Report(BenchTest):
    def test_page_from_results(self):
        self.results.mkdir()
        (self.results / "totem-fig09.json").write_text(json.dumps(SUMMARY))
        (self.results / "totem-fig09.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
        code, output, errors = self.bench("report")
        self.assertEqual((code, errors), (0, []))
        text = (self.results / "report.html").read_text()
        for wanted in ("a &lt; b", "CPU &lt;&amp;&gt;", "2.8x", "0.9x", "needs an accelerator", "not measured",
                       "a note", "tandem 0 (fixture)<br>Kokkos 9.9<br>g++ 99", "tandem-bench totem-fig09", "8.0 GiB"):
            self.assertIn(wanted, text)
        missing = [name for name in experiments.names() if name != "totem-fig09"]
        self.assertIn(f"Not run yet: {', '.join(missing)}", text)
        page = Balance()
        page.feed(text)
        self.assertEqual(page.open, [])
        self.assertTrue(all(link.startswith(("#", "data:")) for link in page.links), page.links)

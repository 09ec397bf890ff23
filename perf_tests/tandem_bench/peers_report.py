# SPDX-License-Identifier: BSD-3-Clause
"""What came out of a comparison: table, CSV, JSON and bar chart."""
import csv
import io
import json
import statistics
import typing

from .files import whole_file
from .markdown_table import markdown_table
from .plots import need_matplotlib

NOT_COMPARABLE, DIFFERS = "not comparable", "DIFFERS"
UNCHECKED = (NOT_COMPARABLE, DIFFERS)


class Measurement(typing.NamedTuple):
    """An algorithm on tandem and on a peer: seconds of each repetition, none of a peer that lacks it."""
    algorithm: str
    title: str
    peer: str
    ours: list
    theirs: list
    their_cpu: list
    result: str
    remark: str

    def ratios(self):
        return [theirs / ours for ours, theirs in zip(self.ours, self.theirs)]

    def starved(self):
        """Repetitions in which the peer got less than a core, which all of this work keeps busy: others had the cores,
        or it hung. Such a ratio says nothing."""
        return sum(wall > 0.005 and cpu < 0.9 * wall for wall, cpu in zip(self.theirs, self.their_cpu))

    def remarks(self):
        busy = f"busy: {self.starved()} of {len(self.theirs)} got less than a core" if self.starved() else ""
        return "; ".join(filter(None, (self.remark, busy)))


def digits(value):
    """Three that count."""
    return f"{value:#.3g}" if value < 99.95 else f"{value:.0f}"


def table_lines(measurements):
    """With a heading."""
    def milliseconds(seconds):
        return digits(1e3 * statistics.median(seconds)) if seconds else "-"

    lines = [("algorithm", "peer", "tandem ms", "peer ms", "peer/tandem", "lowest..highest", "result", "remark")]
    for item in measurements:
        ratios = item.ratios()
        middle = f"{digits(statistics.median(ratios))}x" if ratios else "-"
        spread = f"{digits(min(ratios))}..{digits(max(ratios))}" if ratios else "-"
        lines.append((item.title, item.peer, milliseconds(item.ours), milliseconds(item.theirs), middle, spread,
                      item.result, item.remarks() or "-"))
    return lines


def table(measurements):
    return markdown_table(table_lines(measurements), left=(0, 1, 6, 7))


def csv_text(measurements):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("algorithm", "peer", "repetition", "tandem_seconds", "peer_seconds", "peer_cpu_seconds", "ratio",
                     "result"))
    for item in measurements:
        columns = zip(item.ours, item.theirs, item.their_cpu, item.ratios())
        for number, (ours, theirs, cpu, ratio) in enumerate(columns):
            writer.writerow((item.algorithm, item.peer, number + 1, ours, theirs, cpu, ratio, item.result))
    return text.getvalue()


def json_text(about, measurements):
    rows = [dict(item._asdict(), ratios=item.ratios(), starved=item.starved(),
                 ratio=statistics.median(item.ratios()) if item.theirs else None) for item in measurements]
    return json.dumps(dict(about, measurements=rows), indent=1) + "\n"


def read_measurements(content):
    """From what json_text() wrote."""
    return [Measurement(**{field: row[field] for field in Measurement._fields}) for row in content["measurements"]]


def draw(measurements, heading, paths):
    """Ratios in groups by algorithm, a bar for each peer. The paths' suffixes name the formats."""
    pyplot = need_matplotlib()
    titles = list(dict.fromkeys(item.title for item in measurements))
    peers = list(dict.fromkeys(item.peer for item in measurements))
    ratios = {(item.title, item.peer): statistics.median(item.ratios()) for item in measurements if item.theirs}
    unchecked = {(item.title, item.peer) for item in measurements if item.theirs and item.result in UNCHECKED}
    width = 0.8 / len(peers)
    figure, axes = pyplot.subplots(figsize=(max(6.4, 1.5 * len(titles)), 4.8), layout="constrained")
    for number, peer in enumerate(peers):
        places = [group for group, title in enumerate(titles) if (title, peer) in ratios]
        heights = [ratios[titles[place], peer] for place in places]
        # A bar starts at 1, so that a faster peer's hangs down.
        bars = axes.bar([place + (number - (len(peers) - 1) / 2) * width for place in places],
                        [height - 1 for height in heights], width, bottom=1, label=peer)
        for bar, place, height in zip(bars, places, heights):
            if (titles[place], peer) in unchecked:
                bar.set_hatch("//")
            axes.annotate(digits(height), (bar.get_x() + width / 2, height), xytext=(0, 2 if height >= 1 else -2),
                          textcoords="offset points", ha="center", va="bottom" if height >= 1 else "top",
                          fontsize="x-small")
    axes.set_yscale("log")
    axes.axhline(1, color="black", linewidth=0.8)
    axes.margins(y=0.12)
    axes.set_xticks(range(len(titles)), [title.replace(", ", ",\n") for title in titles], fontsize="small")
    axes.yaxis.set_major_formatter("{x:g}x")
    axes.set_ylabel("time of the peer / time of tandem")
    if unchecked:
        axes.set_xlabel("hatched: another result, or none that can be compared", fontsize="small")
    axes.set_title(heading, fontsize="medium")
    axes.legend()
    for path in paths:
        with whole_file(path) as temporary:
            figure.savefig(temporary, dpi=150)
    pyplot.close(figure)

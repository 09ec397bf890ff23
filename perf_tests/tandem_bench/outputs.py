# SPDX-License-Identifier: BSD-3-Clause
"""What an experiment leaves behind: table, picture and summary, all four files or none."""
import csv
import json
import os
import tempfile
import pathlib
import time

from . import others, plots
from .checks import COORDINATES, verdict
from .evidence import lacking


def columns_of(rows):
    names = [*COORDINATES, "metric", "unit", "samples", "mean", "ci95", "note"]
    return ["experiment"] + [name for name in names if any(row.get(name, "") not in ("", None) for row in rows)]


def write_table(path, experiment, rows):
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, columns_of(rows), restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({"experiment": experiment.name} | {
                key: f"{value:.6g}" if isinstance(value, float) else "" if value is None else value
                for key, value in row.items()})


def size(sweep):
    """In words; nothing to say of the model, which runs nothing."""
    if not sweep.graphs:
        return ""
    enough = f", {sweep.samples} samples or more" if sweep.samples > 1 else ""
    return (f"graphs {', '.join(sweep.graphs)}; {sweep.repetitions} processes a point, "
            f"{sweep.sources} searches in each{enough}")


def summary(experiment, rows, notes, reason, bench):
    platforms = {row.get("platform") for row in rows}
    accelerator = bool(bench.machine["devices"])
    return {"experiment": experiment.name, "title": experiment.title, "paper": experiment.paper,
            "figure": experiment.figure, "when": time.strftime("%Y-%m-%d %H:%M:%S"), "command": bench.command,
            "tandem": bench.tandem.version, "build": bench.tandem.build,
            "peers": {name: bench.peers.version(name) for name in others.NAMES if name in platforms},
            "machine": bench.machine, "size": "" if reason else size(experiment.sweep),
            "not_measured": reason, "notes": notes, "seconds": bench.runner.spent,
            "claims": [verdict(claim, rows, accelerator, lacking(claim, experiment.sweep, rows))
                       for claim in experiment.claims]}


def write(experiment, rows, notes, reason, bench):
    results = bench.runner.results
    with tempfile.TemporaryDirectory(dir=results, prefix=".part-") as folder:
        part = pathlib.Path(folder)
        table, picture, drawing, about = files = [part / f"{experiment.name}.{kind}"
                                                  for kind in ("csv", "png", "svg", "json")]
        write_table(table, experiment, rows or [{"note": reason or "no run has succeeded"}])
        plots.draw(experiment, rows, reason, [picture, drawing])
        text = json.dumps(summary(experiment, rows, notes, reason, bench), indent=1, ensure_ascii=False)
        about.write_text(text + "\n")
        for file in files:
            os.replace(file, results / file.name)

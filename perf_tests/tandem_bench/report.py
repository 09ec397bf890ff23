# SPDX-License-Identifier: BSD-3-Clause
"""One self-contained HTML page from the summaries and pictures in a folder of results."""
import base64
import html
import importlib.metadata
import json
import platform

from . import peers_report
from .files import Problem, whole_file
from .progress import duration

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 76rem; margin: 2rem auto;
       padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 3rem; border-bottom: 2px solid #0072b2; }
section { margin: 2.2rem 0; } img { max-width: 100%; }
.pair { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; } .claims { flex: 1 1 26rem; }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-bottom: 1px solid #ddd; }
th { background: #f2f5f8; } td:last-child { white-space: nowrap; } code { background: #f2f2f2; padding: 0 .2em; }
.verdict { display: inline-block; padding: 0 .5em; border-radius: .6em; font-size: 13px; color: #222; }
.holds { background: #b9e3c6; } .holds-by-definition { background: #dcefe2; }
.does-not-hold-here { background: #f5c6c0; }
.undecided-within-the-spread { background: #cfe0f2; } .in-part { background: #e3d7ee; }
.needs-an-accelerator, .needs-emulated-devices { background: #f4e3a9; } .not-measured { background: #ddd; }
.quiet { color: #666; font-size: 13px; }
"""
VERDICTS = ("holds", "holds by definition", "does not hold here", "undecided: within the spread", "in part",
            "needs an accelerator", "needs emulated devices", "not measured")
# What is read of the files: see outputs.py and peers.py.
SUMMARY = {"experiment": str, "title": str, "paper": str, "figure": str, "when": str, "command": str, "tandem": str,
           "build": [str], "peers": dict, "size": str, "notes": [str], "seconds": dict,
           "machine": {"cpu": str, "cores": int, "sockets": int, "memory": int, "devices": [str], "system": str,
                       "threads": str},
           "claims": [{"text": str, "paper": str, "here": str, "verdict": VERDICTS}]}
PEERS = {"heading": str, "graph": str, "platform": str, "command": str, "when": str, "build": [str], "processor": str,
         "errors": [str], "measurements": [peers_report.Measurement.__annotations__]}


def text(value):
    return html.escape(str(value))


def badge(verdict):
    kind = verdict.replace(":", "").replace(" ", "-")
    return f'<span class="verdict {kind}">{text(verdict)}</span>'


def fits(told, shape):
    """Whether all is there that the shape has: a type, a tuple of words, a list of one shape, or keys and theirs."""
    if isinstance(shape, dict):
        return isinstance(told, dict) and all(key in told and fits(told[key], part) for key, part in shape.items())
    if isinstance(shape, list):
        return isinstance(told, list) and all(fits(part, shape[0]) for part in told)
    return told in shape if isinstance(shape, tuple) else isinstance(told, shape)


def read(path, shape):
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        told = None
    if not fits(told, shape):
        raise Problem(f"{path} is damaged, or of another version: run it again")
    return told


def lines_of(head, lines):
    """A table; its cells are HTML already."""
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>\n" for line in lines)
    return "<table><tr>" + "".join(f"<th>{cell}</th>" for cell in head) + f"</tr>\n{body}</table>\n"


def picture(path, title):
    data = base64.b64encode(path.read_bytes()).decode()
    return f'<img alt="{text(title)}" src="data:image/svg+xml;base64,{data}">\n'


def section(results, summary):
    name = summary["experiment"]
    claims = [(text(claim["text"]), text(claim["paper"]), text(claim["here"] or "–"), badge(claim["verdict"]))
              for claim in summary["claims"]]
    peers = ", ".join(f"{peer} {version}" for peer, version in summary["peers"].items())
    made = "; ".join(filter(None, (summary["when"], summary["size"], peers, f"table {name}.csv")))
    notes = "".join(f"<li>{text(note)}</li>" for note in summary["notes"])
    return (f'<section id="{text(name)}"><h3>{text(summary["figure"])}: {text(summary["title"])}</h3>\n'
            + f'<div class="pair">{picture(results / f"{name}.svg", summary["title"])}<div class="claims">'
            + lines_of(("claim", "the paper", "this machine", "verdict"), claims) + "</div></div>"
            + (f'<ul class="quiet">{notes}</ul>' if notes else "")
            + f'<p class="quiet"><code>{text(summary["command"])}</code>; {text(made)}</p></section>\n')


def peers_section(path):
    """From the files of `tandem-bench peers`; there is no picture where it was told not to draw."""
    told, drawn = read(path, PEERS), path.with_suffix(".svg")
    head, *lines = peers_report.table_lines(peers_report.read_measurements(told))
    errors = "".join(f"<li>{text(error)}</li>" for error in told["errors"])
    return (f"<section><h3>{text(told['graph'])} on {text(told['platform'])}</h3>\n<p>{text(told['heading'])}</p>\n"
            + (picture(drawn, "ratios") if drawn.exists() else "")
            + lines_of(map(text, head), [map(text, line) for line in lines])
            + (f"<ul>{errors}</ul>" if errors else "")
            + f'<p class="quiet"><code>{text(told["command"])}</code>; {text(told["when"])}; '
            f'{text("; ".join([*told["build"], told["processor"]]))}</p></section>\n')


def versions():
    try:
        drawn = f", matplotlib {importlib.metadata.version('matplotlib')}"
    except importlib.metadata.PackageNotFoundError:
        drawn = ""
    return f"Python {platform.python_version()}{drawn}"


def about(summaries):
    """The machine and the versions. Results may be of several: then each is there."""
    found = {json.dumps([summary[key] for key in ("machine", "tandem", "build")]): summary
             for summary in summaries}
    lines = []
    for summary in found.values():
        machine = summary["machine"]
        lines.append((text(machine["cpu"]), f"{machine['cores']} on {machine['sockets']} socket(s)",
                      f"{machine['memory'] / 2**30:.1f} GiB",
                      "<br>".join(map(text, machine["devices"])) or "none: host threads emulate devices",
                      text(machine["system"]), "<br>".join(map(text, [summary["tandem"], *summary["build"]])),
                      text(machine["threads"])))
    return lines_of(("CPU", "cores", "memory", "accelerators", "system", "tandem", "threads"), lines)


def time_spent(summaries):
    """On runs, and on graphs and profiles for them. Experiments share some of these: each counts once."""
    spent = {file: seconds for summary in summaries for file, seconds in summary["seconds"].items()}
    return duration(sum(spent.values())) if spent else "–"


def overview_line(name, title, summaries):
    verdicts = [claim["verdict"] for summary in summaries for claim in summary["claims"]]
    return (name, title, *(str(verdicts.count(verdict) or "") for verdict in VERDICTS), time_spent(summaries))


def overview(summaries):
    lines = [overview_line(f'<a href="#{text(summary["experiment"])}">{text(summary["experiment"])}</a>',
                           text(summary["title"]), [summary]) for summary in summaries]
    lines.append(overview_line("all", "time: of what experiments share, once", summaries))
    return lines_of(("experiment", "", *map(badge, VERDICTS), "time of runs"), lines)


def page(results, summaries, missing, peers):
    papers = dict.fromkeys(summary["paper"] for summary in summaries)
    parts = [f"<h2>{text(paper)}</h2>\n" + "".join(section(results, summary) for summary in summaries
                                                  if summary["paper"] == paper) for paper in papers]
    if peers:
        parts.append("<h2>Peers</h2>\n" + "".join(map(peers_section, peers)))
    left = f"<p>Not run yet: {text(', '.join(missing))}.</p>\n" if missing else ""
    return ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
            f"<title>tandem: the papers' figures</title><style>{STYLE}</style></head><body>\n"
            "<h1>The papers' figures, with tandem</h1>\n"
            f'<p class="quiet">Made by tandem-bench, {versions()}. Means with 95 % confidence intervals.</p>\n'
            + about(summaries) + "<h2>Claims</h2>\n" + overview(summaries) + left + "".join(parts) + "</body></html>\n")


def write(results, names):
    """The path of the page. Experiments that have not been run are named on it."""
    found = [name for name in names if (results / f"{name}.json").exists()]
    peers = sorted([*results.glob("peers.json"), *results.glob("*/peers.json")])
    if not found and not peers:
        raise Problem(f"there are no results in {results} to report on")
    summaries = [read(results / f"{name}.json", SUMMARY) for name in found]
    path = results / "report.html"
    with whole_file(path) as temporary:
        temporary.write_text(page(results, summaries, [name for name in names if name not in found], peers))
    return path

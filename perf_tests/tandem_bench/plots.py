# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of tables. matplotlib is imported when it is needed: all else works without."""
import math
import textwrap

from .checks import agreement, select
from .files import Problem, last_line
from .metrics import METRICS

PANEL = (4.2, 3.3)  # inches
COLUMNS = 3  # of panels
# The palette of Okabe and Ito, which colour-blind readers can tell apart.
PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#555555", "#F0E442")
MARKERS = "osD^vPX*"
ALONE = " alone"  # ends the name of the line across
# What means the same has the same colour in all figures.
COLOURS = {"high": 0, "rand": 1, "low": 2, "compute": 0, "push": 5, "pull": 3, "wait": 6, "initialise": 2,
           "fetch parents": 1, "predicted": 6, "achieved": 0, "host": 0, "device": 1, "reads": 0, "writes": 1,
           "accesses": 0, "misses": 5, "without aggregation": 4, "aggregated": 0}
NAMES = {"high": "HIGH", "rand": "RAND", "low": "LOW", "bfs": "BFS, direction-optimised",
         "bfs-top-down": "BFS, top-down", "pagerank": "PageRank", "bc": "Betweenness", "graph500": "Graph500 BFS",
         "auto": "as tandem chooses", "alpha": "share of the edges on the host (alpha)",
         "memory": "memory of the device [% of what the graph takes]", "bytes_per_edge": "bytes an edge on the link"}
SERIES_NAMES = {"beta": lambda value: f"beta = {value:.0%}", "rate": lambda value: f"r = {value / 1e9:g}e9 edges/s"}


def need_matplotlib():
    """Its pyplot, for files. Asked for before anything is run, too: what is there may not work, for want of a library
    or for one of another version, whatever that raises."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        return pyplot
    except Exception as error:
        missing = isinstance(error, ModuleNotFoundError) and error.name == "matplotlib"
        what = "is not there" if missing else f"does not work ({last_line(str(error))})"
        raise Problem(f"matplotlib {what}: run configs/setup.sh bench") from None


def name(value, column=""):
    if column in SERIES_NAMES:
        return SERIES_NAMES[column](value)
    return NAMES.get(value, f"{value:g}" if isinstance(value, float) else str(value))


def distinct(rows, column):
    """Its values in the order of the table."""
    return list(dict.fromkeys(row[column] for row in rows if row.get(column, "") != "")) if column else [None]


def colour(value, place):
    return PALETTE[COLOURS.get(value, place) % len(PALETTE)]


def of_series(rows, column, value):
    return [row for row in rows if value is None or row.get(column) == value]


def in_series(rows, plot):
    """Those of the host alone have no policy: they are not drawn, but in a table have a column."""
    return [row for row in rows if plot.kind == "table" or row.get(plot.series) != ""]


def drawn(rows, plot):
    return [row for row in in_series(select(rows, plot.metric, plot.where), plot) if row[plot.x] != ""]


def half_widths(rows):
    return [math.nan if row["ci95"] is None else row["ci95"] for row in rows]


def lines(axes, rows, plot):
    for place, value in enumerate(distinct(rows, plot.series)):
        line = sorted(of_series(rows, plot.series, value), key=lambda row: row[plot.x])
        axes.errorbar([row[plot.x] for row in line], [row["mean"] for row in line], half_widths(line),
                      label=name(value, plot.series), color=colour(value, place), capsize=3,
                      marker=MARKERS[place % len(MARKERS)], markersize=4.5, linewidth=1.4,
                      linestyle="--" if value == "predicted" else "-")
    axes.grid(alpha=0.3)


def bars(axes, rows, plot):
    groups, series = distinct(rows, plot.x), distinct(rows, plot.series)
    width = 0.8 / len(series)
    for place, value in enumerate(series):
        group = of_series(rows, plot.series, value)
        axes.bar([groups.index(row[plot.x]) + (place - (len(series) - 1) / 2) * width for row in group],
                 [row["mean"] for row in group], width, yerr=half_widths(group), capsize=2, error_kw={"linewidth": 0.8},
                 label=name(value, plot.series), color=colour(value, place))
    label_groups(axes, groups)


def stacked(axes, rows, plot):
    """A bar for each of the series, side by side, made of parts."""
    groups, series, parts = distinct(rows, plot.x), distinct(rows, plot.series), distinct(rows, "part")
    width = 0.8 / len(series)
    for group_place, group in enumerate(groups):
        for series_place, value in enumerate(series):
            at = group_place + (series_place - (len(series) - 1) / 2) * width
            bottom = 0
            for place, part in enumerate(parts):
                found = [row for row in of_series(rows, plot.series, value)
                         if row[plot.x] == group and row["part"] == part]
                if found:
                    axes.bar(at, found[0]["mean"], width * 0.92, bottom=bottom, color=colour(part, place), label=part)
                    bottom += found[0]["mean"]
            if bottom and len(series) > 1:
                axes.annotate(name(value)[0].upper(), (at, bottom), ha="center", va="bottom", fontsize=7)
    label_groups(axes, groups)


def label_groups(axes, groups):
    names = [name(group) for group in groups]
    long = max(map(len, names)) * len(names) > 36
    axes.set_xticks(range(len(groups)), names, rotation=25 if long else 0, ha="right" if long else "center")
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)


def table(axes, rows, plot):
    """Lines are x, columns series within panels' values: here `panels` does not split."""
    lines_of = distinct(rows, plot.x)
    columns = list(dict.fromkeys((row[plot.panels], row[plot.series]) for row in rows))
    columns.sort(key=lambda column: distinct(rows, plot.panels).index(column[0]))

    def cell(line, column):
        found = [row for row in rows if row[plot.x] == line and (row[plot.panels], row[plot.series]) == column]
        if not found:
            return "–"
        return f"{found[0]['mean']:.0f}" + (f" ± {found[0]['ci95']:.0f}" if found[0]["ci95"] else "")

    drawn = axes.table([[cell(line, column) for column in columns] for line in lines_of], loc="center",
                       rowLabels=[name(line) for line in lines_of], cellLoc="center",
                       colLabels=[f"{textwrap.fill(name(panel), 22)}\n{series}" for panel, series in columns])
    drawn.auto_set_font_size(False)
    drawn.set_fontsize(9)
    drawn.scale(1, 1.7)
    for column in range(len(columns)):
        drawn[0, column].set_height(3 * drawn[1, 0].get_height())
    axes.axis("off")


KINDS = {"lines": lines, "bars": bars, "stacked": stacked, "table": table}


def decorate(axes, plot, rows, everything, panel):
    """Labels, and what is drawn over the panel."""
    shown = {"" if not plot.panels else name(panel), plot.title} - {""}
    axes.set_title("; ".join(sorted(shown)), fontsize=10)
    axes.set_xlabel(plot.xlabel or NAMES.get(plot.x, plot.x))
    axes.set_ylabel(plot.ylabel or METRICS[plot.metric].unit)
    if plot.reference:
        known = {column: panel for column in (plot.panels,) if column and column not in plot.reference}
        for row in select(everything, plot.metric, plot.reference | known)[:1]:
            axes.axhline(row["mean"], color="black", linestyle=":", linewidth=1.2, label=f"{row['platform']}{ALONE}")
    if plot.log:
        axes.set_yscale("log")
    else:
        axes.set_ylim(0, 1.08 * axes.dataLim.ymax)
    if plot.over:
        draw_over(axes, plot, [row for row in everything if row["metric"] == plot.over], distinct(rows, plot.x))
    if plot.agreement and (pair := agreement(rows)):
        axes.annotate(f"Pearson's r = {pair[0]:.2f}\nmean error {pair[1]:.0f} %", (0.97, 0.95), ha="right", va="top",
                      xycoords="axes fraction", fontsize=8, bbox={"facecolor": "white", "alpha": 0.8, "linewidth": 0})


def draw_over(axes, plot, rows, groups):
    """A line of another metric, with an axis of its own."""
    twin = axes.twinx()
    rows = [row for row in rows if row[plot.x] in groups]
    twin.plot([groups.index(row[plot.x]) for row in rows], [row["mean"] for row in rows], color=PALETTE[5], marker="o")
    twin.set_ylabel(f"{plot.over.replace('_', ' ')} [{METRICS[plot.over].unit}]", color=PALETTE[5])
    twin.set_ylim(bottom=0)
    twin.spines.right.set_visible(True)


def legend(figure, columns):
    """Below the panels; so wide that it stays within them."""
    handles = {}
    for axes in figure.axes:
        for handle, label in zip(*axes.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    handles.pop("None", None)
    if len(handles) > 1 or any(label.endswith(ALONE) for label in handles):
        figure.legend(handles.values(), handles.keys(), loc="outside lower center", fontsize=8, frameon=False,
                      ncols=min(max(3, 2 * columns), len(handles)))


def arrange(panels):
    """Columns and lines for so many panels."""
    columns = 2 if panels == 4 else min(COLUMNS, panels)
    return columns, math.ceil(panels / columns)


def draw_plot(figure, plot, table_rows):
    rows = drawn(table_rows, plot)
    panels = [None] if plot.kind == "table" else distinct(rows, plot.panels)
    columns, lines_of_panels = arrange(len(panels))
    grid = list(figure.subplots(lines_of_panels, columns, squeeze=False).flat)
    for axes, panel in zip(grid, panels):
        shown = of_series(rows, plot.panels, panel)
        KINDS[plot.kind](axes, shown, plot)
        if plot.kind != "table":
            decorate(axes, plot, shown, table_rows, panel)
    for axes in grid[len(panels):]:
        axes.axis("off")
    legend(figure, columns)


def size(plot, table_rows):
    """Of a plot: columns and lines of panels."""
    if plot.kind == "table":
        return 2, 0.6
    return arrange(len(distinct(drawn(table_rows, plot), plot.panels)))


def draw(experiment, rows, reason, files):
    """The figure of an experiment into each of the files; only the reason, where there is nothing to show."""
    pyplot = need_matplotlib()
    # The same table gives the same file.
    pyplot.rcParams.update({"svg.hashsalt": "tandem", "font.size": 9, "axes.spines.top": False,
                            "axes.spines.right": False})
    shown = [plot for plot in experiment.plots if drawn(rows, plot)]
    if not shown:
        figure = pyplot.figure(figsize=(6, 2))
        figure.text(0.5, 0.5, textwrap.fill(f"Not measured: {reason or 'no run has succeeded'}", 70,
                                            break_on_hyphens=False), ha="center", va="center")
    else:
        sizes = [size(plot, rows) for plot in shown]
        beside = all(one == (1, 1) for one in sizes)
        width = sum(one[0] for one in sizes) if beside else max(one[0] for one in sizes)
        height = max(one[1] for one in sizes) if beside else sum(one[1] for one in sizes)
        figure = pyplot.figure(figsize=(max(1.3, width) * PANEL[0], height * PANEL[1] + 0.5), layout="constrained")
        title = f"{experiment.paper}, {experiment.figure}: {experiment.title}"
        figure.suptitle(textwrap.fill(title, round(50 * max(1.3, width))), fontsize=11)
        parts = figure.subfigures(1 if beside else len(shown), len(shown) if beside else 1, squeeze=False,
                                  **({} if beside else {"height_ratios": [one[1] for one in sizes]})).flat
        for part, plot in zip(parts, shown):
            draw_plot(part, plot, rows)
    # Once for all files: the layout takes longer than the drawing.
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for file in files:
        figure.savefig(file, dpi=130, metadata={"Date": None} if file.suffix == ".svg" else None)
    pyplot.close(figure)

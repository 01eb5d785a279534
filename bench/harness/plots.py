"""Plots of records, as SVG inside HTML; without matplotlib a line that says so."""

from __future__ import annotations

import io
import statistics
from collections.abc import Callable
from html import escape
from typing import Any

import cases
from harness.records import Record
from harness.table import gb_per_s

ROWS = 12800  # of the plots over N
LENGTH = 4096  # of the plot over rows
RED = "#d62728"
STYLES = {
    "memcpy": {"color": "black", "linestyle": "--"},
    "normc": {"color": RED, "marker": "o", "linewidth": 2.5},
    "normc_pdl": {"color": RED, "marker": ".", "linewidth": 1},
}
Points = dict[str, list[tuple[float, float]]]  # by provider


def plots_of(records: list[Record]) -> list[str]:
    """HTML of every plot that has something to show."""
    try:
        import matplotlib
    except ImportError:
        return ["<p>No plots: matplotlib is not installed.</p>"]
    matplotlib.use("svg")
    known = {case.name: case for case in cases.all_cases()}
    plots = []
    for graph in dict.fromkeys(case.graph for case in known.values()):
        points = _points(
            [r for r in records if _is_plain(known.get(r["case"]), graph)],
            lambda r: known[r["case"]].parameters["N"],
            gb_per_s,
        )
        if any(len(line) > 1 for line in points.values()):
            title = f"{graph}, {ROWS} rows of bf16"
            plots.append(_lines(title, "N", "GB/s, cold", points, xscale="log"))
    points = _points(
        [r for r in records if _is_row_count(known.get(r["case"]))],
        lambda r: known[r["case"]].parameters["M"],
        lambda r: r["cold_us"],
    )
    if any(len(line) > 1 for line in points.values()):
        title = f"rms_norm, rows of {LENGTH}"
        scales = {"xscale": "log", "yscale": "log"}
        plots.append(_lines(title, "rows", "microseconds, cold", points, **scales))
    plots.append(
        _bars("CPU cost of a call, median of the cases", "microseconds", records, "cpu_us")
    )
    plots.append(_bars("First call, caches empty, median", "seconds", records, "first_call_s"))
    return [plot for plot in plots if plot]


def _is_plain(case: Any, graph: str) -> bool:
    """A case of `graph` with ROWS rows, all of it bf16."""
    if case is None or case.graph != graph:
        return False
    tensors = (*case.inputs, *case.results)
    rows = case.parameters.get("M", case.parameters.get("B", 1) * case.parameters.get("S", 0))
    return rows == ROWS and "N" in case.parameters and all(t.dtype == "bf16" for t in tensors)


def _is_row_count(case: Any) -> bool:
    at_length = cases.rms_norm(ROWS, LENGTH).name
    return case is not None and ("rows" in case.tags or case.name == at_length)


def _points(
    records: list[Record], x: Callable[[Record], float], y: Callable[[Record], float | None]
) -> Points:
    points: Points = {}
    for record in records:
        if (value := y(record)) is not None:
            points.setdefault(record["provider"], []).append((x(record), value))
    return {name: sorted(line) for name, line in points.items()}


def _lines(title: str, xlabel: str, ylabel: str, points: Points, **scales: str) -> str:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 4.5))
    axes.set_prop_cycle(color=[c for i, c in enumerate(pyplot.cm.tab20.colors) if i not in (6, 7)])
    for name, line in points.items():
        style = STYLES.get(name, {"marker": ".", "linewidth": 1})
        axes.plot(*zip(*line), label=name, **style)
    axes.set(title=title, xlabel=xlabel, ylabel=ylabel, **scales)
    ticks: list[float] = []
    for x in sorted({x for line in points.values() for x, _ in line}):
        if not ticks or x > 1.7 * ticks[-1]:  # so that the numbers do not overlap
            ticks.append(x)
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.minorticks_off()
    if "yscale" not in scales:
        axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=8)
    return _svg(figure, title)


def _bars(title: str, label: str, records: list[Record], field: str) -> str:
    """The median of each provider's `field`, least first; "" where there is none."""
    from matplotlib import pyplot

    values: dict[str, list[float]] = {}
    for record in records:
        if record[field] is not None:
            values.setdefault(record["provider"], []).append(record[field])
    if not values:
        return ""
    medians = sorted((statistics.median(v), name) for name, v in values.items())
    figure, axes = pyplot.subplots(figsize=(9, 0.6 + 0.3 * len(medians)))
    colours = [RED if name.startswith("normc") else "#7f9db9" for _, name in medians]
    bars = axes.barh([n for _, n in medians], [v for v, _ in medians], color=colours)
    axes.bar_label(bars, fmt="%.3g", padding=3)
    axes.invert_yaxis()
    axes.set(title=title, xlabel=label)
    axes.spines[["top", "right"]].set_visible(False)
    return _svg(figure, title)


def _svg(figure: Any, title: str) -> str:
    from matplotlib import pyplot

    file = io.StringIO()
    figure.savefig(file, format="svg", bbox_inches="tight")
    pyplot.close(figure)
    text = file.getvalue()
    return f"<figure aria-label='{escape(title)}'>{text[text.index('<svg') :]}</figure>"

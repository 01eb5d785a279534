#!/usr/bin/env python3
"""Results of run.py as one HTML page: report.py bench/results/*.json -o report.html

Tables with the fastest marked, and plots where matplotlib is installed. The page needs no other
file. Exit codes: 0 done, 1 a file that is no results file, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from html import escape
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

from harness.plots import plots_of  # noqa: E402
from harness.records import DOES_NOT_APPLY, Record, Results  # noqa: E402
from harness.table import by_case, cell_of, rows_of, winner_of  # noqa: E402

STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 1rem 0 }
th, td { border-bottom: 1px solid #ddd; padding: .2rem .6rem; text-align: right }
td { white-space: nowrap }
th:first-child, td:first-child { text-align: left; position: sticky; left: 0; background: #fff }
th { border-bottom: 2px solid #888 }
.won { background: #e3f1e3; font-weight: 700 }
.wide { overflow-x: auto }
svg { max-width: 100%; height: auto }
"""


def html_table(head: list[str], rows: list[list[str]], winners: list[str]) -> str:
    """`winners`: for each row the column that is marked, or ""."""
    lines = ["<div class=wide><table>", _row("th", head, "")]
    for row, winner in zip(rows, winners):
        lines.append(_row("td", row, winner, head))
    return "\n".join([*lines, "</table></div>"])


def _row(tag: str, cells: list[str], winner: str, head: list[str] | None = None) -> str:
    won = head.index(winner) if head and winner in head else -1
    parts = [
        f"<{tag}{' class=won' if i == won else ''}>{escape(cell)}</{tag}>"
        for i, cell in enumerate(cells)
    ]
    return f"<tr>{''.join(parts)}</tr>"


def rate_table(records: list[Record]) -> str:
    head, rows = rows_of(records)
    return html_table(head, rows, [row[head.index("winner")] for row in rows])


def field_table(records: list[Record], field: str, digits: int) -> str:
    """A row a case, `field` of each provider, the least marked; "" where nobody has it."""
    records = [record for record in records if record[field] is not None]
    providers = list(dict.fromkeys(record["provider"] for record in records))
    if not providers:
        return ""
    rows, winners = [], []
    for name, group in by_case(records).items():
        of = {record["provider"]: record[field] for record in group}
        cells = [f"{of[p]:.{digits}f}" if p in of else "-" for p in providers]
        rows.append([name, *cells])
        winners.append(min(of, key=of.get))
    return html_table(["case", *providers], rows, winners)


def errors_of(records: list[Record]) -> str:
    lines = [
        f"<li>{escape(r['case'])}, {escape(r['provider'])}: {escape(r['error'])}</li>"
        for r in records
        if r["error"] and not r["error"].startswith(DOES_NOT_APPLY)
    ]
    return f"<h3>Without times</h3><ul>{''.join(lines)}</ul>" if lines else ""


def summary_of(records: list[Record]) -> str:
    """How many cases normc wins, and where it does not."""
    winners = {name: winner_of(group) for name, group in by_case(records).items()}
    timed = {name: record for name, record in winners.items() if record}
    won = [name for name, record in timed.items() if record["provider"].startswith("normc")]
    lost = [f"{name} ({timed[name]['provider']})" for name in timed if name not in won]
    rest = f" The others: {', '.join(lost)}." if lost else ""
    return f"<p>normc is the fastest of {len(won)} of {len(timed)} cases.{escape(rest)}</p>"


def section_of(results: Results) -> str:
    machine = ", ".join(f"{key} {value}" for key, value in results.machine.items())
    records = results.records
    dates = sorted({record["date"] for record in records})
    parts = [
        f"<h2>{escape(str(results.machine.get('name', results.path.stem)))}</h2>",
        f"<p>{escape(machine)}; {escape(' to '.join(dict.fromkeys((dates[0], dates[-1]))))}</p>"
        if dates
        else "<p>no records</p>",
        summary_of(records),
        "<h3>GB/s, cold</h3>",
        f"<p>{escape(cell_of.__doc__ or '')} The roof is a copy of the same bytes in the same run,"
        " or a streaming kernel where reads outnumber writes.</p>",
        rate_table(records),
        *plots_of(records),
    ]
    for title, field, digits in (
        ("Microseconds, warm", "warm_us", 2),
        ("CPU microseconds a call", "cpu_us", 1),
        ("Seconds of the first call, caches empty", "first_call_s", 2),
        ("Seconds of the first call, caches filled", "first_call_warm_s", 2),
    ):
        if table := field_table(records, field, digits):
            parts.append(f"<h3>{title}</h3>{table}")
    return "\n".join([*parts, errors_of(records)])


def main() -> int:
    parser = argparse.ArgumentParser(prog="report.py", description=__doc__.splitlines()[0])
    parser.add_argument("results", nargs="+", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    options = parser.parse_args()
    sections = []
    for path in options.results:
        try:
            if not path.exists():
                raise ValueError(f"{path}: no such file")
            sections.append(section_of(Results.load(path)))
        except ValueError as error:
            print(f"report.py: error: {error}", file=sys.stderr)
            return 1
    options.output.write_text(
        "<!doctype html><html lang=en><meta charset=utf-8><title>normc: benchmarks</title>"
        f"<style>{STYLE}</style><h1>normc: benchmarks</h1>\n{''.join(sections)}</html>\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

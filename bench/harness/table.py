"""Records as a table: a row a case, GB/s by provider, and who is fastest."""

from __future__ import annotations

from harness.records import DOES_NOT_APPLY, NOT_COMPILED, Record

NOT_A_PROVIDER = ("memcpy",)


def gb_per_s(record: Record) -> float | None:
    return record["bytes"] / record["cold_us"] * 1e-3 if record["cold_us"] else None


def winner_of(records: list[Record]) -> Record | None:
    """The fastest of a case's records, cold; None where nothing was timed."""
    timed = [r for r in records if r["cold_us"] and r["provider"] not in NOT_A_PROVIDER]
    return min(timed, key=lambda r: r["cold_us"], default=None)


def by_case(records: list[Record]) -> dict[str, list[Record]]:
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(record["case"], []).append(record)
    return groups


def cell_of(record: Record | None) -> str:
    """GB/s; - does not apply, error: something else, (loop): not captured, * : not cold."""
    if record is None or record["error"].startswith(DOES_NOT_APPLY):
        return "-"
    rate = gb_per_s(record)
    if rate is None:
        return NOT_COMPILED if record["error"].startswith(NOT_COMPILED) else "error"
    return f"{rate:.0f}{'' if record['captured'] else ' (loop)'}{'' if record['cold'] else '*'}"


def rows_of(records: list[Record]) -> tuple[list[str], list[list[str]]]:
    """The table's head and rows. Ratios to the roof are those of each record's own run."""
    providers = list(dict.fromkeys(r["provider"] for r in records))
    providers = [name for name in providers if name not in NOT_A_PROVIDER]
    head = ["case", "MB", "memcpy", "roof", *providers, "winner", "winner % of roof"]
    head += ["normc % of roof"]
    rows = []
    for name, group in by_case(records).items():
        of = {record["provider"]: record for record in group}
        first, winner, normc = group[0], winner_of(group), of.get("normc")
        mega = (
            f"{first['bytes'] / 1e6:.3g}" if first["bytes"] < 1e7 else f"{first['bytes'] / 1e6:.0f}"
        )
        row = [name, mega, _rate(first, "memcpy_us"), _rate(first, "roof_us")]
        row += [cell_of(of.get(provider)) for provider in providers]
        row += [winner["provider"] if winner else "-", _percent(winner), _percent(normc)]
        rows.append(row)
    return head, rows


def table_of(records: list[Record], markdown: bool = False) -> str:
    """Text in columns, or Markdown with the winner in bold."""
    head, rows = rows_of(records)
    if markdown:
        lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
        for row in rows:
            won = head.index(row[-3]) if row[-3] in head else -1
            cells = [f"**{cell}**" if i == won else cell for i, cell in enumerate(row)]
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines)
    widths = [max(map(len, column)) for column in zip(head, *rows)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))
        )
        for row in (head, *rows)
    )


def _rate(record: Record, field: str) -> str:
    return f"{record['bytes'] / record[field] * 1e-3:.0f}" if record[field] else "-"


def _percent(record: Record | None) -> str:
    value = record["percent_of_roof"] if record else None
    return f"{value:.1f}" if value is not None else "-"

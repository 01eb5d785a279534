#!/usr/bin/env python3
"""Writes the tuned table, lib/Schedule/TunedConfigs.inc, from files of `normc-run --tune`.

    bench/tuned.py rms_norm.1024.json rms_norm.4096.json ... > lib/Schedule/TunedConfigs.inc

One line for each file whose best config takes at least a percent less than the heuristic's.
Files of the same chip, signature and row length (other numbers of rows) must agree: the one
that moved the most bytes decides, since a config is never keyed on the number of rows.
"""

import json
import sys

LEAST_GAIN = 1.01


def read_line(path: str) -> tuple[tuple[str, str, int], int, str]:
    """The key (chip, signature, row length), the bytes moved, and the line ("" for none)."""
    with open(path, encoding="utf-8") as file:
        search = json.load(file)
    key = (search["chip"], search["signature"], search["row_length"])
    times = {each["config"]: each["cold_us"] for each in search["configs"]}
    best = search["best"]
    if not best or times[best] * LEAST_GAIN > search["heuristic_us"]:
        return key, search["bytes"], ""
    gain = 100 * (search["heuristic_us"] / times[best] - 1)
    line = (
        f'TUNED("{key[0]}", {key[2]}, "{key[1]}",\n      "{best}") '
        f'// {search["gpu"]}: {search["heuristic_us"]:.2f} to {times[best]:.2f} us, {gain:.1f} %'
    )
    return key, search["bytes"], line


def main(paths: list[str]) -> int:
    """Prints the table; 2 without a file."""
    if not paths:
        print("usage: tuned.py FILE... (of normc-run --tune)", file=sys.stderr)
        return 2
    lines: dict[tuple[str, str, int], tuple[int, str]] = {}
    for path in paths:
        key, moved, line = read_line(path)
        if key not in lines or moved > lines[key][0]:
            lines[key] = (moved, line)
    print("// Written by bench/tuned.py; each line beat the heuristic by a percent or more.")
    print("// chip, row length, signature, config")
    for key in sorted(lines, key=lambda key: (key[0], key[1], key[2])):
        if lines[key][1]:
            print(lines[key][1])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

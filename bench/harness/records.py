"""The results file: a record for each case and provider, written whole after every case.

The file is {"format": 1, "machine": {...}, "records": [{"case": "rms_norm_12800x4096", ...}, ...]}.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FORMAT = 1
# How the errors begin of a provider that has no such operation, and of normc's that are to come.
DOES_NOT_APPLY = "does not apply"
NOT_COMPILED = "not compiled"
Record = dict[str, Any]

_number = (int, float)
_optional = (int, float, type(None))

# Name, types, meaning. Times that were not taken are null; percentages come with cold_us.
FIELDS: tuple[tuple[str, Any, str], ...] = (
    ("case", str, "name in cases.py"),
    ("provider", str, "name in providers/"),
    ("bytes", int, "each element of each input and result once"),
    ("bytes_read", int, "the inputs' part of them"),
    ("cold_us", _optional, "a call on buffers that are not in the L2"),
    ("warm_us", _optional, "a call on the same buffers again"),
    ("cpu_us", _optional, "a call on the CPU, without waiting for the GPU"),
    ("cpu_from", str, "what cpu_us timed: a loop in python, or normc-run's own"),
    ("first_call_s", _optional, "the first call of a process, caches empty"),
    ("first_call_warm_s", _optional, "the first call of a process, caches filled"),
    ("import_s", _optional, "loading the provider, caches filled"),
    ("memcpy_us", _optional, "a copy of as many bytes in the same run"),
    ("roof_us", _optional, "the roof of this mix of reads and writes, same run"),
    ("roof", str, "memcpy, or streaming and the mix, such as streaming 3:1"),
    ("percent_of_memcpy", _optional, "100 * memcpy_us / cold_us"),
    ("percent_of_roof", _optional, "100 * roof_us / cold_us"),
    ("captured", bool, "timed in a CUDA graph; else events around a loop"),
    ("cold", bool, "the buffers were larger than twice the L2"),
    ("checked", bool, "its results were compared with the reference before"),
    ("error_l2", _optional, "their relative L2 distance, the largest of all results"),
    ("error", str, "why there are no times: one line, or empty"),
    ("sm_mhz", _optional, "clock right after the rounds"),
    ("memory_mhz", _optional, "clock right after the rounds"),
    ("power_w", _optional, "power drawn right after the rounds"),
    ("versions", dict, "of what the provider runs"),
    ("date", str, "day, as 2026-11-29"),
    ("run", str, "when this run.py began; records of one run compare"),
)


def blank(case: str, provider: str) -> Record:
    """A record of which nothing is measured."""
    empty = {str: "", int: 0, bool: False, dict: {}}
    fields = {name: empty.get(types) for name, types, _ in FIELDS}
    return {**fields, "case": case, "provider": provider, "versions": {}}


def faults(data: Any) -> list[str]:
    """What is wrong with the contents of a results file, a line each; [] if nothing."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return [f"not a results file of format {FORMAT}"]
    if not isinstance(data.get("machine"), dict) or not isinstance(data.get("records"), list):
        return ["expected an object machine and a list records"]
    lines = []
    for i, record in enumerate(data["records"]):
        if not isinstance(record, dict):
            lines.append(f"record {i}: not an object")
            continue
        for name, types, _ in FIELDS:
            value = record.get(name)
            is_flag = isinstance(value, bool) and types is not bool
            if name not in record:
                lines.append(f"record {i}: {name} is missing")
            elif is_flag or not isinstance(value, types):
                lines.append(f"record {i}: {name} is {value!r}")
        if record.get("cold_us") is not None and record.get("error"):
            lines.append(f"record {i}: both a time and an error")
        if record.get("cold_us") is not None and not record.get("checked"):
            lines.append(f"record {i}: timed but not checked")
    return lines


class Results:
    """A results file in memory. `path` may be absent: it is written at the first save."""

    def __init__(self, path: Path):
        self.path = path
        self.machine: dict[str, Any] = {}
        self.records: list[Record] = []

    @classmethod
    def load(cls, path: Path) -> Results:
        """Raises ValueError, one line, where the file is no results file."""
        results = cls(path)
        if path.exists():
            try:
                data = json.loads(path.read_text())
            except json.JSONDecodeError as error:
                raise ValueError(f"{path}: {error}") from None
            if lines := faults(data):
                raise ValueError(f"{path}: {lines[0]}")
            results.machine, results.records = data["machine"], data["records"]
        return results

    def find(self, case: str, provider: str) -> Record | None:
        for record in self.records:
            if (record["case"], record["provider"]) == (case, provider):
                return record
        return None

    def put(self, records: Iterable[Record]) -> None:
        """Adds records, each in the place of the earlier one of its case and provider."""
        for record in records:
            earlier = self.find(record["case"], record["provider"])
            if earlier is not None:
                self.records[self.records.index(earlier)] = record
            else:
                self.records.append(record)

    def save(self) -> None:
        """Writes the file beside itself, then renames: a reader sees the old or the new one."""
        data = {"format": FORMAT, "machine": self.machine, "records": self.records}
        if lines := faults(data):
            raise ValueError(lines[0])
        self.path.parent.mkdir(parents=True, exist_ok=True)
        temporary = self.path.with_name(self.path.name + ".part")
        with temporary.open("w") as file:
            json.dump(data, file, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.path)

"""The regions of test/Regions as cases, at the sizes that models have.

normc says what their arguments, results and bytes are, so a file more is a case more.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from harness.case import Case, Tensor

FOLDER = Path(__file__).resolve().parents[2] / "test" / "Regions"
# Batch, tokens of a prompt, places of a decoded frame; other names are rows of a picture.
SIZES = {"B": 1, "T": 8192, "P": 262144}
ROWS = 4096
OWN_SIZES = {"two_streams": {"T": 512}}  # text rows
CHIP = "--arch=sm_90"  # shapes and bytes are those of any

_NAMED = re.compile(r"^//   (argument|result) (\w+) : (\w+) \[(.*)\]$")
_HEADER = re.compile(r"^// normc: (\w+),")


class NoRegions(Exception):
    """The compiler is not there: one line."""


def region_cases(compiler: Path) -> list[Case]:
    """A case for each function of each file that normc compiles. Raises NoRegions."""
    if not compiler.exists():
        raise NoRegions(f"there is no {compiler}: build normc, or name its folder with --build")
    return [
        case for path in sorted(FOLDER.glob("*.mlir")) for case in _cases_of(path, compiler)
    ]


def _cases_of(path: Path, compiler: Path) -> list[Case]:
    names = re.findall(r"norm\.dims = \[(.*?)\]", path.read_text())
    functions = re.split(r"(?m)^(?=// normc: )", _run(compiler, path, CHIP))
    generic = _run(compiler, path, "--compile-to=input", "--mlir-print-op-generic")
    found = []
    for header, dims in zip([f for f in functions if _HEADER.match(f)], names, strict=True):
        function = _HEADER.match(header)[1]
        dimensions = {
            name: {**SIZES, **OWN_SIZES.get(function, {})}.get(name, ROWS)
            for name in dict.fromkeys(re.findall(r'"(\w+)"', dims))
        }
        tensors = _tensors(header, list(dimensions.values()))
        written = sum(tensor.bytes for tensor in tensors["result"])
        shape = ",".join(f"{name}={size}" for name, size in dimensions.items())
        report = json.loads(_run(compiler, path, CHIP, "--explain=json", f"--shape={shape}"))
        launches = next(
            each["launches"]
            for each in report["chips"][0]["functions"]
            if each["function"] == function
        )
        found.append(
            Case(
                f"region_{path.stem.replace('-', '_')}" + f"_{function}" * (len(names) > 1),
                "region",
                tuple(tensors["argument"]),
                tuple(tensors["result"]),
                path.stem,
                dimensions=dimensions,
                tags=("regions",),
                folder=FOLDER,
                function=function,
                generic=generic,
                reads=sum(launch["bytes_at_shape"] for launch in launches) - written,
            )
        )
    return found


def _tensors(header: str, sizes: list[int]) -> dict[str, list[Tensor]]:
    tensors: dict[str, list[Tensor]] = {"argument": [], "result": []}
    for line in header.splitlines():
        if match := _NAMED.match(line):
            kind, name, dtype, shape = match.groups()
            extents = (_extent(text, sizes) for text in shape.split(", "))
            tensors[kind].append(Tensor(name, tuple(extents), dtype))
    return tensors


def _extent(text: str, sizes: list[int]) -> int:
    """A number, or a sum and product of sizes s0, s1, ... as the plan writes it."""
    if not re.fullmatch(r"[s\d\s+*()]+", text):
        raise ValueError(f"not an extent: {text}")
    return eval(text, {f"s{i}": size for i, size in enumerate(sizes)})  # of the letters above only


def _run(compiler: Path, path: Path, *options: str) -> str:
    done = subprocess.run([compiler, path, *options], capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"{path.name}: {done.stderr.splitlines()[0] if done.stderr else 'no IR'}")
    return done.stdout

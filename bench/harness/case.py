"""What a case is: a graph with its tensors, the file that normc compiles, and the bytes counted."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from pathlib import Path

ITEM_BYTES = {"f32": 4, "f16": 2, "bf16": 2, "f8E4M3FN": 1, "f8E5M2": 1, "i8": 1, "i32": 4, "i64": 8}
INTEGERS = ("i8", "i32", "i64")
FILES = Path(__file__).resolve().parent.parent / "cases"


@dataclass(frozen=True)
class Tensor:
    """A tensor of `shape` (elements) and `dtype` (a key of ITEM_BYTES), row-major.

    A part of a wider tensor names it as `buffer`: the entries of its first axis then lie `pitch`
    elements apart and begin `offset` elements into those of the buffer.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str = "bf16"
    buffer: str = ""
    pitch: int = 0
    offset: int = 0

    @property
    def bytes(self) -> int:
        """Bytes of its own elements."""
        return prod(self.shape) * ITEM_BYTES[self.dtype]

    @property
    def strides(self) -> tuple[int, ...]:
        """Elements from one entry of each axis to the next."""
        strides = [prod(self.shape[axis + 1 :]) for axis in range(len(self.shape))]
        return (self.pitch or strides[0], *strides[1:])


@dataclass(frozen=True)
class Case:
    """A graph at one shape.

    `graph` names the function of references.py and the peers' methods; `file` the .mlir file of
    bench/cases (absent: normc cannot say it yet), in which `substitutions` are made in order.
    `arguments` name those of the file where it takes buffers instead of the inputs in them,
    `dimensions` are the sizes of the file's dynamic axes, by their names; `parameters` what the
    case was made from. A file of another `folder` may have several functions: `function` is the
    one meant. `reads` are the bytes that it reads where these are windows of its inputs,
    `generic` its text for harness/graph.py.
    """

    name: str
    graph: str
    inputs: tuple[Tensor, ...]
    results: tuple[Tensor, ...]
    file: str
    substitutions: tuple[tuple[str, str], ...] = ()
    dimensions: dict[str, int] = field(default_factory=dict)
    arguments: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    parameters: dict[str, int | str] = field(default_factory=dict)
    folder: Path = FILES
    function: str = ""
    reads: int = 0
    generic: str = ""

    @property
    def bytes_read(self) -> int:
        return self.reads or sum(tensor.bytes for tensor in self.inputs)

    @property
    def bytes_written(self) -> int:
        return sum(tensor.bytes for tensor in self.results)

    @property
    def bytes(self) -> int:
        """Each element of each input and result once."""
        return self.bytes_read + self.bytes_written

    @property
    def path(self) -> Path:
        return self.folder / f"{self.file}.mlir"

    @property
    def eps(self) -> float:
        """The eps of the case's norm, as its file has it."""
        return 1e-5 if self.graph == "layer_norm" else 1e-6

    def text(self) -> str:
        """The file after the substitutions. Raises FileNotFoundError where there is none."""
        text = self.path.read_text()
        for old, new in self.substitutions:
            text = text.replace(old, new)
        return text

"""Inputs and results in memory: so many sets of a case's tensors, each in memory of its own."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

import torch

from harness.case import INTEGERS, ITEM_BYTES, Case, Tensor

DTYPES = {
    "f32": torch.float32,
    "f16": torch.float16,
    "bf16": torch.bfloat16,
    "f8E4M3FN": torch.float8_e4m3fn,
    "f8E5M2": torch.float8_e5m2,
    "i8": torch.int8,
    "i32": torch.int32,
    "i64": torch.int64,
}
ALIGNMENT = 256  # bytes, of every buffer


class BufferSet:
    """One call's tensors: `set["x"]` by the name of a tensor or of a buffer that tensors share."""

    def __init__(self, case: Case, buffers: dict[str, torch.Tensor]):
        self.case = case
        self.buffers = buffers
        self.tensors = {t.name: _view(t, buffers) for t in (*case.inputs, *case.results)}
        self.inputs = tuple(self.tensors[tensor.name] for tensor in case.inputs)
        self.outputs = tuple(self.tensors[tensor.name] for tensor in case.results)

    def __getitem__(self, name: str) -> torch.Tensor:
        return self.tensors[name] if name in self.tensors else self.buffers[name]

    def poison_outputs(self) -> None:
        for output in self.outputs:
            output.fill_(float("nan"))


def make_sets(case: Case, count: int, device: str, seed: int = 1) -> list[BufferSet]:
    """`count` sets with the same values: inputs drawn from the normal distribution, integers
    0, results NaN."""
    generator = torch.Generator(device).manual_seed(seed)
    results = {tensor.name for tensor in case.results}
    rotating: dict[str, torch.Tensor] = {}
    for name, shape, dtype in _buffers_of(case):
        items = prod(shape)
        granule = ALIGNMENT // ITEM_BYTES[dtype]
        pitch = -(-items // granule) * granule
        memory = torch.empty((count, pitch), dtype=DTYPES[dtype], device=device)
        if name in results and dtype not in INTEGERS:
            memory.fill_(float("nan"))
        elif dtype in INTEGERS:  # an index must be one of its table
            memory.zero_()
        else:
            memory[0] = torch.randn(pitch, generator=generator, device=device)
            memory[1:] = memory[0]
        rotating[name] = memory[:, :items].unflatten(1, shape)
    return [
        BufferSet(case, {name: memory[i] for name, memory in rotating.items()})
        for i in range(count)
    ]


def copy_of(sets: list[BufferSet]) -> list[BufferSet]:
    """The same sets in other memory, for a provider that writes over its inputs."""
    return [BufferSet(s.case, {name: b.clone() for name, b in s.buffers.items()}) for s in sets]


def _buffers_of(case: Case) -> Iterator[tuple[str, tuple[int, ...], str]]:
    """Name, shape and type of each buffer; a shared one has the shape (entries, pitch)."""
    seen = set()
    for tensor in (*case.inputs, *case.results):
        name = tensor.buffer or tensor.name
        if name not in seen:
            seen.add(name)
            shape = (tensor.shape[0], tensor.pitch) if tensor.buffer else tensor.shape
            yield name, shape, tensor.dtype


def _view(tensor: Tensor, buffers: dict[str, torch.Tensor]) -> torch.Tensor:
    buffer = buffers[tensor.buffer or tensor.name]
    start = buffer.storage_offset() + tensor.offset
    return buffer.as_strided(tensor.shape, tensor.strides, start)

"""A graph file as a function of torch tensors, an operation of the file at a time.

The text is what `normc --compile-to=input --mlir-print-op-generic` prints: one operation a line.
Named ops are torch's own where torch has them, so that eager runs what a model's code would.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from harness.buffers import DTYPES

_OPERATION = re.compile(
    r'^\s*(?:(%\w+) = )?"([\w.]+)"\((.*?)\)(?: <\{(.*)\}>)? : \((.*?)\) -> (.*)$'
)
_FUNCTION = re.compile(r'^\s*"func.func"\(\).*sym_name = "(\w+)"')
_BLOCK = re.compile(r"^\s*\^bb0\((.*)\):")
_ATTRIBUTE = re.compile(r"(\w+) = (array<i\d+: [^>]*>|dense<[^>]*>|#[\w.]+<\w+>|[^,]+)")


@dataclass(frozen=True)
class Operation:
    """One line: the values by their names; `sizes` and `dtype` of the result, `sizes_of_x` of the
    first operand, None for "?"."""

    result: str
    name: str
    operands: tuple[str, ...]
    attributes: dict[str, str]
    sizes: tuple[int | None, ...]
    dtype: torch.dtype
    sizes_of_x: tuple[int | None, ...]

    def integers(self, attribute: str) -> list[int]:
        """The numbers of an array attribute."""
        return [int(n) for n in self.attributes[attribute].split(":")[1].rstrip(">").split(",")]

    def number(self, attribute: str) -> float:
        return float(self.attributes[attribute].split(" ")[0])


class UnknownOperation(Exception):
    """An operation that has no line here: its name."""


def functions_of(text: str) -> dict[str, Callable[..., tuple[Tensor, ...]]]:
    """The functions of a file by name. Raises UnknownOperation, ValueError where a line does not
    have the form of an operation."""
    functions: dict[str, Callable[..., tuple[Tensor, ...]]] = {}
    name, arguments, body = "", [], []
    for line in text.splitlines():
        if match := _FUNCTION.match(line):
            name, body = match[1], []
        elif match := _BLOCK.match(line):
            arguments = [part.split(":")[0].strip() for part in match[1].split(", %")]
            arguments = ["%" + part.lstrip("%") for part in arguments]
        elif name and '"func.return"' in line:
            results = tuple(_OPERATION.match(line)[3].split(", "))
            functions[name] = _function(arguments, body, results)
            name = ""
        elif name and line.strip().startswith("%"):
            body.append(_operation(line))
    return functions


def _operation(line: str) -> Operation:
    match = _OPERATION.match(line)
    if not match:
        raise ValueError(f"not an operation: {line.strip()}")
    result, name, operands, attributes, kinds, kind = match.groups()
    if name not in OPERATIONS:
        raise UnknownOperation(name)
    sizes, dtype = _type(kind)
    return Operation(
        result,
        name,
        tuple(filter(None, operands.split(", "))),
        dict(_ATTRIBUTE.findall(attributes or "")),
        sizes,
        dtype,
        _type(kinds.split(", ")[0])[0] if kinds else (),
    )


def _type(kind: str) -> tuple[tuple[int | None, ...], torch.dtype]:
    *sizes, element = kind.removeprefix("tensor<").rstrip(">").split("x")
    return tuple(None if size == "?" else int(size) for size in sizes), DTYPES[element]


def _function(
    arguments: list[str], body: list[Operation], results: tuple[str, ...]
) -> Callable[..., tuple[Tensor, ...]]:
    def run(*inputs: Tensor) -> tuple[Tensor, ...]:
        values: dict[str, Any] = dict(zip(arguments, inputs))
        for operation in body:
            operands = [values[name] for name in operation.operands]
            values[operation.result] = OPERATIONS[operation.name](operation, *operands)
        return tuple(values[name] for name in results)

    return run


# Values in float64 stay so: then the function is its own reference.


def _cast(x: Any, dtype: torch.dtype) -> Any:
    return x if not isinstance(x, Tensor) or x.dtype in (torch.float64, dtype) else x.to(dtype)


def _wide(x: Tensor) -> Tensor:
    return _cast(x, torch.float32)


def _spread(op: Operation, x: Any, like: Tensor) -> Any:
    """x, a tensor or a constant, with axes of size 1 where `dims` names none of `like`'s."""
    if not isinstance(x, Tensor):
        return x
    shape = [1] * like.dim()
    for axis, of_like in enumerate(op.integers("dims")):
        shape[of_like] = x.shape[axis]
    return x.reshape(shape)


def _norm(op: Operation, *operands: Tensor) -> Tensor:
    has_weight, has_bias = op.integers("operandSegmentSizes")[1:]
    x = operands[0]
    weight = operands[1] if has_weight else None
    bias = operands[-1] if has_bias else None
    if any(t is not None and t.dtype != x.dtype for t in (weight, bias)) or op.dtype != x.dtype:
        x, weight, bias = (t if t is None else _wide(t) for t in (x, weight, bias))
    if op.name == "norm.layer_norm":
        y = F.layer_norm(x, x.shape[-1:], weight, bias, op.number("eps"))
    else:
        y = F.rms_norm(x, x.shape[-1:], weight, op.number("eps"))
        y = y if bias is None else y + bias
    return _cast(y, op.dtype)


def _l2_norm(op: Operation, x: Tensor) -> Tensor:
    wide = _wide(x)
    if "max_eps" in op.attributes["kind"]:
        return _cast(F.normalize(wide, dim=-1, eps=op.number("eps")), op.dtype)
    squares = wide.square().sum(-1, keepdim=True)
    return _cast(wide * torch.rsqrt(squares + op.number("eps")), op.dtype)


def _slice(op: Operation, x: Tensor) -> Tensor:
    offsets, strides = op.integers("offsets"), op.integers("strides")
    ranges = []
    for size, offset, stride in zip(op.sizes, offsets, strides):
        end = None if size is None else offset + (size - 1) * stride + 1
        ranges.append(slice(offset, end, stride))
    return x[tuple(ranges)]


def _reshape(op: Operation, x: Tensor) -> Tensor:
    dynamic = iter([size for size, known in zip(x.shape, op.sizes_of_x) if known is None])
    return x.reshape([next(dynamic) if size is None else size for size in op.sizes])


def _constant(op: Operation) -> Any:
    value = op.attributes["value"]
    return float(re.search(r"-?[\d.]+(?:[eE][+-]?\d+)?", value.split("<")[-1])[0])


def _gelu(op: Operation, x: Tensor) -> Tensor:
    return F.gelu(x, approximate="tanh" if "tanh" in op.attributes["approximate"] else "none")


OPERATIONS: dict[str, Callable[..., Any]] = {
    "arith.constant": _constant,
    "arith.extf": lambda op, x: _cast(x, op.dtype),
    "arith.truncf": lambda op, x: _cast(x, op.dtype),
    "arith.addf": lambda op, x, y: x + y,
    "arith.subf": lambda op, x, y: x - y,
    "arith.mulf": lambda op, x, y: x * y,
    "arith.divf": lambda op, x, y: x / y,
    "arith.negf": lambda op, x: -x,
    "arith.maximumf": lambda op, x, y: x.clamp(min=y),
    "arith.minimumf": lambda op, x, y: x.clamp(max=y),
    "norm.rms_norm": _norm,
    "norm.layer_norm": _norm,
    "norm.l2_norm": _l2_norm,
    "norm.softmax": lambda op, x: _cast(F.softmax(x, -1), op.dtype),
    "norm.splat": lambda op, number, like: number,
    "norm.broadcast": lambda op, x, like: _spread(op, x, like),
    "norm.slice": _slice,
    "norm.concat": lambda op, *parts: torch.cat(parts, int(op.number("axis"))),
    "norm.reshape": _reshape,
    "norm.transpose": lambda op, x: x.permute(op.integers("permutation")),
    "norm.scale": lambda op, x, s: _cast(x * _spread(op, s, x), op.dtype),
    "norm.shift": lambda op, x, t: _cast(x + _spread(op, t, x), op.dtype),
    "norm.modulate": lambda op, x, s, t: _cast(
        x * (1 + _spread(op, s, x)) + _spread(op, t, x), op.dtype
    ),
    "norm.gate": lambda op, residual, g, x: _cast(residual + _spread(op, g, x) * x, op.dtype),
    "norm.sigmoid": lambda op, x: torch.sigmoid(x),
    "norm.silu": lambda op, x: F.silu(x),
    "norm.gelu": _gelu,
    "norm.tanh": lambda op, x: torch.tanh(x),
    "norm.exp": lambda op, x: torch.exp(x),
    "norm.erf": lambda op, x: torch.erf(x),
    "norm.rsqrt": lambda op, x: torch.rsqrt(x),
}

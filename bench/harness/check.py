"""Comparing a provider's results with the float64 reference."""

from __future__ import annotations

from typing import Any

import torch

from harness.buffers import BufferSet
from harness.references import function_of

# The largest relative L2 error of a result, by its type: several roundings of the graph's steps
# (2e-3 each in bf16), not a wrong element.
BOUNDS = {torch.bfloat16: 1e-2, torch.float16: 2e-3, torch.float32: 2e-5}


class WrongResult(Exception):
    """What differs, in one line."""


def reference_of(tensors: BufferSet) -> tuple[torch.Tensor, ...]:
    """The results in float64 of the graph on the set's inputs in float64."""
    return function_of(tensors.case)(*(x.double() for x in tensors.inputs))


def results_of(returned: Any, tensors: BufferSet) -> tuple[torch.Tensor, ...]:
    """What a call returned, or the set's outputs where it returned nothing."""
    if returned is None:
        return tensors.outputs
    return tuple(returned) if isinstance(returned, (tuple, list)) else (returned,)


def relative_error(
    results: tuple[torch.Tensor, ...], tensors: BufferSet, reference: tuple[torch.Tensor, ...]
) -> float:
    """The largest relative L2 error of a result. Raises WrongResult beyond the bound."""
    if len(results) != len(reference):
        raise WrongResult(f"{len(results)} results, expected {len(reference)}")
    largest = 0.0
    for result, expected, output, spec in zip(
        results, reference, tensors.outputs, tensors.case.results
    ):
        if result.dtype != output.dtype or result.numel() != output.numel():
            raise WrongResult(
                f"{spec.name} is {tuple(result.shape)} of {result.dtype},"
                f" expected {spec.shape} of {output.dtype}"
            )
        error = _relative_l2(result.reshape(expected.shape), expected)
        if not error <= BOUNDS[output.dtype]:  # NaN too
            raise WrongResult(
                f"{spec.name} has a relative L2 error of {error:.2g},"
                f" more than {BOUNDS[output.dtype]:.0e}"
            )
        largest = max(largest, error)
    return largest


def _relative_l2(result: torch.Tensor, expected: torch.Tensor) -> float:
    """In slices of rows: float64 copies of large tensors need not fit at once."""
    rows = -1, expected.shape[-1]
    distance = norm = 0.0
    for part, wanted in zip(result.reshape(rows).split(4096), expected.reshape(rows).split(4096)):
        distance += (part.double() - wanted).square().sum().item()
        norm += wanted.square().sum().item()
    return (distance / max(norm, 1e-300)) ** 0.5

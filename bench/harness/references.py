"""Each graph in torch, an operation a line: what eager runs, what torch.compile compiles, and, on
inputs in float64, what every provider's results are checked against.

Tensors are those of cases.py, by name; M rows, or B batches of S rows, of N elements. A function
returns one tensor for each result of its case, in the type that the types of its inputs give.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import torch
import torch.nn.functional as F
from torch import Tensor

if TYPE_CHECKING:
    from harness.case import Case

GROUPS = 32  # of group_norm_silu


def _wide(x: Tensor) -> Tensor:
    """x in f32, or float64 where it is that."""
    return x if x.dtype == torch.float64 else x.float()


def rms_norm(x: Tensor, w: Tensor) -> tuple[Tensor, ...]:
    return (F.rms_norm(x, w.shape, w, 1e-6),)


def layer_norm(x: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (F.layer_norm(x, w.shape, w, b, 1e-5),)


def rms_norm_modulate(x: Tensor, w: Tensor, scale: Tensor, shift: Tensor) -> tuple[Tensor, ...]:
    n = F.rms_norm(x, w.shape, w, 1e-6)
    return (n * (1 + scale[:, None]) + shift[:, None],)


def rms_norm_modulate_mixed(
    x: Tensor, w: Tensor, scale: Tensor, shift: Tensor
) -> tuple[Tensor, ...]:
    (y,) = rms_norm_modulate(_wide(x), w, scale, shift)
    return (y.to(x.dtype),)


def layer_norm_modulate(x: Tensor, scale: Tensor, shift: Tensor) -> tuple[Tensor, ...]:
    n = F.layer_norm(x, x.shape[-1:], None, None, 1e-6)
    return (n * (1 + scale[:, None]) + shift[:, None],)


def layer_norm_modulate_mixed(x: Tensor, scale: Tensor, shift: Tensor) -> tuple[Tensor, ...]:
    (y,) = layer_norm_modulate(_wide(x), scale, shift)
    return (y.to(x.dtype),)


def gate_residual_layer_norm_modulate(
    x: Tensor, residual: Tensor, gate: Tensor, scale: Tensor, shift: Tensor
) -> tuple[Tensor, ...]:
    h = residual + gate[:, None] * x
    return (h, *layer_norm_modulate(h, scale, shift))


def add_rms_norm(x: Tensor, residual: Tensor, w: Tensor) -> tuple[Tensor, ...]:
    h = x + residual
    return (h, *rms_norm(h, w))


def scale_shift_row(x: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (w[:, None] * x + b[:, None],)


def scale_shift_full(x: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (w * x + b,)


def silu_mul(a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (F.silu(a) * b,)


def softmax(x: Tensor) -> tuple[Tensor, ...]:
    return (F.softmax(x, -1),)


def qk_norm(q: Tensor, k: Tensor, wq: Tensor, wk: Tensor) -> tuple[Tensor, ...]:
    return F.rms_norm(q, wq.shape, wq, 1e-6), F.rms_norm(k, wk.shape, wk, 1e-6)


def rotate_pairs(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Pairs of neighbours turned in f32 by tables [S, columns / 2], rounded once."""
    wide = x.float()
    real, imag = wide.unflatten(-1, (-1, 2)).unbind(-1)
    rotated = torch.stack([-imag, real], -1).flatten(-2)
    cos, sin = (table.repeat_interleave(2, -1)[:, None] for table in (cos, sin))
    return (wide * cos + rotated * sin).to(x.dtype)


def qk_norm_rope(
    q: Tensor, k: Tensor, wq: Tensor, wk: Tensor, cos: Tensor, sin: Tensor
) -> tuple[Tensor, ...]:
    return tuple(rotate_pairs(n, cos, sin) for n in qk_norm(q, k, wq, wk))


def cat_rows(a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (torch.cat([a, b], 0),)


def cat_columns(a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (torch.cat([a, b], 1),)


def cat_gelu_mul(a: Tensor, b: Tensor, c: Tensor) -> tuple[Tensor, ...]:
    return (torch.cat([F.gelu(a, approximate="tanh"), b * c], 1),)


def group_norm_silu(x: Tensor, w: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    return (F.silu(F.group_norm(x, GROUPS, w, b, 1e-6)),)


GRAPHS: dict[str, Callable[..., tuple[Tensor, ...]]] = {
    function.__name__: function
    for function in (
        rms_norm,
        layer_norm,
        rms_norm_modulate,
        rms_norm_modulate_mixed,
        layer_norm_modulate,
        layer_norm_modulate_mixed,
        gate_residual_layer_norm_modulate,
        add_rms_norm,
        scale_shift_row,
        scale_shift_full,
        silu_mul,
        softmax,
        qk_norm,
        qk_norm_rope,
        cat_rows,
        cat_columns,
        cat_gelu_mul,
        group_norm_silu,
    )
}


def function_of(case: Case) -> Callable[..., tuple[Tensor, ...]]:
    """The graph of a case; that of a region is read from its file."""
    if case.graph in GRAPHS:
        return GRAPHS[case.graph]
    from harness.graph import functions_of

    return functions_of(case.generic)[case.function]

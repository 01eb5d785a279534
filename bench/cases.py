"""The list of cases. A line of `all_cases` adds a shape, a function here a graph.

Rows of N elements in `dtype`; M rows, or B batches of S rows. Files of bench/cases have rows of
4096 in bf16: other lengths and types come by substitution.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fnmatch import fnmatch

from harness.case import Case, Tensor

LONG_ROWS = (128, 3840, 4096, 5120, 6144, 8192)
MODULATED_ROWS = (1024, 3072, 4096, 6144, 8192)
ODD_ROWS = (769, 1152, 1920, 2240, 2432, 3420, 5119)
ROW_COUNTS = (1, 16, 128, 512, 2048, 8192, 32768, 120000)


def _substitutions(N: int, dtype: str = "bf16") -> tuple[tuple[str, str], ...]:
    return (("4096", str(N)), ("bf16", dtype))


def rms_norm(M: int, N: int, dtype: str = "bf16", weights: str = "") -> Case:
    """rms_norm(x) * w; `weights` is the type of w where it is not `dtype`."""
    weights = weights or dtype
    return Case(
        _name(f"rms_norm_{M}x{N}", dtype, weights),
        "rms_norm",
        (Tensor("x", (M, N), dtype), Tensor("w", (N,), weights)),
        (Tensor("y", (M, N), dtype),),
        "rms_norm",
        (*_substitutions(N, dtype), (f"tensor<{N}x{dtype}>", f"tensor<{N}x{weights}>")),
        {"M": M},
        parameters={"M": M, "N": N, "dtype": dtype, "weights": weights},
    )


def layer_norm(M: int, N: int, dtype: str = "bf16", weights: str = "") -> Case:
    """layer_norm(x) * w + b."""
    weights = weights or dtype
    vectors = Tensor("w", (N,), weights), Tensor("b", (N,), weights)
    return Case(
        _name(f"layer_norm_{M}x{N}", dtype, weights),
        "layer_norm",
        (Tensor("x", (M, N), dtype), *vectors),
        (Tensor("y", (M, N), dtype),),
        "layer_norm",
        (*_substitutions(N, dtype), (f"tensor<{N}x{dtype}>", f"tensor<{N}x{weights}>")),
        {"M": M},
        parameters={"M": M, "N": N, "dtype": dtype, "weights": weights},
    )


def rms_norm_modulate(B: int, S: int, N: int, vectors: str = "bf16") -> Case:
    """(1 + scale) * rms_norm(x, w) + shift; `vectors` is the type of w, scale and shift."""
    mixed = "_mixed" if vectors != "bf16" else ""
    return Case(
        _name(f"rms_norm_modulate_{B * S}x{N}", "bf16", vectors),
        f"rms_norm_modulate{mixed}",
        (
            Tensor("x", (B, S, N)),
            Tensor("w", (N,), vectors),
            Tensor("scale", (B, N), vectors),
            Tensor("shift", (B, N), vectors),
        ),
        (Tensor("y", (B, S, N)),),
        f"rms_norm_modulate{mixed}",
        _substitutions(N),
        {"B": B, "S": S},
        parameters={"B": B, "S": S, "N": N, "vectors": vectors},
    )


def layer_norm_modulate(B: int, S: int, N: int, vectors: str = "bf16") -> Case:
    """(1 + scale) * layer_norm(x) + shift."""
    mixed = "_mixed" if vectors != "bf16" else ""
    return Case(
        _name(f"layer_norm_modulate_{B * S}x{N}", "bf16", vectors),
        f"layer_norm_modulate{mixed}",
        (
            Tensor("x", (B, S, N)),
            Tensor("scale", (B, N), vectors),
            Tensor("shift", (B, N), vectors),
        ),
        (Tensor("y", (B, S, N)),),
        f"layer_norm_modulate{mixed}",
        _substitutions(N),
        {"B": B, "S": S},
        parameters={"B": B, "S": S, "N": N, "vectors": vectors},
    )


def gate_residual_layer_norm_modulate(B: int, S: int, N: int) -> Case:
    """h = residual + gate * x, and (1 + scale) * layer_norm(h) + shift."""
    rows = B, S, N
    vectors = tuple(Tensor(name, (B, N)) for name in ("gate", "scale", "shift"))
    return Case(
        f"gate_residual_layer_norm_modulate_{B * S}x{N}",
        "gate_residual_layer_norm_modulate",
        (Tensor("x", rows), Tensor("residual", rows), *vectors),
        (Tensor("h", rows), Tensor("y", rows)),
        "gate_residual_layer_norm_modulate",
        _substitutions(N),
        {"B": B, "S": S},
        parameters={"B": B, "S": S, "N": N},
    )


def add_rms_norm(M: int, N: int) -> Case:
    """h = x + residual, and rms_norm(h) * w."""
    return Case(
        f"add_rms_norm_{M}x{N}",
        "add_rms_norm",
        (Tensor("x", (M, N)), Tensor("residual", (M, N)), Tensor("w", (N,))),
        (Tensor("h", (M, N)), Tensor("y", (M, N))),
        "add_rms_norm",
        _substitutions(N),
        {"M": M},
        parameters={"M": M, "N": N},
    )


def scale_shift(B: int, S: int, N: int, kind: str) -> Case:
    """w * x + b; `kind` row: w and b have one row a batch; full: as many as x."""
    vectors = (B, N) if kind == "row" else (B, S, N)
    return Case(
        f"scale_shift_{kind}_{B * S}x{N}",
        f"scale_shift_{kind}",
        (Tensor("x", (B, S, N)), Tensor("w", vectors), Tensor("b", vectors)),
        (Tensor("y", (B, S, N)),),
        f"scale_shift_{kind}",
        _substitutions(N),
        {"B": B, "S": S},
        parameters={"B": B, "S": S, "N": N, "kind": kind},
    )


def silu_mul(M: int, N: int) -> Case:
    """silu(a) * b, the halves of the rows of one tensor."""
    return Case(
        f"silu_mul_{M}x{N}",
        "silu_mul",
        (Tensor("a", (M, N), "bf16", "ab", 2 * N), Tensor("b", (M, N), "bf16", "ab", 2 * N, N)),
        (Tensor("y", (M, N)),),
        "silu_mul",
        _substitutions(N),
        {"M": M},
        parameters={"M": M, "N": N},
    )


def softmax(M: int, N: int) -> Case:
    return Case(
        f"softmax_{M}x{N}",
        "softmax",
        (Tensor("x", (M, N)),),
        (Tensor("y", (M, N)),),
        "softmax",
        _substitutions(N),
        {"M": M},
        parameters={"M": M, "N": N},
    )


def qk_norm(B: int, layout: str) -> Case:
    """RMSNorm of the 24 heads of q and k; `layout` strided: chunks of a packed qkv, or dense."""
    heads, N = 24, 128
    row = heads * N
    is_packed = layout == "strided"
    packed = ("qkv", 3 * row) if is_packed else ("", 0)
    offset = row if is_packed else 0
    shape = B, heads, N
    sizes = (("294912", str(3 * row)), ("98304", str(row))) if is_packed else ()
    return Case(
        f"qk_norm_{layout}_{B}x{heads}x{N}",
        "qk_norm",
        (
            Tensor("q", shape, "bf16", *packed),
            Tensor("k", shape, "bf16", *packed, offset),
            Tensor("wq", (N,)),
            Tensor("wk", (N,)),
        ),
        (Tensor("yq", shape), Tensor("yk", shape)),
        "qk_norm_packed" if is_packed else "qk_norm",
        (*sizes, *_substitutions(N)),
        {"B": B},
        arguments=("qkv", "wq", "wk") if is_packed else (),
        parameters={"B": B, "layout": layout},
    )


def qk_norm_rope(S: int) -> Case:
    """qk_norm of chunks of a packed qkv, then the rotary embedding by tables [S, 64] of f32."""
    heads, N = 24, 128
    row = heads * N
    packed = ("qkv", 3 * row)
    shape, table = (S, heads, N), (S, N // 2)
    return Case(
        f"qk_norm_rope_{S}x{heads}x{N}",
        "qk_norm_rope",
        (
            Tensor("q", shape, "bf16", *packed),
            Tensor("k", shape, "bf16", *packed, row),
            Tensor("wq", (N,)),
            Tensor("wk", (N,)),
            Tensor("cos", table, "f32"),
            Tensor("sin", table, "f32"),
        ),
        (Tensor("yq", shape), Tensor("yk", shape)),
        "qk_norm_rope",
        (
            ("294912", str(3 * row)),
            ("98304", str(row)),
            ("2048", str(N // 2)),
            *_substitutions(N),
        ),
        {"S": S},
        arguments=("qkv", "wq", "wk", "cos", "sin"),
        parameters={"S": S},
    )


def cat(M: int, N: int, axis: str) -> Case:
    """cat([a, b]) along rows (M // 8 rows of a ahead) or columns (b three times as long)."""
    other = (M // 8, N) if axis == "rows" else (M, 3 * N)
    shapes = (other, (M, N)) if axis == "rows" else ((M, N), other)
    result = (M + M // 8, N) if axis == "rows" else (M, 4 * N)
    columns = () if axis == "rows" else (("12288", str(3 * N)), ("16384", str(4 * N)))
    return Case(
        f"cat_{axis}_{M}x{N}",
        f"cat_{axis}",
        (Tensor("a", shapes[0]), Tensor("b", shapes[1])),
        (Tensor("y", result),),
        f"cat_{axis}",
        (*columns, *_substitutions(N)),
        {"A": M // 8, "B": M} if axis == "rows" else {"M": M},
        parameters={"M": M, "N": N, "axis": axis},
    )


def cat_gelu_mul(M: int, N: int) -> Case:
    """cat([gelu(a), b * c]) along columns, gelu by tanh."""
    return Case(
        f"cat_gelu_mul_{M}x{N}",
        "cat_gelu_mul",
        tuple(Tensor(name, (M, N)) for name in ("a", "b", "c")),
        (Tensor("y", (M, 2 * N)),),
        "cat_gelu_mul",
        (("8192", str(2 * N)), *_substitutions(N)),
        {"M": M},
        parameters={"M": M, "N": N},
    )


def group_norm_silu(B: int, C: int, H: int, W: int) -> Case:
    """silu of a group norm with 32 groups of channels."""
    shape = B, C, H, W
    return Case(
        f"group_norm_silu_{B}x{C}x{H}x{W}",
        "group_norm_silu",
        (Tensor("x", shape), Tensor("w", (C,)), Tensor("b", (C,))),
        (Tensor("y", shape),),
        "group_norm_silu",
        parameters={"B": B, "C": C, "H": H, "W": W},
    )


def _name(stem: str, dtype: str, vectors: str) -> str:
    """bf16 goes without saying, and so do vectors of the rows' type."""
    types = [] if dtype == "bf16" == vectors else [dtype] if dtype == vectors else [dtype, vectors]
    return "_".join([stem, *types])


BUILDERS: dict[str, Callable[..., Case]] = {
    "rms_norm": rms_norm,
    "layer_norm": layer_norm,
    "rms_norm_modulate": rms_norm_modulate,
    "rms_norm_modulate_mixed": rms_norm_modulate,
    "layer_norm_modulate": layer_norm_modulate,
    "layer_norm_modulate_mixed": layer_norm_modulate,
    "gate_residual_layer_norm_modulate": gate_residual_layer_norm_modulate,
    "add_rms_norm": add_rms_norm,
    "scale_shift_row": scale_shift,
    "scale_shift_full": scale_shift,
    "silu_mul": silu_mul,
    "softmax": softmax,
    "qk_norm": qk_norm,
    "qk_norm_rope": qk_norm_rope,
    "cat_rows": cat,
    "cat_columns": cat,
    "cat_gelu_mul": cat_gelu_mul,
    "group_norm_silu": group_norm_silu,
}


def with_few_rows(case: Case) -> Case:
    """The same graph and rows with at most 3 entries of each other axis."""
    few = {name: min(size, 3) for name, size in case.parameters.items() if name in ("M", "B", "S")}
    return BUILDERS[case.graph](**{**case.parameters, **few})


def all_cases() -> list[Case]:
    """Every case, in the order of the tables. A case that several lists have joins their tags."""
    tagged: list[tuple[str, list[Case]]] = [
        ("published", [rms_norm(12800, N) for N in LONG_ROWS]),
        ("published", [layer_norm(12800, N) for N in LONG_ROWS]),
        ("published", [rms_norm_modulate(2, 6400, N) for N in MODULATED_ROWS]),
        ("published", [layer_norm_modulate(2, 6400, N) for N in MODULATED_ROWS]),
        ("published", [gate_residual_layer_norm_modulate(1, 4096, 3072)]),
        (
            "published",
            [qk_norm(B, kind) for B in (1024, 4096, 12800) for kind in ("dense", "strided")],
        ),
        (
            "published",
            [
                scale_shift(1, S, 5120, kind)
                for S in (512, 4096, 6144, 8192)
                for kind in ("row", "full")
            ],
        ),
        ("image", [qk_norm_rope(S) for S in (1024, 4608)]),
        ("language", [add_rms_norm(8192, 4096), add_rms_norm(65536, 4096)]),
        ("language", [silu_mul(8192, 8192)]),
        ("language", [softmax(32768, 1024), softmax(8192, 8192)]),
        ("image", [cat(4096, 3072, "rows"), cat(4608, 3072, "columns"), cat_gelu_mul(4608, 3072)]),
        ("image", [group_norm_silu(2, 512, 128, 128)]),
        (
            "small",
            [rms_norm(16, 8192), rms_norm(1, 3072), rms_norm(128, 3072), rms_norm(2048, 4096)],
        ),
        ("small", [layer_norm(1, 3072), layer_norm(128, 3072), layer_norm_modulate(1, 128, 3072)]),
        ("odd", [norm(12800, N) for N in ODD_ROWS for norm in (rms_norm, layer_norm)]),
        ("mixed", [norm(12800, 4096, weights="f32") for norm in (rms_norm, layer_norm)]),
        (
            "mixed",
            [norm(2, 6400, 4096, "f32") for norm in (rms_norm_modulate, layer_norm_modulate)],
        ),
        (
            "types",
            [
                norm(12800, 4096, dtype)
                for dtype in ("f16", "f32")
                for norm in (rms_norm, layer_norm)
            ],
        ),
        ("rows", [rms_norm(M, 4096) for M in ROW_COUNTS]),
        ("huge", [rms_norm(1, 131072), rms_norm(64, 131072)]),
        ("quick", [rms_norm(12800, 4096), layer_norm(12800, 4096), rms_norm(16, 8192)]),
        ("quick", [rms_norm_modulate(2, 6400, 4096), layer_norm_modulate(2, 6400, 4096)]),
        ("quick", [gate_residual_layer_norm_modulate(1, 4096, 3072), add_rms_norm(8192, 4096)]),
        ("quick", [scale_shift(1, 8192, 5120, "full"), silu_mul(8192, 8192), softmax(8192, 8192)]),
        ("quick", [qk_norm(4096, "strided"), layer_norm(12800, 128)]),
    ]
    cases: dict[str, Case] = {}
    for tag, case in itertools.chain.from_iterable(((t, c) for c in group) for t, group in tagged):
        known = cases.get(case.name, case)
        tags = tuple(dict.fromkeys((*known.tags, tag)))
        cases[case.name] = Case(**{**vars(case), "tags": tags})
    return list(cases.values())


def select(patterns: list[str], tags: list[str]) -> list[Case]:
    """The cases whose name matches a pattern or which bear a tag; all where neither is given."""
    return [
        case
        for case in all_cases()
        if not (patterns or tags)
        or any(fnmatch(case.name, pattern) for pattern in patterns)
        or any(tag in case.tags for tag in tags)
    ]

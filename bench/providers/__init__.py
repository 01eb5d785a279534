"""The providers by name. Importing this imports none of the packages that they need."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from providers.base import Provider
from providers.flash_attention import FlashAttention
from providers.flashinfer import FlashInfer
from providers.liger import Liger
from providers.normc import Normc
from providers.pytorch import Compiled, Eager
from providers.quack import Quack, QuackF32Weights, QuackTuned
from providers.sglang import SglangCuda, SglangCute, SglangTriton

PROVIDERS: dict[str, Callable[[Path, str], Provider]] = {
    "normc": lambda build, chip: Normc(build, chip),
    "normc_pdl": lambda build, chip: Normc(build, chip, pdl=True),
    "eager": lambda build, chip: Eager(),
    "compile": lambda build, chip: Compiled("compile", "default"),
    "compile_max_autotune": lambda build, chip: Compiled(
        "compile_max_autotune", "max-autotune-no-cudagraphs"
    ),
    "quack": lambda build, chip: Quack(),
    "quack_f32_weights": lambda build, chip: QuackF32Weights(),
    "quack_tuned": lambda build, chip: QuackTuned(),
    "flashinfer": lambda build, chip: FlashInfer(pdl=True),
    "flashinfer_no_pdl": lambda build, chip: FlashInfer(pdl=False),
    "sglang_cute": lambda build, chip: SglangCute(),
    "sglang_triton": lambda build, chip: SglangTriton(),
    "sglang_cuda": lambda build, chip: SglangCuda(),
    "liger": lambda build, chip: Liger(),
    "flash_attention": lambda build, chip: FlashAttention(),
}
SLOW = ("quack_tuned",)  # run where they are named, not by default


def make_providers(names: list[str], build: Path, chip: str) -> list[Provider]:
    """In the order of PROVIDERS; `build` is normc's build folder, `chip` as sm_90."""
    return [make(build, chip) for name, make in PROVIDERS.items() if name in names]

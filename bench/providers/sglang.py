"""SGLang: the kernels of sglang.kernels, by backend: CuTe DSL, Triton, and CUDA built at first use.

Only sglang.kernels is imported. `import sglang` itself would bring a serving engine with some
fifty packages, so a bare package of the same name and path stands in for it.
"""

from __future__ import annotations

import importlib.util
import sys
import types
from typing import TYPE_CHECKING, Any

from providers.base import Missing, Provider, Runner, import_or_missing, require

if TYPE_CHECKING:
    from harness.case import Case

DISTRIBUTIONS = ("sglang", "triton", "nvidia-cutlass-dsl")


def import_kernels(name: str) -> Any:
    """A module below sglang. Raises Missing."""
    spec = importlib.util.find_spec("sglang")
    if spec is None:
        raise Missing("sglang is not installed")
    if "sglang" not in sys.modules:
        package = types.ModuleType("sglang")
        package.__path__ = list(spec.submodule_search_locations or [])
        package.__spec__ = spec
        sys.modules["sglang"] = package
    return import_or_missing(f"sglang.{name}")


def _rows(t: Any, *names: str) -> tuple[Any, ...]:
    """[B, N] as [B, 1, N]."""
    return tuple(t[name].unsqueeze(1) for name in names)


class SglangCute(Provider):
    """norm_type, then scale and shift; rows are multiples of 256 up to 8192."""

    name = "sglang_cute"
    distributions = DISTRIBUTIONS

    def load(self) -> None:
        self.module = import_kernels("kernels.ops.diffusion.norm.scale_residual_norm_cutedsl")

    def rms_norm_modulate(self, case: Case) -> Runner:
        fused, eps = self.module.fused_norm_scale_shift, case.eps
        return Runner(lambda t: fused(t["x"], t["w"], None, t["scale"], t["shift"], "rms", eps))

    def layer_norm_modulate(self, case: Case) -> Runner:
        fused, eps = self.module.fused_norm_scale_shift, case.eps
        return Runner(lambda t: fused(t["x"], None, None, t["scale"], t["shift"], "layer", eps))

    def gate_residual_layer_norm_modulate(self, case: Case) -> Runner:
        fused, eps = self.module.fused_scale_residual_norm_scale_shift, case.eps

        def run(a):
            y, h = fused(*a, "layer", eps)
            return h, y

        def prepare(t):
            gate, scale, shift = t["gate"], t["scale"], t["shift"]
            return t["residual"], t["x"], gate, None, None, scale, shift

        return Runner(run, prepare)


class SglangTriton(Provider):
    name = "sglang_triton"
    distributions = DISTRIBUTIONS

    def load(self) -> None:
        import_kernels("kernels.ops.diffusion")

    def rms_norm(self, case: Case) -> Runner:
        require(case.inputs[1].shape[0] <= 1024, "its one-pass RMSNorm is for short rows")
        module = import_kernels("kernels.ops.diffusion.norm.rmsnorm_onepass_triton")
        norm, eps = module.triton_one_pass_rms_norm, case.eps
        return Runner(lambda t: norm(t["x"], t["w"], eps))

    def rms_norm_modulate(self, case: Case) -> Runner:
        """Bit-exact with eager; rows of 2048 and 4096."""
        require(case.inputs[0].shape[-1] in (2048, 4096), "it takes rows of 2048 and 4096")
        module = import_kernels("kernels.ops.diffusion.norm.rmsnorm_scale_shift_bitexact")
        fused, eps = module.fused_rmsnorm_scale_shift_bitexact, case.eps
        return Runner(
            lambda a: fused(*a, eps), lambda t: (t["x"], t["w"], *_rows(t, "scale", "shift"))
        )

    def layer_norm_modulate(self, case: Case) -> Runner:
        """Bit-exact with eager."""
        module = import_kernels("kernels.kda_kernels.layernorm_modulate_triton")
        fused, eps = module.fused_layernorm_modulate_raw, case.eps
        return Runner(lambda t: fused(t["x"], t["scale"], t["shift"], eps))

    def scale_shift_row(self, case: Case) -> Runner:
        fused = self._scale_shift()
        return Runner(
            lambda a: fused(*a, scale_constant=0.0), lambda t: (t["x"], *_rows(t, "w", "b"))
        )

    def scale_shift_full(self, case: Case) -> Runner:
        fused = self._scale_shift()
        return Runner(lambda t: fused(t["x"], t["w"], t["b"], scale_constant=0.0))

    def group_norm_silu(self, case: Case) -> Runner:
        module = import_kernels("kernels.ops.diffusion.norm.group_norm_silu_triton")
        fused, eps = module.triton_group_norm_silu, case.eps
        return Runner(lambda t: fused(t["x"], t["w"], t["b"], 32, eps))

    def _scale_shift(self) -> Any:
        module = import_kernels("kernels.ops.diffusion.modulate.scale_shift_triton")
        return module.fuse_scale_shift_kernel


class SglangCuda(Provider):
    """nvcc builds each kernel at its first call: 7 to 11 s."""

    name = "sglang_cuda"
    distributions = DISTRIBUTIONS

    def load(self) -> None:
        self.module = import_kernels("kernels.ops.layernorm.norm")

    def rms_norm(self, case: Case) -> Runner:
        norm, eps = self.module.rmsnorm, case.eps
        require(case.inputs[0].dtype == case.inputs[1].dtype, "the weight has the rows' type")
        return Runner(lambda t: norm(t["x"], t["w"], t["y"], eps))

    def add_rms_norm(self, case: Case) -> Runner:
        """In place: the sum over residual, the norm over x."""
        fused, eps = self.module.fused_add_rmsnorm, case.eps

        def run(t):
            fused(t["x"], t["residual"], t["w"], eps)
            return t["residual"], t["x"]

        return Runner(run, overwrites=True)

    def qk_norm(self, case: Case) -> Runner:
        """In place, q and k in one launch."""
        fused, eps = self.module.fused_inplace_qknorm, case.eps

        def run(t):
            fused(t["q"], t["k"], t["wq"], t["wk"], eps)
            return t["q"], t["k"]

        return Runner(run, overwrites=True)

    def silu_mul(self, case: Case) -> Runner:
        module = import_kernels("kernels.ops.activation.activation")
        silu_and_mul = module.silu_and_mul

        def run(t):
            silu_and_mul(t["ab"], t["y"])

        return Runner(run)

"""FlashInfer (flashinfer-python): its public norms and silu_and_mul, with and without PDL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from providers.base import Provider, Runner, require

if TYPE_CHECKING:
    from harness.case import Case


class FlashInfer(Provider):
    """`pdl`: programmatic dependent launch, which it turns on by itself where the GPU has it."""

    package = "flashinfer"
    distributions = ("flashinfer-python", "nvidia-cutlass-dsl", "apache-tvm-ffi")

    def __init__(self, pdl: bool):
        self.name = "flashinfer" if pdl else "flashinfer_no_pdl"
        self.pdl = pdl

    def rms_norm(self, case: Case) -> Runner:
        rmsnorm, eps, pdl = self.module.norm.rmsnorm, case.eps, self.pdl
        require(case.inputs[1].dtype == case.inputs[0].dtype, "the weight has the rows' type")

        def run(t):
            rmsnorm(t["x"], t["w"], eps=eps, out=t["y"], enable_pdl=pdl)

        return Runner(run)

    def layer_norm(self, case: Case) -> Runner:
        """bf16 rows, vectors in f32: cast before. It has no switch for PDL."""
        layernorm, eps = self.module.norm.layernorm, case.eps
        require(self.pdl, "its layernorm has no switch for PDL")
        require(case.inputs[0].dtype == "bf16", "its layernorm takes bf16 rows alone")
        return Runner(
            lambda a: layernorm(*a, eps=eps), lambda t: (t["x"], t["w"].float(), t["b"].float())
        )

    def add_rms_norm(self, case: Case) -> Runner:
        """In place: the sum over residual, the norm over x."""
        fused, eps, pdl = self.module.norm.fused_add_rmsnorm, case.eps, self.pdl

        def run(t):
            fused(t["x"], t["residual"], t["w"], eps=eps, enable_pdl=pdl)
            return t["residual"], t["x"]

        return Runner(run, overwrites=True)

    def qk_norm(self, case: Case) -> Runner:
        """Two calls on [B, heads, N], which reads strided heads without a copy."""
        rmsnorm, eps, pdl = self.module.norm.rmsnorm, case.eps, self.pdl

        def run(t):
            rmsnorm(t["q"], t["wq"], eps=eps, out=t["yq"], enable_pdl=pdl)
            rmsnorm(t["k"], t["wk"], eps=eps, out=t["yk"], enable_pdl=pdl)

        return Runner(run)

    def silu_mul(self, case: Case) -> Runner:
        silu_and_mul, pdl = self.module.activation.silu_and_mul, self.pdl

        def run(t):
            silu_and_mul(t["ab"], out=t["y"], enable_pdl=pdl)

        return Runner(run)

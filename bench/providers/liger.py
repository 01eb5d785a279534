"""Liger-Kernel: its Triton functions, out of place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from providers.base import Provider, Runner

if TYPE_CHECKING:
    from harness.case import Case


class Liger(Provider):
    name = "liger"
    package = "liger_kernel.transformers.functional"
    distributions = ("liger-kernel", "triton")

    def rms_norm(self, case: Case) -> Runner:
        norm, eps = self.module.liger_rms_norm, case.eps
        return Runner(lambda t: norm(t["x"], t["w"], eps, in_place=False))

    def layer_norm(self, case: Case) -> Runner:
        norm, eps = self.module.liger_layer_norm, case.eps
        return Runner(lambda t: norm(t["x"], t["w"], t["b"], eps))

    def rms_norm_modulate(self, case: Case) -> Runner:
        norm, eps = self.module.liger_modulated_rms_norm, case.eps

        def prepare(t):
            return t["x"], t["w"], t["scale"].unsqueeze(1), t["shift"].unsqueeze(1)

        return Runner(lambda a: norm(*a, eps=eps, in_place=False), prepare)

    def add_rms_norm(self, case: Case) -> Runner:
        norm, eps = self.module.liger_fused_add_rms_norm, case.eps

        def run(t):
            y, h = norm(t["x"], t["residual"], t["w"], eps, in_place=False)
            return h, y

        return Runner(run)

    def qk_norm(self, case: Case) -> Runner:
        """Two calls; it copies strided heads first."""
        norm, eps = self.module.liger_rms_norm, case.eps

        def run(t):
            return tuple(
                norm(x, w, eps, in_place=False) for x, w in ((t["q"], t["wq"]), (t["k"], t["wk"]))
            )

        return Runner(run)

    def silu_mul(self, case: Case) -> Runner:
        """Of one tensor that holds both halves."""
        from liger_kernel.ops.swiglu import LigerFusedGateUpSiLUMulFunction

        return Runner(lambda t: LigerFusedGateUpSiLUMulFunction.apply(t["ab"]))

    def softmax(self, case: Case) -> Runner:
        softmax = self.module.liger_softmax
        return Runner(lambda t: softmax(t["x"]))

"""flash-attn: the Triton norms that come with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from providers.base import Provider, Runner

if TYPE_CHECKING:
    from harness.case import Case


class FlashAttention(Provider):
    name = "flash_attention"
    package = "flash_attn.ops.triton.layer_norm"
    distributions = ("flash-attn", "triton")

    def rms_norm(self, case: Case) -> Runner:
        norm, eps = self.module.rms_norm_fn, case.eps
        return Runner(lambda t: norm(t["x"], t["w"], None, eps=eps))

    def layer_norm(self, case: Case) -> Runner:
        norm, eps = self.module.layer_norm_fn, case.eps
        return Runner(lambda t: norm(t["x"], t["w"], t["b"], eps=eps))

    def add_rms_norm(self, case: Case) -> Runner:
        norm, eps = self.module.rms_norm_fn, case.eps

        def run(t):
            y, h = norm(t["x"], t["w"], None, residual=t["residual"], eps=eps, prenorm=True)
            return h, y

        return Runner(run)

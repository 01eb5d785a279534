"""QuACK (quack-kernels): its public calls on the cases it has, and its exhaustive search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from providers.base import Provider, Runner, import_or_missing, require

if TYPE_CHECKING:
    from harness.case import Case

DISTRIBUTIONS = ("quack-kernels", "nvidia-cutlass-dsl", "apache-tvm-ffi")


class Quack(Provider):
    """Weights in the type of the case; its layer norm takes f32 vectors alone, cast before."""

    name = "quack"
    package = "quack"
    distributions = DISTRIBUTIONS

    def rms_norm(self, case: Case) -> Runner:
        rmsnorm, eps = self.module.rmsnorm, case.eps
        return Runner(lambda t: rmsnorm(t["x"], t["w"], eps=eps))

    def layer_norm(self, case: Case) -> Runner:
        layernorm, eps = import_or_missing("quack.rmsnorm").layernorm_fwd, case.eps

        def prepare(t):
            return t["x"], t["w"].float(), t["b"].float()

        return Runner(lambda a: layernorm(a[0], a[1], bias=a[2], eps=eps), prepare)

    def add_rms_norm(self, case: Case) -> Runner:
        rmsnorm, eps = self.module.rmsnorm, case.eps

        def run(t):
            y, h = rmsnorm(t["x"], t["w"], residual=t["residual"], eps=eps, prenorm=True)
            return h, y

        return Runner(run)

    def qk_norm(self, case: Case) -> Runner:
        """Strided: its form with a weight for each head, which reads strides without a copy."""
        rmsnorm, eps = self.module.rmsnorm, case.eps
        is_strided = bool(case.inputs[0].buffer)

        def prepare(t):
            heads = t["q"].shape[1]
            weights = (t["wq"], t["wk"])
            if is_strided:
                weights = tuple(w.expand(heads, -1).contiguous() for w in weights)
            return t["q"], t["k"], *weights

        return Runner(
            lambda a: (rmsnorm(a[0], a[2], eps=eps), rmsnorm(a[1], a[3], eps=eps)), prepare
        )

    def softmax(self, case: Case) -> Runner:
        softmax = self.module.softmax
        return Runner(lambda t: softmax(t["x"]))


class QuackF32Weights(Provider):
    """The same with the weight in f32, as a model with f32 parameters has it."""

    name = "quack_f32_weights"
    package = "quack"
    distributions = DISTRIBUTIONS

    def rms_norm(self, case: Case) -> Runner:
        require(case.inputs[1].dtype != "f32", "the case has f32 weights itself")
        rmsnorm, eps = self.module.rmsnorm, case.eps
        return Runner(lambda a: rmsnorm(*a, eps=eps), lambda t: (t["x"], t["w"].float()))


class QuackTuned(Provider):
    """rmsnorm_fwd_tuned: up to 75 configurations at the first call, 15 s and more a shape."""

    name = "quack_tuned"
    package = "quack.rmsnorm"
    distributions = DISTRIBUTIONS

    def rms_norm(self, case: Case) -> Runner:
        tuned, eps = self.module.rmsnorm_fwd_tuned, case.eps
        return Runner(lambda t: tuned(t["x"], t["w"], t["y"], eps=eps))

    def layer_norm(self, case: Case) -> Runner:
        tuned, eps = self.module.rmsnorm_fwd_tuned, case.eps

        def prepare(t):
            return t["x"], t["w"].float(), t["y"], t["b"].float()

        return Runner(lambda a: tuned(*a, eps=eps, is_layernorm=True), prepare)

    def add_rms_norm(self, case: Case) -> Runner:
        tuned, eps = self.module.rmsnorm_fwd_tuned, case.eps

        def run(t):
            tuned(t["x"], t["w"], t["y"], residual=t["residual"], residual_out=t["h"], eps=eps)

        return Runner(run)

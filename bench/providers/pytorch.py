"""torch, an operation at a time, and torch.compile of the same functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from providers.base import Provider, Runner, import_or_missing, version_of

if TYPE_CHECKING:
    from harness.case import Case


class Eager(Provider):
    name = "eager"
    package = "torch"
    distributions = ("torch",)

    def build(self, case: Case) -> Runner:
        from harness.references import function_of

        function = function_of(case)
        return Runner(lambda inputs: function(*inputs), lambda tensors: tensors.inputs)


class Compiled(Provider):
    """torch.compile without CUDA graphs of its own, which would copy the inputs."""

    distributions = ("torch", "triton")

    def __init__(self, name: str, mode: str):
        self.name, self.mode = name, mode

    def load(self) -> None:
        self.torch = import_or_missing("torch")
        import_or_missing("triton")

    def versions(self) -> dict[str, str]:
        return {**{name: version_of(name) for name in self.distributions}, "mode": self.mode}

    def build(self, case: Case) -> Runner:
        from harness.references import function_of

        function = self.torch.compile(
            function_of(case), mode=self.mode, dynamic=False, fullgraph=True
        )
        return Runner(lambda inputs: function(*inputs), lambda tensors: tensors.inputs)

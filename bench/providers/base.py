"""What a provider is: something that computes the graphs of cases.py, timed beside the others."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from harness.buffers import BufferSet
    from harness.case import Case


class Missing(Exception):
    """The provider is not installed here: one line."""


class NotApplicable(Exception):
    """The provider has no such operation, or not for these types: one line."""


class NotCompiled(Exception):
    """normc does not take the case yet: the first line of its error."""


def _same(tensors: BufferSet) -> Any:
    return tensors


@dataclass(frozen=True)
class Runner:
    """A call, ready to be timed.

    `prepare(set)` is called once for each set of buffers, untimed (casts of weights go there);
    `run(prepared)` is the call: it returns the results in the order of the case, or None where it
    wrote them to the set's outputs. `overwrites`: it writes over its inputs, and so gets copies.
    `cpu_us` times a call on the CPU where a loop in Python would time something else.
    """

    run: Callable[[Any], Any]
    prepare: Callable[[BufferSet], Any] = _same
    overwrites: bool = False
    cpu_us: Callable[[], float | None] | None = None


class Provider:
    """Base of the providers. `package` is what it imports; `distributions` are whose versions the
    records tell. The method named after a graph gives its Runner; no method: NotApplicable."""

    name = ""
    package = ""
    distributions: tuple[str, ...] = ()

    def load(self) -> None:
        """Imports what is needed. Raises Missing."""
        if self.package:
            self.module = import_or_missing(self.package)

    def versions(self) -> dict[str, str]:
        return {name: version_of(name) for name in self.distributions}

    def build(self, case: Case) -> Runner:
        method = getattr(self, case.graph, None)
        if method is None:
            raise NotApplicable(f"{self.name} has no {case.graph}")
        return method(case)


def import_or_missing(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise Missing(f"{name} cannot be imported: {first_line(error)}") from error


def version_of(distribution: str) -> str:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "unknown"


def first_line(error: BaseException, length: int = 160) -> str:
    """An error in one line: its first that says something, cut to `length` characters."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__)[:length]


def require(condition: bool, reason: str) -> None:
    if not condition:
        raise NotApplicable(reason)

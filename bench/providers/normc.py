"""normc: compiles the case's file with the normc of a build, and launches it through the C API."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from providers.base import Missing, NotCompiled, Provider, Runner
from providers.normc_library import PDL, Library, pack

if TYPE_CHECKING:
    from harness.case import Case

MOST_ROWS = 16  # a launch costs the CPU the same at any size


class Normc(Provider):
    """`build` is the build folder, `pdl` launches with programmatic dependent launch."""

    def __init__(self, build: Path, chip: str, pdl: bool = False):
        self.name = "normc_pdl" if pdl else "normc"
        self.compiler = build / "bin" / "normc"
        self.runner = build / "bin" / "normc-run"
        self.library_file = build / "lib" / "libnormc-launch.so.1"
        self.chip = chip
        self.pdl = pdl

    def load(self) -> None:
        for file in (self.compiler, self.library_file):
            if not file.exists():
                raise Missing(f"there is no {file}: build normc, or name its folder with --build")
        self.library = Library(self.library_file)
        self.folder = tempfile.TemporaryDirectory(prefix="normc-bench-")
        line = subprocess.run([self.compiler, "--version"], capture_output=True, text=True).stdout
        digest = hashlib.sha256(self.compiler.read_bytes()).hexdigest()[:12]
        self._versions = {"normc": line.strip() or "unknown", "build": digest, "chip": self.chip}

    def versions(self) -> dict[str, str]:
        return self._versions

    def build(self, case: Case) -> Runner:
        import torch

        function = self.library.load(self.compile(case), case.function or case.file)

        def prepare(tensors):
            arguments = case.arguments or [tensor.name for tensor in case.inputs]
            structs = pack((*(tensors[name] for name in arguments), *tensors.outputs))
            size = function.workspace_bytes(structs)
            workspace = torch.empty(max(size, 1), dtype=torch.uint8, device="cuda")
            return structs, workspace, size

        def run(prepared) -> None:
            structs, workspace, size = prepared
            stream = torch.cuda.current_stream().cuda_stream
            function.launch(structs, workspace.data_ptr(), size, stream, PDL if self.pdl else 0)

        return Runner(run, prepare, cpu_us=lambda: self.native_cpu_us(case))

    def compile(self, case: Case) -> Path:
        """The case's package. Raises NotCompiled with the compiler's first error."""
        source = self.write(case)
        package = source.with_suffix(".normc")
        command = [self.compiler, source, f"--arch={self.chip}", "-o", package]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            lines = done.stderr.splitlines() or [f"normc ended with code {done.returncode}"]
            errors = [line for line in lines if "error: " in line] or lines
            raise NotCompiled(errors[0].split("error: ", 1)[-1])
        return package

    def write(self, case: Case) -> Path:
        """The case's file after its substitutions."""
        try:
            text = case.text()
        except FileNotFoundError:
            raise NotCompiled(f"there is no bench/cases/{case.file}.mlir yet") from None
        source = Path(self.folder.name) / f"{case.name}.mlir"
        source.write_text(text)
        return source

    def native_cpu_us(self, case: Case) -> float | None:
        """normc-run's time of the launcher's own loop, at few rows; None where it has none."""
        if not self.runner.exists():
            return None
        shape = ",".join(f"{name}={min(n, MOST_ROWS)}" for name, n in case.dimensions.items())
        times = Path(self.folder.name) / "times.json"
        command = [self.runner, self.write(case), "--device=gpu", "--time", f"--json={times}"]
        command += [f"--shape={shape}"] * bool(shape) + ["--pdl"] * self.pdl
        command += [f"--function={case.function}"] * bool(case.function)
        if subprocess.run(command, capture_output=True).returncode:
            return None
        return json.loads(times.read_text())["runs"][0]["cpu_us_per_call"]

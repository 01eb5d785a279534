"""The first call of a provider in a process of its own: caches empty, then filled.

As a program it is that process: python3 -m harness.first_call CASE PROVIDER BUILD, in bench/,
prints {"import_s": ..., "first_call_s": ...}. The CUDA context and the inputs are there before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BENCH = Path(__file__).resolve().parent.parent
# Where torch, Triton, the driver and the peers keep what they compiled; HOME for the rest.
CACHES = (
    "HOME",
    "XDG_CACHE_HOME",
    "TORCHINDUCTOR_CACHE_DIR",
    "TORCH_EXTENSIONS_DIR",
    "TRITON_CACHE_DIR",
    "CUDA_CACHE_PATH",
    "FLASHINFER_WORKSPACE_BASE",
    "QUACK_CACHE_DIR",
    "CUTE_DSL_CACHE_DIR",
    "TVM_FFI_CACHE_DIR",
    "SGLANG_CACHE_DIR",
)


def time_first_calls(case: str, provider: str, build: str) -> dict[str, float]:
    """first_call_s and first_call_warm_s; import_s of the second process."""
    with tempfile.TemporaryDirectory(prefix="normc-bench-caches-") as folder:
        environment = {name: os.path.join(folder, name.lower()) for name in CACHES}
        for path in environment.values():
            os.mkdir(path)
        environment = {**os.environ, **environment, "PYTHONPATH": os.pathsep.join(sys.path)}
        empty, filled = (_run_once(case, provider, build, environment) for _ in range(2))
    return {
        "first_call_s": empty["first_call_s"],
        "first_call_warm_s": filled["first_call_s"],
        "import_s": filled["import_s"],
    }


def _run_once(case: str, provider: str, build: str, environment: dict[str, str]) -> dict:
    command = [sys.executable, "-m", "harness.first_call", case, provider, build]
    done = subprocess.run(command, cwd=BENCH, env=environment, capture_output=True, text=True)
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [f"ended with code {done.returncode}"]
        raise RuntimeError(lines[-1])
    return json.loads(done.stdout.splitlines()[-1])


def main(name: str, provider_name: str, build: str) -> None:
    import torch

    import cases
    from harness.buffers import make_sets
    from providers import make_providers

    (case,) = cases.select([name], [])
    tensors = make_sets(case, 1, "cuda")[0]
    torch.cuda.synchronize()
    major, minor = torch.cuda.get_device_capability()
    (provider,) = make_providers([provider_name], Path(build), f"sm_{major}{minor}")
    with torch.no_grad():
        start = time.perf_counter()
        provider.load()
        loaded = time.perf_counter()
        runner = provider.build(case)
        runner.run(runner.prepare(tensors))
        torch.cuda.synchronize()
        done = time.perf_counter()
    print(json.dumps({"import_s": loaded - start, "first_call_s": done - loaded}))


if __name__ == "__main__":
    main(*sys.argv[1:])

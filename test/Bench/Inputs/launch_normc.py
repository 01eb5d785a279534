"""Launches a case through the benchmark's normc provider, in the memory of a driver that runs
nothing: launch_normc.py BENCH BUILD

Stands in for torch with as much of it as the provider uses.
"""

import ctypes
import sys
import types
from pathlib import Path

bench, build = sys.argv[1:]
sys.path.insert(0, bench)

import cases  # noqa: E402
from harness import case as case_module  # noqa: E402
from providers import make_providers  # noqa: E402
from providers.base import NotCompiled  # noqa: E402

DTYPES = {"f32": "torch.float32", "f16": "torch.float16", "bf16": "torch.bfloat16"}


class Tensor:
    """Memory of 512 bytes' alignment, as the case has the tensor."""

    def __init__(self, tensor):
        self.shape, self.dtype = tensor.shape, DTYPES[tensor.dtype]
        self.strides = tensor.strides
        size = tensor.shape[0] * self.strides[0] * case_module.ITEM_BYTES[tensor.dtype]
        self.memory = ctypes.create_string_buffer(size + 512)
        self.address = -(-ctypes.addressof(self.memory) // 512) * 512

    def data_ptr(self):
        return self.address

    def stride(self):
        return self.strides


class Set:
    def __init__(self, case):
        parts = [part for part in case.inputs if part.buffer]
        whole = [case_module.Tensor(p.buffer, (p.shape[0], p.pitch), p.dtype) for p in parts]
        self.tensors = {t.name: Tensor(t) for t in (*case.inputs, *case.results, *whole)}
        self.outputs = tuple(self.tensors[t.name] for t in case.results)

    def __getitem__(self, name):
        return self.tensors[name]


workspace = Tensor(cases.rms_norm(1, 4096).inputs[0])
sys.modules["torch"] = types.SimpleNamespace(
    uint8=None,
    empty=lambda size, dtype, device: workspace,
    cuda=types.SimpleNamespace(current_stream=lambda: types.SimpleNamespace(cuda_stream=0x51)),
)
cuda = ctypes.CDLL("libcuda.so.1")
context = ctypes.c_void_p()
assert cuda.cuInit(0) == 0
assert cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), 0) == 0
assert cuda.cuCtxSetCurrent(context) == 0

for provider in make_providers(["normc_pdl", "normc"], Path(build), "sm_90"):
    provider.load()
    versions = provider.versions()
    print(provider.name, versions["normc"], len(versions["build"]), versions["chip"])
    for case in (
        cases.rms_norm(3, 4096),
        cases.qk_norm(5, "strided"),
        cases.rms_norm(2, 131072),
        cases.cat(8, 64, "nowhere"),
    ):
        try:
            runner = provider.build(case)
            assert runner.run(runner.prepare(Set(case))) is None
            print(case.name, "launched")
            print("cpu us:", provider.native_cpu_us(case))
        except NotCompiled as error:
            print(case.name, error)

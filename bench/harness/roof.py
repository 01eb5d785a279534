"""What a case is measured against: copies of its bytes, and a streaming kernel of its mix."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from fractions import Fraction

import torch

from harness.case import Case

GRANULE = 2 << 20  # bytes: inside graphs, copies of other sizes are slower by a third
PITCH = 512  # bytes between buffers
SHAPES = ((1024, 4), (2048, 4), (2048, 8), (4096, 4), (4096, 8), (8192, 8), (8192, 16))


def mix_of(case: Case) -> tuple[int, int]:
    """Reads and writes in small numbers: (3, 1) for w * x + b in full. Weights round away."""
    ratio = Fraction(case.bytes_read, case.bytes_written).limit_denominator(4)
    return ratio.numerator, ratio.denominator


def rounded_up(bytes_moved: int) -> int:
    """The next bytes at which a copy, half of them read, is at its best inside a graph."""
    if bytes_moved < 2 * GRANULE:
        return bytes_moved
    return -(-bytes_moved // (2 * GRANULE)) * 2 * GRANULE


class Copies:
    """cudaMemcpyAsync, device to device, of half of `bytes_moved`, over rotating sets."""

    def __init__(self, bytes_moved: int, sets_for: Callable[[int], int]):
        self.half = max(bytes_moved // 2, 1)
        self.sets = sets_for(2 * self.half)
        self.pitch = -(-self.half // PITCH) * PITCH
        self.memory = torch.zeros(2 * self.pitch * self.sets, dtype=torch.uint8, device="cuda")
        self.copy = ctypes.CDLL("libcuda.so.1").cuMemcpyDtoDAsync_v2
        self.copy.argtypes = (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_void_p)

    @property
    def bytes(self) -> int:
        """Read and written by a copy."""
        return 2 * self.half

    def run(self, i: int) -> None:
        """Enqueues a copy inside set i on the current stream."""
        start = self.memory.data_ptr() + i % self.sets * 2 * self.pitch
        stream = torch.cuda.current_stream().cuda_stream
        if code := self.copy(start + self.pitch, start, self.half, stream):
            raise RuntimeError(f"cuMemcpyDtoDAsync failed with error {code}")


class Streaming:
    """An elementwise kernel of `reads` and `writes`, moving about `bytes_moved`, in Triton."""

    def __init__(self, mix: tuple[int, int], bytes_moved: int, sets_for: Callable[[int], int]):
        from harness.streaming_kernel import stream

        self.kernel = stream
        self.reads, self.writes = mix
        granule = 1024  # elements of bf16: every stream starts where wide accesses may
        items = bytes_moved // (2 * (self.reads + self.writes))
        self.items = max(round(items / granule), 1) * granule
        self.sets = sets_for(self.bytes)
        shape = self.sets, (self.reads + self.writes) * self.items
        self.memory = torch.zeros(shape, dtype=torch.bfloat16, device="cuda")

    @property
    def bytes(self) -> int:
        return 2 * self.items * (self.reads + self.writes)

    def run(self, i: int, shape: tuple[int, int]) -> None:
        """Enqueues the kernel on set i; `shape` is elements a CTA and warps."""
        memory = self.memory[i % self.sets]
        block, warps = shape
        self.kernel[(-(-self.items // block),)](
            memory,
            memory[self.reads * self.items :],
            self.items,
            READS=self.reads,
            WRITES=self.writes,
            BLOCK=block,
            num_warps=warps,
        )

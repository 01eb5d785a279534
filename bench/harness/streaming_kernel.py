"""The streaming roof: the sum of READS streams of bf16, written to WRITES streams."""

import triton
import triton.language as tl


@triton.jit
def stream(source, target, items, READS: tl.constexpr, WRITES: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    inside = offsets < items
    total = tl.load(source + offsets, mask=inside)
    for i in tl.static_range(1, READS):
        total += tl.load(source + i * items + offsets, mask=inside)
    for i in tl.static_range(WRITES):
        tl.store(target + i * items + offsets, total, mask=inside)

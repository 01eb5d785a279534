"""Writes a small results file by hand: make_results.py BENCH FILE

Two cases: normc wins the first with 4000 GB/s, peer the second; one error, one that does not apply.
"""

import sys
from pathlib import Path

bench, file = sys.argv[1:]
sys.path.insert(0, bench)

from harness.records import Results, blank  # noqa: E402

ROOF = 50.0  # microseconds
TIMES = (
    ("rms_norm_12800x4096", "memcpy", ROOF, None),
    ("rms_norm_12800x4096", "normc", 52.5, 3.25),
    ("rms_norm_12800x4096", "peer", 56.0, 24.5),
    ("rms_norm_12800x8192", "memcpy", ROOF, None),
    ("rms_norm_12800x8192", "normc", 64.0, 3.25),
    ("rms_norm_12800x8192", "peer", 60.0, 23.5),
)

results = Results(Path(file))
results.machine = {"name": "Test GPU <1>", "chip": "sm_90", "driver": "580.1"}
for case, provider, cold, cpu in TIMES:
    record = blank(case, provider)
    record.update(
        bytes=210_000_000,
        bytes_read=105_000_000,
        cold_us=cold,
        cpu_us=cpu,
        memcpy_us=ROOF,
        roof_us=ROOF,
        roof="memcpy",
        percent_of_memcpy=100 * ROOF / cold,
        percent_of_roof=100 * ROOF / cold,
        captured=provider != "peer",
        cold=True,
        checked=True,
        date="2026-11-29",
        run="2026-11-29T10:00:00+00:00",
    )
    results.put([record])
for provider, error in (("broken", "ValueError: a < b"), ("other", "does not apply: no rms_norm")):
    results.put([{**blank("rms_norm_12800x8192", provider), "error": error, "date": "2026-11-29"}])
results.save()

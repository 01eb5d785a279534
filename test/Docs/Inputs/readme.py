"""Checks that each line of the README's code blocks stands in what normc prints for its graph.

Arguments: the README, and normc. The first block is the graph; a line of dots is left out.
"""
import re
import subprocess
import sys

readme, normc = sys.argv[1:]
section = open(readme).read().split("## One kernel through every phase")[1].split("\n## ")[0]
graph, *blocks = re.findall(r"```(?:mlir)?\n(.*?)```", section, re.S)
printed = "".join(
    subprocess.run(
        [normc, "-", "--arch=sm_90", f"--compile-to={phase}"], input=graph, capture_output=True, text=True, check=True
    ).stdout
    for phase in ("norm", "fusion", "schedule", "gpu", "ptx")
)
lines = [line.strip() for block in blocks for line in block.splitlines()]
lines = [line for line in lines if line and line != "..."]
missing = [line for line in lines if line not in printed]
for line in missing:
    print("not printed by normc:", line)
print(f"{len(lines) - len(missing)} of {len(lines)} lines")
sys.exit(bool(missing) or len(lines) < 15)

"""Checks the list of cases against normc: check_cases.py BENCH NORMC NORMC-RUN

Every file that is there is a graph after its substitutions, but for rows that are longer than
normc takes; the quick cases compile, to one launch; and a case counts the bytes that normc-run
counts, at few rows.
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

bench, normc, normc_run = sys.argv[1:]
sys.path.insert(0, bench)

import cases  # noqa: E402

faults = []


def run(command, case):
    done = subprocess.run(command, input=case.text(), capture_output=True, text=True, check=False)
    if done.returncode:
        faults.append(f"{case.name}: {' '.join(command[1:])}: {done.stderr}")
    return done.stdout


def check_quick(case):
    """One launch each."""
    text = run([normc, "-", "--arch=sm_90"], case)
    launches = max(text.count("//   launch "), 1)
    if launches > 1:
        faults.append(f"{case.name}: {launches} launches")


def check_bytes(case):
    """normc-run's table: kernel, CTAs, threads/row, rows/CTA, bytes, predicted us."""
    shape = ",".join(f"{name}={size}" for name, size in case.dimensions.items())
    lines = run([normc_run, "-", "--device=emulator", f"--shape={shape}"], case).splitlines()
    counted = sum(int(line.split()[4]) for line in lines[2:-1])
    if counted != case.bytes:
        faults.append(f"{case.name}: {case.bytes} bytes, normc-run counts {counted}")


everything = cases.all_cases()
assert len({case.name for case in everything}) == len(everything)
for case in everything:
    rebuilt = cases.BUILDERS[case.graph](**case.parameters)
    assert (rebuilt.name, rebuilt.inputs) == (case.name, case.inputs), case.name
    if case.path.exists():
        assert all(new in case.text() for _, new in case.substitutions), case.name

there = [case for case in everything if case.path.exists()]
there = [case for case in there if "huge" not in case.tags]
inputs = {(case.file, case.substitutions): case for case in there}
quick = [case for case in there if "quick" in case.tags]
short = {case.graph: cases.with_few_rows(case) for case in there}
mixed = [cases.with_few_rows(case) for case in there if "mixed" in case.tags]
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda case: run([normc, "-", "--compile-to=input"], case), inputs.values()))
    list(pool.map(check_quick, quick))
    list(pool.map(check_bytes, [*short.values(), *mixed]))
print(*faults, sep="\n")
waiting = sorted({case.file for case in everything if not case.path.exists()})
print(f"no file yet: {', '.join(waiting) or 'none'}")
print(f"{len(everything)} cases, {len(inputs)} inputs, {len(quick)} quick, {len(short)} graphs")
sys.exit(bool(faults))

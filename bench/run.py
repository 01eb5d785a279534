#!/usr/bin/env python3
"""Times the cases of cases.py on a GPU, normc beside the others: README.md has the method.

    python3 bench/run.py --tag=quick                         # the main graphs, every provider here
    python3 bench/run.py --case='rms_norm_*' --providers=eager,quack --resume
    python3 bench/run.py --regions --providers=eager,compile # what models do between two GEMMs

Results go to bench/results/<chip>.json after every case, then a table to stdout. Exit codes: 0
done, 1 normc failed or gave a wrong result, 2 wrong usage, 3 no torch or no GPU.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parent
sys.path.insert(0, str(BENCH))

import cases  # noqa: E402
from harness.records import Results  # noqa: E402
from harness.regions import NoRegions, region_cases  # noqa: E402
from harness.suite import Suite  # noqa: E402
from harness.table import table_of  # noqa: E402
from providers import PROVIDERS, SLOW, make_providers  # noqa: E402


def read_command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__.splitlines()[0])
    parser.add_argument("--case", action="append", default=[], metavar="PATTERN")
    parser.add_argument("--tag", action="append", default=[], help="see --list")
    parser.add_argument("--regions", action="store_true", help="the regions of test/Regions too")
    parser.add_argument("--providers", help="names with commas (default: all that are not slow)")
    parser.add_argument("--output", type=Path, help="(default: bench/results/<chip>.json)")
    parser.add_argument("--build", type=Path, default=BENCH.parent / "build", help="normc's folder")
    parser.add_argument("--resume", action="store_true", help="skip today's results, same versions")
    parser.add_argument("--first-call", action="store_true", help="time first calls too: slow")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--replays", type=int, default=4, help="of a provider in a round")
    parser.add_argument("--markdown", action="store_true", help="print the table for README.md")
    parser.add_argument("--table", action="store_true", help="print --output's table, time nothing")
    parser.add_argument("--list", action="store_true", help="print cases and providers and stop")
    options = parser.parse_args()
    if options.rounds * options.replays < 9:
        parser.error("a median wants 9 replays: rounds times replays are too few")
    names = options.providers.split(",") if options.providers else list(PROVIDERS)
    options.names = [n for n in names if options.providers or n not in SLOW]
    if unknown := [name for name in options.names if name not in PROVIDERS]:
        parser.error(f"unknown provider '{unknown[0]}', expected {', '.join(PROVIDERS)}")
    chosen = options.case or options.tag or not options.regions
    options.cases = cases.select(options.case, options.tag) if chosen else []
    if not options.cases and not options.regions:
        parser.error("no case has such a name or tag: see --list")
    if options.table and not options.output:
        parser.error("--table needs --output")
    return options


def print_list(options: argparse.Namespace) -> None:
    for case in options.cases:
        print(f"{case.name:48} {case.bytes / 1e6:8.1f} MB  {', '.join(case.tags)}")
    slow = [f"{name} (slow: named ones only)" if name in SLOW else name for name in PROVIDERS]
    print(f"providers: {', '.join(slow)}")


def read_results(path: Path) -> Results:
    try:
        return Results.load(path)
    except ValueError as error:
        sys.exit(f"run.py: error: {error}")


def open_gpu(options: argparse.Namespace):
    """The backend. Ends with code 3 where there is no torch or no GPU."""
    try:
        import torch
    except ImportError as error:
        reason = f"torch cannot be imported ({error}): see bench/requirements.txt"
    else:
        if torch.cuda.is_available():
            from harness.gpu import GpuBackend

            torch.set_grad_enabled(False)
            return GpuBackend(options.rounds, options.replays, str(options.build.resolve()))
        reason = "torch finds no GPU"
    print(f"run.py: error: {reason}", file=sys.stderr)
    sys.exit(3)


def default_output(model: str) -> Path:
    """bench/results/nvidia-h200.json for "NVIDIA H200"."""
    return BENCH / "results" / (re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-") + ".json")


def main() -> int:
    options = read_command_line()
    if options.regions:
        try:
            options.cases += region_cases(options.build / "bin" / "normc")
        except (NoRegions, ValueError) as error:
            print(f"run.py: error: {error}", file=sys.stderr)
            return 3
    if options.list:
        print_list(options)
        return 0
    if options.table:
        print(table_of(read_results(options.output).records, options.markdown))
        return 0
    backend = open_gpu(options)
    machine = backend.machine()
    results = read_results(options.output or default_output(machine["name"]))
    results.machine = machine
    run = datetime.datetime.now().astimezone().isoformat(timespec="seconds")
    suite = Suite(backend, results, run, lambda line: print(line, flush=True), options.first_call)
    names = options.names if "normc" in options.names else ["normc", *options.names]
    providers = suite.load(make_providers(names, options.build, backend.chip))
    suite.run(options.cases, providers, options.resume)
    names = {case.name for case in options.cases}
    print(table_of([r for r in results.records if r["case"] in names], options.markdown))
    print(f"results: {results.path}")
    return int(suite.has_failed)


if __name__ == "__main__":
    sys.exit(main())

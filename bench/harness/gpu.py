"""The backend that times on a GPU, through torch: the protocol of bench/README.md.

Cold: a CUDA graph of at least 20 calls that rotate over sets of inputs and outputs larger than
twice the L2. Warm: the same buffers again. Providers and roofs take turns, round by round.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch

from harness import check, roof, smi
from harness.buffers import BufferSet, copy_of, make_sets
from harness.case import Case
from harness.first_call import time_first_calls
from harness.suite import Roof, Times
from providers.base import Provider, Runner, first_line

LEAST_CALLS, MOST_CALLS, MOST_SETS = 20, 500, 8192
GRAPH_US = 1000  # a graph's least length, short calls apart
BYTES_PER_US = 4e6  # about; it only sets lengths
WARM_UP_S = 0.2  # clocks rise within tens of milliseconds of work
CPU_CALLS, CPU_LOOPS = 100, 5  # so few that the stream takes them without waiting for the GPU
FASTEST = 1.3  # times the roof's rate, from LARGE bytes on: what is faster did not run
LARGE = 20e6


@dataclass
class Ready:
    """A provider whose results are right, with a prepared call for each set of buffers."""

    runner: Runner
    sets: list[BufferSet]
    prepared: list[Any]

    def call(self, i: int) -> Any:
        return self.runner.run(self.prepared[i % len(self.prepared)])


@dataclass
class Entry:
    """Something that is replayed: `replay` enqueues `calls` calls."""

    replay: Callable[[], None]
    calls: int
    captured: bool = True
    times: list[float] = field(default_factory=list)

    def median_us(self) -> float:
        """Of one call."""
        return statistics.median(self.times) / self.calls


class GpuBackend:
    """`rounds` times `replays` replays of everything; `build` is normc's build folder."""

    def __init__(self, rounds: int, replays: int, build: str):
        self.rounds, self.replays, self.build = rounds, replays, build
        self.properties = torch.cuda.get_device_properties(0)
        self.stream = torch.cuda.Stream()

    @property
    def chip(self) -> str:
        return f"sm_{self.properties.major}{self.properties.minor}"

    def machine(self) -> dict[str, Any]:
        return {
            "name": self.properties.name,
            "chip": self.chip,
            "driver": smi.read("driver_version"),
            "cuda": torch.version.cuda,
            "torch": torch.__version__,
            "sm_count": self.properties.multi_processor_count,
            "l2_bytes": self.properties.L2_cache_size,
        }

    def sets_for(self, bytes_of_call: int) -> int:
        """So many that all but one are more than twice the L2."""
        wanted = 2 * self.properties.L2_cache_size // bytes_of_call + 2
        return min(max(wanted, 2), MOST_SETS)

    def calls_for(self, bytes_of_call: int, sets: int) -> int:
        """Calls of a graph, a multiple of the sets; many short ones make up for its start."""
        calls = int(GRAPH_US * BYTES_PER_US / bytes_of_call)
        return -(-min(max(calls, LEAST_CALLS), MOST_CALLS) // sets) * sets

    def open(self, case: Case) -> GpuSession:
        return GpuSession(self, case)

    def first_call(self, case: Case, provider: Provider) -> dict[str, float]:
        return time_first_calls(case.name, provider.name, self.build)


class GpuSession:
    """A case in the GPU's memory."""

    def __init__(self, backend: GpuBackend, case: Case):
        self.backend, self.case = backend, case
        self.count = backend.sets_for(case.bytes)
        self.calls = backend.calls_for(case.bytes, self.count)
        with torch.cuda.stream(backend.stream):
            self.sets = make_sets(case, self.count, "cuda")
            self.reference = check.reference_of(self.sets[0])
        torch.cuda.synchronize()
        self.ready: dict[str, Ready] = {}

    def close(self) -> None:
        self.ready.clear()
        del self.sets, self.reference
        torch.compiler.reset()
        torch.cuda.empty_cache()

    # Checking

    def check(self, provider: Provider) -> float:
        with torch.cuda.stream(self.backend.stream):
            runner = provider.build(self.case)
            sets = copy_of(self.sets) if runner.overwrites else self.sets
            sets[0].poison_outputs()
            ready = Ready(runner, sets, [runner.prepare(tensors) for tensors in sets])
            results = check.results_of(ready.call(0), sets[0])
            error = check.relative_error(results, sets[0], self.reference)
        torch.cuda.synchronize()
        self.ready[provider.name] = ready
        return error

    # Timing

    def measure(self, providers: list[Provider]) -> tuple[dict[str, Times], Roof, dict[str, Any]]:
        with torch.cuda.stream(self.backend.stream):
            times: dict[str, Times] = {}
            cold: dict[str, Entry] = {}
            warm: dict[str, Entry] = {}
            for provider in providers:
                try:
                    ready = self.ready[provider.name]
                    cold[provider.name] = self._enter(ready, len(ready.sets))
                    warm[provider.name] = self._enter(ready, 1)
                except Exception as error:
                    cold.pop(provider.name, None)
                    text = f"{type(error).__name__}: {first_line(error)}"
                    times[provider.name] = Times(0, None, None, error=text)
            roofs, finish = self._roofs()
            entries = [*cold.values(), *roofs]
            self._warm_up(entries)
            for _ in range(self.backend.rounds):
                for entry in entries:
                    self._time(entry)
                for entry in warm.values():
                    entry.replay()
                    self._time(entry)
            clocks = self._clocks(entries[0])
            bounds = finish()
            for name, entry in cold.items():
                times[name] = self._times_of(name, entry, warm[name], bounds)
        return times, bounds, clocks

    def _enter(self, ready: Ready, sets: int) -> Entry:
        """The calls over so many sets: as a graph, or as a loop where they cannot be captured."""
        calls = range(self.calls)

        def loop() -> None:
            for i in calls:
                ready.call(i % sets)

        for _ in range(3):
            ready.call(0)
        torch.cuda.synchronize()
        try:
            graph, rings = capture(lambda i: ready.call(i % sets), self.calls, sets, ready.sets)
        except Exception:  # whatever a provider does that a capture forbids
            torch.cuda.synchronize()
            return Entry(loop, self.calls, captured=False)
        if not ready.runner.overwrites:
            self._check_replay(graph, rings, ready)
        return Entry(graph.replay, self.calls)

    def _check_replay(self, graph: Any, rings: list[tuple], ready: Ready) -> None:
        """A graph in which nothing was captured leaves the results as they were: poisoned."""
        for results in rings:
            for result in results:
                result.fill_(float("nan"))
        graph.replay()
        for i in {0, len(rings) - 1}:
            check.relative_error(rings[i], ready.sets[i], self.reference)

    def _roofs(self) -> tuple[list[Entry], Callable[[], Roof]]:
        """What the roof is the best of, and what makes a Roof of their times."""
        case = self.case
        # Alone, in a graph, and in a graph with as many more bytes as make it fast there.
        exact, rounded = self._copies(case.bytes), self._copies(roof.rounded_up(case.bytes))
        entries = [*exact, rounded[0]]
        mix = roof.mix_of(case)
        stream = self._streaming(mix) if mix[0] != mix[1] else None
        if stream is not None:
            entries.append(stream[0])

        def finish() -> Roof:
            copy = min(entry.median_us() for entry in entries[:3])
            cold = self.count < MOST_SETS
            if stream is None:
                return Roof(copy, copy, "memcpy", cold)
            entry, bytes_moved = stream
            streaming = entry.median_us() * case.bytes / bytes_moved
            return Roof(copy, streaming, f"streaming {mix[0]}:{mix[1]}", cold)

        return entries, finish

    def _copies(self, bytes_moved: int) -> list[Entry]:
        """Copies in a graph and in a loop."""
        copies = roof.Copies(bytes_moved, self.backend.sets_for)
        calls = self.backend.calls_for(copies.bytes, copies.sets)

        def loop() -> None:
            for i in range(calls):
                copies.run(i)

        graph, _ = capture(copies.run, calls, 1, [])
        return [Entry(graph.replay, calls), Entry(loop, calls)]

    def _streaming(self, mix: tuple[int, int]) -> tuple[Entry, int]:
        """The fastest launch shape of the streaming kernel, and the bytes that it moves."""
        backend = self.backend
        streaming = roof.Streaming(mix, self.case.bytes, backend.sets_for)
        calls = backend.calls_for(streaming.bytes, streaming.sets)
        best = None
        for shape in roof.SHAPES:
            streaming.run(0, shape)  # compiles it
            graph, _ = capture(lambda i: streaming.run(i, shape), calls, 1, [])
            entry = Entry(graph.replay, calls)
            self._warm_up([entry], 0.01)
            self._time(entry)
            if best is None or entry.median_us() < best.median_us():
                best = entry
        best.times.clear()
        return best, streaming.bytes

    def _warm_up(self, entries: list[Entry], seconds: float = WARM_UP_S) -> None:
        end = time.monotonic() + seconds
        while True:
            for entry in entries:
                entry.replay()
            torch.cuda.synchronize()
            if time.monotonic() >= end:
                return

    def _time(self, entry: Entry) -> None:
        """Adds the microseconds of some replays to an entry's times."""
        for _ in range(self.backend.replays):
            start = torch.cuda.Event(enable_timing=True)
            stop = torch.cuda.Event(enable_timing=True)
            start.record()
            entry.replay()
            stop.record()
            stop.synchronize()
            entry.times.append(start.elapsed_time(stop) * 1e3)

    def _times_of(self, name: str, cold: Entry, warm: Entry, bounds: Roof) -> Times:
        cold_us = cold.median_us()
        fastest = min(bounds.memcpy_us, bounds.roof_us) / FASTEST
        if cold_us < fastest and self.case.bytes >= LARGE:
            reason = f"{cold_us:.2f} us is faster than the memory allows: not all of it ran"
            return Times(cold_us, None, None, error=reason)
        runner = self.ready[name].runner
        captured = cold.captured and warm.captured
        if runner.cpu_us is not None:
            return Times(cold_us, warm.median_us(), runner.cpu_us(), "normc-run", captured)
        return Times(cold_us, warm.median_us(), self._cpu_us(name), captured=captured)

    def _cpu_us(self, name: str) -> float:
        """Wall time of a call in a loop that does not wait for the GPU: the best loop."""
        ready = self.ready[name]
        run, prepared = ready.runner.run, ready.prepared[0]
        best = float("inf")
        for _ in range(CPU_LOOPS + 1):  # one more to warm up
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(CPU_CALLS):
                run(prepared)
            spent = time.perf_counter() - start
            best = min(best, spent / CPU_CALLS * 1e6)
        torch.cuda.synchronize()
        return best

    def _clocks(self, entry: Entry) -> dict[str, Any]:
        """Clocks and power while something runs."""
        query = smi.start("clocks.sm,clocks.mem,power.draw")
        while query is not None and query.poll() is None:
            entry.replay()
            torch.cuda.synchronize()
        names = "sm_mhz", "memory_mhz", "power_w"
        values = smi.numbers(query)
        return dict(zip(names, values)) if len(values) == 3 else dict.fromkeys(names)


def capture(
    call: Callable[[int], Any], calls: int, keep: int, sets: list[BufferSet]
) -> tuple[Any, list[tuple[torch.Tensor, ...]]]:
    """A graph of call(0), call(1), ... on the current stream.

    The results of the last `keep` calls stay alive meanwhile, so that a provider which allocates
    its results gets memory that rotates too. Returns them, by set, where `sets` are given.
    """
    graph = torch.cuda.CUDAGraph()
    ring: list[Any] = [None] * keep
    with torch.cuda.graph(
        graph, stream=torch.cuda.current_stream(), capture_error_mode="thread_local"
    ):
        for i in range(calls):
            ring[i % keep] = call(i)
    return graph, [check.results_of(returned, sets[i]) for i, returned in enumerate(ring) if sets]

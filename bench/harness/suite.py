"""Cases times providers: what is skipped, what is measured, and what stands in the records.

How something is timed is the backend's part (gpu.py; the tests have one of their own).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from harness.case import Case
from harness.records import DOES_NOT_APPLY, NOT_COMPILED, Record, Results, blank
from providers.base import Missing, NotApplicable, NotCompiled, Provider, first_line

ALWAYS = ("normc",)  # measured again in each run, as the copies are: the others compare with it
FINAL = (DOES_NOT_APPLY, NOT_COMPILED)


@dataclass(frozen=True)
class Times:
    """Of one provider; microseconds a call."""

    cold_us: float
    warm_us: float | None
    cpu_us: float | None
    cpu_from: str = "python loop"
    captured: bool = True
    error: str = ""  # a provider whose call broke in the rounds


@dataclass(frozen=True)
class Roof:
    """Of a case; microseconds to move its bytes."""

    memcpy_us: float
    roof_us: float
    roof: str = "memcpy"
    cold: bool = True


class Session(Protocol):
    """A case whose buffers are in memory."""

    def check(self, provider: Provider) -> float:
        """Builds it, runs it once and compares; the relative L2 error. Raises if it is wrong."""

    def measure(self, providers: list[Provider]) -> tuple[dict[str, Times], Roof, dict[str, Any]]:
        """Times, by provider; the roof; clocks and power (sm_mhz, memory_mhz, power_w)."""

    def close(self) -> None:
        """Frees the memory."""


class Backend(Protocol):
    def open(self, case: Case) -> Session: ...

    def first_call(self, case: Case, provider: Provider) -> dict[str, float]:
        """first_call_s, first_call_warm_s and import_s, from processes of their own."""


class Suite:
    """One run of run.py. `run` names it, `date` is its day; `say` gets lines to show."""

    def __init__(
        self,
        backend: Backend,
        results: Results,
        run: str,
        say: Callable[[str], None] = print,
        times_first_calls: bool = False,
    ):
        self.backend = backend
        self.results = results
        self.run_name = run
        self.date = run[:10]
        self.say = say
        self.times_first_calls = times_first_calls
        self.has_failed = False

    def load(self, providers: list[Provider]) -> list[Provider]:
        """Those that are installed; a line for each that is not."""
        loaded = []
        for provider in providers:
            try:
                provider.load()
                loaded.append(provider)
            except Missing as missing:
                self.say(f"{provider.name}: left out: {missing}")
            except Exception as error:  # a peer may fail in any way when it is imported
                kind = type(error).__name__
                self.say(f"{provider.name}: left out: {kind}: {first_line(error)}")
        return loaded

    def run(self, cases: list[Case], providers: list[Provider], resume: bool) -> None:
        """Measures what `resume` does not find done, and with it always what is in ALWAYS."""
        for case in cases:
            missing = [p for p in providers if not (resume and self._is_done(case, p))]
            if not missing:
                self.say(f"{case.name}: done before")
                continue
            self._run_case(case, [p for p in providers if p in missing or p.name in ALWAYS])

    def _is_done(self, case: Case, provider: Provider) -> bool:
        """Of today, by the same versions, and with times or a reason why there are none. What
        failed otherwise is tried again."""
        record = self.results.find(case.name, provider.name)
        return (
            record is not None
            and record["date"] == self.date
            and record["versions"] == provider.versions()
            and (record["cold_us"] is not None or record["error"].startswith(FINAL))
        )

    def _run_case(self, case: Case, providers: list[Provider]) -> None:
        try:
            session = self.backend.open(case)
        except Exception as error:  # out of memory, most likely: the next case may fit
            self.say(f"{case.name}: {type(error).__name__}: {first_line(error)}")
            return
        try:
            records = [self._check(session, case, provider) for provider in providers]
            checked = [p for p, record in zip(providers, records) if record["checked"]]
            times, roof, clocks = session.measure(checked)
        except Exception as error:  # the GPU's own: a peer's fault takes the whole case along
            self.say(f"{case.name}: {type(error).__name__}: {first_line(error)}")
            self.has_failed = True
            return
        finally:
            session.close()
        for record in records:
            record.update(clocks)
            self._fill_times(record, times.get(record["provider"]), roof)
        records.insert(0, self._memcpy_record(case, roof, clocks))
        if self.times_first_calls:
            self._first_calls(case, checked, records)
        self.results.put(records)
        self.results.save()

    def _record(self, case: Case, provider: str, versions: dict[str, str]) -> Record:
        record = blank(case.name, provider)
        record.update(bytes=case.bytes, bytes_read=case.bytes_read, versions=versions)
        record.update(date=self.date, run=self.run_name)
        return record

    def _check(self, session: Session, case: Case, provider: Provider) -> Record:
        record = self._record(case, provider.name, provider.versions())
        try:
            record["error_l2"] = session.check(provider)
            record["checked"] = True
            return record
        except NotApplicable as error:
            record["error"] = f"{DOES_NOT_APPLY}: {first_line(error)}"
            return record
        except NotCompiled as error:
            record["error"] = f"{NOT_COMPILED}: {first_line(error)}"
        except Exception as error:  # one provider that fails leaves the others their turn
            record["error"] = f"{type(error).__name__}: {first_line(error)}"
            self.has_failed |= provider.name.startswith("normc")
        self.say(f"{case.name}: {provider.name}: {record['error']}")
        return record

    def _fill_times(self, record: Record, times: Times | None, roof: Roof) -> None:
        record.update(memcpy_us=roof.memcpy_us, roof_us=roof.roof_us, roof=roof.roof)
        record["cold"] = roof.cold
        if times is None:
            return
        record.update(captured=times.captured, cpu_us=times.cpu_us, cpu_from=times.cpu_from)
        if times.error:
            record["error"] = times.error
            self.say(f"{record['case']}: {record['provider']}: {times.error}")
            self.has_failed |= record["provider"].startswith("normc")
            return
        record.update(cold_us=times.cold_us, warm_us=times.warm_us)
        record["percent_of_memcpy"] = 100 * roof.memcpy_us / times.cold_us
        record["percent_of_roof"] = 100 * roof.roof_us / times.cold_us
        self.say(
            f"{record['case']}: {record['provider']}: {times.cold_us:.2f} us,"
            f" {record['bytes'] / times.cold_us * 1e-3:.0f} GB/s,"
            f" {record['percent_of_roof']:.1f} % of the roof"
            + ("" if times.captured else " (a loop, not a graph)")
        )

    def _memcpy_record(self, case: Case, roof: Roof, clocks: dict[str, Any]) -> Record:
        record = self._record(case, "memcpy", {})
        record.update(clocks, checked=True, error_l2=0.0)
        times = Times(roof.memcpy_us, None, None, "")
        self._fill_times(record, times, roof)
        return record

    def _first_calls(self, case: Case, providers: list[Provider], records: list[Record]) -> None:
        for provider in providers:
            record = next(r for r in records if r["provider"] == provider.name)
            try:
                record.update(self.backend.first_call(case, provider))
            except Exception as error:
                self.say(f"{case.name}: {provider.name}: first call: {first_line(error)}")

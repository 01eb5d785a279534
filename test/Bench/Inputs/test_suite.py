"""Unit tests of the part of the benchmark that needs no GPU: test_suite.py BENCH FOLDER

A backend made up here says what everything takes: the winner is who it says is fastest.
"""

import json
import sys
import unittest
from pathlib import Path

bench, folder = sys.argv[1:]
sys.path.insert(0, bench)

import cases  # noqa: E402
from harness.records import FIELDS, Results, blank, faults  # noqa: E402
from harness.suite import Roof, Suite, Times  # noqa: E402
from harness.table import rows_of, table_of, winner_of  # noqa: E402
from providers.base import Missing, NotApplicable, NotCompiled, Provider  # noqa: E402

RUN = "2026-11-29T10:00:00+00:00"
CASE = cases.rms_norm(12800, 4096)
OTHER = cases.layer_norm(12800, 4096)


class Fake(Provider):
    def __init__(self, name, us=60.0, error=None, version="1", missing=False):
        self.name, self.us, self.error = name, us, error
        self.version, self.missing = version, missing

    def load(self):
        if self.missing:
            raise Missing("fast cannot be imported")

    def versions(self):
        return {"fake": self.version}


class Session:
    def __init__(self, backend, case):
        self.backend, self.case = backend, case

    def check(self, provider):
        self.backend.checked.append((self.case.name, provider.name))
        if isinstance(provider.error, Exception):
            raise provider.error
        return 1e-3

    def measure(self, providers):
        times = {p.name: Times(p.us, p.us - 1, 3.0, error=p.error or "") for p in providers}
        return times, Roof(50.0, 48.0, "streaming 2:1"), {"sm_mhz": 1980.0}

    def close(self):
        self.backend.closed += 1


class Backend:
    def __init__(self):
        self.checked, self.closed = [], 0

    def open(self, case):
        return Session(self, case)

    def first_call(self, case, provider):
        return {"first_call_s": 1.5, "first_call_warm_s": 0.25, "import_s": 0.1}


class SuiteTest(unittest.TestCase):
    def setUp(self):
        self.path = Path(folder) / f"{self.id()}.json"
        self.path.unlink(missing_ok=True)
        self.lines = []

    def run_suite(self, providers, resume=False, run=RUN, these=(CASE,), first_calls=False):
        """The suite after a run, and the (case, provider) that were checked in it."""
        backend = Backend()
        results = Results.load(self.path)
        suite = Suite(backend, results, run, self.lines.append, first_calls)
        suite.run(list(these), suite.load(providers), resume)
        return suite, backend.checked

    def record(self, provider, case=CASE):
        return Results.load(self.path).find(case.name, provider)

    def test_records(self):
        self.run_suite([Fake("normc", 50), Fake("peer", 60)], first_calls=True)
        normc, memcpy = self.record("normc"), self.record("memcpy")
        self.assertEqual(normc["bytes"], 209723392)
        self.assertEqual(normc["percent_of_memcpy"], 100)
        self.assertEqual(normc["percent_of_roof"], 96)
        self.assertEqual((normc["cold_us"], normc["warm_us"], normc["cpu_us"]), (50, 49, 3))
        self.assertEqual((normc["roof"], normc["sm_mhz"]), ("streaming 2:1", 1980))
        self.assertEqual((normc["first_call_s"], normc["first_call_warm_s"]), (1.5, 0.25))
        self.assertEqual((normc["date"], normc["run"]), ("2026-11-29", RUN))
        self.assertTrue(normc["checked"] and normc["error"] == "")
        self.assertEqual((memcpy["cold_us"], memcpy["percent_of_memcpy"]), (50, 100))
        self.assertEqual(faults(json.loads(self.path.read_text())), [])
        self.assertFalse(self.path.with_name(self.path.name + ".part").exists())

    def test_written_after_every_case(self):
        class Breaks(Backend):
            def open(backend, case):
                if case is OTHER:
                    self.assertEqual(self.record("normc")["cold_us"], 60)
                    raise KeyboardInterrupt
                return Session(backend, case)

        suite = Suite(Breaks(), Results.load(self.path), RUN, self.lines.append)
        with self.assertRaises(KeyboardInterrupt):
            suite.run([CASE, OTHER], [Fake("normc")], False)
        self.assertIsNotNone(self.record("normc"))
        self.assertIsNone(self.record("normc", OTHER))

    def test_one_that_fails_leaves_the_others(self):
        suite, _ = self.run_suite(
            [
                Fake("normc", 55),
                Fake("wrong", error=ValueError("y has a relative L2 error of 2\nand more")),
                Fake("breaks", error="RuntimeError: cannot be captured"),
                Fake("other", error=NotApplicable("other has no rms_norm")),
                Fake("peer", 50),
            ]
        )
        wrong = self.record("wrong")
        self.assertEqual(wrong["error"], "ValueError: y has a relative L2 error of 2")
        self.assertEqual((wrong["cold_us"], wrong["checked"]), (None, False))
        self.assertEqual(self.record("breaks")["error"], "RuntimeError: cannot be captured")
        self.assertEqual(self.record("other")["error"], "does not apply: other has no rms_norm")
        self.assertEqual(self.record("peer")["cold_us"], 50)
        self.assertFalse(suite.has_failed)
        self.assertIn(f"{CASE.name}: wrong: {wrong['error']}", self.lines)

    def test_normc_that_fails_or_does_not_compile(self):
        suite, _ = self.run_suite([Fake("normc", error=NotCompiled("there is no file yet"))])
        self.assertEqual(self.record("normc")["error"], "not compiled: there is no file yet")
        self.assertFalse(suite.has_failed)
        suite, _ = self.run_suite([Fake("normc_pdl", error=ValueError("wrong"))])
        self.assertTrue(suite.has_failed)

    def test_what_is_not_installed_is_left_out(self):
        self.run_suite([Fake("normc"), Fake("fast", missing=True)])
        self.assertIn("fast: left out: fast cannot be imported", self.lines)
        self.assertIsNone(self.record("fast"))

    def test_resume(self):
        normc, peer = Fake("normc"), Fake("peer")
        self.run_suite([normc, peer])
        self.assertEqual(self.run_suite([normc, peer], resume=True)[1], [])
        self.assertEqual(len(self.run_suite([normc, peer])[1]), 2)
        # What is new runs, and normc with it; the others keep their records.
        later, checked = "2026-11-29T12:00:00+00:00", [(CASE.name, "normc"), (CASE.name, "new")]
        _, seen = self.run_suite([normc, peer, Fake("new")], True, later)
        self.assertEqual(seen, checked)
        self.assertEqual(self.record("peer")["run"], RUN)
        self.assertEqual(self.record("normc")["run"], later)
        # Another case, another version, another day; what does not apply stays done.
        self.assertEqual(len(self.run_suite([normc, peer], True, these=(CASE, OTHER))[1]), 2)
        _, seen = self.run_suite([normc, Fake("peer", version="2")], True)
        self.assertEqual([name for _, name in seen], ["normc", "peer"])
        self.assertEqual(len(self.run_suite([normc], True, "2026-11-30T10:00:00+00:00")[1]), 1)
        none = Fake("none", error=NotApplicable("it has none"))
        self.assertEqual(len(self.run_suite([none], True)[1]), 1)
        self.assertEqual(self.run_suite([none], True)[1], [])
        # What failed is tried again.
        fails = Fake("fails", error=ValueError("once"))
        self.run_suite([fails])
        self.assertEqual(len(self.run_suite([fails], True)[1]), 1)

    def test_a_case_that_does_not_fit(self):
        class Full(Backend):
            def open(self, case):
                if case is CASE:
                    raise MemoryError("out of memory")
                return Session(self, case)

        suite = Suite(Full(), Results.load(self.path), RUN, self.lines.append)
        suite.run([CASE, OTHER], [Fake("normc")], False)
        self.assertIn(f"{CASE.name}: MemoryError: out of memory", self.lines)
        self.assertIsNotNone(self.record("normc", OTHER))

    def test_table(self):
        self.run_suite([Fake("normc", 50), Fake("peer", 60), Fake("bad", error=ValueError("no"))])
        records = Results.load(self.path).records
        self.assertEqual(winner_of(records)["provider"], "normc")
        head, (row,) = rows_of(records)
        self.assertEqual(
            dict(zip(head, row)),
            {
                "case": CASE.name, "MB": "210", "memcpy": "4194", "roof": "4369",
                "normc": "4194", "peer": "3495", "bad": "error",
                "winner": "normc", "winner % of roof": "96.0", "normc % of roof": "96.0",
            },
        )  # fmt: skip
        self.assertIn("| **4194** | 3495 |", table_of(records, markdown=True))


class RecordsTest(unittest.TestCase):
    def test_faults(self):
        good = blank("a", "b")
        data = {"format": 1, "machine": {}, "records": [good]}
        self.assertEqual(faults(data), [])
        for name, types, _ in FIELDS:
            bad = {**good, name: [] if types is not dict else 1}
            self.assertIn(f"record 0: {name} is {bad[name]!r}", faults({**data, "records": [bad]}))
            lacking = {key: value for key, value in good.items() if key != name}
            self.assertEqual(faults({**data, "records": [lacking]}), [f"record 0: {name} is missing"])
        self.assertEqual(len(faults({**data, "records": [{**good, "bytes": True}]})), 1)
        timed = {**good, "cold_us": 1.0}
        self.assertEqual(faults({**data, "records": [timed]}), ["record 0: timed but not checked"])
        for other in ([], {}, {"format": 2}, {"format": 1, "machine": {}, "records": {}}):
            self.assertEqual(len(faults(other)), 1)

    def test_bad_files(self):
        path = Path(folder) / "bad.json"
        path.write_text("{")
        with self.assertRaisesRegex(ValueError, "bad.json: Expecting property name"):
            Results.load(path)
        path.write_text("{}")
        with self.assertRaisesRegex(ValueError, "bad.json: not a results file of format 1"):
            Results.load(path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

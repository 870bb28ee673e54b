"""Counts the checks that pass and prints those that fail."""

import time
from collections.abc import Callable, Iterable


class Checks:
    def __init__(self, name: str):
        self.name = name
        self.passed = 0
        self.failed = 0

    def holds(self, what: str, is_so: bool, found: str = "") -> None:
        if is_so:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {what}{': ' + found if found else ''}", flush=True)

    def equal(self, what: str, found, expected) -> None:
        self.holds(what, found == expected, f"{found!r}, expected {expected!r}")

    def among(self, what: str, found, allowed: set) -> None:
        self.holds(what, found in allowed, f"{found!r}, expected one of {', '.join(map(str, sorted(allowed)))}")

    def none(self, what: str, problems: Iterable[str]) -> None:
        """There are no problems."""
        found = list(problems)
        self.holds(what, not found, "; ".join(found[:5]))

    def comes(self, what: str, condition: Callable[[], bool], timeout: float = 30) -> bool:
        """The condition becomes true before the timeout."""
        end = time.monotonic() + timeout
        while not (is_so := bool(condition())) and time.monotonic() < end:
            time.sleep(0.01)
        self.holds(what, is_so)
        return is_so

    def end(self) -> int:
        print(f"{self.name}: {self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0

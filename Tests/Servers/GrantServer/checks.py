"""Counts the checks, and prints a line for each."""

import time
from collections.abc import Callable


class Checks:
    def __init__(self, name: str):
        self.name = name
        self.passed = 0
        self.failed = 0

    def equal(self, what: str, found, expected) -> None:
        if found == expected:
            self.passed += 1
            print(f"ok   {what}", flush=True)
        else:
            self.failed += 1
            print(f"FAIL {what}: {found!r}, expected {expected!r}", flush=True)

    def holds(self, what: str, is_so: bool) -> None:
        self.equal(what, bool(is_so), True)

    def comes(self, what: str, condition: Callable[[], bool], timeout: float = 20) -> None:
        """The condition becomes true before the timeout."""
        self.holds(what, comes(condition, timeout))

    def end(self) -> int:
        print(f"{self.name}: {self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0


def comes(condition: Callable[[], bool], timeout: float = 20, pause: float = 0.01) -> bool:
    end = time.monotonic() + timeout
    while not (is_so := condition()) and time.monotonic() < end:
        time.sleep(pause)
    return is_so

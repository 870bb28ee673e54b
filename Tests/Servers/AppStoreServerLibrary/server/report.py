"""Counts the checks and prints those that fail."""


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, name, holds, what):
        """One check; `what` describes the failure."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {name}: {what}", flush=True)

    def finish(self):
        # A run without a single check proves nothing.
        if self.passed + self.failed == 0:
            self.check("run", False, "nothing was checked")
        print(f"Apple's library as client: {self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0

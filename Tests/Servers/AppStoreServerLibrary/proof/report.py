"""Counts the cases of each group and prints one line for it."""

import sys


# The minimum number of different examples of each attack.
LEAST = {"chains": 200, "texts": 200, "answers of OCSP": 90}


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self._name = None
        self._attacks = {name: {} for name in LEAST}

    def group(self, name):
        self.end_group()
        self._name, self._before = name, (self.passed, self.failed)

    def case(self, name, problems):
        """One case; it passes if there are no problems."""
        problems = list(problems)
        if not problems:
            self.passed += 1
            return
        self.failed += 1
        print(f"FAILED {self._name}: {name}")
        for problem in problems:
            print(f"       {problem}")

    def attack(self, kind, name, example):
        """Records the first example of an attack. Two attacks with the same bytes are a failure."""
        known = self._attacks[kind]
        if name in known.values():
            return
        if example in known:
            self.case(f"{name}: the same as {known[example]}", ["it is no attack of its own"])
        known[example] = name

    def _count_attacks(self):
        for kind, least in LEAST.items():
            count = len(self._attacks[kind])
            print(f"{kind}: {count} different ones")
            self.case(f"{count} {kind}", [] if count >= least else [f"there have to be {least}"])

    def end_group(self):
        if self._name is None:
            return
        passed, failed = self.passed - self._before[0], self.failed - self._before[1]
        # A group without a single check proves nothing.
        if passed + failed == 0:
            self.case("has no case", ["nothing was tested"])
            failed = 1
        print(f"{'ok    ' if failed == 0 else 'FAILED'} {self._name}: {passed + failed} cases"
              + (f", {failed} failed" if failed else ""))
        sys.stdout.flush()
        self._name = None

    def finish(self):
        self.end_group()
        self._count_attacks()
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0

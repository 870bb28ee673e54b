"""Counts what has passed, and prints what has failed."""

import contextlib
import traceback

from waiting import TookTooLong
from webdriver import WebDriverError


class Results:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def check(self, what, is_true, detail=""):
        if is_true:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAIL {what}{': ' if detail else ''}{detail}", flush=True)

    @contextlib.contextmanager
    def step(self, what):
        """A step that passes if it comes to its end."""
        try:
            yield
        except (TookTooLong, WebDriverError, RuntimeError, OSError) as error:
            self.check(what, False, str(error))
        except Exception:
            self.check(what, False, traceback.format_exc())
        else:
            self.check(what, True)

    def finish(self):
        """Returns the exit code."""
        print(f"StorePage: {self.passed} passed, {self.failed} failed")
        return 0 if self.failed == 0 else 1

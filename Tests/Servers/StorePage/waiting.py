"""Waits for conditions, with a deadline."""

import time


class TookTooLong(Exception):
    """The condition did not come true in time."""


def wait_until(what, condition, seconds=15):
    """Polls `condition` until it returns something true, and returns that."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > deadline:
            raise TookTooLong(f"{what}: not within {seconds} seconds")
        time.sleep(0.02)

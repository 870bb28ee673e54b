"""Waits for other threads and processes."""

import time

SECONDS = 20


def until(condition, what):
    """Returns the first value of the condition that counts as true."""
    deadline = time.monotonic() + SECONDS
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimeoutError(f"after {SECONDS} seconds there is still not {what}")
        time.sleep(0.005)

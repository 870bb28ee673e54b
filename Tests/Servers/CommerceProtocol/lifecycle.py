"""Checks that the plain rules of the gate and of events agree with files of vectors.

Usage: python3 lifecycle.py [FILE...]     (default: vectors/lifecycle.json)
"""

import json
import pathlib
import sys

from counting import Checks
from shapes import ENTITLING_STATES


def is_entitled(state: str, expires_at: int | None, now: int) -> bool:
    """At the exact end nobody is entitled any more. Without an end, the state decides."""
    return state in ENTITLING_STATES and (expires_at is None or now < expires_at)


def emitted(lifecycle_event: str | None, before: bool, after: bool) -> list[str]:
    """The event of the lifecycle first, then that of the gate, if the gate has changed."""
    gate = [] if before == after else ["entitlement.granted" if after else "entitlement.revoked"]
    return ([] if lifecycle_event is None else [lifecycle_event]) + gate


def emitted_at_binding(is_entitled_now: bool) -> list[str]:
    """Before a purchase has a user, nobody is entitled. The server sends no events for the time before."""
    return emitted(None, False, is_entitled_now)


def check(checks: Checks, vectors: dict) -> None:
    for case in vectors["entitlement"]["cases"]:
        found = is_entitled(case["state"], case.get("expiresAt"), case["processedAt"])
        checks.equal(f"entitlement, {case['name']}", found, case["entitled"])
    for case in vectors["emission"]["cases"]:
        found = emitted(case["lifecycleEvent"], case["entitledBefore"], case["entitledAfter"])
        checks.equal(f"emission, {case['name']}", found, case["emit"])
    for case in vectors["binding"]["cases"]:
        checks.equal(f"binding, {case['name']}", emitted_at_binding(case["entitledAtBinding"]), case["emit"])


def main() -> int:
    default = pathlib.Path(__file__).parent / "vectors" / "lifecycle.json"
    checks = Checks("Lifecycle")
    for file in sys.argv[1:] or [default]:
        check(checks, json.loads(pathlib.Path(file).read_text()))
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())

"""Delta debugging: the shortest sequence that still fails."""

from collections.abc import Callable, Sequence


def shortest(steps: Sequence, fails: Callable[[list], object]) -> list:
    """Leaves out parts of the steps, smaller and smaller ones, as long as the rest fails."""
    rest = list(steps)
    size = max(len(rest) // 2, 1)
    while True:
        shorter = without_parts(rest, size, fails)
        if size == 1 and len(shorter) == len(rest):
            return rest
        rest = shorter
        size = max(size // 2, 1)


def without_parts(steps: list, size: int, fails: Callable[[list], object]) -> list:
    """Leaves out each part of this size that the failure does not need."""
    rest, place = steps, 0
    while place < len(rest):
        attempt = rest[:place] + rest[place + size :]
        if fails(attempt):
            rest = attempt
        else:
            place += size
    return rest

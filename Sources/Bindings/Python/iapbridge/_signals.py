"""Ctrl-C while the library calls Python."""

# The functions of the module signal convert their results to enumerations. This takes longer than a pump.
from _signal import getsignal, signal  # type: ignore
from signal import SIGINT
from types import FrameType
from typing import Any, Callable, List, Optional


class _Note:
    """Replaces the handler of Ctrl-C. The second Ctrl-C reaches that handler: it can end a callback that hangs."""

    __slots__ = ("_handler", "_arguments")

    def __init__(self, handler: Callable[[int, Optional[FrameType]], object]) -> None:
        self._handler = handler
        self._arguments: Any = None

    def __call__(self, number: int, frame: Optional[FrameType]) -> None:
        if self._arguments is not None:
            self._handler(number, frame)
        self._arguments = (number, frame)

    def restore(self) -> None:
        current = signal(SIGINT, self._handler)
        if current is not self:  # a callback set another handler
            signal(SIGINT, current)

    def hand_on(self, raised: List[BaseException]) -> None:
        """Calls the handler after a Ctrl-C, and keeps its exception."""
        if self._arguments is None:
            return
        try:
            self._handler(*self._arguments)
        except BaseException as exception:
            raised.append(exception)


def uninterrupted(raised: List[BaseException], function: Callable[..., int], *arguments: Any) -> int:
    """Calls a C function that calls Python, and delays the handler of Ctrl-C until the C function returns.

    Without this, the handler would run at the first step of a callback, before any `try`. ctypes drops exceptions
    there, and the event would be lost.
    """
    handler = getsignal(SIGINT)
    if not callable(handler) or isinstance(handler, _Note):
        return function(*arguments)
    note = _Note(handler)
    try:
        signal(SIGINT, note)
    except ValueError:  # Only the main thread runs handlers and may set them.
        return function(*arguments)
    try:
        return function(*arguments)
    finally:
        note.restore()
        note.hand_on(raised)

"""Ctrl-C while the library calls Python."""

# The functions of signal make enumerations of their results, which takes longer than a pump.
from _signal import getsignal, signal  # type: ignore
from signal import SIGINT
from types import FrameType
from typing import Any, Callable, List, Optional


class _Note:
    """Stands in for the handler of Ctrl-C. The second Ctrl-C reaches the handler, and so ends a callback that hangs."""

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
        if current is not self:  # a callback has set another handler
            signal(SIGINT, current)

    def hand_on(self, raised: List[BaseException]) -> None:
        """Calls the handler if there was a Ctrl-C, and notes what it raises."""
        if self._arguments is None:
            return
        try:
            self._handler(*self._arguments)
        except BaseException as exception:
            raised.append(exception)


def uninterrupted(raised: List[BaseException], function: Callable[..., int], *arguments: Any) -> int:
    """Calls a function of C that calls Python, and the handler of Ctrl-C only after that.

    The handler would run at the first step of a callback, before any `try`. ctypes swallows what it raises there, and
    the event would be lost with it.
    """
    handler = getsignal(SIGINT)
    if not callable(handler) or isinstance(handler, _Note):
        return function(*arguments)
    note = _Note(handler)
    try:
        signal(SIGINT, note)
    except ValueError:  # Handlers run on the main thread only, and only it may set them.
        return function(*arguments)
    try:
        return function(*arguments)
    finally:
        note.restore()
        note.hand_on(raised)

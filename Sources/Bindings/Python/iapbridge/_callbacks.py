"""How the library calls Python.

C gets one function for each kind of callback, which lives as long as the process, and a number as its user data. The
number leads to what the caller gave, as long as the library may call it.
"""

import ctypes
import itertools
import threading
from typing import Any, Callable, Dict, List, Optional

_given: Dict[int, Any] = {}
_numbers = itertools.count(1)


class Kept:
    """Keeps something for the library until it is dropped."""

    def __init__(self, value: Any) -> None:
        self.number = next(_numbers)
        _given[self.number] = value

    def drop(self, given: Dict[int, Any] = _given) -> None:
        given.pop(self.number, None)

    __del__ = drop


def to_kept(function: Callable[..., Any], name: str) -> Kept:
    if not callable(function):
        raise TypeError(f"{name} has to be a function, not {type(function).__name__}")
    return Kept(function)


def given(number: Optional[int]) -> Any:
    """What was kept under the number; None if the library calls late."""
    return _given.get(number or 0)


def count() -> int:
    """How much is kept."""
    return len(_given)


class _Quiet(threading.local):
    """Whether the thread is inside a function that must not call the library."""

    depth = 0


quiet = _Quiet()


def plain(prototype: Any, call: Callable[..., Any], default: Optional[int] = None) -> Any:
    """A callback outside of the events: wake, log, clock. Its exceptions go to sys.unraisablehook."""

    def function(*arguments: Any) -> Any:
        quiet.depth += 1
        try:
            return call(*arguments)
        except BaseException as exception:
            report(exception)
            return default
        finally:
            quiet.depth -= 1

    return prototype(function)


def report(exception: BaseException) -> None:
    """Gives an exception to sys.unraisablehook, as ctypes does with one that leaves a callback."""

    def raises() -> None:
        raise exception

    ctypes.CFUNCTYPE(None)(raises)()


#: Functions for the whole process, by the name of the function in C that takes them.
_settings: Dict[str, Optional[Kept]] = {}


def keep_setting(function: str, kept: Optional[Kept]) -> None:
    """Keeps what the library calls from now on in place of what it called before."""
    before, _settings[function] = _settings.get(function), kept
    if before is not None:
        before.drop()


def settings() -> List[str]:
    return [name for name, kept in _settings.items() if kept is not None]

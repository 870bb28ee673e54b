"""Calls from the library to Python.

C gets one function for each kind of callback, which lives as long as the process, and a number as its user data. The
number leads to the caller's object, as long as the library may use it.
"""

import ctypes
import itertools
import threading
from typing import Any, Callable, Dict, List, Optional

_given: Dict[int, Any] = {}
_numbers = itertools.count(1)


class Kept:
    """Keeps an object alive for the library until drop()."""

    def __init__(self, value: Any) -> None:
        self.number = next(_numbers)
        _given[self.number] = value

    def drop(self, given: Dict[int, Any] = _given) -> None:
        given.pop(self.number, None)

    __del__ = drop


def to_kept(function: Callable[..., Any], name: str) -> Kept:
    if not callable(function):
        raise TypeError(f"{name} must be a function, not {type(function).__name__}")
    return Kept(function)


def given(number: Optional[int]) -> Any:
    """Returns the object of the number; None if the library calls too late."""
    return _given.get(number or 0)


def count() -> int:
    """Returns the number of kept objects."""
    return len(_given)


class _Quiet(threading.local):
    """Returns whether the thread is inside a function that must not call the library."""

    depth = 0


quiet = _Quiet()


def plain(prototype: Any, call: Callable[..., Any], default: Optional[int] = None) -> Any:
    """Returns a callback outside the events: wake, log or clock. Its exceptions go to sys.unraisablehook."""

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
    """Passes an exception to sys.unraisablehook, as ctypes does for callbacks."""

    def raises() -> None:
        raise exception

    ctypes.CFUNCTYPE(None)(raises)()


#: Functions for the whole process, by the name of the C function that sets them.
_settings: Dict[str, Optional[Kept]] = {}


def keep_setting(function: str, kept: Optional[Kept]) -> None:
    """Keeps the function that the library calls from now on, and drops the previous one."""
    before, _settings[function] = _settings.get(function), kept
    if before is not None:
        before.drop()


def settings() -> List[str]:
    return [name for name, kept in _settings.items() if kept is not None]

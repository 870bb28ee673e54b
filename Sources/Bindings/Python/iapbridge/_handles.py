"""Python objects that own a C handle."""

import sys
import warnings
from collections import deque
from ctypes import byref
from typing import Any, Deque, NoReturn, Optional, Tuple, Type, TypeVar

from ._callbacks import quiet
from ._convert import check, new_error
from ._errors import IapError
from ._floor import Status
from ._library import Library, lib

S = TypeVar("S", bound="Snapshot")
C = TypeVar("C", bound="Closable")

#: Handles to release or close as soon as the thread may call the library.
_late: Deque[Tuple[Any, int]] = deque()


def release(function: Any, pointer: int) -> None:
    if quiet.depth:
        _late.append((function, pointer))
        return
    function(pointer)
    release_late()


def release_late() -> None:
    while _late and not quiet.depth:
        function, pointer = _late.popleft()
        function(pointer)


class Handle:
    """A handle, with the objects that must live as long."""

    __slots__ = ("_pointer", "_keeps", "__weakref__")
    _pointer: int
    _keeps: Any
    #: Properties for its text form.
    _shows: Tuple[str, ...] = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be pickled")

    def __repr__(self) -> str:
        said = " ".join(f"{name}={getattr(self, name)!r}" for name in self._shows)
        return f"<{type(self).__name__}{' ' if said else ''}{said}>"


class Snapshot(Handle):
    """An immutable object. Any thread may read it, even after the client is closed."""

    __slots__ = ()
    _retain: Optional[str] = None
    _release: Optional[str] = None

    def __copy__(self: S) -> S:
        return self

    def __deepcopy__(self: S, memo: object) -> S:
        return self

    @classmethod
    def _given(cls: Type[S], pointer: Optional[int], keeps: Any = None) -> S:
        """Wraps a pointer that the caller owns."""
        value = cls.__new__(cls)
        value._pointer, value._keeps = pointer or 0, keeps
        return value

    @classmethod
    def _given_or_none(cls: Type[S], pointer: Optional[int]) -> Optional[S]:
        return cls._given(pointer) if pointer else None

    @classmethod
    def _borrowed(cls: Type[S], pointer: Optional[int], owner: Any = None) -> S:
        """Wraps a pointer that lives as long as its owner, or until it is released."""
        return cls._given(pointer, owner) if cls._retain is None else cls._given(getattr(lib, cls._retain)(pointer))

    @classmethod
    def _borrowed_or_none(cls: Type[S], pointer: Optional[int], owner: Any = None) -> Optional[S]:
        return cls._borrowed(pointer, owner) if pointer else None

    def __del__(self, lib: Library = lib, release: Any = release) -> None:
        # An object that was never opened has no pointer. A handle without a release function belongs to its owner.
        pointer = getattr(self, "_pointer", 0)
        if self._release is not None and pointer:
            release(getattr(lib, self._release), pointer)


class Closable(Handle):
    """A handle that must be closed; `with` closes it."""

    __slots__ = ("_closed",)
    _closed: bool
    _close: str

    @classmethod
    def _given(cls: Type[C], pointer: Optional[int], keeps: Any = None) -> C:
        value = cls.__new__(cls)
        value._take(pointer, keeps)
        return value

    def _take(self, pointer: Optional[int], keeps: Any) -> None:
        self._pointer, self._keeps, self._closed = pointer or 0, keeps, False

    @property
    def is_closed(self) -> bool:
        return getattr(self, "_closed", True)

    @property
    def _open_pointer(self) -> int:
        """Returns the pointer for getters, which cannot report a closed handle themselves."""
        if self.is_closed:
            raise IapError(Status.CLOSED, f"this {type(self).__name__} is closed; open another one")
        return self._pointer

    def close(self) -> None:
        """Closes the handle. A second close does nothing."""
        if self.is_closed:
            return
        release_late()
        error = new_error()
        check(getattr(lib, self._close)(self._pointer, byref(error)), error)
        self._closed = True

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self, warn: Any = warnings.warn, is_finalizing: Any = sys.is_finalizing) -> None:
        if self.is_closed or is_finalizing():
            return
        warn(f"{self!r} was not closed", ResourceWarning, source=self)
        close, keeps = getattr(lib, self._close), self._keeps

        def close_and_drop(pointer: int, _: Any = keeps) -> None:
            close(pointer, None)  # BUSY if something still uses it; it then stays open.

        release(close_and_drop, self._pointer)


def to_handle(value: Handle, kind: Type[Handle], name: str) -> int:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")
    return value._pointer


def to_handle_or_none(value: Optional[Handle], kind: Type[Handle], name: str) -> Optional[int]:
    return None if value is None else to_handle(value, kind, name)

"""Methods of a store in addition to the functions of its header."""

from ctypes import byref
from datetime import timedelta

from ._convert import check, new_error, to_int64
from ._handles import Closable
from ._library import lib


class StoreBase(Closable):
    """A reference App Store."""

    def advance(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        """Moves a virtual clock forward."""
        time = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        milliseconds, error = to_int64(time // timedelta(milliseconds=1), "the time in milliseconds"), new_error()
        check(lib.iap_store_advance_clock(self._pointer, milliseconds, byref(error)), error)

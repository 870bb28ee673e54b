"""Conversion of arguments and results of the library."""

from ctypes import (
    Array,
    byref,
    c_char,
    c_char_p,
    c_size_t,
    c_uint8,
    c_uint64,
    c_void_p,
    cast,
    create_string_buffer,
    string_at,
)
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, Callable, Dict, List, Optional, Sequence, Type, TypeVar, Union

from ._errors import IapError
from ._floor import Bytes, Error, Status, Struct
from ._library import lib

Data = Union[bytes, bytearray, memoryview]
S = TypeVar("S", bound=Struct)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

# Into the library


def to_text(value: str, name: str) -> bytes:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{name} contains a NUL character, which ends a text of C: {value!r}")
    return value.encode()


def to_text_or_none(value: Optional[str], name: str) -> Optional[bytes]:
    return None if value is None else to_text(value, name)


def to_bytes(value: Union[str, Data], name: str) -> bytes:
    """Converts data that C receives with its length."""
    if isinstance(value, str):
        return value.encode()
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{name} must be bytes or a str, not {type(value).__name__}")
    return bytes(value)


def to_bytes_or_none(value: Union[str, Data, None], name: str) -> Optional[bytes]:
    return None if value is None else to_bytes(value, name)


def to_index(index: int, size: int) -> int:
    """Converts an index. Negative ones count from the end."""
    if not isinstance(index, int):
        raise TypeError(f"an index must be an int or a slice, not {type(index).__name__}")
    if not -size <= index < size:
        raise IndexError(f"index {index} is out of range; the list has {size} elements")
    return index % size


def to_texts(values: Optional[Sequence[str]], name: str) -> "Array[c_char_p]":
    if isinstance(values, str):
        raise TypeError(f"{name} must be a list of texts, not one text; write [{values!r}]")
    texts = [to_text(value, f"{name}[{index}]") for index, value in enumerate(values or ())]
    return (c_char_p * len(texts))(*texts)


def to_struct(value: Any, kind: type, keeps: List[object], name: str) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be a {kind.__name__}, not {type(value).__name__}")
    struct = value._c(keeps)  # type: ignore[attr-defined]
    keeps.append(struct)
    return struct


def to_array(items: Sequence[Any], kind: type, struct: Type[S], keeps: List[object], name: str) -> "Array[S]":
    structs = [to_struct(item, kind, keeps, f"{name}[{index}]") for index, item in enumerate(items)]
    return (struct * len(structs))(*structs)


def to_bytes_array(items: Sequence[Union[str, Data]], keeps: List[object], name: str) -> "Array[Bytes]":
    if isinstance(items, (str, bytes)):
        raise TypeError(f"{name} must be a list")
    buffers = [create_string_buffer(data, len(data)) for data in (to_bytes(item, name) for item in items)]
    keeps += buffers
    return (Bytes * len(buffers))(*(Bytes(cast(buffer, c_void_p).value, len(buffer)) for buffer in buffers))


def _to_integer(value: int, name: str, least: int, most: int) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    if not least <= value <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {int(value)}")
    return int(value)


def to_int32(value: int, name: str) -> int:
    return _to_integer(value, name, -(2**31), 2**31 - 1)


def to_uint32(value: int, name: str) -> int:
    return _to_integer(value, name, 0, 2**32 - 1)


def to_int64(value: int, name: str) -> int:
    return _to_integer(value, name, -(2**63), 2**63 - 1)


def to_uint64(value: int, name: str) -> int:
    return _to_integer(value, name, 0, 2**64 - 1)


def to_address(value: Optional[int], name: str) -> Optional[int]:
    return None if value is None else to_uint64(value, name)


def to_double(value: float, name: str) -> float:
    if not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {type(value).__name__}")
    return float(value)


def to_flag(value: bool, name: str) -> int:
    if value not in (False, True):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return int(value)


_prepared: Dict[Type[Struct], bytes] = {}


def prepared(kind: Type[S]) -> S:
    """Returns a struct with the values of its INIT macro."""
    if kind not in _prepared:
        _prepared[kind] = _initial(kind)
    return kind.from_buffer_copy(_prepared[kind])


def _initial(kind: Type[S]) -> bytes:
    own = len(bytes(kind()))
    if kind.c_init is None:
        return bytes(own)
    # The library's version of the struct can be longer or shorter. The library writes its own size.
    known = lib.iap_struct_size(kind.c_name.encode())
    whole = create_string_buffer(max(own, known))
    getattr(lib, kind.c_init)(kind.from_buffer(whole))
    start: Any = kind.from_buffer_copy(whole.raw[:own])
    start.struct_size = min(own, known)
    return bytes(start)


# Out of the library


def to_str(value: Optional[bytes]) -> str:
    return "" if value is None else value.decode()


def to_str_or_none(value: Optional[bytes]) -> Optional[str]:
    return None if value is None else value.decode()


def cut(value: bytes) -> str:
    """Returns the text of a fixed array, which cuts longer texts."""
    return value.decode("utf-8", "replace")


def to_data(value: Any) -> bytes:
    """Returns the content of an iap_bytes."""
    return string_at(value.bytes, value.length) if value.length else b""


def to_date(milliseconds: int) -> Optional[datetime]:
    """Returns None for 0. Dates outside Python's range become its first or its last date."""
    if not milliseconds:
        return None
    try:
        return EPOCH + timedelta(milliseconds=milliseconds)
    except OverflowError:
        return (datetime.max if milliseconds > 0 else datetime.min).replace(tzinfo=timezone.utc)


def to_money(milliunits: int) -> Decimal:
    return Decimal(milliunits).scaleb(-3)


# Results

#: Functions that return a status instead of a number give no error message.
REASONS: Dict[int, str] = {
    Status.INVALID_ARGUMENT: "an argument has an invalid value",
    Status.CLOSED: "the client is closed; open another one",
    Status.REENTRANT: "callbacks of the client must not call it; call it after pump() has returned",
    Status.WRONG_THREAD: "another thread is processing events of the client; wait until its pump() has returned",
}


def new_error() -> Error:
    return prepared(Error)


def check(status: int, error: Error) -> None:
    if status != Status.OK:
        raise IapError._of(error)


def check_count(value: int, function: str) -> int:
    """Returns the value; raises an error if it is negative, which means a status."""
    if value < 0:
        raise IapError(value, f"{function}(): {REASONS.get(value, 'the call failed')}")
    return value


def read_text(call: Callable[..., int]) -> str:
    """Returns the text that a function writes into a buffer; the length includes the NUL."""
    text: bytes = _filled(c_char, call)
    return text[:-1].decode()


def read_bytes(call: Callable[..., int]) -> bytes:
    return bytes(_filled(c_uint8, call))


def read_ids(call: Callable[..., int]) -> List[int]:
    return list(_filled(c_uint64, call))


def _filled(kind: Any, call: Callable[..., int]) -> Any:
    """Calls the function until the buffer has the length that it needs."""
    capacity, length, error = 4096, c_size_t(), new_error()
    while True:
        buffer = (kind * capacity)()
        length.value = 0
        status = call(buffer, capacity, byref(length), byref(error))
        if length.value <= capacity:
            check(status, error)
            return buffer[: length.value]
        # The content can have become longer in the meantime.
        capacity = length.value + 64


def read_unsized_text(call: Callable[..., int]) -> str:
    """Returns the text that a function writes into a buffer without reporting the length."""
    capacity, error = 4096, new_error()
    while True:
        buffer = create_string_buffer(capacity)
        status = call(buffer, capacity, byref(error))
        if status != Status.TOO_LARGE or capacity > 2**20:
            check(status, error)
            return buffer.value.decode()
        capacity *= 2

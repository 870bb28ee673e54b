"""The generated part of the layer above the floor: a class for each handle and struct, a method for each function."""

import re

from interface import Interface
from python_files.callbacks import Callbacks
from python_files.functions import Functions
from python_files.handles import Handles
from python_files.lists import Lists
from python_files.structs import Structs
from python_files.text import HEAD, fold
from python_files.values import Values


#: What is written by hand, in _client.py.
BY_HAND = {
    "iap_client_open",
    "iap_client_open_version",
    "iap_client_close",
    "iap_client_process_events",
    "iap_client_next_event",
    "iap_client_wait_events",
    "iap_remove_observer",
    "iap_cancel_request",
}


IMPORTS = """\
from __future__ import annotations

from ctypes import ({ctypes})
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

from . import _floor
from ._callbacks import given, keep_setting, plain, to_kept
from ._client import ClientBase, Request, completion, heard
from ._convert import ({convert})
from ._errors import IapError, error_or_none, verified
from ._handles import {handles}
from ._library import lib
from ._store import StoreBase
from ._floor import ({enums})
"""
CTYPES = [
    "POINTER",
    "byref",
    "c_char_p",
    "c_int32",
    "c_int64",
    "c_size_t",
    "c_uint64",
    "c_void_p",
    "cast",
    "create_string_buffer",
    "pointer",
]
HANDLES = ["Closable", "Snapshot", "to_handle", "to_handle_or_none"]
CONVERT = [
    "Data",
    "check",
    "check_count",
    "cut",
    "new_error",
    "prepared",
    "read_bytes",
    "read_ids",
    "read_text",
    "read_unsized_text",
    "to_address",
    "to_array",
    "to_bytes",
    "to_bytes_array",
    "to_bytes_or_none",
    "to_data",
    "to_date",
    "to_double",
    "to_flag",
    "to_index",
    "to_int32",
    "to_int64",
    "to_money",
    "to_str",
    "to_str_or_none",
    "to_struct",
    "to_text",
    "to_text_or_none",
    "to_texts",
    "to_uint32",
    "to_uint64",
]


class Layer(Values, Structs, Handles, Lists, Functions, Callbacks):
    def __init__(self, api: Interface):
        self.api = api
        self.special = {
            handle[key] for handle in api.handles.values() for key in ("retain", "release", "close") if key in handle
        }
        self.special |= {struct["init"] for struct in api.structs.values() if "init" in struct} | BY_HAND
        self.written_structs = {
            parameter["type"]["name"]
            for function in api.functions.values()
            if function["name"] not in self.special
            for parameter in function["parameters"]
            if self.is_filled(parameter)
        }
        self.observers = {
            struct["name"]
            for struct in api.structs.values()
            if any(field["type"]["kind"] == "callback" and "name" not in field["type"] for field in struct["fields"])
        }
        self.exported: list[str] = []

    def module(self) -> str:
        lines = []
        for struct in self.api.structs.values():
            if struct["name"] not in {"iap_error", "iap_bytes"} | self.observers:
                lines += self.struct(struct)
        for handle in self.api.handles.values():
            if not handle["isNumber"]:
                lines += self.handle(handle)
        lines += self.callbacks()
        for handle in self.api.handles.values():
            if handle["isNumber"]:
                lines += self.handle(handle)
        for function in self.free_functions():
            self.exported.append(self.name(function, None))
            lines += ["", "", *self.function(function, None)]
        enums = [self.api.title(name) for name in self.api.enums]
        lines += ["", "", "__all__ = [", *(f'    "{name}",' for name in sorted(self.exported + enums)), "]"]
        body = "\n".join(lines)
        ctypes, convert, handles = (
            ", ".join(name for name in names if re.search(rf"\b{name}\b", body)) for names in (CTYPES, CONVERT, HANDLES)
        )
        imports = IMPORTS.format(ctypes=ctypes, convert=convert, handles=handles, enums=", ".join(enums))
        head = HEAD.format("The interface of the headers for Python programs.")
        return head + "\n".join(fold(line) for line in (imports + body).split("\n")) + "\n"

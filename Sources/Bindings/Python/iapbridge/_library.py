"""Finds and loads the library."""

import ctypes
import ctypes.util
import os
import sys
import threading
from pathlib import Path
from typing import Any, List, Optional, Union

from ._floor import HEADER_VERSION, PROTOTYPES, Functions

VARIABLE = "IAP_LIBRARY"
FILE = {"darwin": "libiap.dylib", "win32": "iap.dll"}.get(sys.platform, "libiap.so")


class LibraryNotFound(OSError):
    """The library was not found or could not be loaded. The message lists the attempts."""


class MissingFunction(NotImplementedError):
    """The loaded library does not have the function. It is for another system or version, or lacks this part."""


class Library(Functions):
    """The library of this process. If load() did not load it, the first call of a function does."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loaded: Optional[ctypes.CDLL] = None

    def load(self, path: Union[str, "os.PathLike[str]", None] = None) -> str:
        with self._lock:
            if self._loaded is None:
                self._loaded = found(path)
            elif path is not None and not _is_same(_file(Path(path)), Path(self._loaded._name)):
                raise LibraryNotFound(f"{self._loaded._name} is loaded already; load {path} before the first call")
            return self._loaded._name

    def __getattr__(self, name: str) -> Any:
        # Python calls this only for names that are missing so far.
        if name not in PROTOTYPES:
            raise AttributeError(f"the headers have no function {name}")
        self.load()
        result, parameters, part = PROTOTYPES[name]
        try:
            function = getattr(self._loaded, name)
        except AttributeError:
            function = self._missing(name, part)
        else:
            function.restype, function.argtypes = result, parameters
        setattr(self, name, function)
        return function

    def _missing(self, name: str, part: str) -> Any:
        path = self._loaded._name if self._loaded else ""

        def missing(*_: object) -> None:
            raise MissingFunction(f'{path} has no {name}(): it is of another version, or lacks the part "{part}"')

        return missing


def found(path: Union[str, "os.PathLike[str]", None]) -> ctypes.CDLL:
    """Returns the named library, or searches for one. A named library is never replaced by another one."""
    if path is not None:
        return _opened([str(_file(Path(path)))], "the argument")
    if os.environ.get(VARIABLE):
        return _opened([str(_file(Path(os.environ[VARIABLE])))], VARIABLE)
    beside = Path(__file__).resolve().parent / FILE
    names = [str(beside)] if beside.exists() else []
    return _opened(
        [*names, ctypes.util.find_library("iap") or FILE],
        f"{beside}{'' if names else ' (not found)'} and the system's loader",
    )


def _file(path: Path) -> Path:
    return path / FILE if path.is_dir() else path


def _is_same(one: Path, other: Path) -> bool:
    return one == other or (one.exists() and other.exists() and one.samefile(other))


def _opened(names: List[str], origin: str) -> ctypes.CDLL:
    problems = []
    for name in names:
        try:
            library = ctypes.CDLL(name)
        except OSError as error:
            problems.append(f"{name}: {error}")
            continue
        _check_version(library, name)
        return library
    raise LibraryNotFound(
        f"the library of IAPBridge cannot be loaded from {origin}: {'; '.join(problems)}. Name {FILE} "
        f"or its folder in {VARIABLE} or in iapbridge.load()"
    )


def _check_version(library: ctypes.CDLL, name: str) -> None:
    try:
        version = library.iap_version
    except AttributeError:
        raise LibraryNotFound(f"{name} is not a library of IAPBridge: it has no iap_version()") from None
    version.restype = ctypes.c_uint32
    if version() >> 16 != HEADER_VERSION >> 16:
        raise LibraryNotFound(f"{name} has version {version():#x}, but this package needs {HEADER_VERSION:#x}")


lib = Library()


def load(path: Union[str, "os.PathLike[str]", None] = None) -> str:
    """Loads the library and returns its path.

    path names the file or its folder. Without a path, the environment variable IAP_LIBRARY names it. Without both, the
    library is searched next to this package and by the system's loader. Without this call, the first use loads it.
    """
    return lib.load(path)

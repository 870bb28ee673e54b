"""Finds the program `iap-store`."""

import os
import shutil
from pathlib import Path

from .errors import CannotStart

VARIABLE = "IAP_STORE_PROGRAM"
HOW_TO_BUILD = "build it in the library's folder with 'swift build -c release --product iap-store'"


def find_program(option: str | None) -> Path:
    """Returns the program of the option, or of the variable, or in PATH.

    - Raises CannotStart if there is none. If a named program does not exist, no other program replaces it.
    """
    for origin, name in (("--iap-store", option), (VARIABLE, os.environ.get(VARIABLE))):
        if name:
            return _checked(Path(name).expanduser().absolute(), origin)
    found = shutil.which("iap-store")
    if found is None:
        raise CannotStart(
            f"there is no iap-store in PATH; {HOW_TO_BUILD}, then add its folder to PATH, set {VARIABLE} or pass"
            " --iap-store=PROGRAM")
    return Path(found).absolute()


def _checked(path: Path, origin: str) -> Path:
    if path.is_dir():
        path = path / "iap-store"
    if not path.is_file():
        raise CannotStart(f"{origin} names {path}, which is not there; {HOW_TO_BUILD}, or name another program")
    if not os.access(path, os.X_OK):
        raise CannotStart(f"{origin} names {path}, which is no program; 'chmod +x' makes it one")
    return path

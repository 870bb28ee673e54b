"""The products of the store: a .storekit file."""

import subprocess
from pathlib import Path

from .errors import CannotStart


def named_catalogue(path: Path, origin: str) -> Path:
    """Returns the file, which must exist.

    - Parameter origin: the option or variable that names it, for the error.
    """
    if not path.is_file():
        raise CannotStart(f"{origin} names {path}, which is not there; name a .storekit file, or none for a small one")
    return path


def new_catalogue(program: Path, folder: Path) -> Path:
    """Returns the small file that `iap-store init` writes: coins, an editor and a club."""
    path = folder / "Game.storekit"
    try:
        made = subprocess.run([program, "init", str(path)], capture_output=True, text=True, timeout=20)
    except OSError as error:
        raise CannotStart(f"{program} cannot be run: {error.strerror}; build it on this machine") from error
    if made.returncode != 0 or not path.is_file():
        said = made.stderr.strip() or made.stdout.strip()
        raise CannotStart(f"'{program} init' makes no file, exit code {made.returncode}: {said}")
    return path

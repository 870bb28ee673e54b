"""The process of `iap-store serve`."""

import json
import os
import select
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .errors import CannotStart

SECONDS_TO_START = 20
SECONDS_TO_END = 10


class Process:
    """Runs in a folder on a free port, with a virtual clock, until `end()`."""

    def __init__(self, program: Path, storekit: Path, folder: Path, bundle_id: str | None, options: Sequence[str] = ()):
        self._output = folder / "output.txt"
        words = [
            str(program), "serve", "--port", "0", "--clock", "virtual", "--store", str(folder / "store.db"),
            "--storekit", str(storekit),
        ]
        if bundle_id is not None:
            words += ["--bundle-id", bundle_id]
        reading, writing = os.pipe()
        try:
            with open(self._output, "wb") as output:
                self._process = subprocess.Popen(
                    [*words, *options, "--ready-fd", str(writing)], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                    pass_fds=[writing], env=_environment())
        except OSError as error:
            os.close(reading)
            raise CannotStart(f"{program} cannot be run: {error.strerror}; build it on this machine") from error
        finally:
            os.close(writing)
        with os.fdopen(reading, "rb") as ready:
            line = ready.readline() if select.select([ready], [], [], SECONDS_TO_START)[0] else b""
        if not line:
            self.end()
            raise CannotStart(f"'{program} serve' does not start: {self.output() or 'it prints nothing'}")
        #: The line of `--ready-fd`, decoded.
        self.ready: dict[str, Any] = json.loads(line)

    def output(self) -> str:
        """Returns the output of the program."""
        return self._output.read_text(encoding="utf-8", errors="replace").strip()

    @property
    def exit_code(self) -> int | None:
        """Returns the exit code, or None while the program runs."""
        return self._process.poll()

    def end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _environment() -> dict[str, str]:
    """Returns the environment without proxies, because the store and the server are on this machine."""
    proxies = {"http_proxy", "https_proxy", "all_proxy"}
    return {name: value for name, value in os.environ.items() if name.lower() not in proxies}

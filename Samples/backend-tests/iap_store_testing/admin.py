"""The admin API of a running store."""

import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from .errors import Refused, StoreError
from .process import Process

SECONDS = 20
# The store is on this machine, so use no proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class AdminAPI:
    """Calls commands. `iap-store help` lists them; `/admin/v1/commands` describes each command and its members."""

    def __init__(self, process: Process):
        self._process = process

    def call(self, command: str, members: dict[str, Any]) -> Any:
        """Returns the JSON response. Members that are None are not sent."""
        body = json.dumps({name: value for name, value in members.items() if value is not None}).encode()
        request = urllib.request.Request(
            f"{self._process.ready['adminURL']}/{command}", body,
            {"Authorization": f"Bearer {self._process.ready['token']}", "Content-Type": "application/json"})
        try:
            with _opener.open(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(f"{command} {body.decode()}: {_message(error)}") from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            code = self._process.exit_code
            state = "it runs" if code is None else f"it has ended with {code}"
            raise StoreError(
                f"{command}: iap-store does not respond ({error!r}), {state}; it printed: {self._process.output()}") from error


def _message(error: urllib.error.HTTPError) -> str:
    text = error.read().decode("utf-8", "replace")
    try:
        return f"{json.loads(text)['error']} (status {error.code})"
    except (ValueError, KeyError, TypeError):
        return f"{text} (status {error.code})"

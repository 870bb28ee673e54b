"""A server that receives notifications instead of the server under test."""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .errors import NotificationMissing
from .notification import Notification, content

SECONDS = 10.0
LARGEST_BODY = 1_000_000


class NotificationReceiver:
    """Listens on a free port of this machine until `close()`."""

    def __init__(self) -> None:
        self._arrived: list[Notification] = []
        self._taken: set[int] = set()
        self._problems: list[str] = []
        self._responses: list[int] = []
        self._changed = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                length = min(int(self.headers.get("Content-Length") or 0), LARGEST_BODY)
                status = receiver._take(self.rfile.read(length))
                self.send_response(status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *arguments: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/apple"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()

    @property
    def arrived(self) -> list[Notification]:
        """Returns all notifications in the order of arrival. A repeated notification has the same `uuid`."""
        with self._changed:
            return list(self._arrived)

    def answer(self, *statuses: int) -> None:
        """Sets the status codes of the next responses, one each. After them the status is 200 again."""
        with self._changed:
            self._responses += statuses

    def wait(self, type: str, subtype: str | None = None, *, seconds: float = SECONDS) -> Notification:
        """Returns the first notification of the type that no earlier `wait` has returned. Without a subtype, any subtype matches.

        - Raises NotificationMissing, with the received notifications, if none arrives in time.
        """
        __tracebackhide__ = True
        deadline = time.monotonic() + seconds
        with self._changed:
            while True:
                for index, one in enumerate(self._arrived):
                    if index not in self._taken and one.type == type and subtype in (None, one.subtype):
                        self._taken.add(index)
                        return one
                left = deadline - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    raise NotificationMissing(self._what_came(f"{type}/{subtype}" if subtype else type, seconds))

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _take(self, body: bytes) -> int:
        with self._changed:
            try:
                text = json.loads(body)["signedPayload"]
                payload = content(text)
                status = self._responses.pop(0) if self._responses else 200
                self._arrived.append(Notification(text, payload, status))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                self._problems.append(f"a body that cannot be read ({error!r})")
                status = 400
            self._changed.notify_all()
            return status

    def _what_came(self, wanted: str, seconds: float) -> str:
        came = [
            one.name + (" (taken by an earlier wait)" if index in self._taken else "")
            for index, one in enumerate(self._arrived)
        ] + self._problems
        return f"no {wanted} arrived within {seconds:g} s; these arrived: {', '.join(came) or 'nothing'}"

"""A server that receives webhooks."""

import http.server
import threading
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Delivery:
    """One request as it came, and the response."""
    method: str
    path: str
    # Names in lower case, in their order. A name can occur several times.
    headers: tuple[tuple[str, str], ...]
    body: bytes
    received_at: float
    status: int

    def header(self, name: str) -> str | None:
        """The only value of the name; None if there is none or more than one."""
        values = [value for other, value in self.headers if other == name]
        return values[0] if len(values) == 1 else None


class Consumer:
    """Accepts requests with every method on every path, and responds with 200 or with the next status of `statuses`."""

    def __init__(self, port: int = 0):
        self.deliveries: list[Delivery] = []
        self.statuses: list[int] = []
        consumer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def take(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status = consumer.statuses.pop(0) if consumer.statuses else 200
                headers = tuple((name.lower(), value) for name, value in self.headers.items())
                consumer.deliveries.append(Delivery(self.command, self.path, headers, body, time.time(), status))
                self.send_response(status)
                if 300 <= status < 400:
                    self.send_header("Location", f"{consumer.url}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_HEAD = do_POST = do_PUT = take

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

"""A game server that receives notifications."""

import http.server
import json
import threading

from .waiting import until


class Receiver:
    def __init__(self):
        self.status = 200
        # The received payloads, in their order.
        self.payloads = []
        self.problems = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                receiver._take(self)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/apple"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def _take(self, request):
        body = request.rfile.read(int(request.headers["Content-Length"]))
        try:
            content = json.loads(body)
            if set(content) != {"signedPayload"}:
                self.problems.append(f"the body has the members {sorted(content)}")
            if request.headers["Content-Type"] != "application/json" or request.path != "/apple":
                self.problems.append(f"{request.path} came with the type {request.headers['Content-Type']}")
            self.payloads.append(content["signedPayload"])
        except (ValueError, KeyError, TypeError) as error:
            self.problems.append(f"the body {body[:80]!r} cannot be read: {error}")
        request.send_response(self.status)
        request.send_header("Content-Length", "0")
        request.end_headers()

    def wait(self, count):
        """Returns the payloads as soon as there are this many."""
        until(lambda: len(self.payloads) >= count, f"{count} notifications, but {len(self.payloads)}")
        return self.payloads

    def close(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

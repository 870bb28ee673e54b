"""A server of the studio that takes events, or refuses them for a while."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Listener:
    def __init__(self):
        self.status = 200
        self.events = []
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if listener.status == 200:
                    listener.events.append(json.loads(body)["eventId"])
                self.send_response(listener.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/events"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

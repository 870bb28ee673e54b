"""A game server that receives notifications."""

import base64
import http.server
import json
import threading


class Receiver:
    def __init__(self):
        self.payloads: list[dict] = []
        self.statuses: list[int] = []
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                segment = body["signedPayload"].split(".")[1]
                receiver.payloads.append(json.loads(base64.urlsafe_b64decode(segment + "=" * (-len(segment) % 4))))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else 200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/apple"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def types(self) -> list[str]:
        return ["/".join(filter(None, [p["notificationType"], p.get("subtype")])) for p in self.payloads]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

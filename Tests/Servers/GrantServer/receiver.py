"""The studio's server, which receives events: python3 receiver.py PORT FILE SECRET_FILE

It writes an event to the file, as a line of JSON, before it responds.
"""

import hashlib
import hmac
import http.server
import json
import os
import pathlib
import sys
import time

TOLERANCE = 300


def is_genuine(secret: bytes, headers, body: bytes) -> bool:
    timestamp = headers["openiap-timestamp"] or ""
    code = hmac.new(secret, timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    is_recent = timestamp.isdigit() and abs(time.time() - int(timestamp)) < TOLERANCE
    return is_recent and hmac.compare_digest(headers["openiap-signature"] or "", f"v1={code}")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    secret = b""
    file = -1

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = json.loads(body)
        line = {
            "id": event["eventId"], "type": event["eventType"], "transaction": event["transactionId"],
            "player": event.get("userId"), "genuine": is_genuine(self.secret, self.headers, body),
            "named": self.headers["openiap-event-id"] == event["eventId"],
        }
        os.write(self.file, json.dumps(line).encode() + b"\n")
        os.fsync(self.file)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main() -> None:
    port, file, secret = int(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    Handler.secret = secret.read_text().strip().encode()
    Handler.file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
    if sys.argv[4:5] == ["--ready-fd"]:
        with os.fdopen(int(sys.argv[5]), "w") as ready:
            ready.write(json.dumps({"port": port}) + "\n")
    server.serve_forever()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Serves the files of the page as page.c lists them, and forwards the rest: forward_page.py PORT SERVER_URL"""

import os
import re
import sys
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Sources/CIAPServerPage")
TYPES = {"SCRIPT": "text/javascript; charset=utf-8", "STYLE": "text/css; charset=utf-8"}
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'")


def page_files():
    """What page.c has: {path of a request: (type, path of the file)}."""
    with open(os.path.join(SOURCES, "page.c"), encoding="utf-8") as file:
        source = file.read()
    embedded = dict(re.findall(r'uint8_t (\w+)\[\] = \{\s*#embed "([^"]+)"', source))
    rows = re.findall(r'\{"(/[^"]*)", ("[^"]*"|\w+), (\w+), sizeof', source)
    return {path: (TYPES.get(kind) or kind.strip('"'), os.path.join(SOURCES, embedded[name]))
            for path, kind, name in rows}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_url = ""

    def do_GET(self):
        found = page_files().get(self.path)
        if not found:
            return self.forward()
        with open(found[1], "rb") as file:
            self.answer(200, [("Content-Type", found[0]), ("Content-Security-Policy", POLICY)], file.read())

    def do_POST(self):
        self.forward()

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        request = urllib.request.Request(self.server_url + self.path, body, headers, method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                self.pass_on(response)
        except urllib.error.HTTPError as error:
            self.pass_on(error)
        except OSError:
            self.close_connection = True

    def pass_on(self, response):
        headers = [one for one in response.headers.items() if one[0].lower() in ("content-type", "retry-after", "etag")]
        self.answer(response.status, headers, response.read())

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in [*headers, ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def serve(handler, port, server_url):
    handler.server_url = server_url
    ThreadingHTTPServer(("127.0.0.1", int(port)), handler).serve_forever()


if __name__ == "__main__":
    serve(Handler, sys.argv[1], sys.argv[2])

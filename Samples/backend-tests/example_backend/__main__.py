"""Serves: `python -m example_backend`, with the variables of settings.py."""

import os

from .settings import Settings
from .web import Server

if __name__ == "__main__":
    server = Server(Settings.from_environment(os.environ), port=int(os.environ.get("PORT", "9000")))
    print(f"serving at {server.url}", flush=True)
    server.serve_forever()

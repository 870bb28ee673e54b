"""Starts the server: `python -m example_backend`. settings.py lists its environment variables."""

import os

from .settings import Settings
from .web import Server

if __name__ == "__main__":
    server = Server(Settings.from_environment(os.environ), port=int(os.environ.get("PORT", "9000")))
    print(f"serving at {server.url}", flush=True)
    server.serve_forever()

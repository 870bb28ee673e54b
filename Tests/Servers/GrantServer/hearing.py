"""The receiver of webhooks as a process, and the events that it received."""

import json
import pathlib
import sys

from bench import Bench
from programs import Program, free_port


class Receiver(Program):
    def __init__(self, bench: Bench, place: pathlib.Path, name: str = "receiver"):
        self.port = free_port()
        self.webhook = bench.webhook(place, f"http://127.0.0.1:{self.port}/events")
        self.file = place / f"{name}.jsonl"
        super().__init__(place, name, sys.executable, pathlib.Path(__file__).with_name("receiver.py"), str(self.port),
                         self.file, self.webhook["secret"]["file"])

    def heard(self) -> list[dict]:
        """All events as they came, including repeats."""
        if not self.file.exists():
            return []
        return [json.loads(line) for line in self.file.read_text().splitlines() if line.endswith("}")]

    def events(self) -> dict[str, dict]:
        """By their ids: a repeat does not count."""
        return {event["id"]: event for event in self.heard()}

    def transactions(self, kind: str) -> list[str]:
        return sorted(event["transaction"] for event in self.events().values() if event["type"] == kind)

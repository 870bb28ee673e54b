"""What every test receives, and the programs that it starts."""

import pathlib
import secrets
from dataclasses import dataclass, field

from checks import Checks
from databases import Database, PostgreSQL, SQLite
from programs import GrantServer, Keys, Program, Store


@dataclass
class Bench:
    checks: Checks
    library: pathlib.Path
    folder: pathlib.Path
    seconds: float
    seed: int
    # An address, or None for SQLite.
    postgresql: str | None
    keys: Keys
    webhook_secret: str = field(default_factory=lambda: secrets.token_hex(32))
    started: list[Program] = field(default_factory=list)

    def place(self, name: str) -> pathlib.Path:
        place = self.folder / name
        place.mkdir()
        return place

    def database(self, place: pathlib.Path) -> Database:
        if self.postgresql is None:
            return SQLite(place / "server.db")
        return PostgreSQL(self.postgresql, f"book_of_{place.name}")

    def run(self, program: Program) -> Program:
        self.started.append(program.start())
        return program

    def store(self, place: pathlib.Path, *options: str, server_port: int = 9) -> Store:
        """Starts a store that sends notifications to the port. No program listens on 9."""
        store = Store(self.library, place, server_port, *options)
        self.run(store)
        return store

    def server(self, place: pathlib.Path, database: Database, store: Store, **configuration) -> GrantServer:
        server = self.make_server(place, database, store, **configuration)
        self.run(server)
        return server

    def make_server(self, place: pathlib.Path, database: Database, store: Store, **configuration) -> GrantServer:
        common = {"database": database.address, "roots": [str(store.root())]}
        return GrantServer(self.library, place, self.keys, **(common | configuration))

    def webhook(self, place: pathlib.Path, url: str) -> dict:
        file = place / "webhook-secret"
        file.write_text(self.webhook_secret + "\n")
        return {"url": url, "secret": {"file": str(file)}}

    def end(self) -> None:
        """Removes everything, also after a failure."""
        for program in self.started:
            if program.is_running:
                program.kill()

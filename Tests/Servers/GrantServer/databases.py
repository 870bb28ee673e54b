"""The database of a server: its SQLite file or its PostgreSQL."""

import contextlib
import os
import pathlib
import shlex
import signal
import sqlite3
import subprocess

from asking import TIMEOUT
from checks import comes

TABLES = ["owner", "purchase", "token_owner", "balance", "given", "entry", "notification", "event", "delivery",
          "manual_change", "purchase_key", "purchase_alias"]


class Database:
    address: str

    def rows(self, query: str) -> list[tuple[str, ...]]:
        raise NotImplementedError

    def column(self, query: str) -> list[str]:
        return [row[0] for row in self.rows(query)]

    def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        return {table: int(self.column(f"SELECT COUNT(*) FROM {table}")[0]) for table in TABLES}

    def copy(self, place: pathlib.Path) -> "Database":
        """A backup of the present state, restored next to it."""
        raise NotImplementedError


class SQLite(Database):
    def __init__(self, path: pathlib.Path):
        self.path = path
        self.address = f"sqlite:{path}"

    def rows(self, query: str) -> list[tuple[str, ...]]:
        connection = sqlite3.connect(self.path, timeout=TIMEOUT)
        try:
            with connection:
                return [tuple(str(value) for value in row) for row in connection.execute(query).fetchall()]
        finally:
            connection.close()

    def files(self) -> list[pathlib.Path]:
        """Includes the files that SQLite keeps next to it."""
        return list(self.path.parent.glob(f"{self.path.name}*"))

    def copy(self, place: pathlib.Path) -> "SQLite":
        """Like `.backup` of sqlite3."""
        path = place / "copy.db"
        source, target = sqlite3.connect(self.path, timeout=TIMEOUT), sqlite3.connect(path)
        try:
            source.backup(target)
        finally:
            target.close()
            source.close()
        return SQLite(path)


class PostgreSQL(Database):
    """A new database of the server at the address."""

    def __init__(self, address: str, name: str):
        self.server = dict(part.split("=", 1) for part in shlex.split(address))
        self.name = name
        self._run(address, f"CREATE DATABASE {name}")
        self.address = " ".join(f"{key}={value}" for key, value in (self.server | {"dbname": name}).items())

    @staticmethod
    def _run(address: str, query: str) -> str:
        return subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-d", address, "-c", query], check=True,
                              capture_output=True, text=True, timeout=TIMEOUT).stdout

    def rows(self, query: str) -> list[tuple[str, ...]]:
        return [tuple(line.split("\t")) for line in self._run(self.address, query).splitlines()]

    def copy(self, place: pathlib.Path) -> "PostgreSQL":
        """With pg_dump and pg_restore."""
        file = place / "copy.dump"
        server = " ".join(f"{key}={value}" for key, value in self.server.items())
        subprocess.run(["pg_dump", "-Fc", "-f", file, "-d", self.address], check=True, timeout=TIMEOUT)
        copy = PostgreSQL(server, f"{self.name}_copy")
        subprocess.run(["pg_restore", "--exit-on-error", "-d", copy.address, file], check=True, timeout=TIMEOUT)
        return copy

    # The whole server

    @property
    def _data(self) -> pathlib.Path:
        return pathlib.Path(self.server["host"]) / "data"

    def stop_server(self) -> None:
        """Cuts the connections."""
        file = self._data / "postmaster.pid"
        os.kill(int(file.read_text().splitlines()[0]), signal.SIGINT)
        if not comes(lambda: not file.exists(), TIMEOUT):
            raise RuntimeError("PostgreSQL does not stop")

    def signal_server(self, which: signal.Signals) -> None:
        """SIGSTOP freezes all its processes: connections stay, and nobody responds. SIGCONT ends that."""
        main = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        children = subprocess.run(["pgrep", "-P", str(main)], capture_output=True, text=True, timeout=TIMEOUT).stdout
        for process in [main, *map(int, children.split())]:
            with contextlib.suppress(ProcessLookupError):
                # It may have ended just now.
                os.kill(process, which)

    def set_read_only(self, is_so: bool) -> None:
        """For all sessions, also those that exist."""
        self.rows(f"ALTER SYSTEM SET default_transaction_read_only = {'on' if is_so else 'off'}")
        self.rows("SELECT pg_reload_conf()")

    def start_server(self) -> None:
        words = shlex.split((self._data / "postmaster.opts").read_text())
        owner = self._data.stat().st_uid
        # PostgreSQL refuses to run as root.
        other = {} if owner == os.getuid() else {"user": owner, "group": self._data.stat().st_gid, "extra_groups": []}
        subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                         start_new_session=True, cwd="/", **other)
        if not comes(self._responses, TIMEOUT):
            raise RuntimeError("PostgreSQL does not start")

    def _responses(self) -> bool:
        try:
            return self.rows("SELECT 1") == [("1",)]
        except subprocess.CalledProcessError:
            return False

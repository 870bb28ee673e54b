"""Two PostgreSQL nodes under Patroni, and the etcd that decides which of them is the primary."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import time

from asking import NoResponse, TIMEOUT, ask
from checks import comes
from programs import Program, free_port

# Seconds. Patroni recommends at least these: the primary is replaced when its lease of 20 seconds is over.
LEASE, PAUSE, RETRIES = 20, 2, 3
START_TIMEOUT = 120


class Etcd(Program):
    def __init__(self, place: pathlib.Path):
        self.port, peers = free_port(), free_port()
        client, peer = f"http://127.0.0.1:{self.port}", f"http://127.0.0.1:{peers}"
        super().__init__(
            place, "etcd", *as_owner(place), "etcd", "--name", "one", "--data-dir", str(place / "etcd"),
            "--listen-client-urls", client, "--advertise-client-urls", client, "--listen-peer-urls", peer,
            "--initial-advertise-peer-urls", peer, "--initial-cluster", f"one={peer}", "--unsafe-no-fsync",
            says_ready=False)


def as_owner(place: pathlib.Path) -> list[str]:
    """PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return []
    return ["setpriv", f"--reuid={place.owner()}", f"--regid={place.group()}", "--clear-groups"]


class Node(Program):
    """Patroni and its PostgreSQL: a machine of the cluster."""

    def __init__(self, place: pathlib.Path, name: str, etcd: Etcd, synchronous: bool):
        self.rest, self.port = free_port(), free_port()
        self.data = place / name
        tools = max(pathlib.Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name)) / "bin"
        user = {"username": "postgres", "password": "postgres"}
        settings = {
            "scope": "game", "name": name, "etcd3": {"host": f"127.0.0.1:{etcd.port}"},
            "restapi": {"listen": f"127.0.0.1:{self.rest}", "connect_address": f"127.0.0.1:{self.rest}"},
            "bootstrap": {
                "dcs": {"ttl": LEASE, "loop_wait": PAUSE, "retry_timeout": RETRIES, "synchronous_mode": synchronous,
                        "postgresql": {"use_pg_rewind": True}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, {"auth": "trust"}, "data-checksums"],
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}", "connect_address": f"127.0.0.1:{self.port}", "data_dir": str(self.data),
                "bin_dir": str(tools), "pgpass": str(place / f"{name}.pgpass"),
                "authentication": {"superuser": user, "replication": user, "rewind": user},
                "parameters": {"unix_socket_directories": str(place), "max_connections": 100},
                "pg_hba": ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
            },
        }
        file = place / f"{name}.yml"
        # JSON is YAML.
        file.write_text(json.dumps(settings))
        file.chmod(0o644)
        super().__init__(place, name, *as_owner(place), "patroni", str(file), says_ready=False)

    @property
    def address(self) -> str:
        return f"host=127.0.0.1 port={self.port} user=postgres dbname=postgres"

    def state(self) -> dict:
        """What Patroni says about this node; empty if it does not respond."""
        try:
            return ask(f"http://127.0.0.1:{self.rest}", "GET", "/patroni", timeout=2).json
        except (*NoResponse, ValueError):
            return {}

    @property
    def is_primary(self) -> bool:
        state = self.state()
        return state.get("state") == "running" and state.get("role") in ["master", "primary"]

    def backends(self, kind: str = "") -> list[int]:
        """The process ids of its PostgreSQL, the first process first."""
        file = self.data / "postmaster.pid"
        if not file.exists():
            return []
        first = int(file.read_text().splitlines()[0])
        children = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(first)], capture_output=True, text=True,
                                  check=False).stdout.splitlines()
        found = [int(line.split(None, 1)[0]) for line in children if kind in line]
        return found if kind else [first, *found]

    def send(self, what: signal.Signals) -> None:
        """To all processes, like a machine that fails as a whole."""
        for process in [self.process.pid, *self.backends()]:
            try:
                os.kill(process, what)
            except ProcessLookupError:
                continue

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.process.wait(TIMEOUT)


class Cluster:
    def __init__(self, folder: pathlib.Path, synchronous: bool):
        self.place = folder / "cluster"
        self.place.mkdir(mode=0o700)
        if os.getuid() == 0:
            shutil.chown(self.place, "postgres", "postgres")
        self.synchronous = synchronous
        self.etcd = Etcd(self.place)
        self.nodes = [Node(self.place, name, self.etcd, synchronous) for name in ("a", "b")]

    def start(self) -> "Cluster":
        for program in [self.etcd, *self.nodes]:
            program.start()
        if not self.is_complete():
            logs = "\n".join(program.log.read_text()[-1500:] for program in [self.etcd, *self.nodes])
            raise RuntimeError(f"the cluster does not start: {logs}")
        return self

    @property
    def address(self) -> str:
        """For libpq: both nodes, and the one that writes."""
        ports = ",".join(str(node.port) for node in self.nodes)
        return f"host=127.0.0.1,127.0.0.1 port={ports} user=postgres dbname=postgres connect_timeout=2 " \
               "target_session_attrs=read-write"

    def primary(self) -> Node | None:
        return next((node for node in self.nodes if node.is_primary), None)

    def other(self, node: Node) -> Node:
        return next(one for one in self.nodes if one is not node)

    def is_complete(self, timeout: float = START_TIMEOUT) -> bool:
        """A primary writes, and the other node follows it as it should."""
        return comes(self._follows, timeout, pause=0.2)

    def _follows(self) -> bool:
        primary = self.primary()
        if primary is None:
            return False
        kinds = [one.get("sync_state") for one in primary.state().get("replication", [])
                 if one.get("state") == "streaming"]
        return kinds == (["sync"] if self.synchronous else ["async"])

    def rows(self, query: str) -> list[list[str]]:
        output = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-d", self.address, "-c", query],
                                check=True, capture_output=True, text=True, timeout=TIMEOUT).stdout
        return [line.split("\t") for line in output.splitlines()]

    def end(self) -> None:
        for node in self.nodes:
            if hasattr(node, "process"):
                node.send(signal.SIGKILL)
        time.sleep(0.1)
        for program in [*self.nodes, self.etcd]:
            if hasattr(program, "process") and program.is_running:
                program.process.kill()

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
from machines import Here, Machine, make_network
from programs import Program, free_port

# Seconds. Patroni recommends at least these: the primary is replaced when its lease of 20 seconds is over.
LEASE, PAUSE, RETRIES = 20, 2, 3
START_TIMEOUT = 120


def rows(address: str, query: str) -> list[list[str]]:
    output = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-d", address, "-c", query],
                            check=True, capture_output=True, text=True, timeout=TIMEOUT).stdout
    return [line.split("\t") for line in output.splitlines()]


class Etcd(Program):
    def __init__(self, place: pathlib.Path, address: str):
        port, peers = free_port(), free_port()
        self.host = f"{address}:{port}"
        client, peer = f"http://{self.host}", f"http://127.0.0.1:{peers}"
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
    """Patroni and its PostgreSQL."""

    def __init__(self, place: pathlib.Path, name: str, machine: Here | Machine, etcd: Etcd, synchronous: bool):
        self.machine = machine
        self.port = free_port()
        self.rest = f"{machine.address}:{free_port()}"
        self.sockets = place
        self.data = machine.disk / name
        tools = max(pathlib.Path("/usr/lib/postgresql").iterdir(), key=lambda path: int(path.name)) / "bin"
        user = {"username": "postgres", "password": "postgres"}
        settings = {
            "scope": "game", "name": name, "etcd3": {"host": etcd.host},
            "restapi": {"listen": self.rest, "connect_address": self.rest},
            "bootstrap": {
                "dcs": {"ttl": LEASE, "loop_wait": PAUSE, "retry_timeout": RETRIES, "synchronous_mode": synchronous,
                        "primary_start_timeout": 0, "postgresql": {"use_pg_rewind": True}},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, {"auth": "trust"}, "data-checksums"],
            },
            "postgresql": {
                "listen": f"{machine.address}:{self.port}", "connect_address": f"{machine.address}:{self.port}",
                "data_dir": str(self.data), "bin_dir": str(tools), "pgpass": str(place / f"{name}.pgpass"),
                "authentication": {"superuser": user, "replication": user, "rewind": user},
                "parameters": {"unix_socket_directories": str(place), "max_connections": 100, "wal_recycle": False},
                "pg_hba": ["local all all trust", f"host all all {machine.network} trust",
                           f"host replication all {machine.network} trust"],
            },
        }
        self.settings = place / f"{name}.yml"
        # JSON is YAML.
        self.settings.write_text(json.dumps(settings))
        self.settings.chmod(0o644)
        super().__init__(place, name, *machine.words, *as_owner(place), "patroni", str(self.settings), says_ready=False)

    def state(self) -> dict:
        """What Patroni says about this node; empty if it does not respond."""
        try:
            return ask(f"http://{self.rest}", "GET", "/patroni", timeout=2).json
        except (*NoResponse, ValueError):
            return {}

    @property
    def is_primary(self) -> bool:
        state = self.state()
        return state.get("state") == "running" and state.get("role") in ["master", "primary"]

    def rows(self, query: str) -> list[list[str]]:
        """Works without a network, because it uses a Unix socket."""
        return rows(f"host={self.sockets} port={self.port} user=postgres dbname=postgres", query)

    def is_read_only(self) -> bool:
        """True even if it does not run."""
        try:
            return self.rows("SELECT pg_is_in_recovery()") == [["t"]]
        except subprocess.CalledProcessError:
            return True

    def commits(self) -> bool:
        """A client commits a record of the log at this node."""
        address = f"host={self.machine.address} port={self.port} user=postgres dbname=postgres connect_timeout=2 " \
                  "target_session_attrs=read-write"
        try:
            return bool(rows(address, "SELECT pg_logical_emit_message(true, 'test', '')"))
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return False

    def remove_old_wal(self) -> None:
        """PostgreSQL does this rarely, and each failover makes files."""
        self.rows("CHECKPOINT")

    def begins_wal_file(self) -> bool:
        """PostgreSQL begins a new file of its WAL, as it does after 16 MB; false if it does not run."""
        try:
            return bool(self.rows("SELECT pg_switch_wal()"))
        except subprocess.CalledProcessError:
            return False

    def first_process(self) -> int | None:
        """Of its PostgreSQL; None if it does not run."""
        try:
            # The file is empty on a full disk.
            first = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            os.kill(first, 0)
            return first
        except (OSError, IndexError):
            return None

    def backends(self, kind: str = "") -> list[int]:
        """The process ids of its PostgreSQL, the first process first."""
        first = self.first_process()
        if first is None:
            return []
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
    def __init__(self, folder: pathlib.Path, synchronous: bool, has_machines: bool):
        self.place = folder / "cluster"
        self.place.mkdir(mode=0o700)
        if os.getuid() == 0:
            shutil.chown(self.place, "postgres", "postgres")
        self.synchronous = synchronous
        self.etcd = Etcd(self.place, make_network() if has_machines else Here.address)
        self.nodes = [
            Node(self.place, name, Machine(self.place, name, number) if has_machines else Here(self.place), self.etcd,
                 synchronous)
            for number, name in [(2, "a"), (3, "b")]]

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
        hosts = ",".join(node.machine.address for node in self.nodes)
        return f"host={hosts} port={ports} user=postgres dbname=postgres connect_timeout=2 " \
               "target_session_attrs=read-write"

    def primary(self) -> Node | None:
        return next((node for node in self.nodes if node.is_primary), None)

    def other(self, node: Node) -> Node:
        return next(one for one in self.nodes if one is not node)

    def switch_over(self, primary: Node) -> None:
        """With the command that an operator uses."""
        subprocess.run(
            ["patronictl", "-c", str(primary.settings), "switchover", "--force", "--primary", primary.name, "--candidate",
             self.other(primary).name],
            env=os.environ | {"LC_ALL": "C.UTF-8"}, check=True, capture_output=True, timeout=TIMEOUT)

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
        # On a busy machine a connection can take longer than the servers wait.
        return rows(f"{self.address} connect_timeout=30", query)

    def end(self) -> None:
        for node in self.nodes:
            if hasattr(node, "process"):
                node.send(signal.SIGKILL)
        time.sleep(0.1)
        for program in [*self.nodes, self.etcd]:
            if hasattr(program, "process") and program.is_running:
                program.process.kill()

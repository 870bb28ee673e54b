"""Usage: python3 Tests/Servers/HighAvailability LIBDIR FOLDER [--failovers N] [--only KIND] [--no-machines WHY]"""

import argparse
import math
import os
import pathlib
import signal
import sys
import threading
import time

from bench import Bench
from checks import Checks, comes
from cluster import LEASE, PAUSE, RETRIES, Cluster, Node
from players import Players
from programs import GrantServer, Keys, Store

# Seconds: the lease, two turns of Patroni, the attempts of libpq at both nodes, and a slow machine.
LONGEST_OUTAGE = LEASE + 2 * PAUSE + 2 * RETRIES + 30
QUIET = 3
KINDS = ["kill", "freeze", "cut", "full"]
NEED_MACHINES = ["cut", "full", "switch"]
# Of a process.
CONNECTIONS = 8
# Transactions that fail on a full disk.
MANY = 10
# Purchases, and seconds until the servers have read the history again.
LOST_AT_LEAST, LONGEST_HISTORY = 50, 150


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--failovers", type=int)
    parser.add_argument("--only", choices=[*KINDS, "switch", "lag"])
    parser.add_argument("--no-machines", metavar="WHY", help="why the nodes cannot have machines of their own")
    return parser.parse_args()


def playable(given: argparse.Namespace) -> list[str]:
    kinds = [given.only] if given.only else KINDS
    if given.no_machines is None:
        return kinds
    for kind in kinds:
        if kind in NEED_MACHINES:
            print(f"skipped: {kind}: the nodes cannot have machines of their own: {given.no_machines}", flush=True)
    return [kind for kind in kinds if kind not in NEED_MACHINES]


class FirstCommit:
    """When the database itself is there again: a client of its own tries to commit at the node that takes over."""

    def __init__(self, node: Node):
        self.node = node
        self.when = math.inf
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._try, daemon=True)
        self.thread.start()

    def _try(self) -> None:
        while not self.is_over.is_set():
            if self.node.commits():
                self.when = time.monotonic()
                return
            self.is_over.wait(0.2)

    def moment(self) -> float:
        self.thread.join(LONGEST_OUTAGE)
        self.is_over.set()
        return self.when


class Test:
    def __init__(self, given: argparse.Namespace, kinds: list[str], checks: Checks):
        self.checks = checks
        self.kinds = kinds
        self.failovers = given.failovers or len(kinds)
        self.bench = Bench(checks, given.library, given.folder, 0, 0, None, Keys(given.library))
        self.cluster = Cluster(given.folder, synchronous=kinds != ["lag"],
                               has_machines=given.no_machines is None)

    def start(self) -> None:
        self.cluster.start()
        place = self.bench.place("servers")
        self.store = self.bench.store(place)
        common = {"database": self.cluster.address, "roots": [str(self.store.root())], "playersAreTokens": True}
        if not self.cluster.synchronous:
            common["appStore"] = self.app_store(place)
        self.servers = [self.bench.run(GrantServer(self.bench.library, place, self.bench.keys, name, **common))
                        for name in ("one", "two")]
        self.players = Players(self.store, self.servers)
        self.players.start()

    def app_store(self, place: pathlib.Path) -> dict:
        """The server reads the notifications that did not arrive: in this test, all."""
        key = self.store.admin("key")
        file = place / "appstore.p8"
        file.write_text(key["privateKey"])
        return {"keyId": key["keyId"], "issuerId": key["issuerId"], "privateKey": {"file": str(file)},
                "sandboxUrl": self.store.url, "historyMinutes": 1}

    def play(self) -> None:
        for number in range(self.failovers):
            kind = self.kinds[number % len(self.kinds)]
            self.checks.holds(f"{number + 1}, {kind}: the cluster is complete", self.cluster.is_complete())
            # The disks are small.
            for node in self.cluster.nodes:
                node.remove_old_wal()
            time.sleep(QUIET)
            self.fail(f"{number + 1}, {kind}", kind)
        self.checks.holds("the cluster is complete at the end", self.cluster.is_complete())
        time.sleep(QUIET)
        self.players.stop()
        self.judge()

    def fail(self, name: str, kind: str) -> None:
        primary = self.cluster.primary()
        follower = self.cluster.other(primary)
        self.checks.comes(f"{name}: both processes use all their connections", self.connections_are_in_use)
        start = time.monotonic()
        if kind == "freeze":
            primary.send(signal.SIGSTOP)
            self.players.crowd()
        elif kind == "cut":
            primary.machine.cut()
        elif kind in ["full", "switch"]:
            start = self.fill(name, kind, primary)
        else:
            self.kill(kind, primary)
        acknowledged = self.players.acknowledged()
        database = FirstCommit(follower)
        self.checks.comes(f"{name}: the other node becomes the primary", lambda: follower.is_primary, LONGEST_OUTAGE)
        became = time.monotonic()
        goes_on = comes(lambda: self.players.acknowledged_since(became) >= 10, LONGEST_OUTAGE)
        self.checks.holds(f"{name}: purchases go on", goes_on)
        print(f"     {name}: a new primary after {became - start:.1f} s, the database commits after "
              f"{database.moment() - start:.1f} s, no purchase for {self.players.longest_pause(start):.1f} s", flush=True)
        if kind == "lag":
            self.lose_and_find(name, acknowledged)
        self.come_back(name, kind, primary)

    def kill(self, kind: str, primary: Node) -> None:
        # What the primary commits before it dies does not reach the other node.
        start = time.monotonic()
        for process in primary.backends("walsender"):
            os.kill(process, signal.SIGSTOP)
        if kind == "lag":
            comes(lambda: self.players.acknowledged_since(start) >= LOST_AT_LEAST)
        else:
            time.sleep(1)
        primary.kill()

    def fill(self, name: str, kind: str, primary: Node) -> float:
        """Returns when PostgreSQL stopped, or when the operator acted."""
        before = self.failed_transactions()

        def fail() -> bool:
            # PostgreSQL may have removed files since the last call.
            primary.machine.fill()
            return self.failed_transactions() >= before + MANY

        # The first failures are not those of the WAL: its file is new.
        primary.begins_wal_file()
        self.checks.comes(f"{name}: transactions fail", fail)
        self.checks.holds(f"{name}: PostgreSQL and the servers run", primary.is_primary and self.are_ready())
        if kind == "switch":
            start = time.monotonic()
            self.cluster.switch_over(primary)
            return start
        primary.machine.make_room()
        freed = time.monotonic()
        self.checks.comes(f"{name}: with room, purchases go on", lambda: self.players.acknowledged_since(freed) >= 10)

        def stops() -> bool:
            primary.machine.fill()
            if primary.begins_wal_file():
                return False
            # After a failed checkpoint it crashes and starts again by itself, with the same first process.
            return primary.first_process() is None or self.cluster.other(primary).is_primary

        self.checks.comes(f"{name}: without room for its WAL, PostgreSQL stops", stops, LONGEST_OUTAGE)
        return time.monotonic()

    def come_back(self, name: str, kind: str, primary: Node) -> None:
        """The old primary must not think that it still is one."""
        if kind == "cut":
            self.checks.holds(f"{name}: the primary without a network only reads", primary.is_read_only())
            primary.machine.connect()
        elif kind in ["full", "switch"]:
            primary.machine.make_room()
        else:
            # A watchdog resets a frozen machine. Without one, Patroni 3.0 on the machine that wakes up can take the lease back,
            # and what the new primary has confirmed is lost.
            if kind == "freeze":
                primary.kill()
            primary.start()

    def failed_transactions(self) -> int:
        """What the servers count."""
        texts = [server.ask("GET", "/metrics").body.decode() for server in self.servers]
        return sum(int(line.split()[-1]) for text in texts for line in text.splitlines()
                   if line.startswith('iap_database_errors_total{kind="failed"}'))

    def are_ready(self) -> bool:
        return all(server.ask("GET", "/health/ready", None).status == 200 for server in self.servers)

    def granted(self) -> dict[str, int]:
        """How often each purchase is granted."""
        return {id_: int(count) for id_, count in self.cluster.rows(
            "SELECT transaction_id, COUNT(*) FROM entry WHERE kind = 'granted' GROUP BY transaction_id")}

    def lose_and_find(self, name: str, acknowledged: list[str]) -> None:
        """Without synchronous replication acknowledged purchases are lost. The App Store's history has them."""
        granted = self.granted()
        lost = [id_ for id_ in acknowledged if id_ not in granted]
        self.checks.holds(f"{name}: acknowledged purchases are lost: {len(lost)}", len(lost) >= LOST_AT_LEAST // 2)
        start = time.monotonic()

        def are_found() -> bool:
            granted = self.granted()
            return all(id_ in granted for id_ in lost)

        self.checks.holds(f"{name}: the history of the App Store has them", comes(are_found, LONGEST_HISTORY, pause=1))
        print(f"     {name}: {len(lost)} lost, and found after {time.monotonic() - start:.0f} s", flush=True)

    def connections_are_in_use(self) -> bool:
        """Otherwise a process could go on with connections that it opens later."""
        for thread in self.players.crowd():
            thread.join()
        [[count]] = self.cluster.rows(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE client_port > 0 AND application_name = ''")
        return int(count) >= CONNECTIONS * len(self.servers)

    def judge(self) -> None:
        granted = self.granted()
        acknowledged = self.players.acknowledged()
        lost = [id_ for id_ in acknowledged if id_ not in granted]
        twice = [id_ for id_, count in granted.items() if count > 1]
        print(f"     {len(acknowledged)} acknowledged, {len(lost)} lost, {len(twice)} granted twice", flush=True)
        self.checks.holds("many purchases were acknowledged", len(acknowledged) > 100)
        self.checks.equal("purchases that were acknowledged and lost", lost[:5], [])
        self.checks.equal("purchases that were granted twice", twice[:5], [])
        self.checks.equal("purchases without a verdict", self.players.open(), [])
        self.checks.equal("other verdicts than valid", self.players.others, [])
        balances = {player: int(value) for player, value in self.cluster.rows("SELECT player, amount FROM balance")}
        self.checks.equal("what the players have", balances, self.players.paid())

    def end(self) -> None:
        if hasattr(self, "players"):
            self.players.stop()
        self.bench.end()
        self.cluster.end()


def main() -> int:
    given = arguments()
    kinds = playable(given)
    if not kinds:
        return 0
    checks = Checks("HighAvailability")
    test = Test(given, kinds, checks)
    try:
        test.start()
        test.play()
    finally:
        test.end()
    return checks.end()


sys.exit(main())

"""Grants per second of iap-server, compared with a plain program that writes the same rows in as many transactions."""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import time
import uuid

from serving import Store

PURCHASES = 16_000
SECONDS = 2
# The number of threads of a server; each uses a connection to the database.
THREADS = 8
# Enough clients for each thread of the server to have some.
CLIENTS = 64
ROUNDS = 3

OWNER = """INSERT INTO owner (environment, bundle_id, original_id, player) VALUES ('Sandbox', 'com.example.game', {id}, {player})
    ON CONFLICT (environment, bundle_id, original_id) DO UPDATE SET player = COALESCE(owner.player, excluded.player) RETURNING player"""
PURCHASE = """INSERT INTO purchase (environment, bundle_id, transaction_id, original_id, product_id, type, quantity, purchased_ms,
    original_purchased_ms, is_upgraded, ownership, price_milliunits, currency, storefront, signed_ms, digest, has_returnable,
    has_lasting, first_seen_ms, changed_ms, revoked_seats, has_added_seats) VALUES ('Sandbox', 'com.example.game', {id}, {id}, 'com.example.game.coins', 'Consumable',
    1, 1767225600000, 1767225600000, 0, 'PURCHASED', 990, 'USD', 'USA', 1767225600000, '0123456789abcdef', 1, 1, 1767225600000,
    1767225600000, 0, 0) ON CONFLICT DO NOTHING"""
BALANCE = """INSERT INTO balance VALUES ('Sandbox', 'com.example.game', {player}, 'coins', 100)
    ON CONFLICT (environment, bundle_id, player, name) DO UPDATE SET amount = balance.amount + excluded.amount"""
ENTRY = """INSERT INTO entry (id, player, environment, bundle_id, at_ms, kind, cause, transaction_id, product_id, name, amount)
    VALUES ({entry}, {player}, 'Sandbox', 'com.example.game', 1767225600000, 'granted', 'game', {id}, 'com.example.game.coins',
    'coins', 100) ON CONFLICT DO NOTHING"""
STATEMENTS = [OWNER, PURCHASE, BALANCE, ENTRY]
TABLES = ["owner", "purchase", "balance", "entry"]

# Each request sends a different purchase.
LUA = """
local bodies, first = {}, tonumber(os.getenv("FIRST"))
for line in io.lines(os.getenv("BODIES")) do bodies[#bodies + 1] = line end
local headers = {["Authorization"] = "Bearer " .. os.getenv("KEY"), ["Content-Type"] = "application/json"}
request = function()
    first = first + 1
    headers["Iap-Player"] = "player-" .. first % 100
    return wrk.format("POST", "/v1/purchases", headers, bodies[(first - 1) % #bodies + 1])
end
"""


def report(name: str, ours: float, baseline: float, goal: float) -> None:
    ratio = ours / baseline
    print(f"{name:<58} {ours:>10.0f} /s {baseline:>10.0f} /s {ratio:>8.2f}  at least {goal}, "
          f"{'met' if ratio >= goal else 'missed'}", flush=True)


def report_wait(name: str, ours: float, baseline: float, goal: float) -> None:
    """In milliseconds."""
    print(f"{name:<58} {ours:>10.1f} ms {baseline:>10.1f} ms {ours / baseline:>8.2f}  at most {goal} ms, "
          f"{'met' if ours <= goal else 'missed'}", flush=True)


def write_bodies(store: Store, file: pathlib.Path) -> None:
    with file.open("w") as lines:
        for number in range(PURCHASES):
            id = store.admin("buy", account=f"account-{number % 50}", product="com.example.game.coins")["transactionId"]
            signed = store.admin("signed", id=id)["signedTransactionInfo"]
            lines.write(json.dumps({"signedTransaction": signed, "transactionId": id}) + "\n")


class Bench:
    def __init__(self, programs: pathlib.Path, folder: pathlib.Path):
        self.program, self.folder = programs / "iap-server", folder
        (folder / "grants.lua").write_text(LUA)
        store = Store(programs / "iap-store", folder)
        write_bodies(store, folder / "bodies")
        (folder / "root.pem").write_text(store.run("root"))
        store.process.terminate()
        store.process.wait()
        output = subprocess.run([self.program, "key", "game", "game"], check=True, capture_output=True, text=True).stdout
        self.key, self.digest = output.splitlines()[1], json.loads(output.splitlines()[-1])

    def start(self, database: str) -> tuple[subprocess.Popen, str]:
        configuration = self.folder / "iap-server.json"
        configuration.write_text(json.dumps({
            "bundleId": "com.example.game", "environments": ["Sandbox"], "roots": ["root.pem"], "database": database,
            "listen": {"port": 0}, "keys": [self.digest],
            "products": [{"id": "com.example.game.coins", "grants": [{"counter": "coins", "amount": 100}]}],
            "requestsPerMinute": {"player": 1_000_000, "address": 1_000_000}}))
        with (self.folder / "server.log").open("ab") as log:
            process = subprocess.Popen([self.program, "serve", configuration], stdout=subprocess.PIPE, stderr=log, text=True)
        return process, json.loads(process.stdout.readline())["url"]

    def load(self, url: str, first: int, clients: int) -> subprocess.Popen:
        environment = dict(os.environ, FIRST=str(first), BODIES=str(self.folder / "bodies"), KEY=self.key)
        return subprocess.Popen(
            ["wrk", "-t1", "--latency", f"-c{clients}", f"-d{SECONDS}s", "-s", self.folder / "grants.lua", url], env=environment,
            stdout=subprocess.PIPE, text=True)

    def rate(self, database: str, processes: int) -> float:
        outputs = self.outputs(database, processes, CLIENTS)
        return sum(float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)) for output in outputs)

    def wait(self, database: str, processes: int) -> float:
        """The time in milliseconds in which 99 of 100 requests have their response, with 16 clients."""
        units = {"us": 0.001, "ms": 1, "s": 1000}
        outputs = self.outputs(database, processes, 16 // processes)
        waits = [re.search(r"99%\s+([\d.]+)([a-z]+)", output).groups() for output in outputs]
        return max(float(number) * units[unit] for number, unit in waits)

    def outputs(self, database: str, processes: int, clients: int) -> list[str]:
        servers = [self.start(database) for _ in range(processes)]
        loads = [self.load(url, PURCHASES // processes * place, clients) for place, (_, url) in enumerate(servers)]
        outputs = [load.communicate()[0] for load in loads]
        for server, _ in servers:
            server.terminate()
            server.wait()
        if any("Non-2xx" in output for output in outputs):
            raise RuntimeError("".join(outputs))
        return outputs


def sqlite_rate(file: pathlib.Path) -> float:
    """With Python's sqlite3, one transaction after the other."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    statements = [text.format(id=":id", player=":player", entry=":entry") for text in STATEMENTS]
    count, end = 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        count += 1
        values = {"id": str(10 ** 15 + count), "player": f"player-{count % 100}", "entry": str(uuid.uuid4())}
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement, values).fetchall()
        connection.execute("COMMIT")
    connection.close()
    return count / SECONDS


def psql(address: str, sql: str) -> None:
    subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, address], check=True, capture_output=True)


def pgbench_rate(address: str, folder: pathlib.Path, clients: int) -> float:
    script = folder / "grants.sql"
    lines = [text.replace("\n", " ").format(id=":id::text", player=":player::text", entry="md5(:id::text)") + ";"
             for text in STATEMENTS]
    script.write_text("\\set id random(1, 1000000000000)\n\\set player random(1, 100)\nBEGIN;\n" + "\n".join(lines) + "\nCOMMIT;\n")
    host = re.search(r"host=(\S+)", address).group(1)
    output = subprocess.run(
        ["pgbench", "-h", host, "-U", "postgres", "-n", "-f", script, "-c", str(clients), "-j", "2", "-T", str(SECONDS), "-M",
         "prepared", "postgres"], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"tps = ([\d.]+)", output).group(1))


def median(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """The pair with the median ratio."""
    return sorted(pairs, key=lambda pair: pair[0] / pair[1])[len(pairs) // 2]


def on_sqlite(bench: Bench) -> None:
    pairs = []
    for number in range(ROUNDS):
        ours, bare = bench.folder / f"server-{number}.db", bench.folder / f"bare-{number}.db"
        server, _ = bench.start(f"sqlite:{bare}")
        server.terminate()
        server.wait()
        pairs.append((bench.rate(f"sqlite:{ours}", 1), sqlite_rate(bare)))
    report("grants on SQLite; the same rows by Python's sqlite3", *median(pairs), 0.6)
    waits = [tuple(bench.wait(f"sqlite:{bench.folder / f'wait-{number}-{processes}.db'}", processes) for processes in (2, 1))
             for number in range(ROUNDS)]
    report_wait("99 of 100 grants on SQLite, 2 processes; 1 process", *median(waits), 100)


def on_postgresql(bench: Bench, address: str) -> None:
    for processes in (1, 2, 4):
        pairs = []
        for _ in range(ROUNDS):
            psql(address, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            ours = bench.rate(address, processes)
            psql(address, "TRUNCATE " + ", ".join(TABLES))
            pairs.append((ours, pgbench_rate(address, bench.folder, THREADS * processes)))
        name = f"grants by {processes} process{'es' if processes > 1 else ''} on PostgreSQL; the same rows by pgbench"
        report(name, *median(pairs), 0.6)
    waits = []
    for _ in range(ROUNDS):
        pair = []
        for processes in (2, 1):
            psql(address, "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            pair.append(bench.wait(address, processes))
        waits.append(tuple(pair))
    report_wait("99 of 100 grants on PostgreSQL, 2 processes; 1 process", *median(waits), 100)


if __name__ == "__main__":
    the_bench = Bench(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    on_sqlite(the_bench)
    on_postgresql(the_bench, os.environ["TEST_POSTGRESQL"])

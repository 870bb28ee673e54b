"""The size of a large ledger on PostgreSQL, and the grants per second on it.

The server writes the rows of some players. SQL copies them, with other ids, until there are enough.
"""

import os
import pathlib
import subprocess
import sys
import uuid

import grants
from asking import TIMEOUT
from bench import Bench
from checks import Checks, comes
from programs import GrantServer, Keys, Program, Store, free_port

PLAYERS, PURCHASES = 40, 5
# Copies in one statement.
STEP = 100
# The part of the ledger that each purchase needs, and what the cleaning can delete.
PARTS = {
    "purchase": ["owner", "purchase", "purchase_key", "purchase_alias", "token_owner", "balance", "entry"],
    "notification": ["notification"],
    "event": ["event", "delivery"],
}
NUMBERS = ["transaction_id", "original_id", "purchase_id", "order_line_id"]
IDS = ["id", "uuid", "event_id", "token"]


def psql(query: str) -> list[list[str]]:
    output = subprocess.run(["psql", "-X", "-q", "-A", "-t", "-F", "\t", "-d", os.environ["TEST_POSTGRESQL"], "-c", query],
                            check=True, capture_output=True, text=True).stdout
    return [line.split("\t") for line in output.splitlines()]


def count(table: str) -> int:
    return int(psql(f"SELECT COUNT(*) FROM {table}")[0][0])


def fill(bench: Bench) -> None:
    """Each purchase comes from the game and as a notification, and its event goes to one address."""
    place = bench.place("sample")
    port, hearing = free_port(), free_port()
    webhook = bench.webhook(place, f"http://127.0.0.1:{hearing}/events")
    receiver = pathlib.Path(sys.modules["bench"].__file__).parent / "receiver.py"
    bench.run(Program(place, "receiver", "python3", receiver, str(hearing), place / "events", place / "webhook-secret"))
    store = bench.store(place, server_port=port)
    server: GrantServer = bench.run(GrantServer(
        bench.library, place, bench.keys, database=os.environ["TEST_POSTGRESQL"], roots=[str(store.root())],
        listen={"port": port}, webhooks=[webhook]))
    for player in range(PLAYERS):
        token = str(uuid.uuid4())
        for _ in range(PURCHASES):
            id_ = store.buy(f"account{player}", token=token)
            if server.verdict(f"player-{player:08}", store.signed(id_), mark=token) != "valid":
                raise RuntimeError(f"the server does not grant {id_}")
    are_all_here = comes(lambda: count("notification") == PLAYERS * PURCHASES and
                         psql("SELECT COUNT(*) FROM delivery WHERE state <> 'delivered'") == [["0"]], TIMEOUT)
    if not are_all_here:
        raise RuntimeError("a notification or an event does not arrive")
    server.end()


def copied(column: str) -> str:
    """SQL for the value of a column in copy `copy`."""
    if column in NUMBERS:
        return f"CASE {column} WHEN '' THEN '' ELSE ({column}::bigint + copy * 1000000::bigint)::text END"
    if column in IDS:
        return f"md5({column} || copy)::uuid::text"
    if column == "player":
        return "player || '-' || copy"
    return column


def multiply(copies: int) -> None:
    for table in [table for tables in PARTS.values() for table in tables]:
        psql(f"CREATE TABLE sample_{table} AS SELECT * FROM {table}")
    for first in range(1, copies, STEP):
        for table in [table for tables in PARTS.values() for table in tables]:
            columns = [row[0] for row in psql(
                f"SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' ORDER BY ordinal_position")]
            psql(f"INSERT INTO {table} SELECT {', '.join(map(copied, columns))} FROM sample_{table}, "
                 f"generate_series({first}, {min(first + STEP, copies) - 1}) AS copy ORDER BY copy")
    psql("DROP TABLE " + ", ".join(f"sample_{table}" for tables in PARTS.values() for table in tables))
    psql("VACUUM ANALYZE")


def report(name: str, purchases: int) -> None:
    for part, tables in PARTS.items():
        for table in tables:
            [[size, heap]] = psql(f"SELECT pg_total_relation_size('{table}'), pg_relation_size('{table}')")
            print(f"  {table:<16} {count(table) / purchases:>6.2f} rows, {int(size) / purchases:>7.0f} bytes, "
                  f"{(int(size) - int(heap)) / purchases:>7.0f} of them in indexes")
        sizes = " + ".join(f"pg_total_relation_size('{table}')" for table in tables)
        rows = sum(count(table) for table in tables)
        print(f"{name}, {part}, per purchase: {rows / purchases:.2f} rows, {int(psql(f'SELECT {sizes}')[0][0]) / purchases:.0f} "
              "bytes", flush=True)


def main() -> None:
    library, folder, players = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
    bench = Bench(Checks("ledger"), library, folder, 0, 0, None, Keys(library))
    try:
        fill(bench)
    finally:
        bench.end()
    copies = players // PLAYERS
    multiply(copies)
    purchases = copies * PLAYERS * PURCHASES
    report(f"{copies * PLAYERS} players, {purchases} purchases", purchases)
    size = psql("SELECT pg_database_size(current_database())")[0][0]
    print(f"the database: {int(size) / 1e6:.0f} MB", flush=True)
    measure_speed(library, folder)


def processor_seconds(process: int) -> float:
    """Of the process, and of its children that have ended."""
    try:
        fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except (FileNotFoundError, ProcessLookupError):
        # It has ended just now.
        return 0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def postgresql_seconds() -> float:
    place = dict(part.split("=", 1) for part in os.environ["TEST_POSTGRESQL"].split())["host"]
    first = int((pathlib.Path(place) / "data" / "postmaster.pid").read_text().splitlines()[0])
    children = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True, check=True).stdout.split()
    return sum(processor_seconds(process) for process in [first, *map(int, children)])


def measure_speed(library: pathlib.Path, folder: pathlib.Path) -> None:
    place = folder / "grants"
    place.mkdir()
    bench = grants.Bench(library, place)
    sizes = "SELECT " + " + ".join(f"pg_total_relation_size('{table}')" for table in PARTS["purchase"])
    first, size = count("purchase"), int(psql(sizes)[0][0])
    for processes in (1, 2):
        before, busy = count("purchase"), postgresql_seconds()
        servers = [bench.start(os.environ["TEST_POSTGRESQL"]) for _ in range(processes)]
        # Each round has other purchases.
        loads = [bench.load(url, grants.PURCHASES // 3 * (processes - 1 + number), grants.CLIENTS)
                 for number, (_, url) in enumerate(servers)]
        for load in loads:
            load.wait()
        ours = sum(processor_seconds(server.pid) for server, _ in servers)
        added = count("purchase") - before
        print(f"{processes} process{'es' if processes > 1 else ''} on it: {added / grants.SECONDS:.0f} purchases per second; processor "
              f"time of each: server {ours / added * 1e3:.2f} ms, PostgreSQL {(postgresql_seconds() - busy) / added * 1e3:.2f} ms",
              flush=True)
        for server, _ in servers:
            server.terminate()
            server.wait()
    added = count("purchase") - first
    print(f"the server itself added {added} purchases, {(int(psql(sizes)[0][0]) - size) / added:.0f} bytes each", flush=True)


if __name__ == "__main__":
    main()

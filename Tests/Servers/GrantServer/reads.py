"""What the studio reads and changes, the permissions, limits, health, the shutdown, and a backup."""

import csv
import io
import itertools
import json
import pathlib
import re
import signal
import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

from asking import Answer, NoResponse
from bench import Bench
from checks import comes
from databases import TABLES, Database, PostgreSQL, SQLite
from hearing import Receiver
from programs import BUNDLE, CLUB, COINS, COINS_OF_A_PURCHASE, EDITOR, PRODUCTS, GrantServer, Store, player, token

ANNA, BEN = player("anna"), player("ben")
# Of a process with PostgreSQL.
CONNECTIONS = 8
OPEN = [200, 200, 200]


def play(bench: Bench) -> None:
    place = bench.place("reads")
    store = bench.store(place)
    database = bench.database(place)
    server = bench.server(place, database, store)
    products(bench, server)
    page(bench, server)
    roles(bench, server, store)
    changes(bench, server, database)
    searches(bench, server, store)
    overview_and_export(bench, server, database)
    deliveries(bench, store)
    erasure(bench, server, store, database)
    health_and_metrics(bench, server, store)
    if isinstance(database, PostgreSQL):
        stopped_database(bench, server, store, database)
        frozen_database(bench, server, store, database)
        read_only_database(bench, server, database)
    backup(bench, server, store, database)
    bench.checks.equal("it exits with 0", server.end(), 0)
    limits(bench, store)
    reload(bench, store)
    end_under_load(bench, store)
    store.end()


def products(bench: Bench, server: GrantServer) -> None:
    checks = bench.checks
    first = server.ask("GET", "/v1/products", "game")
    tag = first.headers["ETag"]
    checks.equal("the product list", first.json, {"products": [product["id"] for product in PRODUCTS]})
    checks.holds("it has a tag", tag and re.fullmatch(r'"[^"]+"', tag))
    same = server.ask("GET", "/v1/products", "game", If_None_Match=tag)
    checks.equal("a request with this tag gets no body", (same.status, same.body, same.headers["ETag"]), (304, b"", tag))
    checks.equal("a request with another tag gets the list", server.ask("GET", "/v1/products", "game", If_None_Match='"a"').status,
                 200)


def page(bench: Bench, server: GrantServer) -> None:
    """The files of the page need no key; its data does."""
    files = re.findall(r'(?:src|href)="([^"#]+)"', server.ask("GET", "/", None).body.decode())
    bench.checks.holds("the page has scripts and styles", len(files) > 1)
    for name in ["", *files]:
        answer = server.ask("GET", f"/{name}", None)
        bench.checks.equal(f"the page's file /{name}", (answer.status, len(answer.body) > 0), (200, True))
        bench.checks.holds(f"/{name} loads nothing from elsewhere",
                           (answer.headers["Content-Security-Policy"] or "").startswith("default-src 'none'"))


def roles(bench: Bench, server: GrantServer, store: Store) -> None:
    transaction = store.buy(ANNA)
    for method, path, body, expected in routes(transaction, store.signed(transaction)):
        pattern = path.replace(ANNA, "*").replace(transaction, "*").split("?")[0]
        found = [server.ask(method, path, role, body, Iap_Player=ANNA).status for role in server.keys.ROLES]
        bench.checks.equal(f"{method} {pattern} by game, studio and support", found, expected)
        found = {server.ask(method, path, None, body, **headers).status for headers in wrong_keys(server)}
        bench.checks.equal(f"{method} {pattern} without a right key", found, {200} if expected == OPEN else {401})
    bench.checks.equal("nothing is elsewhere", server.ask("GET", "/v1/nothing").status, 404)


def routes(transaction: str, text: str) -> list[tuple[str, str, dict | None, list[int]]]:
    """Each route with the status for game, studio and support."""
    submission = {"signedTransaction": text}
    change = {"key": "roles", "reason": "a test", "name": "coins", "amount": 0, "environment": "Sandbox"}
    evidence = {"store": "apple", "apple": {"jws": text}}
    games, people, studios = [200, 200, 403], [403, 200, 200], [403, 200, 403]
    return [
        ("POST", "/v1/purchases", submission, games), ("GET", "/v1/products", None, games),
        ("GET", f"/v1/players/{ANNA}?environment=Sandbox", None, people),
        ("GET", f"/v1/players/{ANNA}/history", None, people), ("GET", f"/v1/transactions/{transaction}", None, people),
        ("GET", f"/v1/players?transaction={transaction}", None, people),
        ("POST", f"/v1/players/{ANNA}/changes", change, people),
        ("GET", "/v1/overview", None, people), ("GET", "/v1/work", None, people),
        ("GET", "/v1/deliveries?state=waiting", None, people), ("GET", "/v1/export?format=json", None, studios),
        ("GET", "/", None, OPEN), ("GET", "/health/live", None, OPEN), ("GET", "/health/ready", None, OPEN),
        ("GET", "/metrics", None, OPEN),
        # The Commerce Protocol; it has no 403 for an operation of two roles.
        ("GET", "/commerce/v1/capabilities", None, OPEN),
        ("GET", f"/commerce/v1/subscriptions/status?userId={ANNA}", None, studios),
        ("GET", f"/commerce/v1/entitlements?userId={ANNA}", None, studios),
        ("POST", "/commerce/v1/purchases/verify", evidence, [200, 200, 401]),
        ("POST", "/commerce/v1/purchases/bind", evidence | {"userId": ANNA}, studios),
        ("POST", "/commerce/v1/users/erase", {"userId": player("nobody")}, [403, 202, 403]),
    ]


def wrong_keys(server: GrantServer) -> list[dict[str, str]]:
    key = server.keys["studio"]
    return [
        {}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {key[:-1]}"}, {"Authorization": f"Bearer {key}0"},
        {"Authorization": f"Bearer {key.upper()}"}, {"Authorization": f"Basic {key}"}, {"Authorization": key},
        {"Authorization": "Bearer " + server.keys.lines[1]["sha256"]},
    ]


# Manual changes


def change(server: GrantServer, owner: str, **members) -> Answer:
    body = {"key": str(uuid.uuid4()), "reason": "a test", "environment": "Sandbox"} | members
    return server.ask("POST", f"/v1/players/{owner}/changes", "support", body)


def changes(bench: Bench, server: GrantServer, database) -> None:
    checks = bench.checks
    before = server.coins(BEN)
    answers = [change(server, BEN, key="once", name="coins", amount=5).json for _ in range(3)]
    checks.equal("a change counts as new once", [answer["isNew"] for answer in answers], [True, False, False])
    checks.equal("and happens once", server.coins(BEN) - before, 5)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: change(server, BEN, key="at once", name="coins", amount=5).json, range(40)))
    checks.equal("of many at the same time, one is new", sum(answer["isNew"] for answer in answers), 1)
    checks.equal("and happens once", server.coins(BEN) - before, 10)
    change(server, BEN, name="coins", amount=-3)
    checks.equal("a removed grant is gone", server.coins(BEN) - before, 7)
    history = server.get(f"/v1/players/{BEN}/history")["entries"]
    checks.equal("the history has each change, the newest first",
                 [(entry["kind"], entry["amount"]) for entry in history],
                 [("manual", -3), ("manual", 5), ("manual", 5)])
    checks.equal("with its cause and its reason", {(entry["cause"], entry["detail"]) for entry in history},
                 {("by hand: the support", "a test")})
    unlocks(bench, server)
    wrong_changes(bench, server, database)


def unlocks(bench: Bench, server: GrantServer) -> None:
    def names() -> list[str]:
        return [unlock["name"] for unlock in server.player(BEN)["unlocks"]]

    change(server, BEN, name="editor", unlock="give")
    change(server, BEN, name="past", unlock="give", expiresAt=1000)
    bench.checks.equal("an unlock is given; an expired one is not", names(), ["editor"])
    change(server, BEN, name="editor", unlock="take")
    bench.checks.equal("and taken", names(), [])


def wrong_changes(bench: Bench, server: GrantServer, database) -> None:
    before = database.counts()
    wrong = [
        {"name": "coins"}, {"name": "", "amount": 1}, {"name": "coins", "amount": 1, "key": ""},
        {"name": "coins", "amount": 1, "reason": ""}, {"name": "coins", "amount": "1"},
        {"name": "coins", "amount": 1.5},
        {"name": "coins", "amount": 2**63}, {"name": "coins", "amount": 2**62}, {"name": "coins", "amount": -(2**62)},
        {"name": "coins", "amount": -(2**63)}, {"name": "coins", "unlock": "lend"}, {"name": ["coins"], "amount": 1},
        {"name": "coins", "amount": 1, "key": 7}, {"name": "coins", "amount": 1, "environment": "Sandbax"},
        {"name": "a\0b", "amount": 1}, {"name": "editor", "unlock": "give", "expiresAt": "soon"},
    ]
    for members in wrong:
        bench.checks.equal(f"a change with {str(members)[1:-1]} is refused", status(server, members), 400)
    bench.checks.equal("and nothing is written", database.counts(), before)


def status(server: GrantServer, members: dict) -> int | str:
    try:
        return change(server, BEN, **members).status
    except NoResponse as error:
        if comes(lambda: not server.is_running):
            server.start()
        return repr(error)


# What support and operations read


def searches(bench: Bench, server: GrantServer, store: Store) -> None:
    def found(query: str) -> list[str]:
        return server.get(f"/v1/players?{query}", "support")["players"]

    mark = token(3)
    purchase = store.buy(ANNA, token=mark)
    bench.checks.equal("an unclaimed purchase has no player", found(f"transaction={purchase}"), [])
    server.submit(ANNA, store.signed(purchase), mark)
    bench.checks.equal("the player of a purchase", found(f"transaction={purchase}"), [ANNA])
    bench.checks.equal("the player of a token", found(f"token={mark}"), [ANNA])
    bench.checks.equal("a token in capital letters", found(f"token={mark.upper()}"), [ANNA])
    bench.checks.equal("an unknown purchase", found("transaction=1"), [])
    bench.checks.equal("a search for nothing", server.ask("GET", "/v1/players").status, 400)


def overview_and_export(bench: Bench, server: GrantServer, database) -> None:
    checks = bench.checks
    change(server, BEN, name="coins", amount=1, reason='He said "no, thank you",\nand meant it; ä')
    counts, overview = database.counts(), server.get("/v1/overview", "support")
    players = int(database.column("SELECT COUNT(DISTINCT player) FROM owner")[0])
    checks.equal("the overview",
                 (overview["bundleId"], overview["environments"], overview["purchases"], overview["players"],
                  overview["notifications"]),
                 (BUNDLE, ["Sandbox"], counts["purchase"], players, counts["notification"]))
    checks.equal("no work is open", server.get("/v1/work", "support"), {"work": []})
    lines = server.ask("GET", "/v1/export?format=json").body.decode().splitlines()
    entries = [json.loads(line) for line in lines]
    checks.equal("the export has each entry", sorted(entry["id"] for entry in entries),
                 sorted(database.column("SELECT id FROM entry")))
    checks.equal("the oldest first", [entry["at"] for entry in entries], sorted(entry["at"] for entry in entries))
    table = list(csv.DictReader(io.StringIO(server.ask("GET", "/v1/export?format=csv").body.decode(), newline="")))
    as_texts = [{name: str(entry.get(name, "")) for name in table[0]} for entry in entries]
    checks.equal("the CSV export has the same content", table, as_texts)
    checks.equal("another format", server.ask("GET", "/v1/export?format=xml").status, 400)


def deliveries(bench: Bench, store: Store) -> None:
    """An event waits while its receiver is not running; support sends it again."""
    checks = bench.checks
    place = bench.place("deliveries")
    receiver = Receiver(bench, place)
    server = bench.server(place, bench.database(place), store, webhooks=[receiver.webhook], keepDays=180)
    purchase = store.buy(ANNA)
    server.submit(ANNA, store.signed(purchase))

    def rows(state: str) -> list[dict]:
        return server.get(f"/v1/deliveries?state={state}", "support")["deliveries"]

    checks.comes("an attempt fails", lambda: [row for row in rows("waiting") if row.get("lastError")])
    row = rows("waiting")[0]
    checks.equal("the event waits", (row["type"], row["endpoint"], row["attempts"], row["state"]),
                 ("purchase.granted", receiver.webhook["url"], 1, "waiting"))
    bench.run(receiver)
    again = f"/v1/deliveries/{row['eventId']}/again"
    checks.equal("the game cannot send it again", server.ask("POST", again, "game").status, 403)
    checks.equal("a request without a key cannot", server.ask("POST", again, None).status, 401)
    checks.equal("support can", server.ask("POST", again, "support").status, 200)
    checks.comes("it arrives", lambda: receiver.transactions("purchase.granted") == [purchase])
    checks.comes("and is delivered", lambda: [row["lastStatus"] for row in rows("delivered")] == [200])
    server.ask("POST", again, "support")
    checks.comes("once more", lambda: [event["id"] for event in receiver.heard()] == [row["eventId"]] * 2)
    log = server.log.read_text()
    checks.holds("the failed attempt is in the log", f"event {row['eventId']} to 127.0.0.1, attempt 1" in log)
    checks.holds("and the clean-up has not failed", "old events are not deleted" not in log)
    checks.equal("an unknown event", server.ask("POST", "/v1/deliveries/nothing/again", "support").status,
                 404)
    checks.equal("it exits with 0", server.end(), 0)
    receiver.kill()


def erasure(bench: Bench, server: GrantServer, store: Store, database) -> None:
    """Nothing contains an erased player's name, not even the bytes of the database's files."""
    checks = bench.checks
    owner, mark = player("erased"), token(4)
    for product in [COINS, EDITOR, CLUB]:
        server.submit(owner, store.signed(store.buy(owner, product, token=mark)), mark)
    change(server, owner, name="coins", amount=1, reason=f"{owner} has asked")
    checks.equal("a player is erased", server.ask("POST", "/commerce/v1/users/erase", body={"userId": owner}).status,
                 202)
    named = [table for table in TABLES for row in database.rows(f"SELECT * FROM {table}")
             if any(owner in value or mark in value for value in row)]
    checks.equal("no table names the player", named, [])
    checks.equal("the player has nothing", (server.player(owner)["balances"], server.player(owner)["unlocks"]),
                 ({}, []))
    if isinstance(database, SQLite):
        files = [file.name for file in database.files() if owner.encode() in file.read_bytes()]
        checks.equal("no file names the player either", files, [])


# Health, metrics, limits


def health_and_metrics(bench: Bench, server: GrantServer, store: Store) -> None:
    checks = bench.checks
    checks.equal("it lives", server.ask("GET", "/health/live", None).status, 200)
    checks.equal("it is ready", server.ask("GET", "/health/ready", None).status, 200)
    before = metrics(server)
    server.submit(ANNA, store.signed(store.buy(ANNA)))
    server.submit(ANNA, "forged")
    after = metrics(server)
    for name, growth in [('iap_verdicts_total{verdict="valid"}', 1), ('iap_verdicts_total{verdict="invalid"}', 1),
                         ('iap_requests_total{route="/v1/purchases",status="200"}', 2)]:
        checks.equal(f"{name} counts", after.get(name, 0) - before.get(name, 0), growth)
    times = {name: value for name, value in after.items() if 'route="/v1/purchases"' in name and "_seconds_" in name}
    checks.holds("requests are timed", sum(times.values()) > 0)
    for name in ["iap_events_waiting", "iap_events_oldest_seconds", "iap_events_abandoned", "iap_appstore_requests_waiting",
                 "iap_appstore_requests_oldest_seconds", "iap_database_connections_in_use"]:
        checks.equal(f"{name} while nothing waits", after.get(name), 0)


def metrics(server: GrantServer) -> dict[str, float]:
    """Reads the text form of Prometheus; an invalid line is an error."""
    values = {}
    for line in server.ask("GET", "/metrics", None).body.decode().splitlines():
        if line and not line.startswith("#"):
            name, value = re.fullmatch(r'([a-z_]+(?:\{[a-z_]+="[^"\\]*"(?:,[a-z_]+="[^"\\]*")*\})?) (\S+)',
                                       line).groups()
            values[name] = float(value)
    return values


def limits(bench: Bench, store: Store) -> None:
    checks = bench.checks
    place = bench.place("limits")
    text = store.signed(store.buy(ANNA))
    server = bench.server(place, bench.database(place), store, requestsPerMinute={"player": 5, "address": 1000})
    limited = until_limited(lambda: server.submit(ANNA, text), 11)
    checks.equal("a player with too many requests", limited.status, 429)
    checks.holds("learns when to retry", 1 <= int(limited.headers["Retry-After"] or 0) <= 60)
    checks.equal("another player does not notice", server.submit(BEN, text).status, 200)
    server.end()
    server = bench.server(place, SQLite(place / "other.db"), store, name="other",
                          requestsPerMinute={"player": 1000, "address": 20})
    limited = until_limited(lambda: server.ask("GET", "/v1/products", "game"), 41)
    checks.equal("an address with too many requests", limited.status, 429)
    checks.holds("learns when to retry", 1 <= int(limited.headers["Retry-After"] or 0) <= 60)
    guesses = until_limited(lambda: server.ask("GET", "/v1/products", None, Authorization="Bearer guess"), 41)
    checks.equal("guessing keys is limited, too", guesses.status, 429)
    server.end()


def reload(bench: Bench, store: Store) -> None:
    """A key is replaced without a restart; a mistake in the file changes nothing."""
    checks = bench.checks
    place = bench.place("reload")
    server = bench.server(place, bench.database(place), store)
    file = pathlib.Path(server.words[-1])
    configuration = json.loads(file.read_text())

    def read_again(keys: list[dict], line: str) -> None:
        file.write_text(json.dumps(configuration | {"keys": keys}))
        server.process.send_signal(signal.SIGHUP)
        checks.comes(f"after a signal: {line}", lambda: line in server.log.read_text())

    checks.equal("the key of support", server.ask("GET", "/v1/overview", "support").status, 200)
    read_again([{"name": "n"}], "the access keys stay")
    checks.equal("after a mistake in the file", server.ask("GET", "/v1/overview", "support").status, 200)
    read_again([line for line in server.keys.lines if line["role"] != "support"], "the access keys were read again")
    checks.equal("a key that was removed", server.ask("GET", "/v1/overview", "support").status, 401)
    checks.equal("the others", server.ask("GET", "/v1/overview", "studio").status, 200)
    checks.equal("it exits with 0", server.end(), 0)


def until_limited(question, most: int) -> Answer:
    """A minute may end in between: the count then starts again."""
    for _ in range(most):
        answer = question()
        if answer.status == 429:
            return answer
    return answer


def stopped_database(bench: Bench, server: GrantServer, store: Store, database: PostgreSQL) -> None:
    checks = bench.checks
    text = store.signed(store.buy(BEN))
    before = server.coins(BEN)
    database.stop_server()
    checks.equal("without its database it is not ready", server.ask("GET", "/health/ready", None).status, 503)
    checks.equal("but lives", server.ask("GET", "/health/live", None).status, 200)
    answer = server.submit(BEN, text)
    checks.equal("a verdict is undecided", answer.json["verdict"], "undecided")
    checks.holds("and says when to retry", int(answer.headers["Retry-After"] or 0) > 0)
    checks.equal("a question of the studio can be asked again", server.ask("GET", f"/v1/players/{BEN}").status, 503)
    notification = store.admin("notification", uuid=store.admin("notifications")[-1]["notificationUUID"])
    checks.equal("a notification has to come again", server.notify(notification["signedPayload"]).status, 503)
    log = [json.loads(line) for line in server.log.read_text().splitlines()]
    silent = [line["route"] for line in log
              if line["message"] == "request" and line["status"] == 503 and not line.get("detail")]
    checks.equal("each of these has its reason in the log", silent, [])
    checks.holds("the verdict too", any(line.get("route") == "/v1/purchases" and line.get("detail") for line in log))
    values = metrics(server)
    checks.holds("the errors are counted", values.get('iap_database_errors_total{kind="unavailable"}', 0) > 0)
    database.start_server()
    checks.comes("it is ready again", lambda: server.ask("GET", "/health/ready", None).status == 200)
    checks.equal("and grants", (server.verdict(BEN, text), server.coins(BEN) - before), ("valid", COINS_OF_A_PURCHASE))


def frozen_database(bench: Bench, server: GrantServer, store: Store, database: PostgreSQL) -> None:
    checks = bench.checks
    known = store.signed(store.buy(BEN))

    def verdicts() -> set[str]:
        """Of more requests at the same time than the server has threads and connections."""
        def verdict(_: int) -> str:
            try:
                return server.verdict(BEN, known)
            except NoResponse:
                return "no response"

        with ThreadPoolExecutor(24) as pool:
            return set(pool.map(verdict, range(24)))

    sessions = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    checks.comes("all connections of the server are open",
                 lambda: verdicts() == {"valid"} and int(database.column(sessions)[0]) >= CONNECTIONS)
    text = store.signed(store.buy(BEN))
    before = server.coins(BEN)
    database.signal_server(signal.SIGSTOP)
    try:
        checks.equal("requests on all connections to a frozen database get a response", verdicts(), {"undecided"})
        checks.equal("with a frozen database it is not ready", server.ask("GET", "/health/ready", None).status, 503)
        checks.equal("a verdict is undecided", server.verdict(BEN, text), "undecided")
        start = time.monotonic()
        # More requests than the server has threads.
        for _ in range(20):
            checks.equal("so is the next one", server.verdict(BEN, text), "undecided")
            checks.equal("the metrics are there", server.ask("GET", "/metrics", None).status, 200)
        checks.holds("and nobody waits for the database", time.monotonic() - start < 4)
    finally:
        database.signal_server(signal.SIGCONT)
    checks.comes("it grants when the database responds again", lambda: server.verdict(BEN, text) == "valid")
    checks.equal("once", server.coins(BEN) - before, COINS_OF_A_PURCHASE)
    checks.equal("and it is ready", server.ask("GET", "/health/ready", None).status, 200)


def read_only_database(bench: Bench, server: GrantServer, database: PostgreSQL) -> None:
    """Like a primary that became a standby, and did not end the sessions."""
    checks = bench.checks

    def readiness() -> int:
        return server.ask("GET", "/health/ready", None).status

    database.set_read_only(True)
    checks.comes("with a database that only reads it is not ready", lambda: readiness() == 503)
    database.set_read_only(False)
    checks.comes("it is ready when the database accepts changes again", lambda: readiness() == 200)


# The shutdown and the backup


def end_under_load(bench: Bench, store: Store) -> None:
    """What the server confirmed before the shutdown is in the database afterwards."""
    checks = bench.checks
    place = bench.place("end")
    database = bench.database(place)
    server = bench.server(place, database, store)
    texts = {transaction: store.signed(transaction) for transaction in (store.buy(ANNA) for _ in range(100))}
    valid: list[str] = []
    half = threading.Event()

    def submit(transaction: str) -> None:
        try:
            if server.verdict(ANNA, texts[transaction]) == "valid":
                valid.append(transaction)
        except NoResponse:
            pass
        if len(valid) >= 30:
            half.set()

    with ThreadPoolExecutor(8) as pool:
        for transaction in texts:
            pool.submit(submit, transaction)
        half.wait(20)
        checks.equal("it exits with 0 while requests are open", server.end(), 0)
    granted = set(database.column("SELECT transaction_id FROM entry WHERE kind = 'granted'"))
    checks.equal("confirmed purchases are not lost", [one for one in valid if one not in granted], [])
    print(f"{len(valid)} of {len(texts)} were answered before the end, {len(granted)} are in the database")
    server.start()
    checks.equal("it goes on", {server.verdict(ANNA, text) for text in texts.values()}, {"valid"})
    checks.equal("and all is granted once", server.coins(ANNA), len(texts) * COINS_OF_A_PURCHASE)
    checks.equal("it exits with 0 again", server.end(), 0)


def backup(bench: Bench, server: GrantServer, store: Store, database: Database) -> None:
    """The copy is made while purchases come in."""
    owner, buyer = player("of-the-backup"), player("buyer")
    for product in [COINS, EDITOR]:
        server.submit(owner, store.signed(store.buy(owner, product)))
    texts = [store.signed(store.buy(buyer)) for _ in range(10)]
    is_over = threading.Event()

    def submit() -> None:
        for text in itertools.cycle(texts):
            if is_over.is_set():
                return
            server.submit(buyer, text)

    thread = threading.Thread(target=submit)
    thread.start()
    place = bench.place("backup")
    try:
        comes(lambda: server.coins(buyer) > 0)
        copy = database.copy(place)
    finally:
        is_over.set()
        thread.join()
    second = bench.server(place, copy, store)
    if isinstance(copy, PostgreSQL):
        # A restored database has none, and would read whole tables to find a player.
        bench.checks.equal("a server on the copy makes statistics of its tables", sorted(copy.column(
            "SELECT DISTINCT tablename FROM pg_stats WHERE tablename IN ('owner', 'purchase', 'balance', 'entry')")),
            ["balance", "entry", "owner", "purchase"])
    bench.checks.equal("a server on the copy shows the same player", second.player(owner), server.player(owner))
    bench.checks.equal("with the same history", second.get(f"/v1/players/{owner}/history"),
                       server.get(f"/v1/players/{owner}/history"))
    bench.checks.equal("and gives nothing twice", second.verdict(owner, store.signed(store.buy(owner, EDITOR))),
                       "valid")
    bench.checks.equal("as the first one", second.player(owner)["balances"], server.player(owner)["balances"])
    bench.checks.equal("it exits with 0", second.end(), 0)

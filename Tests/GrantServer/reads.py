"""What the studio reads and changes, who may ask, limits, health, the end, and a backup."""

import itertools
import re
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

from asking import Answer, NoAnswer
from bench import Bench
from checks import comes
from databases import PostgreSQL, SQLite
from programs import COINS, COINS_OF_A_PURCHASE, EDITOR, PRODUCTS, GrantServer, Store, player

ANNA, BEN = player("anna"), player("ben")


def play(bench: Bench) -> None:
    place = bench.place("reads")
    store = bench.store(place)
    database = bench.database(place)
    server = bench.server(place, database, store)
    products(bench, server)
    roles(bench, server, store)
    changes(bench, server, database)
    health_and_metrics(bench, server, store)
    if isinstance(database, PostgreSQL):
        stopped_database(bench, server, store, database)
    if isinstance(database, SQLite):
        backup(bench, server, store, database)
    bench.checks.equal("it ends well", server.end(), 0)
    limits(bench, store)
    end_under_load(bench, store)
    store.end()


def products(bench: Bench, server: GrantServer) -> None:
    checks = bench.checks
    first = server.ask("GET", "/v1/products", "game")
    tag = first.headers["ETag"]
    checks.equal("the product list", first.json, {"products": [product["id"] for product in PRODUCTS]})
    checks.holds("it has a tag", tag and re.fullmatch(r'"[^"]+"', tag))
    same = server.ask("GET", "/v1/products", "game", If_None_Match=tag)
    checks.equal("who has it gets nothing", (same.status, same.body, same.headers["ETag"]), (304, b"", tag))
    checks.equal("who has another one gets it", server.ask("GET", "/v1/products", "game", If_None_Match='"a"').status, 200)


def roles(bench: Bench, server: GrantServer, store: Store) -> None:
    transaction = store.buy(ANNA)
    change = {"key": "roles", "reason": "a test", "name": "coins", "amount": 0, "environment": "Sandbox"}
    everybody = ["game", "studio", "support"]
    routes = [
        ("POST", "/v1/purchases", {"signedTransaction": store.signed(transaction)}, ["game", "studio"]),
        ("GET", "/v1/products", None, ["game", "studio"]),
        ("GET", f"/v1/players/{ANNA}?environment=Sandbox", None, ["studio", "support"]),
        ("GET", f"/v1/players/{ANNA}/history", None, ["studio", "support"]),
        ("GET", f"/v1/transactions/{transaction}", None, ["studio", "support"]),
        ("POST", f"/v1/players/{ANNA}/changes", change, ["studio", "support"]),
        ("GET", "/health/live", None, everybody), ("GET", "/health/ready", None, everybody),
        ("GET", "/metrics", None, everybody),
    ]
    for method, path, body, allowed in routes:
        pattern = path.replace(ANNA, "*").replace(transaction, "*").split("?")[0]
        is_open = allowed == everybody
        expected = [200 if role in allowed else 403 for role in everybody]
        found = [server.ask(method, path, role, body, Iap_Player=ANNA).status for role in everybody]
        bench.checks.equal(f"{method} {pattern} by game, studio and support", found, expected)
        refused = [server.ask(method, path, None, body, **headers).status for headers in wrong_keys(server)]
        bench.checks.equal(f"{method} {pattern} without a right key", set(refused), {200 if is_open else 401})
    bench.checks.equal("nothing is elsewhere", server.ask("GET", "/v1/nothing").status, 404)


def wrong_keys(server: GrantServer) -> list[dict[str, str]]:
    key = server.keys["studio"]
    return [
        {}, {"Authorization": "Bearer "}, {"Authorization": f"Bearer {key[:-1]}"}, {"Authorization": f"Bearer {key}0"},
        {"Authorization": f"Bearer {key.upper()}"}, {"Authorization": f"Basic {key}"}, {"Authorization": key},
        {"Authorization": "Bearer " + server.keys.lines[1]["sha256"]},
    ]


# Changes by hand


def change(server: GrantServer, owner: str, **members) -> Answer:
    body = {"key": str(uuid.uuid4()), "reason": "a test", "environment": "Sandbox"} | members
    return server.ask("POST", f"/v1/players/{owner}/changes", "support", body)


def changes(bench: Bench, server: GrantServer, database) -> None:
    checks = bench.checks
    before = server.coins(BEN)
    answers = [change(server, BEN, key="once", name="coins", amount=5).json for _ in range(3)]
    checks.equal("a change is new once", [answer["isNew"] for answer in answers], [True, False, False])
    checks.equal("and is done once", server.coins(BEN) - before, 5)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: change(server, BEN, key="at once", name="coins", amount=5).json, range(40)))
    checks.equal("of many at once one is new", sum(answer["isNew"] for answer in answers), 1)
    checks.equal("and is done once", server.coins(BEN) - before, 10)
    change(server, BEN, name="coins", amount=-3)
    checks.equal("what is taken is gone", server.coins(BEN) - before, 7)
    history = server.get(f"/v1/players/{BEN}/history")["entries"]
    checks.equal("the history has each change, the newest first",
                 [(entry["kind"], entry["amount"]) for entry in history], [("manual", -3), ("manual", 5), ("manual", 5)])
    checks.equal("with its cause and its reason", {(entry["cause"], entry["detail"]) for entry in history},
                 {("by hand: the support", "a test")})
    unlocks(bench, server)
    wrong_changes(bench, server, database)


def unlocks(bench: Bench, server: GrantServer) -> None:
    def names() -> list[str]:
        return [unlock["name"] for unlock in server.player(BEN)["unlocks"]]

    change(server, BEN, name="editor", unlock="give")
    change(server, BEN, name="past", unlock="give", expiresAt=1000)
    bench.checks.equal("an unlock is given, and one whose time is over is not", names(), ["editor"])
    change(server, BEN, name="editor", unlock="take")
    bench.checks.equal("and taken", names(), [])


def wrong_changes(bench: Bench, server: GrantServer, database) -> None:
    before = database.counts()
    wrong = [
        {"name": "coins"}, {"name": "", "amount": 1}, {"name": "coins", "amount": 1, "key": ""},
        {"name": "coins", "amount": 1, "reason": ""}, {"name": "coins", "amount": "1"}, {"name": "coins", "amount": 1.5},
        {"name": "coins", "amount": 2**63}, {"name": "coins", "amount": 2**62}, {"name": "coins", "amount": -(2**62)},
        {"name": "coins", "amount": -(2**63)}, {"name": "coins", "unlock": "lend"}, {"name": ["coins"], "amount": 1},
        {"name": "coins", "amount": 1, "key": 7}, {"name": "coins", "amount": 1, "environment": "Sandbax"},
        {"name": "coins", "amount": 1, "key": "a\0b"}, {"name": "a\0b", "amount": 1},
    ]
    for members in wrong:
        bench.checks.equal(f"a change with {str(members)[1:-1]} is refused", status(server, members), 400)
    bench.checks.equal("and nothing is written", database.counts(), before)


def status(server: GrantServer, members: dict) -> int | str:
    try:
        return change(server, BEN, **members).status
    except NoAnswer as error:
        if comes(lambda: not server.is_running):
            server.start()
        return repr(error)


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


def metrics(server: GrantServer) -> dict[str, float]:
    """Reads the text form of Prometheus; a line that is none is an error."""
    values = {}
    for line in server.ask("GET", "/metrics", None).body.decode().splitlines():
        if line and not line.startswith("#"):
            name, value = re.fullmatch(r'([a-z_]+(?:\{[a-z_]+="[^"\\]*"(?:,[a-z_]+="[^"\\]*")*\})?) (\S+)', line).groups()
            values[name] = float(value)
    return values


def limits(bench: Bench, store: Store) -> None:
    checks = bench.checks
    place = bench.place("limits")
    text = store.signed(store.buy(ANNA))
    server = bench.server(place, bench.database(place), store, requestsPerMinute={"player": 5, "address": 1000})
    limited = until_limited(lambda: server.submit(ANNA, text), 11)
    checks.equal("a player who asks too often", limited.status, 429)
    checks.holds("hears when to ask again", 1 <= int(limited.headers["Retry-After"] or 0) <= 60)
    checks.equal("another player does not notice", server.submit(BEN, text).status, 200)
    server.end()
    server = bench.server(place, SQLite(place / "other.db"), store, name="other",
                          requestsPerMinute={"player": 1000, "address": 20})
    limited = until_limited(lambda: server.ask("GET", "/v1/products", "game"), 41)
    checks.equal("an address that asks too often", limited.status, 429)
    checks.holds("hears when to ask again", 1 <= int(limited.headers["Retry-After"] or 0) <= 60)
    guesses = until_limited(lambda: server.ask("GET", "/v1/products", None, Authorization="Bearer guess"), 41)
    checks.equal("who guesses keys is limited, too", guesses.status, 429)
    server.end()


def until_limited(question, most: int) -> Answer:
    """A minute may end in between: then the count begins anew."""
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
    checks.holds("and says when to ask again", int(answer.headers["Retry-After"] or 0) > 0)
    checks.equal("a question of the studio can be asked again", server.ask("GET", f"/v1/players/{BEN}").status, 503)
    notification = store.admin("notification", uuid=store.admin("notifications")[-1]["notificationUUID"])
    checks.equal("a notification has to come again", server.notify(notification["signedPayload"]).status, 503)
    database.start_server()
    checks.comes("it is ready again", lambda: server.ask("GET", "/health/ready", None).status == 200)
    checks.equal("and grants", (server.verdict(BEN, text), server.coins(BEN) - before), ("valid", COINS_OF_A_PURCHASE))


# The end and the backup


def end_under_load(bench: Bench, store: Store) -> None:
    """What was answered before the end is in the database after it."""
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
        except NoAnswer:
            pass
        if len(valid) >= 30:
            half.set()

    with ThreadPoolExecutor(8) as pool:
        for transaction in texts:
            pool.submit(submit, transaction)
        half.wait(20)
        checks.equal("it ends well while requests are under way", server.end(), 0)
    granted = set(database.column("SELECT transaction_id FROM entry WHERE kind = 'granted'"))
    checks.equal("what it has answered is not lost", [one for one in valid if one not in granted], [])
    print(f"{len(valid)} of {len(texts)} were answered before the end, {len(granted)} are in the database")
    server.start()
    checks.equal("it goes on", {server.verdict(ANNA, text) for text in texts.values()}, {"valid"})
    checks.equal("and all is granted once", server.coins(ANNA), len(texts) * COINS_OF_A_PURCHASE)
    checks.equal("it ends well again", server.end(), 0)


def backup(bench: Bench, server: GrantServer, store: Store, database: SQLite) -> None:
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
        copy = database.copy_to(place / "copy.db")
    finally:
        is_over.set()
        thread.join()
    second = bench.server(place, copy, store)
    bench.checks.equal("a server on the copy shows the same player", second.player(owner), server.player(owner))
    bench.checks.equal("with the same history", second.get(f"/v1/players/{owner}/history"),
                       server.get(f"/v1/players/{owner}/history"))
    bench.checks.equal("and gives nothing twice", second.verdict(owner, store.signed(store.buy(owner, EDITOR))), "valid")
    bench.checks.equal("as the first one", second.player(owner)["balances"], server.player(owner)["balances"])
    bench.checks.equal("it ends well", second.end(), 0)

"""Forged, foreign, replayed, malformed and random requests: the server refuses them with a reason, and writes nothing."""

import json

import random_requests
from asking import NoResponse
from bench import Bench
from databases import Database
from programs import CLUB, COINS, COINS_OF_A_PURCHASE, EDITOR, GrantServer, Store, player, token

ANNA, BEN = player("anna"), player("ben")

# The numbers are those of IAP_STORE_FORGERY_ in the C header. 14 concerns the device, which a server does not know.
FORGERIES = {
    1: "another payload", 2: "a changed signature", 3: "a DER signature", 4: "no algorithm",
    5: "HMAC with the public key",
    6: "another root", 7: "another key", 8: "no intermediate", 9: "no marker in the leaf", 10: "an expired leaf",
    11: "Base64 in lines", 12: "another app", 13: "another environment", 15: "no marker in the intermediate",
    16: "a root that comes twice", 17: "a critical marker", 18: "a leaf as issuer", 19: "a leaf of the future",
    20: "no certificates", 21: "a name that comes twice",
}
TRANSACTION_LIMIT, BODY_LIMIT = 64 << 10, 1 << 20


def play(bench: Bench) -> None:
    place = bench.place("hostile")
    store = bench.store(place)
    database = bench.database(place)
    server = bench.server(place, database, store)
    wall = Wall(bench, server, store, database)
    wall.forgeries()
    wall.other_stores()
    wall.texts_of_another_kind()
    wall.malformed_purchases()
    wall.malformed_notifications()
    wall.players()
    wall.replays()
    wall.marks()
    wall.marks_that_come_later()
    random_requests.play(bench, server, store)
    purchase = store.buy(ANNA)
    bench.checks.equal("a valid request works after all of this", server.verdict(ANNA, store.signed(purchase)),
                       "valid")
    bench.checks.equal("with one grant", len(server.entries(purchase, "granted")), 1)
    bench.checks.equal("it exits with 0", server.end(), 0)
    store.end()


class Wall:
    """Requests that the server must refuse."""

    def __init__(self, bench: Bench, server: GrantServer, store: Store, database: Database):
        self.bench = bench
        self.checks = bench.checks
        self.server = server
        self.store = store
        self.database = database

    def writes_nothing(self, what: str, before: dict[str, int], **allowed: int) -> None:
        """Except this many rows of the named tables."""
        after = self.database.counts()
        growth = {table: after[table] - before[table] for table in after if after[table] != before[table]}
        self.checks.equal(f"{what}: what is written", growth, allowed)

    def refuses_purchase(self, what: str, text: str, owner: str | None = ANNA, **members) -> None:
        answer = self.server.submit(owner, text, **members)
        self.checks.equal(f"{what}: the verdict", (answer.status, answer.json["verdict"]), (200, "invalid"))
        self.checks.holds(f"{what}: a reason", answer.json["reason"])

    def keeps_waiting(self, what: str, text: str, owner: str, mark: str | None = None) -> None:
        """The library does not finish a purchase of another player."""
        answer = self.server.submit(owner, text, mark)
        self.checks.equal(f"{what}: the verdict", (answer.status, answer.json["verdict"], answer.headers["Retry-After"]),
                          (200, "undecided", "3600"))
        self.checks.holds(f"{what}: a reason", answer.json["reason"])

    def refuses_notification(self, what: str, text: str) -> None:
        answer = self.server.notify(text)
        self.checks.equal(f"{what}, a notification: the answer", answer.status, 400)
        self.checks.holds(f"{what}, a notification: a reason", answer.json["error"])

    def notification(self, kind: str, transaction: str) -> str:
        return self.store.admin("notify", type=kind, id=transaction)["signedPayload"]

    def forgeries(self) -> None:
        before = self.database.counts()
        purchases = [self.store.buy(ANNA, product) for product in [COINS, EDITOR, CLUB]]
        for number, name in FORGERIES.items():
            self.store.forge(number)
            for purchase, kind in zip(purchases, ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE", "DID_RENEW"]):
                self.refuses_purchase(f"{name}", self.store.signed(purchase), transactionId=purchase)
                self.refuses_notification(f"{name}", self.notification(kind, purchase))
            self.store.forge(None)
        self.writes_nothing("forgeries", before)
        for purchase in purchases:
            self.checks.equal("the valid text is accepted", self.server.verdict(ANNA, self.store.signed(purchase)),
                              "valid")

    def other_stores(self) -> None:
        """Other complete stores: another root, another app, and production."""
        before = self.database.counts()
        for name, options in [("root", []), ("app", ["--bundle-id", "com.example.other"]),
                              ("production", ["--environment", "production"])]:
            other = self.bench.store(self.bench.place(f"hostile-{name}"), *options)
            purchase = other.buy(ANNA, COINS)
            self.refuses_purchase(f"a store with another {name}", other.signed(purchase))
            text = other.admin("notify", type="ONE_TIME_CHARGE", id=purchase)["signedPayload"]
            self.refuses_notification(f"a store with another {name}", text)
            other.end()
        self.writes_nothing("other stores", before)

    def texts_of_another_kind(self) -> None:
        before = self.database.counts()
        club = self.store.buy(BEN, CLUB)
        signed = self.store.admin("signed", id=club)
        self.refuses_purchase("a renewal info", signed["signedRenewalInfo"], BEN)
        self.refuses_purchase("a notification", self.notification("DID_RENEW", club), BEN)
        self.refuses_notification("a transaction", signed["signedTransactionInfo"])
        self.refuses_notification("a renewal info", signed["signedRenewalInfo"])
        self.refuses_purchase("another id", signed["signedTransactionInfo"], BEN, transactionId="2000000000000001")
        self.refuses_purchase("another id of the same length", signed["signedTransactionInfo"], BEN,
                              transactionId=str(int(club) + 1))
        self.writes_nothing("texts of another kind", before)

    def malformed_purchases(self) -> None:
        before = self.database.counts()
        text = self.store.signed(self.store.buy(BEN))
        for what, body in malformed_bodies("signedTransaction", text):
            answer = self.server.ask("POST", "/v1/purchases", "game", body, Iap_Player=BEN)
            self.checks.equal(f"a purchase with {what}: refused", (answer.status in (200, 400), answer.json["verdict"]),
                              (True, "invalid"))
        for what, receipt in [("no text", ""), ("a signed text", text), ("zeros", "A" * 40000),
                              ("half of one", "MIIB" * 99)]:
            answer = self.server.ask("POST", "/v1/purchases", "game", {"receipt": receipt}, Iap_Player=BEN)
            self.checks.equal(f"a receipt that is {what}", (answer.status, answer.json["verdict"]), (200, "invalid"))
        answer = self.server.submit(BEN, text + "A" * TRANSACTION_LIMIT)
        self.checks.equal("a text that is too large", (answer.status, answer.json["verdict"]), (413, "invalid"))
        self.checks.equal("a purchase that is too large", self.status_of_large("/v1/purchases"), 413)
        self.writes_nothing("malformed purchases", before)

    def malformed_notifications(self) -> None:
        before = self.database.counts()
        text = self.notification("ONE_TIME_CHARGE", self.store.buy(BEN))
        for what, body in malformed_bodies("signedPayload", text):
            answer = self.server.ask("POST", "/v1/notifications", None, body)
            self.checks.equal(f"a notification with {what}: refused", answer.status, 400)
            self.checks.holds(f"a notification with {what}: a reason", answer.json["error"])
        self.checks.equal("a notification that is too large", self.status_of_large("/v1/notifications"), 413)
        self.writes_nothing("malformed notifications", before)

    def status_of_large(self, path: str) -> int:
        """The server may respond and close before it has read everything."""
        try:
            return self.server.ask("POST", path, "game", b'{"a":"' + b"x" * BODY_LIMIT + b'"}', Iap_Player=BEN).status
        except NoResponse:
            return 413

    def players(self) -> None:
        before = self.database.counts()
        text = self.store.signed(self.store.buy(BEN))
        for what, name in [("no name", b""), ("a long name", b"a" * 257), ("a long name in UTF-8", "ä".encode() * 257),
                           ("bytes that are not UTF-8", b"ben\xff\xfe")]:
            answer = self.server.ask("POST", "/v1/purchases", "game", {"signedTransaction": text},
                                     Iap_Player=name.decode("latin-1"))
            self.checks.equal(f"a player with {what}", (answer.status, answer.json["verdict"]), (400, "invalid"))
        body = {"userId": f"{ANNA}\0", "store": "apple", "apple": {"jws": text}}
        self.checks.equal("a user with a NUL",
                          self.server.ask("POST", "/commerce/v1/purchases/bind", body=body).status, 400)
        self.writes_nothing("names of players", before)

    def replays(self) -> None:
        """The first player who submits a purchase keeps it. The server records the first attempt of another player."""
        purchase = self.store.buy(ANNA)
        text = self.store.signed(purchase)
        self.checks.equal("the first player", self.server.verdict(ANNA, text), "valid")
        before = self.database.counts()
        coins = self.server.coins(BEN)
        for attempt in range(3):
            self.keeps_waiting(f"replay {attempt + 1}", text, BEN)
        self.writes_nothing("replays, except one refusal", before, entry=1)
        self.checks.equal("the refusal names the player",
                          [entry["player"] for entry in self.server.entries(purchase, "refused")], [BEN])
        self.checks.equal("the other player gets nothing", self.server.coins(BEN), coins)
        before = self.database.counts()
        self.checks.equal("the first player again", self.server.verdict(ANNA, text), "valid")
        self.writes_nothing("the first player again", before)

    def marks(self) -> None:
        """The first player with a token keeps it, for later purchases too."""
        owner, thief, mark = player("owner"), player("thief"), token(1)
        first, second = [self.store.signed(self.store.buy(owner, COINS, token=mark)) for _ in range(2)]
        unknown = self.server.submit(None, first)
        self.checks.equal("an unknown token", unknown.json["verdict"], "undecided")
        self.checks.equal("its owner", self.server.verdict(owner, first, mark), "valid")
        before = self.database.counts()
        for shown in [None, mark]:
            self.keeps_waiting("a purchase with another player's token", second, thief, shown)
        self.writes_nothing("another player's token", before, entry=1)
        self.checks.equal("a purchase with a known token needs no name", self.server.verdict(None, second), "valid")
        self.checks.equal("what the owner has", self.server.coins(owner), 2 * COINS_OF_A_PURCHASE)
        self.checks.equal("what the thief has", self.server.coins(thief), 0)

    def marks_that_come_later(self) -> None:
        """A thief who submits another player's purchase does not get its token."""
        owner, thief, mark = player("later-owner"), player("later-thief"), token(2)
        first = self.store.buy(owner, CLUB)
        self.checks.equal("a subscription without a token", self.server.verdict(owner, self.store.signed(first)),
                          "valid")
        self.store.admin("expire", id=first)
        again = self.store.signed(self.store.buy(owner, CLUB, token=mark))
        before = self.database.counts()
        self.keeps_waiting("the same subscription with a token, by a thief", again, thief, mark)
        self.writes_nothing("the same subscription with a token, by a thief", before, entry=1)
        self.checks.equal("the same subscription by its owner", self.server.verdict(owner, again, mark),
                          "valid")
        coins = self.store.signed(self.store.buy(owner, COINS, token=mark))
        self.checks.equal("what the owner buys with this token", self.server.verdict(owner, coins), "valid")


def malformed_bodies(name: str, text: str) -> list[tuple[str, bytes]]:
    header, payload, signature = text.split(".")
    values = [("no text", ""), ("a number", 7), ("null", None), ("a list", [text]), ("an object", {"text": text}),
              ("two segments", f"{header}.{payload}"), ("four segments", f"{text}.{signature}"), ("dots", ".."),
              ("an empty signature", f"{header}.{payload}."), ("a space", f" {text}"), ("a line break", f"{text}\n"),
              ("padding", f"{text}="), ("a NUL", f"{text}\0"),
              ("another signature", f"{header}.{payload}.{signature[::-1]}"),
              ("another payload", f"{header}.{payload[:-8]}AAAAAAAA.{signature}"),
              ("no header", f".{payload}.{signature}")]
    bodies = [(what, json.dumps({name: value}).encode()) for what, value in values]
    proper = json.dumps({name: text}).encode()
    return bodies + [
        ("no body", b""), ("half a body", proper[:-5]), ("two bodies", proper * 2),
        ("a list as body", b"[%s]" % proper),
        ("another name", json.dumps({name.upper(): text}).encode()), ("bytes that are not UTF-8", b"\xff\xfe" + proper),
        ("deep lists", b"[" * 20000), ("deep objects", b'{"a":' * 10000),
        ("a byte order mark", b"\xef\xbb\xbf" + proper + b"x"),
        ("UTF-16", proper.decode().encode("utf-16")), ("a text as body", json.dumps(text).encode()),
    ]

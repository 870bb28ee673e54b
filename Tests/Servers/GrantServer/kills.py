"""Store, server, game and receiver are killed at random. At the end every purchase is granted once, and all of them know it."""

import json
import pathlib
import random
import sqlite3
import sys
import threading
import time
from collections import Counter

from asking import NoResponse
from bench import Bench
from checks import comes
from databases import Database
from hearing import Receiver
from programs import CLUB, COINS, COINS_OF_A_PURCHASE, COINS_OF_AN_EDITOR, EDITOR, GrantServer, Keys, Program, Store, \
    free_port, player, token

PLAYERS = [player(name) for name in ("anna", "ben", "carla", "dora", "emil")]
VICTIMS = ["store", "server", "game", "receiver"]
# Seconds.
MEAN_PAUSE, LONGEST_ABSENCE, QUIET_TIMEOUT = 0.4, 0.3, 120


class Game(Program):
    def __init__(self, place: pathlib.Path, store: Store, server: GrantServer, keys: Keys):
        self.file = place / "game.db"
        super().__init__(place, "game", sys.executable, pathlib.Path(__file__).with_name("game.py"), store.url,
                         store.TOKEN, server.url, keys["game"], self.file, says_ready=False)

    def purchases(self) -> dict[str, dict]:
        connection = sqlite3.connect(self.file, timeout=60)
        try:
            rows = connection.execute("SELECT id, verdict, granted, grants, finished FROM purchase").fetchall()
        finally:
            connection.close()
        return {id_: {"verdict": verdict, "granted": json.loads(granted or "null"), "grants": grants,
                      "finished": finished}
                for id_, verdict, granted, grants, finished in rows}


class Customers:
    """They buy, get refunds, and renew, through the store's administration."""

    def __init__(self, seed: int, store: Store, pause: float):
        self.random = random.Random(f"{seed}/customers")
        self.store = store
        self.pause = pause
        self.bought: list[str] = []
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.is_over.set()
        self.thread.join()

    def _run(self) -> None:
        while not self.is_over.wait(self.random.uniform(0, 2 * self.pause)):
            try:
                self._act()
            except NoResponse:
                # The store does not run. Its file shows whether it has sold something.
                continue

    def _act(self) -> None:
        number = self.random.randrange(len(PLAYERS))
        product = self.random.choices([COINS, EDITOR, CLUB], [8, 1, 1])[0]
        draw = self.random.random()
        if draw < 0.8 or not self.bought:
            # Some games set a token in their purchases.
            mark = {"token": token(number)} if self.random.random() < 0.4 else {}
            answer = self.store.ask_admin("buy", account=PLAYERS[number], product=product, **mark)
            if answer.status == 200:
                self.bought.append(answer.json["transactionId"])
        else:
            # A refused command, such as a second refund, changes nothing.
            command = self.random.choices(["refund", "renew", "cancel", "resubscribe"], [6, 1, 1, 1])[0]
            self.store.ask_admin(command, id=self.random.choice(self.bought))


def play(bench: Bench) -> None:
    place = bench.place("kills")
    receiver = Receiver(bench, place)
    bench.run(receiver)
    port = free_port()
    store = bench.store(place, server_port=port)
    database = bench.database(place)
    server = bench.server(place, database, store, webhooks=[receiver.webhook], listen={"port": port})
    game = Game(place, store, server, bench.keys)
    bench.run(game)
    # A long run sells slowly, because the tests repeatedly list the store.
    customers = Customers(bench.seed, store, pause=max(0.02, bench.seconds / 10_000))
    customers.start()
    kills = kill_at_random(bench, dict(zip(VICTIMS, [store, server, game, receiver])))
    customers.stop()
    bench.checks.equal("it becomes idle: what still waits", Quiet(store, server, game).what_waits(), {})
    judge = Judge(bench, store, server, database, game, receiver)
    judge.look()
    print(f"{kills} kills, {judge.summary()}")
    for program in [game, receiver]:
        program.kill()
    bench.checks.equal("the server exits with 0", server.end(), 0)
    bench.checks.equal("the store exits with 0", store.end(), 0)


def kill_at_random(bench: Bench, programs: dict[str, Program]) -> int:
    """The seed decides which process is killed, when, and for how long."""
    choices = random.Random(f"{bench.seed}/kills")
    start, due, kills, dead = time.monotonic(), 0.0, 0, []
    while True:
        due += choices.expovariate(1 / MEAN_PAUSE)
        victims = choices.sample(VICTIMS, choices.choice([1, 1, 1, 2]))
        absence = choices.uniform(0, LONGEST_ABSENCE)
        if due > bench.seconds:
            bench.checks.equal("programs that ended without a kill", dead, [])
            return kills
        time.sleep(max(0.0, start + due - time.monotonic()))
        for name in victims:
            if not programs[name].is_running:
                dead.append(name)
            programs[name].kill()
        time.sleep(absence)
        for name in victims:
            programs[name].start()
        kills += len(victims)


class Quiet:
    """No work is open any more."""

    def __init__(self, store: Store, server: GrantServer, game: Game):
        self.store = store
        self.server = server
        self.game = game

    def what_waits(self) -> dict[str, int]:
        """What is still open at the end of the timeout."""
        waits: dict[str, int] = {}

        def is_quiet() -> bool:
            nonlocal waits
            waits = {what: count for what, count in self._counts().items() if count}
            return not waits

        comes(is_quiet, QUIET_TIMEOUT, pause=0.3)
        return waits

    def _counts(self) -> dict[str, int]:
        # The store retries after an hour, and the server after a minute: the test requests both now.
        failed = self.store.send_again_what_failed()
        states = Counter(notification["state"] for notification in self.store.admin("notifications"))
        return {
            "notifications": failed + states.total() - states["delivered"],
            "unfinished purchases": len(self.store.admin("transactions", unfinished=True)),
            "purchases in the game's file": sum(not one["finished"] for one in self.game.purchases().values()),
            "events": self.server.send_waiting_events_now(),
        }


class Judge:
    """Compares what the store has sold with what all others know."""

    def __init__(self, bench: Bench, store: Store, server: GrantServer, database: Database, game: Game,
                 receiver: Receiver):
        self.checks = bench.checks
        self.server = server
        self.database = database
        self.receiver = receiver
        self.sold = {one["transactionId"]: one for one in store.admin("transactions")}
        self.subscriptions = store.admin("subscriptions")
        self.purchases = game.purchases()
        self.single = {id_: one for id_, one in self.sold.items() if one["productId"] != CLUB}

    def summary(self) -> str:
        kinds = Counter(one["productId"].rsplit(".", 1)[1] for one in self.sold.values())
        refunds = sum(one["state"] == "revoked" for one in self.sold.values())
        again = len(self.receiver.heard()) - len(self.receiver.events())
        sold = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        return f"{sold}, {refunds} refunds, {len(self.receiver.events())} events, {again} of them came again"

    def look(self) -> None:
        self.checks.equal("states of purchases",
                          {one["state"] for one in self.sold.values()} - {"purchased", "revoked"}, set())
        self.checks.holds("something was sold", len(self.single) > 0)
        self._game()
        self._entries()
        self._players()
        self._events()
        self._deliveries()

    def _game(self) -> None:
        self.checks.equal("the game has each purchase", set(self.purchases), set(self.sold))
        self.checks.equal("each paid one is valid, and its grant recorded once",
                          [id_ for id_, one in self.sold.items() if one["state"] == "purchased"
                           and (self.purchases[id_]["verdict"], self.purchases[id_]["grants"]) != ("valid", 1)], [])
        self.checks.equal("no grant is recorded twice",
                          [id_ for id_, one in self.purchases.items() if one["grants"] > 1], [])
        wrong = [id_ for id_, one in self.purchases.items() if one["verdict"] == "valid" and id_ in self.single
                 and {"counter": "coins", "amount": self._coins(id_)} not in one["granted"]]
        self.checks.equal("and it is the bought product", wrong, [])

    def _coins(self, id_: str) -> int:
        one = self.single[id_]
        return COINS_OF_AN_EDITOR if one["productId"] == EDITOR else COINS_OF_A_PURCHASE * one["quantity"]

    def _entries(self) -> None:
        paid, refunded = {}, {}
        for id_, one in self.single.items():
            counts = (len(self.server.entries(id_, "granted")), len(self.server.entries(id_, "taken-back")))
            (paid if one["state"] == "purchased" else refunded)[id_] = counts
        self.checks.equal("each paid purchase has one grant in the history",
                          {id_: counts for id_, counts in paid.items() if counts != (1, 0)}, {})
        # The server may have received the refund before it knew the player.
        self.checks.equal("each refund revokes the grant",
                          {id_: counts for id_, counts in refunded.items() if counts not in [(0, 0), (1, 1)]}, {})
        self.granted = [id_ for id_, counts in (paid | refunded).items() if counts[0]]
        self.taken_back = [id_ for id_, counts in refunded.items() if counts[1]]
        sums = self.database.rows("SELECT kind, COUNT(*) FROM entry WHERE kind <> 'subscription' GROUP BY kind")
        expected = {"granted": len(self.granted), "taken-back": len(self.taken_back)}
        self.checks.equal("there are no other entries", {kind: int(count) for kind, count in sums},
                          {kind: count for kind, count in expected.items() if count})

    def _players(self) -> None:
        for owner in PLAYERS:
            paid = {id_: one for id_, one in self.single.items()
                    if (one["account"], one["state"]) == (owner, "purchased")}
            seen = self.server.player(owner)
            name = owner.split(".")[0]
            self.checks.equal(f"what {name} has of coins", seen["balances"].get("coins", 0),
                              sum(map(self._coins, paid)))
            has_editor = any(one["productId"] == EDITOR for one in paid.values())
            active = [one for one in self.subscriptions if (one["account"], one["status"]) == (owner, "active")]
            self.checks.equal(f"what {name} may use", sorted({unlock["name"] for unlock in seen["unlocks"]}),
                              ["club"] * bool(active) + ["editor"] * has_editor)
            self.checks.equal(f"{name}'s subscriptions that are active",
                              sum(one["active"] for one in seen["subscriptions"]), len(active))

    def _events(self) -> None:
        heard, events = self.receiver.heard(), self.receiver.events()
        self.checks.equal("each event has arrived", set(events), set(self.database.column("SELECT id FROM event")))
        self.checks.equal("each signature is valid", [event for event in heard if not event["genuine"]], [])
        self.checks.equal("each names its event", [event for event in heard if not event["named"]], [])
        self.checks.equal("one purchase.granted for each grant", self.receiver.transactions("purchase.granted"),
                          sorted(self.granted))
        self.checks.equal("one purchase.revoked for each refund", self.receiver.transactions("purchase.revoked"),
                          sorted(self.taken_back))
        wrong = [event for event in events.values() if event["player"] not in self._owners(event)]
        self.checks.equal("each names the player", wrong, [])
        gates = Counter(event["type"] for event in events.values())
        active = sum(one["status"] == "active" for one in self.subscriptions)
        self.checks.equal("the players who may use the club", gates["entitlement.granted"] - gates["entitlement.revoked"], active)

    def _owners(self, event: dict) -> list[str | None]:
        """The App Store may notify about a subscription before the game says to which player it belongs."""
        owner = self.sold[event["transaction"]]["account"]
        return [owner, None] if event["type"].startswith("subscription.") else [owner]

    def _deliveries(self) -> None:
        overview = self.server.get("/v1/overview")
        self.checks.equal("each event is delivered", overview["deliveries"], {"delivered": len(self.receiver.events())})
        self.checks.equal("the server knows each purchase", overview["purchases"], len(self.sold))

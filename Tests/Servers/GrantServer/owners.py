"""Players who share an Apple account: a purchase belongs to the player who paid.

The game of the player who paid died before it could ask the server. Now another player plays on the device, and the library
submits the purchase for this player. The library finishes a purchase after each verdict except `undecided`.
"""

import subprocess

from asking import Answer
from bench import Bench
from programs import CLUB, COINS, COINS_OF_A_PURCHASE, EDITOR, GrantServer, Store, player, token

DEVICE = "shared"
HOUR = "3600"


def play(bench: Bench) -> None:
    TokensAsNames(bench).play()
    NamesWithTokens(bench).play()
    NamesWithOtherTokens(bench).play()
    contradiction(bench)


class Owners:
    """A server with its own way to find the player of a purchase. The device has one Apple account."""

    NAME = ""
    CONFIGURATION: dict = {}

    def __init__(self, bench: Bench):
        self.checks = bench.checks
        place = bench.place(f"owners_{self.NAME}".lower().replace("-", "_"))
        self.store: Store = bench.store(place)
        self.database = bench.database(place)
        self.server: GrantServer = bench.server(place, self.database, self.store, **self.CONFIGURATION)

    def play(self) -> None:
        self.look()
        self.checks.equal(f"{self.NAME}: it exits with 0", self.server.end(), 0)
        self.store.end()

    def look(self) -> None:
        raise NotImplementedError

    def equal(self, what: str, found, expected) -> None:
        self.checks.equal(f"{self.NAME}: {what}", found, expected)

    def buy(self, mark: str | None, product: str = COINS) -> str:
        return self.store.buy(DEVICE, product, **({} if mark is None else {"token": mark}))

    def signed(self, mark: str | None, product: str = COINS) -> str:
        return self.store.signed(self.buy(mark, product))

    def waits(self, what: str, answer: Answer, reason: str = "the purchase belongs to another player") -> None:
        """The library keeps the purchase unfinished and asks again in an hour."""
        self.equal(what, (answer.status, answer.json, answer.headers["Retry-After"]),
                   (200, {"verdict": "undecided", "reason": reason}, HOUR))

    def writes_nothing(self, what: str, before: dict[str, int], **allowed: int) -> None:
        after = self.database.counts()
        growth = {table: after[table] - before[table] for table in after if after[table] != before[table]}
        self.equal(f"{what}: what is written", growth, allowed)


class TokensAsNames(Owners):
    NAME = "playersAreTokens"
    CONFIGURATION = {"playersAreTokens": True}

    def look(self) -> None:
        self.belongs_to_the_player_who_paid()
        self.is_not_invalid_after_a_refund()
        self.needs_no_name()
        self.is_granted_by_a_notification()
        self.has_no_token()
        self.is_bound()

    def belongs_to_the_player_who_paid(self) -> None:
        anna, ben = token(21), token(22)
        purchase = self.buy(anna)
        text = self.store.signed(purchase)
        before = self.database.counts()
        for mark in [None, ben]:
            self.waits(f"another player asks, with the token {mark is not None}", self.server.submit(ben, text, mark))
        self.writes_nothing("one refusal for support", before, entry=1)
        self.equal("nobody has coins yet", (self.server.coins(anna), self.server.coins(ben)), (0, 0))
        for name in [anna, anna.upper()]:
            self.equal("the player who paid asks", self.server.verdict(name, text, name), "valid")
        self.waits("the other player asks again", self.server.submit(ben, text, ben))
        self.equal("the player who paid has the coins", (self.server.coins(anna), self.server.coins(ben)),
                   (COINS_OF_A_PURCHASE, 0))
        self.equal("there is one grant", len(self.server.entries(purchase, "granted")), 1)

    def is_not_invalid_after_a_refund(self) -> None:
        anna, ben = token(23), token(24)
        purchase = self.buy(anna)
        self.store.admin("refund", id=purchase)
        text = self.store.signed(purchase)
        self.waits("another player asks about a refunded purchase", self.server.submit(ben, text, ben))
        self.equal("the player who paid asks about it", self.server.verdict(anna, text, anna), "invalid")

    def needs_no_name(self) -> None:
        anna, ben = token(25), token(26)
        text = self.signed(anna)
        self.waits("another player's token without a name", self.server.submit(None, text, ben))
        self.equal("nobody has coins", self.server.coins(anna), 0)
        self.equal("the token without a name", self.server.verdict(None, text, anna), "valid")
        self.equal("a purchase without name and header", self.server.verdict(None, self.signed(anna)), "valid")
        self.equal("both belong to the token's player", self.server.coins(anna), 2 * COINS_OF_A_PURCHASE)

    def is_granted_by_a_notification(self) -> None:
        anna, ben = token(27), token(28)
        purchase = self.buy(anna)
        self.server.submit(ben, self.store.signed(purchase), ben)
        notification = self.store.admin("notify", type="ONE_TIME_CHARGE", id=purchase)["signedPayload"]
        self.equal("a notification", self.server.notify(notification).status, 200)
        self.equal("the token's player has the coins", (self.server.coins(anna), self.server.coins(ben)),
                   (COINS_OF_A_PURCHASE, 0))
        self.equal("the game is allowed to finish it", self.server.verdict(anna, self.store.signed(purchase), anna),
                   "valid")
        self.equal("and nothing comes twice", self.server.coins(anna), COINS_OF_A_PURCHASE)

    def has_no_token(self) -> None:
        anna, ben = token(29), token(30)
        text = self.signed(None, EDITOR)
        self.equal("a purchase without a token", self.server.verdict(anna, text, anna), "valid")
        self.waits("which another player submits later", self.server.submit(ben, text, ben))

    def is_bound(self) -> None:
        anna, ben = token(31), token(32)
        text = self.signed(anna, CLUB)
        self.equal("another user is bound", self.server.bind(ben, text), False)
        self.equal("the token's user is bound", self.server.bind(anna, text), True)


class NamesWithTokens(Owners):
    NAME = "Iap-Player"
    NO_HEADER = ("the server does not know the player of the purchase's app account token; send the header "
                 "Iap-App-Account-Token")

    def look(self) -> None:
        self.belongs_to_the_player_who_paid()
        self.knows_a_token_that_its_player_has_sent()
        self.keeps_the_first_player_of_a_token()
        self.needs_a_name()
        self.has_no_token()
        self.is_bound()

    def belongs_to_the_player_who_paid(self) -> None:
        anna, ben = player("anna"), player("ben")
        purchase = self.buy(token(41))
        text = self.store.signed(purchase)
        before = self.database.counts()
        self.waits("another player asks first", self.server.submit(ben, text), self.NO_HEADER)
        self.writes_nothing("nothing is known about this player", before)
        self.waits("another player asks with a token", self.server.submit(ben, text, token(42)))
        self.writes_nothing("one refusal for support", before, entry=1)
        self.equal("the player who paid asks", self.server.verdict(anna, text, token(41).upper()), "valid")
        self.waits("the other player asks again", self.server.submit(ben, text, token(42)))
        self.equal("the player who paid has the coins", (self.server.coins(anna), self.server.coins(ben)),
                   (COINS_OF_A_PURCHASE, 0))
        self.equal("there is one grant", len(self.server.entries(purchase, "granted")), 1)

    def knows_a_token_that_its_player_has_sent(self) -> None:
        anna, ben = player("anna"), player("ben")
        text = self.signed(token(41))
        self.waits("a known token, another player", self.server.submit(ben, text))
        self.equal("a known token, its player, no header", self.server.verdict(anna, text), "valid")
        self.equal("a known token, no player", self.server.verdict(None, self.signed(token(41))), "valid")
        self.waits("another player's header, no player", self.server.submit(None, self.signed(token(41)), token(42)))
        self.equal("the player who paid has the coins", (self.server.coins(anna), self.server.coins(ben)),
                   (3 * COINS_OF_A_PURCHASE, 0))

    def keeps_the_first_player_of_a_token(self) -> None:
        thief, text = player("thief"), self.signed(token(41))
        self.waits("the right token, another player", self.server.submit(thief, text, token(41)))
        self.equal("the other player has nothing", self.server.coins(thief), 0)

    def needs_a_name(self) -> None:
        self.waits("a token without a player", self.server.submit(None, self.signed(token(43)), token(43)),
                   "the owner of the purchase is unknown; send the header Iap-Player")

    def has_no_token(self) -> None:
        text = self.signed(None, EDITOR)
        self.equal("a purchase without a token", self.server.verdict(player("carla"), text), "valid")
        for mark in [None, token(44)]:
            self.waits("which another player submits later", self.server.submit(player("dora"), text, mark))

    def is_bound(self) -> None:
        anna, ben = player("emma"), player("finn")
        text = self.signed(token(45), CLUB)
        for mark in [None, token(46)]:
            self.equal("another user is bound", self.server.bind(ben, text, mark), False)
        self.equal("the user who paid is bound", self.server.bind(anna, text, token(45)), True)
        self.equal("another user is bound later", self.server.bind(ben, text, token(45)), False)


class NamesWithOtherTokens(Owners):
    """The tokens of this game are not those of its players."""

    NAME = "tokensIdentifyPlayers"
    CONFIGURATION = {"tokensIdentifyPlayers": False}

    def look(self) -> None:
        anna, ben = player("anna"), player("ben")
        text = self.signed(token(51))
        self.equal("the first player keeps a purchase", self.server.verdict(anna, text), "valid")
        self.waits("another player asks later", self.server.submit(ben, text))
        self.equal("two players use one token", self.server.verdict(ben, self.signed(token(51))), "valid")
        self.equal("a token names no player", self.server.submit(None, self.signed(token(51))).json["verdict"],
                   "undecided")
        self.waits("a header that differs counts", self.server.submit(anna, self.signed(token(52)), token(53)))
        self.equal("each has one purchase", (self.server.coins(anna), self.server.coins(ben)),
                   (COINS_OF_A_PURCHASE, COINS_OF_A_PURCHASE))
        self.equal("a user is bound", self.server.bind(anna, self.signed(token(54), CLUB)), True)


def contradiction(bench: Bench) -> None:
    place = bench.place("owners_contradiction")
    store = bench.store(place)
    server = bench.make_server(place, bench.database(place), store, playersAreTokens=True, tokensIdentifyPlayers=False)
    checked = subprocess.run([bench.library / "iap-server", "check", server.words[-1]], capture_output=True, text=True,
                             check=False)
    bench.checks.holds("the configuration cannot contradict itself",
                       checked.returncode != 0 and "tokensIdentifyPlayers" in checked.stderr + checked.stdout)
    store.end()

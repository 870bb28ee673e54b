"""The stage of a script: the games in a process, the model of the store next to them, and the checks after each step."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import quirks
from catalogue import PRODUCTS, START
from ledger import Account, Subscription, Transaction
from model import Store
from outcome import Outcome, charges_of, counters_of, grants_of, owned_by
from player import Entry, Player, entry_of, status_of, reported_of
from session import Divergence, difference

GAMES = {"d1": "a1", "d2": "a1", "d3": "a2"}
GRANTS = Path(__file__).with_name("grants.json")
PURCHASING, PURCHASED, REVOKED = 1, 2, 6
IS_NEW = 1
SHORTEST_STEP, LONGEST_STEP_AFTER_A_CHANGE = 100, 2000
RENEWAL_TOLERANCE = 10_000  # iap_owns(): a renewal may be this late
AT_THE_END = 600_000


class Players:
    """The process that plays; a new one after each kill."""

    def __init__(self, path: Path, storekit: Path) -> None:
        self.arguments = [str(path), "-", str(storekit), "0", "manual", "1"]
        self.start()

    def start(self) -> None:
        self.player = Player(self.arguments)

    def kill(self) -> None:
        self.player.kill()
        self.start()

    def end(self) -> None:
        self.player.end()


class ModelStore(Store):
    """Also knows when a subscription has ended."""

    def end(self, own: Subscription, reason: int) -> None:
        super().end(own, reason)
        own.ended = self.now


@dataclass(eq=False)
class Game:
    name: str
    account: str
    runs: bool = False
    is_down: bool = False
    was_away: bool = False  # it did not notice the time, or could not ask
    has_known: set[str] = field(default_factory=set)  # the accounts that were signed in
    # By product, the transaction through which it was owned.
    owned: dict[str, Transaction] = field(default_factory=dict)
    new: set[int] = field(default_factory=set)  # ids that were delivered as new
    revoked: set[int] = field(default_factory=set)


class Stage:
    def __init__(self, players: Players, folder: Path, script, profile: str) -> None:
        self.players, self.folder, self.script, self.profile = players, folder, script, profile
        self.store = ModelStore()
        self.games: dict[str, Game] = {}
        self.entries: dict[int, Entry] = {}
        self.saves: dict[str, set[tuple]] = {}  # the games' grants, one set for each account
        self.ever_owned: dict[str, set[str]] = {}
        self.counts: Counter = Counter()
        self.longest_step = 2**62
        self.changed = 0  # when a game was launched or something became due
        self.is_other = False
        self.paid_at = 0  # when a game added the last payment

    # --------------------------------------------------------------------------------------------------- commands

    def ask(self, *words: object) -> list[list[str]]:
        return self.players.player.command(*words)

    def do(self, *words: object) -> None:
        came = status_of(self.ask(*words))
        if came != "IAP_OK":
            raise Divergence(f"{' '.join(map(str, words))}: {came}")

    def begin(self) -> None:
        for name, account in GAMES.items():
            self.store.add_device(name, account)
            self.games[name] = Game(name, account, has_known={account})
            self.saves[account], self.ever_owned[account] = set(), set()
        self.open_world()
        self.do("profile", quirks.PROFILES[self.profile])
        for quirk, value in self.script.other_quirks:
            self.do("set-quirk", quirk, value)

    def open_world(self) -> None:
        self.ask("world", self.folder / "state", self.script.seed)
        grants = [GRANTS] if self.script.has_inventory else []
        for name, account in GAMES.items():
            self.do("device", name, account, self.folder / f"{name}.journal", *grants)
            if self.games[name].account != account:  # a device is opened with its first account
                self.do("sign-in", name, self.games[name].account)
                self.games[name].owned.clear()

    def account(self, game: Game) -> Account:
        return self.store.accounts[game.account]

    def quirk(self, number: int) -> int:
        return int(self.ask("quirk", number)[-1][1])

    def is_paying(self, game: Game) -> bool:
        return any(reported_of(words[1:]).state == PURCHASING for words in self.ask("queue", game.name)[1:])

    def launch(self, game: Game, finishes_at_once: bool) -> None:
        self.do("launch", game.name, "observer", "at-once" if finishes_at_once else "later")
        game.runs = game.was_away = True
        self.changed = self.store.now
        # Every shop does this. The first request of a launch may take seconds, and a purchase would wait as long.
        self.hear(self.ask("products", game.name, "coins"))
        self.hear(self.ask("settle", 0))

    def quit(self, game: Game) -> None:
        self.do("quit", game.name)
        game.runs = False

    def restart(self) -> None:
        """The process has ended. The games that were running are launched again, in a new process."""
        self.counts["kills"] += 1
        self.players.kill()
        self.open_world()
        self.store.advance(int(self.ask("now")[0][1]) - self.store.now)
        for game in self.games.values():
            if game.runs:
                # Its journal may not contain the latest events yet.
                game.new.clear()
                self.launch(game, finishes_at_once=True)

    # ------------------------------------------------------------------------------------------------------- time

    def pass_time(self, milliseconds: int) -> None:
        for step in self.steps(milliseconds):
            self.step(step)
        self.compare_charges()

    def pass_stall(self, milliseconds: int) -> None:
        """Like `pass_time`, while the store may be charging something."""
        for step in self.steps(milliseconds):
            self.step(step)

    def steps(self, milliseconds: int) -> Iterator[int]:
        """Small steps after everything that happens, then longer ones, and one that ends when the next thing happens."""
        target, step = self.store.now + milliseconds, SHORTEST_STEP
        while self.store.now < target:
            due = self.store.next_due()
            step = min(step, self.longest_step)
            until = min(target, self.store.now + step, due[0] if due else target)
            before = self.what_runs()
            yield until - self.store.now
            step *= 2
            if self.what_runs() != before:
                step, self.changed = SHORTEST_STEP, self.store.now
            if self.store.now < self.changed + 2 * RENEWAL_TOLERANCE:
                step = min(step, LONGEST_STEP_AFTER_A_CHANGE)

    def what_runs(self) -> list[tuple]:
        accounts = self.store.accounts.values()
        return [(each.subscription.state, each.subscription.current) for each in accounts if each.subscription]

    def step(self, milliseconds: int) -> None:
        self.counts["steps"] += 1
        answer = self.ask("pass", milliseconds, *PRODUCTS)
        self.store.advance(milliseconds)
        self.hear(answer)
        self.check_owned(answer)

    # -------------------------------------------------------------------------------------------------- received events

    def hear(self, answer: list[list[str]]) -> None:
        for words in answer:
            if words[0] == "event" and words[2] in ("updated", "revoked"):
                self.hear_transaction(self.games[words[1]], words[2], reported_of(words[3:]))
            elif words[0] == "event" and words[2] == "refused":
                raise Divergence(f"{words[1]} could not finish: {' '.join(words[3:])}")

    def hear_transaction(self, game: Game, kind: str, told) -> None:
        if told.id == 0 or kind == "updated" and told.state != PURCHASED:
            return
        if told.id not in self.entries:
            self.learn()
        entry = self.entries.get(told.id)
        if entry is None:
            raise Divergence(f"{game.name} received a transaction that the store does not have: {told}")
        key, save = key_of(entry), self.saves[entry.account]
        if kind == "revoked":
            game.revoked.add(told.id)
            save.discard(key)
            return
        if told.id in game.revoked:
            raise Divergence(f"{game.name} received a revocation, and then the same transaction as purchased: {told}")
        if told.delivery == IS_NEW and told.id in game.new:
            raise Divergence(f"{game.name} received the same transaction as new twice: {told}")
        if told.delivery == IS_NEW:
            game.new.add(told.id)
        save.add(key)
        for each in self.account(game).entitlements():
            if each.product == told.product and not game.is_down and each.id == told.id:
                game.owned[told.product] = each

    def check_owned(self, answer: list[list[str]]) -> None:
        for name, account in self.store.accounts.items():
            self.ever_owned[name] |= owned_by(account)
        for words in answer:
            if words[0] == "owns":
                self.check_owned_by(self.games[words[1]], dict(zip(PRODUCTS, words[2:])))

    def check_owned_by(self, game: Game, owns: dict[str, str]) -> None:
        """An owned product stays owned as long as the account has it, and an unpaid product is never owned."""
        entitlements = {each.product: each for each in self.account(game).entitlements()}
        for product, transaction in list(game.owned.items()):
            current = entitlements.get(product)
            is_old_news = current != transaction or self.is_over(transaction)
            # The previous period was revoked in the seconds before the update of the renewal.
            is_taken_back = current != transaction and bool(transaction.revoked)
            if current is None or is_taken_back or (game.was_away or game.is_down) and is_old_news:
                del game.owned[product]
        game.was_away = False
        for product, is_owned in owns.items():
            if is_owned == "1" and not any(product in self.ever_owned[each] for each in game.has_known):
                raise Divergence(f"{game.name} owns {product}, which was not paid")
            # A game that launches after the end of the period owns the product for ten seconds. It owns it again when it has
            # read that there is a grace period. With reads of five seconds, this is later.
            is_within_tolerance = product in entitlements and self.is_over(entitlements[product])
            if is_owned == "1" and is_within_tolerance and product not in game.owned:
                continue
            if is_owned == "1" and product in entitlements:
                self.note_owned(game, product, entitlements[product])
            elif product in game.owned:
                raise Divergence(f"{game.name} owned {product} and does not any more, at {self.time()}")

    def note_owned(self, game: Game, product: str, transaction: Transaction) -> None:
        """A renewal counts when it cannot be late any more: the device may not have received it yet, and may lose its network.
        """
        is_renewal = product in game.owned or transaction.is_renewal
        is_late = is_renewal and self.store.now < transaction.purchased + RENEWAL_TOLERANCE
        if not is_late and not (game.is_down and PRODUCTS[product].level):
            game.owned[product] = transaction

    def is_over(self, transaction: Transaction) -> bool:
        return bool(transaction.expires) and self.store.now >= transaction.expires

    def time(self) -> str:
        return f"{(self.store.now - START) / 1000:.1f} s"

    # ------------------------------------------------------------------------------------------------------- charges

    def learn(self) -> list[Entry]:
        """The new entries. The id of a request that waits for a parent may later belong to another purchase."""
        answer = self.ask("ledger", max(self.entries, default=0))
        found = [entry_of(words) for words in answer if words[0] == "entry"]
        found = [entry for entry in found if entry.state in (PURCHASED, REVOKED)]
        self.entries |= {entry.id: entry for entry in found}
        return found

    def list_entries(self) -> list[Entry]:
        return [entry_of(words) for words in self.ask("ledger", 0) if words[0] == "entry"]

    def charge_count(self, account: str = "", product: str = "") -> int:
        """A purchase under a second id is the same purchase. Without arguments, counts those of all accounts and products."""
        self.learn()
        return len({
            (entry.account, *key_of(entry)) for entry in self.entries.values()
            if account in ("", entry.account) and product in ("", entry.product)})

    def compare_charges(self) -> None:
        self.give_ids()
        charged, expected = self.charge_count(), self.store.totals()[0]
        if charged == expected:
            return
        came = Counter((each.account, each.product, each.purchased) for each in self.entries.values())
        wanted = Counter((each.account, each.product, each.purchased) for each in self.store.transactions())
        raise Divergence(f"{charged} charges\n" + difference(wanted, came))

    def give_ids(self) -> None:
        self.learn()
        known = {each.id for each in self.store.transactions()}
        for each in self.store.transactions():
            if each.id:
                continue
            for entry in self.entries.values():
                same = (entry.account, entry.product, entry.purchased) == (each.account, each.product, each.purchased)
                if same and entry.id not in known:
                    each.id = entry.id
                    known.add(entry.id)
                    break

    # ------------------------------------------------------------------------------------------------------- the end

    def outcome(self) -> Outcome:
        """Faults end, all games are launched again, and time passes until nothing more happens."""
        for game in self.games.values():
            if game.runs:
                self.quit(game)
            if game.is_down:
                self.do("network", game.name, 0)
                game.is_down = False
            self.sign_in(game, GAMES[game.name])
            if not self.script.has_inventory or game.name != "d2":
                self.launch(game, finishes_at_once=True)
        # If reads take long, one step is one read.
        self.longest_step = 10_000 if self.quirk(quirks.READ_STALL) else self.longest_step
        self.pass_time(AT_THE_END)
        while self.ended_just_now():
            self.pass_time(60_000)
        lines: Counter = Counter()
        for account in self.store.accounts.values():
            lines += self.charged(account) + self.granted(account) + self.owned(account)
        return Outcome(lines, self.is_other)

    def sign_in(self, game: Game, account: str) -> None:
        if game.account == account:
            return
        self.do("sign-in", game.name, account)
        game.account = account
        game.has_known.add(account)
        game.owned.clear()

    def ended_just_now(self) -> bool:
        own = [each.subscription for each in self.store.accounts.values() if each.subscription]
        return any(0 <= self.store.now - each.end() < 60_000 for each in own) or any(
            0 <= self.store.now - each.current.purchased < 60_000 for each in own
        )

    def compare(self, what: str, expected: Counter, came: Counter) -> Counter:
        if expected != came:
            raise Divergence(f"{what} in the end\n" + difference(expected, came))
        return came

    def charged(self, account: Account) -> Counter:
        entries = [entry for entry in self.list_entries() if entry.account == account.name]
        entries = [entry for entry in entries if entry.state in (PURCHASED, REVOKED)]
        for entry in entries:
            if not entry.is_finished and not entry.revoked:
                raise Divergence(f"not finished in the end: {entry}")
        by_key = {key_of(entry): entry for entry in reversed(entries)}
        came = Counter(("charged", *row_of(entry)) for entry in by_key.values())
        return self.compare("charged", Counter(charges_of(account)), came)

    def granted(self, account: Account) -> Counter:
        if not self.script.has_inventory:
            came = Counter((product, purchased) for _, product, purchased in self.saves[account.name])
            return self.compare(f"granted to {account.name}", grants_of(account), came)
        game = next(each for each in self.games.values() if each.account == account.name)
        expected = Counter((name, amount) for name, amount in counters_of(account).items())
        came = Counter((name, int(self.ask("holds", game.name, name)[0][1])) for name, _ in expected)
        return self.compare(f"held by {game.name}", expected, came)

    def owned(self, account: Account) -> Counter:
        expected = owned_by(account)
        answer = self.ask("pass", 0, *PRODUCTS)
        for words in answer:
            if words[0] == "owns" and self.games[words[1]].account == account.name:
                came = {product for product, owns in zip(PRODUCTS, words[2:]) if owns == "1"}
                self.compare(f"owned by {words[1]}", Counter(expected), Counter(came))
        if self.script.has_inventory:
            game = next(each for each in self.games.values() if each.account == account.name)
            unlocks = [each.name for each in PRODUCTS.values() if each.kind != "consumable"]
            came = {each for each in unlocks if self.ask("unlocked", game.name, each)[0][1] == "1"}
            self.compare(f"unlocked for {game.name}", Counter(expected), Counter(came))
        return Counter(("owned", account.name, product) for product in expected)


def key_of(entry: Entry) -> tuple:
    """What identifies one purchase under all its ids."""
    return (entry.original, entry.product, entry.purchased)


def row_of(entry: Entry) -> tuple:
    facts = (entry.account, entry.product, entry.purchased, entry.ownership, entry.quantity, entry.price)
    more = (bool(entry.is_renewal), entry.offer, entry.expires, entry.revoked, entry.refunded)
    return (*facts, *more, bool(entry.is_upgraded))

"""A running world: the players, the model next to them, and the comparison of the two."""

import time
from collections import Counter
from dataclasses import dataclass, field

import inventory
import server
from catalogue import GROUP, PRODUCTS
from device import DEFERRED, PURCHASED, RESTORED, TAKEN_BACK, Device
from ledger import Account, Transaction
from model import Store
from player import Entry, Player, Program, entry_of, heard_of, status_of, subscription_of, reported_of

ACCOUNTS = ("a1", "a2", "a3", "a4")
DEVICES = ("d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8")
WITH_INVENTORY = ("d1", "d2", "d3", "d4")  # one device of each account
TOKENS = {"t1": "01234567-89ab-4cde-8f01-23456789abcd", "t2": "89abcdef-0123-4567-89ab-cdef01234567"}
LASTING = 20_000  # after this time each client believes an end
TICK = 1000  # passes after each purchase: two purchases never have the same date
ROUNDS_OF_AN_EVENT, PAUSE = 600, 0.05  # in seconds: how long a change of what is owned may wait for its event
ROUNDS = 3  # how often the players are asked again for missing events
UNFINISHED, HISTORY, ENTITLEMENTS, LATEST = 1, 2, 3, 4


class Divergence(Exception):
    """The library did something that the model does not expect."""


def difference(expected: Counter, came: Counter) -> str:
    """What is missing and what was unexpected, a line each."""
    lines = [f"  expected, and did not come: {each}" for each in sorted((expected - came).elements(), key=repr)]
    lines += [f"  came, and was not expected: {each}" for each in sorted((came - expected).elements(), key=repr)]
    return "\n".join(lines)


def no_events() -> dict[str, Counter]:
    return {name: Counter() for name in DEVICES}


@dataclass(eq=False)
class Seat:
    """A device of the model with the process that plays it."""

    device: Device
    player: int
    polls: bool = False


@dataclass
class Session:
    program: Program
    player_count: int
    store: Store = field(default_factory=Store)
    players: list[Player] = field(default_factory=list)
    seats: dict[str, Seat] = field(default_factory=dict)
    last_id: int = 0
    kills: int = 0
    grants: dict[tuple[str, int], int] = field(default_factory=Counter)  # by account and id
    early: dict[str, Counter] = field(default_factory=no_events)  # came while the test waited for something else

    # ------------------------------------------------------------------------------------------------- the processes

    def begin(self) -> None:
        for index, name in enumerate(DEVICES):
            device = self.store.add_device(name, ACCOUNTS[index % len(ACCOUNTS)])
            device.has_inventory = name in WITH_INVENTORY
            device.asks_server = self.program.asks_server
            self.seats[name] = Seat(device, index // len(ACCOUNTS) % self.player_count)
        for index in range(self.player_count):
            self.players.append(self.program.start())
            self.open_devices(index)

    def open_devices(self, player: int) -> None:
        for seat in self.seats_of(player):
            journal = self.program.folder / f"{seat.device.name}.journal"
            grants = [inventory.FILE] if seat.device.has_inventory else []
            answer = self.players[player].command("device", seat.device.name, seat.device.account.name, journal, *grants)
            self.check(status_of(answer), "IAP_OK", "device")

    def seats_of(self, player: int) -> list[Seat]:
        return [seat for seat in self.seats.values() if seat.player == player]

    def end(self) -> None:
        for player in self.players:
            player.end()

    def make_quiet(self, index: int) -> None:
        """Makes a request in each game of the process. Its journal then contains everything that it received before."""
        for seat in self.seats_of(index):
            if seat.device.runs:
                self.players[index].command("list", seat.device.name, UNFINISHED, "-")

    def restart_player(self, index: int) -> None:
        """The process has ended. Another one opens its devices, and launches the games that were running."""
        self.kills += 1
        self.players[index].end()
        self.players[index] = self.program.start()
        self.open_devices(index)
        running = [seat for seat in self.seats_of(index) if seat.device.runs]
        for seat in running:
            seat.device.end()
            seat.device.journal.is_owned_known = False
        for seat in running:
            self.launch(seat, seat.polls, seat.device.finishes_at_once)
            self.settle(index)

    def launch(self, seat: Seat, polls: bool, at_once: bool) -> None:
        seat.polls, seat.device.finishes_at_once = polls, at_once
        token = seat.device.token
        journal = self.program.folder / f"{seat.device.name}{token}.journal"
        words = ["polling" if polls else "observer", "at-once" if at_once else "later", TOKENS.get(token, "-"), journal]
        words.append(server.url() if self.program.asks_server else "verified" if self.program.verifies else "trusted")
        self.check(self.of_device(seat, "launch", *words), "IAP_OK", "launch")
        seat.device.launch()
        # In background mode, a client lists the unfinished transactions at some time. Its response shows that it has done so.
        self.players[seat.player].command("list", seat.device.name, UNFINISHED, "-")

    # --------------------------------------------------------------------------------------------------- the commands

    def of_device(self, seat: Seat, command: str, *words: object) -> str:
        """A command for the process of a device; returns its status."""
        return status_of(self.players[seat.player].command(command, seat.device.name, *words))

    def of_store(self, player: int, command: str, *words: object) -> str:
        return status_of(self.players[player % self.player_count].command(command, *words))

    def check(self, came: object, expected: object, what: str) -> None:
        if came != expected:
            raise Divergence(f"{what}\n  expected: {expected}\n  came:     {came}")

    def tick(self) -> None:
        self.of_store(0, "advance", TICK)
        self.store.advance(TICK)

    # ------------------------------------------------------------------------------------------------------ comparing

    def settle(self, first: int) -> None:
        """Lets everything arrive, starting with the process that did something, and compares it."""
        self.store.deliver()
        came, self.early = self.early, no_events()
        for _ in range(ROUNDS):
            for offset in range(self.player_count):
                self.hear((first + offset) % self.player_count, came)
            self.learn_new_entries()
            for name, seat in self.seats.items():
                self.hear_found_revocations(seat.device, came[name])
                self.hear_found_purchases(seat.device, came[name])
            if all(came[name] == self.expected(seat.device) for name, seat in self.seats.items()):
                break
        for name, seat in self.seats.items():
            expected = self.expected(seat.device)
            # A payment may be DEFERRED until the game or its server gives a verdict on a purchase that waits.
            if self.program.verifies or self.program.asks_server:
                for facts in came[name] - expected:
                    if facts[:3] == ("updated", DEFERRED, 0):
                        del came[name][facts]
            if came[name] != expected:
                raise Divergence(f"events of {name}\n" + difference(expected, came[name]))
            seat.device.heard.clear()
        self.compare_totals()
        for seat in self.seats.values():
            if seat.device.runs:
                self.compare_owned(seat)

    def compare_owned(self, seat: Seat) -> None:
        """What iap_owns() returns is what the events reported. In background mode an event may follow."""
        journal = seat.device.journal
        for _ in range(ROUNDS_OF_AN_EVENT):
            answer = self.players[seat.player].command("owns", seat.device.name, *PRODUCTS)[0][1:]
            owned = {product: word == "1" for product, word in zip(PRODUCTS, answer)}
            if not journal.is_owned_known:
                journal.owned, journal.is_owned_known = owned, True
            if all(journal.owned.get(product, False) == is_owned for product, is_owned in owned.items()):
                return
            time.sleep(PAUSE)
            self.hear(seat.player, self.early)
        raise Divergence(f"{seat.device.name} owns {owned}, and the events reported {journal.owned}")

    def hear_owned(self, device: Device, product: str, is_owned: bool) -> None:
        """After a launch, iap_owns() may report a change before its event. So an event may repeat what is known."""
        device.journal.owned[product] = is_owned

    def hear_found_revocations(self, device: Device, came: Counter) -> None:
        """If updates are held or cannot come, a client may itself find out that something was revoked; it is open which client
        does. The same is true for a player whom another player has followed: a product that the client knows as owned may be
        revoked meanwhile."""
        was_absent = len(device.journals) > 1
        if not (device.is_held or device.is_down or was_absent):
            return
        for facts in came - self.expected(device):
            for each in device.known_account().history():
                if facts[0] == "revoked" and each.revoked and each.id == facts[1] and each not in device.reported_revoked:
                    device.hear_revocation(each)
                    # It is in the queue if the list of unfinished transactions had it.
                    if not each.is_finished and each not in device.finished and each not in device.queue:
                        device.found_revoked.add(each)

    def hear_found_purchases(self, device: Device, came: Counter) -> None:
        """A client lists unfinished transactions again soon after its launch, therefore it may find one that its updates hold
        back. Another device may finish it at the same moment."""
        if not device.is_held or device.is_down:
            return
        for facts in came - self.expected(device):
            for each in device.account.history():
                if facts[:2] == ("updated", PURCHASED) and each.id == facts[2] and not each.revoked:
                    device.meet(each)

    def expected(self, device: Device) -> Counter:
        return Counter(heard.facts() for heard in device.heard)

    def hear(self, player: int, came: dict[str, Counter]) -> None:
        seats = self.seats_of(player)
        missing = sum((self.expected(seat.device) - came[seat.device.name]).total() for seat in seats)
        for words in self.players[player].command("settle", missing):
            facts = heard_of(words[2:])
            if facts[0] == "owned":
                self.hear_owned(self.seats[words[1]].device, facts[1], facts[2] == "1")
                continue
            if facts[0] == "status":  # the number of these events is not promised; `compare_device` requests the statuses
                continue
            came[words[1]][facts] += 1
            if facts[:2] == ("updated", 2):
                self.grants[self.seats[words[1]].device.account.name, facts[2]] += 1

    def compare_totals(self) -> None:
        """In background mode, the library may still finish what the server has refused."""
        for _ in range(ROUNDS_OF_AN_EVENT if self.program.asks_server else 1):
            came = tuple(map(int, self.players[0].command("totals")[0][1:]))
            if came == self.store.totals():
                return
            time.sleep(PAUSE)
        self.check(came, self.store.totals(), "totals: charged, unfinished, refunded")

    # --------------------------------------------------------------------------------------------------- the ledger

    def ledger(self, after: int) -> list[Entry]:
        return [entry_of(words) for words in self.players[0].command("ledger", after) if words[0] == "entry"]

    def learn_new_entries(self) -> None:
        """Gives the ids of new entries to the transactions of the model that have the same facts."""
        for entry in self.ledger(self.last_id):
            self.last_id = entry.id
            if entry.has_issue and entry.state == 3 or entry.needs_approval:
                self.learn_waiting(entry)
            elif entry.state in (2, 6):
                self.learn_transaction(entry)

    def learn_waiting(self, entry: Entry) -> None:
        facts = (entry.account, entry.product, entry.quantity, entry.purchased, bool(entry.needs_approval))
        for waiting in self.store.waiting:
            if waiting.id == 0 and waiting.facts() == facts:
                waiting.id = entry.id
                return
        raise Divergence(f"an unexpected purchase waits\n  came: {entry}")

    def learn_transaction(self, entry: Entry) -> None:
        facts = facts_of(entry)
        for transaction in self.store.accounts[entry.account].transactions:
            if transaction.id == 0 and transaction.facts() == facts:
                transaction.id = entry.id
                return
        raise Divergence(f"an unexpected transaction\n  came: {entry}")

    def compare_ledger(self) -> None:
        entries = self.ledger(0)
        came = Counter(row_of(entry) for entry in entries if entry.state in (2, 6))
        expected = Counter(row_of_model(each) for each in self.store.transactions())
        if came != expected:
            raise Divergence("ledger\n" + difference(expected, came))
        waiting = Counter(entry.id for entry in entries if entry.needs_approval or entry.state == 3 and entry.has_issue)
        if waiting != Counter(each.id for each in self.store.waiting):
            raise Divergence("what waits\n" + difference(Counter(each.id for each in self.store.waiting), waiting))

    # -------------------------------------------------------------------------------------------- everything together

    def compare_all(self) -> None:
        self.compare_ledger()
        self.compare_grants()
        for seat in self.seats.values():
            if seat.device.runs:
                self.compare_device(seat)

    def compare_grants(self) -> None:
        """Each account's save file has what the library delivered to its games, and only the account's own purchases."""
        own = {(each.account, each.id) for each in self.store.transactions()}
        for granted in self.grants:
            if granted not in own:
                raise Divergence(f"a purchase was delivered to another account:  {granted}")
        for each in self.store.transactions():
            if each.is_finished and not each.revoked and (each.account, each.id) not in self.grants:
                journals = [journal for device in self.store.devices.values() for journal in device.journals.values()]
                restored = any(each in journal.finished for journal in journals)
                if not restored:
                    raise Divergence(f"a purchase was finished and never delivered:  {each}")

    def compare_device(self, seat: Seat) -> None:
        device, account = seat.device, seat.device.known_account()
        self.compare_list(seat, UNFINISHED, "-", account.unfinished())
        self.compare_list(seat, HISTORY, "-", account.history())
        self.compare_list(seat, ENTITLEMENTS, "-", self.store.entitlements(device))
        for product in PRODUCTS:
            latest = account.latest(product)
            self.compare_list(seat, LATEST, product, [latest] if latest else [])
        answer = self.players[seat.player].command("statuses", device.name, "-")
        self.check(status_of(answer), "IAP_OK", f"statuses of {device.name}")
        came = Counter(subscription_of(words[1:]) for words in answer[1:])
        expected = Counter(each.facts() for each in account.subscriptions())
        if came != expected:
            raise Divergence(f"statuses of {device.name}\n" + difference(expected, came))
        answer = self.players[seat.player].command("eligible", device.name, GROUP)
        self.check(answer[-1], ["flag", str(int(account.is_new_subscriber()))], f"eligibility of {device.name}")
        self.compare_queue(seat)  # by now a client in the background has listed the unfinished transactions
        if device.has_inventory:
            self.compare_inventory(seat)

    def compare_inventory(self, seat: Seat) -> None:
        """In background mode, an event may follow the change that it reports, and a client may still read what has ended."""
        for _ in range(ROUNDS_OF_AN_EVENT):
            came, expected = self.inventory(seat)
            if came == expected:
                return
            time.sleep(PAUSE)
            self.settle(seat.player)
        raise Divergence(f"inventory of {seat.device.name}\n  expected: {expected}\n  came:     {came}")

    def inventory(self, seat: Seat) -> tuple[tuple, tuple]:
        """The balances and unlocks that came, and the expected ones. What is unlocked counts if the device can know the account.
        An end counts when it has lasted for some seconds."""
        device = seat.device
        ask = lambda what, name: int(self.players[seat.player].command(what, device.name, name)[0][1])
        held = {name: ask("holds", name) for name in inventory.names("counter")}
        balances = inventory.balances_of(device.journal)
        expected_held = {name: balances[name] for name in held}
        if device.is_held or device.is_down:
            return (held,), (expected_held,)
        unlocked = {name for name in inventory.names("unlock") if ask("unlocked", name)}
        expected = inventory.unlocks_of(device, self.store.entitlements(device))
        # The store lists one subscription of a product. If it is another player's, the device may know one that is shared.
        shared = [each for each in device.account.transactions if device.account.is_entitled_by(each)]
        open_names = inventory.unlocks_of(device, self.just_ended(device.account) + shared) - expected
        return (held, unlocked - open_names), (expected_held, expected)

    def just_ended(self, account: Account) -> list[Transaction]:
        ended = [each for each in account.subscriptions() if not each.is_in_force]
        is_recent = lambda end: 0 <= self.store.now - end < LASTING
        return [each.current for each in ended if is_recent(each.current.expires) or is_recent(each.grace_until)]

    def compare_list(self, seat: Seat, query: int, product: str, expected: list[Transaction]) -> None:
        answer = self.players[seat.player].command("list", seat.device.name, query, product)
        self.check(status_of(answer), "IAP_OK", f"list {query} of {seat.device.name}")
        came = Counter((told.id, told.state) for words in answer[1:] for told in [reported_of(words[1:])])
        wanted = Counter((each.id, 6 if each.revoked else 2) for each in expected)
        if came != wanted:
            raise Divergence(f"list {query} of {seat.device.name}, {product}\n" + difference(wanted, came))

    def compare_queue(self, seat: Seat) -> None:
        device = seat.device
        answer = self.players[seat.player].command("queue", device.name)
        came = Counter((told.state, told.id, told.product) for words in answer[1:] for told in [reported_of(words[1:])])
        for each in filter(device.is_undecided, device.account.transactions):  # it waits in the queue for a verdict
            del came[PURCHASED, each.id, each.product], came[RESTORED, each.id, each.product]
        for each in device.found_revoked:
            if (TAKEN_BACK, each.id, each.product) in came:
                device.queue.setdefault(each, TAKEN_BACK)
        wanted = Counter((state, each.id, each.product) for each, state in device.queue.items())
        if device.is_held and not device.is_down:  # a client in the background may just have found it; its event follows
            for each in device.account.history():
                facts = (PURCHASED, each.id, each.product)
                if facts in came and each not in device.queue and not each.revoked:
                    wanted[facts] += 1
                    device.meet(each)
        wanted += Counter((RESTORED, each.id, each.product) for each in device.restored_beside)
        wanted += Counter((5, 0, product) for _, product, _ in device.deferred)
        if came != wanted:
            raise Divergence(f"queue of {device.name}\n" + difference(wanted, came))


def facts_of(entry: Entry) -> tuple:
    """In the order of `Transaction.facts`."""
    return (
        entry.account,
        entry.product,
        entry.purchased,
        entry.ownership,
        entry.quantity,
        entry.price,
        bool(entry.is_renewal),
        entry.offer,
    )


def row_of(entry: Entry) -> tuple:
    changing = (bool(entry.is_upgraded), entry.expires)
    constant = (entry.id, entry.state, entry.original, *facts_of(entry))
    return (*constant, entry.revoked, entry.refunded, bool(entry.is_finished), *changing)


def row_of_model(each: Transaction) -> tuple:
    changing = (each.is_upgraded, each.expires)
    constant = (each.id, TAKEN_BACK if each.revoked else PURCHASED, each.first.id, *each.facts())
    return (*constant, each.revoked, each.refunded, each.is_finished, *changing)

"""A game on a device in the model: the events that it receives, its queue, and the content of its journal."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field

from catalogue import CONSUMABLE, SUBSCRIPTION
from ledger import SHARED, Account, Transaction
from server import INVALID

# The states of a transaction in iap.h.
PURCHASING, PURCHASED, FAILED, RESTORED, DEFERRED, TAKEN_BACK, REJECTED = 1, 2, 3, 4, 5, 6, 8
# The delivery state in the journal.
NONE, NEW, SEEN, GRANTED = 0, 1, 2, 3


@dataclass(eq=False)
class Heard:
    """One event that a game receives. The fields are those of player.c."""

    kind: str  # updated, removed, revoked, restored, problem
    state: int = 0
    transaction: Transaction | None = None
    product: str = "-"
    payment: int = 0
    count: int = 0
    delivery: int = NONE
    error: str = "IAP_OK"

    def facts(self) -> tuple:
        identity = self.transaction.id if self.transaction else 0
        if self.kind == "updated":
            return ("updated", self.state, identity, self.product, self.payment, self.count, self.delivery, self.error)
        if self.kind == "removed":
            return ("removed", self.state, identity, self.product)
        if self.kind == "revoked":
            return ("revoked", identity, self.product, self.delivery)
        return (self.kind, self.error)


@dataclass
class Journal:
    deliveries: dict[Transaction, int] = field(default_factory=dict)
    restored: set[Transaction] = field(default_factory=set)
    finished: set[Transaction] = field(default_factory=set)
    finished_restored: set[Transaction] = field(default_factory=set)  # these are still due as PURCHASED
    rejected: set[Transaction] = field(default_factory=set)  # by the server; also finished
    reported_revoked: set[Transaction] = field(default_factory=set)
    granted: list[Transaction] = field(default_factory=list)  # by the inventory, as PURCHASED
    owned: dict[str, bool] = field(default_factory=dict)  # by product, what entitlement_changed reported
    is_owned_known: bool = True  # after a kill, the game may not have received the last events


@dataclass(eq=False)
class Device:
    """Each player who signs in to the game has a token and a journal. Without a player the token is empty."""

    name: str
    account: Account
    token: str = ""
    journals: dict[str, Journal] = field(default_factory=dict)  # by token
    has_inventory: bool = False
    asks_server: bool = False  # verification by the game's server
    finishes_at_once: bool = True
    runs: bool = False
    is_held: bool = False
    is_shuffled: bool = False
    is_down: bool = False
    snapshot: Account | None = None  # what it knew when the network went down
    mail: list[Transaction] = field(default_factory=list)  # updates that the store has for it
    heard: list[Heard] = field(default_factory=list)
    # For this launch:
    waits_for_unfinished: bool = False
    queue: dict[Transaction, int] = field(default_factory=dict)  # with their states there
    handed_out: set[Transaction] = field(default_factory=set)
    restored_beside: set[Transaction] = field(default_factory=set)  # in the queue as RESTORED, too
    found_revoked: set[Transaction] = field(default_factory=set)  # may come into the queue at any time
    reported_others: set[Transaction] = field(default_factory=set)  # other players' purchases
    deferred: list[tuple[int, str, int]] = field(default_factory=list)  # payments, their products and quantities
    to_finish: list[Transaction] | None = None  # the game has not received these yet

    @property
    def journal(self) -> Journal:
        return self.journals.setdefault(self.token, Journal())

    @property
    def deliveries(self) -> dict[Transaction, int]:
        return self.journal.deliveries

    @property
    def restored(self) -> set[Transaction]:
        return self.journal.restored

    @property
    def finished(self) -> set[Transaction]:
        return self.journal.finished

    @property
    def reported_revoked(self) -> set[Transaction]:
        return self.journal.reported_revoked

    def known_account(self) -> Account:
        """What queries return: the present account, or the account when the network went down."""
        return self.snapshot or self.account

    # ---------------------------------------------------------------------------------------------- life of the game

    def launch(self) -> None:
        self.runs = True
        self.waits_for_unfinished = True
        for transaction in self.known_account().unfinished():
            if transaction.revoked and transaction not in self.finished and not self.is_others(transaction):
                self.queue[transaction] = TAKEN_BACK
            self.meet(transaction)
        self.read_mail()
        if self.token and not self.is_held and not self.is_down:
            self.find_revocations()

    def find_revocations(self) -> None:
        """What the store revoked while another player was signed in. Only a client that names a player looks for it: a game names
        players at each launch, or never."""
        for transaction in self.account.history():
            is_known = any(transaction in known for known in (self.deliveries, self.restored, self.finished))
            if transaction.revoked and is_known and transaction not in self.journal.rejected:
                self.hear_revocation(transaction)

    def end(self) -> None:
        """The game is quit or killed."""
        self.runs = False
        self.queue.clear()
        self.handed_out.clear()
        self.restored_beside.clear()
        self.found_revoked.clear()
        self.reported_others.clear()
        self.deferred.clear()

    def lose_network(self) -> None:
        self.is_down = True
        self.snapshot = deepcopy(self.account)

    def regain_network(self) -> None:
        self.is_down = False
        self.snapshot = None
        self.read_mail()

    # ------------------------------------------------------------------------------------------------------- receiving

    def read_mail(self) -> None:
        if not self.runs or self.is_held or self.is_down:
            return
        mail, self.mail = self.mail, []
        if self.waits_for_unfinished:  # also what came since a launch without a network or updates: a choice of ours
            self.waits_for_unfinished = False
            self.found_revoked |= {each for each in self.account.unfinished() if each.revoked} - self.finished
            mail += [each for each in self.account.unfinished() if not each.revoked and each not in mail]
        for transaction in mail:
            if transaction.kind != CONSUMABLE or not transaction.is_finished or transaction.revoked:
                self.meet(transaction)

    def meet(self, transaction: Transaction) -> None:
        """The client finds the transaction, at its launch or through an update."""
        if self.is_others(transaction):
            self.meet_others(transaction)
        elif transaction.revoked:
            self.hear_revocation(transaction)
        elif transaction not in self.finished and transaction not in self.handed_out:
            # An update does not say whether another device or player has finished it. Even if this player has restored it, it is
            # delivered as PURCHASED.
            if self.queue.get(transaction) == RESTORED:
                self.restored_beside.add(transaction)
            self.hand_out(transaction, self.take_deferred(transaction))

    def is_others(self, transaction: Transaction) -> bool:
        """Whether it belongs to another player. Without a player, all purchases of the account are the same, except if the
        server is undecided about them. A revocation needs no verdict."""
        if self.token == "":
            return self.is_undecided(transaction) and not transaction.revoked
        return transaction.token not in ("", self.token)

    def is_undecided(self, transaction: Transaction) -> bool:
        """The server wants the player's token."""
        return self.asks_server and self.token == "" and transaction.token != ""

    def meet_others(self, transaction: Transaction) -> None:
        """Reported once per launch; nothing else happens."""
        if self.token and not transaction.revoked and transaction not in self.reported_others:
            self.reported_others.add(transaction)
            self.heard.append(Heard("problem", error="IAP_ERROR_OTHER_PLAYER"))

    def must_grant(self, transaction: Transaction) -> bool:
        """An unfinished transaction is not restored: it is PURCHASED."""
        in_queue = transaction in self.handed_out or not transaction.is_finished
        return transaction not in self.finished and in_queue

    def take_deferred(self, transaction: Transaction) -> int:
        """An approved purchase is the outcome of the oldest payment that waits for the same product and quantity: a choice of
        ours. All payments have the client's token."""
        if transaction.kind == SUBSCRIPTION and transaction.ownership == SHARED or transaction.token != self.token:
            return 0
        for waiting in self.deferred:
            if waiting[1:] == (transaction.product, transaction.quantity):
                self.deferred.remove(waiting)
                return waiting[0]
        return 0

    def hand_out(self, transaction: Transaction, payment: int) -> None:
        """Delivers it as PURCHASED. The count rises once per launch."""
        if self.asks_server and (transaction.product, transaction.quantity) == INVALID:
            self.reject(transaction, payment)
            return
        if transaction not in self.handed_out:
            self.handed_out.add(transaction)
            self.deliveries[transaction] = self.deliveries.get(transaction, 0) + 1
        self.queue[transaction] = PURCHASED
        times = self.deliveries[transaction]
        delivery = NEW if times == 1 and transaction not in self.restored else SEEN
        if self.has_inventory:
            if transaction not in self.journal.granted:
                self.journal.granted.append(transaction)
            delivery = GRANTED
        self.hear_updated(PURCHASED, transaction, payment, times, delivery)

    def reject(self, transaction: Transaction, payment: int) -> None:
        """The library finishes what the server refuses."""
        self.journal.rejected.add(transaction)
        self.mark_finished(transaction)
        error = "IAP_ERROR_VERIFICATION"
        self.heard.append(Heard("updated", REJECTED, transaction, transaction.product, payment, error=error))

    def hand_out_beside(self, transaction: Transaction, waiting: int, payment: int) -> None:
        """Delivers it as PURCHASED for the waiting payment, and as RESTORED for the payment whose response it is: a choice of
        ours."""
        self.hand_out(transaction, waiting)
        self.hand_out_change(transaction, payment)

    def hand_out_change(self, transaction: Transaction, payment: int) -> None:
        """The game has received it as PURCHASED, and receives it as RESTORED too: the payment changes the subscription."""
        delivery = GRANTED if self.has_inventory else NONE
        self.heard.append(Heard("updated", RESTORED, transaction, transaction.product, payment, delivery=delivery))
        if self.finishes_at_once and self.to_finish is None:
            self.heard.append(Heard("removed", RESTORED, transaction, transaction.product))
        else:  # one finish is enough for several payments
            self.restored_beside.add(transaction)
        self.restored.add(transaction)

    def hand_out_restored(self, transaction: Transaction, payment: int = 0) -> None:
        self.queue[transaction] = RESTORED
        self.restored.add(transaction)
        self.hear_updated(RESTORED, transaction, payment, 0, GRANTED if self.has_inventory else NONE)

    @contextmanager
    def taking_nothing(self) -> Iterator[None]:
        """The client works on several payments before the game receives anything, and finishes anything."""
        self.to_finish = []
        yield
        waiting, self.to_finish = self.to_finish, None
        for transaction in dict.fromkeys(waiting):
            self.finish(transaction)
            if transaction in self.queue:  # it was beside as RESTORED
                self.finish(transaction)

    def hear_updated(self, state: int, transaction: Transaction, payment: int, times: int, delivery: int) -> None:
        self.heard.append(Heard("updated", state, transaction, transaction.product, payment, times, delivery))
        if self.finishes_at_once and self.to_finish is not None:
            self.to_finish.append(transaction)
        elif self.finishes_at_once:
            self.finish(transaction)

    def hear_payment(self, state: int, product: str, payment: int, error: str = "IAP_OK") -> None:
        """For a payment without a transaction of the store. A game immediately finishes a failure."""
        self.heard.append(Heard("updated", state, None, product, payment, error=error))
        if state == FAILED:
            self.heard.append(Heard("removed", FAILED, None, product))

    def hear_restore(self, error: str = "IAP_OK") -> None:
        self.heard.append(Heard("restored", error=error))

    def hear_revocation(self, transaction: Transaction) -> None:
        """Once for each journal, with what it knows about the grant."""
        if transaction in self.reported_revoked:
            return
        self.reported_revoked.add(transaction)
        known = SEEN if transaction in self.deliveries or transaction in self.restored else NEW
        is_finished = transaction in self.finished and transaction not in self.journal.rejected
        is_granted = is_finished or transaction in self.journal.finished_restored
        if self.has_inventory:  # it grants what it delivers
            is_granted = is_granted or known == SEEN
        delivery = GRANTED if is_granted else known
        self.heard.append(Heard("revoked", TAKEN_BACK, transaction, transaction.product, delivery=delivery))
        state = self.queue.get(transaction)
        self.restored_beside.discard(transaction)
        if state == RESTORED:
            del self.queue[transaction]
        elif state == PURCHASED:
            self.queue[transaction] = TAKEN_BACK
        elif self.asks_server:  # it may have waited for a verdict
            self.found_revoked.add(transaction)

    # ----------------------------------------------------------------------------------------------------- finishing

    def finish(self, transaction: Transaction) -> None:
        """Counts immediately in the store, also while the network is down."""
        state = self.queue.pop(transaction)
        if state == RESTORED:
            self.journal.finished_restored.add(transaction)
            self.heard.append(Heard("removed", state, transaction, transaction.product))
            return
        self.mark_finished(transaction)
        self.heard.append(Heard("removed", state, transaction, transaction.product))
        if transaction in self.restored_beside:  # a second finish removes it
            self.restored_beside.remove(transaction)
            self.queue[transaction] = RESTORED

    def mark_finished(self, transaction: Transaction) -> None:
        self.finished.add(transaction)
        for account in (self.account, self.snapshot):
            for each in account.transactions if account else ():
                if each == transaction:
                    each.is_finished = True

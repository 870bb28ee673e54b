"""The store's ledger in the model: transactions, accounts, and what each account may use."""

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import count

from catalogue import CONSUMABLE, NON_CONSUMABLE, NON_RENEWING, PRODUCTS, SUBSCRIPTION, Offer

OWN, SHARED = 1, 2
SUBSCRIBED, EXPIRED, RETRY, GRACE, REVOKED = 1, 2, 3, 4, 5
NO_REASON, SWITCHED_OFF, BILLING_ERROR = 0, 1, 2
NO_OFFER, INTRODUCTORY = 0, 1


@dataclass(eq=False)
class Transaction:
    """The store chooses its id; the model learns it from the store's list and compares everything else."""

    account: str
    product: str
    purchased: int
    expires: int = 0
    quantity: int = 1
    price: int = 0
    ownership: int = OWN
    is_renewal: bool = False
    offer: int = NO_OFFER
    token: str = ""  # the player who bought it; a shared transaction has none
    shared_from: "Transaction | None" = None
    copied_from: "Transaction | None" = None
    original: "Transaction | None" = None
    revoked: int = 0
    refunded: int = 0
    is_upgraded: bool = False
    is_finished: bool = False
    id: int = 0
    serial: int = field(default_factory=count().__next__)  # identifies it before its id is known, and in copies

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Transaction) and self.serial == other.serial

    def __hash__(self) -> int:
        return self.serial

    @property
    def kind(self) -> str:
        return PRODUCTS[self.product].kind

    @property
    def is_charge(self) -> bool:
        return self.ownership == OWN and self.copied_from is None

    @property
    def first(self) -> "Transaction":
        return self.original or self

    def age(self) -> tuple[int, bool, int]:
        """Orders transactions of a product: the latest is the one with the greatest age. Not confirmed by Apple, a choice of
        ours: with the same date, the account's own transaction is later than a shared one."""
        return (self.purchased, self.ownership == OWN, self.id)

    def facts(self) -> tuple:
        """Facts that never change; two transactions with the same facts are interchangeable."""
        return (
            self.account,
            self.product,
            self.purchased,
            self.ownership,
            self.quantity,
            self.price,
            self.is_renewal,
            self.offer,
        )


@dataclass(eq=False)
class Subscription:
    """The status of one account's subscription in the group: its own, or one that another member shares."""

    state: int
    current: Transaction
    will_renew: bool = True
    next_product: str = ""
    reason: int = NO_REASON
    grace_until: int = 0
    billing_day: int = 0  # the day from which months are counted
    retry_since: int = 0
    next_try: int = 0
    offer: Offer | None = None  # the current one
    offer_periods_left: int = 0
    next_offer: Offer | None = None  # starts with the first bill that has no other offer
    shared_from: "Subscription | None" = None

    @property
    def is_in_force(self) -> bool:
        return self.state in (SUBSCRIBED, GRACE)

    @property
    def has_ended(self) -> bool:
        return self.state in (EXPIRED, REVOKED)

    def end(self) -> int:
        """The end if nothing more is known about it."""
        return self.grace_until if self.state == GRACE else self.current.expires

    def facts(self) -> tuple:
        return (
            self.state,
            self.current.id,
            self.current.product,
            self.current.expires,
            self.current.ownership,
            int(self.will_renew),
            self.next_product if self.will_renew else "-",
            self.reason,
            int(self.state in (RETRY, GRACE)),
            self.grace_until if self.state == GRACE else 0,
        )


@dataclass(eq=False)
class Account:
    name: str
    transactions: list[Transaction] = field(default_factory=list)
    subscription: Subscription | None = None
    shared_subscriptions: dict[str, Subscription] = field(default_factory=dict)  # by their owner
    family: str = ""
    shares: bool = True
    has_used_introductory_offer: bool = False

    def subscriptions(self) -> list[Subscription]:
        own = [self.subscription] if self.subscription else []
        return own + list(self.shared_subscriptions.values())

    def is_entitled_by(self, transaction: Transaction) -> bool:
        return self.has_use_of(transaction, (SUBSCRIBED, GRACE))

    def has_use_of(self, transaction: Transaction, states: tuple[int, ...] = (SUBSCRIBED, GRACE, RETRY)) -> bool:
        """Whether it is neither revoked nor replaced. For a subscription, also whether it is the current period of one that is
        in one of the states."""
        if transaction.revoked or transaction.is_upgraded:
            return False
        if transaction.kind == SUBSCRIPTION:
            return any(each.state in states and each.current == transaction for each in self.subscriptions())
        return transaction.kind in (NON_CONSUMABLE, NON_RENEWING)

    def is_new_subscriber(self) -> bool:
        """Whether the account may have an introductory offer: only once in the group, and not as a subscriber."""
        own = self.subscription
        return not self.has_used_introductory_offer and not (own and own.is_in_force)

    def entitlements(self, without: Collection[Transaction] = ()) -> list[Transaction]:
        """Current entitlements: one of each product, the latest."""
        found: dict[str, Transaction] = {}
        for each in sorted(filter(self.is_entitled_by, self.transactions), key=Transaction.age):
            if each not in without:
                found[each.product] = each
        return list(found.values())

    def history(self) -> list[Transaction]:
        """All except finished consumables; revoked ones are included."""
        return [each for each in self.transactions if each.kind != CONSUMABLE or not each.is_finished or each.revoked]

    def unfinished(self) -> list[Transaction]:
        return [each for each in self.transactions if not each.is_finished]

    def latest(self, product: str) -> Transaction | None:
        return max((each for each in self.history() if each.product == product), key=Transaction.age, default=None)

    def owned(self, product: str) -> Transaction | None:
        """The result of a purchase of the non-consumable, if the account has it."""
        kept = [each for each in self.transactions if each.product == product and not each.revoked]
        return max(kept, key=Transaction.age, default=None)

"""A player's result at the end of a script: charged, granted, owned."""

from collections import Counter
from dataclasses import dataclass, field

from catalogue import CONSUMABLE, NON_RENEWING, PRODUCTS, SUBSCRIPTION
from ledger import Account
from session import difference

# The grants of grants.json.
COINS, TICKETS, GEMS = ("coins", 10), ("tickets", 1), ("gems", 1)
COUNTERS = {CONSUMABLE: COINS, NON_RENEWING: TICKETS, SUBSCRIPTION: GEMS}


@dataclass
class Outcome:
    """Lines that describe everything, without the ids, which differ in each world."""

    lines: Counter = field(default_factory=Counter)
    is_other: bool = False  # a quirk has caused a charge that the other profiles do not have

    def difference(self, other: "Outcome") -> str:
        return difference(other.lines, self.lines) if self.lines != other.lines else ""


def charges_of(account: Account) -> list[tuple]:
    return [
        ("charged", *each.facts(), each.expires, each.revoked, each.refunded, each.is_upgraded)
        for each in account.transactions
    ]


def grants_of(account: Account) -> Counter:
    """What the game's save file has, by product and date: each charge that was not revoked, once."""
    return Counter((each.product, each.purchased) for each in account.transactions if not each.revoked)


def counters_of(account: Account) -> dict[str, int]:
    """The balances of an inventory."""
    held = {name: 0 for name, _ in COUNTERS.values()}
    for each in account.transactions:
        name, amount = COUNTERS.get(PRODUCTS[each.product].kind, ("", 0))
        if name and not each.revoked:
            held[name] += amount * each.quantity
    return held


def owned_by(account: Account) -> set[str]:
    return {each.product for each in account.entitlements()}

"""What the players with an inventory hold: the balances, and what is unlocked. The library grants by the same file."""

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from catalogue import SUBSCRIPTION
from device import Device, Journal
from ledger import Transaction

FILE = Path(__file__).with_name("inventory.json")
GRANTS = {each["id"]: each["grants"] for each in json.loads(FILE.read_text())["products"]}


def names(kind: str) -> set[str]:
    """All counters, or all unlocks."""
    return {grant[kind] for grants in GRANTS.values() for grant in grants if kind in grant}


def balances_of(journal: Journal) -> Counter:
    """What the player was granted, without what a revocation took back. No player spends anything. A period of a subscription
    counts once, even if a member of the family stops sharing it and shares it again under another id: a choice of ours."""
    held = Counter()
    counted = set()
    for each in journal.granted:
        period = (each.product, each.purchased) if each.kind == SUBSCRIPTION else each
        if period in counted:
            continue
        counted.add(period)
        for grant in GRANTS[each.product]:
            is_taken_back = each in journal.reported_revoked and grant.get("on_revocation") != "keep"
            if "counter" in grant and not is_taken_back:
                held[grant["counter"]] += grant["amount"] * each.quantity
    return held


def unlocks_of(device: Device, entitlements: Iterable[Transaction]) -> set[str]:
    """What the account is entitled to, except what another player bought."""
    own = [each for each in entitlements if not device.is_others(each)]
    return {grant["unlock"] for each in own for grant in GRANTS[each.product] if "unlock" in grant}

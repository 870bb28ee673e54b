"""The products of Model.storekit in the model, and the calendar of its subscriptions."""

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

HOUR = 3_600_000
DAY = 24 * HOUR
START = 1_767_225_600_000  # 2026-01-01T00:00:00Z, the start of a new virtual clock
GROUP = "20000000"

CONSUMABLE, NON_CONSUMABLE, NON_RENEWING, SUBSCRIPTION = "consumable", "non-consumable", "non-renewing", "subscription"


@dataclass(frozen=True)
class Product:
    name: str
    kind: str
    price: int
    family_shareable: bool = False
    level: int = 0  # 1 is the highest
    introductory_days: int = 0  # of a free trial


PRODUCTS = {
    product.name: product
    for product in (
        Product("coins", CONSUMABLE, 990),
        Product("editor", NON_CONSUMABLE, 2990, family_shareable=True),
        Product("shield", NON_CONSUMABLE, 1490),
        Product("season", NON_RENEWING, 9990),
        Product("gold", SUBSCRIPTION, 4990, family_shareable=True, level=1),
        Product("basic", SUBSCRIPTION, 1990, family_shareable=True, level=2, introductory_days=7),
    )
}


@dataclass(frozen=True)
class Offer:
    """A different price for some periods."""

    name: str
    kind: int  # an IAP_OFFER_TYPE_… value
    product: str
    price: int
    periods: int


PROMOTION, WIN_BACK = 2, 4
HALF = Offer("HALF", PROMOTION, "gold", 2490, 3)
COME_BACK = Offer("COME_BACK", WIN_BACK, "basic", 490, 2)


def months_after(start: int, months: int) -> int:
    """The same day `months` months later, or the last day of that month if it is shorter."""
    moment = datetime.fromtimestamp(0, timezone.utc) + timedelta(milliseconds=start)
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    day = min(moment.day, monthrange(year, month + 1)[1])
    return start + int((moment.replace(year=year, month=month + 1, day=day) - moment) / timedelta(milliseconds=1))

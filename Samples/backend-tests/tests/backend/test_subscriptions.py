"""A subscription continues after its first period."""

from datetime import datetime, timezone

from iap_store_testing import Store

from .conftest import Backend
from .test_purchases import ANNA

CLUB = "com.example.game.club"


def ms(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, tzinfo=timezone.utc).timestamp() * 1000)


def test_a_renewal_moves_the_end(iap_store: Store, backend: Backend) -> None:
    # The store's clock starts at the beginning of 2026.
    backend.claim(ANNA, iap_store.buy("anna", CLUB, token=ANNA))
    assert backend.entitlements(ANNA)["subscriptions"] == {CLUB: ms(2026, 2, 1)}
    iap_store.advance("32d")
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["subscriptions"] == {CLUB: ms(2026, 3, 1)}


def test_a_year_of_renewals(iap_store: Store, backend: Backend) -> None:
    backend.claim(ANNA, iap_store.buy("anna", CLUB, token=ANNA))
    iap_store.advance("365d")
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["subscriptions"] == {CLUB: ms(2027, 2, 1)}


def test_a_cancelled_subscription_keeps_its_end(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", CLUB, token=ANNA)
    backend.claim(ANNA, id)
    iap_store.cancel(id)
    iap_store.advance("62d")
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["subscriptions"] == {CLUB: ms(2026, 2, 1)}

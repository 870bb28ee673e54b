"""The App Store revokes a purchase."""

from iap_store_testing import Store

from .conftest import Backend
from .test_purchases import ANNA, COINS, EDITOR


def test_a_refund_takes_back(iap_store: Store, backend: Backend) -> None:
    kept, refunded = (iap_store.buy("anna", COINS, token=ANNA) for _ in range(2))
    for id in (kept, refunded):
        backend.claim(ANNA, id)
    iap_store.refund(refunded)
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["coins"] == 100


def test_a_refund_that_is_reported_twice_takes_back_once(iap_store: Store, backend: Backend) -> None:
    kept, refunded = (iap_store.buy("anna", COINS, token=ANNA) for _ in range(2))
    for id in (kept, refunded):
        backend.claim(ANNA, id)
    iap_store.fault("notifications", "duplicate", count=1)
    iap_store.refund(refunded)
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["coins"] == 100


def test_what_is_refunded_before_it_is_shown_is_not_granted(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", EDITOR, token=ANNA)
    iap_store.refund(id)
    assert backend.claim(ANNA, id) == (409, {"error": "taken back"})
    assert backend.entitlements(ANNA)["unlocks"] == []


def test_a_refund_that_is_reversed_gives_back(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", EDITOR, token=ANNA)
    backend.claim(ANNA, id)
    iap_store.refund(id)
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["unlocks"] == []
    iap_store.notify("REFUND_REVERSED", id)
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["unlocks"] == [EDITOR]

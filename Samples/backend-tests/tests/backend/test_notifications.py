"""Which notifications the backend accepts, and what happens if it is down."""

from collections.abc import Callable

from iap_store_testing import Store

from .conftest import Backend
from .test_purchases import ANNA, COINS


def states(store: Store) -> list[tuple[str, str]]:
    return [(one["notificationType"], one["state"]) for one in store.wait_for_deliveries()]


def test_the_first_notification_arrives(iap_store: Store, backend: Backend) -> None:
    iap_store.buy("anna", COINS, token=ANNA)
    assert states(iap_store) == [("ONE_TIME_CHARGE", "delivered")]


def test_a_notification_of_another_root_is_refused(
    iap_store: Store, iap_store_factory: Callable[[], Store], backend: Backend
) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    backend.claim(ANNA, id)
    other = iap_store_factory()
    assert other.bundle_id == iap_store.bundle_id and other.root != iap_store.root
    other.send_notifications_to(backend.notification_url)
    other.refund(other.buy("anna", COINS, token=ANNA))
    assert states(other) == [("ONE_TIME_CHARGE", "failing"), ("REFUND", "failing")]
    assert backend.post("/apple", {"signedPayload": other.notify("TEST")["signedPayload"]}) == (
        400, {"error": "not valid: VERIFICATION_FAILURE"})
    assert backend.entitlements(ANNA)["coins"] == 100


def test_a_notification_of_another_app_is_refused(
    iap_store_factory: Callable[..., Store], backend: Backend
) -> None:
    other = iap_store_factory(bundle_id="com.example.other")
    other.send_notifications_to(backend.notification_url)
    other.notify("TEST")
    assert states(other) == [("TEST", "failing")]


def test_nonsense_is_refused(backend: Backend) -> None:
    for payload in ("", "a.b.c", "{}", 5, None):
        assert backend.post("/apple", {"signedPayload": payload})[0] == 400


def test_a_notification_that_is_lost_comes_an_hour_later(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    backend.claim(ANNA, id)
    iap_store.wait_for_deliveries()
    iap_store.fault("notifications", "drop", count=1)
    iap_store.refund(id)
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["coins"] == 100
    iap_store.advance("1h")
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["coins"] == 0

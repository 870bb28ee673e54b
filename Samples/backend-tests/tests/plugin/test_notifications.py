"""The receiver of notifications."""

import urllib.error
import urllib.request

import pytest
from iap_store_testing import NotificationMissing, NotificationReceiver, Store, StoreError

COINS, CLUB = "com.example.game.coins", "com.example.game.club"


def test_what_comes_can_be_read(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    id = iap_store.buy("anna", CLUB)
    reported = iap_notifications.wait("SUBSCRIBED", "INITIAL_BUY")
    assert (reported.type, reported.subtype, reported.name, reported.status) == ("SUBSCRIBED", "INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY", 200)
    assert reported.transaction is not None and reported.transaction["transactionId"] == id
    assert reported.renewal is not None and reported.renewal["autoRenewStatus"] == 1
    assert reported.signed_payload.count(".") == 2


def test_each_notification_is_given_once(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    ids = [iap_store.buy("anna", COINS) for _ in range(3)]
    reported = [iap_notifications.wait("ONE_TIME_CHARGE").transaction for _ in ids]
    assert [one and one["transactionId"] for one in reported] == ids


def test_another_type_may_come_first(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    id = iap_store.buy("anna", COINS)
    iap_store.refund(id)
    assert iap_notifications.wait("REFUND").subtype is None
    assert iap_notifications.wait("ONE_TIME_CHARGE").type == "ONE_TIME_CHARGE"


def test_what_does_not_come_fails_with_what_came(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    with pytest.raises(NotificationMissing, match="^no REFUND arrived within 0.01 s; these arrived: nothing$"):
        iap_notifications.wait("REFUND", seconds=0.01)
    iap_store.buy("anna", CLUB)
    iap_notifications.wait("SUBSCRIBED")
    iap_store.notify("TEST")
    iap_store.wait_for_deliveries()
    with pytest.raises(
            NotificationMissing,
            match=r"^no DID_RENEW/BILLING_RECOVERY arrived within 0.01 s; these arrived: SUBSCRIBED/INITIAL_BUY "
                  r"\(taken by an earlier wait\), TEST$"):
        iap_notifications.wait("DID_RENEW", "BILLING_RECOVERY", seconds=0.01)


def test_a_bad_response_brings_it_again_an_hour_later(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    iap_notifications.answer(500, 503)
    iap_store.buy("anna", COINS)
    iap_store.advance("1h")
    iap_store.advance("12h")
    reported = [iap_notifications.wait("ONE_TIME_CHARGE") for _ in range(3)]
    assert [one.status for one in reported] == [500, 503, 200]
    assert len({one.uuid for one in reported}) == 1
    assert iap_store.wait_for_deliveries()[0]["state"] == "delivered"


def test_the_sandbox_sends_once(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    iap_store.send_notifications_to(iap_notifications.url, retries="sandbox")
    iap_notifications.answer(500)
    iap_store.buy("anna", COINS)
    iap_store.advance("200h")
    assert iap_store.wait_for_deliveries()[0]["attempts"] == 1


def test_without_an_address_nothing_is_sent(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    iap_store.send_notifications_to(None)
    iap_store.buy("anna", COINS)
    iap_store.wait_for_deliveries()
    assert iap_notifications.arrived == []


def test_a_server_that_does_not_respond_is_named(iap_store: Store, iap_notifications: NotificationReceiver) -> None:
    iap_store.fault("notifications", "delay", count=1, value=1000)
    iap_store.buy("anna", COINS)
    with pytest.raises(StoreError, match="after 0.05 s the server under test has not responded to ONE_TIME_CHARGE"):
        iap_store.wait_for_deliveries(0.05)
    iap_notifications.wait("ONE_TIME_CHARGE")


def test_nonsense_is_reported(iap_notifications: NotificationReceiver) -> None:
    for body in (b"", b"[]", b"{}", b'{"signedPayload": "a.b"}', b'{"signedPayload": 5}', b"\xff"):
        with pytest.raises(urllib.error.HTTPError, match="400"):
            urllib.request.urlopen(iap_notifications.url, body, timeout=20)
    with pytest.raises(NotificationMissing, match="a body that cannot be read"):
        iap_notifications.wait("TEST", seconds=0.01)

"""The store of a test."""

import base64
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import datetime, timezone

import pytest
from appstoreserverlibrary.api_client import APIError, APIException, AppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier
from iap_store_testing import Refused, Store, StoreError

COINS, CLUB = "com.example.game.coins", "com.example.game.club"


def client(store: Store, url: str) -> AppStoreServerAPIClient:
    made = AppStoreServerAPIClient(
        store.private_key.encode(), store.key_id, store.issuer_id, store.bundle_id, Environment.SANDBOX)
    made._base_url = url
    return made


def test_apples_client_gets_what_apples_verifier_takes(iap_store: Store) -> None:
    id = iap_store.buy("anna", COINS, quantity=3)
    text = client(iap_store, iap_store.url).get_transaction_info(id).signedTransactionInfo
    assert text is not None
    verifier = SignedDataVerifier([iap_store.root], False, Environment.SANDBOX, iap_store.bundle_id)
    transaction = verifier.verify_and_decode_signed_transaction(text)
    assert (transaction.transactionId, transaction.productId, transaction.quantity) == (id, COINS, 3)


def test_production_has_no_transactions(iap_store: Store) -> None:
    id = iap_store.buy("anna", COINS)
    with pytest.raises(APIException) as refusal:
        client(iap_store, iap_store.production_url).get_transaction_info(id)
    assert refusal.value.api_error == APIError.TRANSACTION_ID_NOT_FOUND


def test_the_root_has_two_forms(iap_store: Store) -> None:
    body = "".join(line for line in iap_store.root_pem.splitlines() if not line.startswith("-"))
    assert base64.b64decode(body) == iap_store.root


def test_each_test_has_a_new_store(iap_store: Store, iap_store_factory: Callable[[], Store]) -> None:
    iap_store.buy("anna", COINS)
    other = iap_store_factory()
    assert other.transactions() == []
    assert (other.url, other.root, other.key_id) != (iap_store.url, iap_store.root, iap_store.key_id)


def test_the_clock_stands_still_until_it_is_moved(iap_store: Store) -> None:
    start = iap_store.now
    assert iap_store.now == start == datetime(2026, 1, 1, tzinfo=timezone.utc)
    assert iap_store.advance("1d12h") == iap_store.now == datetime(2026, 1, 2, 12, tzinfo=timezone.utc)


def test_what_is_taken_away(iap_store: Store) -> None:
    refunded, revoked = iap_store.buy("anna", COINS), iap_store.buy("anna", "com.example.game.editor")
    assert iap_store.refund(refunded, reason="issue")["revocationReason"] == 1
    assert iap_store.revoke(revoked)["state"] == "revoked"
    assert [one["state"] for one in iap_store.transactions(account="anna")] == ["revoked", "revoked"]


def test_a_subscription_is_renewed_and_ends(iap_store: Store) -> None:
    id = iap_store.buy("anna", CLUB)
    iap_store.renew(id)
    assert len(iap_store.transactions(product=CLUB)) == 2
    assert iap_store.cancel(id)["autoRenewing"] is False
    iap_store.expire(id)
    assert iap_store.admin("subscriptions")[0]["status"] == "expired"


def test_a_refusal_says_what_and_why(iap_store: Store) -> None:
    with pytest.raises(Refused, match=r'buy .*"com.example.none".*does not sell com.example.none \(status 409\)'):
        iap_store.buy("anna", "com.example.none")
    with pytest.raises(Refused, match="there is no command dance"):
        iap_store.admin("dance")


def test_a_store_that_has_ended_says_so(iap_store: Store) -> None:
    iap_store.close()
    with pytest.raises(StoreError, match="iap-store does not respond .* it has ended with 0"):
        iap_store.transactions()


def test_a_fault_lasts_as_long_as_it_is_said(iap_store: Store) -> None:
    def status() -> int:
        try:
            with urllib.request.urlopen(iap_store.url + "/inApps/v1/transactions/1", timeout=20) as answer:
                return int(answer.status)
        except urllib.error.HTTPError as error:
            return error.code

    iap_store.fault("/inApps", "500", count=1)
    assert [status(), status()] == [500, 401]
    iap_store.fault("/inApps", "429")
    assert [status(), status()] == [429, 429]
    iap_store.end_faults()
    assert status() == 401

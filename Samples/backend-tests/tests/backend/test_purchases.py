"""A game submits a purchase."""

from concurrent.futures import ThreadPoolExecutor

from iap_store_testing import Store

from .conftest import Backend

ANNA = "7a2b5c6e-3f1d-4c8a-9b0e-000000000001"
BEN = "7a2b5c6e-3f1d-4c8a-9b0e-000000000002"
COINS, EDITOR = "com.example.game.coins", "com.example.game.editor"


def test_a_purchase_is_granted_once(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, quantity=2, token=ANNA)
    assert backend.claim(ANNA, id) == (200, {"isNew": True, "coins": 200, "unlocks": [], "subscriptions": {}})


def test_a_repeated_request_grants_nothing_twice(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    backend.claim(ANNA, id)
    status, answer = backend.claim(ANNA, id)
    assert (status, answer["isNew"], answer["coins"]) == (200, False, 100)


def test_requests_at_the_same_time_grant_once(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: backend.claim(ANNA, id), range(8)))
    assert [status for status, _ in answers] == [200] * 8
    assert [answer["isNew"] for _, answer in answers].count(True) == 1
    assert backend.entitlements(ANNA)["coins"] == 100


def test_each_purchase_of_a_consumable_counts(iap_store: Store, backend: Backend) -> None:
    for _ in range(3):
        backend.claim(ANNA, iap_store.buy("anna", COINS, token=ANNA))
    assert backend.entitlements(ANNA)["coins"] == 300


def test_a_purchase_with_another_token_waits_for_the_player_who_paid(iap_store: Store, backend: Backend) -> None:
    """Anna's game died before it could submit the purchase. Then Ben plays with the same Apple account."""
    id = iap_store.buy("shared", EDITOR, token=ANNA)
    # The game finishes a purchase after 200 and 409.
    assert backend.claim(BEN, id) == (503, {"error": "of another player"})
    assert backend.entitlements(BEN)["unlocks"] == []
    assert backend.claim(ANNA, id)[1]["unlocks"] == [EDITOR]
    assert backend.claim(BEN, id) == (503, {"error": "of another player"})


def test_only_the_player_who_paid_hears_of_a_refund(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("shared", EDITOR, token=ANNA)
    iap_store.refund(id)
    assert backend.claim(BEN, id) == (503, {"error": "of another player"})
    assert backend.claim(ANNA, id) == (409, {"error": "taken back"})


def test_a_purchase_without_a_token_belongs_to_the_first_player(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", EDITOR)
    assert backend.claim(ANNA, id)[1]["unlocks"] == [EDITOR]
    assert backend.claim(BEN, id) == (503, {"error": "of another player"})


def test_an_unknown_transaction_is_refused(backend: Backend) -> None:
    assert backend.claim(ANNA, "2000000000000001") == (409, {"error": "unknown"})


def test_nonsense_is_refused(backend: Backend) -> None:
    for id in ("", "0", "-1", "../history/1", "1?x=1", "²", "9" * 100):
        assert backend.claim(ANNA, id) == (409, {"error": "unknown"})
    assert backend.post("/purchases", {"player": ANNA})[0] == 400

"""One purchase has two transaction ids. The game submits the one or the other, and notifications contain either."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from iap_store_testing import Store

from .conftest import Backend
from .test_purchases import ANNA, BEN, COINS
from .test_subscriptions import CLUB, ms


@pytest.fixture
def ids(iap_store: Store) -> list[str]:
    """Both ids of one purchase."""
    first = iap_store.buy("anna", COINS, token=ANNA)
    return [first, iap_store.copy(first)]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_either_id_grants_once(backend: Backend, ids: list[str], order: tuple[int, int]) -> None:
    answers = [backend.claim(ANNA, ids[index]) for index in order]
    assert [(status, answer["isNew"], answer["coins"]) for status, answer in answers] == [(200, True, 100), (200, False, 100)]


def test_both_ids_at_the_same_time_grant_once(backend: Backend, ids: list[str]) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda id: backend.claim(ANNA, id), ids * 4))
    assert [status for status, _ in answers] == [200] * 8
    assert [answer["isNew"] for _, answer in answers].count(True) == 1
    assert backend.entitlements(ANNA)["coins"] == 100


@pytest.mark.parametrize("refunded", [0, 1])
@pytest.mark.parametrize("claimed", [[], [0], [1], [0, 1]])
def test_a_refund_of_either_id_takes_back(
    iap_store: Store, backend: Backend, ids: list[str], refunded: int, claimed: list[int]
) -> None:
    for index in claimed:
        backend.claim(ANNA, ids[index])
    iap_store.refund(ids[refunded])
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["coins"] == 0
    # The store refunds the first id together with the second, and the second one alone. The game submits both again.
    for id in ids:
        assert backend.claim(ANNA, id) == (409, {"error": "taken back"})
    assert backend.entitlements(ANNA)["coins"] == 0


@pytest.mark.parametrize("reversed_id", [0, 1])
def test_a_reversal_for_either_id_gives_back(
    iap_store: Store, backend: Backend, ids: list[str], reversed_id: int
) -> None:
    for id in ids:
        backend.claim(ANNA, id)
    iap_store.refund(ids[0])
    iap_store.notify("REFUND_REVERSED", ids[reversed_id])
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["coins"] == 100


def test_the_other_id_helps_no_other_player(iap_store: Store, backend: Backend) -> None:
    first = iap_store.buy("anna", COINS)
    backend.claim(ANNA, first)
    assert backend.claim(BEN, iap_store.copy(first)) == (503, {"error": "of another player"})
    assert backend.entitlements(BEN)["coins"] == 0


def test_a_renewal_is_another_purchase(iap_store: Store, backend: Backend) -> None:
    first = iap_store.buy("anna", CLUB, token=ANNA)
    for id in (first, iap_store.copy(first)):
        backend.claim(ANNA, id)
    iap_store.advance("32d")
    iap_store.wait_for_deliveries()
    assert backend.entitlements(ANNA)["subscriptions"] == {CLUB: ms(2026, 3, 1)}


def test_a_renewal_at_the_same_date_is_another_purchase(iap_store: Store, backend: Backend) -> None:
    # The clock of the test stands still.
    first = iap_store.buy("anna", CLUB, token=ANNA)
    backend.claim(ANNA, first)
    iap_store.renew(first)
    iap_store.wait_for_deliveries()
    [renewal] = [one["transactionId"] for one in iap_store.transactions() if one["transactionId"] != first]
    iap_store.refund(renewal)
    iap_store.wait_for_deliveries()
    assert backend.claim(ANNA, renewal) == (409, {"error": "taken back"})
    assert backend.claim(ANNA, first)[0] == 200

"""The App Store is not available."""

import pytest
from iap_store_testing import Store

from .conftest import Backend
from .test_purchases import ANNA, COINS

ROUTE = "/inApps/v1/transactions"
PRODUCTION_ROUTE = "/production" + ROUTE


@pytest.mark.parametrize("kind", ["429", "500", "drop", "truncate"])
def test_what_fails_is_asked_again(iap_store: Store, backend: Backend, kind: str) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    iap_store.fault(ROUTE, kind, count=3)
    status, answer = backend.claim(ANNA, id)
    assert (status, answer["coins"]) == (200, 100)
    assert len(backend.pauses) == 3


def test_the_pauses_become_longer(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    iap_store.fault(ROUTE, "500")
    backend.claim(ANNA, id)
    assert [0.25 * 2 ** n <= pause <= 0.5 * 2 ** n for n, pause in enumerate(backend.pauses)] == [True] * 4


def test_an_outage_refuses_nothing(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    iap_store.fault(ROUTE, "500")
    assert backend.claim(ANNA, id)[0] == 503
    iap_store.end_faults()
    assert backend.claim(ANNA, id)[1]["coins"] == 100


def test_a_refusal_is_not_asked_again(backend: Backend) -> None:
    backend.claim(ANNA, "2000000000000001")
    assert backend.pauses == []


def test_an_outage_of_production_is_no_reason_to_ask_the_sandbox(iap_store: Store, backend: Backend) -> None:
    id = iap_store.buy("anna", COINS, token=ANNA)
    iap_store.fault(PRODUCTION_ROUTE, "500")
    assert backend.claim(ANNA, id)[0] == 503

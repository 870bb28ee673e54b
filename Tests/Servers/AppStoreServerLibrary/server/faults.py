"""Faults of the store's server, as Apple's clients see them."""

import time

from appstoreserverlibrary.api_client import APIError

from .plain import ask

ROUTE = "/inApps/v1/transactions"
NOW = 1_767_225_600_000


def _reported(world, id):
    return world.reader.ids([world.client.get_transaction_info(id).signedTransactionInfo])


def too_many_requests(world):
    id = world.store.buy("anna", "coins.bag")
    world.store.fault(ROUTE, "429", count=2, value=120)
    world.refused(APIError.RATE_LIMIT_EXCEEDED, "a request", world.client.get_transaction_info, id)
    answer = ask(world, "GET", f"{ROUTE}/{id}")
    world.equal((answer.status, answer.json["errorCode"], answer.headers["Retry-After"]),
                (429, 4_290_000, str(NOW + 120_000)), "the answer with its Retry-After in milliseconds")
    world.equal(_reported(world, id), [id], "what comes after the last fault")


def an_internal_error(world):
    id = world.store.buy("anna", "coins.bag")
    world.store.fault(ROUTE, "500")
    for _ in range(3):
        world.refused(APIError.GENERAL_INTERNAL_RETRYABLE, "a request", world.client.get_transaction_info, id)
    world.equal(world.client.get_all_subscription_statuses(id).data, [], "another route")
    world.store.do("fault", route="none")
    world.equal(_reported(world, id), [id], "what comes without faults")


def a_dropped_connection(world):
    id = world.store.buy("anna", "coins.bag")
    world.store.fault(ROUTE, "drop", count=1)
    try:
        got = _reported(world, id)
    except world.client_kind.drop_errors:
        got = None
    world.equal(got, None, "what comes of a dropped connection")
    world.equal(_reported(world, id), [id], "what comes afterwards")


def a_dropped_change_is_made(world):
    """A change happens even if the client does not receive the response: clients must be able to repeat."""
    id = world.store.buy("anna", "coins.bag")
    world.store.fault(ROUTE, "drop", count=1)
    try:
        world.client.finish_transaction(id)
        world.holds(False, "the connection was not dropped")
    except world.client_kind.drop_errors:
        pass
    world.equal(world.store.do("transaction", id=id)["finished"], True, "whether it is finished")
    world.client.finish_transaction(id)


def a_truncated_response(world):
    id = world.store.buy("anna", "coins.bag")
    for value in ({}, {"value": 0}, {"value": 1}, {"value": 100}):
        world.store.fault(ROUTE, "truncate", count=1, **value)
        try:
            got = _reported(world, id)
        except world.client_kind.truncation_errors:
            got = None
        world.equal(got, None, f"what comes of an answer that is cut off with {value}")
        world.equal(_reported(world, id), [id], "what comes afterwards")


def a_slow_response_is_right(world):
    id = world.store.buy("anna", "coins.bag")
    world.store.fault(ROUTE, "delay", count=1, value=300)
    start = time.monotonic()
    world.equal(_reported(world, id), [id], "what comes late")
    took = time.monotonic() - start
    world.holds(took >= 0.3, f"the late answer took {took:.3f} seconds")


CHECKS = [
    too_many_requests, an_internal_error, a_dropped_connection, a_dropped_change_is_made, a_truncated_response,
    a_slow_response_is_right,
]

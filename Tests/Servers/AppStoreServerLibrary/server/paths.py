"""Paths and methods that Apple's library does not use."""

from .plain import Connection, ask


def unknown_paths(world):
    for method, path in [
        ("GET", "/nothing"), ("GET", "/inApps"), ("GET", "/inApps/v1"), ("GET", "/inApps/v3/history/1"),
        ("GET", "/inApps/v1/transactions"), ("DELETE", "/inApps/v1/transactions/1"), ("GET", "/inApps/v1/notifications/test"),
        ("PUT", "/inApps/v3/transactions/consumption/1"), ("PUT", "/inApps/v0/transactions/consumption/1"),
        ("POST", "/inApps/v1/subscriptions/extend/everything"), ("GET", "/inApps/v1/refund/lookup"),
        ("GET", "/production"), ("GET", "/production/nothing"), ("GET", "/productioninApps/v1/lookup/1"),
        ("GET", "/inapps/v1/lookup/1"), ("GET", "/verifyreceipt"),
    ]:
        answer = ask(world, method, path)
        world.equal(answer.status, 404, f"the status of {method} {path}")
        world.holds(answer.type != "application/json", f"{method} {path} is answered with JSON: {answer.body[:80]}")


def without_a_token_no_path_is_known(world):
    for path in ("/inApps/v1/nothing", "/inApps/v1/lookup/1", "/groups/v1/nothing", "/production/inApps/v1/nothing"):
        world.equal(ask(world, "GET", path, token="").status, 401, f"the status of {path} without a token")


def an_empty_query(world):
    """Apple's library for Node always sends the question mark."""
    id = world.store.buy("anna", "coins.bag")
    for path in (
        f"/inApps/v1/transactions/{id}?", f"/inApps/v2/history/{id}?", f"/inApps/v1/subscriptions/{id}?",
        f"/inApps/v2/refund/lookup/{id}?", f"/inApps/v1/transactions/appTransactions/{id}?",
    ):
        world.equal(ask(world, "GET", path).status, 200, f"the status of {path}")


def words_of_other_libraries(world):
    """The library for Swift writes true and false, the one for Python True and False."""
    id = world.store.buy("anna", "coins.bag")
    for word, count in (("true", 0), ("True", 0), ("false", 1), ("False", 1)):
        answer = ask(world, "GET", f"/inApps/v2/history/{id}?revoked={word}")
        world.equal((answer.status, len(answer.json["signedTransactions"])), (200, count), f"the history with {word}")
    body = '{"appAccountToken":"a4f3c1d2-0b6e-4f7a-9c8d-1e2f3a4b5c6d","more":[1]}'
    for type in ("application/json", "application/json; charset=utf-8", "text/plain"):
        answer = ask(world, "PUT", f"/inApps/v1/transactions/{id}/appAccountToken", body, **{"Content-Type": type})
        world.equal((answer.status, answer.body), (200, b""), f"the answer to a body of the type {type}")


def bodies_that_are_no_json(world):
    id = world.store.buy("anna", "coins.bag")
    for method, path in [
        ("PUT", f"/inApps/v1/transactions/{id}/appAccountToken"), ("PUT", f"/inApps/v2/transactions/consumption/{id}"),
        ("PUT", f"/inApps/v1/transactions/consumption/{id}"), ("PUT", f"/inApps/v1/subscriptions/extend/{id}"),
        ("POST", "/inApps/v1/subscriptions/extend/mass"), ("POST", "/inApps/v1/notifications/history"),
    ]:
        for body in (None, "{", "[]", "5", b"\xff", "{}x"):
            answer = ask(world, method, path, body)
            world.equal((answer.status, answer.type, answer.json), (400, "application/json",
                        {"errorCode": 4_000_000, "errorMessage": "Bad request."}), f"{method} {path} with {body!r}")


def head_and_options_leave_the_connection_usable(world):
    id = world.store.buy("anna", "coins.bag")
    path = f"/inApps/v1/transactions/{id}"
    connection = Connection(world)
    try:
        for method in ("HEAD", "OPTIONS", "HEAD"):
            answer = connection.ask(method, path)
            world.holds(answer.status < 500, f"{method} is answered with {answer.status}")
            # Pages of other sites may not use the store.
            world.equal(answer.headers["Access-Control-Allow-Origin"], None, f"origins that may use the response to {method}")
            world.equal(connection.ask("GET", path).status, 200, f"the status of GET after {method}")
        world.equal(connection.ask("HEAD", "/health").body, b"", "the body of the answer to HEAD")
    finally:
        connection.close()


CHECKS = [
    unknown_paths, without_a_token_no_path_is_known, an_empty_query, words_of_other_libraries, bodies_that_are_no_json,
    head_and_options_leave_the_connection_usable,
]

"""Valid and invalid forms of requests, and paths without an operation."""

import json

from apple import unsigned_evidence
from client import Client
from shapes import OPERATIONS

GOOGLE = {"google": {"purchaseToken": "a-purchase-token-of-another-store"}}
LONGEST_USER = "ü" * 256

# Each is an invalid identifier.
NOT_IDENTIFIERS = {"empty": "", "too long": "x" * 257, "a number": 5, "null": None, "a list": ["anna"], "true": True}

NOT_JSON = {
    "nothing": b"",
    "half of it": b'{"userId": "anna"',
    "two of them": b'{"userId": "anna"} {}',
    "a comma too many": b'{"userId": "anna",}',
    "not UTF-8": b'{"userId": "\xff\xfe"}',
    "a form": b"userId=anna",
    "very deep": b"[" * 20000 + b"]" * 20000,
}

NOT_OBJECTS = {"null": b"null", "a list": b"[]", "a string": b'"anna"', "a number": b"5", "true": b"true"}


def check(client: Client) -> None:
    for name in ("subscriptionStatus", "entitlements"):
        check_reading(client, name)
    for name in ("verifyPurchase", "bindPurchase", "eraseUser"):
        check_bodies(client, name)
    check_users(client, "eraseUser", {})
    check_users(client, "bindPurchase", unsigned_evidence())
    for name, members in (("verifyPurchase", {}), ("bindPurchase", {"userId": "anna"})):
        check_evidence(client, name, members)
    check_paths(client)


def check_reading(client: Client, name: str) -> None:
    client.fails("no user", "INVALID_REQUEST", name, {})
    client.fails("an empty user", "INVALID_REQUEST", name, {"userId": ""})
    client.fails("a long user", "INVALID_REQUEST", name, {"userId": "x" * 257})
    client.succeeds("the longest user", name, {"userId": LONGEST_USER})
    known = client.succeeds("a user", name, {"userId": "nobody-at-all"})
    more = client.succeeds("unknown members", name, {"userId": "nobody-at-all", "future": "1", "store": "mars"})
    client.checks.equal(f"{name}: unknown members are ignored", more, known)
    for role in ("verification", "unknown"):
        path = f"{OPERATIONS[name].path}?userId=anna"
        status = client.send("GET", path, **client.bearer(role)).status
        client.checks.among(f"{name}, as {role}: status", status, {401, 403})


def check_bodies(client: Client, name: str) -> None:
    for what, body in (NOT_JSON | NOT_OBJECTS).items():
        client.fails(f"the body is {what}", "INVALID_REQUEST", name, body=body)
    client.fails("no members", "INVALID_REQUEST", name, {})


def check_users(client: Client, name: str, others: dict) -> None:
    for what, user in NOT_IDENTIFIERS.items():
        client.fails(f"the user is {what}", "INVALID_REQUEST", name, {"userId": user, **others})
    members = {"userId": LONGEST_USER, **others}
    plain = client.succeeds("the longest user", name, members)
    more = client.succeeds("unknown members", name, {**members, "future": {"deep": [1, None]}})
    client.checks.equal(f"{name}: unknown members are ignored", without_progress(more), without_progress(plain))
    body = json.dumps(members).encode()
    client.succeeds("with a charset", name, body=body, Content_Type="application/json; charset=utf-8")


def without_progress(result: dict) -> dict:
    """A result without the members that may change from call to call."""
    return {name: value for name, value in result.items() if name != "status"}


def check_evidence(client: Client, name: str, members: dict) -> None:
    good = unsigned_evidence()
    client.fails("no store", "INVALID_REQUEST", name, {**members, "apple": good["apple"]})
    for what, store in {"empty": "", "in capitals": "Apple", "a number": 5, "null": None, "a list": ["apple"]}.items():
        client.fails(f"the store is {what}", "INVALID_REQUEST", name, {**members, **good, "store": store})
    for what, evidence in {"null": None, "a string": good["apple"]["jws"], "empty": {}, "a list": []}.items():
        client.fails(f"the evidence is {what}", "INVALID_REQUEST", name,
                     {**members, "store": "apple", "apple": evidence})
    for what, signed in {"empty": "", "a number": 5, "null": None, "a list": [], "too long": "x" * 16385}.items():
        client.fails(f"the signed text is {what}", "INVALID_REQUEST", name,
                     {**members, "store": "apple", "apple": {"jws": signed}})
    client.fails("no evidence", "INVALID_REQUEST", name, {**members, "store": "apple"})
    client.fails("evidence of another store", "INVALID_REQUEST", name, {**members, "store": "apple", **GOOGLE})
    client.fails("a store that is not served", "UNSUPPORTED_STORE", name, {**members, "store": "google", **GOOGLE})
    client.fails("an unknown store", "UNSUPPORTED_STORE", name, {**members, "store": "no_such_store"})
    client.fails("an unknown store, with evidence", "UNSUPPORTED_STORE", name,
                 {**members, "store": "no_such_store", "apple": good["apple"]})
    check_more_members(client, name, {**members, **good})


def check_more_members(client: Client, name: str, members: dict) -> None:
    """Unknown members change nothing, neither next to the evidence nor inside it."""
    plain = client.call("unsigned evidence", name, members)
    beside = client.call("an unknown member", name, {**members, "future": "ignored"})
    inside = client.call("an unknown member of the evidence", name,
                         {**members, "apple": {**members["apple"], "future": "ignored"}})
    for what, answer in (("beside", beside), ("inside", inside)):
        client.checks.equal(f"{name}: unknown members {what} change nothing",
                            (answer.status, answer.value), (plain.status, plain.value))


def check_paths(client: Client) -> None:
    """A path without an operation returns NOT_FOUND to every caller."""
    root = "/commerce/v1"
    ends = ("", "/", "/nothing", "/capabilities/", "/capabilities/x", "/Entitlements", "/purchases", "/users",
            "/subscriptions", "/graphql")
    unknown = [("GET", root + end) for end in ends]
    for operation in OPERATIONS.values():
        others = {"GET", "POST", "PUT", "DELETE", "PATCH"} - {operation.method}
        unknown += [(method, operation.path) for method in sorted(others)]
    for method, path in unknown:
        for role in (None, "verification", "server"):
            body = b"{}" if method in ("POST", "PUT", "PATCH") else None
            answer = client.send(method, path, body, Content_Type="application/json", **client.bearer(role))
            client.examine_error(f"{method} {path} as {role}", answer, {"NOT_FOUND"})

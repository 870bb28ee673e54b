"""Which callers may call which operations, and that other callers learn nothing."""

from apple import unsigned_evidence
from client import Client
from shapes import OPERATIONS

TOO_LONG = "x" * 300

# Valid input, and input with each kind of fault. A caller without permission must not learn which input is valid.
INPUTS = {
    "subscriptionStatus": [{"userId": "anna"}, {}, {"userId": TOO_LONG}],
    "entitlements": [{"userId": "anna"}, {}, {"userId": TOO_LONG}],
    "eraseUser": [{"userId": "nobody-at-all"}, {}, {"userId": TOO_LONG}, {"userId": 5}],
    "bindPurchase": [
        {"userId": "anna", **unsigned_evidence()},
        {},
        {"userId": TOO_LONG, **unsigned_evidence()},
        {"userId": "anna", "store": "no_such_store"},
        {"userId": "anna", "store": "apple"},
        {"userId": "anna", "store": "apple", "apple": {"jws": ""}},
    ],
}


def check(client: Client) -> None:
    for name, inputs in INPUTS.items():
        for number, members in enumerate(inputs):
            check_refusals(client, name, members, f"input {number}")
        check_sameness(client, name)
        check_headers(client, name, inputs[0])
        check_key_in_address(client, name, inputs[0])
    check_verification(client)


def check_refusals(client: Client, name: str, members: dict, which: str) -> None:
    client.fails(f"no credential, {which}", "UNAUTHORIZED", name, members, role=None)
    client.fails(f"unknown credential, {which}", "UNAUTHORIZED", name, members, role="unknown")
    client.fails(f"credential of an app, {which}", "FORBIDDEN", name, members, role="verification")


def check_sameness(client: Client, name: str) -> None:
    """A refusal does not depend on the input."""
    for role in (None, "unknown", "verification"):
        bodies = {client.call(f"as {role}", name, members, role=role).body for members in INPUTS[name]}
        client.checks.equal(f"{name}, as {role}: different refusals", len(bodies), 1)


def check_headers(client: Client, name: str, members: dict) -> None:
    """Headers that look like a credential but are not valid."""
    key = client.keys["server"]
    headers = {f"Basic {key}", key, "Bearer", f"Bearer {key}x", f"Bearer {key[:-1]}", f"Bearer {key} {key}",
               f"Bearer {key.swapcase()}"} - {f"Bearer {key}"}
    for header in sorted(headers):
        client.fails(f"header {header.replace(key, '…')}", "UNAUTHORIZED", name, members, role=None,
                     Authorization=header)


def check_key_in_address(client: Client, name: str, members: dict) -> None:
    """A key in the address is no credential, because addresses end up in logs."""
    operation = OPERATIONS[name]
    for parameter in ("access_token", "key", "api_key", "token", "Authorization"):
        path = f"{operation.path}?userId=anna&{parameter}={client.keys['server']}"
        body = None if operation.method == "GET" else b"{}"
        answer = client.send(operation.method, path, body, Content_Type="application/json")
        client.examine(f"{name}, key in {parameter}", name, answer)
        client.checks.equal(f"{name}, key in {parameter}: code", answer.code, "UNAUTHORIZED")


def check_verification(client: Client) -> None:
    evidence = unsigned_evidence()
    client.fails("no credential", "UNAUTHORIZED", "verifyPurchase", evidence, role=None)
    client.fails("unknown credential", "UNAUTHORIZED", "verifyPurchase", evidence, role="unknown")
    # The order of authorization and validation is not fixed here.
    for role in (None, "unknown"):
        client.fails(f"no input, as {role}", ["UNAUTHORIZED", "INVALID_REQUEST"], "verifyPurchase", {}, role=role)
    # Both roles may call it; an error about the input shows that the call was authorized.
    for role in ("verification", "server"):
        client.fails(f"no input, as {role}", "INVALID_REQUEST", "verifyPurchase", {}, role=role)

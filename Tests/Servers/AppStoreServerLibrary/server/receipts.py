"""verifyReceipt, as far as it can be tested without a receipt."""

import json

from .plain import ask

PATHS = ("/verifyReceipt", "/production/verifyReceipt")


def _status(world, method, path, body=None):
    answer = ask(world, method, path, body, token="")
    world.equal((answer.status, answer.type), (200, "application/json"), f"how {method} {path} is answered")
    return answer.json.get("status")


def malformed_receipts(world):
    for path in PATHS:
        for receipt in ("", "nonsense!", "bm90IGEgcmVjZWlwdA==", "MIAG", 5, None, ["a"]):
            body = json.dumps({"receipt-data": receipt, "password": "0123"})
            world.equal(_status(world, "POST", path, body), 21002, f"the status of the receipt {receipt!r}")
        world.equal(_status(world, "POST", path, "{}"), 21002, "the status of no receipt")


def what_is_no_request(world):
    for path in PATHS:
        world.equal(_status(world, "GET", path), 21000, "the status of GET")
        for body in ("", "no JSON", "[]", "{", b"\xff\xfe"):
            world.equal(_status(world, "POST", path, body), 21000, f"the status of {body!r}")


CHECKS = [malformed_receipts, what_is_no_request]

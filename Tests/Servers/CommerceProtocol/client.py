"""A client of the server under test. It checks every response."""

import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from counting import Checks
from kinds import problems
from shapes import ALWAYS_POSSIBLE, OPERATIONS, SHAPES, STATUSES

TIMEOUT = 30

# An unknown credential.
UNKNOWN_KEY = "a-key-that-nobody-has-issued-5e0c9d"

# Members that would reveal what an account may not see: evidence, store ids, records of the server.
TELLING_MEMBERS = {
    "id", "_id", "jws", "receipt", "receiptId", "purchaseToken", "transactionId", "originalTransactionId",
    "signedTransaction", "signedTransactionInfo", "signedPayload", "appAccountToken",
}


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirects())


def parsed(body: bytes):
    """The JSON value of a body, or None. A name that occurs twice in an object makes it invalid."""
    def once(pairs):
        if len({name for name, _ in pairs}) < len(pairs):
            raise ValueError("a name occurs twice")
        return dict(pairs)

    def no_number(text):
        raise ValueError(f"{text} is no JSON number")

    try:
        return json.loads(body.decode(), object_pairs_hook=once, parse_constant=no_number)
    except ValueError:
        return None


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def value(self):
        return parsed(self.body)

    @property
    def code(self) -> str | None:
        """The error; None for a success or for an error that is not the protocol's."""
        value = self.value
        error = value.get("error") if isinstance(value, dict) else None
        return error.get("code") if isinstance(error, dict) else None

    def member(self, name: str):
        value = self.value
        return value.get(name) if isinstance(value, dict) else None


class Client:
    """Calls operations as a role: "server", "verification", "unknown" (a wrong credential), or None (without one)."""

    def __init__(self, checks: Checks, base: str, server_key: str, verification_key: str, environment: str | None = None):
        self.checks = checks
        self.base = base.rstrip("/")
        # The environment that each read of a user names; None for the server's default.
        self.environment = environment
        self.keys = {"server": server_key, "verification": verification_key, "unknown": UNKNOWN_KEY}

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Sends a request without changes, and does not check the response."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.base + path, body, named, method=method)
        try:
            with _OPENER.open(request, timeout=TIMEOUT) as answer:
                return self._read(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return self._read(refusal)
        except (OSError, http.client.HTTPException) as error:
            # A missing response counts as a response that fails every check.
            return Answer(0, {}, repr(error).encode())

    @staticmethod
    def _read(answer) -> Answer:
        return Answer(answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read())

    def bearer(self, role: str | None) -> dict[str, str]:
        return {} if role is None else {"Authorization": f"Bearer {self.keys[role]}"}

    def call(self, what: str, name: str, members: dict | None = None, role: str | None = "server",
             body: bytes | None = None, **headers: str) -> Answer:
        """Calls an operation and checks that its response follows the protocol. `what` names the situation.
        `body` replaces the JSON of `members`, for invalid requests.
        """
        operation = OPERATIONS[name]
        path, sent = operation.path, None
        if operation.method == "GET":
            if members and self.environment is not None:
                members = {"environment": self.environment} | members
            if members:
                path += "?" + urllib.parse.urlencode(members)
        else:
            sent = json.dumps(members or {}).encode() if body is None else body
            headers.setdefault("Content_Type", "application/json")
        answer = self.send(operation.method, path, sent, **self.bearer(role) | headers)
        self.examine(f"{name}, {what}", name, answer, secrets_of(members))
        return answer

    def succeeds(self, what: str, name: str, members: dict | None = None, role: str | None = "server", **rest) -> dict:
        """The result of an operation that must succeed; an empty one if it does not."""
        answer = self.call(what, name, members, role, **rest)
        self.checks.equal(f"{name}, {what}: status", answer.status, OPERATIONS[name].status)
        value = answer.value
        return value if answer.status == OPERATIONS[name].status and isinstance(value, dict) else {}

    def fails(self, what: str, codes: str | Iterable[str], name: str, members: dict | None = None,
              role: str | None = "server", **rest) -> Answer:
        """The response of an operation that must fail with the code, or with one of the codes."""
        allowed = {codes} if isinstance(codes, str) else set(codes)
        answer = self.call(what, name, members, role, **rest)
        self.checks.among(f"{name}, {what}: code", answer.code, allowed)
        return answer

    def becomes(self, what: str, name: str, members: dict, condition: Callable[[dict], bool],
                timeout: float = TIMEOUT) -> dict:
        """Calls until the result is as expected, for changes that a server makes after its response."""
        end = time.monotonic() + timeout
        while True:
            value = self.call(what, name, members).value
            is_so = isinstance(value, dict) and "error" not in value and condition(value)
            if is_so or time.monotonic() > end:
                self.checks.holds(f"{name}, {what}", is_so)
                return value if is_so else {}
            time.sleep(0.05)

    def examine(self, what: str, name: str, answer: Answer, secrets: Iterable[str] = ()) -> None:
        """Checks the rules for every response of an operation."""
        operation = OPERATIONS[name]
        media_type = answer.headers.get("content-type", "").split(";")[0].strip().lower()
        self.checks.equal(f"{what}: content type", media_type, "application/json")
        if answer.status == operation.status:
            self._examine_result(what, operation.result, answer)
        else:
            self.examine_error(what, answer, operation.errors | ALWAYS_POSSIBLE, secrets)

    def _examine_result(self, what: str, shape: str, answer: Answer) -> None:
        value = answer.value
        self.checks.none(f"{what}: shape", problems(value, shape, SHAPES))
        if shape in ("SubscriptionStatusResult", "EntitlementsResult"):
            self.checks.equal(f"{what}: members that reveal too much", telling_members(value), [])

    def examine_error(self, what: str, answer: Answer, codes: Iterable[str], secrets: Iterable[str] = ()) -> None:
        """Checks the envelope of an error, and that it contains no credential and no evidence."""
        value = answer.value
        wrong = list(problems(value, "Error", SHAPES))
        self.checks.none(f"{what}: envelope of {answer.status} {answer.body[:200]!r}", wrong)
        if wrong:
            return
        code, message = value["error"]["code"], value["error"]["message"]
        self.checks.among(f"{what}: declared codes", code, set(codes))
        self.checks.equal(f"{what}: status of {code}", answer.status, STATUSES[code])
        text = answer.body.decode()
        self.checks.holds(f"{what}: no credential is repeated", not any(key in text for key in self.keys.values()))
        self.checks.holds(f"{what}: no evidence is repeated", not any(secret in text for secret in secrets))
        self.checks.holds(f"{what}: the message is one line", "\n" not in message)
        self.checks.holds(f"{what}: the message names no source file", ".swift" not in message)
        if code == "RATE_LIMITED":
            self.checks.holds(f"{what}: Retry-After in seconds", answer.headers.get("retry-after", "").isdigit())


def secrets_of(members: dict | None) -> list[str]:
    """The texts of the evidence, and each part of a signed text. Short ones are left out, because they could occur in any
    message."""
    found: list[str] = []

    def collect(value):
        if isinstance(value, str):
            found.extend([value, *value.split(".")])
        elif isinstance(value, dict):
            for member in value.values():
                collect(member)

    for member in (members or {}).values():
        if isinstance(member, dict):
            collect(member)
    return [text for text in found if len(text) >= 8]


def telling_members(value) -> list[str]:
    """The names, anywhere in the value, of members that a response about an account must not have."""
    if isinstance(value, list):
        return [name for element in value for name in telling_members(element)]
    if not isinstance(value, dict):
        return []
    return [name for name in value if name in TELLING_MEMBERS] + telling_members(list(value.values()))

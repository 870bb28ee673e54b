"""Valid requests with random changes of method, path, headers and body."""

import json
import random
import re
import socket
import threading
import urllib.parse

from bench import Bench
from programs import GrantServer, Store, player

REQUESTS, THREADS = 10_000, 4
# The server's response to an unknown method or HTTP version.
NOT_IMPLEMENTED = {501, 505}
VALUES = [
    b"null", b"true", b"-1", b"0", b"9223372036854775807", b"-9223372036854775808", b"9223372036854775808", b"1e400",
    b"1e18",
    b"-0", b"0.1", b'"a\\u0000b"', b'"\\ud800"', b'"\xff"', b'""', b"[]", b"{}", b'"Production"', b'"Xcode"',
]
TOKENS = [
    b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\u0000", b"\\ud800", b"\xff", b"\x00", "é".encode(), *VALUES,
    b'"environment":"Production"', b'"environment":"Xcode"', b'"amount":-9223372036854775808', b'"unlock":"give"',
    b'"expiresAt":-9223372036854775808', b"a" * 5000,
]
SEGMENTS = [b"v1", b"players", b"purchases", b"transactions", b"products", b"notifications", b"history", b"changes",
            b"overview", b"deliveries", b"work", b"export", b"again", b"health", b"ready", b"metrics", b"..", b"",
            b"%00",
            b"%ff%fe", b"%", b"%2f", b"a%00b", b"'", b'"', b"%25", b"9" * 400, b"18446744073709551616", "é".encode()]
QUERIES = [b"environment=Production", b"environment=", b"environment=%00", b"environment=%ff", b"environment", b"&&&=",
           b"transaction=1", b"order=%00", b"token=x", b"state=waiting", b"state=%27", b"format=csv", b"format=xml",
           b"limit=-1", b"a=" + b"b" * 2000]
METHODS = [b"GET", b"POST", b"PUT", b"DELETE", b"HEAD", b"OPTIONS", b"PATCH", b"TRACE", b"get", b"G E T", b"X" * 50]
UNFINISHED = [b"Transfer-Encoding: chunked", b"Content-Length: 99999999999999999999"]
# "100 Continue" is not the final response.
STATUS = re.compile(rb"(?:HTTP/1\.1 100 [^\r]*\r\n\r\n)*HTTP/1\.[01] (?!100)(\d{3}) ")
HEADERS = [*UNFINISHED, b"Content-Length: -1", b"Expect: 100-continue",
           b"Iap-App-Account-Token: ", b"Iap-App-Account-Token: \xff\xfe",
           b"Iap-Player: ", b"Iap-Player: \xff\xfe", b"Iap-Player: " + b"p" * 300, b"Idempotency-Key: " + b"k" * 300,
           b"Authorization: Bearer ", b"Authorization: Bearer \xff", b"If-None-Match: *", b"Content-Type: text/plain",
           b"Content-Encoding: gzip", b"X: " + b"x" * 9000, b"no colon", b": no name", b"Upgrade: websocket",
           b"Range: bytes=0-1"]


class Maker:
    """The same number makes the same requests, for the same signed texts."""

    def __init__(self, seed: str, server: GrantServer, text: str, payload: str, transaction: str):
        self.random = random.Random(seed)
        self.server = server
        owner = urllib.parse.quote(player("random")).encode()
        change = {"key": "k", "reason": "r", "name": "coins", "amount": 1, "environment": "Sandbox"}
        self.kinds = [
            ("game", b"POST", b"/v1/purchases",
             json.dumps({"signedTransaction": text, "transactionId": transaction}).encode()),
            (None, b"POST", b"/v1/notifications", json.dumps({"signedPayload": payload}).encode()),
            ("support", b"POST", b"/v1/players/%s/changes" % owner, json.dumps(change).encode()),
            ("game", b"GET", b"/v1/products", b""), (None, b"GET", b"/health/ready", b""),
            ("studio", b"GET", b"/v1/players/%s?environment=Sandbox" % owner, b""),
            ("studio", b"GET", b"/v1/players/%s/history" % owner, b""),
            ("studio", b"GET", b"/v1/transactions/%s" % transaction.encode(), b""),
            ("support", b"GET", b"/v1/players?transaction=%s" % transaction.encode(), b""),
            ("support", b"GET", b"/v1/deliveries?state=waiting", b""),
            ("game", b"POST", b"/v1/purchases", json.dumps({"receipt": "AAAA", "more": 1}).encode()),
            ("studio", b"GET", b"/commerce/v1/entitlements?userId=" + owner, b""),
            ("studio", b"POST", b"/commerce/v1/purchases/verify",
             json.dumps({"store": "apple", "apple": {"jws": text}}).encode()),
        ]

    def request(self) -> bytes:
        role, method, path, body = self.random.choice(self.kinds)
        headers = [b"Host: a", b"Iap-Player: " + player("random").encode(), b"Connection: close"]
        if role is not None:
            headers.append(b"Authorization: Bearer " + self.server.keys[role].encode())
        changes = [self._body, self._path, self._headers, self._method]
        for change in self.random.choices(changes, [6, 3, 2, 1], k=self.random.choice([1, 1, 1, 2, 3])):
            method, path, headers, body = change(method, path, headers, body)
        if not any(header.startswith(b"Content-Length") for header in headers):
            headers = [*headers, b"Content-Length: %d" % len(body)]
        return b"%s %s HTTP/1.1\r\n%s\r\n\r\n%s" % (method, path, b"\r\n".join(headers), body)

    def _method(self, method, path, headers, body):
        return self.random.choice(METHODS), path, headers, body

    def _path(self, method, path, headers, body):
        parts = path.split(b"?")[0].split(b"/")
        parts[self.random.randrange(1, len(parts))] = self.random.choice(SEGMENTS)
        if self.random.random() < 0.3:
            parts.append(self.random.choice(SEGMENTS))
        query = b"?" + self.random.choice(QUERIES) if self.random.random() < 0.5 else b""
        return method, b"/".join(parts) + query, headers, body

    def _headers(self, method, path, headers, body):
        kept = [header for header in headers if self.random.random() < 0.9]
        return method, path, [*kept, self.random.choice(HEADERS)], body

    def _body(self, method, path, headers, body):
        # Half of them stay JSON.
        change = self._other_value if self.random.random() < 0.5 else self._other_bytes
        changed = bytearray(body)
        for _ in range(self.random.randrange(1, 4)):
            changed = change(changed)
        return method, path, headers, bytes(changed)

    def _other_bytes(self, body: bytearray) -> bytearray:
        place, end = sorted(self.random.choices(range(len(body) + 1), k=2))
        kind = self.random.randrange(3)
        if kind == 0 and place < len(body):
            body[place] ^= 1 << self.random.randrange(8)
        elif kind == 1:
            body[place:place] = self.random.choice(TOKENS)
        else:
            del body[place:min(end, place + 40)]
        return body

    def _other_value(self, body: bytearray) -> bytearray:
        """Another value for one of the members."""
        values = list(re.finditer(rb'(?<=": )("[^"]*"|[^,}]+)', body))
        if not values:
            return body
        start, end = self.random.choice(values).span()
        return body[:start] + self.random.choice(VALUES) + body[end:]


def play(bench: Bench, server: GrantServer, store: Store) -> None:
    transaction = store.buy(player("random"))
    text = store.signed(transaction)
    payload = store.admin("notify", type="ONE_TIME_CHARGE", id=transaction)["signedPayload"]
    faults: list[str] = []
    statuses: dict[int, int] = {}
    lock = threading.Lock()

    # For each thread, the first request without a response since its last request with one.
    unanswered: dict[int, str] = {}

    def ask_many(number: int) -> None:
        maker = Maker(f"{bench.seed}/{number}", server, text, payload, transaction)
        for _ in range(REQUESTS // THREADS):
            request = maker.request()
            status = status_of(server, request)
            with lock:
                statuses[status] = statuses.get(status, 0) + 1
                if status:
                    unanswered.pop(number, None)
                else:
                    unanswered.setdefault(number, shown(request))
                if status >= 500 and status not in NOT_IMPLEMENTED:
                    faults.append(f"{status}: {shown(request)}")
            if not server.is_running:
                return

    threads = [threading.Thread(target=ask_many, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"{sum(statuses.values())} random requests: "
          + ", ".join(f"{count} times {status or 'no answer'}" for status, count in sorted(statuses.items())))
    died_after = [] if server.is_running else list(unanswered.values())
    bench.checks.equal("the server runs on after random requests; it died after one of these", died_after, [])
    bench.checks.equal("each was sent", sum(statuses.values()), REQUESTS)
    bench.checks.equal("no random request causes a server error", faults[:5], [])
    bench.checks.holds("some are valid", statuses.get(200, 0) > 0)
    if not server.is_running:
        server.start()
    bench.checks.equal("it is ready", server.ask("GET", "/health/ready", None).status, 200)


def status_of(server: GrantServer, request: bytes) -> int:
    """The status; 0 if there is no response."""
    try:
        # If a body is shorter than its header says, the server waits for the rest.
        timeout = 0.1 if any(word in request for word in UNFINISHED) else 20
        with socket.create_connection(("127.0.0.1", server.port), timeout) as client:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            answer = b""
            while not (match := STATUS.match(answer)) and (part := client.recv(4096)):
                answer += part
            return int(match[1]) if match else 0
    except OSError:
        return 0


def shown(request: bytes) -> str:
    """The request without the key and the signed text."""
    text = re.sub(rb"iap_\w+", b"KEY", request)
    return repr(re.sub(rb"eyJ[\w.-]{100,}", b"SIGNED", text))[:1000]

"""Usage: python3 Tests/Servers/Proxy LIBDIR FOLDER SAMPLES"""

import concurrent.futures
import http.client
import json
import pathlib
import shutil
import socket
import ssl
import sys
import time
from collections import Counter

from asking import NoResponse, TIMEOUT, Answer
from checks import Checks, comes
from programs import GrantServer, Keys, free_port
from proxies import HAProxy, Nginx, Proxy

MIB = 1 << 20
# More than the samples allow in a moment.
MANY_REQUESTS, MANY_CONNECTIONS = 250, 80


class Outside:
    """A client on the other side of the proxy."""

    def __init__(self, folder: pathlib.Path, proxy: Proxy, keys: Keys):
        self.proxy = proxy
        self.keys = keys
        self.context = ssl.create_default_context(cafile=str(folder / "proxy.pem"))

    def connect(self) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.proxy.port), TIMEOUT)
        return self.context.wrap_socket(plain, server_hostname="127.0.0.1")

    def connection(self) -> http.client.HTTPSConnection:
        return http.client.HTTPSConnection("127.0.0.1", self.proxy.port, timeout=TIMEOUT, context=self.context)

    def ask(self, method: str, path: str, role: str | None = "game", body: bytes | None = None,
            connection: http.client.HTTPSConnection | None = None, **headers: str) -> Answer:
        used = connection or self.connection()
        if role is not None:
            headers["Authorization"] = f"Bearer {self.keys[role]}"
        try:
            used.request(method, path, body, headers)
            answer = used.getresponse()
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            if connection is None:
                used.close()

    def status(self, *words, **headers) -> int:
        return self.ask(*words, **headers).status

    def bytes_until_end(self, text: bytes) -> bytes:
        """What the proxy sends until it closes the connection."""
        received = b""
        with self.connect() as connection:
            try:
                connection.sendall(text)
                while part := connection.recv(4096):
                    received += part
            except OSError:
                # The proxy did not wait for the rest of the text.
                pass
        return received


def main() -> int:
    library, folder, samples = map(pathlib.Path, sys.argv[1:4])
    checks = Checks("Proxy")
    for kind in [Nginx, HAProxy]:
        if shutil.which(kind.PROGRAM) is None:
            print(f"skipped: {kind.FILE}, because {kind.PROGRAM} is not installed", flush=True)
        else:
            play(checks, kind, library, folder, samples)
    return checks.end()


def play(checks: Checks, kind: type[Proxy], library: pathlib.Path, folder: pathlib.Path, samples: pathlib.Path) -> None:
    name = kind.PROGRAM
    keys = Keys(library)
    # The certificate of the proxy is a root that no purchase is signed by.
    server = GrantServer(library, folder, keys, f"server-{name}", database=f"sqlite:{folder}/{name}.db",
                         roots=[str(folder / "proxy.pem")], listen={"port": free_port()})
    proxy = kind(folder, samples, server.port)
    outside = Outside(folder, proxy, keys)
    server.start()
    try:
        proxy.start()
        what_passes(checks, name, outside)
        what_is_not_there(checks, name, outside, server)
        what_is_too_large(checks, name, outside)
        slow_clients(checks, name, outside)
        many_connections(checks, name, outside)
        server_is_down(checks, name, outside, server)
        # This uses up what the address may ask.
        many_requests(checks, name, outside)
    finally:
        for program in [proxy, server]:
            # A killed nginx would leave its workers.
            if hasattr(program, "process") and program.is_running:
                program.end()


def what_passes(checks: Checks, name: str, outside: Outside) -> None:
    products = outside.ask("GET", "/v1/products")
    checks.equal(f"{name}: the product list", (products.status, len(products.json["products"])), (200, 3))
    body = json.dumps({"signedTransaction": "a.b.c"}).encode()
    verdict = outside.ask("POST", "/v1/purchases", body=body, **{"Iap-Player": "anna", "X-Forwarded-For": "1.2.3.4"})
    checks.equal(f"{name}: a verdict", (verdict.status, verdict.json["verdict"]), (200, "invalid"))
    checks.equal(f"{name}: no key", outside.status("POST", "/v1/purchases", None, body), 401)
    notified = outside.ask("POST", "/v1/notifications", None, b'{"signedPayload":"a.b.c"}')
    checks.equal(f"{name}: iap-server refuses a notification", (notified.status, "Request-Id" in notified.headers), (400, True))
    checks.equal(f"{name}: the capabilities", outside.status("GET", "/commerce/v1/capabilities", None), 200)
    plain = http.client.HTTPConnection("127.0.0.1", outside.proxy.port, timeout=TIMEOUT)
    checks.holds(f"{name}: HTTP without TLS is refused", fails(lambda: ask_plain(plain)))


def ask_plain(connection: http.client.HTTPConnection) -> None:
    connection.request("GET", "/v1/products")
    if connection.getresponse().status == 400:
        raise OSError("refused")


def fails(request) -> bool:
    try:
        request()
    except NoResponse:
        return True
    return False


def what_is_not_there(checks: Checks, name: str, outside: Outside, server: GrantServer) -> None:
    inside = ["/metrics", "/health/ready", "/health/live", "/", "/v1/overview", "/v1/players/anna", "/v1/export",
              "/v1/deliveries", "/v1/work", "/commerce/v1/entitlements?userId=anna"]
    checks.equal(f"{name}: iap-server has these routes", {path: server.ask("GET", path).status for path in inside},
                 dict.fromkeys(inside, 200))
    detours = ["//metrics", "/v1/../metrics", "/%6detrics", "/metrics/", "/metrics?x=/v1/products",
               "/v1/purchases/../../metrics", "/v1/players/x%2f..%2f..%2fproducts", "/v1/players/anna/%2e%2e/%2e%2e/overview"]
    found = {path: outside.ask("GET", path, "studio") for path in inside + detours}
    # A detour may lead to a route of games, but not to another one.
    products = outside.ask("GET", "/v1/products", "studio").body
    checks.equal(f"{name}: they are refused outside", {
        path: answer.status for path, answer in found.items()
        if answer.status != 404 and (path in inside or answer.body != products)}, {})
    erase = outside.status("POST", "/commerce/v1/users/erase", "studio", b'{"userId":"anna"}')
    checks.equal(f"{name}: an erasure is refused", erase, 404)
    change = outside.status("POST", "/v1/players/anna/changes", "studio", b"{}")
    checks.equal(f"{name}: a change by hand is refused", change, 404)


def what_is_too_large(checks: Checks, name: str, outside: Outside) -> None:
    def body(size: int) -> bytes:
        return b'{"signedPayload":"' + b"a" * (size - 20) + b'"}'

    checks.equal(f"{name}: a body of 1 MiB passes", outside.status("POST", "/v1/notifications", None, body(MIB)), 400)
    head = f"POST /v1/notifications HTTP/1.1\r\nHost: game\r\nContent-Length: {MIB + 1}\r\n\r\n".encode()
    checks.equal(f"{name}: a larger body is refused", outside.bytes_until_end(head)[9:12], b"413")
    head = b"GET /v1/products HTTP/1.1\r\nHost: game\r\n" + b"".join(
        b"X-%d: " % number + b"a" * 4000 + b"\r\n" for number in range(10)) + b"\r\n"
    # The end of the connection can overtake the response, because the proxy does not read the rest of the head.
    checks.holds(f"{name}: a head of 40 KiB is refused", outside.bytes_until_end(head)[9:12] in [b"400", b""])


def slow_clients(checks: Checks, name: str, outside: Outside) -> None:
    halves = [b"GET /v1/products HTTP/1.1\r\nHost: g",
              b"POST /v1/purchases HTTP/1.1\r\nHost: game\r\nContent-Length: 100\r\n\r\n{"]
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor() as threads:
        answers = list(threads.map(outside.bytes_until_end, halves))
    checks.holds(f"{name}: half a head and half a body are not waited for", time.monotonic() - start < 20)
    checks.equal(f"{name}: nor answered", [answer[9:12] for answer in answers if answer[9:12] not in [b"", b"408"]], [])


def many_connections(checks: Checks, name: str, outside: Outside) -> None:
    """Each has half a request. The proxy responds to those above the limit, or closes them, before they are complete."""
    half = b"POST /v1/notifications HTTP/1.1\r\nHost: game\r\nContent-Length: 100\r\n\r\n{"
    connections, refused = [], 0
    for _ in range(MANY_CONNECTIONS):
        try:
            connections.append(outside.connect())
            connections[-1].sendall(half)
        except OSError:
            refused += 1
    for connection in connections:
        connection.settimeout(0.005)
        try:
            refused += connection.recv(4096)[9:12] == b"429"
        except OSError:
            # It waits, or its time is over on a slow machine.
            continue
    for connection in connections:
        connection.close()
    checks.holds(f"{name}: an address has some connections, {refused} of {MANY_CONNECTIONS} are refused", 20 <= refused <= 40)
    checks.comes(f"{name}: and can come back", lambda: comes_back(outside))


def comes_back(outside: Outside) -> bool:
    try:
        return outside.status("GET", "/v1/products") == 200
    except NoResponse:
        return False


def server_is_down(checks: Checks, name: str, outside: Outside, server: GrantServer) -> None:
    server.kill()
    down = outside.ask("GET", "/v1/products")
    checks.equal(f"{name}: iap-server is down", (down.status, down.headers["Retry-After"]), (503, "5"))
    server.start()
    checks.holds(f"{name}: it is back", comes(lambda: outside.status("GET", "/v1/products") == 200, pause=0.5))


def many_requests(checks: Checks, name: str, outside: Outside) -> None:
    connection = outside.connection()
    answers = []
    for _ in range(MANY_REQUESTS):
        try:
            answers.append(outside.ask("GET", "/v1/products", connection=connection))
        except NoResponse:
            connection.close()
    statuses = Counter(answer.status for answer in answers)
    checks.equal(f"{name}: many requests: {dict(statuses)}", set(statuses), {200, 429})
    refused = next((answer for answer in answers if answer.status == 429), None)
    checks.equal(f"{name}: the client learns when to come back", refused and refused.headers["Retry-After"], "10")
    notified = outside.status("POST", "/v1/notifications", None, b'{"signedPayload":"a.b.c"}', connection=connection)
    checks.equal(f"{name}: the App Store still reaches iap-server", notified, 400)


sys.exit(main())

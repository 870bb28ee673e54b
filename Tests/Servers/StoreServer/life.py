"""From the start of `serve` to its end: requests, notifications, events, signals."""

import json
import socket
import ssl
import subprocess
import urllib.request

from checks import Checks
from receiver import Receiver
from serving import TIMEOUT, Store


def events(store: Store):
    """The server-sent events; the first one says that the stream is open."""
    request = urllib.request.Request(
        f"{store.url}/admin/v1/events", headers={"Authorization": f"Bearer {store.ready['token']}"})
    answer = urllib.request.urlopen(request, timeout=TIMEOUT)
    while True:
        event = {}
        while (line := answer.readline().decode().strip()):
            name, _, value = line.partition(": ")
            event[name] = value
        if "event" in event:
            yield event


def play(checks: Checks, program, folder) -> None:
    store = Store(program, folder)
    checks.equal("a welcome", store.get("/health"), (200, b'{"status":"ok"}'))
    checks.equal("no token", store.get("/inApps/v1/transactions/1")[0], 401)
    checks.equal("another path", store.get("/nothing")[0], 404)

    stream = events(store)
    checks.equal("the stream is open", next(stream)["event"], "open")
    # By another process on the same file.
    store.run("buy", "anna", "com.example.game.coins")
    checks.equal("a purchase of another process is an event", next(stream)["event"], "change")
    checks.equal("and it is listed", len(store.admin("transactions")), 1)

    receiver = Receiver()
    store.admin("notification-url", url=receiver.url)
    receiver.statuses = [500, 206]
    store.admin("buy", account="anna", product="com.example.game.club")
    checks.comes("a notification arrives", lambda: len(receiver.payloads) == 1)
    checks.comes("its failure is noted", lambda: store.admin("notifications")[0]["attempts"] == 1)
    store.run("clock", "advance", "59m")
    store.run("clock", "advance", "1m")
    checks.comes("it is sent again an hour later", lambda: len(receiver.payloads) == 2)
    checks.equal("with the same UUID", len({p["notificationUUID"] for p in receiver.payloads}), 1)
    checks.comes("and arrives", lambda: store.admin("notifications")[0]["state"] == "delivered")
    store.run("clock", "advance", "32d")
    checks.comes("a renewal causes a notification", lambda: receiver.types()[-1] == "DID_RENEW")
    store.run("notify", "REFUND_DECLINED", store.admin("transactions")[0]["transactionId"])
    checks.comes("a requested notification arrives", lambda: receiver.types()[-1] == "REFUND_DECLINED")

    # A second server on the same file sends nothing before the first one ends.
    second = Store(program, folder)
    before = len(receiver.payloads)
    for _ in range(5):
        second.admin("buy", account="ben", product="com.example.game.coins")
    checks.comes("each notification is sent", lambda: all(one["state"] == "delivered" for one in store.admin("notifications")))
    checks.equal("by one of two servers", len(receiver.payloads) - before, 5)

    # A receiver that listens and never responds does not delay the shutdown for long.
    waiting = socket.create_connection(("127.0.0.1", store.port))
    waiting.sendall(b"GET / HTTP/1.1\r\n")
    checks.equal("it exits with 0", store.end(), 0)
    waiting.close()
    second.admin("buy", account="ben", product="com.example.game.coins")
    checks.comes("the second server has taken over", lambda: len(receiver.payloads) - before == 6)
    checks.equal("it exits with 0, too", second.end(), 0)
    receiver.close()
    checks.equal("a second server", store_that_cannot_listen(program, folder), 3)


def store_that_cannot_listen(program, folder) -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        return subprocess.run(
            [program, "serve", "--port", str(taken.getsockname()[1]), "--store", folder / "store.db", "--storekit",
             folder / "Game.storekit"], capture_output=True, timeout=TIMEOUT).returncode


def encrypted(checks: Checks, program, folder) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost", "-keyout", folder / "key.pem",
         "-out", folder / "certificate.pem"], check=True, capture_output=True)
    store = Store(program, folder, "--tls-cert", str(folder / "certificate.pem"), "--tls-key", str(folder / "key.pem"))
    ask_encrypted(checks, store, (folder / "certificate.pem").read_text())
    made = Store(program, folder, "--tls")
    ask_encrypted(checks, made, made.ready["tlsCertificate"])


def ask_encrypted(checks: Checks, store: Store, certificate: str) -> None:
    context = ssl.create_default_context(cadata=certificate)
    with urllib.request.urlopen(store.url + "/health", context=context, timeout=TIMEOUT) as answer:
        checks.equal("over TLS", (store.url[:8], answer.status), ("https://", 200))
    checks.equal("it exits with 0", store.end(), 0)

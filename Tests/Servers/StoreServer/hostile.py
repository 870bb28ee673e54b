"""Good clients next to hostile ones: the good ones notice nothing, and nothing is lost."""

import http.client
import random
import socket
import threading
import time

from checks import Checks
from serving import TIMEOUT, Store


def good_client(store: Store, path: str, end: float, faults: list[str], counts: list[int]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", store.port, timeout=TIMEOUT)
    answered = 0
    try:
        while time.monotonic() < end:
            connection.request("GET", path)
            answer = connection.getresponse()
            body = answer.read()
            if answer.status != 200 or not body:
                faults.append(f"{path}: {answer.status}")
            answered += 1
    except OSError as error:
        faults.append(f"{path}: {error!r}")
    finally:
        connection.close()
    counts.append(answered)


def hostile_client(store: Store, seed: int, end: float) -> None:
    """Slow headers, headers and bodies that are too large, invalid requests, random bytes, broken connections."""
    random_ = random.Random(seed)
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", store.port), timeout=2) as client:
                client.sendall(random_.choice([
                    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 70000,
                    b"POST /admin/v1/buy HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n{",
                    b"POST /verifyReceipt HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
                    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n" + b"x" * 10000,
                    b"GET /%00%ff%2e%2e/ HTTP/1.1\r\nHost: a\r\n\r\n",
                    b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\r\n\r\n\r\n",
                    random_.randbytes(random_.randrange(1, 4000)),
                    b"GET /inApps/v1/history/" + b"9" * 5000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
                ]))
                if random_.random() < 0.5:
                    client.recv(1000)
        except OSError:
            pass


def slow_client(store: Store, end: float) -> None:
    """Sends one character of the header at a time."""
    while time.monotonic() < end:
        try:
            with socket.create_connection(("127.0.0.1", store.port), timeout=2) as client:
                for letter in b"GET / HTTP/1.1\r\nHost: " + b"a" * 1000:
                    client.sendall(bytes([letter]))
                    time.sleep(0.1)
                    if time.monotonic() > end:
                        break
        except OSError:
            pass


def play(checks: Checks, program, folder, seconds: float, clients: int = 200) -> None:
    store = Store(program, folder)
    store.admin("buy", account="anna", product="com.example.game.coins")
    faults: list[str] = []
    counts: list[int] = []

    def storm(seconds: float) -> None:
        end = time.monotonic() + seconds
        threads = [threading.Thread(target=good_client, args=(store, path, end, faults, counts))
                   for path in (["/health"] * 2 * clients)[:clients]]
        threads += [threading.Thread(target=hostile_client, args=(store, seed, end)) for seed in range(8)]
        threads += [threading.Thread(target=slow_client, args=(store, end)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    descriptors = store.descriptors()
    storm(seconds / 3)
    memory = store.memory()
    storm(seconds * 2 / 3)
    checks.equal("failures of the good clients", faults[:3], [])
    checks.holds("they were answered", len(counts) == 2 * clients and sum(counts) > 10 * clients)
    growth = store.memory() - memory
    checks.holds(f"memory stays ({growth / 1e6:.1f} MB more)", growth < 20e6)
    # If a client closes a connection in the middle of a request, the server drops it after its timeout, which is 30 seconds.
    if seconds >= 20:
        checks.comes("no descriptor is lost", lambda: store.descriptors() <= descriptors + 2, timeout=60)
    checks.equal("the store's data is complete", len(store.admin("transactions")), 1)
    checks.equal("it exits with 0", store.end(), 0)
    print(f"{sum(counts)} good requests of {clients} clients in {seconds:.0f} s, {len(faults)} faults")

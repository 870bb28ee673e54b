"""Look-ups per second compared with a static response, a virtual year of a thousand devices, and the time to the first
response."""

import base64
import json
import pathlib
import re
import subprocess
import sys
import time

from receiver import Receiver
from serving import Store

DEVICES = 1000
SECONDS = 3


def report(name: str, ours: str, baseline: str, ratio: str, goal: str, is_met: bool) -> None:
    print(f"{name:<58} {ours:>12} {baseline:>12} {ratio:>8}  {goal}, {'met' if is_met else 'missed'}", flush=True)


def encoded(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).rstrip(b"=").decode()


def bearer(store: Store, folder: pathlib.Path) -> str:
    """A token for the server's API; OpenSSL signs it."""
    key = store.admin("key")
    (folder / "key.pem").write_text(key["privateKey"])
    now = int(time.time())
    header = {"alg": "ES256", "kid": key["keyId"], "typ": "JWT"}
    claims = {"iss": key["issuerId"], "iat": now, "exp": now + 1800, "aud": "appstoreconnect-v1", "bid": key["bundleId"]}
    content = f"{encoded(json.dumps(header).encode())}.{encoded(json.dumps(claims).encode())}"
    der = subprocess.run(["openssl", "dgst", "-sha256", "-sign", folder / "key.pem"], input=content.encode(), check=True,
                         capture_output=True).stdout
    # A DER sequence of two integers; in a JWT they have 32 bytes each.
    length = der[3]
    numbers = der[4:4 + length], der[6 + length:]
    raw = b"".join(int.from_bytes(number, "big").to_bytes(32, "big") for number in numbers)
    return f"{content}.{encoded(raw)}"


def rate(url: str, token: str | None = None) -> float:
    """Requests per second of 16 clients."""
    words = ["wrk", "-t1", "-c16", f"-d{SECONDS}s", url] + (["-H", f"Authorization: Bearer {token}"] if token else [])
    output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in output:
        raise RuntimeError(output)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))


def static_path(store: Store, size: int) -> str:
    """The file of the page with the closest size."""
    names = re.findall(r'(?:src|href)="/?([\w.]+)"', store.get("/")[1].decode())
    return min((f"/{name}" for name in names), key=lambda path: abs(len(store.get(path)[1]) - size))


def look_ups(store: Store, folder: pathlib.Path) -> None:
    id = store.admin("buy", account="anna", product="com.example.game.coins")["transactionId"]
    token = bearer(store, folder)
    path = f"/inApps/v1/transactions/{id}"
    size = len(store.get(path, Authorization=f"Bearer {token}")[1])
    static = static_path(store, size)
    baseline, ours = rate(store.url + static), rate(store.url + path, token)
    name = f"look-ups of a transaction, {size} bytes; {static}, {len(store.get(static)[1])}"
    report(name, f"{ours:.0f} /s", f"{baseline:.0f} /s", f"{ours / baseline:.2f}", "at least 0.5", ours >= baseline / 2)


def year(store: Store) -> None:
    receiver = Receiver()
    store.admin("notification-url", url=receiver.url)
    start = time.monotonic()
    for number in range(DEVICES):
        store.admin("buy", account=f"player {number}", product="com.example.game.club")
    store.admin("clock", what="advance", value="365d")
    while len(receiver.payloads) < 13 * DEVICES and time.monotonic() - start < 300:
        time.sleep(0.05)
    taken = time.monotonic() - start
    name = f"{DEVICES} subscriptions, a virtual year, {len(receiver.payloads)} notifications"
    report(name, f"{taken:.1f} s", "-", "-", "less than 60 s", taken < 60)
    receiver.close()


def first_response(program: pathlib.Path, folder: pathlib.Path) -> None:
    times = []
    for number in range(7):
        place = folder / f"start{number}"
        place.mkdir()
        subprocess.run([program, "init", place / "Game.storekit"], check=True, capture_output=True)
        start = time.monotonic()
        store = Store(program, place)
        store.get("/health")
        times.append((time.monotonic() - start) * 1000)
        store.end()
    median = sorted(times)[len(times) // 2]
    report("from the start to the first answer", f"{median:.0f} ms", "-", "-", "below 100 ms", median < 100)


def main() -> None:
    program, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    first_response(program, folder)
    store = Store(program, folder)
    look_ups(store, folder)
    year(store)
    store.end()


main()

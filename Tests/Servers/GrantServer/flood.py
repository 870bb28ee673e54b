"""Strangers flood both servers from several addresses: connections without end, half heads, slow bodies, resets, heads that say
two things. Honest clients of another address are served meanwhile, memory does not grow, and both servers end.

An attacker is its own process: python3 flood.py PORT HOST SECONDS SEED"""

import http.client
import os
import pathlib
import random
import resource
import socket
import struct
import subprocess
import sys
import threading
import time

HOSTS = range(2, 10)
# The sockets of one attacker at the same time. All of them are more than a server's limit of 1,000 connections.
SOCKETS = 140
CLIENTS = 50
# The longest time for which an honest client may hear only that the server is full.
LIMIT = 2
MEGABYTE = 1 << 20

HALF_HEAD = b"GET /health HTTP/1.1\r\nHost: lo"
BODY = b"POST /v1/purchases HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
DOUBTFUL = [
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 30\r\n\r\nabcGET /health HTTP/1.1\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n", b"\x16\x03\x01\x02\x00\x01",
]


class Attacker:
    def __init__(self, port: int, host: int, seed: int):
        self.port = port
        self.host = f"127.0.0.{host}"
        self.random = random.Random(seed)

    def connected(self, count: int) -> list[socket.socket]:
        sockets = []
        for _ in range(count):
            client = socket.socket()
            client.setblocking(False)
            client.bind((self.host, 0))
            client.connect_ex(("127.0.0.1", self.port))
            sockets.append(client)
        return sockets

    def send(self, sockets: list[socket.socket], data: bytes) -> None:
        for client in sockets:
            try:
                client.send(data)
            except OSError:
                pass

    def round(self) -> None:
        kind = self.random.choice(["half", "trickle", "body", "reset", "doubtful"])
        sockets = self.connected(SOCKETS)
        time.sleep(0.05)  # They connect.
        if kind == "half":
            self.send(sockets, HALF_HEAD)
        elif kind == "trickle":
            for letter in HALF_HEAD:
                self.send(sockets, bytes([letter]))
                time.sleep(0.1)
        elif kind == "body":
            self.send(sockets, BODY)
            for _ in range(20):
                self.send(sockets, b"a" * 20000)
                time.sleep(0.1)
        elif kind == "doubtful":
            for client in sockets:
                self.send([client], self.random.choice(DOUBTFUL))
        for client in sockets:
            if kind == "reset":
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()

    def play(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.round()
            except OSError:  # For a moment the machine has no port or no memory for another socket.
                time.sleep(0.1)


class Client:
    """Asks again and again, and measures how long it had no answer."""

    def __init__(self, port: int, path: str):
        self.port = port
        self.path = path
        self.answers = 0
        self.longest = 0.0
        self.lost: list[str] = []

    def play(self, end: float) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        since = time.monotonic()
        while time.monotonic() < end:
            try:
                connection.request("GET", self.path)
                answer = connection.getresponse()
                answer.read()
                if answer.status == 200:
                    self.answers += 1
                    self.longest = max(self.longest, time.monotonic() - since)
                    time.sleep(0.02)
                    since = time.monotonic()
                    continue
                if answer.status != 503:
                    self.lost.append(str(answer.status))
            except (OSError, http.client.HTTPException) as error:
                self.lost.append(repr(error))
            connection.close()
            time.sleep(0.02)
        self.longest = max(self.longest, time.monotonic() - since)
        connection.close()


def memory(process: subprocess.Popen) -> int:
    """In bytes."""
    pages = pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def storm(port: int, path: str, seconds: float, seed: int) -> list[Client]:
    attackers = [
        subprocess.Popen([sys.executable, __file__, str(port), str(host), str(seconds), str(seed + host)]) for host in HOSTS
    ]
    clients = [Client(port, path) for _ in range(CLIENTS)]
    end = time.monotonic() + seconds
    threads = [threading.Thread(target=client.play, args=(end,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for attacker in attackers:
        attacker.wait()
    return clients


def attack(bench, name: str, program, path: str) -> None:
    checks = bench.checks
    idle = memory(program.process)
    first = storm(program.port, path, max(bench.seconds / 2, 3), bench.seed)
    half = memory(program.process)
    second = storm(program.port, path, max(bench.seconds / 2, 3), bench.seed + 100)
    clients = first + second
    checks.equal(f"{name}: what honest clients lost", [each for client in clients for each in client.lost][:3], [])
    longest = max(client.longest for client in clients)
    checks.holds(f"{name}: they wait at most {LIMIT} s ({longest:.2f} s)", longest <= LIMIT)
    checks.holds(f"{name}: each was answered", all(client.answers > 0 for client in clients))
    # Large bodies of all clients have 64 MiB, each of the 1,000 connections has a buffer of 32 KiB, and the allocator keeps
    # about half as much again. Without limits, one round of the attackers sends 400 MB.
    growth = (memory(program.process) - idle) / MEGABYTE
    checks.holds(f"{name}: memory has a limit ({growth:.1f} MB more)", growth < 250)
    if bench.seconds >= 60:
        growth = (memory(program.process) - half) / MEGABYTE
        checks.holds(f"{name}: memory stays ({growth:.1f} MB more)", growth < 20)
    print(f"{name}: {sum(client.answers for client in clients)} answers to {CLIENTS} clients", flush=True)
    attackers = [
        subprocess.Popen([sys.executable, __file__, str(program.port), str(host), "2", "1"]) for host in HOSTS
    ]
    start = time.monotonic()
    checks.equal(f"{name}: it exits with 0 while strangers connect", program.end(), 0)
    took = time.monotonic() - start
    checks.holds(f"{name}: within 5 s ({took:.1f} s)", took <= 5)
    for attacker in attackers:
        attacker.wait()


def play(bench) -> None:
    place = bench.place("flood")
    store = bench.store(place)
    server = bench.server(place, bench.database(place), store)
    attack(bench, "iap-server", server, "/health/ready")
    attack(bench, "iap-store", store, "/health")


if __name__ == "__main__":
    os.nice(10)  # The machine has few processors, and the test is about the server's own limits.
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    Attacker(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[4])).play(float(sys.argv[3]))

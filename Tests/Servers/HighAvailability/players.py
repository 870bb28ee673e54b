"""Players who buy without a pause. Each purchase is sent until it has a verdict, at one process and then at the other."""

import itertools
import threading
import time
import uuid

from asking import NoResponse, ask
from programs import COINS_OF_A_PURCHASE, GrantServer, Store

PLAYERS, TIMEOUT, WAIT, LAST_WAIT = 4, 5, 0.2, 60
CROWD = 24


class Players:
    def __init__(self, store: Store, servers: list[GrantServer]):
        self.store = store
        self.servers = servers
        self.lock = threading.Lock()
        self.waiting: dict[str, str] = {}
        # When each purchase was acknowledged.
        self.times: dict[str, float] = {}
        self.owners: dict[str, str] = {}
        self.others: list[str] = []
        self.last = "", ""
        self.is_over, self.is_late = threading.Event(), threading.Event()
        # The token of each purchase, which the App Store signs, names its player.
        self.threads = [threading.Thread(target=self._play, args=[number, str(uuid.uuid4())], daemon=True)
                        for number in range(PLAYERS)]

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """After the last purchase has its verdict."""
        self.is_over.set()
        end = time.monotonic() + LAST_WAIT
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))
        self.is_late.set()

    def _play(self, number: int, player: str) -> None:
        while not self.is_over.is_set():
            id_ = self.store.buy(f"account{number}", token=player)
            with self.lock:
                self.waiting[id_] = player
            text = self.store.signed(id_)
            servers = itertools.cycle(self.servers[::-1 if number % 2 else 1])
            while not self.is_late.is_set() and not self._is_acknowledged(next(servers), player, id_, text):
                time.sleep(WAIT)

    def _is_acknowledged(self, server: GrantServer, player: str, id_: str, text: str) -> bool:
        try:
            verdict = self._ask(server, player, text).get("verdict")
        except (*NoResponse, ValueError):
            return False
        if verdict == "undecided":
            return False
        with self.lock:
            if verdict == "valid":
                self.times[id_] = time.monotonic()
                self.owners[id_] = player
                self.last = player, text
            elif verdict is not None:
                self.others.append(verdict)
            del self.waiting[id_]
        return True

    def crowd(self) -> list[threading.Thread]:
        """Many games send a purchase again at the same time, so a process uses all its connections to the database."""
        threads = [threading.Thread(target=self._ask_again, args=[self.servers[number % len(self.servers)]], daemon=True)
                   for number in range(CROWD * len(self.servers))]
        for thread in threads:
            thread.start()
        return threads

    def _ask_again(self, server: GrantServer) -> None:
        try:
            self._ask(server, *self.last)
        except NoResponse:
            # It is an attempt, like that of a game.
            return

    def _ask(self, server: GrantServer, player: str, text: str) -> dict:
        headers = {"Authorization": f"Bearer {server.keys['game']}", "Iap-Player": player}
        body = b'{"signedTransaction":"' + text.encode() + b'"}'
        answer = ask(server.url, "POST", "/v1/purchases", body, headers, TIMEOUT)
        return answer.json if answer.status == 200 else {"verdict": "undecided"}

    # What was seen

    def acknowledged(self) -> list[str]:
        with self.lock:
            return list(self.times)

    def open(self) -> list[str]:
        with self.lock:
            return list(self.waiting)

    def acknowledged_since(self, start: float) -> int:
        with self.lock:
            return sum(when > start for when in self.times.values())

    def longest_pause(self, start: float) -> float:
        """Between two acknowledged purchases."""
        with self.lock:
            times = sorted(when for when in self.times.values() if when > start)
        times = [start, *times, time.monotonic()]
        return max(after - before for before, after in zip(times, times[1:]))

    def paid(self) -> dict[str, int]:
        """What each player has to have."""
        with self.lock:
            return {player: COINS_OF_A_PURCHASE * sum(owner == player for owner in self.owners.values())
                    for player in self.owners.values()}

"""A player process (player.c) and its protocol: a command is a line of words separated by tabs, a response ends with a dot."""

import signal
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


class PlayerDied(Exception):
    """The process has ended before it responded."""


class Program:
    """How players are started in a world: all of them with the same files."""

    def __init__(self, path: Path, storekit: Path, folder: Path, seed: int, mode: str, timeout: int) -> None:
        self.folder = folder
        self.verifies = seed % 4 == 0  # the game verifies purchases itself
        self.asks_server = seed % 4 == 1 and mode == "background"  # manual mode does not wait for a server
        self.mode = mode
        self.arguments = [str(path), str(folder / "state"), str(storekit), str(seed), mode, str(timeout)]

    def start(self) -> "Player":
        return Player(self.arguments)


class Player:
    def __init__(self, arguments: list[str]) -> None:
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def command(self, *words: object) -> list[list[str]]:
        """Sends a command and returns the lines of the response as words."""
        try:
            self.process.stdin.write(("\t".join(map(str, words)) + "\n").encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            raise PlayerDied from None
        answer = []
        while (line := self.process.stdout.readline()) != b".\n":
            if not line:
                raise PlayerDied
            answer.append(line.decode().rstrip("\n").split("\t"))
        return answer

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """Closes the pipes; the process then ends, if it still runs."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.process.stdout.close()
        self.process.wait()


@dataclass(frozen=True)
class Entry:
    """A line of the ledger."""

    id: int
    state: int
    original: int
    account: str
    product: str
    quantity: int
    purchased: int
    expires: int
    revoked: int
    price: int
    refunded: int
    ownership: int
    offer: int
    will_renew: int
    has_issue: int
    needs_approval: int
    is_renewal: int
    is_upgraded: int
    is_finished: int


def entry_of(words: list[str]) -> Entry:
    return Entry(*(word if place in (3, 4) else int(word) for place, word in enumerate(words[1:])))


@dataclass(frozen=True)
class Told:
    """A transaction as a client reports it."""

    state: int
    id: int
    original: int
    product: str
    payment: int
    quantity: int
    purchased: int
    expires: int
    revoked: int
    ownership: int
    is_upgraded: int
    count: int
    delivery: int
    error: str


def reported_of(words: list[str]) -> Told:
    return Told(*(word if place in (3, 13) else int(word) for place, word in enumerate(words)))


def subscription_of(words: list[str]) -> tuple:
    """In the order of `Subscription.facts`."""
    return tuple(word if place in (2, 6) else int(word) for place, word in enumerate(words))


def heard_of(words: list[str]) -> tuple:
    """An event that a game received, in the form of `Heard.facts`; the words start with the kind."""
    kind, rest = words[0], words[1:]
    if kind == "status":
        return ("status", *subscription_of(rest))
    if kind == "problem":  # the message is not compared
        return tuple(words[:2])
    if kind not in ("updated", "removed", "revoked"):
        return tuple(words)
    told = reported_of(rest)
    if kind == "updated":
        return (kind, told.state, told.id, told.product, told.payment, told.count, told.delivery, told.error)
    if kind == "removed":
        return (kind, told.state, told.id, told.product)
    return (kind, told.id, told.product, told.delivery)


def status_of(answer: Iterable[list[str]]) -> str:
    """The status in a response."""
    return next((words[1] for words in answer if words[0] == "status"), "no status")

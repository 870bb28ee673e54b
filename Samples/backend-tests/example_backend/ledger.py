"""What was granted, to whom, and what was taken back. What a player owns follows from it."""

import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path

from . import catalogue

TABLES = """
CREATE TABLE IF NOT EXISTS grants (
    environment TEXT, id TEXT, original_id TEXT, player TEXT, product TEXT, quantity INTEGER, expires_ms INTEGER,
    PRIMARY KEY (environment, id));
CREATE TABLE IF NOT EXISTS taken_back (environment TEXT, id TEXT, PRIMARY KEY (environment, id));
CREATE TABLE IF NOT EXISTS notifications (uuid TEXT PRIMARY KEY);
"""


@dataclass(frozen=True)
class Purchase:
    environment: str
    id: str
    original_id: str
    product: str
    quantity: int
    expires_ms: int | None


@dataclass(frozen=True)
class Entitlements:
    coins: int
    unlocks: list[str]
    #: The end of each subscription, in milliseconds since 1970. The game compares it with the time.
    subscriptions: dict[str, int]


class Ledger:
    """A database. Each method is one transaction of it."""

    def __init__(self, path: Path):
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.executescript(TABLES)

    def grant(self, purchase: Purchase, player: str) -> bool:
        """Whether it is new. The key makes sure that nothing is granted twice, also by two requests at once."""
        with self._lock, self._database:
            added = self._database.execute(
                "INSERT OR IGNORE INTO grants VALUES (?, ?, ?, ?, ?, ?, ?)",
                (purchase.environment, purchase.id, purchase.original_id, player, purchase.product, purchase.quantity,
                 purchase.expires_ms))
            return added.rowcount == 1

    def owner(self, environment: str, original_id: str) -> str | None:
        """Who was granted the purchase, or the first period of a subscription."""
        with self._lock:
            row = self._database.execute(
                "SELECT player FROM grants WHERE environment = ? AND original_id = ?", (environment, original_id)).fetchone()
            return None if row is None else str(row[0])

    def take_back(self, environment: str, id: str) -> None:
        """Also before it is granted: a refund may be faster than the game."""
        with self._lock, self._database:
            self._database.execute("INSERT OR IGNORE INTO taken_back VALUES (?, ?)", (environment, id))

    def give_back(self, environment: str, id: str) -> None:
        with self._lock, self._database:
            self._database.execute("DELETE FROM taken_back WHERE environment = ? AND id = ?", (environment, id))

    def has_noted(self, uuid: str) -> bool:
        with self._lock:
            return self._database.execute("SELECT 1 FROM notifications WHERE uuid = ?", (uuid,)).fetchone() is not None

    def note(self, uuid: str) -> None:
        with self._lock, self._database:
            self._database.execute("INSERT OR IGNORE INTO notifications VALUES (?)", (uuid,))

    def entitlements(self, player: str) -> Entitlements:
        with self._lock:
            rows = self._database.execute(
                "SELECT product, quantity, expires_ms FROM grants WHERE player = ? AND NOT EXISTS (SELECT 1 FROM taken_back"
                " WHERE taken_back.environment = grants.environment AND taken_back.id = grants.id)", (player,)).fetchall()
        coins, unlocks = 0, set()
        subscriptions: dict[str, int] = {}
        for product, quantity, expires in rows:
            coins += catalogue.COINS.get(product, 0) * quantity
            if product in catalogue.UNLOCKS:
                unlocks.add(product)
            if product in catalogue.SUBSCRIPTIONS and expires is not None:
                subscriptions[product] = max(expires, subscriptions.get(product, 0))
        return Entitlements(coins, sorted(unlocks), subscriptions)

    def close(self) -> None:
        with self._lock:
            self._database.close()

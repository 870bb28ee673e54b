"""The grants and revocations of each player. The balances of a player follow from them."""

import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path

from . import catalogue

TABLES = """
CREATE TABLE IF NOT EXISTS grants (
    environment TEXT, original_id TEXT, product TEXT, purchased_ms INTEGER, order_line_id TEXT,
    player TEXT, quantity INTEGER, expires_ms INTEGER,
    PRIMARY KEY (environment, original_id, product, purchased_ms, order_line_id));
CREATE TABLE IF NOT EXISTS taken_back (
    environment TEXT, original_id TEXT, product TEXT, purchased_ms INTEGER, order_line_id TEXT,
    PRIMARY KEY (environment, original_id, product, purchased_ms, order_line_id));
CREATE TABLE IF NOT EXISTS notifications (uuid TEXT PRIMARY KEY);
"""
KEY = "environment, original_id, product, purchased_ms, order_line_id"
IS_PURCHASE = f"({KEY}) = (?, ?, ?, ?, ?)"


@dataclass(frozen=True)
class Purchase:
    # One purchase can have several transaction ids. It has one original id, product and date.
    environment: str
    original_id: str
    product: str
    purchased_ms: int
    #: Identifies the period of a subscription; else empty.
    order_line_id: str
    quantity: int
    expires_ms: int | None

    @property
    def key(self) -> tuple[str, str, str, int, str]:
        return self.environment, self.original_id, self.product, self.purchased_ms, self.order_line_id


@dataclass(frozen=True)
class Entitlements:
    coins: int
    unlocks: list[str]
    #: The expiration date of each subscription, in milliseconds since 1970. The game compares it with the current time.
    subscriptions: dict[str, int]


class Ledger:
    """The database. Each method is one database transaction."""

    def __init__(self, path: Path):
        self._lock = threading.Lock()
        self._database = sqlite3.connect(path, check_same_thread=False)
        self._database.executescript(TABLES)

    def grant(self, purchase: Purchase, player: str) -> bool:
        """Returns whether the grant is new. The key prevents a second grant, also for two simultaneous requests."""
        with self._lock, self._database:
            added = self._database.execute(
                "INSERT OR IGNORE INTO grants VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*purchase.key, player, purchase.quantity, purchase.expires_ms))
            return added.rowcount == 1

    def owner(self, environment: str, original_id: str) -> str | None:
        """Returns the player who got the grant of the purchase, or of the first period of a subscription."""
        with self._lock:
            row = self._database.execute(
                "SELECT player FROM grants WHERE environment = ? AND original_id = ?", (environment, original_id)).fetchone()
            return None if row is None else str(row[0])

    def take_back(self, purchase: Purchase) -> None:
        """Works also before the grant, because a refund may arrive before the request of the game."""
        with self._lock, self._database:
            self._database.execute("INSERT OR IGNORE INTO taken_back VALUES (?, ?, ?, ?, ?)", purchase.key)

    def give_back(self, purchase: Purchase) -> None:
        with self._lock, self._database:
            self._database.execute(f"DELETE FROM taken_back WHERE {IS_PURCHASE}", purchase.key)

    def is_taken_back(self, purchase: Purchase) -> bool:
        with self._lock:
            query = f"SELECT 1 FROM taken_back WHERE {IS_PURCHASE}"
            return self._database.execute(query, purchase.key).fetchone() is not None

    def has_noted(self, uuid: str) -> bool:
        with self._lock:
            return self._database.execute("SELECT 1 FROM notifications WHERE uuid = ?", (uuid,)).fetchone() is not None

    def note(self, uuid: str) -> None:
        with self._lock, self._database:
            self._database.execute("INSERT OR IGNORE INTO notifications VALUES (?)", (uuid,))

    def entitlements(self, player: str) -> Entitlements:
        with self._lock:
            rows = self._database.execute(
                f"SELECT product, quantity, expires_ms FROM grants WHERE player = ? AND ({KEY}) NOT IN"
                f" (SELECT {KEY} FROM taken_back)", (player,)).fetchall()
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

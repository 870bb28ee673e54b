"""What the tests share."""

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any, Dict, List

import iapbridge as iap
from iapbridge import testing

ROOT = Path(__file__).resolve().parents[3]
API: Dict[str, Any] = json.loads((ROOT / "Sources/Bindings/iap_api.json").read_text(encoding="utf-8"))
PACKAGE = ROOT / "Sources/Bindings/Python/iapbridge"
LIBRARY = Path(os.environ["IAP_LIBRARY"])

COINS, EDITOR, CLUB = "com.example.game.coins", "com.example.game.editor", "com.example.game.club"


class Game(iap.Observer):
    """A game that notes what it receives, and finishes what it has granted."""

    def __init__(self, client: iap.Client, finishes: bool = True) -> None:
        super().__init__()
        self.client, self.finishes = client, finishes
        self.heard: List[str] = []
        self.granted: List[int] = []
        self.transactions: List[iap.Transaction] = []
        client.add_observer(self)

    def transaction_updated(self, transaction: iap.Transaction) -> None:
        self.heard.append(transaction.state.name)
        self.transactions.append(transaction)
        if transaction.state == iap.TransactionState.PURCHASED and self.finishes:
            self.granted.append(transaction.id)
            self.client.finish_transaction(transaction)

    def transaction_removed(self, transaction: iap.Transaction) -> None:
        self.heard.append("removed")

    def entitlement_revoked(self, transaction: iap.Transaction) -> None:
        self.heard.append("revoked")
        self.transactions.append(transaction)

    def subscription_status_changed(self, status: iap.SubscriptionStatus) -> None:
        self.heard.append(f"status {status.state.name}")


def settle(client: iap.Client) -> int:
    """Processes events until nothing more comes."""
    total = 0
    while True:
        delivered = client.pump()
        if delivered == 0:
            return total
        total += delivered


class StoreTest(unittest.TestCase):
    """A test with a store in memory and a game on a phone."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.store = self.enter(testing.open_store())

    def enter(self, context: Any) -> Any:
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def launch(self, **options: Any) -> iap.Client:
        client: iap.Client = self.enter(testing.open_client(self.store, **options))
        return client

    def assert_status(self, status: iap.Status, call: Any, *arguments: Any, **keywords: Any) -> iap.IapError:
        with self.assertRaises(iap.IapError) as caught:
            call(*arguments, **keywords)
        self.assertEqual(caught.exception.status, status, caught.exception)
        return caught.exception

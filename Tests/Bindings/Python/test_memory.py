"""Snapshots are released, handles are reused, and nothing grows."""

import gc
import os
import random
import subprocess
import sys
import unittest
from typing import Any, List

import iapbridge as iap
from support import COINS, EDITOR, Game, StoreTest, settle


CYCLES = 10_000


def resident_bytes() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Memory(StoreTest):
    def cycle(self, device: iap.Device) -> None:
        with iap.Client(device=device, execution=iap.Execution.MANUAL) as client:
            game = Game(client)
            client.buy(COINS)
            settle(client)
            self.assertEqual(game.heard, ["PURCHASING", "PURCHASED", "removed"])

    def test_memory_stays_flat_over_10_000_launches_with_a_purchase(self) -> None:
        """The ledger of the store grows with each purchase, therefore the test deletes each purchase after its finish."""
        device = self.enter(self.store.open_device("player", "phone"))
        early = 0
        for number in range(CYCLES):
            self.cycle(device)
            self.store.clear_transactions()
            if number == CYCLES // 2:
                gc.collect()
                early = resident_bytes()
        gc.collect()
        grown = resident_bytes() - early
        print(f"{CYCLES} launches, {grown // 1024} KiB more in the second half", end=" ", flush=True)
        self.assertLess(grown, 2 * 1024 * 1024)

    def test_memory_stays_flat_over_snapshots_and_requests(self) -> None:
        client = self.launch()
        client.buy(EDITOR)
        settle(client)

        def read(times: int) -> None:
            for _ in range(times):
                client.request_products([COINS, EDITOR]).result()
                for transaction in client.request_transactions(iap.Query.ALL).result():
                    self.assertEqual(transaction.product_id, EDITOR)
                self.store.get_transaction(self.store.list_transactions()[0])

        read(3000)
        early = resident_bytes()
        read(3000)
        self.assertLess(resident_bytes() - early, 2 * 1024 * 1024)

    def test_collecting_at_any_moment_is_safe(self) -> None:
        """The garbage collector runs after every few objects, over a shuffled heap of handles."""
        shuffled = random.Random(1)
        before = gc.get_threshold()
        self.addCleanup(gc.set_threshold, *before)
        gc.set_threshold(1, 1, 1)
        client = self.launch()
        kept: List[Any] = []
        client.add_observer(iap.Observer(transaction_updated=kept.append))
        for number in range(200):
            products = client.request_products([COINS, EDITOR, "nothing"]).result()
            kept += [products, *products, [products[0].offers]]
            if number % 10 == 0:
                client.buy(COINS)
                settle(client)
            shuffled.shuffle(kept)
            cycle: List[Any] = [kept[:5]]
            cycle.append(cycle)
            del kept[:4], cycle
        self.assertTrue(all(item.product_id == COINS for item in kept if isinstance(item, iap.Transaction)))
        gc.set_threshold(*before)
        client.close()
        self.assertTrue({item.id for item in kept if isinstance(item, iap.Product)} <= {COINS, EDITOR})

    def test_checked_handles_find_nothing(self) -> None:
        """With IAP_CHECK=1 the library reports handles that are released twice or used after that."""
        mistakes = "release only handles that|retain it to keep it|the pointer (is|has)"
        twice = (
            "import iapbridge as iap; from iapbridge import testing; from iapbridge._library import lib\n"
            "with testing.open_store() as store, testing.open_client(store) as client:\n"
            "    products = client.request_products([]).result(); lib.iap_products_release(products._pointer)\n"
            "    del products"
        )
        self.assertRegex(self.checked("-c", twice), mistakes)
        said = self.checked(
            "-m", "unittest", "test_purchases", "test_callbacks.Lifetimes", "test_verification.Receipts"
        )
        self.assertIn("\nOK", said)
        self.assertNotRegex(said, mistakes)

    def checked(self, *words: str) -> str:
        return subprocess.run(
            [sys.executable, *words],
            env={**os.environ, "IAP_CHECK": "1", "IAP_LOG": "error"},
            capture_output=True,
            text=True,
            timeout=300,
        ).stderr


if __name__ == "__main__":
    unittest.main()

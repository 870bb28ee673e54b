"""A game in a terminal that sells coins. It grants every purchase exactly once, even if it is killed.

    game.py FOLDER [COMMAND...]

The folder has the save, the journal and the state of the store. Commands: shop, buy ID..., kill, two-ids, profile NAME,
wait, coins, totals. Without a command the game reads commands from the keyboard.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any, Dict, List

import iapbridge as iap
from iapbridge import testing

COINS = {"com.example.game.coins": 100}


class Save:
    """The coins of the player and the original ids of their transactions, in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.content: Dict[str, Any] = {"coins": 0, "granted": []}
        if path.exists():
            self.content = json.loads(path.read_text(encoding="utf-8"))

    def grant(self, transaction: iap.Transaction) -> bool:
        """Writes the coins and the original id together. An id that is already there grants nothing.

        One purchase may have two transaction ids. Its original id is the same in both. Raises OSError if the file cannot
        be written; then the save is unchanged.
        """
        if transaction.original_id in self.content["granted"]:
            return False
        content = {
            "coins": self.content["coins"] + COINS[transaction.product_id] * transaction.quantity,
            "granted": self.content["granted"] + [transaction.original_id],
        }
        new = self.path.with_suffix(".new")
        with open(new, "w", encoding="utf-8") as file:
            json.dump(content, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, self.path)
        self.content = content
        return True


class Game(iap.Observer):
    """The shop of the game."""

    def __init__(self, store: iap.Store, client: iap.Client, save: Save) -> None:
        super().__init__()
        self.store, self.client, self.save = store, client, save
        self.dies = False
        client.add_observer(self)

    def transaction_updated(self, transaction: iap.Transaction) -> None:
        if transaction.state == iap.TransactionState.PURCHASED:
            if transaction.product_id not in COINS:
                return  # a later version of the game may know it; unfinished, it comes again at each launch
            try:
                news = "granted" if self.save.grant(transaction) else "granted before"
            except OSError as error:
                print(f"not saved: {error.strerror}; the next launch delivers the purchase again")
                return
            print(f"{news}: {transaction.product_id}, delivery {transaction.delivery_count}")
            if self.dies:
                print("killed before the finish", flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
            self.client.finish_transaction(transaction)
        elif transaction.state == iap.TransactionState.FAILED:
            # The player cancelled, or an earlier purchase waits to be finished: the player need not see an error.
            if transaction.error is not None and transaction.error.category != iap.Category.CANCELLED:
                print(f"not bought: {transaction.error}")
            self.client.finish_transaction(transaction)
        elif transaction.state == iap.TransactionState.RESTORED:
            # It grants no coins: purchased coins come as PURCHASED, even after this finish.
            self.client.finish_transaction(transaction)

    def problem_reported(self, error: iap.IapError) -> None:
        print(f"problem: {error}")

    def run(self, words: List[str]) -> None:
        command, arguments = words[0], words[1:]
        if command == "shop":
            for product in self.client.request_products(list(COINS)).result():
                print(f"{product.id}  {product.display_name}  {product.display_price}")
        elif command == "buy" and arguments:
            for product_id in arguments:  # several: the player taps again before the first outcome
                self.client.buy(product_id)
        elif command == "kill":
            self.dies = True
        elif command == "two-ids":
            self.store.set_quirk(iap.Quirk.TWO_IDS, 1)
        elif command == "profile" and len(arguments) == 1:
            self.store.set_profile(iap.profile_named(arguments[0]))
        elif command == "wait":
            for _ in range(60):  # a minute of the store's time: longer than any delay
                self.store.advance_clock(1000)
                self.frame()
        elif command == "coins":
            print(f"{self.save.content['coins']} coins")
        elif command == "totals":
            totals = self.store.get_totals()
            print(f"{totals.transactions} charged, {totals.unfinished} unfinished")
        else:
            print("commands: shop, buy ID..., kill (at the next purchase), two-ids, profile NAME, wait, coins, totals")
        self.frame()

    def frame(self) -> None:
        """A game calls pump() once per frame. This game calls it until no more events follow."""
        while self.client.pump():
            pass


def main(folder: Path, commands: List[str]) -> None:
    with testing.open_store(state=folder / "store") as store:
        with testing.open_client(store, journal=folder / "iap.journal") as client:
            game = Game(store, client, Save(folder / "save.json"))
            game.frame()
            for line in commands or sys.stdin:
                if line.strip():
                    game.run(line.split())


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

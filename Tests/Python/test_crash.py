"""A game is killed before it finishes: the purchase comes again once, and is granted once."""

import os
import signal
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import List

from support import COINS

#: A game with its own save file. argv: the folder, and the moment at which it stops and waits to be killed.
GAME = (
    """
import os, sys
import iapbridge as iap
from iapbridge import testing

folder, moment = sys.argv[1:]
save = os.path.join(folder, "save")

def stop(at):
    if at == moment:
        print("stopped", flush=True)
        sys.stdin.read()

def granted():
    return open(save).read().split() if os.path.exists(save) else []

def updated(transaction):
    if transaction.state != iap.TransactionState.PURCHASED:
        return
    print("offered", transaction.id, transaction.delivery_count, flush=True)
    stop("before the grant")
    if str(transaction.id) not in granted():
        with open(save + ".new", "w") as file:
            file.write(" ".join([*granted(), str(transaction.id)]))
            file.flush()
            os.fsync(file.fileno())
        os.replace(save + ".new", save)
        print("granted", transaction.id, flush=True)
    stop("after the grant")
    client.finish_transaction(transaction)
    stop("after the finish")

with testing.open_store(state=os.path.join(folder, "store")) as store:
    with testing.open_client(store, journal=os.path.join(folder, "journal")) as client:
        client.add_observer(iap.Observer(transaction_updated=updated))
        if moment != "never":
            client.buy("%s")
        while client.pump():
            pass
        print("unfinished", store.get_totals().unfinished, len(granted()), flush=True)
"""
    % COINS
)


class Crash(unittest.TestCase):
    def play(self, folder: str, moment: str) -> List[str]:
        """What the game printed until it ended or was killed."""
        process = subprocess.Popen(
            [sys.executable, "-c", GAME, folder, moment],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        assert process.stdout is not None and process.stdin is not None
        said = []
        with process.stdin, process.stdout:
            for line in process.stdout:
                said.append(line.strip())
                if said[-1] == "stopped":
                    process.send_signal(signal.SIGKILL)
        self.assertEqual(process.wait(60), 0 if moment == "never" else -signal.SIGKILL)
        return said

    def test_a_purchase_is_granted_once_whenever_the_game_is_killed(self) -> None:
        for moment in ("before the grant", "after the grant", "after the finish"):
            with self.subTest(moment), TemporaryDirectory() as folder:
                first = self.play(folder, moment)
                ids = {line.split()[1] for line in first if line.startswith(("offered", "granted"))}
                self.assertEqual(len(ids), 1)
                again = self.play(folder, "never")
                offered = [line for line in again if line.startswith("offered")]
                comes_back = moment != "after the finish"
                self.assertLessEqual(len(offered), 1)
                if comes_back:
                    self.assertEqual(offered, [f"offered {ids.copy().pop()} 2"])
                grants = [line for line in first + again if line.startswith("granted")]
                self.assertEqual(grants, [f"granted {ids.pop()}"])
                self.assertEqual(again[-1], "unfinished 0 1")
                self.assertEqual([line for line in self.play(folder, "never") if line.startswith("offered")], [])
                self.assertTrue(Path(folder, "save").exists())


if __name__ == "__main__":
    unittest.main()

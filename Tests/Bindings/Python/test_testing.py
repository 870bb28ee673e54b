"""iapbridge.testing: the store as a server, and the fixtures for pytest."""

import importlib.util
import json
import os
import subprocess
import sys
import unittest
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import iapbridge as iap
from iapbridge import testing
from support import CLUB, COINS, LIBRARY

TESTS = """
import iapbridge as iap
import pytest

def test_a_game(iap_reference_store, iap_client):
    heard = []
    iap_client.add_observer(iap.Observer(transaction_updated=heard.append))
    iap_client.buy("com.example.game.coins")
    assert iap_client.wait_until(lambda: len(heard) == 2)
    assert iap_reference_store.get_totals().unfinished == 1

def test_a_server(iap_store_server):
    id = iap_store_server.buy("anna", "com.example.game.coins")
    assert iap_store_server.admin("transactions")[0]["transactionId"] == id

def test_an_exception_in_a_callback_fails_the_test(iap_client):
    iap_client.add_observer(iap.Observer(transaction_updated=lambda transaction: 1 / 0))
    iap_client.buy("com.example.game.coins")
    with pytest.raises(ZeroDivisionError):
        iap_client.pump()
"""


class Server(unittest.TestCase):
    def ask(self, server: testing.StoreServer, path: str, token: str) -> Any:
        request = urllib.request.Request(f"{server.url}{path}", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def test_a_backend_asks_and_verifies(self) -> None:
        with testing.StoreServer() as server:
            token = server.server_key().sign(iap.ServerRequest(kind=iap.ServerSignatureKind.API_TOKEN)).text
            bought = server.buy("anna", COINS, token="6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
            answer = self.ask(server, f"/inApps/v1/transactions/{bought}", token)
            data = server.verifier().verify(iap.SignedKind.TRANSACTION, answer["signedTransactionInfo"])
            self.assertEqual(
                (data.transaction_id, data.app_account_token), (int(bought), "6f9619ff-8b86-4d01-b42d-00cf4fc964ff")
            )
            server.refund(bought)
            answer = self.ask(server, f"/inApps/v1/transactions/{bought}", token)
            self.assertIsNotNone(
                server.verifier().verify(iap.SignedKind.TRANSACTION, answer["signedTransactionInfo"]).revocation_date
            )
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.ask(server, f"/inApps/v1/transactions/{bought}", token[:-4] + "AAAA")
            self.assertEqual(refused.exception.code, 401)
            refused.exception.close()
            server.buy("anna", CLUB)
            server.advance("32d")
            self.assertEqual(len([t for t in server.admin("transactions") if t["productId"] == CLUB]), 2)

    def test_two_of_them_do_not_meet(self) -> None:
        with testing.StoreServer(bundle_id="com.example.one") as one, testing.StoreServer() as two:
            self.assertNotEqual(one.url, two.url)
            self.assertNotEqual(one.root, two.root)
            self.assertEqual((one.bundle_id, two.bundle_id), ("com.example.one", "com.example.game"))

    def test_the_errors_say_what_is_wrong(self) -> None:
        with testing.StoreServer(program=LIBRARY) as server, self.assertRaisesRegex(testing.Refused, "nothing"):
            server.buy("anna", "nothing")
        with self.assertRaisesRegex(testing.CannotStart, "the argument names /nowhere/iap-store"):
            testing.StoreServer(program="/nowhere/iap-store")
        with self.assertRaisesRegex(testing.CannotStart, "does not serve: .*nowhere.storekit"):
            testing.StoreServer("/nowhere.storekit")

    def test_nothing_is_left(self) -> None:
        server = testing.StoreServer()
        folder, process = server._folder.name, server._process
        server.close()
        self.assertFalse(Path(folder).exists())
        self.assertIsNotNone(process.returncode)


@unittest.skipUnless(
    importlib.util.find_spec("pytest"), "there is no pytest: 'pip install pytest' or 'apt install python3-pytest'"
)
class Plugin(unittest.TestCase):
    def test_the_fixtures(self) -> None:
        with TemporaryDirectory() as folder:
            Path(folder, "conftest.py").write_text('pytest_plugins = ["iapbridge.testing.plugin"]\n')
            Path(folder, "test_it.py").write_text(TESTS)
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", folder],
                cwd=folder,
                capture_output=True,
                text=True,
                timeout=120,
                env=os.environ,
            )
        self.assertIn("3 passed", done.stdout, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()

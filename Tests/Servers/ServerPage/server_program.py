"""The running iap-server with its configuration, and its HTTP API."""

import json
import os
import socket
import subprocess
import urllib.error
import urllib.parse
import urllib.request
import uuid

from goods import CLUB, COINS, EDITOR
from store_program import stop

PRODUCTS = [{"id": COINS, "grants": [{"counter": "coins", "amount": 100}]}, EDITOR, CLUB]


class ServerProgram:
    """`iap-server serve` for the purchases of a store."""

    def __init__(self, folder, programs, store, listener_url):
        self._program = os.path.join(programs, "iap-server")
        self._path = os.path.join(folder, "iap-server.json")
        self._log = open(os.path.join(folder, "server.log"), "w", encoding="utf-8")
        self.keys, lines = {}, []
        for role in ("game", "studio", "support"):
            output = self._run("key", role, role).splitlines()
            self.keys[role] = output[1].strip()
            lines.append(json.loads(output[-1]))
        subprocess.run(
            [os.path.join(programs, "iap-store"), "root", "--store", store.path, "--storekit", store.storekit,
             "--output", os.path.join(folder, "root.pem")], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "secret"), "w", encoding="utf-8") as file:
            file.write("c2VjcmV0LW9mLXRoZS10ZXN0LW9mLXRoZS1wYWdlLTEyMzQ=")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        configuration = {
            "bundleId": "com.example.game", "environments": ["Sandbox"], "roots": ["root.pem"],
            "database": "sqlite:server.db", "listen": {"port": port}, "products": PRODUCTS, "keys": lines,
            "webhooks": [{"url": listener_url, "secret": {"file": "secret"}}], "playersAreTokens": True,
            "requestsPerMinute": {"player": 100_000, "address": 100_000}}
        with open(self._path, "w", encoding="utf-8") as file:
            json.dump(configuration, file)
        self._folder = folder
        self.start()

    def _run(self, *arguments):
        return subprocess.run([self._program, *arguments], check=True, capture_output=True, text=True).stdout

    def start(self):
        self._process = subprocess.Popen(
            [self._program, "serve", self._path], cwd=self._folder, stdout=subprocess.PIPE, stderr=self._log, text=True)
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("iap-server serve does not start")
        self.url = json.loads(line)["url"]

    def stop(self):
        stop(self._process)
        self._process.stdout.close()

    def close(self):
        self.stop()
        self._log.close()

    # The API

    def call(self, path, role="studio", headers=None, **body):
        request = urllib.request.Request(
            f"{self.url}/v1/{path}", json.dumps(body).encode() if body else None,
            {"Authorization": f"Bearer {self.keys[role]}", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{path} {body}: {error.read().decode()}") from None

    def player(self, name):
        return self.call(f"players/{urllib.parse.quote(name, safe='')}?environment=Sandbox")

    def change(self, player, **change):
        return self.call(f"players/{player}/changes", key=str(uuid.uuid4()), environment="Sandbox", **change)

    def submit(self, store, player, product):
        """Buys in the store, and sends the purchase as the game does. Returns the transaction's id."""
        identifier = store.call("buy", account="test", product=product)["transactionId"]
        signed = store.call("signed", id=identifier)["signedTransactionInfo"]
        verdict = self.call("purchases", "game", {"Iap-Player": player}, signedTransaction=signed,
                            transactionId=identifier, productId=product)
        if verdict["verdict"] != "valid":
            raise RuntimeError(str(verdict))
        return identifier

"""A reference store with a server, and its admin API."""

import base64
import json
import os
import subprocess
import tempfile
import urllib.error
import urllib.request

from .waiting import SECONDS, until

# By the store's clock.
HOUR = 3_600_000
DAY = 24 * HOUR


class Refusal(Exception):
    """The admin API has refused a command."""


class Store:
    """`iap-store serve` with a virtual clock, in its own folder."""

    def __init__(self, program, catalogue, *options, port=0):
        self._folder = tempfile.TemporaryDirectory(prefix="iap-store-")
        self._file = os.path.join(self._folder.name, "store.db")
        self._log = open(os.path.join(self._folder.name, "log"), "w+")
        reading, writing = os.pipe()
        self._process = subprocess.Popen(
            [program, "serve", "--port", str(port), "--storekit", catalogue, "--store", self._file, "--clock", "virtual",
             "--json", "--ready-fd", str(writing), *options],
            pass_fds=[writing], stdout=self._log, stderr=self._log)
        os.close(writing)
        with os.fdopen(reading) as ready:
            line = ready.readline()
        if not line:
            self._process.wait(SECONDS)
            self._log.seek(0)
            raise RuntimeError(f"the store does not serve: {self._log.read()}")
        described = json.loads(line)
        self.url, self.token = described["url"], described["token"]
        self.bundle_id = described["bundleId"]
        self.key = self.do("key")
        self.root = base64.b64decode(self.do("root", der=True)["root"])

    def close(self):
        self._process.terminate()
        self._process.wait(SECONDS)
        self._log.close()
        self._folder.cleanup()

    def do(self, command, **arguments):
        """Sends a command of the admin API; returns its response."""
        request = urllib.request.Request(
            f"{self.url}/admin/v1/{command}", json.dumps(arguments).encode(), method="POST",
            headers={"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refusal(f"{command} {arguments}: {error.read().decode()}") from error

    def control(self, name, **values):
        self.do("control", json={name: values})

    def buy(self, account, product, **options):
        """The id of the transaction."""
        return self.do("buy", account=account, product=product, **options)["transactionId"]

    def advance(self, text):
        self.do("clock", what="advance", value=text)

    def fault(self, route, kind, **options):
        self.do("fault", route=route, kind=kind, **options)

    def latest(self, account):
        """The id of the account's newest transaction."""
        return max((row["transactionId"] for row in self.do("transactions") if row["account"] == account), key=int)

    def notifications(self):
        return self.do("notifications")

    def until_sent(self):
        """Waits until no notification waits for its first attempt, or for an attempt that is due."""
        def is_sent():
            now = self.do("clock")["now"]
            return not any(row.get("nextAttemptDate", "9") <= now for row in self.notifications())
        until(is_sent, "every due notification sent")

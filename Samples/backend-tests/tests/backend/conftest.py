"""The example backend with the store of a test, and a game that uses it."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from example_backend.retrying import Retrying
from example_backend.settings import Settings
from example_backend.web import Server
from iap_store_testing import Store

_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Backend:
    """The backend for the game and the App Store."""

    def __init__(self, server: Server, pauses: list[float]):
        self.url = server.url
        self.notification_url = server.url + "/apple"
        #: The pauses before its retries.
        self.pauses = pauses

    def claim(self, player: str, id: str) -> tuple[int, dict[str, Any]]:
        """The game submits a purchase."""
        return self.post("/purchases", {"player": player, "transactionId": id})

    def entitlements(self, player: str) -> dict[str, Any]:
        return self._ask(urllib.request.Request(f"{self.url}/players/{player}"))[1]

    def post(self, path: str, content: Any) -> tuple[int, dict[str, Any]]:
        return self._ask(urllib.request.Request(self.url + path, json.dumps(content).encode()))

    @staticmethod
    def _ask(request: urllib.request.Request) -> tuple[int, dict[str, Any]]:
        try:
            with _opener.open(request, timeout=20) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


@pytest.fixture
def backend(iap_store: Store, tmp_path: Path) -> Iterator[Backend]:
    """Starts a backend that uses the store of the test. The store sends its notifications to the backend."""
    pauses: list[float] = []
    server = Server(
        Settings(
            bundle_id=iap_store.bundle_id, app_apple_id=1234567890, private_key=iap_store.private_key, key_id=iap_store.key_id,
            issuer_id=iap_store.issuer_id, roots=[iap_store.root], database=tmp_path / "ledger.db",
            production_url=iap_store.production_url, sandbox_url=iap_store.url, has_online_checks=False),
        # Tests do not wait for the pauses.
        Retrying(sleep=pauses.append))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    backend = Backend(server, pauses)
    iap_store.send_notifications_to(backend.notification_url)
    yield backend
    server.shutdown()
    thread.join()
    server.server_close()

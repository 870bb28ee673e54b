"""The HTTP interface of the server.

    POST /purchases      {"player": "…", "transactionId": "…"}    from the game; this sample has no login
    GET  /players/PLAYER                                          the balances and subscriptions of the player
    POST /apple          {"signedPayload": "…"}                   from the App Store

After 200 and 409 to POST /purchases, the game finishes the purchase. After any other status, it keeps the purchase unfinished and
sends it again later.
"""

import json
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from appstoreserverlibrary.api_client import APIException

from . import notifications, purchases
from .app_store import AppStore, NotGenuine
from .ledger import Ledger
from .retrying import Retrying, Unavailable
from .settings import Settings

LARGEST_BODY = 1_000_000


class Server(ThreadingHTTPServer):
    # Shutdown waits for running requests, because they use the database.
    daemon_threads = False

    def __init__(self, settings: Settings, retrying: Retrying = Retrying(), port: int = 0):
        self.ledger = Ledger(settings.database)
        self.app_store = AppStore(settings, retrying)
        super().__init__(("127.0.0.1", port), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def server_close(self) -> None:
        super().server_close()
        self.ledger.close()


class Handler(BaseHTTPRequestHandler):
    server: Server
    #: The timeout in seconds for a silent client.
    timeout = 10

    def do_GET(self) -> None:
        if self.path.startswith("/players/"):
            self._response(200, asdict(self.server.ledger.entitlements(self.path.removeprefix("/players/"))))
        else:
            self._response(404, {"error": "there is no such page"})

    def do_POST(self) -> None:
        try:
            body = json.loads(self.rfile.read(min(int(self.headers.get("Content-Length") or 0), LARGEST_BODY)))
            if self.path == "/purchases":
                self._claim(str(body["player"]), str(body["transactionId"]))
            elif self.path == "/apple":
                notifications.take(str(body["signedPayload"]), self.server.app_store, self.server.ledger)
                self._response(200, {})
            else:
                self._response(404, {"error": "there is no such page"})
        except NotGenuine as error:
            self._response(400, {"error": f"not valid: {error}"})
        except Unavailable as error:
            # The client tries again: the game keeps its transaction unfinished, and the App Store keeps its notification.
            self._response(503, {"error": str(error)})
        except (ValueError, KeyError, TypeError) as error:
            self._response(400, {"error": f"the body cannot be read: {error}"})

    def _claim(self, player: str, id: str) -> None:
        try:
            is_new = purchases.claim(player, id, self.server.app_store, self.server.ledger)
            self._response(200, {"isNew": is_new, **asdict(self.server.ledger.entitlements(player))})
        except purchases.NotGranted as error:
            self._response(409, {"error": str(error)})
        except purchases.OfAnotherPlayer:
            # The game must not finish it: the player who paid has not received anything yet.
            self._response(503, {"error": "of another player"})
        except APIException as error:
            # A mistake of this server, for example a wrong key: 401.
            self._response(500, {"error": f"the App Store refuses this server: {error.http_status_code}"})

    def _response(self, status: int, content: dict[str, Any]) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:
        pass

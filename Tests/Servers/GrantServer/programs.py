"""The processes of a test. Each can be killed and started again with the same port and the same files."""

import json
import os
import pathlib
import random
import select
import socket
import subprocess
import urllib.parse

from asking import TIMEOUT, Answer, ask

BUNDLE = "com.example.game"
COINS, EDITOR, CLUB = f"{BUNDLE}.coins", f"{BUNDLE}.editor", f"{BUNDLE}.club"
COINS_OF_A_PURCHASE, COINS_OF_AN_EDITOR = 100, 7
PRODUCTS = [
    {"id": COINS, "grants": [{"counter": "coins", "amount": COINS_OF_A_PURCHASE}]},
    {"id": EDITOR, "grants": [{"unlock": "editor"}, {"counter": "coins", "amount": COINS_OF_AN_EDITOR}]},
    {"id": CLUB, "grants": [{"unlock": "club"}]},
]

# Each player's name has this end, and each purchase's token has this start: no log may contain them.
NAME_END, TOKEN_START = ".the.player", "7e57ab1e"
UNLIMITED = {"player": 1_000_000, "address": 1_000_000}


def player(name: str) -> str:
    return name + NAME_END


def token(number: int) -> str:
    return f"{TOKEN_START}-0000-4000-8000-{number:012x}"


def free_port() -> int:
    """Below the ports of outgoing connections: a restarted program then finds its port free."""
    while True:
        port = random.SystemRandom().randrange(15000, 32000)
        with socket.socket() as attempt:
            try:
                attempt.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Program:
    """Its output goes to NAME.log in the folder."""

    def __init__(self, folder: pathlib.Path, name: str, *words: str | pathlib.Path, says_ready: bool = True):
        self.folder = folder
        self.name = name
        self.words = words
        self.says_ready = says_ready
        self.log = folder / f"{name}.log"
        self.environment: dict[str, str] = {}
        self.ready: dict = {}

    def start(self) -> "Program":
        reading, writing = os.pipe()
        words = [*self.words, *(["--ready-fd", str(writing)] if self.says_ready else [])]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                words, env=os.environ | self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=log, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as pipe:
            if self.says_ready:
                self.ready = self._read_ready(pipe)
        return self

    def _read_ready(self, pipe) -> dict:
        is_there = select.select([pipe], [], [], TIMEOUT)[0]
        line = pipe.readline() if is_there else ""
        if not line:
            raise RuntimeError(f"{self.name} does not start: {self.log.read_text()[-2000:]}")
        return json.loads(line)

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(TIMEOUT)

    def end(self) -> int:
        """Its exit code."""
        self.process.terminate()
        return self.process.wait(TIMEOUT)


class Store(Program):
    """`iap-store serve` with the machine's time."""

    TOKEN = "token-of-the-test"

    def __init__(self, library: pathlib.Path, folder: pathlib.Path, server_port: int, *options: str):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        super().__init__(folder, "store", library / "iap-store", "serve", "--clock", "real", "--port", str(self.port),
                         "--token", self.TOKEN, "--notify-url", f"http://127.0.0.1:{server_port}/v1/notifications",
                         *options)
        self.environment = {"IAP_STORE": str(folder / "store.db"), "IAP_STOREKIT": str(folder / "Game.storekit")}
        subprocess.run([library / "iap-store", "init", folder / "Game.storekit"], check=True, capture_output=True)

    def admin(self, command: str, **members):
        answer = self.ask_admin(command, **members)
        if answer.status != 200:
            raise ValueError(f"{command}: {answer.status} {answer.body.decode()}")
        return answer.json

    def ask_admin(self, command: str, **members) -> Answer:
        headers = {"Authorization": f"Bearer {self.TOKEN}", "Content-Type": "application/json"}
        return ask(self.url, "POST", f"/admin/v1/{command}", json.dumps(members).encode(), headers)

    def root(self) -> pathlib.Path:
        path = self.folder / "root.pem"
        path.write_text(self.admin("root")["root"])
        return path

    def buy(self, account: str, product: str = COINS, **options) -> str:
        """The id of the transaction."""
        return self.admin("buy", account=account, product=product, **options)["transactionId"]

    def signed(self, transaction: str) -> str:
        return self.admin("signed", id=transaction)["signedTransactionInfo"]

    def copy(self, transaction: str) -> str:
        """Enters the purchase again and returns the other id, as the quirk two_ids does for a device."""
        known = {one["transactionId"] for one in self.admin("transactions")}
        self.admin("control", json={"copyTransaction": {"id": int(transaction)}})
        [other] = {one["transactionId"] for one in self.admin("transactions")} - known
        return other

    def forge(self, forgery: int | None) -> None:
        self.admin("control", json={"setForgery": {} if forgery is None else {"forgery": forgery}})

    def send_again_what_failed(self) -> int:
        """Sends failed notifications again; returns how many had not arrived."""
        failed = self.admin("notifications", failed=True)
        for notification in failed:
            self.admin("resend", uuid=notification["notificationUUID"])
        return len(failed)


class GrantServer(Program):
    """`iap-server serve`."""

    def __init__(self, library: pathlib.Path, folder: pathlib.Path, keys: "Keys", name: str = "server",
                 **configuration):
        self.keys = keys
        everything = {
            "bundleId": BUNDLE, "environments": ["Sandbox"], "listen": {"port": free_port()}, "products": PRODUCTS,
            "keys": keys.lines, "requestsPerMinute": UNLIMITED,
        } | configuration
        self.port = everything["listen"]["port"]
        self.url = f"http://127.0.0.1:{self.port}"
        file = folder / f"{name}.json"
        file.write_text(json.dumps(everything))
        super().__init__(folder, name, library / "iap-server", "serve", file)

    def ask(self, method: str, path: str, role: str | None = "studio", body=None, **headers: str) -> Answer:
        """The body is bytes, or an object that becomes JSON; `Iap_Player` is the header `Iap-Player`."""
        all_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if role is not None:
            all_headers["Authorization"] = f"Bearer {self.keys[role]}"
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return ask(self.url, method, path, content, all_headers)

    def get(self, path: str, role: str = "studio"):
        answer = self.ask("GET", path, role)
        if answer.status != 200:
            raise ValueError(f"{path}: {answer.status} {answer.body.decode()}")
        return answer.json

    def submit(self, owner: str | None, text: str, mark: str | None = None, **members) -> Answer:
        """The mark is the app account token of the game's current player."""
        headers = {"Iap-Player": owner, "Iap-App-Account-Token": mark}
        return self.ask("POST", "/v1/purchases", "game", {"signedTransaction": text} | members,
                        **{name: value for name, value in headers.items() if value is not None})

    def verdict(self, owner: str | None, text: str, mark: str | None = None, **members) -> str:
        return self.submit(owner, text, mark, **members).json["verdict"]

    def bind(self, owner: str, text: str, mark: str | None = None) -> bool:
        headers = {} if mark is None else {"Iap-App-Account-Token": mark}
        body = {"userId": owner, "store": "apple", "apple": {"jws": text}}
        return self.ask("POST", "/commerce/v1/purchases/bind", body=body, **headers).json["bound"]

    def notify(self, text: str) -> Answer:
        return self.ask("POST", "/v1/notifications", None, {"signedPayload": text})

    def player(self, owner: str) -> dict:
        return self.get(f"/v1/players/{urllib.parse.quote(owner)}?environment=Sandbox")

    def coins(self, owner: str) -> int:
        return self.player(owner)["balances"].get("coins", 0)

    def entries(self, transaction: str, kind: str) -> list[dict]:
        entries = self.get(f"/v1/transactions/{transaction}")["entries"]
        return [entry for entry in entries if entry["kind"] == kind]

    def send_waiting_events_now(self) -> int:
        """Returns how many wait. A killed process holds its deliveries for a minute, and each failure makes the wait longer."""
        for delivery in self.get("/v1/deliveries?state=waiting")["deliveries"]:
            self.ask("POST", f"/v1/deliveries/{delivery['eventId']}/again")
        return self.get("/v1/overview")["deliveries"].get("waiting", 0)


class Keys:
    """An access key of each role, made by the program."""

    ROLES = ["game", "studio", "support"]

    def __init__(self, library: pathlib.Path):
        self.texts: dict[str, str] = {}
        self.lines = []
        for role in self.ROLES:
            output = subprocess.run([library / "iap-server", "key", f"the {role}", role], check=True,
                                    capture_output=True, text=True, timeout=TIMEOUT).stdout.splitlines()
            self.texts[role] = output[1]
            self.lines.append(json.loads(output[-1]))

    def __getitem__(self, role: str) -> str:
        return self.texts[role]

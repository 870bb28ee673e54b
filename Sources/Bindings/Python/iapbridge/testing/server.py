"""The reference App Store as a server: `iap-store serve` on a free port of this machine."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Union

from .. import Environment, ServerKey, Verifier, load
from .catalogue import CATALOGUE

VARIABLE = "IAP_STORE_PROGRAM"
SECONDS_TO_START = 20
SECONDS_TO_END = 10
SECONDS_TO_ANSWER = 20
# The store is on this machine and needs no proxy.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class CannotStart(Exception):
    """`iap-store serve` could not be started."""


class Refused(Exception):
    """The store refused a command."""


class StoreServer:
    """A store that serves until close(). Each store has its own root certificate, keys and ledger."""

    def __init__(
        self,
        storekit: Union[str, "os.PathLike[str]", None] = None,
        *,
        program: Union[str, "os.PathLike[str]", None] = None,
        bundle_id: Optional[str] = None,
        options: Sequence[str] = (),
    ) -> None:
        found = _program(program)
        self._folder = tempfile.TemporaryDirectory(prefix="iap-store-")
        folder = Path(self._folder.name)
        if storekit is None:
            storekit = folder / "Game.storekit"
            storekit.write_text(CATALOGUE, encoding="utf-8")
        words = [
            str(found),
            "serve",
            "--port",
            "0",
            "--clock",
            "virtual",
            "--store",
            str(folder / "store.db"),
            "--storekit",
            os.fspath(storekit),
            *(["--bundle-id", bundle_id] if bundle_id else []),
            *options,
        ]
        try:
            self._start(words, folder / "output.txt")
        except BaseException:
            self._folder.cleanup()
            raise

    def _start(self, words: List[str], output: Path) -> None:
        reading, writing = os.pipe()
        proxies = {"http_proxy", "https_proxy", "all_proxy"}
        environment = {name: value for name, value in os.environ.items() if name.lower() not in proxies}
        with os.fdopen(reading, "rb") as ready:
            try:
                with open(output, "wb") as file:
                    self._process = subprocess.Popen(
                        [*words, "--ready-fd", str(writing)],
                        stdin=subprocess.DEVNULL,
                        stdout=file,
                        stderr=file,
                        pass_fds=[writing],
                        env=environment,
                    )
            except OSError as error:
                raise CannotStart(f"{words[0]} cannot be run: {error.strerror}") from error
            finally:
                os.close(writing)
            line = ready.readline() if select.select([ready], [], [], SECONDS_TO_START)[0] else b""
        if not line:
            self._end()
            said = output.read_text(encoding="utf-8", errors="replace").strip()
            raise CannotStart(f"'{words[0]} serve' does not serve: {said or 'it printed nothing'}")
        self._ready: Dict[str, Any] = json.loads(line)

    # Settings for the server under test

    @property
    def url(self) -> str:
        """The base URL of the sandbox's App Store Server API."""
        return str(self._ready["url"])

    @property
    def bundle_id(self) -> str:
        return str(self._ready["bundleId"])

    @property
    def key_id(self) -> str:
        return str(self._ready["keyId"])

    @property
    def issuer_id(self) -> str:
        return str(self._ready["issuerId"])

    @property
    def private_key(self) -> str:
        """The key with which the server signs its requests: the PEM text of a .p8 file."""
        return str(self.admin("key")["privateKey"])

    @property
    def root(self) -> bytes:
        """The root certificate as DER, in place of Apple's."""
        return base64.b64decode(self.admin("root", der=True)["root"])

    def verifier(self) -> Verifier:
        """Returns a verifier for the signatures of this store."""
        return Verifier(roots=[self.root], bundle_id=self.bundle_id, environments=Environment.SANDBOX)

    def server_key(self) -> ServerKey:
        """Returns a key that signs tokens of the App Store Server API for this store."""
        return ServerKey(
            key_id=self.key_id, issuer_id=self.issuer_id, bundle_id=self.bundle_id, key_text=self.private_key
        )

    # Actions of players and of the App Store

    def admin(self, command: str, **members: Any) -> Any:
        """Runs a command of the admin API and returns its result; `iap-store help` lists them. Omits members that are None."""
        body = json.dumps({name: value for name, value in members.items() if value is not None}).encode()
        request = urllib.request.Request(
            f"{self._ready['adminURL']}/{command}",
            body,
            {"Authorization": f"Bearer {self._ready['token']}", "Content-Type": "application/json"},
        )
        try:
            with _opener.open(request, timeout=SECONDS_TO_ANSWER) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise Refused(
                f"{command} {body.decode()}: {error.read().decode('utf-8', 'replace')} ({error.code})"
            ) from error

    def buy(self, account: str, product: str, *, quantity: Optional[int] = None, token: Optional[str] = None) -> str:
        """Buys a product and returns the id of the transaction. token is the app account token, a UUID."""
        return str(self.admin("buy", account=account, product=product, quantity=quantity, token=token)["transactionId"])

    def refund(self, id: str) -> Any:
        """Refunds a transaction and returns it."""
        return self.admin("refund", id=id)

    def advance(self, text: str) -> None:
        """Moves the clock forward by a time such as `90s`, `12h`, `32d` or `1d12h`."""
        self.admin("clock", what="advance", value=text)

    def send_notifications_to(self, url: Optional[str]) -> None:
        """Sets the address for the App Store Server Notifications; None sends nothing."""
        self.admin("notification-url", url=url or "none")

    # The end

    def close(self) -> None:
        self._end()
        self._folder.cleanup()

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> "StoreServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _program(named: Union[str, "os.PathLike[str]", None]) -> Path:
    """Returns the named program, or the one of the variable, next to the library, or in PATH."""
    for origin, name in (("the argument", named), (VARIABLE, os.environ.get(VARIABLE))):
        if name:
            path = Path(name) / "iap-store" if Path(name).is_dir() else Path(name)
            if not path.is_file():
                raise CannotStart(f"{origin} names {path}, which does not exist")
            return path
    beside = Path(load()).with_name("iap-store")
    if beside.is_file():
        return beside
    found = shutil.which("iap-store")
    if found is None:
        raise CannotStart(
            f"iap-store was not found at {beside} or in PATH; name it in {VARIABLE} or as the argument `program`"
        )
    return Path(found)

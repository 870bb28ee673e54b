"""A store for one test."""

import base64
import time
from datetime import datetime
from functools import cached_property
from typing import Any

from .admin import AdminAPI
from .errors import StoreError
from .process import Process

SECONDS_TO_DELIVER = 10


class Store:
    """The App Store, as the test and the server under test see it."""

    def __init__(self, process: Process):
        self._process = process
        self._admin = AdminAPI(process)

    # What the server under test needs to know.

    @property
    def url(self) -> str:
        """The base URL of the App Store Server API of the sandbox, in which the store has its transactions."""
        return str(self._process.ready["url"])

    @property
    def production_url(self) -> str:
        """The base URL of the production environment, which has no transactions: it answers 4040010."""
        return self.url + "/production"

    @property
    def bundle_id(self) -> str:
        return str(self._process.ready["bundleId"])

    @property
    def key_id(self) -> str:
        return str(self._process.ready["keyId"])

    @property
    def issuer_id(self) -> str:
        return str(self._process.ready["issuerId"])

    @cached_property
    def private_key(self) -> str:
        """The key with which the server signs its requests, as the PEM text of a .p8 file."""
        return str(self.admin("key")["privateKey"])

    @cached_property
    def root(self) -> bytes:
        """The root certificate as DER, in place of Apple's."""
        return base64.b64decode(self.admin("root", der=True)["root"])

    @cached_property
    def root_pem(self) -> str:
        return str(self.admin("root")["root"])

    # What players and the App Store do.

    def admin(self, command: str, **members: Any) -> Any:
        """The answer of any command of the admin API."""
        return self._admin.call(command, members)

    def buy(
        self, account: str, product: str, *, quantity: int | None = None, token: str | None = None, offer: str | None = None
    ) -> str:
        """The id of the transaction.

        - Parameter token: the `appAccountToken`, a UUID.
        """
        bought = self.admin("buy", account=account, product=product, quantity=quantity, token=token, offer=offer)
        return str(bought["transactionId"])

    def refund(self, id: str, *, reason: str | None = None, prorated: bool | None = None) -> dict[str, Any]:
        """Gives the price back and takes the purchase away. The answer is the transaction."""
        return self._transaction("refund", id=id, reason=reason, prorated=prorated)

    def revoke(self, id: str) -> dict[str, Any]:
        """Takes the purchase away and gives nothing back. The answer is the transaction."""
        return self._transaction("revoke", id=id)

    def renew(self, id: str) -> dict[str, Any]:
        """Renews the subscription now. The answer is the transaction that was named; the new one is in `transactions()`."""
        return self._transaction("renew", id=id)

    def expire(self, id: str) -> dict[str, Any]:
        """Ends the subscription now."""
        return self._transaction("expire", id=id)

    def cancel(self, id: str) -> dict[str, Any]:
        """Switches the renewal off, as the player does. The subscription lasts until its end."""
        return self._transaction("cancel", id=id)

    def transactions(self, **filters: Any) -> list[dict[str, Any]]:
        """What was bought, the oldest first (`account`, `product`, `unfinished`, `limit`)."""
        return list(self.admin("transactions", **filters))

    # The clock, which stands still until a test moves it.

    @property
    def now(self) -> datetime:
        return _date(self.admin("clock"))

    def advance(self, text: str) -> datetime:
        """Moves the clock, by `90s`, `12h`, `32d` or `1d12h`, and gives the new time.

        Notifications that are due now are sent first: their next attempts count from before the move.
        """
        self.wait_for_deliveries()
        return _date(self.admin("clock", what="advance", value=text))

    # Notifications.

    def send_notifications_to(self, url: str | None, *, retries: str | None = None) -> None:
        """Sets the address; None sends nothing.

        - Parameter retries: `production` (after 1, 12, 24, 48 and 72 hours of the store's clock) or `sandbox` (none).
        """
        self.admin("notification-url", url=url or "none", retries=retries)

    def notify(self, type: str, id: str | None = None, **members: Any) -> dict[str, Any]:
        """Sends a notification. Nothing else happens in the store.

        - Parameter type: `TEST`, or with a subtype after a slash.
        - Parameter id: the transaction that it is about.
        """
        return dict(self.admin("notify", type=type, id=id, **members))

    def notifications(self, **filters: Any) -> list[dict[str, Any]]:
        """What was sent or waits, with its attempts (`failed`, `type`, `limit`)."""
        return list(self.admin("notifications", **filters))

    def wait_for_deliveries(self, seconds: float = SECONDS_TO_DELIVER) -> list[dict[str, Any]]:
        """Waits until each notification that is due has an answer, also a bad one. Gives all notifications."""
        deadline = time.monotonic() + seconds
        while True:
            now = self.admin("clock")["now"]
            listed = self.notifications()
            # All times have one form, so texts compare as times do.
            due = [one for one in listed if one.get("nextAttemptDate", "9") <= now]
            if not due:
                return listed
            if time.monotonic() > deadline:
                types = ", ".join(one["notificationType"] for one in due)
                raise StoreError(f"after {seconds} s the server under test has not answered {types}")
            time.sleep(0.005)

    # Faults.

    def fault(self, route: str, kind: str, *, count: int | None = None, value: int | None = None) -> None:
        """Lets the next requests go wrong.

        - Parameter route: the beginning of a path, as `/inApps/v1/transactions`, or `notifications`.
        - Parameter kind: `429`, `500`, `delay`, `drop`, `truncate`; for notifications also `duplicate` and `reorder`.
        - Parameter count: for so many requests; without it until `end_faults()`.
        - Parameter value: delay: milliseconds; truncate: bytes that are sent; 429: seconds until `Retry-After`.
        """
        self.admin("fault", route=route, kind=kind, count=count, value=value)

    def end_faults(self) -> None:
        self.admin("fault", route="none")

    def close(self) -> None:
        """Ends the program."""
        self._process.end()

    def _transaction(self, command: str, **members: Any) -> dict[str, Any]:
        return dict(self.admin(command, **members))


def _date(clock: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(str(clock["now"]).replace("Z", "+00:00"))

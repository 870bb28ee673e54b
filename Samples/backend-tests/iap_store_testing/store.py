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
    """The App Store for the test and for the server under test."""

    def __init__(self, process: Process):
        self._process = process
        self._admin = AdminAPI(process)

    # Values for the server under test.

    @property
    def url(self) -> str:
        """Returns the base URL of the App Store Server API of the sandbox. All transactions of the store are there."""
        return str(self._process.ready["url"])

    @property
    def production_url(self) -> str:
        """Returns the base URL of the production environment. It has no transactions and returns 4040010."""
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
        """Returns the key with which the server signs its requests, as the PEM text of a .p8 file."""
        return str(self.admin("key")["privateKey"])

    @cached_property
    def root(self) -> bytes:
        """Returns the root certificate as DER. It replaces Apple's."""
        return base64.b64decode(self.admin("root", der=True)["root"])

    @cached_property
    def root_pem(self) -> str:
        return str(self.admin("root")["root"])

    # Actions of players and of the App Store.

    def admin(self, command: str, **members: Any) -> Any:
        """Calls any command of the admin API and returns the response."""
        return self._admin.call(command, members)

    def buy(
        self, account: str, product: str, *, quantity: int | None = None, token: str | None = None, offer: str | None = None
    ) -> str:
        """Buys a product and returns the id of the transaction.

        - Parameter token: the `appAccountToken`, a UUID.
        """
        bought = self.admin("buy", account=account, product=product, quantity=quantity, token=token, offer=offer)
        return str(bought["transactionId"])

    def copy(self, id: str) -> str:
        """Gives the purchase a second transaction id and returns it. Some purchases on devices have two ids."""
        known = {one["transactionId"] for one in self.transactions()}
        self.admin("control", json={"copyTransaction": {"id": int(id)}})
        [copy] = {one["transactionId"] for one in self.transactions()} - known
        return str(copy)

    def refund(self, id: str, *, reason: str | None = None, prorated: bool | None = None) -> dict[str, Any]:
        """Refunds and revokes the purchase. Returns the transaction."""
        return self._transaction("refund", id=id, reason=reason, prorated=prorated)

    def revoke(self, id: str) -> dict[str, Any]:
        """Revokes the purchase without a refund. Returns the transaction."""
        return self._transaction("revoke", id=id)

    def renew(self, id: str) -> dict[str, Any]:
        """Renews the subscription now. Returns the named transaction; the new one is in `transactions()`."""
        return self._transaction("renew", id=id)

    def expire(self, id: str) -> dict[str, Any]:
        """Ends the subscription now."""
        return self._transaction("expire", id=id)

    def cancel(self, id: str) -> dict[str, Any]:
        """Turns auto-renewal off, as a player does. The subscription lasts until its period ends."""
        return self._transaction("cancel", id=id)

    def transactions(self, **filters: Any) -> list[dict[str, Any]]:
        """Returns the transactions, oldest first (`account`, `product`, `unfinished`, `limit`)."""
        return list(self.admin("transactions", **filters))

    # The clock. Only the test moves it.

    @property
    def now(self) -> datetime:
        return _date(self.admin("clock"))

    def advance(self, text: str) -> datetime:
        """Moves the clock by `90s`, `12h`, `32d` or `1d12h`, and returns the new time.

        Sends due notifications first, so their next attempts count from the time before the move.
        """
        self.wait_for_deliveries()
        return _date(self.admin("clock", what="advance", value=text))

    # Notifications.

    def send_notifications_to(self, url: str | None, *, retries: str | None = None) -> None:
        """Sets the address. With None the store sends nothing.

        - Parameter retries: `production` (after 1, 12, 24, 48 and 72 hours of the store's clock) or `sandbox` (none).
        """
        self.admin("notification-url", url=url or "none", retries=retries)

    def notify(self, type: str, id: str | None = None, **members: Any) -> dict[str, Any]:
        """Sends a notification. Nothing else changes in the store.

        - Parameter type: `TEST`, or with a subtype after a slash.
        - Parameter id: the transaction of the notification.
        """
        return dict(self.admin("notify", type=type, id=id, **members))

    def notifications(self, **filters: Any) -> list[dict[str, Any]]:
        """Returns sent and waiting notifications, with their attempts (`failed`, `type`, `limit`)."""
        return list(self.admin("notifications", **filters))

    def wait_for_deliveries(self, seconds: float = SECONDS_TO_DELIVER) -> list[dict[str, Any]]:
        """Waits until each due notification has a response, also an error response. Returns all notifications."""
        deadline = time.monotonic() + seconds
        while True:
            now = self.admin("clock")["now"]
            listed = self.notifications()
            # All times have the same form, so comparing the texts compares the times.
            due = [one for one in listed if one.get("nextAttemptDate", "9") <= now]
            if not due:
                return listed
            if time.monotonic() > deadline:
                types = ", ".join(one["notificationType"] for one in due)
                raise StoreError(f"after {seconds} s the server under test has not responded to {types}")
            time.sleep(0.005)

    # Faults.

    def fault(self, route: str, kind: str, *, count: int | None = None, value: int | None = None) -> None:
        """Makes the next requests fail.

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

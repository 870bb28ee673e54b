"""The store's notifications to the game server: each is verified, with the signed texts inside."""

from dataclasses import dataclass
from typing import Any

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.Type import Type


class Unexpected(Exception):
    """Unexpected notifications came, and the rest of the test depends on the expected ones. The failure is already counted."""


@dataclass(frozen=True)
class Told:
    notification: Any
    transaction: Any = None
    renewal: Any = None

    @property
    def status(self):
        return self.notification.data.status


def name_of(row):
    """For example "DID_RENEW/BILLING_RECOVERY"."""
    return "/".join(text for text in (row["notificationType"], row.get("subtype")) if text)


class News:
    def __init__(self, world):
        self._world = world
        self._seen = 0

    def expect(self, *names):
        """Checks that exactly these notifications were made since the last call, in this order, and were received."""
        world = self._world
        # The store writes them in the same commit as the change.
        rows = world.store.notifications()[self._seen:]
        got = tuple(name_of(row) for row in rows)
        world.equal(got, names, "the store's notifications")
        payloads = world.receiver.wait(self._seen + len(rows))[self._seen:]
        world.store.until_sent()
        self._seen += len(rows)
        if got != names:
            raise Unexpected
        return [self._reported(row, payload) for row, payload in zip(rows, payloads)]

    def expect_one(self, name):
        return self.expect(name)[0]

    def _reported(self, row, payload):
        world, name = self._world, name_of(row)
        notification = world.reader.notification(payload)
        kind = "/".join(text for text in (notification.rawNotificationType, notification.rawSubtype) if text)
        world.equal(kind, name, "the type of the notification")
        world.equal(notification.notificationUUID, row["notificationUUID"], f"the notificationUUID of {name}")
        world.equal(notification.version, "2.0", f"the version of {name}")
        world.holds(type(notification.signedDate) is int, f"{name} has the signedDate {notification.signedDate!r}")
        data = notification.data
        if data is None:
            return Told(notification)
        world.equal((data.environment, data.bundleId, data.appAppleId), (Environment.SANDBOX, world.store.bundle_id, None),
                    f"the app of {name}")
        world.holds(data.bundleVersion, f"{name} has no bundleVersion")
        transaction = data.signedTransactionInfo and world.reader.transaction(data.signedTransactionInfo)
        renewal = data.signedRenewalInfo and world.reader.renewal(data.signedRenewalInfo)
        is_subscription = transaction is not None and transaction.type == Type.AUTO_RENEWABLE_SUBSCRIPTION
        world.equal((renewal is not None, data.rawStatus is not None), (is_subscription, is_subscription),
                    f"whether {name} has renewal info and status")
        if renewal:
            world.equal(renewal.originalTransactionId, transaction.originalTransactionId,
                        f"the originalTransactionId of the renewal info of {name}")
        return Told(notification, transaction, renewal)

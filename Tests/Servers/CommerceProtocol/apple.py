"""Purchases for the tests, from a running `iap-store serve`."""

import base64
import dataclasses
import json
import pathlib
import time
import urllib.request
import uuid

TIMEOUT = 60


@dataclasses.dataclass(frozen=True)
class Purchase:
    """A transaction of the store. `signed` is the store's signed text at the time of the request."""
    signed: str
    transaction_id: str
    original_id: str
    product: str
    # The appAccountToken, or None.
    token: str | None
    account: str

    @property
    def evidence(self) -> dict:
        """The members of a request that name the store and give the evidence."""
        return {"store": "apple", "apple": {"jws": self.signed}}


def payload(signed: str) -> dict:
    """The content of a signed text, without verification."""
    segment = signed.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(segment + "=" * (-len(segment) % 4)))


class Apple:
    """An App Store in which the tests act for the players.

    Each purchase belongs to another account: no test then meets another test's subscription. The clock of the store is set to
    the present before each change, and does not move between changes. Subscriptions end only through commands. The signed
    times then agree with the clock of the server under test, and a change is signed later than what was before it.
    """

    CLUB, COINS, EDITOR = "com.example.game.club", "com.example.game.coins", "com.example.game.editor"

    def __init__(self, ready: dict):
        """`ready` is the line of JSON that `iap-store serve --ready-fd` writes. The store has a virtual clock."""
        self.ready = ready
        self.environment = ready["environment"].lower()
        self.bundle_id = ready["bundleId"]
        self.time = 0
        # Ends faults that an earlier run may have left.
        self.admin("fault", route="none")
        self._fail_renewals(False, grace=False)

    @classmethod
    def from_file(cls, path: str) -> "Apple":
        """Reads the line of JSON from the file."""
        return cls(json.loads(pathlib.Path(path).read_text()))

    def admin(self, command: str, **members):
        """Sends a command of the store's admin API, and returns its response."""
        request = urllib.request.Request(
            f"{self.ready['adminURL']}/{command}", json.dumps(members).encode(),
            {"Authorization": f"Bearer {self.ready['token']}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return json.load(answer)

    # What players have bought.

    def active_subscription(self, with_token: bool = False) -> Purchase:
        """A subscription that started now and is paid for a month. It has no token by default."""
        return self._buy(self.CLUB, with_token)

    def expired_subscription(self) -> Purchase:
        """A subscription that the player has let end."""
        bought = self.active_subscription()
        self.expire(bought)
        return self.again(bought)

    def refunded_subscription(self) -> Purchase:
        """A subscription whose price was refunded."""
        bought = self.active_subscription()
        self.refund(bought)
        return self.again(bought)

    def revoked_subscription(self) -> Purchase:
        """A subscription that was revoked without a refund."""
        bought = self.active_subscription()
        self.revoke(bought)
        return self.again(bought)

    def cancelled_subscription(self) -> Purchase:
        """A subscription that is paid for a month and will not renew."""
        bought = self.active_subscription()
        self.cancel(bought)
        return self.again(bought)

    def subscription_in_grace(self) -> Purchase:
        """A subscription whose renewal failed, in a grace period of 16 days."""
        bought = self.active_subscription()
        self.fail_renewal(bought, grace=True)
        return self.again(bought)

    def subscription_in_billing_retry(self) -> Purchase:
        """A subscription whose renewal failed, without a grace period."""
        bought = self.active_subscription()
        self.fail_renewal(bought, grace=False)
        return self.again(bought)

    def consumable(self) -> Purchase:
        """Coins."""
        return self._buy(self.COINS)

    def durable(self) -> Purchase:
        """A non-consumable."""
        return self._buy(self.EDITOR)

    def again(self, bought: Purchase) -> Purchase:
        """The same transaction, as the store signs it now."""
        signed = self.admin("signed", id=bought.transaction_id)["signedTransactionInfo"]
        return dataclasses.replace(bought, signed=signed)

    def newest(self, bought: Purchase) -> Purchase:
        """The newest transaction of the player: after a renewal, that of the current period."""
        newest = self.admin("transactions", account=bought.account, limit="1")[-1]
        return self.again(dataclasses.replace(bought, transaction_id=newest["transactionId"]))

    def buy_again(self, bought: Purchase) -> Purchase:
        """The player of a subscription that has ended subscribes again: SUBSCRIBED/RESUBSCRIBE."""
        return self._bought(bought.account, bought.product, None)

    def act(self, command: str, **members):
        """Changes something in the store, now. Two changes never have the same time, in milliseconds."""
        self.time = max(self.time + 1, int(time.time() * 1000))
        self.admin("clock", what="set", value=str(self.time))
        return self.admin(command, **members)

    # Changes of a subscription. Each makes the store send a notification.

    def cancel(self, bought: Purchase) -> None:
        """The player switches renewal off: DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED."""
        self.act("cancel", id=bought.transaction_id)

    def resubscribe(self, bought: Purchase) -> None:
        """The player switches renewal on: DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED."""
        self.act("resubscribe", id=bought.transaction_id)

    def renew(self, bought: Purchase) -> None:
        """The next period starts now: DID_RENEW."""
        self.act("renew", id=bought.transaction_id)

    def fail_renewal(self, bought: Purchase, grace: bool) -> None:
        """The period ends now and the renewal fails: DID_FAIL_TO_RENEW, with /GRACE_PERIOD if there is a grace period."""
        self._fail_renewals(True, grace)
        self.act("renew", id=bought.transaction_id)
        self._fail_renewals(False, grace=False)

    def pay(self, bought: Purchase) -> None:
        """The failed renewal is paid: DID_RENEW/BILLING_RECOVERY."""
        self.act("resolve", id=bought.transaction_id)

    def expire(self, bought: Purchase) -> None:
        """The subscription ends now: EXPIRED/VOLUNTARY."""
        self.act("expire", id=bought.transaction_id)

    def refund(self, bought: Purchase) -> None:
        """The store refunds the price: REFUND."""
        self.act("refund", id=bought.transaction_id)

    def revoke(self, bought: Purchase) -> None:
        """The store revokes the purchase: REVOKE."""
        self.act("revoke", id=bought.transaction_id)

    # Faults of the store.

    def is_down(self, is_so: bool) -> None:
        """Inside this context, the App Store Server API responds to everything with 500."""
        if is_so:
            self.admin("fault", route="/inApps", kind="500")
        else:
            self.admin("fault", route="none")

    # Notifications.

    def notify_to(self, url: str) -> None:
        """Sets the address for later notifications."""
        self.admin("notification-url", url=url)

    def tell(self, type_: str, bought: Purchase | None = None) -> str:
        """Sends a notification of a type, for example TEST. Nothing changes in the store. Returns its UUID."""
        members = {} if bought is None else {"id": bought.transaction_id}
        return self.admin("notify", type=type_, **members)["notificationUUID"]

    def tell_again(self, identifier: str) -> None:
        """Sends a notification once more, with the same UUID."""
        self.admin("resend", uuid=identifier)

    def notifications(self, bought: Purchase | None = None) -> list[dict]:
        """The sent and the waiting notifications, the oldest first: notificationType, subtype, notificationUUID, state."""
        return [one for one in self.admin("notifications")
                if bought is None or one.get("transactionId") == bought.transaction_id]

    def _buy(self, product: str, with_token: bool = False) -> Purchase:
        return self._bought(f"player-{uuid.uuid4()}", product, str(uuid.uuid4()) if with_token else None)

    def _bought(self, account: str, product: str, token: str | None) -> Purchase:
        members = {} if token is None else {"token": token}
        bought = self.act("buy", account=account, product=product, **members)
        identifier, original = bought["transactionId"], bought["originalTransactionId"]
        return self.again(Purchase("", identifier, original, product, token, account))

    def _fail_renewals(self, is_so: bool, grace: bool) -> None:
        self.admin("control", json={"setGracePeriod": {"policy": 16} if grace else {}})
        self.admin("control", json={"setBillingRetryOnRenewal": {"isEnabled": is_so}})


def forged(signed: str) -> str:
    """A signed text with the same content and a signature that is not the store's."""
    head, body, signature = signed.split(".")
    other = "A" if signature[10] != "A" else "B"
    return f"{head}.{body}.{signature[:10]}{other}{signature[11:]}"


def unsigned_evidence() -> dict:
    """Evidence in the form of a signed text, but without certificates."""
    def segment(value: dict) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    signature = base64.urlsafe_b64encode(b"not a signature " * 4).decode().rstrip("=")
    signed = ".".join([segment({"alg": "ES256", "typ": "JWT"}), segment({"made": "for a test"}), signature])
    return {"store": "apple", "apple": {"jws": signed}}

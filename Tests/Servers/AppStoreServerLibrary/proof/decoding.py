"""The store's signed texts are valid for both libraries, which decode the same content."""

import json

from .fields import CLASSES, TABLES, differences, untold
from .outcome import Kind, both
from .samples import all_payloads
from .shop import DAY_MS, TOKEN, Shop, Signed, sell_everything

# Getters, and values that at least one text of the store must have for them: the purchases that the proof needs.
NEEDED = {
    Kind.TRANSACTION: {
        "product_type": {1, 2, 3, 4},
        "offer_type": {0, 1, 2, 3, 4},
        "offer_payment_mode": {1, 2, 3},
        "ownership": {1, 2},
        "transaction_reason": {1, 2},
        "revocation_type": {0, 1, 2, 3},
        "revocation_reason": {0, 1, 2},
        "is_upgraded": {0, 1},
        "billing_plan_type": {0, 1, 2},
        "commitment_period_count": {0, 12},
        "quantity": {1, 3},
        "app_account_token": {None, TOKEN.lower()},
    },
    Kind.RENEWAL_INFO: {
        "auto_renewal": {1, 2},
        "commitment_auto_renewal": {0, 1, 2},
        "expiration_reason": {0, 1, 2, 3},
        "price_increase": {0, 1, 2},
        "is_in_billing_retry": {0, 1},
        "offer_type": {0, 2, 4},
    },
    Kind.APP_TRANSACTION: {"original_platform": {"iOS"}},
    Kind.NOTIFICATION: {
        "notification_content": {1, 2, 3, 4},
        "subscription_state": {0, 1, 2, 3, 4, 5},
    },
}


class Comparison:
    def __init__(self, report, ours, apple):
        self._report, self._ours, self._apple = report, ours, apple
        self.fields = set()
        self.values = {}

    def compare(self, signed):
        """One case: both libraries find the text valid, with the same content. Returns what Apple's library has decoded."""
        ours, apple = self._ours.check(signed.kind, signed.text), self._apple.check(signed.kind, signed.text)
        if ours.status or apple.status:
            self._report.case(signed.name, [f"Apple's: {apple.said}", f"ours: {ours.said}"])
            return None
        self._report.case(signed.name, differences(signed.kind, signed.text, apple.data, ours.data, self.fields))
        for getter, value in ours.data.items():
            if not isinstance(value, list):
                self.values.setdefault((signed.kind, getter), set()).add(value)
        return apple.data

    def missing(self, kind):
        for getter, values in NEEDED[kind].items():
            lacking = values - self.values.get((kind, getter), set())
            if lacking:
                yield f"no text gives {getter} the values {lacking}"


# Type, subtype and the rest; a name means the newest transaction of the account.
NOTIFICATIONS = (
    ("TEST", None, {}),
    ("SUBSCRIBED", "INITIAL_BUY", {"transaction": "Ann"}),
    ("ONE_TIME_CHARGE", None, {"transaction": "Mia"}),
    ("DID_RENEW", None, {"transaction": "Bob"}),
    ("DID_FAIL_TO_RENEW", "GRACE_PERIOD", {"transaction": "Pam"}),
    ("DID_FAIL_TO_RENEW", None, {"transaction": "Rob"}),
    ("EXPIRED", "PRICE_INCREASE", {"transaction": "Ida"}),
    ("REFUND", None, {"transaction": "Lea"}),
    ("REVOKE", None, {"transaction": "Oda"}),
    ("CONSUMPTION_REQUEST", None, {"transaction": "Ann", "consumption_request_reason": "UNINTENDED_PURCHASE"}),
    ("RENEWAL_EXTENSION", "SUMMARY", {"product": "pass.gold", "request": "7f0c5d5e-3b1a-4c7b-9d55-0123456789ab",
                                      "succeeded": 5, "failed": 2}),
    ("EXTERNAL_PURCHASE_TOKEN", "UNREPORTED", {"external_purchase": "SANDBOX_7f0c5d5e"}),
    ("RESCIND_CONSENT", None, {"account": "Ann"}),
)


def compare_notifications(comparison, shop):
    poor, broke = (shop.buy(account, "news.weekly") for account in ("Pam", "Rob"))
    shop.program.do("set_renewal", id=poor, will_auto_renew=True, retry=True, grace=shop.now() + DAY_MS)
    shop.program.do("set_renewal", id=broke, will_auto_renew=True, retry=True)
    for notification_type, subtype, fields in NOTIFICATIONS:
        name = f"{notification_type} {subtype or ''}".strip()
        if "transaction" in fields:
            newest = max(each["id"] for each in shop.transactions(fields["transaction"]))
            fields = fields | {"transaction": newest}
        text = shop.notification(notification_type, subtype=subtype, **fields)
        decoded = comparison.compare(Signed(name, Kind.NOTIFICATION, text))
        if decoded is None:
            continue
        # Its content is signed separately.
        content = decoded.data or decoded.appData
        for kind, field in ((Kind.TRANSACTION, "signedTransactionInfo"), (Kind.RENEWAL_INFO, "signedRenewalInfo"),
                            (Kind.APP_TRANSACTION, "signedAppTransactionInfo")):
            inner = getattr(content, field, None)
            if inner is not None:
                comparison.compare(Signed(f"{field} of {name}", kind, inner))


def run(report, store, storekit, verifier):
    shop = Shop(store, storekit)
    signed = sell_everything(shop)
    comparison = Comparison(report, *both(verifier, shop.root))
    for kind, name in ((Kind.TRANSACTION, "transactions"), (Kind.RENEWAL_INFO, "renewal info"),
                       (Kind.APP_TRANSACTION, "app transactions")):
        report.group(f"{name} of the store are valid and decode to the same")
        for each in signed:
            if each.kind == kind:
                comparison.compare(each)
        report.case("what the proof is about was there", comparison.missing(kind))
    report.group("notifications of the store, and what is in them, are valid and decode to the same")
    compare_notifications(comparison, shop)
    report.case("what the proof is about was there", comparison.missing(Kind.NOTIFICATION))

    report.group("every field and word that Apple's library knows decodes to the same")
    report.case("the tables name every field of Apple's classes", untold())
    for name, kind, payload in all_payloads():
        text = shop.sign(json.dumps(payload).encode())
        comparison.compare(Signed(f"{name} of {CLASSES[kind].__name__}", kind, text))
    everything = {f"{apple_class.__name__}.{name}" for apple_class, table in TABLES.items() for name in table}
    report.case("no field was left out", [f"{name} was in no text" for name in sorted(everything - comparison.fields)])
    shop.program.close()

"""Commerce Protocol 1.0 as data: its operations, errors, events, and the shapes of requests and responses."""

from dataclasses import dataclass

from kinds import Flag, Map, Record, Row, Text, Whole

# The HTTP status of each error.
STATUSES = {
    "INVALID_REQUEST": 400,
    "UNAUTHORIZED": 401,
    "FORBIDDEN": 403,
    "NOT_FOUND": 404,
    "UNSUPPORTED_STORE": 422,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "UNSUPPORTED_PROFILE": 501,
    "VERIFICATION_FAILED": 502,
}

# Every operation can return these errors.
ALWAYS_POSSIBLE = {"RATE_LIMITED", "INTERNAL_ERROR"}


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    result: str
    errors: frozenset[str] = frozenset()
    status: int = 200
    # The lowest role that may call it.
    role: str | None = "server"
    profile: str = "core"


def _errors(*names: str) -> frozenset[str]:
    return frozenset(names)


_READING = _errors("INVALID_REQUEST", "UNAUTHORIZED", "FORBIDDEN", "UNSUPPORTED_PROFILE")

OPERATIONS = {
    "providerCapabilities": Operation("GET", "/commerce/v1/capabilities", "ProviderCapabilities", role=None),
    "subscriptionStatus": Operation(
        "GET", "/commerce/v1/subscriptions/status", "SubscriptionStatusResult", _READING, profile="entitlements"),
    "entitlements": Operation(
        "GET", "/commerce/v1/entitlements", "EntitlementsResult", _READING | {"VERIFICATION_FAILED"},
        profile="entitlements"),
    "verifyPurchase": Operation(
        "POST", "/commerce/v1/purchases/verify", "VerifyPurchaseResult",
        _errors("INVALID_REQUEST", "UNAUTHORIZED", "UNSUPPORTED_PROFILE", "UNSUPPORTED_STORE", "VERIFICATION_FAILED"),
        role="verification", profile="verification"),
    "bindPurchase": Operation(
        "POST", "/commerce/v1/purchases/bind", "BindPurchaseResult", _READING | {"UNSUPPORTED_STORE"},
        profile="accountLifecycle"),
    "eraseUser": Operation(
        "POST", "/commerce/v1/users/erase", "EraseUserResult", _READING, status=202, profile="accountLifecycle"),
}

PROFILES = ("verification", "entitlements", "events", "accountLifecycle")

CAPABILITIES = (
    "initialValidation", "serverNotifications", "subscriptions", "renewalEvents", "refundEvents", "expiration",
    "reconciliation", "entitlements", "revenueAmount",
)

# The state of a snapshot in an event of each type; None if the type does not fix it.
LIFECYCLE_STATES = {
    "subscription.started": "Active",
    "subscription.renewed": "Active",
    "subscription.recovered": "Active",
    "subscription.resumed": "Active",
    "subscription.entered_grace_period": "InGracePeriod",
    "subscription.entered_billing_retry": "InBillingRetry",
    "subscription.expired": "Expired",
    "subscription.revoked": "Revoked",
    "subscription.refunded": "Refunded",
    "subscription.paused": "Paused",
    "subscription.canceled": None,
    "subscription.uncanceled": None,
    "subscription.product_changed": None,
    "subscription.price_changed": None,
    "subscription.deferred": None,
}

# The value of `active` in a snapshot of each type.
GATE_EVENTS = {"entitlement.granted": True, "entitlement.revoked": False}

EVENT_TYPES = (*LIFECYCLE_STATES, *GATE_EVENTS)

STATES = ("Active", "InGracePeriod", "InBillingRetry", "Paused", "Expired", "Revoked", "Refunded", "Unknown")

ENTITLING_STATES = ("Active", "InGracePeriod")

_NAME = Text(least=1)
_TIME = Whole(least=0)
_VERSION = Text(pattern=r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")

SHAPES = {
    "Identifier": Text(least=1, most=256),
    "Store": Text(pattern=r"[a-z][a-z0-9_]*"),
    "Environment": _NAME,
    "State": Text(among=STATES),
    "Support": Record(
        {"provider": Flag(), "implementation": Flag()}, {"notes": _NAME}, closed=True),
    "StoreCapabilities": Record({name: "Support" for name in CAPABILITIES}),
    "ProviderCapabilities": Record(
        {
            "commerceProtocolVersion": _VERSION,
            "eventTypes": Row(Text(pattern=r"[a-z]+\.[a-z_]+"), least=1, unique=True),
            "stores": Map("StoreCapabilities", Text(pattern=r"[a-z][a-z0-9_]*"), least=1),
        },
        {
            "implementation": Record(optional={"name": _NAME, "version": _NAME}),
            "profiles": Map(_VERSION, Text(pattern=r"[a-z][a-zA-Z0-9]*"), least=1),
            "bindings": Map(_VERSION, Text(pattern=r"[a-z][a-zA-Z0-9]*"), least=1),
        }),
    "SubscriptionStatusSnapshot": Record(
        {"productId": _NAME, "state": "State", "active": Flag()},
        {
            "store": "Store", "expiresAt": _TIME, "renewsAt": _TIME, "willRenew": Flag(),
            "cancellationReason": _NAME, "startedAt": _TIME, "updatedAt": _TIME,
        }, closed=True),
    "SubscriptionStatusResult": Record(
        {"active": Flag()}, {"subscription": "SubscriptionStatusSnapshot"}, closed=True),
    "EntitlementsResult": Record(
        {
            "userId": "Identifier",
            "productIds": Row(_NAME, unique=True),
            "subscriptions": Row("SubscriptionStatusSnapshot"),
        }, closed=True),
    "VerifyPurchaseResult": Record(
        {"store": "Store", "isValid": Flag(), "state": Text(pattern=r"[A-Z][A-Z0-9_]*")},
        {"productId": _NAME, "environment": "Environment"}),
    "BindPurchaseResult": Record({"bound": Flag()}),
    "EraseUserResult": Record(
        {"accepted": Flag()}, {"jobId": "Identifier", "status": Text(pattern=r"[a-z][a-z_]*")}),
    "Error": Record(
        {"error": Record({"code": Text(among=tuple(STATUSES)), "message": _NAME}, closed=True)}, closed=True),
    "Money": Record({
        "currency": Text(pattern=r"[A-Z]{3}"),
        "amountMicros": Whole(least=0),
        "provenance": Text(among=("store", "catalog", "inferred")),
    }),
    "SubscriptionSnapshot": Record(
        {"state": "State", "productId": _NAME, "active": Flag()},
        {"expiresAt": _TIME, "renewsAt": _TIME, "willRenew": Flag(), "cancellationReason": _NAME}),
    "Event": Record(
        {
            "eventId": "Identifier",
            "eventType": Text(among=EVENT_TYPES),
            "eventVersion": Text(pattern=r"1\.(0|[1-9][0-9]*)"),
            "occurredAt": _TIME,
            "processedAt": _TIME,
            "store": "Store",
            "environment": "Environment",
            "projectId": "Identifier",
        },
        {
            "applicationId": "Identifier",
            "userId": "Identifier",
            "productId": _NAME,
            "previousProductId": _NAME,
            "transactionId": _NAME,
            "originalTransactionId": _NAME,
            "subscription": "SubscriptionSnapshot",
            "price": "Money",
            "sourceStoreEventId": _NAME,
            "extensions": Map(Text(most=512), Text(least=1, most=64), most=24),
        }),
}

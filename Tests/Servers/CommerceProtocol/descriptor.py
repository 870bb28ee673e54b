"""What a server says about itself."""

from client import Answer, Client
from shapes import CAPABILITIES, EVENT_TYPES, GATE_EVENTS, PROFILES

# The events that a server for Apple can report, because Apple reports them.
EVENTS_OF_APPLE = {
    "subscription.started", "subscription.renewed", "subscription.recovered", "subscription.entered_grace_period",
    "subscription.entered_billing_retry", "subscription.expired", "subscription.canceled", "subscription.uncanceled",
    "subscription.revoked", "subscription.refunded", "subscription.product_changed", "subscription.price_changed",
    *GATE_EVENTS,
}


def check(client: Client, has_events: bool) -> Answer:
    """Checks the descriptor, and returns it for the comparison at the end of a run."""
    answer = client.call("without a credential", "providerCapabilities", role=None)
    checks, value = client.checks, answer.value
    checks.equal("descriptor: status", answer.status, 200)
    if not isinstance(value, dict):
        return answer
    for role in ("server", "verification"):
        same = client.succeeds(f"with the {role} credential", "providerCapabilities", role=role)
        checks.equal(f"descriptor: the same with the {role} credential", same, value)
    versions = {"commerceProtocolVersion": value.get("commerceProtocolVersion"), "rest": bindings(value).get("rest")}
    versions |= {name: version for name, version in profiles(value).items() if name in PROFILES}
    for name, version in versions.items():
        checks.equal(f"descriptor: major version of {name}", str(version).split(".")[0], "1")
    expected = {name for name in PROFILES if has_events or name != "events"}
    checks.equal("descriptor: profiles that are missing", expected - set(profiles(value)), set())
    checks.equal("descriptor: bindings", set(bindings(value)), {"rest"})
    types = value.get("eventTypes", [])
    checks.equal("descriptor: event types that the protocol does not have", set(types) - set(EVENT_TYPES), set())
    checks.equal("descriptor: event types that Apple never reports", set(types) - EVENTS_OF_APPLE, set())
    for store, capabilities in value.get("stores", {}).items():
        check_capabilities(client, store, capabilities)
    checks.equal("descriptor: stores", set(value.get("stores", {})), {"apple"})
    return answer


def check_capabilities(client: Client, store: str, capabilities: dict) -> None:
    for name in CAPABILITIES:
        support = capabilities.get(name, {})
        offered, used = support.get("provider"), support.get("implementation")
        what = f"descriptor: {name} of {store}"
        client.checks.equal(f"{what} is offered by the store", offered, True)
        client.checks.holds(f"{what} is used only if it is offered", offered or not used)
        client.checks.holds(f"{what} says why it is false", (offered and used) or bool(support.get("notes")))


def profiles(value: dict) -> dict:
    found = value.get("profiles", {})
    return found if isinstance(found, dict) else {}


def bindings(value: dict) -> dict:
    found = value.get("bindings", {})
    return found if isinstance(found, dict) else {}


def check_unchanged(client: Client, before: Answer) -> None:
    after = client.call("at the end", "providerCapabilities", role=None)
    client.checks.equal("descriptor: unchanged at the end", after.value, before.value)

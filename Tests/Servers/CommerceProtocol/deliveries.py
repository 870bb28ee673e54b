"""Rules for every list of webhook deliveries, with any events."""

import re
from collections import defaultdict
from collections.abc import Iterator

from client import parsed
from consumer import Delivery
from counting import Checks
from kinds import problems
from lifecycle import is_entitled
from shapes import GATE_EVENTS, LIFECYCLE_STATES, SHAPES
from signing import accepts

# The maximum age of a signature that arrives on the same machine, in seconds.
FRESHNESS = 10

HEADERS = ("openiap-signature", "openiap-timestamp", "openiap-event-id", "openiap-delivery-id")


def check(checks: Checks, deliveries: list[Delivery], secrets: list[str], declared: list[str]) -> None:
    """`secrets` are those of the receiver; `declared` are the event types of the descriptor."""
    for number, delivery in enumerate(deliveries):
        what = f"delivery {number}"
        checks.none(f"{what}: request", request_problems(delivery))
        checks.none(f"{what}: signature", signature_problems(delivery, secrets))
        event = parsed(delivery.body)
        wrong = list(problems(event, "Event", SHAPES))
        checks.none(f"{what}: shape", wrong)
        if not wrong:
            checks.none(f"{what}: {event['eventType']}", event_problems(event, declared))
            checks.equal(f"{what}: the header names the event", delivery.header("openiap-event-id"), event["eventId"])
    checks.none("attempts", attempt_problems(deliveries))
    events = distinct_events(deliveries)
    checks.none("order", order_problems(events))
    checks.none("gates", gate_problems(events))
    checks.none("prices", price_problems(events))


def distinct_events(deliveries: list[Delivery]) -> list[dict]:
    """Each event once, in the order of the first arrivals."""
    found = {}
    for delivery in deliveries:
        event = parsed(delivery.body)
        if isinstance(event, dict):
            found.setdefault(event.get("eventId"), event)
    return list(found.values())


def request_problems(delivery: Delivery) -> Iterator[str]:
    if delivery.method != "POST":
        yield f"the method is {delivery.method}"
    if (delivery.header("content-type") or "").split(";")[0].strip().lower() != "application/json":
        yield f"the content type is {delivery.header('content-type')}"
    for name, value in delivery.headers:
        if name == "content-encoding" and value.strip().lower() != "identity":
            yield f"the content encoding is {value}"
    for name in HEADERS:
        if not delivery.header(name):
            yield f"{name} is not there once"
    if "authorization" in dict(delivery.headers):
        yield "there is a credential"


def signature_problems(delivery: Delivery, secrets: list[str]) -> Iterator[str]:
    header, timestamp = delivery.header("openiap-signature") or "", delivery.header("openiap-timestamp") or ""
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        yield f"the time is {timestamp!r}"
        return
    for value in header.split(","):
        if not re.fullmatch(r"v1=[0-9a-f]{64}", value.strip()):
            yield f"{value!r} is no signature"
    if abs(delivery.received_at - int(timestamp)) > FRESHNESS:
        yield f"signed at {timestamp}, received at {delivery.received_at:.0f}"
    # Each valid secret alone must be enough: secrets can then be changed.
    for number, secret in enumerate(secrets):
        if not accepts([secret], header, int(timestamp), delivery.body, int(delivery.received_at)):
            yield f"there is no signature with secret {number}"


def event_problems(event: dict, declared: list[str]) -> Iterator[str]:
    kind, snapshot = event["eventType"], event.get("subscription")
    if kind not in declared:
        yield "the descriptor does not declare this type"
    if kind in GATE_EVENTS:
        yield from (f"there is no {name}" for name in ("userId", "productId") if name not in event)
        if snapshot is not None and snapshot["active"] is not GATE_EVENTS[kind]:
            yield f"active is {snapshot['active']}"
    elif snapshot is not None and LIFECYCLE_STATES[kind] not in (None, snapshot["state"]):
        yield f"the state is {snapshot['state']}"
    if snapshot is not None:
        gate = is_entitled(snapshot["state"], snapshot.get("expiresAt"), event["processedAt"])
        if snapshot["active"] is not gate:
            yield f"active is {snapshot['active']} in {snapshot['state']}, at the time of processing"
        if kind == "subscription.canceled" and snapshot.get("willRenew", False):
            yield "it will renew"
        if kind == "subscription.uncanceled" and not snapshot.get("willRenew", True):
            yield "it will not renew"
        if snapshot.get("willRenew") is False and "renewsAt" in snapshot:
            yield "a renewal is announced that will not come"
    yield from (f"{place} is signed by the store" for place in signed_texts(event))


def signed_texts(value, place: str = "$") -> Iterator[str]:
    """The places of texts that the store has signed. Events have none."""
    if isinstance(value, str) and re.search(r"eyJ[\w-]{10,}\.", value):
        yield place
    elif isinstance(value, dict):
        for name, member in value.items():
            yield from signed_texts(member, f"{place}.{name}")
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from signed_texts(element, f"{place}[{index}]")


def attempt_problems(deliveries: list[Delivery]) -> Iterator[str]:
    """A retry has the same body and ids. Its time and its signature are different."""
    attempts: dict[str | None, list[Delivery]] = defaultdict(list)
    chains: dict[str | None, set[str | None]] = defaultdict(set)
    for delivery in deliveries:
        attempts[delivery.header("openiap-event-id")].append(delivery)
        chains[delivery.header("openiap-delivery-id")].add(delivery.header("openiap-event-id"))
    for identifier, several in attempts.items():
        first, *later = several
        for delivery in later:
            if delivery.body != first.body:
                yield f"{identifier} has another body later"
            if delivery.header("openiap-delivery-id") != first.header("openiap-delivery-id"):
                yield f"{identifier} has another delivery id later"
            is_new = delivery.header("openiap-timestamp") != first.header("openiap-timestamp")
            if is_new == (delivery.header("openiap-signature") == first.header("openiap-signature")):
                yield f"{identifier} is not signed for its time"
        for before, after in zip(several, later):
            if before.status not in (408, 429) and before.status < 500:
                yield f"{identifier} comes again after {before.status}"
            if int(after.header("openiap-timestamp") or 0) < int(before.header("openiap-timestamp") or 0):
                yield f"{identifier} goes back in time"
    for chain, events in chains.items():
        if len(events) > 1:
            yield f"delivery {chain} has several events"


def order_problems(events: list[dict]) -> Iterator[str]:
    """Of the events of one notification, the event of the gate comes last."""
    gates = set()
    for event in events:
        source = event.get("sourceStoreEventId")
        if event.get("eventType") in GATE_EVENTS:
            gates.add(source)
        elif source in gates and source is not None:
            yield f"{event['eventType']} comes after the event of its gate"


def gate_problems(events: list[dict]) -> Iterator[str]:
    """A gate is closed at first, then opens, closes, opens: no event repeats the previous one."""
    gates: dict[tuple, bool] = defaultdict(bool)
    for event in events:
        if event.get("eventType") in GATE_EVENTS:
            gate = (event.get("userId"), event.get("productId"), event.get("originalTransactionId"))
            if gates[gate] == GATE_EVENTS[event["eventType"]]:
                yield f"{event['eventType']} of {gate} changes nothing"
            gates[gate] = GATE_EVENTS[event["eventType"]]


def price_problems(events: list[dict]) -> Iterator[str]:
    """At most one event of a notification has a price."""
    priced = set()
    for event in events:
        source = event.get("sourceStoreEventId")
        if "price" in event and source is not None:
            if source in priced:
                yield f"{event['eventType']} repeats a price"
            priced.add(source)

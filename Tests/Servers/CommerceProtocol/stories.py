"""The events for the actions of players."""

from collections.abc import Callable
from dataclasses import dataclass

import deliveries
from apple import Apple, Purchase
from client import Client
from consumer import Consumer
from counting import Checks
from purchases import check_bound, new_user

# The price of the club.
PRICE = {"currency": "USD", "amountMicros": 2_990_000, "provenance": "store"}


@dataclass
class Stage:
    client: Client
    apple: Apple
    consumer: Consumer
    # The longest wait for an event, in seconds. It includes a retry.
    timeout: float

    @property
    def checks(self) -> Checks:
        return self.client.checks

    def events(self, bought: Purchase) -> list[dict]:
        """The events for a purchase so far."""
        return [event for event in deliveries.distinct_events(self.consumer.deliveries)
                if event.get("originalTransactionId") == bought.original_id]

    def attempts(self, bought: Purchase) -> list[int]:
        """The responses to deliveries about a purchase."""
        identifiers = {event["eventId"] for event in self.events(bought)}
        return [delivery.status for delivery in self.consumer.deliveries
                if delivery.header("openiap-event-id") in identifiers]


class Story:
    """What happens to one subscription, and the expected events, step by step.

    Each step waits for its events, then compares all events so far. An unexpected event is then found in the next step.
    """

    def __init__(self, stage: Stage, name: str):
        self.stage = stage
        self.name = name
        self.expected: list[str] = []
        self.bought = stage.apple.active_subscription()
        self.user: str | None = None
        self.comes("a purchase", "subscription.started")

    def step(self, what: str, act: Callable[[Purchase], object], *events: str) -> None:
        act(self.bought)
        self.comes(what, *events)

    def comes(self, what: str, *events: str) -> None:
        self.expected += events
        self.stage.checks.comes(f"{self.name}, {what}: the events come",
                                lambda: len(self.stage.events(self.bought)) >= len(self.expected), self.stage.timeout)
        found = self.stage.events(self.bought)
        self.stage.checks.equal(f"{self.name}, {what}", [event["eventType"] for event in found], self.expected)
        for event in found[len(found) - len(events):] if events else []:
            self._check_event(what, event)

    def bind(self, *events: str) -> None:
        self.user = new_user()
        check_bound(self.stage.client, self.name, self.user, self.stage.apple.newest(self.bought), True)
        self.comes("binding", *events)

    def _check_event(self, what: str, event: dict) -> None:
        found = {name: event.get(name) for name in ("store", "environment", "userId", "productId")}
        expected = {"store": "apple", "environment": self.stage.apple.environment, "userId": self.user,
                    "productId": self.bought.product}
        self.stage.checks.equal(f"{self.name}, {what}, {event['eventType']}: members", found, expected)
        self.stage.checks.equal(f"{self.name}, {what}: price", event.get("price", PRICE), PRICE)
        known = {one["notificationUUID"] for one in self.stage.apple.notifications()}
        source = event.get("sourceStoreEventId")
        self.stage.checks.holds(f"{self.name}, {what}: the source is a notification", source is None or source in known)


def check(client: Client, apple: Apple, consumer: Consumer, secrets: list[str], timeout: float) -> None:
    stage = Stage(client, apple, consumer, timeout)
    declared = client.succeeds("for its events", "providerCapabilities", role=None).get("eventTypes", [])
    long_life(stage)
    taken_away(stage)
    nobody(stage)
    one_time(stage)
    retries(stage)
    permanent_failures(stage)
    deliveries.check(client.checks, consumer.deliveries, secrets, declared)


def long_life(stage: Stage) -> None:
    apple, story = stage.apple, Story(stage, "a long life")
    story.bind("entitlement.granted")
    story.step("a test of deliveries", lambda _: apple.tell("TEST"))
    story.step("a request for consumption information", lambda bought: apple.tell("CONSUMPTION_REQUEST", bought))
    story.step("a declined refund", lambda bought: apple.tell("REFUND_DECLINED", bought))
    first = apple.notifications(story.bought)[0]["notificationUUID"]
    story.step("a notification once more", lambda _: apple.tell_again(first))
    story.step("renewal off", apple.cancel, "subscription.canceled")
    story.step("renewal on", apple.resubscribe, "subscription.uncanceled")
    story.step("a renewal", apple.renew, "subscription.renewed")
    story.step("a grace period", lambda bought: apple.fail_renewal(bought, grace=True),
               "subscription.entered_grace_period")
    story.step("paid in time", apple.pay, "subscription.recovered")
    story.step("billing retry", lambda bought: apple.fail_renewal(bought, grace=False),
               "subscription.entered_billing_retry", "entitlement.revoked")
    story.step("paid late", apple.pay, "subscription.recovered", "entitlement.granted")
    story.step("the end", apple.expire, "subscription.expired", "entitlement.revoked")
    story.step("a new beginning", apple.buy_again, "subscription.recovered", "entitlement.granted")
    story.step("a refund", lambda bought: apple.refund(apple.newest(bought)),
               "subscription.refunded", "entitlement.revoked")


def taken_away(stage: Stage) -> None:
    story = Story(stage, "taken away")
    story.bind("entitlement.granted")
    story.step("taken away", stage.apple.revoke, "subscription.revoked", "entitlement.revoked")


def nobody(stage: Stage) -> None:
    """The subscription has no user, therefore no gate opens or closes. A user who is bound later gets no earlier event."""
    story = Story(stage, "without a user")
    story.step("the end", stage.apple.expire, "subscription.expired")
    story.bind()
    # The next event shows that nothing came in between.
    story.step("a new beginning", stage.apple.buy_again, "subscription.recovered", "entitlement.granted")


def one_time(stage: Stage) -> None:
    """Coins have no events."""
    coins = stage.apple.consumable()
    check_bound(stage.client, "coins", new_user(), coins, True)
    Story(stage, "after the coins")
    stage.checks.equal("coins: events", stage.events(coins), [])


def retries(stage: Stage) -> None:
    """A consumer that cannot accept an event receives it again."""
    statuses = [503, 429, 408, 500]
    stage.consumer.statuses = list(statuses)
    story = Story(stage, "a consumer in trouble")
    stage.checks.comes("a consumer in trouble: it gets the event in the end",
                       lambda: stage.attempts(story.bought) == [*statuses, 200], stage.timeout)
    stage.consumer.statuses = []


def permanent_failures(stage: Stage) -> None:
    """A consumer that refuses an event does not receive it again, and the sender follows no redirect."""
    for status in (400, 401, 404, 410, 422, 302, 308):
        stage.consumer.statuses = [status]
        story = Story(stage, f"a consumer that answers {status}")
        # The next event shows that the sender continues.
        story.step("the next event", stage.apple.cancel, "subscription.canceled")
        stage.checks.equal(f"after {status}: attempts", stage.attempts(story.bought), [status, 200])
    elsewhere = [one.path for one in stage.consumer.deliveries if one.path.endswith("/elsewhere")]
    stage.checks.equal("redirects that were followed", elsewhere, [])

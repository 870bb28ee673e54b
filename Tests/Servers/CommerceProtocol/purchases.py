"""A server's results for real purchases, and the users that own them."""

import time
import uuid

from apple import Apple, Purchase, forged, unsigned_evidence
from client import Answer, Client
from lifecycle import is_entitled
from shapes import ENTITLING_STATES, OPERATIONS

# A day, in milliseconds.
DAY = 86_400_000


def check(client: Client, apple: Apple) -> None:
    check_verdicts(client, apple)
    check_verification_binds_nobody(client, apple)
    check_binding(client, apple)
    check_token(client, apple)
    check_standings(client, apple)
    check_several(client, apple)
    check_one_time_products(client, apple)
    check_users_that_look_odd(client, apple)
    check_unknown_user(client)
    check_nothing_is_reported(client, apple)
    if client.environment is not None:
        check_other_environment(client, apple)
    check_erasure(client, apple)
    check_outage(client, apple)


def new_user() -> str:
    return f"user-{uuid.uuid4()}"


# Verdicts


def check_verdicts(client: Client, apple: Apple) -> None:
    genuine = {
        "an active subscription": (apple.active_subscription(), True, "ENTITLED"),
        "one that will not renew": (apple.cancelled_subscription(), True, "ENTITLED"),
        "an expired one": (apple.expired_subscription(), False, "EXPIRED"),
        "a refunded one": (apple.refunded_subscription(), False, "CANCELED"),
        "a revoked one": (apple.revoked_subscription(), False, "CANCELED"),
        "coins": (apple.consumable(), True, "READY_TO_CONSUME"),
        "a durable product": (apple.durable(), True, "ENTITLED"),
    }
    for what, (bought, is_valid, state) in genuine.items():
        for role in ("verification", "server"):
            check_verdict(client, f"{what}, as {role}", bought.evidence, role, {
                "store": "apple", "isValid": is_valid, "state": state, "productId": bought.product,
                "environment": apple.environment})
    check_false_evidence(client, apple)


def check_verdict(client: Client, what: str, evidence: dict, role: str, expected: dict) -> None:
    first = client.succeeds(what, "verifyPurchase", evidence, role)
    client.checks.equal(f"verifyPurchase, {what}", {name: first.get(name) for name in expected}, expected)
    client.checks.equal(f"verifyPurchase, {what}: again",
                        client.succeeds(what, "verifyPurchase", evidence, role), first)


def check_false_evidence(client: Client, apple: Apple) -> None:
    """A negative verdict of the store is a result, not an error."""
    bought = apple.active_subscription()
    head, body, signature = bought.signed.split(".")
    other_head, other_body, _ = apple.active_subscription().signed.split(".")
    for what, signed in {
        "a forged signature": forged(bought.signed),
        "another purchase under the signature": f"{head}.{other_body}.{signature}",
        "no signature": f"{head}.{body}.",
        "two parts": f"{head}.{body}",
        "no signed text": "what is this",
        "the longest text": "x" * 16384,
        "an unsigned text": unsigned_evidence()["apple"]["jws"],
    }.items():
        evidence = {"store": "apple", "apple": {"jws": signed}}
        result = client.succeeds(what, "verifyPurchase", evidence, "verification")
        client.checks.equal(f"verifyPurchase, {what}", (result.get("isValid"), result.get("state")),
                            (False, "INAUTHENTIC"))
        client.checks.holds(f"verifyPurchase, {what}: no product is claimed", "productId" not in result)
        bound = client.succeeds(what, "bindPurchase", {"userId": new_user(), **evidence})
        client.checks.equal(f"bindPurchase, {what}", bound.get("bound"), False)


def check_verification_binds_nobody(client: Client, apple: Apple) -> None:
    bought, user = apple.active_subscription(), new_user()
    members = {**bought.evidence, "userId": user}
    client.succeeds("with a user that it ignores", "verifyPurchase", members, "verification")
    client.succeeds("with a user that it ignores", "verifyPurchase", members, "server")
    check_has_nothing(client, "a user who was named in a verification", user)
    check_bound(client, "after a verification", new_user(), bought, True)


# Binding


def check_bound(client: Client, what: str, user: str, bought: Purchase, expected: bool) -> None:
    result = client.succeeds(what, "bindPurchase", {"userId": user, **bought.evidence})
    client.checks.equal(f"bindPurchase, {what}", result.get("bound"), expected)


def check_binding(client: Client, apple: Apple) -> None:
    """The first user keeps a purchase."""
    bought, owner, other = apple.active_subscription(), new_user(), new_user()
    check_bound(client, "the first user", owner, bought, True)
    check_bound(client, "the same user again", owner, bought, True)
    check_bound(client, "another user", other, bought, False)
    check_bound(client, "the first user after the other", owner, bought, True)
    check_has_subscription(client, "the first user", owner, bought)
    check_has_nothing(client, "the other user", other)
    # The response does not reveal whether another user's purchase exists.
    taken = client.call("a purchase of another user", "bindPurchase", {"userId": other, **bought.evidence})
    unknown = client.call("unknown evidence", "bindPurchase", {"userId": other, **unsigned_evidence()})
    client.checks.equal("bindPurchase: a purchase of another user answers as an unknown one", taken.body, unknown.body)
    check_renewal_stays_bound(client, apple, bought, owner, other)


def check_renewal_stays_bound(client: Client, apple: Apple, bought: Purchase, owner: str, other: str) -> None:
    """A binding applies to the whole subscription, not to one of its transactions."""
    apple.renew(bought)
    renewal = apple.newest(bought)
    check_bound(client, "a renewal, another user", other, renewal, False)
    check_bound(client, "a renewal, the first user", owner, renewal, True)
    check_has_subscription(client, "the first user after a renewal", owner, renewal)


def check_token(client: Client, apple: Apple) -> None:
    """A purchase with an appAccountToken belongs to the user with that name."""
    bought = apple.active_subscription(with_token=True)
    check_bound(client, "the user whom the token names", bought.token, bought, True)
    check_bound(client, "a user whom the token does not name", new_user(), bought, False)
    check_has_subscription(client, "the user whom the token names", bought.token, bought)


# Reading


def check_has_nothing(client: Client, what: str, user: str) -> None:
    status = client.succeeds(what, "subscriptionStatus", {"userId": user})
    client.checks.equal(f"subscriptionStatus, {what}", status, {"active": False})
    rights = client.succeeds(what, "entitlements", {"userId": user})
    client.checks.equal(f"entitlements, {what}", rights, {"userId": user, "productIds": [], "subscriptions": []})


def check_has_subscription(client: Client, what: str, user: str, bought: Purchase) -> dict:
    snapshot = check_agreement(client, what, user)
    client.checks.equal(f"subscriptionStatus, {what}: the subscription",
                        (snapshot.get("productId"), snapshot.get("active"), snapshot.get("store", "apple")),
                        (bought.product, True, "apple"))
    return snapshot


def check_agreement(client: Client, what: str, user: str) -> dict:
    """The two reading operations return the same for a user. Returns the subscription of the status, or an empty one."""
    checks = client.checks
    status = client.succeeds(what, "subscriptionStatus", {"userId": user})
    rights = client.succeeds(what, "entitlements", {"userId": user})
    snapshot = status.get("subscription", {})
    checks.equal(f"{what}: the status is active as its subscription is",
                 status.get("active"), snapshot.get("active", False))
    checks.equal(f"{what}: whose entitlements", rights.get("userId"), user)
    records = rights.get("subscriptions", [])
    for record in [*records, *([snapshot] if snapshot else [])]:
        checks.equal(f"{what}: the gate of {record.get('state')}", record.get("active"), is_open(record))
    for record in records:
        checks.equal(f"{what}: a record of the entitlements is active", record.get("active"), True)
        checks.holds(f"{what}: the product of each record is listed", record.get("productId") in rights["productIds"])
    checks.equal(f"{what}: the status is active if a subscription entitles", status.get("active"), bool(records))
    if status.get("active"):
        checks.holds(f"{what}: the status shows a subscription that entitles", snapshot.get("productId") in [record.get("productId") for record in records])
    return snapshot


def is_open(record: dict) -> bool:
    """Whether a subscription gives access now."""
    return is_entitled(record.get("state"), record.get("expiresAt"), time.time() * 1000)


def check_standings(client: Client, apple: Apple) -> None:
    for what, bought, states, expected in [
        ("an active subscription", apple.active_subscription(), {"Active"}, {"willRenew": True}),
        ("one that will not renew", apple.cancelled_subscription(), {"Active"}, {"willRenew": False}),
        ("one in its grace period", apple.subscription_in_grace(), {"InGracePeriod"}, {}),
        ("one in billing retry", apple.subscription_in_billing_retry(), {"InBillingRetry"}, {}),
        ("an expired one", apple.expired_subscription(), {"Expired"}, {}),
        # A server that has not received the notification may not know which of the two happened.
        ("a refunded one", apple.refunded_subscription(), {"Refunded", "Revoked"}, {}),
        ("a revoked one", apple.revoked_subscription(), {"Refunded", "Revoked"}, {}),
    ]:
        user = new_user()
        check_bound(client, what, user, bought, True)
        snapshot = check_agreement(client, what, user)
        client.checks.among(f"subscriptionStatus, {what}: state", snapshot.get("state"), states)
        client.checks.equal(f"subscriptionStatus, {what}: product", snapshot.get("productId"), bought.product)
        client.checks.equal(f"subscriptionStatus, {what}: active",
                            snapshot.get("active"), bool(states & set(ENTITLING_STATES)))
        for name, value in expected.items():
            client.checks.among(f"subscriptionStatus, {what}: {name}", snapshot.get(name, value), {value})
        if not snapshot.get("willRenew", True):
            client.checks.holds(f"subscriptionStatus, {what}: no renewal is announced", "renewsAt" not in snapshot)
        if snapshot.get("state") == "InGracePeriod":
            ahead = snapshot.get("expiresAt", 0) - time.time() * 1000
            client.checks.holds("in grace, access ends with the grace period", 15 * DAY < ahead < 17 * DAY,
                                f"in {ahead / DAY:.1f} days")


def check_several(client: Client, apple: Apple) -> None:
    """One subscription that entitles is enough, and the status contains that one."""
    user = new_user()
    for bought in (apple.expired_subscription(), apple.active_subscription(), apple.refunded_subscription()):
        check_bound(client, "one of several", user, bought, True)
    snapshot = check_agreement(client, "a user with several subscriptions", user)
    client.checks.equal("several subscriptions: the one that entitles is shown", snapshot.get("state"), "Active")
    rights = client.succeeds("several subscriptions", "entitlements", {"userId": user})
    client.checks.equal("several subscriptions: one entitles", len(rights.get("subscriptions", [])), 1)


def check_one_time_products(client: Client, apple: Apple) -> None:
    """A durable product is an entitlement without a subscription. Coins are not an entitlement."""
    user = new_user()
    for bought in (apple.durable(), apple.consumable()):
        check_bound(client, bought.product, user, bought, True)
    check_agreement(client, "a user with one-time products", user)
    rights = client.succeeds("one-time products", "entitlements", {"userId": user})
    client.checks.equal("entitlements, one-time products", rights,
                        {"userId": user, "productIds": [apple.EDITOR], "subscriptions": []})
    status = client.succeeds("one-time products", "subscriptionStatus", {"userId": user})
    client.checks.equal("subscriptionStatus, one-time products", status, {"active": False})


def check_users_that_look_odd(client: Client, apple: Apple) -> None:
    """An identifier is any text. It stays unchanged in the address and in JSON."""
    for name in ("a b+c", "100%&x=1#?", "…/../ü 名前 🎮", "'; DROP TABLE users; --", "\"\\\n\t"):
        user = f"{name} {uuid.uuid4()}"
        bought = apple.active_subscription()
        check_bound(client, f"the user {name!r}", user, bought, True)
        check_has_subscription(client, f"the user {name!r}", user, bought)


def check_unknown_user(client: Client) -> None:
    check_has_nothing(client, "an unknown user", new_user())


def check_nothing_is_reported(client: Client, apple: Apple) -> None:
    """No text of the evidence and no id of the store is in any response that the server gives for reading."""
    bought = apple.active_subscription(with_token=True)
    user = bought.token
    check_bound(client, "a user", user, bought, True)
    for name in ("subscriptionStatus", "entitlements"):
        text = client.call("the response for reading", name, {"userId": user}).body.decode()
        for what, secret in {"transaction": bought.transaction_id, "subscription": bought.original_id,
                             "signature": bought.signed.split(".")[2]}.items():
            client.checks.holds(f"{name}: the response does not contain the {what}", secret not in text)


def check_other_environment(client: Client, apple: Apple) -> None:
    """What a user has in the sandbox opens nothing, unless the caller names the sandbox."""
    bought, user = apple.active_subscription(), new_user()
    check_bound(client, "a user of the sandbox", user, bought, True)
    durable = apple.durable()
    check_bound(client, "the same user, a durable product", user, durable, True)
    rights = client.succeeds("a user of the sandbox", "entitlements", {"userId": user})
    client.checks.equal("entitlements, the named environment", sorted(rights.get("productIds", [])),
                        sorted([bought.product, durable.product]))
    for name, nothing in {"subscriptionStatus": {"active": False},
                          "entitlements": {"userId": user, "productIds": [], "subscriptions": []}}.items():
        for environment in ("production", "Production"):
            value = client.succeeds(f"the environment {environment}", name, {"userId": user, "environment": environment})
            client.checks.equal(f"{name}, the environment {environment}", value, nothing)
        client.fails("an unknown environment", "INVALID_REQUEST", name, {"userId": user, "environment": "xcode"})
        answer = client.send("GET", f"{OPERATIONS[name].path}?userId={user}", **client.bearer("server"))
        client.checks.equal(f"{name}, no environment", answer.value, nothing)
        client.checks.equal(f"{name}, no environment: the one that the response names",
                            answer.headers.get("iap-environment"), "Production")


# Erasure


def check_erasure(client: Client, apple: Apple) -> None:
    bought, user, stays = apple.active_subscription(), new_user(), new_user()
    kept = apple.active_subscription()
    check_bound(client, "the user who will be erased", user, bought, True)
    check_bound(client, "the user who stays", stays, kept, True)
    first = client.succeeds("a user", "eraseUser", {"userId": user})
    client.checks.equal("eraseUser: accepted", first.get("accepted"), True)
    again = client.succeeds("the same user again", "eraseUser", {"userId": user})
    client.checks.equal("eraseUser, again: the same job",
                        {**again, "status": None}, {**first, "status": None})
    client.becomes("until the user is erased", "subscriptionStatus", {"userId": user},
                   lambda value: value == {"active": False})
    check_has_nothing(client, "an erased user", user)
    check_has_subscription(client, "the user who stays", stays, kept)
    unknown = client.succeeds("an unknown user", "eraseUser", {"userId": new_user()})
    client.checks.equal("eraseUser, unknown: accepted", unknown.get("accepted"), True)


# A store that does not respond


def check_outage(client: Client, apple: Apple) -> None:
    """While the App Store is down, no player loses anything: the server returns what it knows, or reports that it does not
    know."""
    bound, user = apple.active_subscription(), new_user()
    check_bound(client, "before the outage", user, bound, True)
    fresh = apple.active_subscription()
    apple.is_down(True)
    try:
        check_not_refused(client, client.call("an outage", "verifyPurchase", fresh.evidence, "verification"),
                          "verifyPurchase", lambda value: value.get("isValid") is True)
        check_not_refused(client, client.call("an outage", "subscriptionStatus", {"userId": user}),
                          "subscriptionStatus", lambda value: value.get("active") is True)
        check_not_refused(client, client.call("an outage", "entitlements", {"userId": user}),
                          "entitlements", lambda value: bound.product in value.get("productIds", []))
    finally:
        apple.is_down(False)
    check_has_subscription(client, "after the outage", user, bound)
    check_bound(client, "after the outage", new_user(), fresh, True)


def check_not_refused(client: Client, answer: Answer, name: str, is_right) -> None:
    """A correct result, or an error that says that the server cannot know."""
    value = answer.value
    is_known = answer.status == 200 and isinstance(value, dict) and is_right(value)
    client.checks.holds(f"{name}, an outage: nothing is refused",
                        is_known or answer.code in ("VERIFICATION_FAILED", "INTERNAL_ERROR"),
                        f"{answer.status} {answer.body!r}")

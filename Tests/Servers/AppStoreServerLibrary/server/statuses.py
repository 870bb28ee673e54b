"""Get All Subscription Statuses, in every state and with filters."""

from types import SimpleNamespace

from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.ExpirationIntent import ExpirationIntent
from appstoreserverlibrary.models.Status import Status


def _statuses(world, id, *wanted):
    """Group, status, and the verified transaction and renewal info of each subscription."""
    answer = world.client.get_all_subscription_statuses(id, list(wanted) or None)
    world.equal((answer.environment, answer.bundleId, answer.appAppleId),
                (Environment.SANDBOX, world.store.bundle_id, None), "the app of the statuses")
    found = []
    for group in answer.data:
        for item in group.lastTransactions:
            transaction = world.reader.transaction(item.signedTransactionInfo)
            renewal = world.reader.renewal(item.signedRenewalInfo)
            ids = {item.originalTransactionId, transaction.originalTransactionId, renewal.originalTransactionId}
            world.equal(len(ids), 1, "the number of original ids of a status")
            found.append((group.subscriptionGroupIdentifier, item.status, transaction, renewal))
    return found


def _one(world, id):
    found = _statuses(world, id)
    world.equal(len(found), 1, "the number of subscriptions")
    return found[0][1:]


def an_active_subscription(world):
    id = world.store.buy("anna", "pass.gold")
    status, transaction, renewal = _one(world, id)
    world.equal((status, transaction.transactionId, renewal.autoRenewStatus, renewal.autoRenewProductId, renewal.productId,
                 renewal.renewalPrice, renewal.currency, renewal.expirationIntent, renewal.isInBillingRetryPeriod,
                 renewal.renewalDate, renewal.recentSubscriptionStartDate, renewal.environment),
                (Status.ACTIVE, id, AutoRenewStatus.ON, "pass.gold", "pass.gold", 9990, "USD", None, False,
                 transaction.expiresDate, transaction.purchaseDate, Environment.SANDBOX), "the status")
    world.equal((transaction.appTransactionId, renewal.appTransactionId), (transaction.appTransactionId,) * 2,
                "the appTransactionId of both")
    world.store.advance("8d")
    status, transaction, _ = _one(world, id)
    world.equal((status, transaction.transactionId), (Status.ACTIVE, world.store.latest("anna")), "after the renewal")


def a_cancelled_subscription_expires(world):
    id = world.store.buy("anna", "news.weekly")
    world.store.do("cancel", id=id)
    status, _, renewal = _one(world, id)
    world.equal((status, renewal.autoRenewStatus), (Status.ACTIVE, AutoRenewStatus.OFF), "before the end")
    world.store.advance("8d")
    status, _, renewal = _one(world, id)
    world.equal((status, renewal.expirationIntent, renewal.autoRenewStatus),
                (Status.EXPIRED, ExpirationIntent.CUSTOMER_CANCELLED, AutoRenewStatus.OFF), "after the end")


def a_failed_renewal_passes_through_all_states(world):
    store = world.store
    store.control("setBillingRetryOnRenewal", isEnabled=True)
    store.control("setGracePeriod", policy=16)
    id = store.buy("anna", "pass.gold")
    store.advance("8d")
    status, transaction, renewal = _one(world, id)
    world.equal((status, renewal.isInBillingRetryPeriod), (Status.BILLING_GRACE_PERIOD, True), "in the grace period")
    world.holds(renewal.gracePeriodExpiresDate and renewal.gracePeriodExpiresDate > transaction.expiresDate,
                f"gracePeriodExpiresDate is {renewal.gracePeriodExpiresDate}")
    store.advance("17d")
    status, _, renewal = _one(world, id)
    world.equal((status, renewal.isInBillingRetryPeriod, renewal.expirationIntent),
                (Status.BILLING_RETRY, True, ExpirationIntent.BILLING_ERROR), "in billing retry")
    store.advance("60d")
    status, _, renewal = _one(world, id)
    world.equal((status, renewal.isInBillingRetryPeriod, renewal.expirationIntent),
                (Status.EXPIRED, False, ExpirationIntent.BILLING_ERROR), "after billing retry")


def a_refunded_subscription_is_revoked(world):
    id = world.store.buy("anna", "news.weekly")
    world.store.do("refund", id=id)
    status, transaction, _ = _one(world, id)
    world.equal((status, transaction.revocationDate is not None), (Status.REVOKED, True), "after a refund")


def a_filter_selects_statuses(world):
    store = world.store
    gold, news = store.buy("anna", "pass.gold"), store.buy("anna", "news.weekly")
    store.do("cancel", id=news)
    store.advance("8d")
    for wanted, expected in [
        ((), ["21600001", "21600002"]), ((Status.ACTIVE,), ["21600001"]), ((Status.EXPIRED,), ["21600002"]),
        ((Status.ACTIVE, Status.EXPIRED), ["21600001", "21600002"]), ((Status.BILLING_RETRY,), []),
    ]:
        found = _statuses(world, gold, *wanted)
        world.equal(sorted(row[0] for row in found), expected, f"the groups with the filter {wanted}")
    for wrong in (0, 6, "active", ""):
        world.refused(APIError.INVALID_STATUS, f"the status {wrong!r}", world.client.get_all_subscription_statuses, gold,
                      [SimpleNamespace(value=wrong)])


def a_customer_without_subscriptions_has_no_statuses(world):
    coins = world.store.buy("anna", "coins.bag")
    world.equal(_statuses(world, coins), [], "the statuses")


def a_shared_subscription_has_a_status_of_its_own(world):
    store = world.store
    store.control("setFamily", account="anna", family="smith")
    store.control("setFamily", account="bob", family="smith")
    id = store.buy("anna", "news.weekly")
    status, transaction, _ = _one(world, store.latest("bob"))
    world.equal((status, transaction.rawInAppOwnershipType, transaction.originalTransactionId != id),
                (Status.ACTIVE, "FAMILY_SHARED", True), "the relative's")


CHECKS = [
    an_active_subscription, a_cancelled_subscription_expires, a_failed_renewal_passes_through_all_states,
    a_refunded_subscription_is_revoked, a_filter_selects_statuses, a_customer_without_subscriptions_has_no_statuses,
    a_shared_subscription_has_a_status_of_its_own,
]

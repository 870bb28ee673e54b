"""Notifications on request: the test notification, and those of the admin command `notify`."""

from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.models.SendAttemptResult import SendAttemptResult
from appstoreserverlibrary.signed_data_verifier import VerificationException, VerificationStatus

from .news import name_of
from .signed import payload


def a_test_notification(world):
    world.refused(APIError.SERVER_NOTIFICATION_URL_NOT_FOUND, "a test without an address",
                  world.client.request_test_notification)
    world.listen()
    token = world.client.request_test_notification().testNotificationToken
    told = world.news.expect_one("TEST")
    data = told.notification.data
    world.equal((data.signedTransactionInfo, data.signedRenewalInfo, data.status), (None, None, None), "the data of a test")
    answer = world.client.get_test_notification_status(token)
    world.equal(world.reader.notification(answer.signedPayload), told.notification, "the payload that the status has")
    world.equal([attempt.sendAttemptResult for attempt in answer.sendAttempts], [SendAttemptResult.SUCCESS], "the attempts")
    world.equal(answer.sendAttempts[0].attemptDate, told.notification.signedDate, "the date of the attempt")


def wrong_tokens_of_tests(world):
    world.listen()
    token = world.client.request_test_notification().testNotificationToken
    world.news.expect("TEST")
    coins = world.store.buy("anna", "coins.bag")
    status = world.client.get_test_notification_status
    for wrong in ("nonsense", coins):
        world.refused(APIError.INVALID_TEST_NOTIFICATION_TOKEN, f"the token {wrong}", status, wrong)
    unknown = "00000000-0000-4000-8000-000000000000" + token[36:]
    world.refused(APIError.TEST_NOTIFICATION_NOT_FOUND, "a token of no test", status, unknown)
    told = world.news.expect_one("ONE_TIME_CHARGE").notification
    world.refused(APIError.TEST_NOTIFICATION_NOT_FOUND, "the token of what is no test", status,
                  f"{told.notificationUUID}_{told.signedDate}")


def a_test_that_fails(world):
    world.listen()
    world.receiver.status = 503
    token = world.client.request_test_notification().testNotificationToken
    world.news.expect("TEST")
    answer = world.client.get_test_notification_status(token)
    world.equal([attempt.sendAttemptResult for attempt in answer.sendAttempts],
                [SendAttemptResult.UNSUCCESSFUL_HTTP_RESPONSE_CODE], "the attempts")


def a_refund_request(world):
    world.listen()
    store, news = world.store, world.news
    coins = store.buy("anna", "coins.bag")
    news.expect("ONE_TIME_CHARGE")
    uuids = set()
    for reason in ("UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER"):
        store.do("notify", type="CONSUMPTION_REQUEST", id=coins, reason=reason)
        told = news.expect_one("CONSUMPTION_REQUEST")
        world.equal((told.transaction.transactionId, told.notification.data.rawConsumptionRequestReason), (coins, reason),
                    f"a request with {reason}")
        uuids.add(told.notification.notificationUUID)
    world.equal(len(uuids), 5, "the number of UUIDs of five requests")
    for name in ("REFUND_DECLINED", "REFUND_REVERSED"):
        store.do("notify", type=name, id=coins)
        told = news.expect_one(name)
        world.equal((told.transaction.transactionId, told.notification.data.rawConsumptionRequestReason), (coins, None), name)


def every_kind_can_be_sent(world):
    world.listen()
    store, news = world.store, world.news
    coins, sub = store.buy("anna", "coins.bag"), store.buy("anna", "news.weekly")
    news.expect("ONE_TIME_CHARGE", "SUBSCRIBED/INITIAL_BUY")
    for name in (
        "SUBSCRIBED/RESUBSCRIBE", "DID_RENEW/BILLING_RECOVERY", "DID_CHANGE_RENEWAL_PREF/UPGRADE",
        "DID_CHANGE_RENEWAL_STATUS", "OFFER_REDEEMED/DOWNGRADE", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "GRACE_PERIOD_EXPIRED",
        "EXPIRED/PRODUCT_NOT_FOR_SALE", "PRICE_INCREASE/PENDING", "RENEWAL_EXTENSION/FAILURE", "METADATA_UPDATE", "MIGRATION",
        "PRICE_CHANGE", "REFUND/SEATS",
    ):
        store.do("notify", type=name, id=sub)
        world.equal(news.expect_one(name).transaction.transactionId, sub, f"the transaction of {name}")
    store.do("notify", type="ONE_TIME_CHARGE", id=coins)
    news.expect("ONE_TIME_CHARGE")
    store.do("notify", type="RENEWAL_EXTENSION/SUMMARY", product="news.weekly", request="r", succeeded=5, failed=2)
    summary = news.expect_one("RENEWAL_EXTENSION/SUMMARY").notification.summary
    world.equal((summary.productId, summary.requestIdentifier, summary.succeededCount, summary.failedCount),
                ("news.weekly", "r", 5, 2), "the summary")
    store.do("notify", type="EXTERNAL_PURCHASE_TOKEN/UNREPORTED", token="SANDBOX_token")
    token = news.expect_one("EXTERNAL_PURCHASE_TOKEN/UNREPORTED").notification.externalPurchaseToken
    world.equal((token.externalPurchaseId, token.bundleId), ("SANDBOX_token", store.bundle_id), "the token")
    world.holds(token.tokenCreationDate, "the token has no date")
    store.do("notify", type="RESCIND_CONSENT", account="anna")
    app = news.expect_one("RESCIND_CONSENT").notification.appData
    world.equal((app.bundleId, app.rawEnvironment, world.reader.app_transaction(app.signedAppTransactionInfo).bundleId),
                (store.bundle_id, "Sandbox", store.bundle_id), "the app data")


def unclaimed_seats_are_unknown_to_the_library(world):
    """Apple's libraries do not know this notification yet: they find no app in it, although its signature is valid."""
    world.listen()
    seat = "a4f3c1d2-0b6e-4f7a-9c8d-1e2f3a4b5c6d"
    world.store.do("notify", type="UNCLAIM_SEATS", seats=seat)
    text = world.receiver.wait(1)[0]
    try:
        world.reader.notification(text)
        status = VerificationStatus.OK
    except VerificationException as error:
        status = error.status
    world.equal(status, VerificationStatus.INVALID_APP_IDENTIFIER, "the verdict of Apple's library")
    content = payload(text)
    world.equal((name_of(content), content["unclaimInfo"]["unclaimSeatIds"], "data" in content),
                ("UNCLAIM_SEATS", [seat], False), "the content")


CHECKS = [
    a_test_notification, wrong_tokens_of_tests, a_test_that_fails, a_refund_request, every_kind_can_be_sent,
    unclaimed_seats_are_unknown_to_the_library,
]

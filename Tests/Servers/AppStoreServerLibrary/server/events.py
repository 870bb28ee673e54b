"""What happens to purchases, and the store's notifications about it."""

from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.ExpirationIntent import ExpirationIntent
from appstoreserverlibrary.models.ExtendReasonCode import ExtendReasonCode
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest
from appstoreserverlibrary.models.PriceIncreaseStatus import PriceIncreaseStatus
from appstoreserverlibrary.models.Status import Status

from .store import DAY


def one_time_purchases(world):
    world.listen()
    for product, quantity in (("coins.bag", 3), ("hat.red", 1), ("camp.summer", 1)):
        options = {"quantity": quantity} if quantity > 1 else {}
        id = world.store.buy("anna", product, **options)
        told = world.news.expect_one("ONE_TIME_CHARGE")
        world.equal((told.transaction.transactionId, told.transaction.productId, told.transaction.quantity, told.status),
                    (id, product, quantity, None), f"the purchase of {product}")


def a_subscription_begins_and_renews(world):
    world.listen()
    id = world.store.buy("anna", "pass.gold")
    told = world.news.expect_one("SUBSCRIBED/INITIAL_BUY")
    world.equal((told.status, told.transaction.transactionId, told.transaction.rawTransactionReason,
                 told.transaction.rawOfferType, told.renewal.autoRenewStatus, told.renewal.autoRenewProductId),
                (Status.ACTIVE, id, "PURCHASE", 1, AutoRenewStatus.ON, "pass.gold"), "the beginning")
    world.store.advance("7d")
    told = world.news.expect_one("DID_RENEW")
    world.equal((told.status, told.transaction.originalTransactionId, told.transaction.transactionId,
                 told.transaction.rawTransactionReason, told.transaction.price),
                (Status.ACTIVE, id, world.store.latest("anna"), "RENEWAL", 9990), "the renewal")


def renewals_that_were_missed_come_in_their_order(world):
    world.listen()
    world.store.buy("anna", "news.weekly")
    world.store.advance("29d")
    told = world.news.expect("SUBSCRIBED/INITIAL_BUY", *["DID_RENEW"] * 4)
    dates = [one.transaction.purchaseDate for one in told]
    world.equal(dates, [dates[0] + 7 * DAY * number for number in range(5)], "the purchase dates")
    world.equal([one.notification.signedDate for one in told], dates, "the dates of the notifications")


def the_renewal_is_switched_off_and_on(world):
    world.listen()
    store, news = world.store, world.news
    id = store.buy("anna", "news.weekly")
    news.expect("SUBSCRIBED/INITIAL_BUY")
    store.do("cancel", id=id)
    told = news.expect_one("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED")
    world.equal((told.status, told.renewal.autoRenewStatus), (Status.ACTIVE, AutoRenewStatus.OFF), "switched off")
    store.do("resubscribe", id=id)
    told = news.expect_one("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED")
    world.equal((told.status, told.renewal.autoRenewStatus), (Status.ACTIVE, AutoRenewStatus.ON), "switched on")
    store.do("cancel", id=id)
    store.advance("8d")
    told = news.expect("DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED", "EXPIRED/VOLUNTARY")[1]
    world.equal((told.status, told.renewal.expirationIntent), (Status.EXPIRED, ExpirationIntent.CUSTOMER_CANCELLED), "the end")
    again = store.buy("anna", "news.weekly")
    told = news.expect_one("SUBSCRIBED/RESUBSCRIBE")
    world.equal((told.status, told.transaction.transactionId, told.transaction.originalTransactionId),
                (Status.ACTIVE, again, id), "the new beginning")


def the_product_changes(world):
    world.listen()
    store, news = world.store, world.news
    id = store.buy("anna", "pass.gold")
    news.expect("SUBSCRIBED/INITIAL_BUY")
    store.do("change", id=id, product="pass.silver")
    told = news.expect_one("DID_CHANGE_RENEWAL_PREF/DOWNGRADE")
    world.equal((told.transaction.productId, told.renewal.autoRenewProductId), ("pass.gold", "pass.silver"), "a downgrade")
    store.do("change", id=id, product="pass.gold")
    told = news.expect_one("DID_CHANGE_RENEWAL_PREF")
    world.equal(told.renewal.autoRenewProductId, "pass.gold", "the product after the downgrade is taken back")
    store.do("change", id=id, product="pass.silver")
    store.advance("7d")
    told = news.expect("DID_CHANGE_RENEWAL_PREF/DOWNGRADE", "DID_RENEW")[1]
    world.equal((told.transaction.productId, told.transaction.rawTransactionReason, told.renewal.autoRenewProductId),
                ("pass.silver", "RENEWAL", "pass.silver"), "the renewal with the other product")
    store.advance("1d")
    silver = store.latest("anna")
    store.do("change", id=id, product="pass.gold")
    told = news.expect_one("DID_CHANGE_RENEWAL_PREF/UPGRADE")
    world.equal((told.status, told.transaction.productId, told.transaction.rawTransactionReason,
                 told.transaction.originalTransactionId, told.transaction.transactionId),
                (Status.ACTIVE, "pass.gold", "PURCHASE", id, store.latest("anna")), "an upgrade")
    old = world.reader.transaction(world.client.get_transaction_info(silver).signedTransactionInfo)
    world.equal(old.isUpgraded, True, "whether the old product is upgraded")


def a_product_of_another_length_waits(world):
    world.listen()
    id = world.store.buy("anna", "pass.silver")
    world.news.expect("SUBSCRIBED/INITIAL_BUY")
    # The same level, but for a year.
    world.store.do("change", id=id, product="pass.year")
    world.news.expect("DID_CHANGE_RENEWAL_PREF/DOWNGRADE")


def an_offer_is_redeemed(world):
    world.listen()
    store, news = world.store, world.news
    id = store.buy("anna", "pass.gold")
    store.advance("7d")
    store.buy("anna", "pass.gold", offer="promotional:LOYAL")
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "OFFER_REDEEMED")[2]
    world.equal((told.renewal.rawOfferType, told.renewal.offerIdentifier, told.renewal.renewalPrice), (2, "LOYAL", 0),
                "the offer of the next renewal")
    store.advance("32d")
    told = news.expect_one("DID_RENEW")
    world.equal((told.transaction.originalTransactionId, told.transaction.rawOfferType, told.transaction.offerIdentifier,
                 told.transaction.rawOfferDiscountType), (id, 2, "LOYAL", "FREE_TRIAL"), "the renewal with the offer")


def a_renewal_fails_and_is_paid(world):
    world.listen()
    store, news = world.store, world.news
    store.control("setBillingRetryOnRenewal", isEnabled=True)
    id = store.buy("anna", "news.weekly")
    store.advance("8d")
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW")[1]
    world.equal((told.status, told.renewal.isInBillingRetryPeriod, told.renewal.expirationIntent),
                (Status.BILLING_RETRY, True, ExpirationIntent.BILLING_ERROR), "the failure")
    store.do("resolve", id=id)
    told = news.expect_one("DID_RENEW/BILLING_RECOVERY")
    world.equal((told.status, told.renewal.isInBillingRetryPeriod, told.transaction.transactionId),
                (Status.ACTIVE, False, store.latest("anna")), "the recovery")


def a_renewal_fails_for_good(world):
    world.listen()
    store, news = world.store, world.news
    store.control("setBillingRetryOnRenewal", isEnabled=True)
    store.buy("anna", "news.weekly")
    store.advance("100d")
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW", "EXPIRED/BILLING_RETRY")
    world.equal([one.status for one in told], [Status.ACTIVE, Status.BILLING_RETRY, Status.EXPIRED],
                "the statuses, each at its time")
    world.equal((told[2].renewal.expirationIntent, told[2].renewal.isInBillingRetryPeriod),
                (ExpirationIntent.BILLING_ERROR, False), "the end")
    world.equal(told[2].notification.signedDate - told[1].notification.signedDate, 60 * DAY, "the time of billing retry")


def a_grace_period_runs_out(world):
    world.listen()
    store, news = world.store, world.news
    store.control("setBillingRetryOnRenewal", isEnabled=True)
    store.control("setGracePeriod", policy=16)
    store.buy("anna", "pass.gold")
    store.advance("8d")
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD")[1]
    world.equal((told.status, told.renewal.isInBillingRetryPeriod, told.renewal.gracePeriodExpiresDate),
                (Status.BILLING_GRACE_PERIOD, True, told.transaction.expiresDate + 16 * DAY), "the grace period")
    store.advance("16d")
    told = news.expect_one("GRACE_PERIOD_EXPIRED")
    world.equal((told.status, told.renewal.isInBillingRetryPeriod), (Status.BILLING_RETRY, True), "after the grace period")
    store.advance("61d")
    told = news.expect_one("EXPIRED/BILLING_RETRY")
    world.equal(told.status, Status.EXPIRED, "the status at the end")


def a_renewal_is_paid_in_the_grace_period(world):
    world.listen()
    store, news = world.store, world.news
    store.control("setBillingRetryOnRenewal", isEnabled=True)
    store.control("setGracePeriod", policy=16)
    id = store.buy("anna", "pass.gold")
    store.advance("8d")
    store.do("resolve", id=id)
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "DID_FAIL_TO_RENEW/GRACE_PERIOD", "DID_RENEW/BILLING_RECOVERY")[2]
    world.equal((told.status, told.renewal.gracePeriodExpiresDate), (Status.ACTIVE, None), "the recovery")


def a_price_goes_up(world):
    world.listen()
    store, news = world.store, world.news
    id = store.buy("anna", "news.weekly")
    news.expect("SUBSCRIBED/INITIAL_BUY")
    store.do("price-increase", id=id, price="1.99", consent=True)
    told = news.expect_one("PRICE_INCREASE/PENDING")
    world.equal((told.status, told.renewal.priceIncreaseStatus),
                (Status.ACTIVE, PriceIncreaseStatus.CUSTOMER_HAS_NOT_RESPONDED), "the question")
    store.do("price-increase", id=id, price="agree")
    told = news.expect_one("PRICE_INCREASE/ACCEPTED")
    world.equal((told.renewal.priceIncreaseStatus, told.renewal.renewalPrice),
                (PriceIncreaseStatus.CUSTOMER_CONSENTED_OR_WAS_NOTIFIED_WITHOUT_NEEDING_CONSENT, 1990), "the answer")
    store.advance("8d")
    world.equal(news.expect_one("DID_RENEW").transaction.price, 1990, "the price of the renewal")
    store.do("price-increase", id=id, price="2.99")
    news.expect("PRICE_INCREASE/ACCEPTED")


def a_higher_price_is_refused(world):
    world.listen()
    store, news = world.store, world.news
    declined, silent = store.buy("anna", "news.weekly"), store.buy("bob", "news.weekly")
    for id in (declined, silent):
        store.do("price-increase", id=id, price="1.99", consent=True)
    news.expect(*["SUBSCRIBED/INITIAL_BUY"] * 2, *["PRICE_INCREASE/PENDING"] * 2)
    store.do("price-increase", id=declined, price="decline")
    store.advance("8d")
    for told in news.expect(*["EXPIRED/PRICE_INCREASE"] * 2):
        world.equal((told.status, told.renewal.expirationIntent),
                    (Status.EXPIRED, ExpirationIntent.CUSTOMER_DID_NOT_CONSENT_TO_PRICE_INCREASE), "the end")


def a_product_is_not_sold_any_more(world):
    world.listen()
    world.store.buy("anna", "news.weekly")
    world.store.control("setOnSale", productID="news.weekly", isOnSale=False)
    world.store.advance("8d")
    told = world.news.expect("SUBSCRIBED/INITIAL_BUY", "EXPIRED/PRODUCT_NOT_FOR_SALE")[1]
    world.equal(told.renewal.expirationIntent, ExpirationIntent.PRODUCT_NOT_AVAILABLE, "the reason")


def refunds(world):
    world.listen()
    store, news = world.store, world.news
    coins = store.buy("anna", "coins.bag")
    store.do("refund", id=coins, reason="issue")
    told = news.expect("ONE_TIME_CHARGE", "REFUND")[1]
    world.equal((told.transaction.transactionId, told.transaction.rawRevocationReason, told.transaction.rawRevocationType,
                 told.transaction.revocationDate), (coins, 1, "REFUND_FULL", told.notification.signedDate), "the refund")
    subscription = store.buy("anna", "news.weekly")
    store.do("refund", id=subscription)
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "REFUND")[1]
    world.equal((told.transaction.transactionId, told.status), (subscription, Status.REVOKED), "the refund of a subscription")
    hat = store.buy("anna", "hat.red")
    store.do("revoke", id=hat)
    told = news.expect("ONE_TIME_CHARGE", "REVOKE")[1]
    world.equal(told.transaction.transactionId, hat, "what is revoked")


def a_family_shares_and_loses(world):
    world.listen()
    store, news = world.store, world.news
    store.control("setFamily", account="anna", family="smith")
    store.control("setFamily", account="bob", family="smith")
    hat = store.buy("anna", "hat.red")
    told = news.expect("ONE_TIME_CHARGE", "ONE_TIME_CHARGE")
    world.equal([one.transaction.rawInAppOwnershipType for one in told], ["PURCHASED", "FAMILY_SHARED"],
                "the owners of the hat")
    store.do("refund", id=hat)
    told = news.expect("REFUND", "REVOKE")
    world.equal([one.transaction.rawInAppOwnershipType for one in told], ["PURCHASED", "FAMILY_SHARED"],
                "the accounts that lose the hat")
    world.equal(told[1].transaction.rawRevocationType, "FAMILY_REVOKE", "how the relative loses it")
    store.buy("anna", "news.weekly")
    told = news.expect("SUBSCRIBED/INITIAL_BUY", "SUBSCRIBED/INITIAL_BUY")
    # Apple promises no order.
    world.equal({one.transaction.rawInAppOwnershipType for one in told}, {"PURCHASED", "FAMILY_SHARED"}, "the subscribers")
    store.control("setSharing", account="anna", isSharing=False)
    told = news.expect_one("REVOKE")
    world.equal((told.transaction.rawInAppOwnershipType, told.status), ("FAMILY_SHARED", Status.REVOKED), "the end of sharing")


def extensions(world):
    world.listen()
    store, news, client = world.store, world.news, world.client
    id = store.buy("anna", "news.weekly")
    news.expect("SUBSCRIBED/INITIAL_BUY")
    answer = client.extend_subscription_renewal_date(id, ExtendRenewalDateRequest(3, ExtendReasonCode.OTHER, "one"))
    told = news.expect_one("RENEWAL_EXTENDED")
    world.equal((told.status, told.transaction.expiresDate, told.renewal.renewalDate),
                (Status.ACTIVE, answer.effectiveDate, answer.effectiveDate), "the extension")
    for request, names, counts in [
        ("first", ["RENEWAL_EXTENDED"], (1, 0)), ("second", ["RENEWAL_EXTENSION/FAILURE"], (0, 1)),
    ]:
        client.extend_renewal_date_for_all_active_subscribers(
            MassExtendRenewalDateRequest(3, ExtendReasonCode.OTHER, request, ["USA"], "news.weekly"))
        summary = news.expect(*names, "RENEWAL_EXTENSION/SUMMARY")[-1].notification.summary
        world.equal((summary.requestIdentifier, summary.productId, summary.succeededCount, summary.failedCount,
                     summary.rawEnvironment, summary.bundleId, summary.storefrontCountryCodes),
                    (request, "news.weekly", *counts, "Sandbox", store.bundle_id, ["USA"]), f"the summary of the {request}")


CHECKS = [
    one_time_purchases, a_subscription_begins_and_renews, renewals_that_were_missed_come_in_their_order,
    the_renewal_is_switched_off_and_on, the_product_changes, a_product_of_another_length_waits, an_offer_is_redeemed,
    a_renewal_fails_and_is_paid, a_renewal_fails_for_good, a_grace_period_runs_out, a_renewal_is_paid_in_the_grace_period,
    a_price_goes_up, a_higher_price_is_refused, a_product_is_not_sold_any_more, refunds, a_family_shares_and_loses, extensions,
]

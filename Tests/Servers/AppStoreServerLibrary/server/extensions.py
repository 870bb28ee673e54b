"""Extending renewal dates: for one subscription, and for all subscriptions of a product."""

from types import SimpleNamespace

from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.models.ExtendRenewalDateRequest import ExtendRenewalDateRequest
from appstoreserverlibrary.models.MassExtendRenewalDateRequest import MassExtendRenewalDateRequest

from .store import DAY


def _reason(number):
    """Also a reason that Apple's enumeration does not have."""
    return None if number is None else SimpleNamespace(value=number)


def _request(days=10, reason=1, identifier="a request"):
    return ExtendRenewalDateRequest(days, _reason(reason), identifier)


def _mass(identifier, product="news.weekly", days=10, storefronts=None, reason=2):
    return MassExtendRenewalDateRequest(days, _reason(reason), identifier, storefronts, product)


def _transaction(world, id):
    return world.reader.transaction(world.client.get_transaction_info(id).signedTransactionInfo)


def a_subscription_is_extended(world):
    id = world.store.buy("anna", "news.weekly")
    before = _transaction(world, id)
    answer = world.client.extend_subscription_renewal_date(id, _request())
    world.equal((answer.originalTransactionId, answer.webOrderLineItemId, answer.success, answer.effectiveDate),
                (id, before.webOrderLineItemId, True, before.expiresDate + 10 * DAY), "the answer")
    status = world.client.get_all_subscription_statuses(id).data[0].lastTransactions[0]
    world.equal(world.reader.renewal(status.signedRenewalInfo).renewalDate, before.expiresDate + 10 * DAY, "the renewalDate")
    world.equal(world.reader.transaction(status.signedTransactionInfo).expiresDate, before.expiresDate + 10 * DAY,
                "the expiresDate of the extended transaction")
    world.store.advance("16d")
    world.equal(world.store.latest("anna"), id, "the newest transaction before the new date")
    world.store.advance("2d")
    world.holds(world.store.latest("anna") != id, "there is no renewal after the new date")


def two_extensions_in_a_year_are_the_most(world):
    id = world.store.buy("anna", "news.weekly")
    extend = world.client.extend_subscription_renewal_date
    for number in (1, 2):
        world.equal(extend(id, _request(90, identifier=f"{number}")).success, True, f"extension {number}")
    world.refused(APIError.SUBSCRIPTION_MAX_EXTENSION, "a third extension", extend, id, _request(identifier="3"))
    world.store.advance("366d")
    world.equal(extend(id, _request(identifier="4")).success, True, "an extension a year later")


def wrong_extensions_are_refused(world):
    store, extend = world.store, world.client.extend_subscription_renewal_date
    id, coins = store.buy("anna", "news.weekly"), store.buy("anna", "coins.bag")
    for days in (0, 91, -1, None):
        world.refused(APIError.INVALID_EXTEND_BY_DAYS, f"{days} days", extend, id, _request(days))
    for reason in (4, -1, None):
        world.refused(APIError.INVALID_EXTEND_REASON_CODE, f"reason {reason}", extend, id, _request(reason=reason))
    for identifier in ("", "x" * 129, None):
        world.refused(APIError.INVALID_REQUEST_IDENTIFIER, f"the identifier {identifier!r}", extend, id,
                      _request(identifier=identifier))
    for wrong in ("abc", "-1"):
        world.refused(APIError.INVALID_ORIGINAL_TRANSACTION_ID, f"the id {wrong}", extend, wrong, _request())
    store.advance("8d")
    for what, unknown in [("an unknown id", "2000000000999999"), ("coins", coins), ("a renewal", store.latest("anna"))]:
        world.refused(APIError.ORIGINAL_TRANSACTION_ID_NOT_FOUND, what, extend, unknown, _request())
    world.equal(extend(id, _request(1, 0, "x" * 128)).success, True, "a day, with the longest identifier")


def subscriptions_that_are_not_paid_are_not_extended(world):
    store, extend = world.store, world.client.extend_subscription_renewal_date
    free = store.buy("anna", "pass.gold")
    world.refused(APIError.SUBSCRIPTION_EXTENSION_INELIGIBLE, "a free offer", extend, free, _request())
    expired = store.buy("bob", "news.weekly")
    store.do("expire", id=expired)
    world.refused(APIError.SUBSCRIPTION_EXTENSION_INELIGIBLE, "an expired one", extend, expired, _request())
    store.control("setBillingRetryOnRenewal", isEnabled=True)
    failing = store.buy("carl", "news.weekly")
    store.advance("8d")
    world.refused(APIError.SUBSCRIPTION_EXTENSION_INELIGIBLE, "one in billing retry", extend, failing, _request())


def a_shared_subscription_is_not_extended(world):
    store = world.store
    store.control("setFamily", account="anna", family="smith")
    store.control("setFamily", account="bob", family="smith")
    store.buy("anna", "news.weekly")
    world.refused(APIError.FAMILY_SHARED_SUBSCRIPTION_EXTENSION_INELIGIBLE, "the relative's",
                  world.client.extend_subscription_renewal_date, store.latest("bob"), _request())


def all_subscriptions_of_a_product_are_extended(world):
    store, client = world.store, world.client
    ids = [store.buy(account, "news.weekly") for account in ("anna", "bob")]
    store.do("storefront", country="DEU")
    ids.append(store.buy("carl", "news.weekly"))
    store.buy("anna", "pass.gold")
    expired = store.buy("dora", "news.weekly")
    store.do("expire", id=expired)
    ends = [_transaction(world, id).expiresDate for id in ids]
    answer = client.extend_renewal_date_for_all_active_subscribers(_mass("for all"))
    world.equal(answer.requestIdentifier, "for all", "the answer")
    status = client.get_status_of_subscription_renewal_date_extensions("for all", "news.weekly")
    world.equal((status.requestIdentifier, status.complete, status.succeededCount, status.failedCount),
                ("for all", True, 3, 0), "the status")
    world.equal(status.completeDate, _transaction(world, ids[0]).signedDate, "the completeDate")
    world.equal([_transaction(world, id).expiresDate for id in ids], [end + 10 * DAY for end in ends], "the ends")
    # A repeated request changes nothing.
    client.extend_renewal_date_for_all_active_subscribers(_mass("for all"))
    world.equal([_transaction(world, id).expiresDate for id in ids], [end + 10 * DAY for end in ends], "the ends after all")
    client.extend_renewal_date_for_all_active_subscribers(_mass("for some", storefronts=["DEU", "FRA"]))
    status = client.get_status_of_subscription_renewal_date_extensions("for some", "news.weekly")
    world.equal((status.succeededCount, status.failedCount), (1, 0), "the status of one storefront's")
    client.extend_renewal_date_for_all_active_subscribers(_mass("for all again", days=1))
    client.extend_renewal_date_for_all_active_subscribers(_mass("too often", days=1))
    status = client.get_status_of_subscription_renewal_date_extensions("too often", "news.weekly")
    world.equal((status.succeededCount, status.failedCount), (0, 3), "the status of a third extension")


def wrong_extensions_of_all_are_refused(world):
    client = world.client
    extend = client.extend_renewal_date_for_all_active_subscribers
    status = client.get_status_of_subscription_renewal_date_extensions
    world.store.buy("anna", "news.weekly")
    for error, what, request in [
        (APIError.INVALID_EXTEND_BY_DAYS, "0 days", _mass("id", days=0)),
        (APIError.INVALID_EXTEND_BY_DAYS, "91 days", _mass("id", days=91)),
        (APIError.INVALID_EXTEND_REASON_CODE, "reason 4", _mass("id", reason=4)),
        (APIError.INVALID_REQUEST_IDENTIFIER, "a long identifier", _mass("x" * 129)),
        (APIError.INVALID_REQUEST_IDENTIFIER, "no identifier", _mass(None)),
        (APIError.INVALID_PRODUCT_ID, "no product", _mass("id", product=None)),
        (APIError.INVALID_PRODUCT_ID, "an unknown product", _mass("id", product="nothing")),
        (APIError.INVALID_PRODUCT_ID, "a consumable", _mass("id", product="coins.bag")),
        (APIError.INVALID_EMPTY_STOREFRONT_COUNTRY_CODE_LIST, "no storefronts", _mass("id", storefronts=[])),
        (APIError.INVALID_STOREFRONT_COUNTRY_CODE, "storefront USB", _mass("id", storefronts=["USA", "USB"])),
    ]:
        world.refused(error, what, extend, request)
    world.refused(APIError.STATUS_REQUEST_NOT_FOUND, "the status of no request", status, "id", "news.weekly")
    extend(_mass("id"))
    world.refused(APIError.STATUS_REQUEST_NOT_FOUND, "the status for another product", status, "id", "pass.gold")
    world.refused(APIError.INVALID_REQUEST_IDENTIFIER, "the status of a long identifier", status, "x" * 129, "news.weekly")


CHECKS = [
    a_subscription_is_extended, two_extensions_in_a_year_are_the_most, wrong_extensions_are_refused,
    subscriptions_that_are_not_paid_are_not_extended, a_shared_subscription_is_not_extended,
    all_subscriptions_of_a_product_are_extended, wrong_extensions_of_all_are_refused,
]

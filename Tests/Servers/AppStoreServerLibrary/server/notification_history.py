"""Get Notification History: pages, filters, errors."""

from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.Subtype import Subtype

from .store import DAY

START = 1_767_225_600_000
END = START + 100 * DAY
PAGE = 20


def _request(**filters):
    return NotificationHistoryRequest(**{"startDate": START, "endDate": END, **filters})


def _pages(world, **filters):
    pages, token = [], None
    while True:
        answer = world.client.get_notification_history(token, _request(**filters))
        pages.append([world.reader.notification(item.signedPayload) for item in answer.notificationHistory])
        world.equal(answer.paginationToken is not None, answer.hasMore, "whether a page has a token for the next one")
        if not answer.hasMore:
            return pages
        token = answer.paginationToken


def _names(world, **filters):
    return ["/".join(text for text in (one.rawNotificationType, one.rawSubtype) if text)
            for page in _pages(world, **filters) for one in page]


def pages_have_twenty(world):
    world.listen()
    for _ in range(45):
        world.store.buy("anna", "coins.bag")
    sent = world.news.expect(*["ONE_TIME_CHARGE"] * 45)
    pages = _pages(world)
    world.equal([len(page) for page in pages], [PAGE, PAGE, 5], "the lengths of the pages")
    world.equal([one for page in pages for one in page], [one.notification for one in sent], "what the history has")
    world.equal([len(page) for page in _pages(world, notificationType=NotificationTypeV2.ONE_TIME_CHARGE)], [PAGE, PAGE, 5],
                "the lengths of the pages of one type")


def filters_select(world):
    world.listen()
    store = world.store
    sub = store.buy("anna", "news.weekly")
    store.advance("8d")
    renewal = store.latest("anna")
    coins = store.buy("anna", "coins.bag")
    store.do("cancel", id=sub)
    other = store.buy("bob", "coins.bag")
    world.client.request_test_notification()
    everything = ["SUBSCRIBED/INITIAL_BUY", "DID_RENEW", "ONE_TIME_CHARGE", "DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED",
                  "ONE_TIME_CHARGE", "TEST"]
    world.news.expect(*everything)
    of_anna = everything[:4]
    types = NotificationTypeV2
    for what, expected, filters in [
        ("no filter", everything, {}),
        ("a type", ["ONE_TIME_CHARGE"] * 2, {"notificationType": types.ONE_TIME_CHARGE}),
        ("a type and its subtype", everything[3:4],
         {"notificationType": types.DID_CHANGE_RENEWAL_STATUS, "notificationSubtype": Subtype.AUTO_RENEW_DISABLED}),
        ("a type and another subtype", [],
         {"notificationType": types.DID_CHANGE_RENEWAL_STATUS, "notificationSubtype": Subtype.AUTO_RENEW_ENABLED}),
        ("a type without its subtypes", everything[:1], {"notificationType": types.SUBSCRIBED}),
        # The transaction identifies its customer.
        ("anna's subscription", of_anna, {"transactionId": sub}), ("anna's renewal", of_anna, {"transactionId": renewal}),
        ("anna's coins", of_anna, {"transactionId": coins}), ("bob's coins", ["ONE_TIME_CHARGE"], {"transactionId": other}),
        ("the first week", everything[:1], {"endDate": START + 7 * DAY}),
        ("from the renewal on", everything[1:], {"startDate": START + 7 * DAY}),
        ("no failures", [], {"onlyFailures": True}), ("failures do not matter", everything, {"onlyFailures": False}),
    ]:
        world.equal(_names(world, **filters), expected, f"the history with {what}")


def only_failures_are_those_that_never_arrived(world):
    world.listen()
    store, receiver = world.store, world.receiver
    store.buy("anna", "coins.bag")
    store.until_sent()
    receiver.status = 500
    store.buy("anna", "hat.red")
    store.until_sent()
    world.equal(_names(world, onlyFailures=True), ["ONE_TIME_CHARGE"], "the failures")
    failed = _pages(world, onlyFailures=True)[0][0]
    world.equal(world.reader.transaction(failed.data.signedTransactionInfo).productId, "hat.red", "what has failed")
    world.equal(_names(world, onlyFailures=True, notificationType=NotificationTypeV2.TEST), [], "the failed tests")
    receiver.status = 200
    store.advance("1h")
    receiver.wait(3)
    store.until_sent()
    world.equal(_names(world, onlyFailures=True), [], "the failures after the second attempt")


def wrong_requests_are_refused(world):
    world.listen()
    store, ask = world.store, world.client.get_notification_history
    coins = store.buy("anna", "coins.bag")
    types = NotificationTypeV2
    for error, filters in [
        (APIError.INVALID_START_DATE, {"startDate": None}), (APIError.INVALID_START_DATE, {"startDate": "today"}),
        (APIError.INVALID_END_DATE, {"endDate": None}), (APIError.INVALID_END_DATE, {"endDate": "today"}),
        (APIError.START_DATE_AFTER_END_DATE, {"startDate": START, "endDate": START}),
        (APIError.START_DATE_AFTER_END_DATE, {"startDate": START, "endDate": START - 1}),
        (APIError.START_DATE_TOO_FAR_IN_PAST, {"startDate": START - 200 * DAY}),
        (APIError.INVALID_NOTIFICATION_TYPE, {"notificationType": "NOTHING"}),
        (APIError.INVALID_NOTIFICATION_TYPE,
         {"notificationType": types.TEST, "notificationSubtype": Subtype.INITIAL_BUY}),
        (APIError.INVALID_NOTIFICATION_TYPE, {"notificationType": types.SUBSCRIBED, "notificationSubtype": "NOTHING"}),
        (APIError.INVALID_NOTIFICATION_TYPE, {"notificationSubtype": Subtype.INITIAL_BUY}),
        (APIError.MULTIPLE_FILTERS_SUPPLIED, {"transactionId": coins, "notificationType": types.TEST}),
        (APIError.INVALID_TRANSACTION_ID, {"transactionId": "coins"}),
        (APIError.TRANSACTION_ID_NOT_FOUND, {"transactionId": "2000000000999999"}),
    ]:
        world.refused(error, f"{filters}", ask, None, _request(**filters))
    for token in ("nonsense", "", "-1"):
        world.refused(APIError.INVALID_PAGINATION_TOKEN, f"the token {token!r}", ask, token, _request())
    world.equal(ask(None, _request(startDate=START - 180 * DAY)).hasMore, False, "whether 180 days ago are allowed")


CHECKS = [pages_have_twenty, filters_select, only_failures_are_those_that_never_arrived, wrong_requests_are_refused]

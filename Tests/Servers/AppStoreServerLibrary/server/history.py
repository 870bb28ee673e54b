"""Get Transaction History, both versions: pages, filters, and what is newer than the last revision."""

from types import SimpleNamespace

from appstoreserverlibrary.api_client import APIError, GetTransactionHistoryVersion
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest

from .store import DAY

V1, V2 = GetTransactionHistoryVersion.V1, GetTransactionHistoryVersion.V2
PAGE = 20


def _pages(world, any_id, request, version=V2, revision=None):
    """The ids of all pages, page by page, and the last revision."""
    pages = []
    while True:
        answer = world.client.get_transaction_history(any_id, revision, request, version)
        world.equal((answer.environment, answer.bundleId, answer.appAppleId),
                    (Environment.SANDBOX, world.store.bundle_id, None), "the app of a page")
        world.holds(isinstance(answer.revision, str) and answer.revision, "a page has no revision")
        pages.append(world.reader.ids(answer.signedTransactions))
        revision = answer.revision
        if not answer.hasMore:
            return pages, revision


def _found(world, any_id, **filters):
    return sum(_pages(world, any_id, TransactionHistoryRequest(**filters))[0], [])


def pages_have_twenty_and_follow_each_other(world):
    bought = [world.store.buy("anna", "coins.bag") for _ in range(47)]
    for version in (V1, V2):
        pages, _ = _pages(world, bought[5], TransactionHistoryRequest(), version)
        world.equal([len(page) for page in pages], [PAGE, PAGE, 7], f"the lengths of the pages of {version.value}")
        world.equal(sum(pages, []), bought, f"the order of {version.value}")
    pages, _ = _pages(world, bought[0], TransactionHistoryRequest(sort=Order.DESCENDING))
    world.equal(sum(pages, []), bought[::-1], "the descending order over three pages")
    pages, _ = _pages(world, bought[0], TransactionHistoryRequest(productTypes=[ProductType.NON_CONSUMABLE]))
    world.equal(pages, [[]], "the history with a filter that nothing passes")


def a_full_last_page_has_no_more(world):
    bought = [world.store.buy("anna", "coins.bag") for _ in range(PAGE)]
    pages, revision = _pages(world, bought[0], TransactionHistoryRequest())
    world.equal(pages, [bought], "a history of exactly one page")
    pages, again = _pages(world, bought[0], TransactionHistoryRequest(), revision=revision)
    world.equal((pages, again), ([[]], revision), "what follows the last revision when nothing has happened")


def news_come_after_the_last_revision(world):
    bought = [world.store.buy("anna", "coins.bag") for _ in range(25)]
    _, revision = _pages(world, bought[0], TransactionHistoryRequest())
    later = world.store.buy("anna", "hat.red")
    world.store.buy("bob", "hat.red")
    pages, revision = _pages(world, bought[0], TransactionHistoryRequest(), revision=revision)
    world.equal(pages, [[later]], "what follows the last revision after a purchase")
    # A refund changes a transaction, which then counts as new.
    world.store.do("refund", id=bought[3])
    pages, revision = _pages(world, bought[0], TransactionHistoryRequest(), revision=revision)
    world.equal(pages, [[bought[3]]], "what follows the last revision after a refund of an old transaction")
    world.equal(_found(world, bought[0])[-2:], [later, bought[3]], "the end of the whole history after the refund")
    pages, _ = _pages(world, bought[0], TransactionHistoryRequest(), revision=revision)
    world.equal(pages, [[]], "what follows the last revision after all")


def paging_goes_on_while_the_store_changes(world):
    bought = [world.store.buy("anna", "coins.bag") for _ in range(45)]
    first = world.client.get_transaction_history(bought[0], None, TransactionHistoryRequest(), V2)
    world.store.do("refund", id=bought[30])
    pages, _ = _pages(world, bought[0], TransactionHistoryRequest(), revision=first.revision)
    rest = [id for id in bought[PAGE:] if id != bought[30]] + [bought[30]]
    world.equal(sum(pages, []), rest, "the other pages after a refund in between")


def every_filter_selects(world):
    store = world.store
    store.control("setFamily", account="anna", family="smith")
    store.control("setFamily", account="bob", family="smith")
    start = store.do("clock")["now"]
    coins = store.buy("anna", "coins.bag")
    shared = store.buy("bob", "hat.red")
    copy = store.latest("anna")
    store.advance("1d")
    camp = store.buy("anna", "camp.summer")
    gold = store.buy("anna", "pass.gold")
    news = store.buy("anna", "news.weekly")
    everything = [coins, copy, camp, gold, news]
    world.holds(start == "2026-01-01T00:00:00.000Z", f"a virtual clock begins at {start}")
    first = world.reader.transaction(world.client.get_transaction_info(coins).signedTransactionInfo).purchaseDate
    for what, expected, filters in [
        ("no filter", everything, {}),
        ("one product", [coins], {"productIds": ["coins.bag"]}),
        ("two products", [coins, camp], {"productIds": ["coins.bag", "camp.summer"]}),
        ("an unknown product", [], {"productIds": ["nothing"]}),
        ("consumables", [coins], {"productTypes": [ProductType.CONSUMABLE]}),
        ("non-consumables", [copy], {"productTypes": [ProductType.NON_CONSUMABLE]}),
        ("non-renewing subscriptions", [camp], {"productTypes": [ProductType.NON_RENEWABLE]}),
        ("subscriptions and consumables", [coins, gold, news],
         {"productTypes": [ProductType.AUTO_RENEWABLE, ProductType.CONSUMABLE]}),
        ("from a date on", [camp, gold, news], {"startDate": first + DAY}),
        ("until a date, which does not count", [coins, copy], {"endDate": first + DAY}),
        ("between dates", [coins, copy], {"startDate": first, "endDate": first + 1}),
        ("one group", [gold], {"subscriptionGroupIdentifiers": ["21600001"]}),
        ("two groups", [gold, news], {"subscriptionGroupIdentifiers": ["21600001", "21600002"]}),
        ("purchases", [coins, camp, gold, news], {"inAppOwnershipType": InAppOwnershipType.PURCHASED}),
        ("what a relative shares", [copy], {"inAppOwnershipType": InAppOwnershipType.FAMILY_SHARED}),
        ("two filters", [gold], {"productTypes": [ProductType.AUTO_RENEWABLE], "productIds": ["pass.gold", "coins.bag"]}),
        ("descending", everything[::-1], {"sort": Order.DESCENDING}),
        ("ascending", everything, {"sort": Order.ASCENDING}),
        ("nothing revoked", [], {"revoked": True}),
    ]:
        world.equal(_found(world, coins, **filters), expected, f"the history with {what}")
    world.equal(_found(world, shared), [shared, store.latest("bob")], "the history of the relative")
    store.do("refund", id=coins)
    world.equal(_found(world, gold, revoked=True), [coins], "what is revoked")
    world.equal(_found(world, gold, revoked=False), [copy, camp, gold, news], "what is not revoked")
    for id in everything:
        world.equal(len(_found(world, id)), 5, f"the history that is found by {id}")


def an_app_transaction_id_stands_for_its_customer(world):
    bought = world.store.buy("anna", "coins.bag")
    world.store.buy("bob", "coins.bag")
    transaction = world.reader.transaction(world.client.get_transaction_info(bought).signedTransactionInfo)
    world.holds(transaction.appTransactionId, "a transaction has no appTransactionId")
    world.equal(_found(world, transaction.appTransactionId), [bought], "the history by the appTransactionId")


def finished_consumables_are_in_the_second_version_only(world):
    coins, hat = world.store.buy("anna", "coins.bag"), world.store.buy("anna", "hat.red")
    world.client.finish_transaction(coins)
    world.client.finish_transaction(hat)
    request = TransactionHistoryRequest()
    world.equal(_pages(world, hat, request, V1)[0], [[hat]], "the first version")
    world.equal(sorted(_pages(world, hat, request, V2)[0][0]), sorted([coins, hat]), "the second version")


def renewals_are_transactions_of_their_own(world):
    first = world.store.buy("anna", "news.weekly")
    world.store.advance("15d")
    answer = world.client.get_transaction_history(first, None, TransactionHistoryRequest(), V2)
    transactions = world.reader.transactions(answer.signedTransactions)
    world.equal([transaction.originalTransactionId for transaction in transactions], [first] * 3,
                "the original ids of a purchase and two renewals")
    world.equal([transaction.rawTransactionReason for transaction in transactions], ["PURCHASE", "RENEWAL", "RENEWAL"],
                "the reasons")


def wrong_requests_are_refused(world):
    bought = world.store.buy("anna", "coins.bag")
    word = SimpleNamespace(value="SIDEWAYS")
    for error, filters in [
        (APIError.INVALID_START_DATE, {"startDate": "yesterday"}),
        (APIError.INVALID_START_DATE, {"startDate": -1}),
        (APIError.INVALID_END_DATE, {"endDate": "1.5"}),
        (APIError.START_DATE_AFTER_END_DATE, {"startDate": 2, "endDate": 1}),
        (APIError.START_DATE_AFTER_END_DATE, {"startDate": 2, "endDate": 2}),
        (APIError.INVALID_SORT, {"sort": word}),
        (APIError.INVALID_PRODUCT_TYPE, {"productTypes": [word]}),
        (APIError.INVALID_PRODUCT_TYPE, {"productTypes": [ProductType.CONSUMABLE, word]}),
        (APIError.INVALID_PRODUCT_ID, {"productIds": [""]}),
        (APIError.INVALID_SUBSCRIPTION_GROUP_IDENTIFIER, {"subscriptionGroupIdentifiers": [""]}),
        (APIError.INVALID_IN_APP_OWNERSHIP_TYPE, {"inAppOwnershipType": word}),
        (APIError.INVALID_REVOKED, {"revoked": "perhaps"}),
    ]:
        for version in (V1, V2):
            world.refused(error, f"{version.value} with {filters}", world.client.get_transaction_history, bought, None,
                          TransactionHistoryRequest(**filters), version)
    for revision in ("nonsense", "1", "1.2.3", "-"):
        world.refused(APIError.INVALID_REQUEST_REVISION, f"the revision {revision}", world.client.get_transaction_history,
                      bought, revision, TransactionHistoryRequest(), V2)


CHECKS = [
    pages_have_twenty_and_follow_each_other, a_full_last_page_has_no_more, news_come_after_the_last_revision,
    paging_goes_on_while_the_store_changes, every_filter_selects, an_app_transaction_id_stands_for_its_customer,
    finished_consumables_are_in_the_second_version_only, renewals_are_transactions_of_their_own, wrong_requests_are_refused,
]

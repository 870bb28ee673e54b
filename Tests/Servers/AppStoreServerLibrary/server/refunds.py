"""Get Refund History."""

from appstoreserverlibrary.api_client import APIError

PAGE = 20


def _pages(world, id, revision=None):
    pages = []
    while True:
        answer = world.client.get_refund_history(id, revision)
        world.holds(isinstance(answer.revision, str) and answer.revision, "a page has no revision")
        transactions = world.reader.transactions(answer.signedTransactions)
        world.holds(all(transaction.revocationDate for transaction in transactions), "something is not refunded")
        pages.append([transaction.transactionId for transaction in transactions])
        revision = answer.revision
        if not answer.hasMore:
            return pages, revision


def refunds_come_in_their_order(world):
    store = world.store
    bought = [store.buy("anna", "coins.bag") for _ in range(46)]
    world.equal(_pages(world, bought[0])[0], [[]], "the refunds before any")
    order = bought[45:0:-1]
    for id in order:
        store.advance("1s")
        store.do("refund", id=id)
    pages, revision = _pages(world, bought[0])
    world.equal([len(page) for page in pages], [PAGE, PAGE, 5], "the lengths of the pages")
    world.equal(sum(pages, []), order, "the order of the refunds")
    store.advance("1s")
    store.do("refund", id=bought[0])
    pages, revision = _pages(world, bought[0], revision)
    world.equal(pages, [[bought[0]]], "what follows the last revision after a refund")
    world.equal(_pages(world, bought[0], revision)[0], [[]], "what follows the last revision after all")


def refunds_of_one_moment_are_on_one_page_only(world):
    store = world.store
    bought = [store.buy("anna", "coins.bag") for _ in range(25)]
    for id in bought:
        store.do("refund", id=id)
    world.equal(sorted(sum(_pages(world, bought[0])[0], [])), bought, "all refunds of one moment")


def a_refund_of_the_same_moment_follows_the_last_revision(world):
    store = world.store
    older, newer = store.buy("anna", "coins.bag"), store.buy("anna", "coins.bag")
    store.do("refund", id=newer)
    _, revision = _pages(world, older)
    store.do("refund", id=older)
    world.equal(_pages(world, older, revision)[0], [[older]], "what follows the last revision")


def only_refunds_are_reported(world):
    store = world.store
    coins, hat = store.buy("anna", "coins.bag"), store.buy("anna", "hat.red")
    store.do("refund", id=coins)
    store.do("refund", id=store.buy("bob", "coins.bag"))
    world.equal(_pages(world, hat)[0], [[coins]], "the refunds of anna")
    for wrong in ("nonsense", "1"):
        world.refused(APIError.INVALID_REQUEST_REVISION, f"the revision {wrong}", world.client.get_refund_history, hat, wrong)


CHECKS = [
    refunds_come_in_their_order, refunds_of_one_moment_are_on_one_page_only,
    a_refund_of_the_same_moment_follows_the_last_revision, only_refunds_are_reported,
]

"""Single transactions, the app transaction, order ids, the appAccountToken, and finishing."""

from appstoreserverlibrary.api_client import APIError, GetTransactionHistoryVersion
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.TransactionHistoryRequest import TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest

from .signed import payload

TOKEN = "a4f3c1d2-0b6e-4f7a-9c8d-1e2f3a4b5c6d"
OTHER_TOKEN = "00000000-1111-4222-8333-444444444444"
UNKNOWN = "2000000000999999"


def _transaction(world, id):
    return world.reader.transaction(world.client.get_transaction_info(id).signedTransactionInfo)


def every_kind_of_purchase_is_reported(world):
    for product, type, price in [
        ("coins.bag", "Consumable", 3980), ("hat.red", "Non-Consumable", 2990),
        ("camp.summer", "Non-Renewing Subscription", 4990), ("news.weekly", "Auto-Renewable Subscription", 990),
    ]:
        options = {"quantity": 2} if product == "coins.bag" else {}
        id = world.store.buy("anna", product, token=TOKEN.upper(), **options)
        signed = world.client.get_transaction_info(id).signedTransactionInfo
        transaction = world.reader.transaction(signed)
        got = (transaction.transactionId, transaction.originalTransactionId, transaction.productId, transaction.rawType,
               transaction.quantity, transaction.price, transaction.currency, transaction.storefront,
               transaction.storefrontId, transaction.appAccountToken, transaction.rawInAppOwnershipType,
               transaction.rawTransactionReason, transaction.environment, transaction.bundleId)
        world.equal(got, (id, id, product, type, options.get("quantity", 1), price, "USD", "USA", "143441", TOKEN,
                          "PURCHASED", "PURCHASE", Environment.SANDBOX, world.store.bundle_id), f"a purchase of {product}")
        is_subscription = type.startswith("Auto")
        got = (transaction.expiresDate is not None, transaction.webOrderLineItemId is not None,
               transaction.subscriptionGroupIdentifier)
        world.equal(got, (is_subscription, is_subscription, "21600002" if is_subscription else None),
                    f"what only a subscription has, of {product}")
        # The first two exist on devices only, the next four would be claims of a token, and the last exists only when it is
        # true.
        forbidden = {"deviceVerification", "deviceVerificationNonce", "exp", "iat", "nbf", "aud", "isUpgraded"}
        forbidden &= set(payload(signed))
        world.equal(forbidden, set(), f"what a server must not get of {product}")


def an_introductory_offer_is_reported(world):
    transaction = _transaction(world, world.store.buy("anna", "pass.gold"))
    got = (transaction.rawOfferType, transaction.rawOfferDiscountType, transaction.offerPeriod, transaction.price,
           transaction.offerIdentifier)
    world.equal(got, (1, "FREE_TRIAL", "P1W", 0, None), "the offer")


def a_refund_is_reported(world):
    store = world.store
    for options, expected in [
        ({}, (0, "REFUND_FULL")), ({"reason": "issue"}, (1, "REFUND_FULL")),
    ]:
        id = store.buy("anna", "coins.bag")
        store.do("refund", id=id, **options)
        transaction = _transaction(world, id)
        world.equal((transaction.rawRevocationReason, transaction.rawRevocationType), expected, f"a refund with {options}")
        world.holds(transaction.revocationDate, "a refund has no revocationDate")
    id = store.buy("anna", "news.weekly")
    store.advance("84h")
    store.do("refund", id=id, prorated=True)
    transaction = _transaction(world, id)
    world.equal((transaction.rawRevocationType, transaction.revocationPercentage), ("REFUND_PRORATED", 50_000),
                "a refund of half a week")


def the_app_transaction_is_found_by_every_id(world):
    bought = world.store.buy("anna", "coins.bag")
    id = _transaction(world, bought).appTransactionId
    for any_id in (bought, id):
        signed = world.client.get_app_transaction_info(any_id).signedAppTransactionInfo
        app = world.reader.app_transaction(signed)
        world.equal((app.appTransactionId, app.receiptType, app.bundleId, app.appAppleId),
                    (id, Environment.SANDBOX, world.store.bundle_id, None), f"the app transaction by {any_id}")
        forbidden = {"deviceVerification", "deviceVerificationNonce", "applicationVersion"} & set(payload(signed))
        world.equal(forbidden, set(), "what the server's app transaction must not have")
    world.refused(APIError.APP_TRANSACTION_ID_NOT_SUPPORTED_ERROR, "a transaction by an appTransactionId",
                  world.client.get_transaction_info, id)


def an_order_id_leads_to_its_transaction(world):
    id = world.store.buy("anna", "coins.bag")
    order = world.store.do("signed", id=id)["orderId"]
    answer = world.client.look_up_order_id(order)
    world.equal((answer.status, world.reader.ids(answer.signedTransactions)), (OrderLookupStatus.VALID, [id]), "the order")
    for unknown in ("MZZZZZZZZZZZZZ", "nothing", order[:-1]):
        answer = world.client.look_up_order_id(unknown)
        world.equal((answer.status, answer.signedTransactions), (OrderLookupStatus.INVALID, None), f"the order {unknown}")


def an_account_token_is_for_the_purchase_and_its_renewals(world):
    store, client = world.store, world.client
    first, coins = store.buy("anna", "news.weekly"), store.buy("anna", "coins.bag")
    store.advance("8d")
    renewal = store.latest("anna")
    revision = client.get_transaction_history(
        first, None, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2).revision
    client.set_app_account_token(first, UpdateAppAccountTokenRequest(TOKEN.upper()))
    client.set_app_account_token(coins, UpdateAppAccountTokenRequest(OTHER_TOKEN))
    store.advance("7d")
    next_renewal = store.latest("anna")
    world.equal([_transaction(world, id).appAccountToken for id in (first, renewal, next_renewal, coins)],
                [TOKEN, TOKEN, TOKEN, OTHER_TOKEN], "the token of purchase, renewals and another purchase")
    status = client.get_all_subscription_statuses(first).data[0].lastTransactions[0]
    world.equal(world.reader.renewal(status.signedRenewalInfo).appAccountToken, TOKEN, "the token of the renewal info")
    changed = client.get_transaction_history(
        first, revision, TransactionHistoryRequest(), GetTransactionHistoryVersion.V2)
    world.equal(sorted(world.reader.ids(changed.signedTransactions)), sorted([first, renewal, next_renewal, coins]),
                "what the history has after the last revision")


def wrong_account_tokens_are_refused(world):
    store, set_token = world.store, world.client.set_app_account_token
    store.control("setFamily", account="anna", family="smith")
    store.control("setFamily", account="bob", family="smith")
    hat = store.buy("anna", "hat.red")
    shared = store.latest("bob")
    first = store.buy("anna", "news.weekly")
    store.advance("8d")
    renewal = store.latest("anna")
    request = UpdateAppAccountTokenRequest(TOKEN)
    for wrong in ("", "token", TOKEN[:-1], TOKEN + "0", TOKEN.replace("-", "")):
        world.refused(APIError.INVALID_APP_ACCOUNT_TOKEN_UUID_ERROR, f"the token {wrong!r}", set_token, hat,
                      UpdateAppAccountTokenRequest(wrong))
    world.refused(APIError.FAMILY_TRANSACTION_NOT_SUPPORTED_ERROR, "a shared transaction", set_token, shared, request)
    world.refused(APIError.TRANSACTION_ID_IS_NOT_ORIGINAL_TRANSACTION_ID_ERROR, "a renewal", set_token, renewal, request)
    world.refused(APIError.TRANSACTION_ID_NOT_FOUND, "an unknown id", set_token, UNKNOWN, request)
    world.refused(APIError.INVALID_TRANSACTION_ID, "an id that is none", set_token, "hat", request)
    world.equal(_transaction(world, hat).appAccountToken, None, "the token after refusals")


def finishing_can_be_repeated(world):
    id = world.store.buy("anna", "coins.bag")
    finished = lambda: world.store.do("transaction", id=id)["finished"]
    world.equal(finished(), False, "whether a new purchase is finished")
    for _ in range(2):
        world.client.finish_transaction(id)
        world.equal(finished(), True, "whether the transaction is finished")
    world.refused(APIError.TRANSACTION_ID_NOT_FOUND, "finishing an unknown id", world.client.finish_transaction, UNKNOWN)
    world.refused(APIError.INVALID_TRANSACTION_ID, "finishing what is no id", world.client.finish_transaction, "coins")


def unknown_ids_are_refused(world):
    client = world.client
    world.store.buy("anna", "coins.bag")
    request = TransactionHistoryRequest()
    calls = [
        ("transaction info", client.get_transaction_info, ()),
        ("app transaction info", client.get_app_transaction_info, ()),
        ("statuses", client.get_all_subscription_statuses, ()),
        ("refunds", client.get_refund_history, (None,)),
        ("history v1", client.get_transaction_history, (None, request, GetTransactionHistoryVersion.V1)),
        ("history v2", client.get_transaction_history, (None, request, GetTransactionHistoryVersion.V2)),
    ]
    for what, call, arguments in calls:
        for id in (UNKNOWN, "0", "700000000000000000"):
            world.refused(APIError.TRANSACTION_ID_NOT_FOUND, f"{what} of {id}", call, id, *arguments)
        for id in ("abc", "-1", "1.0", "2" * 30, "%20"):
            world.refused(APIError.INVALID_TRANSACTION_ID, f"{what} of {id}", call, id, *arguments)


CHECKS = [
    every_kind_of_purchase_is_reported, an_introductory_offer_is_reported, a_refund_is_reported,
    the_app_transaction_is_found_by_every_id, an_order_id_leads_to_its_transaction,
    an_account_token_is_for_the_purchase_and_its_renewals, wrong_account_tokens_are_refused, finishing_can_be_repeated,
    unknown_ids_are_refused,
]

"""Each forgery of the store, in each kind of text: both verifiers give the same verdict."""

from .outcome import Kind, both
from .shop import Shop
from .verdicts import CHAIN_LENGTH, ENVIRONMENT, FAILURE, LAST_NAME_WINS, OK, OTHER_APP, judge

RENEWAL = Kind.RENEWAL_INFO

# By the numbers of IAP_STORE_FORGERY_…: name, status, the status of kinds with a different one, and the difference.
FORGERIES = {
    0: ("nothing forged", OK, {}, None),
    1: ("another payload", FAILURE, {}, None),
    2: ("another signature", FAILURE, {}, None),
    3: ("signature in DER", FAILURE, {}, None),
    4: ("algorithm none", FAILURE, {}, None),
    5: ("HMAC with the public key", FAILURE, {}, None),
    6: ("another root", FAILURE, {}, None),
    7: ("the chain of another signer", FAILURE, {}, None),
    8: ("two certificates", CHAIN_LENGTH, {}, None),
    9: ("no marker on the leaf", FAILURE, {}, None),
    10: ("an expired leaf", FAILURE, {}, None),
    11: ("Base64 of another kind", FAILURE, {}, None),
    # Renewal info names no app.
    12: ("another bundle id", OTHER_APP, {RENEWAL: OK}, None),
    13: ("another environment", ENVIRONMENT, {}, None),
    # A server cannot detect this: the game must send the id of the device.
    14: ("another device", OK, {}, None),
    15: ("no marker on the intermediate", FAILURE, {}, None),
    16: ("four certificates", CHAIN_LENGTH, {}, None),
    17: ("a critical marker", FAILURE, {}, None),
    18: ("a leaf as issuer", FAILURE, {}, None),
    19: ("a leaf that is not valid yet", FAILURE, {}, None),
    20: ("no certificates", FAILURE, {}, None),
    21: ("a name twice", FAILURE, {}, LAST_NAME_WINS),
}


def texts(shop, bought):
    """One text of each kind."""
    yield Kind.TRANSACTION, shop.transactions("Ann")[0]["text"]
    yield Kind.RENEWAL_INFO, shop.statuses("Ann")[0]["renewal_info"]
    yield Kind.APP_TRANSACTION, shop.app_transaction("Ann")
    yield Kind.NOTIFICATION, shop.notification("SUBSCRIBED", subtype="INITIAL_BUY", transaction=bought)


def run(report, store, storekit, verifier):
    shop = Shop(store, storekit)
    bought = shop.pay("Ann", "pass.gold")["id"]
    verifiers = both(verifier, shop.root)
    report.group("each forgery of each kind has the same verdict")
    for number, (name, status, of_kinds, difference) in FORGERIES.items():
        shop.forge(number)
        for kind, text in texts(shop, bought):
            judge(report, name, kind, text, verifiers, of_kinds.get(kind, status), difference)
    report.case("the table has every forgery", unknown(shop))

    report.group("other verifiers have the same verdict")
    shop.forge(0)
    other = both(verifier, shop.root, bundle_id="com.example.other")
    for kind, text in texts(shop, bought):
        judge(report, "a verifier of another app", kind, text, other, OK if kind == RENEWAL else OTHER_APP)
    stranger = Shop(store, storekit, seed=8)
    for kind, text in texts(shop, bought):
        judge(report, "a verifier with another root", kind, text, both(verifier, stranger.root), FAILURE)
    stranger.program.close()
    shop.program.close()


def unknown(shop):
    """The store's forgeries that the table lacks."""
    if shop.program.ask("forge", forgery=max(FORGERIES) + 1)["status"] == "IAP_OK":
        yield "the store knows one more"

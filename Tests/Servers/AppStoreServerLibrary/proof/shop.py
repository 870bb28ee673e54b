"""A store that has sold all products in all ways, and the texts that it has signed for them."""

from dataclasses import dataclass

from .outcome import BUNDLE_ID, Kind
from .program import Program

DAY_MS = 86_400_000
TOKEN = "7F0C5D5E-3B1A-4C7B-9D55-0123456789AB"

# Clocks of the store.
REAL, VIRTUAL = 0, 2
# 2026-02-01T00:00:00Z
START_MS = 1_769_904_000_000

OFFER_PROMOTIONAL, OFFER_CODE, OFFER_WIN_BACK = 2, 3, 4
PLAN_MONTHLY = 2
REFUND_FULL, REFUND_PRORATED = 1, 2
REASON_OTHER, REASON_DEVELOPER_ISSUE = 1, 2


@dataclass(frozen=True)
class Signed:
    """A text signed by the store."""

    name: str
    kind: Kind
    text: str


class Shop:
    def __init__(self, path, storekit, clock=VIRTUAL, ocsp_url=None, bundle_id=BUNDLE_ID, seed=7):
        self.program = Program(path)
        answer = self.program.do(
            "open", storekit=storekit, clock=clock, seed=seed, start=START_MS if clock == VIRTUAL else None, ocsp=ocsp_url,
            bundle=bundle_id)
        self.root = bytes.fromhex(answer["root"])
        self.key_id, self.issuer_id = answer["key"], answer["issuer"]

    def buy(self, account, product, **fields):
        return self.program.do("buy", account=account, product=product, **fields)["id"]

    def pay(self, account, product, **fields):
        return self.program.ask("pay", account=account, product=product, **fields)

    def forge(self, forgery):
        self.program.do("forge", forgery=forgery)

    def now(self):
        return self.program.do("now")["now"]

    def advance(self, days):
        self.program.do("advance", milliseconds=days * DAY_MS)

    def transactions(self, account):
        return self.program.do("transactions", account=account)["transactions"]

    def statuses(self, account):
        return self.program.do("statuses", account=account)["statuses"]

    def app_transaction(self, account):
        return self.program.do("app_transaction", account=account)["text"]

    def app_receipt(self, account):
        return self.program.do("app_receipt", account=account)["text"]

    def notification(self, notification_type, **fields):
        return self.program.do("sign_notification", type=notification_type, **fields)["text"]

    def sign(self, payload):
        return self.program.do("sign_payload", payload=payload)["text"]

    def signed_of(self, account):
        """Everything that the account's game can read."""
        for transaction in self.transactions(account):
            yield Signed(f"transaction {transaction['id']} of {account}", Kind.TRANSACTION, transaction["text"])
        for status in self.statuses(account):
            yield Signed(f"newest transaction of a subscription of {account}", Kind.TRANSACTION, status["transaction"])
            yield Signed(f"renewal info of {account}", Kind.RENEWAL_INFO, status["renewal_info"])
        yield Signed(f"app transaction of {account}", Kind.APP_TRANSACTION, self.app_transaction(account))


def sell_everything(shop):
    """Plays everything that can happen to accounts' purchases. Returns what their games read, at several moments."""
    control = shop.program.do
    signed = []

    def read(*accounts):
        signed.extend(each for account in accounts for each in shop.signed_of(account))

    shop.pay("Ann", "coins.bag", token=TOKEN)
    shop.pay("Ann", "hat.red")
    shop.pay("Ann", "camp.summer")
    shop.pay("Ann", "pass.gold", token=TOKEN)
    # The introductory offer is paid per period; it renews, and then another level replaces it.
    silver = shop.buy("Bob", "pass.silver")
    committed = shop.buy("Cid", "pass.year", plan=PLAN_MONTHLY)
    shop.buy("Dan", "pass.gold", offer="WELCOME", offer_type=OFFER_CODE)
    shop.buy("Tom", "pass.year")
    for account in ("Eve", "Fay", "Una"):
        control("set_auto_renew", id=shop.buy(account, "pass.gold"), enabled=False)
    poor, broke, asked, told = (shop.buy(account, "news.weekly") for account in ("Gus", "Hal", "Ida", "Jon"))
    control("request_price_increase", id=asked, price=1990, needs_consent=True)
    control("request_price_increase", id=told, price=1990, needs_consent=False)
    control("change_subscription", id=shop.buy("Kim", "pass.gold"), product="pass.silver")
    shop.advance(3)
    control("set_renewal", id=poor, will_auto_renew=True, retry=True, grace=START_MS + 9 * DAY_MS)
    control("set_renewal", id=broke, will_auto_renew=True, retry=True)
    read("Ann", "Bob", "Cid", "Dan", "Eve", "Gus", "Hal", "Ida", "Jon", "Kim",
         "Tom")
    shop.advance(37)
    control("change_subscription", id=silver, product="pass.gold")
    control("set_auto_renew", id=committed, enabled=False)
    # Former subscribers come back with the offers for them.
    shop.buy("Eve", "pass.gold", offer="LOYAL_YEAR", offer_type=OFFER_PROMOTIONAL)
    shop.buy("Una", "pass.silver", offer="SILVER_LOYAL", offer_type=OFFER_PROMOTIONAL)
    read("Una")
    shop.advance(40)
    read("Fay")
    shop.buy("Fay", "pass.gold", offer="RETURN", offer_type=OFFER_WIN_BACK)
    for product, how, why in (("coins.bag", REFUND_FULL, REASON_OTHER), ("hat.red", REFUND_FULL, REASON_DEVELOPER_ISSUE),
                              ("news.weekly", REFUND_PRORATED, REASON_DEVELOPER_ISSUE)):
        bought = shop.buy("Lea", product, quantity=3 if product == "coins.bag" else None)
        shop.advance(1)
        control("revoke", id=bought, type=how, reason=why)
    for member in ("Mia", "Ned", "Oda"):
        control("set_family", account=member, family="family")
    shop.buy("Mia", "hat.red")
    control("set_family", account="Oda")
    read("Bob", "Cid", "Eve", "Fay", "Gus", "Hal", "Ida", "Lea", "Mia", "Ned", "Oda")
    return signed

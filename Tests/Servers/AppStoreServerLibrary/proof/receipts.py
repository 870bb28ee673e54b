"""Apple's ReceiptUtility reads the receipts of the store."""

import base64

from appstoreserverlibrary.receipt_utility import ReceiptUtility

from .forgeries import FORGERIES
from .outcome import both
from .shop import Shop

PURCHASES = ("coins.bag", "hat.red", "camp.summer", "pass.gold")

# By the numbers of IAP_STORE_FORGERY_…: nothing forged, another device, four certificates.
VALID_RECEIPTS = (0, 14, 16)
# Base64, applied twice.
UNREADABLE_RECEIPTS = (11,)


def transaction_receipt(transaction_id):
    """The older form of a receipt, as in paymentQueue(_:updatedTransactions:)."""
    purchase = base64.b64encode(
        f'{{\n\t"original-transaction-id" = "99";\n\t"transaction-id" = "{transaction_id}";\n}}'.encode()).decode()
    return base64.b64encode(
        f'{{\n\t"signature" = "AAAA";\n\t"purchase-info" = "{purchase}";\n\t"environment" = "Sandbox";\n}}'.encode())


def extracted(text):
    try:
        return ReceiptUtility().extract_transaction_id_from_app_receipt(text)
    except ValueError as error:
        return f"ValueError: {error}"


def check_app_receipt(report, name, shop, verifier, account, bought):
    receipt = shop.app_receipt(account)
    answer = verifier.check_receipt(receipt)
    apple = extracted(receipt)
    problems = []
    if answer["verdict"] != 1:
        problems.append(f"ours: {answer['reason_name']} ({answer['why']})")
    if sorted(answer["purchases"]) != sorted(bought):
        problems.append(f"ours lists {answer['purchases']}, bought were {bought}")
    # The first one that it finds.
    if apple != (str(answer["purchases"][0]) if answer["purchases"] else None):
        problems.append(f"Apple's reads {apple}, ours {answer['purchases']}")
    report.case(name, problems)


def run(report, store, storekit, verifier):
    shop = Shop(store, storekit)
    ours, _ = both(verifier, shop.root)
    report.group("Apple's library reads the receipts of the store")
    check_app_receipt(report, "nothing bought", shop, ours, "Ann", [])
    bought = []
    for product in PURCHASES:
        bought.append(shop.pay("Ann", product)["id"])
        check_app_receipt(report, f"with {product}", shop, ours, "Ann", bought)
    check_app_receipt(report, "of another account", shop, ours, "Bob", [])
    whole = shop.app_receipt("Ann")
    # It reads a part of the receipt and nothing after it; a test must cut off more than this.
    report.case("half of a receipt", [] if extracted(whole[:40]).startswith("ValueError") else ["Apple's reads it"])

    # Apple's utility only extracts a transaction id, which the App Store Server API must verify: it accepts forged receipts.
    report.group("Apple's library reads forged receipts, and ours reports the forgery")
    for number in FORGERIES:
        shop.forge(number)
        forged = shop.app_receipt("Ann")
        answer, apple = ours.check_receipt(forged), extracted(forged)
        problems = []
        if (answer["verdict"] == 1) != (number in VALID_RECEIPTS):
            problems.append(f"ours: {answer['reason_name']} ({answer['why']})")
        if number in UNREADABLE_RECEIPTS:
            if not str(apple).startswith("ValueError"):
                problems.append(f"Apple's reads {apple}")
        elif apple not in [str(id) for id in bought]:
            problems.append(f"Apple's reads {apple}, bought were {bought}")
        report.case(f"receipt: {FORGERIES[number][0]}", problems)
    shop.forge(0)

    report.group("both read the same transaction in the older form of receipts")
    for transaction_id in (bought[0], 1, 2000000000000001):
        receipt = transaction_receipt(transaction_id)
        apple = ReceiptUtility().extract_transaction_id_from_transaction_receipt(receipt.decode())
        answer = verifier.ask("read_transaction_receipt", receipt=receipt)
        same = apple == str(transaction_id) == str(answer["id"]) and answer["status"] == "IAP_OK"
        report.case(f"transaction {transaction_id}", [] if same else [f"Apple's reads {apple}, ours {answer}"])
    shop.program.close()

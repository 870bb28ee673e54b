"""For servers: verifying what the store signs, reading receipts, and signing with their keys."""

import base64
import json
import unittest
from typing import Any, Dict

import iapbridge as iap
from iapbridge import testing
from support import CLUB, COINS, EDITOR, Game, StoreTest, settle

BUNDLE = "com.example.game"


class Bought(StoreTest):
    def setUp(self) -> None:
        super().setUp()
        self.client = self.launch()
        self.game = Game(self.client)
        self.client.buy(COINS)
        self.client.buy(CLUB)
        settle(self.client)
        self.coins, self.club = (
            next(
                transaction
                for transaction in self.game.transactions
                if transaction.product_id == product and transaction.id
            )
            for product in (COINS, CLUB)
        )
        self.verifier = self.make_verifier()

    def make_verifier(self, **options: Any) -> iap.Verifier:
        return iap.Verifier(
            **{
                "roots": [self.store.root_certificate()],
                "bundle_id": BUNDLE,
                "environments": iap.Environment.SANDBOX,
                **options,
            }
        )


class Verification(Bought):
    def test_a_signed_transaction(self) -> None:
        data = self.verifier.verify(iap.SignedKind.TRANSACTION, self.coins.signed_text)
        self.assertEqual(
            (data.kind, data.transaction_id, data.product_id, data.quantity, data.price_milliunits, data.currency_code),
            (iap.SignedKind.TRANSACTION, self.coins.id, COINS, 1, 990, "USD"),
        )
        self.assertEqual(
            (data.purchase_date, data.environment, data.bundle_id, data.is_signature_checked),
            (self.coins.purchase_date, iap.Environment.SANDBOX, BUNDLE, True),
        )
        self.assertEqual(
            (data.json_text("productId"), data.json_number("price"), data.json_number("nothing"), data.json_has("x")),
            (COINS, 990, None, False),
        )
        self.assertEqual(
            (data.text(iap.SignedField.PRODUCT_TYPE), data.product_type, data.has(iap.SignedField.REVOCATION_DATE_MS)),
            ("Consumable", iap.ProductType.CONSUMABLE, False),
        )
        self.assertEqual(json.loads(data.json)["transactionId"], str(self.coins.id))
        self.assertEqual(data.seat_price_tiers, ())

    def test_a_notification_with_what_it_carries(self) -> None:
        self.store.refund(self.coins.id)
        text = self.store.sign_notification(iap.StoreNotification(type="REFUND", transaction_id=self.coins.id))
        data = self.verifier.verify(iap.SignedKind.NOTIFICATION, text.encode())
        self.assertEqual(
            (data.notification_type, data.notification_content),
            (iap.NotificationType.REFUND, iap.NotificationContent.DATA),
        )
        inner = data.transaction_text
        assert inner is not None
        self.assertIsNotNone(self.verifier.verify(iap.SignedKind.TRANSACTION, inner).revocation_date)

    def test_what_is_no_signed_text(self) -> None:
        for text in ("", "a.b.c", "x" * 100, b"\0\1\2", self.coins.signed_text + "\0"):
            with self.assertRaises(iap.NotVerified):
                self.verifier.verify(iap.SignedKind.TRANSACTION, text)
        with self.assertRaises(TypeError):
            self.verifier.check(iap.SignedKind.TRANSACTION, None)  # type: ignore[arg-type]
        self.assert_status(iap.Status.INVALID_ARGUMENT, self.verifier.check, iap.SignedKind(77), "a.b.c")

    def test_the_clock_is_that_of_the_game(self) -> None:
        asked = []

        def clock() -> int:
            asked.append(1)
            return self.store.now_ms

        verifier = self.make_verifier(clock=clock, check_revocation=True, ocsp_timeout_ms=1)
        verifier.check(iap.SignedKind.TRANSACTION, self.coins.signed_text)
        self.assertTrue(asked)


class Receipts(Bought):
    def setUp(self) -> None:
        super().setUp()
        self.client.buy(EDITOR)
        settle(self.client)
        self.receipt = self.client.request_app_receipt(True).result()

    def test_a_receipt_is_verified_and_read(self) -> None:
        receipt = self.verifier.verify_receipt(self.receipt)
        self.assertEqual(
            (receipt.bundle_id, receipt.environment, receipt.is_signature_checked),
            (BUNDLE, iap.Environment.SANDBOX, True),
        )
        self.assertIn(EDITOR, [purchase.product_id for purchase in receipt.purchases])
        self.assertTrue(all(isinstance(value, bytes) for _, value in receipt.attributes))
        again = iap.AppReceipt.read(base64.b64decode(self.receipt))
        self.assertEqual(len(again.purchases), len(receipt.purchases))
        self.assertFalse(again.is_signature_checked)


class ServerKeys(StoreTest):
    KEY: Dict[str, str] = {}

    def setUp(self) -> None:
        super().setUp()
        if not self.KEY:
            with testing.StoreServer() as server:
                self.KEY["private"] = server.private_key
        self.key = iap.ServerKey(
            key_id="KEY0000001",
            issuer_id="57246542-96fe-1a63-e053-0824d011072a",
            bundle_id=BUNDLE,
            key_text=self.KEY["private"],
        )
        self.store.add_server_key("KEY0000001", "57246542-96fe-1a63-e053-0824d011072a", self.key.public_key)

    def test_what_a_key_signs_it_checks(self) -> None:
        request = iap.ServerRequest(kind=iap.ServerSignatureKind.API_TOKEN)
        token = self.key.sign(request)
        self.assertEqual(self.key.verify(request, token.text).kind, iap.ServerSignatureKind.API_TOKEN)
        signature, result = self.key.check(request, token.text[:-4] + "AAAA")
        self.assertEqual((signature, result.verdict), (None, iap.Verdict.INVALID))
        with self.assertRaises(iap.NotVerified) as caught:
            self.key.verify(request, "a.b.c")
        self.assertEqual((caught.exception.verdict, bool(caught.exception.reason)), (iap.Verdict.INVALID, True))


if __name__ == "__main__":
    unittest.main()

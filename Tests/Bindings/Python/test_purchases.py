"""Values, lists, and the polling form. Tests/Bindings/Scenarios plays the flows of a game."""

import asyncio
import unittest
from datetime import datetime, timezone
from decimal import Decimal

import iapbridge as iap
from support import CLUB, COINS, Game, StoreTest, settle


class Quirks(StoreTest):
    def test_a_name_is_that_of_one_quirk_or_profile(self) -> None:
        self.assertEqual(iap.quirk_named("missed_order"), iap.Quirk.MISSED_ORDER)
        self.assertEqual(iap.profile_named("ios-27-simulator"), iap.Profile.IOS_27_SIMULATOR)
        self.assertEqual((iap.quirk_named("x"), iap.profile_named()), (iap.Quirk.NONE, iap.Profile.NONE))
        self.assertEqual((iap.quirk_name(iap.Quirk.NONE), iap.profile_name(iap.Profile(77))), (None, None))


class Purchases(StoreTest):
    def test_products_are_described(self) -> None:
        products = self.launch().request_products([COINS, "nothing", CLUB]).result()
        self.assertEqual([product.id for product in products], [COINS, CLUB])
        self.assertEqual((len(products), products[-1].id, products.invalid_ids), (2, CLUB, ("nothing",)))
        self.assertEqual(
            (products[0].display_price, products[0].price, products[0].price_milliunits),
            ("$0.99", Decimal("0.990"), 990),
        )
        self.assertEqual(products[1].subscription_period_unit, iap.PeriodUnit.MONTH)
        self.assertIs(products[0].is_cached, False)
        self.assertEqual([product.id for product in products[-1:]], [CLUB])
        self.assertEqual([product.id for product in products[::-1]], [CLUB, COINS])
        self.assertEqual(products[2:], [])
        for place in (2, -3):
            with self.assertRaisesRegex(IndexError, f"index {place} is out of range; the list has 2 elements"):
                products[place]
        with self.assertRaisesRegex(TypeError, "an index must be an int or a slice, not str"):
            products["0"]  # type: ignore[call-overload]

    def test_a_purchase_is_granted_and_finished(self) -> None:
        client = self.launch()
        game = Game(client)
        payment = client.buy(COINS)
        settle(client)
        self.assertEqual(game.heard, ["PURCHASING", "PURCHASED", "removed"])
        bought = game.transactions[1]
        self.assertEqual(
            (bought.payment_id, bought.product_id, bought.quantity, bought.delivery_count), (payment, COINS, 1, 1)
        )
        self.assertEqual(
            (bought.purchase_date, bought.price), (datetime(2026, 1, 1, tzinfo=timezone.utc), Decimal("0.990"))
        )
        self.assertIsNone(bought.error)
        self.assertIsNone(bought.revocation_date)
        self.assertEqual(self.store.get_totals(), iap.StoreTotals(transactions=1, unfinished=0, refunded=0))
        self.assertTrue(self.store.get_transaction(bought.id).is_finished)

    def test_a_request_fails_with_its_error(self) -> None:
        client = self.launch()
        self.store.set_simulated_error(iap.StoreApi.LOAD_PRODUCTS, iap.StoreFailure.NETWORK)
        request = client.request_products([COINS])
        self.assert_status(iap.Status.NETWORK, request.result)
        self.assertTrue(request.done)
        self.assertIsInstance(request.exception(), iap.IapError)

    def test_payments_have_everything(self) -> None:
        client = self.launch()
        game = Game(client)
        token = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
        client.add_payment(
            iap.Payment(
                product_id=COINS,
                quantity=3,
                app_account_token=token,
                custom_values=[
                    iap.CustomValue(key="campaign", type=1, bytes="winter"),
                    iap.CustomValue(key="score", type=2, number=1.5),
                ],
            )
        )
        settle(client)
        self.assertEqual((game.transactions[-1].quantity, game.transactions[-1].app_account_token), (3, token))


class Subscriptions(StoreTest):
    def test_a_year_passes_in_one_call(self) -> None:
        client = self.launch()
        game = Game(client)
        client.buy(CLUB)
        settle(client)
        self.assertTrue(client.owns(CLUB))
        self.store.advance(days=364)
        settle(client)
        self.assertEqual(self.store.get_totals().transactions, 12)
        self.assertEqual(len(game.granted), 12)
        status = client.request_subscription_statuses(None).result()[0]
        self.assertEqual(status.state, iap.SubscriptionState.SUBSCRIBED)
        self.assertTrue(status.renewal_info.will_auto_renew)
        self.assertEqual(status.transaction.reason, iap.TransactionReason.RENEWAL)


class Polling(StoreTest):
    def test_a_response_that_comes_as_an_event_is_not_awaited(self) -> None:
        client = self.launch()
        client.polls = True

        async def wait() -> None:
            await asyncio.wait_for(client.request_products([COINS]), 20)

        error = self.assert_status(iap.Status.INVALID_STATE, lambda: asyncio.run(wait()))
        self.assertIn("next_event() returns the result", error.message)

    def test_a_response_is_not_taken_away_from_a_request(self) -> None:
        client = self.launch()
        request = client.request_products([COINS])
        self.assert_status(iap.Status.INVALID_STATE, client.next_event)
        self.assertEqual(len(request.result()), 1)


if __name__ == "__main__":
    unittest.main()

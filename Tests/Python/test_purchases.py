"""Purchases, failures, refunds, subscriptions and the inventory, as in a game."""

import asyncio
import unittest
from datetime import datetime, timezone
from decimal import Decimal

import iapbridge as iap
from iapbridge import _callbacks, testing
from support import CLUB, COINS, EDITOR, Game, StoreTest, settle


class Habits(StoreTest):
    def test_habits_are_set_by_profile_and_one_by_one(self) -> None:
        store = self.store
        self.assertEqual(store.get_profile(), iap.Profile.DOCUMENTED)
        for profile in map(iap.profile_at, range(iap.profile_count())):
            store.set_profile(profile)
            self.assertEqual(store.get_profile(), profile)
            for habit in map(iap.habit_at, range(iap.habit_count())):
                self.assertEqual(store.get_habit(habit), iap.habit_value_in(habit, profile), habit)
        store.set_habit(iap.Habit.LISTING_LAG_MS, 1234)
        self.assertEqual(store.get_habit(iap.Habit.LISTING_LAG_MS), 1234)
        self.assertEqual(store.get_profile(), iap.Profile.NONE)
        with self.assertRaisesRegex(iap.IapError, "two_ids takes a value from 0 to 1, not 2"):
            store.set_habit(iap.Habit.TWO_IDS, 2)
        store.reset_to_default_state()
        self.assertEqual(store.get_profile(), iap.Profile.DOCUMENTED)

    def test_a_name_is_that_of_one_habit_or_profile(self) -> None:
        self.assertEqual(iap.habit_named("missed_order"), iap.Habit.MISSED_ORDER)
        self.assertEqual(iap.profile_named("ios-27-simulator"), iap.Profile.IOS_27_SIMULATOR)
        self.assertEqual((iap.habit_named("x"), iap.profile_named()), (iap.Habit.NONE, iap.Profile.NONE))
        self.assertEqual((iap.habit_name(iap.Habit.NONE), iap.profile_name(iap.Profile(77))), (None, None))


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

    def test_what_is_unfinished_comes_back_under_the_same_id(self) -> None:
        journal = self.folder / "journal"
        with testing.open_client(self.store, journal=journal) as client:
            first = Game(client, finishes=False)
            client.buy(COINS)
            settle(client)
        client = self.launch(journal=journal)
        again = Game(client)
        settle(client)
        self.assertEqual(again.granted, [first.transactions[-1].id])
        self.assertEqual(again.transactions[-1].delivery_count, 2)
        # The snapshot of a closed client is still readable.
        self.assertEqual(first.transactions[-1].product_id, COINS)

    def test_payments_wait_for_their_turn_and_belong_to_the_player(self) -> None:
        token, other = "6f1c3a52-0d4b-4e0e-9a37-1f6c2b1d8e90", "00000000-0000-4000-8000-000000000001"
        client = self.launch(options=iap.ClientOptions(app_account_token=token))
        game = Game(client)
        payment = iap.Payment(product_id=COINS, app_account_token=other)
        self.assert_status(iap.Status.OTHER_PLAYER, client.add_payment, payment)
        first, second = client.buy(COINS), client.buy(COINS)
        self.assert_status(iap.Status.INVALID_STATE, client.cancel_payment, first)
        client.cancel_payment(second)
        settle(client)
        ended = {transaction.payment_id: transaction for transaction in game.transactions}
        self.assertEqual((ended[first].state, ended[first].app_account_token), (iap.TransactionState.PURCHASED, token))
        cancelled = ended[second].error
        self.assertEqual(cancelled and cancelled.status, iap.Status.CANCELLED)
        client.finish_transaction(ended[second])
        settle(client)
        self.assert_status(iap.Status.NOT_FOUND, client.cancel_payment, second)

    def test_the_player_cancels(self) -> None:
        client = self.launch()
        game = Game(client)
        self.store.cancel_next_purchase()
        client.buy(COINS)
        settle(client)
        failed = game.transactions[-1]
        self.assertEqual(
            (failed.state, failed.error and failed.error.status), (iap.TransactionState.FAILED, iap.Status.CANCELLED)
        )

    def test_the_store_fails(self) -> None:
        client = self.launch()
        game = Game(client)
        self.store.fail_next_purchase(iap.StoreFailure.NETWORK)
        client.buy(COINS)
        settle(client)
        error = game.transactions[-1].error
        assert error is not None
        self.assertEqual(
            (error.status, error.category, error.retryable), (iap.Status.NETWORK, iap.Category.NETWORK, True)
        )
        self.assertNotEqual(error.store_domain, "")

    def test_a_request_fails_with_its_error(self) -> None:
        client = self.launch()
        self.store.set_simulated_error(iap.StoreApi.LOAD_PRODUCTS, iap.StoreFailure.NETWORK)
        request = client.request_products([COINS])
        self.assert_status(iap.Status.NETWORK, request.result)
        self.assertTrue(request.done)
        self.assertIsInstance(request.exception(), iap.IapError)

    def test_ask_to_buy(self) -> None:
        client = self.launch()
        game = Game(client)
        self.store.set_ask_to_buy(True)
        client.buy(COINS)
        settle(client)
        self.assertEqual(game.heard[-1], "DEFERRED")
        waiting = self.store.list_approvals()
        self.assertEqual([self.store.approval_product_id(approval) for approval in waiting], [COINS])
        self.store.approve(waiting[0])
        settle(client)
        self.assertEqual((len(game.granted), self.store.list_approvals()), (1, []))

    def test_a_refund_takes_back(self) -> None:
        client = self.launch()
        game = Game(client)
        client.buy(EDITOR)
        settle(client)
        self.assertTrue(client.owns(EDITOR))
        self.store.refund(game.granted[0])
        settle(client)
        self.assertEqual(game.heard[-1], "revoked")
        self.assertEqual(game.transactions[-1].state, iap.TransactionState.REVOKED)
        self.assertIsNotNone(game.transactions[-1].revocation_date)
        self.assertFalse(client.owns(EDITOR))

    def test_a_restore_brings_what_is_owned(self) -> None:
        self.store.buy("player", iap.StorePurchase(product_id=EDITOR))
        client = self.launch(device="tablet")
        game = Game(client)
        settle(client)
        ended = []
        client.add_observer(iap.Observer(restore_finished=ended.append))
        request = client.restore_completed_transactions()
        settle(client)
        self.assertEqual(ended, [request])
        self.assertIn("RESTORED", game.heard)

    def test_the_storefront(self) -> None:
        client = self.launch()
        moved = []
        client.add_observer(
            iap.Observer(storefront_changed=lambda country, identifier: moved.append((country, identifier)))
        )
        self.assertEqual(client.request_storefront().result(), iap.Storefront("USA", "143441"))
        self.store.set_storefront("DEU", "de_DE")
        settle(client)
        self.assertEqual(moved, [("DEU", "143443")])

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

    def test_lists_of_transactions(self) -> None:
        client = self.launch()
        game = Game(client, finishes=False)
        client.buy(COINS)
        client.buy(EDITOR)
        settle(client)
        self.assertEqual({transaction.product_id for transaction in client.queue_transactions()}, {COINS, EDITOR})
        found = client.request_transactions(iap.Query.ALL).result()
        self.assertEqual(
            sorted(found[index].id for index in range(len(found))), sorted({t.id for t in game.transactions if t.id})
        )
        page = client.request_transactions_page(iap.Query.ALL, None, 1).result()
        self.assertEqual(len(page), 1)
        self.assertEqual(len(client.request_transactions_page(iap.Query.ALL, None, 1, page.next_page).result()), 1)


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

    def test_it_ends_when_the_renewal_is_off(self) -> None:
        client = self.launch()
        game = Game(client)
        client.buy(CLUB)
        settle(client)
        self.store.set_auto_renew(game.granted[0], False)
        self.store.advance(days=32)
        settle(client)
        self.assertEqual(game.heard[-1], "status EXPIRED")
        self.assertFalse(client.owns(CLUB))

    def test_billing_retry_and_grace(self) -> None:
        client = self.launch()
        game = Game(client)
        self.store.set_billing_retry_on_renewal(True)
        self.store.set_billing_grace_period(16)
        client.buy(CLUB)
        settle(client)
        self.store.advance(days=32)
        settle(client)
        self.assertEqual(game.heard[-1], "status IN_GRACE_PERIOD")
        self.assertTrue(client.owns(CLUB))
        info = client.request_subscription_statuses(None).result()[0].renewal_info
        self.assertIsNotNone(info.grace_period_expiration_date)
        self.store.resolve_issue(game.granted[0])
        settle(client)
        self.assertIn("status SUBSCRIBED", game.heard[-3:])

    def test_the_settings_can_be_read(self) -> None:
        self.store.set_renewal_limit(3)
        self.store.set_fail_transactions(iap.StoreFailure.UNKNOWN)
        settings = self.store.get_settings()
        self.assertEqual(
            (settings.renewal_limit, settings.fail_transactions, settings.storefront),
            (3, iap.StoreFailure.UNKNOWN, "USA"),
        )
        self.assertEqual(self.store.get_simulated_error(iap.StoreApi.PURCHASE), iap.StoreFailure.NONE)


class Inventory(StoreTest):
    def options(self) -> iap.ClientOptions:
        return iap.ClientOptions(
            inventory=iap.InventoryOptions(
                grants=[
                    iap.Grant(product_id=COINS, kind=iap.GrantKind.COUNTER, name="coins", amount=100),
                    iap.Grant(product_id=EDITOR, kind=iap.GrantKind.UNLOCK, name="editor"),
                ]
            )
        )

    def test_what_is_bought_is_granted_once_and_spent_once(self) -> None:
        client = self.launch(journal=self.folder / "journal", options=self.options())
        Game(client)
        client.buy(COINS)
        client.buy(EDITOR)
        settle(client)
        self.assertEqual((client.inventory_balance("coins"), client.inventory_is_unlocked("editor")), (100, True))
        client.inventory_spend("coins", 30, "hat").result()
        client.inventory_spend("coins", 30, "hat").result()
        self.assertEqual(client.inventory_balance("coins"), 70)
        self.assert_status(iap.Status.INSUFFICIENT_BALANCE, client.inventory_spend("coins", 71, "boat").result)
        self.assertEqual({item.name: item.balance for item in client.inventory_list()}, {"coins": 70, "editor": 0})
        saved = client.inventory_export().result()
        self.assertIn("coins", saved)

    def test_a_client_without_one_says_so(self) -> None:
        error = self.assert_status(iap.Status.INVALID_STATE, self.launch().inventory_balance, "coins")
        self.assertIn("the client was opened without an inventory", error.message)


class Verdicts(StoreTest):
    def test_the_game_verifies(self) -> None:
        options = iap.ClientOptions(verification=iap.VerificationOptions(mode=iap.VerificationMode.GAME))
        client = self.launch(options=options)
        game, asked = Game(client), []
        client.add_observer(iap.Observer(verification_requested=asked.append))
        client.buy(COINS)
        settle(client)
        self.assertEqual(game.granted, [])
        client.answer_verification(asked[0].id, iap.Verdict.VALID, None, 0)
        settle(client)
        self.assertEqual(game.granted, [asked[0].id])


class Polling(StoreTest):
    def test_a_host_that_polls_gets_all_as_events(self) -> None:
        client = self.launch()
        client.polls = True
        request = client.request_products([COINS])
        client.buy(COINS)
        events = []
        while True:
            event = client.next_event()
            if event is None:
                break
            events.append(event)
        self.assertEqual(
            [event.type.name for event in events], ["TRANSACTION_UPDATED", "PRODUCTS_RECEIVED", "TRANSACTION_UPDATED"]
        )
        self.assertEqual((events[1].request_id, events[1].products and len(events[1].products)), (request.id, 1))
        self.assertEqual(events[2].transaction and events[2].transaction.state, iap.TransactionState.PURCHASED)
        self.assertIsNone(events[0].error)
        self.assert_status(iap.Status.INVALID_STATE, request.result)

    def test_an_answer_that_comes_as_an_event_is_not_awaited(self) -> None:
        client = self.launch()
        client.polls = True

        async def wait() -> None:
            await asyncio.wait_for(client.request_products([COINS]), 20)

        error = self.assert_status(iap.Status.INVALID_STATE, lambda: asyncio.run(wait()))
        self.assertIn("next_event() returns the result", error.message)

    def test_requests_are_not_kept(self) -> None:
        client = self.launch()
        client.polls = True
        before = _callbacks.count()
        for _ in range(10):
            client.request_products([COINS])
            while client.next_event():
                pass
        self.assertEqual(_callbacks.count(), before)

    def test_an_answer_is_not_taken_away_from_a_request(self) -> None:
        client = self.launch()
        request = client.request_products([COINS])
        self.assert_status(iap.Status.INVALID_STATE, client.next_event)
        self.assertEqual(len(request.result()), 1)


if __name__ == "__main__":
    unittest.main()

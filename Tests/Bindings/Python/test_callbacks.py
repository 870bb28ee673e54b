"""What the library calls: exceptions are not lost, no call comes too late, and nothing is kept too long."""

import asyncio
import gc
import sys
import unittest
from typing import Any, List
from unittest import mock

import iapbridge as iap
from iapbridge import _callbacks, _handles
from support import COINS, EDITOR, Game, StoreTest, settle


class Unraisable:
    """Notes what goes to sys.unraisablehook."""

    def __enter__(self) -> List[Any]:
        self.before, found = sys.unraisablehook, []
        sys.unraisablehook = lambda hook: found.append(hook.exc_value)
        return found

    def __exit__(self, *_: object) -> None:
        sys.unraisablehook = self.before


class Exceptions(StoreTest):
    def test_an_exception_is_raised_by_the_pump_and_the_purchase_stays_unfinished(self) -> None:
        client = self.launch()

        def updated(transaction: iap.Transaction) -> None:
            if transaction.state == iap.TransactionState.PURCHASED:
                raise KeyError("the save is broken")

        client.add_observer(iap.Observer(transaction_updated=updated))
        client.buy(COINS)
        with self.assertRaisesRegex(KeyError, "the save is broken"):
            settle(client)
        self.assertEqual(self.store.get_totals().unfinished, 1)
        self.assertEqual(len(client.queue_transactions()), 1)

    def test_the_other_events_are_delivered_first(self) -> None:
        client = self.launch()
        heard = []

        def updated(transaction: iap.Transaction) -> None:
            heard.append(transaction.state.name)
            if len(heard) in (1, 2):
                raise ValueError(f"number {len(heard)}")

        client.add_observer(iap.Observer(transaction_updated=updated))
        client.buy(COINS)
        client.buy(EDITOR)
        with Unraisable() as others, self.assertRaisesRegex(ValueError, "number 1"):
            client.pump()
        self.assertEqual([str(other) for other in others], ["number 2"])
        self.assertEqual(heard, ["PURCHASING", "PURCHASING", "PURCHASED", "PURCHASED"])

    def test_a_request_ends_also_if_a_function_of_it_raises(self) -> None:
        client = self.launch()
        request = client.request_products([COINS])
        request.add_done_callback(lambda _: 1 / 0)
        ended = []
        request.add_done_callback(ended.append)
        with self.assertRaises(ZeroDivisionError):
            settle(client)
        self.assertEqual(ended, [request])
        self.assertEqual(len(request.result()), 1)
        with self.assertRaises(ZeroDivisionError):
            request.add_done_callback(lambda _: 1 / 0)

    def test_close_and_cancel_raise_what_their_callbacks_raise(self) -> None:
        client = self.launch()
        for end in (lambda: request.cancel(), client.close):
            request = client.request_products([COINS])
            request.add_done_callback(lambda _: 1 / 0)
            with self.assertRaises(ZeroDivisionError):
                end()
            self.assert_status(iap.Status.CANCELLED, request.result)
        self.assertTrue(client.is_closed)

    def test_an_exception_of_the_log_goes_to_the_unraisable_hook(self) -> None:
        def log(level: iap.LogLevel, message: str) -> None:
            raise ValueError("the disk is full")

        client = self.launch()
        with Unraisable() as found:
            iap.set_log_function(iap.LogLevel.DEBUG, log)
            self.assert_status(iap.Status.INVALID_TEXT, client.buy, "")
            iap.set_log_function(iap.LogLevel.NONE)
        self.assertEqual({str(exception) for exception in found}, {"the disk is full"})


class Reentrancy(StoreTest):
    def test_pumping_and_waiting_inside_a_callback_is_refused(self) -> None:
        client = self.launch()
        refused = []

        def updated(transaction: iap.Transaction) -> None:
            for call in (client.pump, lambda: client.wait_events(0), client.request_products([COINS]).result):
                refused.append(self.assert_status(iap.Status.REENTRANT, call).status)

        observer = client.add_observer(iap.Observer(transaction_updated=updated))
        client.buy(COINS)
        client.pump(1)
        client.remove_observer(observer)
        self.assertEqual(refused, [iap.Status.REENTRANT] * 3)

    def test_a_callback_may_close(self) -> None:
        client = self.launch()
        request = client.request_storefront()
        heard = []
        client.add_observer(iap.Observer(transaction_updated=lambda t: (heard.append(t.state), client.close())))
        client.buy(COINS)
        while not client.is_closed:
            client.pump()
        self.assertEqual(heard, [iap.TransactionState.PURCHASING])
        self.assertTrue(request.done)


class Lifetimes(StoreTest):
    def test_nothing_is_kept_longer_than_the_library_may_call_it(self) -> None:
        before = _callbacks.count()
        client = self.launch()
        of_the_client = _callbacks.count() - before
        number = client.add_observer(iap.Observer())
        request = client.request_products([COINS])
        self.assertEqual(_callbacks.count() - before, of_the_client + 2)
        request.result()
        self.assertEqual(_callbacks.count() - before, of_the_client + 1)
        client.remove_observer(number)
        self.assertEqual(_callbacks.count() - before, of_the_client)
        self.assert_status(iap.Status.INVALID_TEXT, client.request_products, [""])
        self.assertEqual(_callbacks.count() - before, of_the_client)
        client.add_observer(iap.Observer())
        client.request_products([COINS])
        client.close()
        gc.collect()
        self.assertEqual(_callbacks.count(), before)

    def test_a_request_that_nobody_holds_is_answered(self) -> None:
        client = self.launch()
        answered = []
        client.request_products([COINS]).add_done_callback(lambda request: answered.append(len(request.result())))
        gc.collect()
        settle(client)
        self.assertEqual(answered, [1])

    def test_parts_live_longer_than_what_they_came_from(self) -> None:
        client = self.launch()
        product = client.request_products(["com.example.game.club"]).result()[0]
        game = Game(client)
        client.buy("com.example.game.club")
        settle(client)
        info = client.request_subscription_statuses(None).result()[0].renewal_info
        client.close()
        gc.collect()
        self.assertEqual(
            (product.id, info.product_id, game.transactions[-1].product_id), ("com.example.game.club",) * 3
        )

    def test_nothing_is_closed_inside_of_what_must_not_call_the_library(self) -> None:
        devices = [self.store.open_device("player", "tablet")]
        _callbacks.quiet.depth += 1
        try:
            real = _handles.lib.iap_device_close
            close = self.enter(mock.patch.object(_handles.lib, "iap_device_close", wraps=real))
            with self.assertWarns(ResourceWarning):
                devices.clear()
                gc.collect()
            close.assert_not_called()
        finally:
            _callbacks.quiet.depth -= 1
        self.assertEqual(len(_handles._late), 1)
        # The device is closed first, because an open device would keep the store open.
        self.store.close()
        self.assertEqual(len(_handles._late), 0)


class Log(StoreTest):
    def test_lines_of_the_log_come_to_the_function_that_was_set_last(self) -> None:
        before = _callbacks.count()
        first: List[str] = []
        second: List[str] = []
        iap.set_log_function(iap.LogLevel.ERROR, lambda level, message: first.append(message))
        iap.set_log_function(iap.LogLevel.DEBUG, lambda level, message: second.append(f"{level.name} {message}"))
        self.assert_status(iap.Status.INVALID_TEXT, self.launch().buy, "")
        iap.set_log_function(iap.LogLevel.NONE)
        self.assert_status(iap.Status.INVALID_TEXT, self.launch(device="tablet").buy, "")
        self.assertEqual(first, [])
        self.assertEqual([line for line in second if "iap_buy" in line and "product_id is empty" in line][1:], [])
        self.assertTrue(any("product_id is empty" in line for line in second))
        gc.collect()
        self.assertLessEqual(_callbacks.count() - before, 2)


class Asyncio(StoreTest):
    def options(self) -> iap.ClientOptions:
        return iap.ClientOptions(execution=iap.Execution.BACKGROUND)

    def test_requests_can_be_awaited(self) -> None:
        for options in (None, self.options()):

            async def main(client: iap.Client) -> Any:
                answers = await asyncio.gather(
                    client.request_products([COINS, EDITOR]),
                    client.request_storefront(),
                    client.request_transactions(iap.Query.ALL),
                )
                self.assertEqual(len(answers[0]), 2)
                return answers[1]

            with self.store.open_device("player", "phone") as device:
                with iap.Client(device=device, execution=options and options.execution) as client:
                    self.assertEqual(asyncio.run(asyncio.wait_for(main(client), 30)).country_code, "USA")

    def test_an_await_that_is_cancelled_leaves_the_request_open(self) -> None:
        with self.store.open_device("player", "phone") as device, iap.Client(device=device) as client:
            device.set_network(iap.DeviceNetwork(never_answers=True))

            async def main() -> iap.Request[iap.Products]:
                request = client.request_products([COINS])
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(request, 0.01)
                return request

            request = asyncio.run(main())
            self.assertFalse(request.done)
            request.cancel()
            self.assert_status(iap.Status.CANCELLED, request.result)


if __name__ == "__main__":
    unittest.main()

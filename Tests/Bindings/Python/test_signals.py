"""Ctrl-C ends the program as usual, and no event is lost."""

import signal
import unittest
from typing import Any, Callable, List
from unittest import mock

import iapbridge as iap
from iapbridge import _client
from support import COINS, StoreTest, settle


def control_c() -> None:
    signal.raise_signal(signal.SIGINT)


class Signals(StoreTest):
    def setUp(self) -> None:
        super().setUp()
        self.handle(signal.default_int_handler)

    def handle(self, handler: Any) -> None:
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, handler))

    def signalled_callbacks(self, *signals: Callable[[], None]) -> Any:
        """Simulates a Ctrl-C at the first step of each callback, before its `try`."""
        left = list(signals) or [control_c]

        def given(number: int) -> Any:
            if left:
                left.pop()()
            return real(number)

        real = _client.given
        return mock.patch.object(_client, "given", given)

    def test_an_observer_hears_what_comes_with_control_c(self) -> None:
        client, heard = self.launch(), []  # type: ignore[var-annotated]
        client.add_observer(iap.Observer(transaction_updated=lambda transaction: heard.append(transaction.state.name)))
        client.buy(COINS)
        with self.signalled_callbacks(), self.assertRaises(KeyboardInterrupt):
            client.pump()
        settle(client)
        self.assertEqual(heard, ["PURCHASING", "PURCHASED"])

    def test_a_request_ends_with_control_c_in_the_pump_in_cancel_and_in_close(self) -> None:
        client = self.launch()
        for end in (client.pump, lambda: request.cancel(), client.close):
            request = client.request_products([COINS])
            with self.signalled_callbacks(), self.assertRaises(KeyboardInterrupt):
                end()
            self.assertTrue(request.done)
        self.assertTrue(client.is_closed)

    def test_control_c_is_raised_before_what_callbacks_raise(self) -> None:
        client = self.launch()
        client.request_products([COINS]).add_done_callback(lambda _: 1 / 0)
        with self.signalled_callbacks(), mock.patch.object(_client, "report") as reported:
            with self.assertRaises(KeyboardInterrupt):
                client.pump()
        self.assertEqual([type(call.args[0]) for call in reported.call_args_list], [ZeroDivisionError])

    def test_control_c_inside_of_the_log_is_raised(self) -> None:
        client = self.launch()
        done: List[str] = []

        def log(level: iap.LogLevel, message: str) -> None:
            if not done:
                done.append(message)
                control_c()

        client.buy(COINS)
        iap.set_log_function(iap.LogLevel.DEBUG, log)
        self.addCleanup(iap.set_log_function, iap.LogLevel.NONE)
        with self.assertRaises(KeyboardInterrupt):
            client.pump()
        self.assertEqual(len(done), 1)

    def test_the_second_control_c_interrupts_a_callback(self) -> None:
        client, steps = self.launch(), []  # type: ignore[var-annotated]

        def hangs(_: Any) -> None:
            control_c()
            steps.append("the first is noted")
            control_c()
            steps.append("not reached")

        client.request_products([COINS]).add_done_callback(hangs)
        with self.assertRaises(KeyboardInterrupt), mock.patch.object(_client, "report"):
            client.pump()
        self.assertEqual(steps, ["the first is noted"])

    def test_a_handler_that_raises_nothing_is_called_after_the_events(self) -> None:
        calls: List[str] = []
        self.handle(lambda number, frame: calls.append(signal.Signals(number).name))
        client = self.launch()
        client.request_products([COINS]).add_done_callback(lambda _: calls.append("answered"))
        with self.signalled_callbacks():
            client.pump()
        self.assertEqual(calls, ["answered", "SIGINT"])

    def test_handlers_are_left_as_they_were(self) -> None:
        client = self.launch()
        for handler in (signal.default_int_handler, signal.SIG_IGN, signal.SIG_DFL):
            self.handle(handler)
            client.pump()
            self.assertEqual(signal.getsignal(signal.SIGINT), handler)


if __name__ == "__main__":
    unittest.main()

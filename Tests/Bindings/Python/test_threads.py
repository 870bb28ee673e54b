"""Background mode, the wake function and many threads: Python and the library never wait for each other."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from typing import Any, Callable, List

import iapbridge as iap
from support import COINS, EDITOR, Game, StoreTest, settle


TIMEOUT = 60


def listen_to_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Threads(StoreTest):
    def background(self, account: str = "player", device: str = "phone", wake: Any = None) -> iap.Client:
        opened = self.enter(self.store.open_device(account, device))
        client: iap.Client = self.enter(iap.Client(device=opened, wake=wake))
        return client

    def run_all(self, functions: List[Callable[[], object]]) -> None:
        errors: List[BaseException] = []

        def guarded(function: Callable[[], object]) -> None:
            try:
                function()
            except BaseException as error:
                errors.append(error)

        threads = [threading.Thread(target=guarded, args=(function,), daemon=True) for function in functions]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(TIMEOUT)
            self.assertFalse(thread.is_alive(), "a thread waits for ever")
        if errors:
            raise errors[0]

    def test_the_wake_function_is_called_on_other_threads(self) -> None:
        woken = threading.Event()
        threads = set()

        def wake() -> None:
            threads.add(threading.get_ident())
            woken.set()

        client = self.background(wake=wake)
        game = Game(client)
        client.buy(COINS)
        deadline = time.monotonic() + TIMEOUT
        while not game.granted and time.monotonic() < deadline:
            self.assertTrue(woken.wait(TIMEOUT))
            woken.clear()
            client.pump()
        self.assertEqual(len(game.granted), 1)
        # The calls of this thread wake on it. Only another thread completes a request.
        settle(client)
        client.request_products([COINS]).result(TIMEOUT)
        self.assertTrue(threads - {threading.get_ident()})

    def test_no_garbage_of_a_wake_function_calls_the_library(self) -> None:
        """A wake function makes garbage that holds snapshots, and collects it."""
        import gc

        shared: List[Any] = []
        woken: List[int] = []

        def wake() -> None:
            woken.append(len(shared))
            cycle: List[Any] = [shared.pop() if shared else None]
            cycle.append(cycle)
            del cycle
            gc.collect()

        client = self.background(wake=wake)
        for _ in range(50):
            shared.append(client.request_products([COINS, EDITOR]).result(TIMEOUT))
        self.assertTrue(woken)

    def test_results_are_awaited_by_many_threads(self) -> None:
        client = self.background()

        def ask() -> None:
            for _ in range(20):
                self.assertEqual(len(client.request_products([COINS]).result(TIMEOUT)), 1)

        self.run_all([ask] * 8)

    def test_a_second_thread_that_pumps_is_refused(self) -> None:
        client = self.background()
        inside, leave = threading.Event(), threading.Event()

        def updated(_: iap.Transaction) -> None:
            inside.set()
            leave.wait(TIMEOUT)

        client.add_observer(iap.Observer(transaction_updated=updated))
        client.buy(COINS)

        def second() -> None:
            self.assertTrue(inside.wait(TIMEOUT))
            try:
                self.assert_status(iap.Status.WRONG_THREAD, client.pump)
                self.assert_status(iap.Status.WRONG_THREAD, client.close)
                request = client.request_products([COINS])
                self.assert_status(iap.Status.WRONG_THREAD, request.cancel)
            finally:
                leave.set()

        self.run_all([lambda: client.wait_until(inside.is_set, TIMEOUT), second])

    def test_a_close_ends_those_who_wait(self) -> None:
        device = self.enter(self.store.open_device("player", "phone"))
        device.set_network(iap.DeviceNetwork(never_answers=True))
        client = self.enter(iap.Client(device=device))
        request = client.request_products([COINS])
        waits = threading.Event()

        def wait() -> None:
            waits.set()
            with self.assertRaises(iap.IapError) as caught:
                request.result(TIMEOUT)
            self.assertIn(caught.exception.status, (iap.Status.CANCELLED, iap.Status.CLOSED))

        def close() -> None:
            waits.wait(TIMEOUT)
            while True:
                try:
                    return client.close()
                except iap.IapError as error:  # The other thread may be in the middle of a pump.
                    self.assertEqual(error.status, iap.Status.WRONG_THREAD)

        self.run_all([wait, close])
        self.assert_status(iap.Status.CANCELLED, request.result)


ENDS = """
import sys, threading
import iapbridge as iap
from iapbridge import testing
store = iap.Store(storekit_text=testing.CATALOGUE, clock=iap.StoreClock.VIRTUAL)
client = iap.Client(device=store.open_device("player", "phone"), wake=lambda: None)
client.add_observer(iap.Observer(transaction_updated=lambda transaction: kept.append(transaction)))
kept = []
iap.set_log_function(iap.LogLevel.DEBUG, lambda level, message: None)
request = client.request_products(["com.example.game.coins"])
request.add_done_callback(lambda request: print("ended", request.exception() or len(request.result())))
client.buy("com.example.game.coins")
{}
"""


class Ends(unittest.TestCase):
    """The interpreter ends while a client is open."""

    def end(self, code: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-c", ENDS.format(code)], capture_output=True, text=True, timeout=TIMEOUT, env=os.environ
        )

    def test_requests_are_ended_and_nothing_crashes(self) -> None:
        for code in ("", "kept.append(request.result())", "sys.exit(0)"):
            done = self.end(code)
            self.assertEqual((done.returncode, done.stderr), (0, ""), code)
            self.assertIn("ended ", done.stdout)

    def test_an_exception_ends_the_program_as_usual(self) -> None:
        done = self.end("raise ValueError('a mistake of the game')")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ValueError: a mistake of the game", done.stderr)

    def test_a_wait_ends_with_control_c(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", ENDS.format("print('waits', flush=True)\nclient.wait_until(lambda: False, None)")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ,
            # A shell's background job ignores the signal, and so would this child.
            preexec_fn=listen_to_interrupts,
        )
        assert process.stdout is not None
        while process.stdout.readline().strip() != "waits":
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=TIMEOUT)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertEqual(process.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()

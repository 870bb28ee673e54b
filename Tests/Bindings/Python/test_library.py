"""The library is found, or the error lists the places that were tried. Mistakes of the caller get a clear error."""

import copy
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import unittest
from datetime import timezone
from pathlib import Path

import iapbridge as iap
from iapbridge import _convert, _library
from support import COINS, LIBRARY, PACKAGE, ROOT, StoreTest


def run(code: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Another Python, which has loaded nothing yet."""
    given = {name: value for name, value in os.environ.items() if name != "IAP_LIBRARY"}
    return subprocess.run(
        [sys.executable, "-c", code], env={**given, **environment}, capture_output=True, text=True, timeout=60
    )


class Finding(unittest.TestCase):
    def test_the_argument_names_the_file_or_its_folder(self) -> None:
        for name in (LIBRARY, LIBRARY / "libiap.so"):
            done = run(f"import iapbridge; print(iapbridge.load({str(name)!r}))")
            self.assertEqual(done.stdout.strip(), str(LIBRARY / "libiap.so"), done.stderr)

    def test_the_variable_names_it(self) -> None:
        done = run("import iapbridge; print(iapbridge.load())", IAP_LIBRARY=str(LIBRARY))
        self.assertEqual(done.stdout.strip(), str(LIBRARY / "libiap.so"), done.stderr)

    def test_it_may_lie_beside_the_package(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(PACKAGE, Path(folder) / "iapbridge")
            (Path(folder) / "iapbridge/libiap.so").symlink_to(LIBRARY / "libiap.so")
            done = run("import iapbridge; print(iapbridge.load())", PYTHONPATH=folder)
        self.assertIn("iapbridge/libiap.so", done.stdout, done.stderr)

    def test_the_system_may_know_it(self) -> None:
        done = run("import iapbridge; print(iapbridge.load())", LD_LIBRARY_PATH=str(LIBRARY))
        self.assertEqual(done.stdout.strip(), "libiap.so", done.stderr)

    def test_the_error_names_what_was_tried(self) -> None:
        done = run("import iapbridge; iapbridge.load()")
        self.assertIn("LibraryNotFound", done.stderr)
        for word in (str(PACKAGE / "libiap.so"), "the system's loader", "IAP_LIBRARY", "libiap.so: cannot open"):
            self.assertIn(word, done.stderr)

    def test_a_library_that_is_named_is_never_replaced(self) -> None:
        done = run("import iapbridge; iapbridge.load()", IAP_LIBRARY="/nowhere/libiap.so", LD_LIBRARY_PATH=str(LIBRARY))
        self.assertIn("cannot be loaded from IAP_LIBRARY: /nowhere/libiap.so", done.stderr)

    def test_another_library_is_refused(self) -> None:
        done = run("import iapbridge; iapbridge.load('libc.so.6')")
        self.assertIn("libc.so.6 is not a library of IAPBridge", done.stderr)

    def test_importing_loads_nothing(self) -> None:
        done = run("import iapbridge, sys; print('pytest' in sys.modules, iapbridge.Status.OK)", IAP_LIBRARY="/nowhere")
        self.assertEqual(done.stdout.split(), ["False", "Status.OK"], done.stderr)

    def test_a_function_that_is_missing_is_named_when_it_is_called(self) -> None:
        library = _library.Library()
        library.load()
        prototypes = _library.PROTOTYPES
        prototypes["iap_of_another_system"] = (None, (), "store")
        self.addCleanup(prototypes.pop, "iap_of_another_system")
        with self.assertRaisesRegex(iap.MissingFunction, 'has no iap_of_another_system.*the part "store"'):
            library.iap_of_another_system()
        with self.assertRaises(AttributeError):
            library.iap_of_nobody()


@unittest.skipUnless(shutil.which("cc"), "there is no C compiler: 'apt install gcc'")
class WithoutAStore(unittest.TestCase):
    def test_the_library_without_a_store_is_loaded_and_says_what_it_lacks(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = ROOT / "Sources/Bindings/NoStore/iap_no_store.c"
            words = ["cc", "-shared", "-fPIC", "-I", str(ROOT / "Include"), str(source), "-o"]
            subprocess.run([*words, f"{folder}/libiap.so"], check=True)
            done = run(WITHOUT_A_STORE, IAP_LIBRARY=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        missing, opened = done.stdout.splitlines()
        self.assertRegex(missing, 'libiap.so has no iap_store_options_init.*the part "store"')
        self.assertEqual(opened, "IAP_ERROR_UNSUPPORTED")


WITHOUT_A_STORE = """
import iapbridge as iap
try:
    iap.Store(storekit_text="{}")
except iap.MissingFunction as error:
    print(error)
try:
    iap.Client()
except iap.IapError as error:
    print(error.name)
"""


class Mistakes(StoreTest):
    def test_wrong_types_are_named(self) -> None:
        client = self.launch()
        for call, word in (
            (lambda: client.buy(7), "product_id"),
            (lambda: client.buy(None), "product_id"),
            (lambda: client.request_products(COINS), "product_ids"),
            (lambda: client.request_products([COINS, 7]), r"product_ids\[1\]"),
            (lambda: client.finish_transaction(client), "transaction"),
            (lambda: client.finish_transaction(None), "transaction"),
            (lambda: client.finish_transaction_id("1"), "transaction_id"),
            (lambda: iap.Client(device=self.store), "device"),
            (lambda: iap.Verifier(roots=b"root", bundle_id="x"), "roots"),
            (lambda: self.store.set_ask_to_buy(2), "enabled"),
        ):
            with self.assertRaisesRegex(TypeError, word):
                call()

    def test_numbers_are_not_cut(self) -> None:
        client = self.launch()
        for call in (
            lambda: client.finish_transaction_id(-1),
            lambda: client.finish_transaction_id(2**64),
            lambda: client.add_payment(iap.Payment(product_id=COINS, quantity=2**32 + 1)),
            lambda: self.store.advance_clock(2**63),
            lambda: client.pump(-1),
        ):
            with self.assertRaisesRegex(ValueError, "must be from"):
                call()

    def test_a_text_with_a_nul_is_not_cut(self) -> None:
        with self.assertRaisesRegex(ValueError, "product_id contains a NUL"):
            self.launch().buy(COINS + "\0.free")

    def test_errors_of_the_library_tell_all(self) -> None:
        error = self.assert_status(iap.Status.INVALID_TEXT, self.launch().buy, "")
        self.assertEqual(
            (error.name, error.category, error.message, error.retryable),
            ("IAP_ERROR_INVALID_TEXT", iap.Category.INVALID_ARGUMENT, "product_id is empty", False),
        )
        self.assertEqual(str(error), "IAP_ERROR_INVALID_TEXT: product_id is empty")

    def test_what_is_closed_says_so(self) -> None:
        client = self.launch()
        client.close()
        client.close()
        self.assert_status(iap.Status.CLOSED, client.buy, COINS)
        self.assert_status(iap.Status.CLOSED, client.pump)
        error = self.assert_status(iap.Status.CLOSED, client.can_make_payments)
        self.assertEqual(error.message, "the client has been closed")
        self.assert_status(iap.Status.CLOSED, client.add_observer, iap.Observer())
        with iap.Store(storekit_text="{}") as store:
            self.assertEqual(store.product_ids, ())
        self.assert_status(iap.Status.CLOSED, lambda: store.product_ids)
        self.assert_status(iap.Status.CLOSED, lambda: store.now_ms)

    def test_dates_that_python_does_not_have_are_its_first_and_last(self) -> None:
        for milliseconds, year in ((2**63 - 1, 9999), (10**15, 9999), (-(10**15), 1), (-(2**63), 1)):
            date = _convert.to_date(milliseconds)
            self.assertEqual((date and date.year, date and date.tzinfo), (year, timezone.utc))

    def test_handles_cannot_be_pickled_and_snapshots_are_their_own_copies(self) -> None:
        product = self.launch().request_products([COINS]).result()[0]
        self.assertIs(copy.copy(product), product)
        self.assertIs(copy.deepcopy([product])[0], product)
        for handle in (product, self.store):
            with self.assertRaisesRegex(TypeError, "cannot be pickled"):
                pickle.dumps(handle)
        with self.assertRaisesRegex(TypeError, "cannot be pickled"):
            copy.copy(self.store)

    def test_a_handle_that_was_not_closed_is_warned_of(self) -> None:
        device = self.store.open_device("player", "tablet")
        with self.assertWarnsRegex(ResourceWarning, "<Device> was not closed"):
            del device


if __name__ == "__main__":
    unittest.main()

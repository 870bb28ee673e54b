"""The code of the README runs."""

import importlib.util
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import List

from support import ROOT

README = ROOT / "Sources/Bindings/Python/README.md"


needs_pytest = unittest.skipUnless(
    importlib.util.find_spec("pytest"), "there is no pytest: 'pip install pytest' or 'apt install python3-pytest'"
)


def blocks() -> List[str]:
    return re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def run(words: List[str], folder: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=os.environ, capture_output=True, text=True, timeout=120
    )


class Readme(unittest.TestCase):
    def test_there_are_six_blocks(self) -> None:
        self.assertEqual(len(blocks()), 6)

    def test_the_purchase(self) -> None:
        with TemporaryDirectory() as folder:
            done = run(["-W", "error", "-c", blocks()[0]], folder)
        self.assertEqual(
            done.stdout, "Coins $0.99\n100 StoreTotals(transactions=1, unfinished=0, refunded=0)\n", done.stderr
        )

    @needs_pytest
    def test_the_test_of_a_server(self) -> None:
        self.assertIn("1 passed", self.run_pytest(blocks()[1], blocks()[2]))

    @needs_pytest
    def test_the_loop_over_the_profiles(self) -> None:
        said = self.run_pytest(blocks()[3], blocks()[4], "-v")
        self.assertIn("5 passed", said)
        for name in ("documented", "macos-26", "ios-27-simulator", "reported", "worst"):
            self.assertIn(f"test_coins_are_granted_once[{name}] PASSED", said)

    def run_pytest(self, conftest: str, tests: str, *options: str) -> str:
        with TemporaryDirectory() as folder:
            Path(folder, "conftest.py").write_text(conftest)
            Path(folder, "test_it.py").write_text(tests)
            done = run(["-m", "pytest", *(options or ["-q"]), "-p", "no:cacheprovider"], folder)
        return done.stdout + done.stderr

    def test_the_verifier(self) -> None:
        """With the root of a store instead of Apple's, and only the sandbox."""
        code = blocks()[5].replace("iap.Environment.PRODUCTION | ", "")
        setup = """
from iapbridge import testing
import iapbridge as iap
with testing.open_store() as store, testing.open_client(store) as client:
    open("AppleRootCA-G3.cer", "wb").write(store.root_certificate())
    store.buy("player", iap.StorePurchase(product_id="com.example.game.editor"))
    signed_text = client.request_transactions(iap.Query.ALL).result()[0].signed_text
"""
        with TemporaryDirectory() as folder:
            good = run(["-c", setup + code], folder)
            bad = run(["-c", setup + 'signed_text = "a.b.c"\n' + code], folder)
        self.assertIn("com.example.game.editor 2026-01-01 00:00:00+00:00 2.990", good.stdout, good.stderr)
        self.assertIn("Verdict.INVALID VerifyReason.MALFORMED", bad.stdout, bad.stderr)


if __name__ == "__main__":
    unittest.main()

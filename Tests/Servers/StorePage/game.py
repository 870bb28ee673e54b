"""The C game of Tests/Servers/StoreProgram, on anna's phone. It turns ask to buy on, buys one product, and says what it hears."""

import os
import subprocess
import threading


class Game:
    def __init__(self, folder, store, product):
        self._process = subprocess.Popen(
            [os.path.join(folder, "game"), store.storekit, store.path, product],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._heard = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self._process.stdout:
            self._heard.append(line.strip())

    def has_heard(self, line):
        return line in self._heard

    def has_heard_of(self, product):
        return any(f" {product} " in f"{line} " for line in self._heard)

    def end(self):
        """Returns whether it has ended well."""
        self._process.stdin.close()
        code = self._process.wait(timeout=30)
        self._reader.join(timeout=10)
        self._process.stdout.close()
        return code == 0

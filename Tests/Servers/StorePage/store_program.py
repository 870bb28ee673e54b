"""The running iap-store, and its admin API."""

import json
import os
import signal
import socket
import subprocess
import urllib.error
import urllib.request

from waiting import wait_until


class StoreProgram:
    """`iap-store serve` on a free port. `page_url` is where the page is."""

    def __init__(self, program, folder, storekit, clock="virtual", name="store", like=None):
        """`like`: a program that has ended, whose port and token this one takes over."""
        self.storekit = storekit
        self.path = os.path.join(folder, f"{name}.db")
        reader, writer = os.pipe()
        # The token and the readiness come by a descriptor of its own; the output would wait in a pipe.
        self._process = subprocess.Popen(
            [program, "serve", "--port", str(like.port if like else 0), "--storekit", storekit, "--store", self.path,
             "--clock", clock, "--json", "--ready-fd", str(writer), *(["--token", like.token] if like else [])],
            pass_fds=[writer], stdout=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader, encoding="utf-8") as ready:
            line = ready.readline()
        if not line:
            raise RuntimeError("iap-store serve does not start")
        answer = json.loads(line)
        self.url = answer["url"]
        self.token = answer["token"]
        self.port = int(self.url.rsplit(":", 1)[1])
        self._proxy = None
        self.page_url = like.page_url if like else self._start_proxy(os.environ.get("STORE_PAGE_PROXY")) or self.url

    def _start_proxy(self, proxy):
        if not proxy:
            return None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self._proxy = subprocess.Popen([proxy, str(port), self.url])
        url = f"http://127.0.0.1:{port}"

        def answers():
            try:
                return urllib.request.urlopen(url, timeout=5).status == 200
            except OSError:
                return False

        wait_until("the proxy answers", answers)
        return url

    def call(self, command, **body):
        request = urllib.request.Request(
            f"{self.url}/admin/v1/{command}", json.dumps(body).encode(), {"Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{command} {body}: {error.read().decode()}") from None

    def control(self, **command):
        return self.call("control", json=command)

    def transaction(self, identifier):
        return self.call("transaction", id=identifier)

    def subscription(self, account):
        found = self.call("subscriptions", account=account)
        return found[0] if found else None

    def stop(self):
        stop(self._process)

    def stop_proxy(self):
        if self._proxy:
            stop(self._proxy)


def stop(process):
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)

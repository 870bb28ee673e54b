"""A running `iap-store serve`, and a client of its admin API."""

import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.request

TIMEOUT = 60


class Store:
    """Starts on a free port, in a folder, with a virtual clock. Ends with SIGTERM."""

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, *options: str, storekit: pathlib.Path | None = None):
        self.program = program
        self.folder = folder
        self.environment = dict(os.environ, IAP_STORE=str(folder / "store.db"), IAP_STOREKIT=str(storekit or folder / "Game.storekit"))
        if storekit is None and not (folder / "Game.storekit").exists():
            self.run("init", str(folder / "Game.storekit"))
        self.output = open(folder / "output.txt", "ab")
        reading, writing = os.pipe()
        os.set_inheritable(writing, True)
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--clock", "virtual", "--ready-fd", str(writing), *options],
            env=self.environment, stdout=self.output, stderr=self.output, pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as pipe:
            line = pipe.readline()
        if not line:
            raise RuntimeError(f"iap-store does not serve: {(folder / 'output.txt').read_text()}")
        self.ready = json.loads(line)
        self.url = self.ready["url"]
        self.port = int(self.url.rsplit(":", 1)[1])

    def run(self, *words: str) -> str:
        return subprocess.run(
            [self.program, *words], env=self.environment, check=True, capture_output=True, text=True, timeout=TIMEOUT
        ).stdout

    def admin(self, command: str, **members):
        request = urllib.request.Request(
            f"{self.url}/admin/v1/{command}", json.dumps(members).encode(),
            {"Authorization": f"Bearer {self.ready['token']}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            return json.load(answer)

    def get(self, path: str, **headers) -> tuple[int, bytes]:
        request = urllib.request.Request(self.url + path, headers={key.replace("_", "-"): value for key, value in headers.items()})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def descriptors(self) -> int:
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def memory(self) -> int:
        """Its memory, in bytes."""
        pages = pathlib.Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def end(self) -> int:
        """Its exit code."""
        self.process.terminate()
        code = self.process.wait(TIMEOUT)
        self.output.close()
        return code

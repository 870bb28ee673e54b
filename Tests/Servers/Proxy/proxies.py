"""The two proxies, each with its file of Samples/server. Only addresses, paths and times of the file are replaced."""

import os
import pathlib
import re
import shutil
import socket

from checks import comes
from programs import Program, free_port


class Proxy(Program):
    PROGRAM = FILE = ""

    def __init__(self, folder: pathlib.Path, samples: pathlib.Path, server_port: int):
        self.port = free_port()
        self.place = folder / self.PROGRAM
        self.place.mkdir()
        text = (samples / self.FILE).read_text()
        for pattern, new in self.changes(folder, server_port):
            text, count = re.subn(pattern, new, text, flags=re.M)
            if not count:
                raise ValueError(f"{self.FILE} has no {pattern}")
        file = self.place / self.FILE
        file.write_text(text)
        # Nothing in the files needs root.
        as_other = []
        if os.getuid() == 0:
            as_other = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            for path in [self.place, *self.place.iterdir()]:
                shutil.chown(path, "nobody", "nogroup")
        super().__init__(folder, self.PROGRAM, *as_other, *self.command(file), says_ready=False)

    def changes(self, folder: pathlib.Path, server_port: int) -> list[tuple[str, str]]:
        raise NotImplementedError

    def command(self, file: pathlib.Path) -> list[str]:
        raise NotImplementedError

    def start(self) -> "Proxy":
        super().start()
        if not comes(self._listens):
            raise RuntimeError(f"{self.name} does not start: {self.log.read_text()[-2000:]}")
        return self

    def _listens(self) -> bool:
        with socket.socket() as attempt:
            return self.is_running and attempt.connect_ex(("127.0.0.1", self.port)) == 0


class Nginx(Proxy):
    PROGRAM, FILE = "nginx", "nginx.conf"

    def changes(self, folder: pathlib.Path, server_port: int) -> list[tuple[str, str]]:
        kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        paths = "".join(f"\n    {kind}_temp_path {self.place}/{kind};" for kind in kinds)
        for name in ["proxy.pem", "proxy.key"]:
            shutil.copy(folder / name, self.place)
        return [
            (r"^user .*\n", ""), (r"/run/nginx\.pid", f"{self.place}/pid"), (r"/var/log/nginx", str(self.place)),
            (r"^http \{", f"http {{{paths}"), (r"127\.0\.0\.1:8090", f"127.0.0.1:{server_port}"),
            (r"listen 443", f"listen 127.0.0.1:{self.port}"), (r"^ *listen \[::\]:443.*\n", ""),
            (r"/etc/ssl/purchases\.pem", f"{self.place}/proxy.pem"),
            (r"/etc/ssl/purchases\.key", f"{self.place}/proxy.key"),
            # Tests do not wait as long as users.
            (r"(client_\w+_timeout) 10s", r"\1 4s"),
        ]

    def command(self, file: pathlib.Path) -> list[str]:
        return ["nginx", "-p", str(self.place), "-e", str(self.place / "error.log"), "-c", str(file), "-g", "daemon off;"]


class HAProxy(Proxy):
    PROGRAM, FILE = "haproxy", "haproxy.cfg"

    def changes(self, folder: pathlib.Path, server_port: int) -> list[tuple[str, str]]:
        both = self.place / "proxy.pem"
        both.write_text((folder / "proxy.pem").read_text() + (folder / "proxy.key").read_text())
        return [
            (r"^ *(user|group|chroot|log /dev/log) .*\n", ""), (r":::443 v4v6", f"127.0.0.1:{self.port}"),
            (r"/etc/haproxy/purchases\.pem", str(both)), (r"127\.0\.0\.1:8090", f"127.0.0.1:{server_port}"),
            # Tests do not wait as long as users.
            (r"(timeout http-request|wait-for-body time) 10s", r"\1 4s"), (r"inter 2s", "inter 100ms"),
        ]

    def command(self, file: pathlib.Path) -> list[str]:
        return ["haproxy", "-f", str(file)]

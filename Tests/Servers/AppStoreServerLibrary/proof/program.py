"""A program that is controlled through a pipe: it reads one line for each command, and prints one line of JSON."""

import json
import subprocess
import threading


class ProgramError(Exception):
    pass


class Program:
    def __init__(self, path):
        self._path = path
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        # Other threads send OCSP responses.
        self._lock = threading.Lock()

    def ask(self, command, **fields):
        """The response, with any status. Arguments that are None are not sent; bytes are sent in hexadecimal digits."""
        parts = [command]
        for key, value in fields.items():
            if value is None:
                continue
            text = value.hex() if isinstance(value, bytes) else str(int(value)) if isinstance(value, bool) else str(value)
            if "\t" in text or "\n" in text:
                raise ProgramError(f"{command}: {key} cannot be sent as text: {text!r}")
            parts.append(f"{key}={text}")
        with self._lock:
            self._process.stdin.write("\t".join(parts) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        if not line:
            raise ProgramError(f"{self._path} has ended at {command}: {self._process.wait()}")
        return json.loads(line)

    def do(self, command, **fields):
        """The response to a command that must succeed."""
        answer = self.ask(command, **fields)
        if answer["status"] != "IAP_OK":
            raise ProgramError(f"{command}: {answer['status']}: {answer['message']}")
        return answer

    def close(self):
        self._process.stdin.close()
        if self._process.wait() != 0:
            raise ProgramError(f"{self._path} ended with {self._process.returncode}")

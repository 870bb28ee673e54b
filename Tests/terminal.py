"""A program on a terminal that only the test sees. The test waits for the program's output, never for a time."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

PATIENCE_SECONDS = 30


class Terminal:
    def __init__(self, command, columns=100, **options):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True, **options)
        os.close(slave)
        self.shown = ""

    def read(self):
        """False if nothing more comes."""
        ready, _, _ = select.select([self.master], [], [], 1)
        if not ready:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the last process has closed it
            return False
        self.shown += data.decode(errors="replace")
        return bool(data)

    def wait_for(self, text):
        """Whether the program shows the text in time."""
        end = time.monotonic() + PATIENCE_SECONDS
        while text not in self.shown and time.monotonic() < end:
            if not self.read():
                break
        return text in self.shown

    def end(self):
        """The exit status, after all output is read."""
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end and self.read():
            pass
        try:
            return self.process.wait(timeout=PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise

    def lines(self):
        """What stays on the screen, without text that was overwritten."""
        return [line.rpartition("\r\x1b[K")[2].rstrip("\r") for line in self.shown.split("\n")]

"""Where a node runs: on this machine, or on a machine of its own, which is a network namespace with a cable and a disk.

The script `run` gives the test a network namespace and a mount namespace, so nothing outside changes. The kernel removes them
with their last process.
"""

import pathlib
import subprocess

NETWORK, MASK = "10.77.0", 24
SWITCH = "switch"
# Room for the data, and for the WAL that PostgreSQL keeps.
DISK = "600m"


class Here:
    """This machine: its network cannot be cut, and its disk cannot be filled."""

    address, network = "127.0.0.1", "127.0.0.1/32"

    def __init__(self, place: pathlib.Path):
        self.disk = place
        self.words: list[str] = []


class Machine:
    network = f"{NETWORK}.0/{MASK}"

    def __init__(self, place: pathlib.Path, name: str, number: int):
        self.name = name
        self.cable = f"cable-{name}"
        self.address = f"{NETWORK}.{number}"
        self.disk = place / f"disk-{name}"
        self.words = ["ip", "netns", "exec", name]
        run("ip", "netns", "add", name)
        run("ip", "link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        run("ip", "-netns", name, "link", "set", "lo", "up")
        run("ip", "-netns", name, "address", "add", f"{self.address}/{MASK}", "dev", "eth0")
        run("ip", "-netns", name, "link", "set", "eth0", "up")
        run("ip", "link", "set", self.cable, "up")
        self.connect()
        self.disk.mkdir()
        owner = place.stat()
        run("mount", "-t", "tmpfs", "-o", f"size={DISK},mode=700,uid={owner.st_uid},gid={owner.st_gid}", "disk",
            str(self.disk))

    def connect(self) -> None:
        run("ip", "link", "set", self.cable, "master", SWITCH)

    def cut(self) -> None:
        """What the node sends is lost without an error, and so is what others send to it."""
        run("ip", "link", "set", self.cable, "nomaster")

    def fill(self) -> None:
        """Takes all room that is left."""
        with open(self.disk / "full", "ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 16))
            except OSError:
                return

    def make_room(self) -> None:
        (self.disk / "full").unlink()


def make_network() -> str:
    """Makes the switch, and returns the test's own address there."""
    run("mount", "-t", "tmpfs", "run", "/run")
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", SWITCH, "type", "bridge")
    run("ip", "address", "add", f"{NETWORK}.1/{MASK}", "dev", SWITCH)
    run("ip", "link", "set", SWITCH, "up")
    return f"{NETWORK}.1"


def run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")

"""Usage: python3 Tests/Servers/GrantServer LIBDIR FOLDER [--seconds N] [--seed N] [--only TEST]"""

import argparse
import os
import pathlib
import random
import sys
import time

import duplicates
import flood
import hostile
import kills
import logs
import owners
import reads
from bench import Bench
from checks import Checks
from programs import Keys

TESTS = {"reads": reads.play, "owners": owners.play, "hostile": hostile.play, "duplicates": duplicates.play,
         "kills": kills.play, "flood": flood.play}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--only", choices=TESTS)
    return parser.parse_args()


def main() -> int:
    given = arguments()
    checks = Checks("GrantServer")
    bench = Bench(checks, given.library, given.folder, given.seconds, given.seed,
                  os.environ.get("TEST_POSTGRESQL"), Keys(given.library))
    print(f"seed {given.seed}, {'SQLite' if bench.postgresql is None else 'PostgreSQL'}", flush=True)
    try:
        for name, play in TESTS.items():
            # A short run has no time for a flood.
            if given.only == name or given.only is None and (name != "flood" or given.seconds >= 10):
                start = time.monotonic()
                play(bench)
                print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)
        logs.check(bench)
    finally:
        bench.end()
    return checks.end()


sys.exit(main())

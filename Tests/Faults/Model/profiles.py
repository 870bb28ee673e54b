"""Plays random scripts under each profile of the store, and compares what the player has at the end with the model.

    profiles.py PLAYER [--scripts N] [--profiles all|NAME,...] [--seed S] [--replay FILE]
"""

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random

import script
from quirks import PROFILES
from outcome import Outcome
from player import PlayerDied
from script import Script, Words
from session import Divergence
from shrink import shortest
from stage import Players, Stage

SHRINKING_MAX = 120  # seconds
STOREKIT = Path(__file__).with_name("Model.storekit")
KEPT = Path(__file__).with_name("kept_scripts.json")  # they once found a fault, and every run plays them


@dataclass
class Failure:
    place: int  # of the operation that was played last
    profile: str
    text: str


def play_under(players: Players, each: Script, profile: str, totals: Counter) -> Outcome | Failure:
    """Plays a script in its own folder."""
    with tempfile.TemporaryDirectory(prefix="iap-profile-") as folder:
        stage = Stage(players, Path(folder), each, profile)
        place = 0
        try:
            stage.begin()
            for place, operation in enumerate(each.operations):
                script.play(stage, operation)
            return stage.outcome()
        except Divergence as divergence:
            return Failure(place, profile, str(divergence))
        except PlayerDied:
            players.start()
            return Failure(place, profile, "the player has crashed")
        finally:
            totals["operations"] += place + 1
            totals.update(stage.counts)


def play(players: Players, each: Script, profiles: list[str], totals: Counter) -> Failure | None:
    """Plays a script under the profiles. The outcome must be the same, except where a quirk has made another charge."""
    first: tuple[str, Outcome] | None = None
    for profile in profiles:
        came = play_under(players, each, profile, totals)
        if isinstance(came, Failure):
            return came
        if came.is_other:
            totals["plays with a charge that a quirk has made"] += 1
        elif first is None:
            first = profile, came
        elif difference := came.difference(first[1]):
            return Failure(len(each.operations) - 1, profile, f"another outcome than under {first[0]}\n{difference}")
    return None


def report(players: Players, each: Script, failure: Failure, file: Path | None) -> None:
    """Prints the shortest script that still fails, and writes it where --replay finds it."""
    print(f"the script of seed {each.seed} fails under {failure.profile}; shortening it")
    deadline = time.monotonic() + SHRINKING_MAX
    profiles = [failure.profile]
    if failure.text.startswith("another outcome"):
        profiles = list(PROFILES)

    def fails(rest: list[Words]) -> Failure | None:
        if time.monotonic() > deadline:
            return None
        return play(players, each.with_operations(rest), profiles, Counter())

    rest = shortest(each.operations[: failure.place + 1], fails)
    failure = fails(rest) or failure
    kind = "with an inventory" if each.has_inventory else "with a save of the game"
    print(f"\n{len(rest)} operations, {kind}, under {failure.profile}:")
    for operation in rest:
        print("  " + " ".join(map(str, operation)))
    print(f"after the last of them: {failure.text}\n")
    if file is not None:
        content = {"seed": each.seed, "inventory": each.has_inventory, "profiles": profiles, "operations": rest}
        content["quirks"] = each.other_quirks
        file.write_text(json.dumps(content, indent=1) + "\n")
        print(f"play it again with --profiles {failure.profile} --replay {file}")


def replay(players: Players, file: Path) -> int:
    content = json.loads(file.read_text())
    steps = [tuple(each) for each in content["operations"]]
    each = Script(content["seed"], content["inventory"], steps, tuple(content["quirks"]))
    failure = play(players, each, content["profiles"], Counter())
    if failure is None:
        print("no divergence")
        return 0
    print(f"under {failure.profile}, after operation {failure.place + 1}: {failure.text}")
    return 1


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays random scripts under each profile and compares them with a model.")
    parser.add_argument("player", type=Path)
    parser.add_argument("--scripts", type=int, default=20)
    parser.add_argument("--profiles", default="all", help="all, or some with commas: " + ", ".join(PROFILES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quirk", action="append", default=[], metavar="NUMBER=VALUE", help="another value of a quirk")
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--write", type=Path, help="where to write a script that fails")
    parser.add_argument("--keep-going", action="store_true", help="prints each failing script, and shortens none")
    arguments = parser.parse_args()
    profiles = list(PROFILES) if arguments.profiles == "all" else arguments.profiles.split(",")
    if unknown := set(profiles) - set(PROFILES):
        parser.error(f"no profile is {', '.join(sorted(unknown))}")
    other_quirks = tuple(tuple(map(int, each.split("="))) for each in arguments.quirk)
    players = Players(arguments.player, STOREKIT)
    if arguments.replay:
        return replay(players, arguments.replay)
    seeds = Random(f"{arguments.seed} profiles")
    kept = [
        Script(place + 1, each["inventory"], [tuple(words) for words in each["operations"]], other_quirks)
        for place, each in enumerate(json.loads(KEPT.read_text()))
    ]
    scripts = chain(kept, (script.drawn(seeds.randrange(1, 2**32), other_quirks) for _ in range(arguments.scripts)))
    totals: Counter = Counter()
    began = time.monotonic()
    for each in scripts:
        totals["scripts"] += 1
        failure = play(players, each, profiles, totals)
        if failure is None:
            continue
        totals["divergences"] += 1
        if not arguments.keep_going:
            report(players, each, failure, arguments.write)
            break
        print(f"seed {each.seed} under {failure.profile}, operation {failure.place + 1}: {failure.text}", flush=True)
    players.end()
    divergences = totals.pop("divergences", 0)
    print(f"{totals.pop('scripts')} scripts under {len(profiles)} profiles, {totals.pop('operations')} operations")
    print(", ".join(f"{count} {what}" for what, count in sorted(totals.items())))
    print(f"{divergences} divergences, {time.monotonic() - began:.1f} seconds")
    return 1 if divergences else 0


if __name__ == "__main__":
    sys.exit(main())

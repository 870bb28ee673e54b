"""Plays random operations against the library and compares the results with those of the model.

    play.py PLAYER [--operations N] [--seed S] [--mode manual|background|both] [--replay FILE]
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import operations
from player import PlayerDied, Program
from session import ACCOUNTS, DEVICES, Divergence, Session
from shrink import shortest

OPERATIONS_PER_WORLD = 200
FULL_COMPARISON_EVERY = 10
TIMEOUT, TIMEOUT_WHILE_SHRINKING = 20, 2  # seconds
SHRINKING_MAX = 120  # seconds
STOREKIT = Path(__file__).with_name("Model.storekit")


@dataclass
class World:
    """What is needed to play it again."""

    seed: int
    mode: str
    player_count: int
    operations: list[tuple]


@dataclass
class Failure:
    place: int  # of the operation that was played last
    text: str


@dataclass
class Counts:
    operations: int = 0
    kills: int = 0
    divergences: int = 0


def play_world(player: Path, world: World, counts: Counts | None = None, timeout: int = TIMEOUT) -> Failure | None:
    """Plays a world in its own folder."""
    with tempfile.TemporaryDirectory(prefix="iap-model-world-") as folder:
        program = Program(player, STOREKIT, Path(folder), world.seed, world.mode, timeout)
        session = Session(program, world.player_count)
        place = 0
        try:
            session.begin()
            for place, operation in enumerate(world.operations):
                operations.play(session, operation)
                if place % FULL_COMPARISON_EVERY == 0 or place == len(world.operations) - 1:
                    session.compare_all()
        except Divergence as divergence:
            return Failure(place, str(divergence))
        except PlayerDied:
            return Failure(place, "the player has crashed")
        finally:
            session.end()
            if counts is not None:
                counts.operations += place + 1
                counts.kills += session.kills
    return None


def drawn_world(seed: int, mode: str, count: int, without: set[str]) -> World:
    random = Random(seed)
    player_count = random.choice((1, 2))
    launches = [("launch", name, *operations.a_way_to_launch(random)) for name in DEVICES]
    return World(seed, mode, player_count, launches + operations.drawn(random, count - len(launches), without))


def report(player: Path, world: World, failure: Failure, file: Path | None) -> None:
    """Prints the shortest sequence that still diverges, and writes it where --replay finds it."""
    print(f"the world of seed {world.seed} diverges at operation {failure.place + 1}; shortening it")
    deadline = time.monotonic() + SHRINKING_MAX

    def fails(rest: list) -> Failure | None:
        if time.monotonic() > deadline:
            return None
        again = World(world.seed, world.mode, world.player_count, rest)
        return play_world(player, again, timeout=TIMEOUT_WHILE_SHRINKING)

    rest = shortest(world.operations[: failure.place + 1], fails)
    failure = fails(rest) or failure
    print(f"\n{len(rest)} operations, {world.player_count} processes, {world.mode}:")
    for operation in rest:
        print("  " + " ".join(map(str, operation)))
    print(f"after the last of them: {failure.text}\n")
    if file is not None:
        content = {"seed": world.seed, "mode": world.mode, "players": world.player_count, "operations": rest}
        file.write_text(json.dumps(content, indent=1) + "\n")
        print(f"play it again with --replay {file}")


def replay(player: Path, file: Path) -> int:
    content = json.loads(file.read_text())
    steps = [tuple(each) for each in content["operations"]]
    failure = play_world(player, World(content["seed"], content["mode"], content["players"], steps))
    print(f"after operation {failure.place + 1}: {failure.text}" if failure else "no divergence")
    return 1 if failure else 0


def play_many(player: Path, arguments: argparse.Namespace, mode: str, counts: Counts) -> None:
    seeds = Random(f"{arguments.seed} {mode}")
    first = counts.operations
    while counts.operations - first < arguments.operations and not counts.divergences:
        count = min(OPERATIONS_PER_WORLD, arguments.operations - (counts.operations - first))
        world = drawn_world(seeds.randrange(1, 2**32), mode, max(count, len(DEVICES)), set(arguments.without))
        failure = play_world(player, world, counts)
        if failure is not None:
            counts.divergences += 1
            report(player, world, failure, arguments.write)


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays random operations against the library and compares it with a model.")
    parser.add_argument("player", type=Path)
    parser.add_argument("--operations", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", choices=("manual", "background", "both"), default="manual")
    parser.add_argument("--without", action="append", default=[], choices=list(operations.KINDS))
    parser.add_argument("--replay", type=Path)
    parser.add_argument("--write", type=Path, help="where to write a sequence that diverges")
    arguments = parser.parse_args()
    if arguments.replay:
        return replay(arguments.player, arguments.replay)
    counts = Counts()
    began = time.monotonic()
    for mode in ("manual", "background") if arguments.mode == "both" else (arguments.mode,):
        play_many(arguments.player, arguments, mode, counts)
    print(f"{time.monotonic() - began:.1f} seconds")
    print(
        f"{counts.operations} operations, {len(ACCOUNTS)} accounts, {len(DEVICES)} devices, "
        f"{counts.kills} kills, {counts.divergences} divergences"
    )
    return 1 if counts.divergences else 0


if __name__ == "__main__":
    sys.exit(main())

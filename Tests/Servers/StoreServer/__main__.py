"""Usage: python3 Tests/Servers/StoreServer PROGRAM FOLDER SECONDS"""

import pathlib
import sys

import hostile
import life
from checks import Checks


def main() -> int:
    program, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    checks = Checks("StoreServer")
    for name, play in [("life", life.play), ("encrypted", life.encrypted),
                       ("hostile", lambda *place: hostile.play(*place, float(sys.argv[3])))]:
        place = folder / name
        place.mkdir()
        play(checks, program, place)
    return checks.end()


sys.exit(main())

"""Uses Apple's library as a client of `iap-store serve`: python -m server PROGRAM STOREKIT FOLDER"""

import json
import os
import sys
import traceback

from . import (
    authorization, consumption, delivery, events, extensions, faults, history, notification_history, paths, receipts, refunds,
    retention, revocation, statuses, reported_on_request, transactions,
)
from .clients import AsyncClient, SyncClient
from .news import Unexpected
from .report import Report
from .world import World

GROUPS = [
    history, transactions, statuses, refunds, consumption, extensions, authorization, faults, receipts, paths, events,
    reported_on_request, delivery, notification_history, retention, revocation,
]


def _catalogue(storekit, folder):
    """The same products, and a subscription with Family Sharing."""
    with open(storekit) as file:
        catalogue = json.load(file)
    for group in catalogue["subscriptionGroups"]:
        for subscription in group["subscriptions"]:
            subscription["familyShareable"] = subscription["productID"] == "news.weekly"
    path = os.path.join(folder, "Family.storekit")
    with open(path, "w") as file:
        json.dump(catalogue, file)
    return path


def _run(report, check, kind, program, catalogue):
    name = check.__name__
    world = World(report, name, kind, program, catalogue)
    try:
        check(world)
    except Unexpected:
        pass
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)
        line = next(frame for frame in reversed(place) if os.path.dirname(frame.filename) == os.path.dirname(__file__))
        report.check(world.name, False, f"{type(error).__name__} at {os.path.basename(line.filename)}:{line.lineno}: {error}")
    finally:
        world.close()


def main(program, storekit, folder):
    report = Report()
    catalogue = _catalogue(storekit, folder)
    for kind in (SyncClient, AsyncClient):
        for group in GROUPS:
            for check in group.CHECKS:
                _run(report, check, kind, program, catalogue)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

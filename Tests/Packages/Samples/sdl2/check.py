"""Checks what the SDL2 sample has shown.

    check.py FOLDER    with a folder for each run, as `run` has made them
"""

import json
import os
import sys

passed = 0
failed = 0


def check(name, is_good, detail=""):
    global passed, failed
    if is_good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {name}{': ' + str(detail) if detail else ''}")


class Scene:
    """What the game describes of one picture: its widgets, cards and texts, and the state of the game."""

    def __init__(self, description):
        self.description = description
        self.name = description["scene"]
        self.cards = {card["id"].rsplit("caves.", 1)[1]: card for card in description["cards"]}
        self.widgets = {widget["name"]: widget for widget in description["widgets"]}

    def __getattr__(self, name):
        return self.description[name]

    def shows(self, text):
        """Whether a text was drawn, without a missing part."""
        return any(drawn["text"] == text and not drawn["shortened"] for drawn in self.texts)


def read_scenes(folder):
    """The scenes of a run by their names."""
    with open(os.path.join(folder, "scenes.jsonl"), encoding="utf-8") as file:
        return {scene.name: scene for scene in map(Scene, map(json.loads, file))}


def standing(scene, **wanted):
    """Each card has the expected state."""
    for name, is_wanted in wanted.items():
        card = name.replace("_", ".")
        found = scene.cards[card]["standing"]
        check(f"{scene.name}: {card} is {is_wanted}", found == is_wanted, found)


def shows(scene, *texts):
    for text in texts:
        check(f"{scene.name}: shows '{text}'", scene.shows(text))


def shop(scenes):
    cave, products = scenes["cave"], scenes["products"]
    check("coins are found by playing", 0 <= cave.coins < products.coins < 20, (cave.coins, products.coins))
    found = products.coins

    standing(products, coins_small="ready", coins_large="ready", armour="ready")
    shows(products, "Pouch of Coins", "100 coins for the road", "Chest of Coins", "Golden Armour", "$0.99", "$4.99",
          "$2.99", "Restore purchases", str(found))
    check("too few coins for the lantern", products.widgets["lantern"]["state"] == "disabled")

    sheet = scenes["sheet"]
    check("the sheet is open", sheet.sheet == "com.example.caves.coins.small", sheet.sheet)
    shows(sheet, "App Store", "Confirm", "Ask Permission", "Cancel", "player@example.com")
    check("the widgets behind the sheet cannot be reached", not sheet.widgets["restore"]["reachable"])

    cancelled = scenes["cancelled"]
    standing(cancelled, coins_small="ready")
    shows(cancelled, "Cancelled. Nothing was charged.")
    check("a cancelled purchase grants nothing", cancelled.coins == found)
    check("no card shows a problem after a cancelled purchase", cancelled.cards["coins.small"]["problem"] == "")

    bought = scenes["bought"]
    shows(bought, "Pouch of Coins has arrived. Thank you!", str(found + 100))
    check("coins are granted", bought.coins == found + 100, bought.coins)

    failure = scenes["failed"]
    standing(failure, coins_large="ready")
    check("a failed purchase grants nothing", failure.coins == found + 100)
    check("the card says that it failed",
          failure.cards["coins.large"]["problem"] == "The App Store could not complete this.")
    shows(failure, "The App Store could not complete this.")

    deferred, approved = scenes["deferred"], scenes["approved"]
    standing(deferred, coins_small="ready", coins_large="waiting")
    shows(deferred, "Waiting", "Waiting for approval", "Chest of Coins waits for approval.")
    check("a waiting purchase is not granted", deferred.coins == found + 100)
    check("the problem of the failed purchase is gone", deferred.cards["coins.large"]["problem"] == "")
    standing(approved, coins_large="ready")
    check("the approved purchase is granted", approved.coins == found + 700, approved.coins)

    purchasing, purchased = scenes["purchasing"], scenes["purchased"]
    standing(purchasing, coins_small="purchasing")
    check("an open purchase grants nothing", purchasing.coins == found + 700)
    standing(purchased, coins_small="ready")
    check("a slow purchase is granted in the end", purchased.coins == found + 800, purchased.coins)

    unlocked, lantern = scenes["unlocked"], scenes["lantern"]
    standing(unlocked, armour="owned")
    check("the armour is unlocked", unlocked.armour and not purchased.armour)
    check("a lantern costs 150 coins", lantern.lantern and lantern.coins == found + 650, lantern.coins)

    germany, britain, online = scenes["germany"], scenes["britain"], scenes["online"]
    shows(germany, "Beutel Münzen", "Truhe voller Münzen", "Goldene Rüstung", "0,99\u00a0€", "4,99\u00a0€")
    shows(scenes["sheet-germany"], "4,99\u00a0€", "600 Münzen für den Heimweg")
    shows(britain, "£0.99", "£4.99", "Pouch of Coins")
    check("the Escape key cancels", britain.sheet == "" and britain.coins == found + 650)

    offline = scenes["offline"]
    standing(offline, coins_small="offline", coins_large="offline", armour="owned")
    shows(offline, "Offline", "Try again")
    check("without a network nothing can be bought",
          offline.widgets["buy:com.example.caves.coins.small"]["state"] == "disabled")
    check("a restore without a network fails", scenes["restore-failed"].toast == "No connection to the App Store.")
    standing(online, coins_small="ready", coins_large="ready", armour="owned")

    refunded, again = scenes["refunded"], scenes["unlocked-again"]
    standing(refunded, armour="ready")
    shows(refunded, "Golden Armour was refunded.")
    check("a refund removes the armour", not refunded.armour and again.armour)

    installed, restored = scenes["installed"], scenes["restored"]
    standing(installed, armour="ready")
    check("a new installation has nothing", installed.coins == 0 and not installed.armour and not installed.lantern)
    standing(restored, armour="owned", coins_small="ready")
    shows(restored, "Your purchases are back.")
    check("a restore brings the armour and no coins", restored.armour and restored.coins == 0)


def offline_launch(scenes):
    launch, online = scenes["offline-launch"], scenes["online-again"]
    standing(launch, coins_small="offline", armour="owned")
    # The last response of the App Store was the German one.
    shows(launch, "Beutel Münzen", "0,99\u00a0€", "Offline")
    standing(online, coins_small="ready", armour="owned")


def exactly_once(unsaved, delivered, again):
    check("a purchase that cannot be saved is not granted", unsaved["paid"].coins == 0)
    check("the card says that it could not be saved",
          unsaved["paid"].cards["coins.small"]["problem"] == "Could not be saved. You get it at the next start.")
    check("the next launch grants it", delivered["started"].coins == 100, delivered["started"].coins)
    check("a launch that finds the id in the save grants nothing", again["started"].coins == 100,
          again["started"].coins)


def two_ids(doubled, later):
    check("a purchase that comes under two ids is granted once", doubled["paid"].coins == 100, doubled["paid"].coins)
    check("the next launch grants it no second time", later["started"].coins == 100, later["started"].coins)


def taps_with_a_full_disk(profile, tapped, later, totals):
    charged, unfinished = totals
    for name in ("tapped", "tapped-again"):
        check(f"{profile}: with a full disk nothing is granted", tapped[name].coins == 0, tapped[name].coins)
        check(f"{profile}: no card blames the App Store",
              tapped[name].cards["coins.small"]["problem"] in ("", "Could not be saved. You get it at the next start."))
    check(f"{profile}: the player was charged", charged > 0)
    check(f"{profile}: the next launch grants each charged purchase once", later["started"].coins == 100 * charged,
          (later["started"].coins, charged))
    check(f"{profile}: nothing stays unfinished", unfinished == 0, unfinished)


def read_totals(path):
    with open(path, encoding="utf-8") as file:
        return tuple(map(int, file.read().split()))


def taken_back_later(bought, refunded, missed):
    check("the coins are bought", bought["paid"].coins == 100)
    check("a refund that cannot be saved is not applied", refunded["refunded"].coins == 100)
    check("the next launch applies the refund", missed["started"].coins == 0, missed["started"].coins)


def approved_later(asked, approved):
    standing(asked["asked"], coins_small="waiting")
    standing(approved["started"], coins_small="ready")
    check("the purchase is not approved yet", approved["started"].coins == 0)
    shows(approved["approved-later"], "Pouch of Coins has arrived. Thank you!")
    check("a purchase approved in another launch is granted", approved["approved-later"].coins == 100)


def sleeps_when_nothing_moves(scenes):
    for name in ("paused", "sheet-is-up", "waits", "over", "purchased"):
        check(f"{name}: nothing moves", scenes[name].still)
    for name in ("playing", "just-paused", "pointed", "sheet-comes", "asked", "arrived", "purchasing", "playing-again"):
        check(f"{name}: something moves", not scenes[name].still)
    check("the store wakes the game", scenes["arrived"].wakes > scenes["waits"].wakes, scenes["arrived"].wakes)
    check("the game shows the store's update", scenes["arrived"].coins == scenes["waits"].coins + 100)
    check("a game without events does not wake", scenes["paused"].wakes == scenes["pointed"].wakes)


def main(folder):
    profiles = ("documented", "macos-26", "ios-27-simulator", "reported", "worst")
    runs = {name: read_scenes(os.path.join(folder, name))
            for name in ("shop", "offline", "unsaved", "delivered", "again", "bought", "refunded", "missed", "asked",
                          "approved", "still", "doubled", "doubled-later")
            + tuple(f"{run}-{profile}" for profile in profiles for run in ("tapped", "later"))}
    shop(runs["shop"])
    offline_launch(runs["offline"])
    exactly_once(runs["unsaved"], runs["delivered"], runs["again"])
    taken_back_later(runs["bought"], runs["refunded"], runs["missed"])
    two_ids(runs["doubled"], runs["doubled-later"])
    for profile in profiles:
        taps_with_a_full_disk(profile, runs[f"tapped-{profile}"], runs[f"later-{profile}"],
                              read_totals(os.path.join(folder, f"later-{profile}", "totals")))
    approved_later(runs["asked"], runs["approved"])
    sleeps_when_nothing_moves(runs["still"])
    print(f"sdl2: {sum(map(len, runs.values()))} scenes")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

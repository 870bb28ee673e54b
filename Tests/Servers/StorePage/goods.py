"""The .storekit file of the test: that of `iap-store init`, a hostile product, and a second club."""

import copy
import json
import os
import subprocess

COINS = "com.example.game.coins"
EDITOR = "com.example.game.editor"
CLUB = "com.example.game.club"
CLUB_OF_A_YEAR = "com.example.game.club.year"
HOSTILE = "com.example.game.hostile"
HOSTILE_NAME = "<img src=x onerror=\"document.title='broken'\">"


def write_goods(program, folder):
    """Returns the path of the file."""
    path = os.path.join(folder, "Game.storekit")
    subprocess.run([program, "init", path], check=True, stdout=subprocess.DEVNULL)
    with open(path, encoding="utf-8") as file:
        goods = json.load(file)
    hostile = copy.deepcopy(goods["products"][0])
    hostile.update(productID=HOSTILE, internalID="6500000010", referenceName="Hostile")
    hostile["localizations"][0]["displayName"] = HOSTILE_NAME
    goods["products"].append(hostile)
    clubs = goods["subscriptionGroups"][0]["subscriptions"]
    year = copy.deepcopy(clubs[0])
    year.update(productID=CLUB_OF_A_YEAR, internalID="6500000011", referenceName="Club of a year", groupNumber=2,
                displayPrice="19.99", recurringSubscriptionPeriod="P1Y")
    year["localizations"][0]["displayName"] = "Club of a year"
    clubs.append(year)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(goods, file)
    return path

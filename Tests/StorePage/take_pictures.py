"""Saves pictures of the page: take_pictures.py PROGRAM WORKING_FOLDER PICTURES; the folder has the game."""

import os
import sys

from demonstration import furnish
from game import Game
from page import Page
from store_program import StoreProgram
from waiting import wait_until
from webdriver import Browser

VIEWS = ["transactions", "subscriptions", "products", "devices", "notifications", "clock", "settings", "habits", "log"]
QUIET = "return document.getAnimations().length === 0"


def main(program, folder, pictures):
    storekit = os.path.join(os.path.dirname(__file__), "../../Samples/harness/Game.storekit")
    store = StoreProgram(program, folder, storekit)
    browser = Browser(folder)
    game = None
    try:
        furnish(store)
        # It opens a device, and asks for an approval.
        game = Game(folder, store, "com.example.caves.coins.large")
        page = Page(browser, store)

        def save(name):
            wait_until("the page is at rest", lambda: browser.run(QUIET))
            with open(os.path.join(pictures, f"{name}.png"), "wb") as file:
                file.write(browser.picture())

        for theme in ("light", "dark"):
            browser.set_theme(theme, has_motion=False)
            browser.set_size(1280, 860)
            page.open()
            for view in VIEWS:
                page.go(view)
                page.wait_for(".view > *")
                wait_until("the view has its answers", lambda: page.has(READY[view]))
                save(f"{view}-{theme}")
            page.go("transactions")
            page.press("tr:has([data-action='refund']) [data-action='details']")
            page.wait_for("dialog .chain")
            save(f"transaction-{theme}")
            page.press("dialog [data-action='close']")
            page.press("tr [data-action='refund']")
            page.wait_for("dialog.refund")
            save(f"refund-{theme}")
            page.press("dialog [data-action='dismiss']")
            browser.set_size(360, 780)
            for view in VIEWS:
                page.go(view)
                wait_until("the view has its answers", lambda: page.has(READY[view]))
                save(f"phone-{view}-{theme}")
        browser.set_size(1280, 860)
        browser.set_language("zh-CN")
        page.open("subscriptions")
        page.wait_for(READY["subscriptions"])
        save("chinese-subscriptions")
    finally:
        if game:
            game.end()
        browser.close()
        store.stop()
        store.stop_proxy()


# What is there when the store's answers are shown.
READY = {
    "transactions": ".approval",
    "subscriptions": ".revoked-mark",
    "products": ".product-card",
    "devices": ".account-card",
    "notifications": "tbody tr",
    "clock": ".view time",
    "settings": "[name='renewalLimit']",
    "habits": "[name='intent_delivered']",
    "log": "tbody tr",
}

if __name__ == "__main__":
    main(*sys.argv[1:])

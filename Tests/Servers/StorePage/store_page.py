"""Runs all checks: store_page.py PROGRAM FOLDER; the folder has the game."""

import sys

from checks_of_actions import (check_clearing, check_clock, check_quirks, check_notifications,
                               check_settings, check_subscriptions, check_taking_back)
from checks_of_game import check_game
from checks_of_keyboard import check_keyboard
from checks_of_looks import check_access, check_hostile_name, check_languages, check_narrow
from checks_of_session import check_connection, check_token
from game_server import GameServer
from goods import write_goods
from page import Page
from results import Results
from store_program import StoreProgram
from webdriver import Browser


def main(program, folder):
    results = Results()
    storekit = write_goods(program, folder)
    store = StoreProgram(program, folder, storekit)
    browser = Browser(folder)
    server = GameServer()
    try:
        browser.set_size(1280, 860)
        page = Page(browser, store)
        check_game(results, page, folder)
        for check in (check_taking_back, check_subscriptions, check_clock, check_settings, check_quirks):
            check(results, page)
        check_notifications(results, page, server)
        for check in (check_keyboard, check_hostile_name, check_access, check_narrow, check_languages,
                      check_clearing):
            check(results, page)
        # The browser notes the requests that the store has refused. A wrong token and a lost connection come after this.
        messages = [one for one in browser.messages() if not one.endswith(("409 (Conflict)", "400 (Bad Request)"))]
        results.check("the console stays empty", not messages, "\n    ".join(["", *messages[:8]]))
        check_token(results, page)
        check_connection(results, browser, program, folder, storekit)
    except Exception as error:
        results.check("the test comes to its end", False, repr(error))
    finally:
        server.stop()
        browser.close()
        store.stop()
        store.stop_proxy()
    return results.finish()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

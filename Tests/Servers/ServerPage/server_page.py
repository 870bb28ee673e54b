"""Runs all checks: server_page.py PROGRAMS FOLDER; modules of Tests/Servers/StorePage are on Python's path."""

import os
import sys

from checks_of_use import check_harm, check_keyboard, check_languages, check_looks, check_narrow
from checks_of_work import (check_changes, check_connection, check_deliveries, check_finding, check_news,
                            check_signing_in)
from goods import CLUB, write_goods
from listener import Listener
from results import Results
from server_program import ServerProgram
from store_program import StoreProgram
from support_page import SupportPage
from waiting import wait_until
from webdriver import Browser


def main(programs, folder):
    results = Results()
    program = os.path.join(programs, "iap-store")
    store = StoreProgram(program, folder, write_goods(program, folder), clock="real")
    listener = Listener()
    server = ServerProgram(folder, programs, store, listener.url)
    store.call("notification-url", url=f"{server.url}/v1/notifications")
    browser = Browser(folder)
    try:
        browser.set_size(1280, 860)
        check_all(results, SupportPage(browser, server), store, listener)
    except Exception as error:
        results.check("the test comes to its end", False, repr(error))
    finally:
        browser.close()
        server.close()
        store.stop()
        listener.stop()
    print(f"ServerPage: {results.passed} passed, {results.failed} failed")
    return 0 if results.failed == 0 else 1


def check_all(results, page, store, listener):
    check_finding(results, page, store)
    check_news(results, page, store)
    check_keyboard(results, page)
    check_harm(results, page, store)
    transaction = furnish(page.server, store, listener)
    pictures = os.environ.get("SERVER_PAGE_PICTURES")
    for check in (check_looks, check_narrow, check_languages):
        check(results, page, transaction, pictures)
    listener.status = 200
    page.open()
    # A server that cannot ask the App Store refuses to look for an order.
    messages = [one for one in page.browser.messages() if not one.endswith("400 (Bad Request)")]
    results.check("the console stays empty", not messages, "\n    ".join(["", *messages[:8]]))
    # The browser notes each answer that is an error. So these come last.
    check_changes(results, page)
    check_deliveries(results, page, store, listener)
    check_signing_in(results, page)
    page.open()
    check_connection(results, page)


def furnish(server, store, listener):
    """Something of everything for anna, and a delivery that waits. Returns one of her transactions."""
    listener.status = 500
    found = server.submit(store, "anna", CLUB)
    server.change("anna", reason="won the cup", name="hat", unlock="give")
    wait_until("a delivery waits", lambda: server.call("deliveries?state=waiting")["deliveries"])
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

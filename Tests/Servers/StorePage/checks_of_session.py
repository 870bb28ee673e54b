"""The token, the address, the loss of the connection, and a clock that cannot be moved."""

from goods import COINS
from page import Page
from store_program import StoreProgram
from waiting import wait_until


def check_token(results, page):
    with results.step("the token leaves the address bar"):
        page.open(view=None)
        if page.store.token in page.browser.run("return location.href"):
            raise RuntimeError("it is still there")
    with results.step("a reload keeps the view and the token"):
        page.go("products")
        page.browser.run("location.reload()")
        page.wait_for("nav a[href='#products'][aria-current]")
        page.wait_for(".product-card")
    with results.step("a wrong token brings the form"):
        page.browser.open("about:blank")
        page.browser.open(f"{page.store.page_url}/#token=wrong")
        page.wait_for_text(".sign-in .problem", "does not know this token")
    with results.step("the form takes the right token"):
        page.fill(".sign-in [name='token']", page.store.token)
        page.press("[data-action='sign-in']")
        page.wait_for("nav")
        page.wait_for(".clock-link time")


# The five buttons of the header, the same five in the view, and the two forms, each with a field and a button.
CLOCK_IS_OFF = """
    const moves = [...document.querySelectorAll("[data-action*='-advance-']")];
    const forms = [...document.querySelectorAll("[data-action='advance-custom'], [data-action='set'], [name='length'], [name='time']")];
    return moves.length === 10 && moves.every((one) => one.getAttribute('aria-disabled') === 'true')
        && forms.length === 4 && forms.every((one) => one.disabled);
"""


def check_connection(results, browser, program, folder, storekit):
    store = StoreProgram(program, folder, storekit, clock="real", name="real")
    page = Page(browser, store)
    try:
        page.open("clock")
        with results.step("a real clock goes on, and says why it cannot be moved"):
            first = shown_time(page)
            wait_until("it goes on", lambda: shown_time(page) != first)
            wait_until("every control of the clock is off", lambda: page.browser.run(CLOCK_IS_OFF))
            page.press("[data-action='header-advance-day']")
            page.wait_for_text("[aria-live]", "cannot be changed")
        with results.step("a lost connection is shown, and found again"):
            store.stop()
            page.wait_for(".banner:not([hidden])")
            again = StoreProgram(program, folder, storekit, clock="real", name="real", like=store)
            try:
                page.wait_for(".banner[hidden]", 30)
                page.store = again
                page.go("transactions")
                found = again.call("buy", account="otto", product=COINS)
                page.wait_for(f"tr[data-key='{found['transactionId']}']")
            finally:
                again.stop()
    finally:
        store.stop()
        store.stop_proxy()


def shown_time(page):
    return page.browser.run("return document.querySelector('.clock-link time').dateTime")

"""What everybody has to be able to use: keyboard, names and roles, narrow screens, languages. And hostile names."""

import os
import re

from checks_of_keyboard import ENTER, TAB, tab_to
from checks_of_looks import ENGLISH_WORDS, is_dark, script
from goods import COINS
from waiting import wait_until

HARM = "<img src=x onerror=\"document.title='broken'\">"
CHINESE = re.compile("[\u4e00-\u9fff]")
OUTSIDE = """
    return [...document.querySelectorAll('button, input, select, a, h1, h2, td, dd')]
      .filter((one) => one.checkVisibility() && !one.closest('.unseen, .skip, nav') && !one.matches('.skip'))
      .filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5)
      .map((one) => one.innerText || one.name);"""


def check_keyboard(results, page):
    """From the form for the key to a change by hand, without a mouse."""
    keys = page.browser.press_keys
    page.open_form()
    with results.step("the key is typed where the focus is"):
        keys(page.server.keys["support"] + ENTER)
        page.wait_for("nav")
    with results.step("the first Tab reaches the link to the content"):
        keys(TAB)
        if "Skip" not in page.focused()["text"]:
            raise RuntimeError(str(page.focused()))
        keys(ENTER)
        wait_until("the heading has the focus", lambda: page.focused()["tag"] == "h1")
    with results.step("a player is found"):
        page.browser.run("document.activeElement.blur()")
        tab_to(page, lambda _: has_focus(page, "search"), 30)
        keys("kim" + ENTER)
        page.wait_for_text("h1", "Player kim")
        page.wait_for(".choices input")
    with results.step("a counter is changed"):
        tab_to(page, lambda _: has_focus(page, "name"), 30)
        keys("coins" + TAB + "7" + TAB + "a present" + ENTER)
        page.wait_for_text(".facts", "coins")
        if page.server.player("kim")["balances"] != {"coins": 7}:
            raise RuntimeError(str(page.server.player("kim")))
        page.wait_for_text("table:has(.cell-cause)", "a present")
    with results.step("the focus stays in the form"):
        if not has_focus(page, "reason"):
            raise RuntimeError(str(page.focused()))
    with results.step("the focus stays where it is while the view is kept fresh"):
        tab_to(page, lambda _: has_focus(page, "name"), 60)
        page.server.change("kim", reason="elsewhere", name="coins", amount=1)
        page.wait_for_text(".facts", "8", 10)
        if not has_focus(page, "name"):
            raise RuntimeError(str(page.focused()))


def has_focus(page, name):
    return page.browser.run("return document.activeElement.name === arguments[0]", name)


def check_harm(results, page, store):
    server = page.server
    player = HARM
    found = server.submit(store, player, COINS)
    server.change("eve", reason=HARM, name=HARM, amount=1)

    def expect_text(css, what):
        page.wait_for_text(css, HARM)
        if page.browser.run("return document.querySelectorAll('.view img').length + (document.title === 'broken')"):
            raise RuntimeError(f"{what} was read as HTML")

    with results.step("a player's name is a text"):
        page.open("overview")
        page.search(player)
        page.wait_for_text(".facts", "coins")
        expect_text("h1", "the name")
        page.go("transaction", id=found)
        expect_text(".facts a", "the link")
        page.press(".facts a")
        page.wait_for("tr .badge.good")
        expect_text("h1", "the name")
    with results.step("a reason and a counter's name are texts"):
        page.go("player", name="eve")
        expect_text(".facts", "the counter")
        expect_text("table:has(.cell-cause)", "the reason")


def views_of(transaction):
    return [("overview", {}), ("player", {"name": "anna"}), ("transaction", {"id": transaction}), ("waits", {})]


def check_looks(results, page, transaction, pictures):
    look = script()
    page.browser.set_size(1280, 1300)
    for theme in ("light", "dark"):
        page.browser.set_theme(theme, has_motion=False)
        page.open_form()
        wait_until("the theme is shown", lambda: is_dark(page) == (theme == "dark"))
        save(page, pictures, f"sign-in-{theme}")
        page.sign_in()
        for view, values in views_of(transaction):
            page.go(view, **values)
            wait_until("the page is at rest", lambda: page.browser.run("return document.getAnimations().length === 0"))
            problems = page.browser.run(look)
            results.check(f"everybody can use {view}, {theme}", not problems, "\n    ".join(["", *problems[:12]]))
            save(page, pictures, f"{view}-{theme}")
    page.browser.set_theme("light")
    page.browser.set_size(1280, 860)


def check_narrow(results, page, transaction, pictures):
    for theme in ("light", "dark"):
        page.browser.set_theme(theme, has_motion=False)
        page.browser.set_size(360, 1500)
        page.open()
        for view, values in views_of(transaction):
            page.go(view, **values)
            width = page.browser.run("return document.scrollingElement.scrollWidth")
            results.check(f"{view} fits a phone", width <= 360, f"{width} pixels wide")
            outside = page.browser.run(OUTSIDE)
            results.check(f"nothing of {view} is outside of a phone", not outside, str(outside[:6]))
            save(page, pictures, f"phone-{view}-{theme}")
    page.browser.set_theme("light")
    page.browser.set_size(1280, 860)


def check_languages(results, page, transaction, pictures):
    page.browser.set_language("zh-CN")
    page.open()
    for view, values in views_of(transaction):
        page.go(view, **values)
        # Names of roles, keys and events are the server's.
        english = [words for words in page.browser.run(ENGLISH_WORDS) if not CHINESE.search(words)]
        results.check(f"{view} is all in Chinese", not english, str(english))
        save(page, pictures, f"chinese-{view}")
    with results.step("the switch wins over the browser's language"):
        page.go("overview")
        page.choose("[name='language']", "en")
        wait_until("the page is in English", lambda: page.text("h1") == "Overview")
    page.browser.run("localStorage.clear()")
    page.browser.set_language("en-US")


def save(page, pictures, name):
    if pictures:
        os.makedirs(pictures, exist_ok=True)
        with open(os.path.join(pictures, f"{name}.png"), "wb") as file:
            file.write(page.browser.picture())

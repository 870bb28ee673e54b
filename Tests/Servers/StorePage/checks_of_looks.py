"""What everybody has to be able to use: names, headings, contrast, narrow screens, languages."""

import os
import re

from goods import HOSTILE, HOSTILE_NAME
from waiting import wait_until

VIEWS = ["transactions", "subscriptions", "products", "devices", "notifications", "clock", "settings", "quirks"]
READY = {"transactions": "tbody tr", "subscriptions": ".bar", "products": ".product-card", "devices": ".account-card",
         "notifications": "tbody tr", "clock": ".view time", "settings": "[name='fails-products']",
         "quirks": "[name='intent_delivered']"}
# What buttons, labels and heads of tables say without a word of Chinese. Names of products are in the words of the file.
ENGLISH_WORDS = """
    return [...document.querySelectorAll('button, label, legend, th, summary, h1, .hint, .badge')]
      .map((one) => one.textContent.trim())
      .filter((words) => /[A-Za-z]{3}/.test(words) && !/[\\u4e00-\\u9fff]/.test(words));"""
CHINESE = re.compile("[\u4e00-\u9fff]")


def script():
    with open(os.path.join(os.path.dirname(__file__), "accessibility.js"), encoding="utf-8") as file:
        return file.read()


def check_access(results, page):
    look = script()

    def check(what):
        # What is moving has other colours on the way.
        wait_until("the page is at rest", lambda: page.browser.run("return document.getAnimations().length === 0"))
        problems = page.browser.run(look)
        results.check(f"everybody can use {what}", not problems, "\n    ".join(["", *problems[:12]]))

    for theme in ("light", "dark"):
        page.browser.set_theme(theme, has_motion=False)
        page.open()
        wait_until("the theme is shown", lambda: is_dark(page) == (theme == "dark"))
        for view in VIEWS:
            page.go(view)
            page.wait_for(READY[view])
            check(f"{view}, {theme}")
        page.press("[data-action='open-buy']")
        page.wait_for("dialog.buy")
        check(f"a form, {theme}")
        page.press("dialog [data-action='dismiss']")
        page.go("transactions")
        page.press("tr:has([data-action='refund']) [data-action='details']")
        page.wait_for("dialog.transaction .chain")
        check(f"the panel of a transaction, {theme}")
        page.press("dialog [data-action='close']")
        page.wait_for_end_of("dialog")
    with results.step("the switch wins over the system's theme"):
        page.choose("[name='theme']", "light")
        wait_until("it is light", lambda: not is_dark(page))
        page.choose("[name='theme']", "system")
        wait_until("it is dark", lambda: is_dark(page))
    page.browser.set_theme("light")


def is_dark(page):
    return page.browser.run("return getComputedStyle(document.documentElement).color === 'rgb(244, 241, 255)'")


def check_narrow(results, page):
    page.browser.set_size(360, 740)
    page.open()
    for view in VIEWS:
        page.go(view)
        page.wait_for(READY[view])
        width = page.browser.run("return document.scrollingElement.scrollWidth")
        results.check(f"{view} fits a phone", width <= 360, f"{width} pixels wide")
    page.browser.set_size(1280, 860)


def check_hostile_name(results, page):
    page.store.call("buy", account="mallory<script>", product=HOSTILE)
    for view in ("products", "transactions", "devices"):
        page.go(view)
        with results.step(f"a hostile name is a text in {view}"):
            expected = "mallory<script>" if view == "devices" else HOSTILE_NAME
            page.wait_for_text(".view", expected)
            images = page.browser.run("return document.querySelectorAll('.view img').length")
            if images or page.browser.run("return document.title") == "broken":
                raise RuntimeError("it was read as HTML")
    with results.step("a hostile name is a text in what is announced"):
        page.go("transactions")
        page.store.call("buy", account="nina", product=HOSTILE)
        page.wait_for_text("[aria-live]", HOSTILE_NAME)


def check_languages(results, page):
    with results.step("the page has the browser's language"):
        page.browser.set_language("zh-CN")
        page.open()
        wait_until("the page is in Chinese", lambda: page.browser.run("return document.documentElement.lang") == "zh")
        for view in VIEWS:
            page.go(view)
            page.wait_for(READY[view])
            if not CHINESE.search(page.text("h1")):
                raise RuntimeError(f"{view}: {page.text('h1')}")
    for view in VIEWS:
        page.go(view)
        page.wait_for(READY[view])
        english = [words for words in page.browser.run(ENGLISH_WORDS) if words not in ("URL", "UUID")]
        results.check(f"{view} is all in Chinese", not english, str(english))
    with results.step("the switch wins over the browser's language"):
        page.choose("[name='language']", "en")
        wait_until("the page is in English", lambda: page.text("h1") == "Quirks")
        page.open("clock")
        wait_until("it stays in English", lambda: page.text("h1") == "Clock")
    page.browser.run("localStorage.clear()")
    page.browser.set_language("en-US")

"""What a person does on the page: goes to a view, presses, fills in, reads."""

import json

from waiting import wait_until
from webdriver import WebDriverError, reference

# The page may make an element again between finding and using it.
PASSING = {"stale element reference", "element click intercepted", "element not interactable", "no such element",
           "invalid element state"}


class Page:
    def __init__(self, browser, store):
        self.browser = browser
        self.store = store

    def open(self, view="transactions"):
        """Opens the page with the token in the address, as a person follows a link, and goes to a view, if one is given."""
        self.browser.open("about:blank")
        self.browser.open(f"{self.store.page_url}/#token={self.store.token}")
        self.wait_for(".clock-link time")
        if view:
            self.go(view)

    def go(self, view):
        self.browser.run("location.hash = arguments[0]", view)
        self.wait_for(f"nav a[href='#{view}'][aria-current]")
        self.wait_for(".clock-link time")

    def has(self, css):
        return self.browser.run("return document.querySelector(arguments[0]) !== null", css)

    def wait_for(self, css, seconds=15):
        wait_until(f"{css} is on the page", lambda: self.has(css), seconds)

    def wait_for_end_of(self, css):
        wait_until(f"{css} is gone", lambda: not self.has(css))

    def text(self, css):
        return self.browser.run("return document.querySelector(arguments[0])?.innerText ?? ''", css)

    def wait_for_text(self, css, words, seconds=15):
        wait_until(f"{css} says {json.dumps(words)}", lambda: words in self.text(css), seconds)

    def focused(self):
        """What has the focus: {action, tag, text, inDialog}."""
        return self.browser.run("""
            const one = document.activeElement;
            return {action: one.dataset.action ?? null, tag: one.localName, text: one.innerText ?? '',
                    row: one.closest('[data-key]')?.dataset.key ?? null, inDialog: one.closest('dialog') !== null};""")

    def press(self, css):
        self._use(css, self.browser.click)

    def fill(self, css, words):
        def type_words(element):
            self.browser.clear(element)
            self.browser.type(element, words)

        self._use(css, type_words)

    def _use(self, css, action):
        """Does something to an element as soon as that can be done."""

        def done():
            found = self.browser.find(css)
            if not found:
                return False
            try:
                # Else the driver scrolls it to the edge, which is below the header.
                self.browser.run("arguments[0].scrollIntoView({block: 'center'})", reference(found[0]))
                action(found[0])
                return True
            except WebDriverError as error:
                if error.kind in PASSING:
                    return False
                raise

        wait_until(f"{css} can be used", done)

    def choose(self, css, value):
        """Chooses an option of a list, as far as the page can tell."""
        self.wait_for(f"{css} option[value={json.dumps(value)}]")
        self.browser.run("""
            const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            list.dispatchEvent(new Event('change', {bubbles: true}));""", css, value)

    def confirm(self, dialog):
        """Confirms in a dialog, which then closes."""
        self.press(f"dialog.{dialog} [data-action='confirm']")
        self.wait_for_end_of(f"dialog.{dialog}")

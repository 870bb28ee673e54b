"""What a person of the support does on the page."""

from urllib.parse import urlencode

from page import Page


class SupportPage(Page):
    """The page of `server`, opened with a key in the form."""

    def __init__(self, browser, server):
        super().__init__(browser, store=None)
        self.server = server

    def open_form(self):
        """The page as somebody sees it who has no key yet."""
        self.browser.open(f"{self.server.url}/")
        self.browser.run("sessionStorage.clear(); history.replaceState(null, '', '/')")
        self.browser.open("about:blank")
        self.browser.open(f"{self.server.url}/")
        self.wait_for(".sign-in [name='key']")

    def sign_in(self, role="support"):
        self.fill(".sign-in [name='key']", self.server.keys[role])
        self.press("[data-action='sign-in']")
        self.wait_for("nav")

    def open(self, view="overview", **values):
        self.open_form()
        self.sign_in()
        self.go(view, **values)

    def go(self, view, **values):
        self.browser.run("location.hash = arguments[0]", f"{view}?{urlencode(values)}" if values else view)
        self.wait_for(READY[view])

    def search(self, words):
        self.fill(".search [name='search']", words)
        self.press("[data-action='search']")


# What is there when a view has its answers.
READY = {
    "overview": ".facts dd",
    "waits": "tbody tr",
    "player": ".choices input",
    "transaction": "tbody tr",
}

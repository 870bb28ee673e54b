"""Signing in, finding, seeing what happens, and changing by hand."""

import time

from goods import COINS, EDITOR
from waiting import wait_until

TOKEN = "8b5e0b0e-6d0c-4a5e-9d0b-5b1f0e6a5e0b"
# The server of the test has one only.
TWO_ENVIRONMENTS = """
    const real = window.fetch;
    window.fetch = async (path, options) => {
      const response = await real(path, options);
      if (!path.endsWith('v1/overview')) return response;
      return Response.json({...(await response.json()), environments: ['Production', 'Sandbox']});
    };"""


def check_signing_in(results, page):
    page.open_form()
    with results.step("a wrong key is refused in plain words"):
        for wrong in ("wrong", "密钥"):
            page.fill(".sign-in [name='key']", wrong)
            page.press("[data-action='sign-in']")
            page.wait_for_text(".sign-in .problem", "does not know this key")
    with results.step("the key of a game is refused in plain words"):
        page.fill(".sign-in [name='key']", page.server.keys["game"])
        page.press("[data-action='sign-in']")
        page.wait_for_text(".sign-in .problem", "studio or support")
    with results.step("the support's key opens the page, and stays in this tab"):
        page.sign_in()
        page.wait_for_text(".facts", "com.example.game")
        key = page.server.keys["support"]
        places = page.browser.run("return JSON.stringify([location.href, document.cookie, {...localStorage}])")
        if key in places:
            raise RuntimeError(places)
    with results.step("a reload keeps the key and the view"):
        page.go("player", name="anna")
        page.browser.run("location.reload()")
        page.wait_for_text("h1", "Player anna")
        page.wait_for(".choices input")
    with results.step("signing out forgets the key"):
        page.press("[data-action='sign-out']")
        page.wait_for(".sign-in")
        if page.browser.run("return sessionStorage.length"):
            raise RuntimeError("it is still there")


def check_finding(results, page, store):
    server = page.server
    found = server.submit(store, "anna", COINS)
    page.open()
    with results.step("a player is found by name"):
        page.search("anna")
        page.wait_for_text("h1", "Player anna")
        page.wait_for_text(".facts", "coins")
        page.wait_for("tr .badge.good")
    with results.step("a transaction is found, and leads to its player"):
        page.search(found)
        page.wait_for_text("h1", f"Transaction {found}")
        page.wait_for_text("tbody tr", "+100")
        page.press(".facts a[href='#player?name=anna']")
        page.wait_for_text("h1", "Player anna")
    with results.step("a player is found by token"):
        store.call("buy", account="tina", product=COINS, token=TOKEN)
        wait_until("the server has it", lambda: server.player(TOKEN)["balances"].get("coins") == 100)
        page.search(TOKEN)
        page.wait_for_text("h1", f"Player {TOKEN}")
        page.wait_for_text(".facts", "100")
    with results.step("the environment is switched"):
        page.browser.run(TWO_ENVIRONMENTS)
        page.go("player", name="ben", environment="Sandbox")
        page.press("[name='environment'][value='Production']")
        page.wait_for_text("[data-action='change']", "Production")
        if "environment=Production" not in page.browser.run("return location.hash"):
            raise RuntimeError("the address has another one")
        page.open()
    with results.step("a player of whom nothing is known has an empty page"):
        for name in ("nobody at all", "AGENT007"):
            page.search(name)
            page.wait_for_text("h1", f"Player {name}")
            page.wait_for(".empty:not([hidden])")


def check_news(results, page, store):
    page.go("player", name="ben")
    with results.step("a purchase appears within 10 seconds, and what was typed stays"):
        page.fill("[name='reason']", "half a word")
        page.server.submit(store, "ben", EDITOR)
        begin = time.monotonic()
        page.wait_for_text(".view", EDITOR, 10)
        page.wait_for("tr .badge.good", 10)
        print(f"the purchase was there after {time.monotonic() - begin:.1f} seconds")
        if page.browser.run("return document.querySelector('[name=reason]').value") != "half a word":
            raise RuntimeError("it is gone")
    with results.step("a refund appears, too"):
        found = page.server.submit(store, "ben", COINS)
        page.wait_for(f"a[href='#transaction?id={found}']", 10)
        store.call("refund", id=found)
        page.wait_for("tr .badge.bad", 15)
        page.wait_for_text("tr:has(.badge.bad)", "REFUND")


def change(page, kind, name, reason, amount=None):
    page.choose("[name='kind']", kind)
    page.fill("[name='name']", name)
    if amount is not None:
        page.fill("[name='amount']", amount)
    page.fill("[name='reason']", reason)
    page.press("[data-action='change']")


def check_changes(results, page):
    server = page.server
    page.go("player", name="carla")
    with results.step("an unlock is given and taken"):
        change(page, "give", "hat", "won the cup")
        page.wait_for_text("td.cell-unlock", "hat")
        page.wait_for_text("table:has(.cell-cause)", "won the cup")
        change(page, "take", "hat", "it was a mistake")
        wait_until("it is gone", lambda: not server.player("carla")["unlocks"])
        page.wait_for_end_of("td.cell-unlock")
    with results.step("a change without a reason is not sent"):
        change(page, "counter", "coins", "", "5")
        if not page.browser.run("return document.querySelector('[name=reason]').matches(':focus:invalid')"):
            raise RuntimeError("nobody asks for the reason")
        page.browser.run("document.querySelector('[name=amount]').value = ''")
    with results.step("a second attempt after a lost answer does not count twice"):
        page.browser.run("""
            const real = window.fetch;
            window.fetch = async (path, options) => {
              const response = await real(path, options);
              if (options?.method !== 'POST') return response;
              window.fetch = real;
              throw new TypeError('lost');
            };""")
        change(page, "counter", "coins", "lost once", "30")
        page.wait_for_text(".form .problem", "does not respond")
        page.press("[data-action='change']")
        page.wait_for_text("[aria-live]", "already made")
        if server.player("carla")["balances"]["coins"] != 30:
            raise RuntimeError(str(server.player("carla")))
    with results.step("what the server refuses is shown in the form"):
        change(page, "counter", "coins", "too much", "9000000000000")
        page.wait_for_text(".form .problem", "it must be a whole number")


def check_deliveries(results, page, store, listener):
    listener.status = 500
    page.server.submit(store, "dora", COINS)
    page.go("waits")
    row = "tr:has([data-action='again'])"
    with results.step("a delivery that was refused waits, with its error"):
        page.wait_for_text(f"{row} .cell-error", "500")
        page.wait_for_text(f"{row} .cell-state", "Waiting")
        event = page.browser.run("return document.querySelector(arguments[0]).querySelector('.id').innerText", row)
    with results.step("it is sent again"):
        listener.status = 200
        row = f"tr[data-key^='{event} ']"
        page.press(f"{row} [data-action='again']")
        page.wait_for_text("[aria-live]", "send the event again")
        wait_until("the listener has it", lambda: event in listener.events)
        page.wait_for_end_of(row)
    with results.step("it is among those that were delivered"):
        page.choose("[name='state']", "delivered")
        page.wait_for_text("table", event)


def check_connection(results, page):
    page.go("player", name="anna")
    with results.step("a lost server is shown with the way out, and found again"):
        page.server.stop()
        page.wait_for_text(".banner:not([hidden])", "Check that it runs", 15)
        page.server.start()
        page.press("[data-action='try-now']")
        page.wait_for(".banner[hidden]")
    with results.step("a key that is not known any more brings the form"):
        page.browser.run("sessionStorage.setItem('iap-server-key', 'old')")
        page.wait_for_text(".sign-in .problem", "does not know this key")

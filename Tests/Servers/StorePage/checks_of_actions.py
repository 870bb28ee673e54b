"""Each action of the page, once. The store has to say that it was done."""

from goods import CLUB, CLUB_OF_A_YEAR, COINS
from waiting import wait_until

ENTER = "\ue007"


def bought(store, account, product):
    return store.call("buy", account=account, product=product)["transactionId"]


def check_taking_back(results, page):
    page.go("transactions")
    with results.step("a purchase is refunded"):
        found = bought(page.store, "ben", COINS)
        page.press(f"tr[data-key='{found}'] [data-action='refund']")
        page.choose("dialog.refund [name='reason']", "issue")
        page.confirm("refund")
        page.wait_for_text(f"tr[data-key='{found}'] .cell-state", "Revoked")
        refunded = page.store.transaction(found)
        if "refunded" not in refunded or refunded["revocationReason"] != 1:
            raise RuntimeError(str(refunded))
    with results.step("a subscription is refunded for the time that is left"):
        found = bought(page.store, "prorated", CLUB)
        page.store.call("clock", what="advance", value="10d")
        page.press(f"tr[data-key='{found}'] [data-action='refund']")
        page.press("dialog.refund [name='prorated']")
        page.confirm("refund")
        refunded = page.store.transaction(found)
        if not 0 < refunded["refunded"]["milliunits"] < refunded["price"]["milliunits"]:
            raise RuntimeError(str(refunded))
    with results.step("a purchase is revoked"):
        found = bought(page.store, "ben", COINS)
        page.press(f"tr[data-key='{found}'] [data-action='revoke']")
        page.confirm("revoke")
        page.wait_for_text(f"tr[data-key='{found}'] .cell-state", "Revoked")
        if "refunded" in page.store.transaction(found):
            raise RuntimeError("it was refunded")
    with results.step("the filters hold"):
        page.choose(".filters [name='account']", "ben")
        wait_until("only ben's rows are there", lambda: accounts_shown(page) == {"ben"})
        page.choose(".filters [name='state']", "purchased")
        page.wait_for(".empty:not([hidden])")
        page.choose(".filters [name='state']", "")
        page.choose(".filters [name='account']", "")
        wait_until("all rows are there", lambda: "prorated" in accounts_shown(page))
    with results.step("the panel has fields, signed text and certificates"):
        page.press(f"tr[data-key='{found}'] [data-action='details']")
        page.wait_for("dialog.transaction .chain li:nth-child(3)")
        page.wait_for_text("dialog.transaction .code", '"transactionId"')
        page.wait_for_text("dialog.transaction .facts", "revocationDate")
        page.press("dialog.transaction [data-action='close']")
        page.wait_for_end_of("dialog")
    with results.step("an error of the store is shown in the form"):
        found = bought(page.store, "ben", COINS)
        page.press(f"tr[data-key='{found}'] [data-action='refund']")
        page.wait_for("dialog.refund")
        page.store.call("refund", id=found)
        page.press("dialog.refund [data-action='confirm']")
        page.wait_for_text("dialog.refund .problem", "was refunded or revoked before")
        page.press("dialog.refund [data-action='dismiss']")
        page.wait_for_end_of("dialog")


def accounts_shown(page):
    return set(page.browser.run("return [...document.querySelectorAll('td.cell-account')].map((one) => one.innerText)"))


def check_subscriptions(results, page):
    store = page.store
    bought(store, "carla", CLUB)
    page.go("subscriptions")
    lane = "[data-account='carla']"

    def press(action):
        page.press(f"{lane} [data-action='{action}']")

    def state():
        return store.subscription("carla")

    with results.step("a lane has a bar for its period, and says where now is"):
        page.wait_for(f"{lane} .bar.paid")
        page.wait_for(".lanes .now")
    with results.step("a subscription is renewed"):
        first = state()["transactionId"]
        press("renew")
        wait_until("it has renewed", lambda: state()["transactionId"] != first)
        page.wait_for(f"{lane} .bar-place + .bar-place .bar.paid")
    with results.step("the renewal is cancelled, and switched on again"):
        press("cancel")
        wait_until("it is off", lambda: not state()["autoRenewStatus"])
        press("resubscribe")
        wait_until("it is on", lambda: state()["autoRenewStatus"])
    with results.step("the price goes up, and the player agrees"):
        press("price-increase")
        page.fill("dialog.price-increase [name='price']", "3.99")
        page.press("dialog.price-increase [name='consent']")
        page.confirm("price-increase")
        press("agree")
        wait_until("the next price is the new one", lambda: price(state()) == 3990)
        page.wait_for_end_of(f"{lane} [data-action='agree']")
    with results.step("the product is changed"):
        press("change")
        page.choose("dialog.change [name='product']", CLUB_OF_A_YEAR)
        page.confirm("change")
        wait_until("it renews to the other", lambda: state()["autoRenewProductId"] == CLUB_OF_A_YEAR)
    with results.step("a renewal that fails is resolved"):
        store.control(setBillingRetryOnRenewal={"isEnabled": True})
        store.call("clock", what="advance", value="65d")
        page.wait_for_text(f"{lane} .lane-head", "Billing retry")
        page.wait_for(f"{lane} .bar.retry")
        store.control(setBillingRetryOnRenewal={"isEnabled": False})
        press("resolve")
        wait_until("it is active", lambda: state()["status"] == "active")
    with results.step("a subscription is ended"):
        press("expire")
        page.confirm("expire")
        wait_until("it has expired", lambda: state()["status"] == "expired")
        page.wait_for_text(f"{lane} .lane-head", "Expired")


def price(subscription):
    return subscription.get("renewalPrice", {}).get("milliunits")


def check_clock(results, page):
    store = page.store
    with results.step("the header moves the clock by a month of the calendar"):
        store.call("clock", what="set", value="2027-01-31T10:00:00Z")
        page.wait_for(".clock-link time[datetime='2027-01-31T10:00:00.000Z']")
        page.press("[data-action='header-advance-month']")
        wait_until("it is the end of February", lambda: store.call("clock")["now"] == "2027-02-28T10:00:00.000Z")
        page.wait_for(".clock-link time[datetime='2027-02-28T10:00:00.000Z']")
    page.go("clock")
    with results.step("the clock is advanced by a length that was typed"):
        page.fill("[name='length']", "1d12h")
        page.press("[data-action='advance-custom']")
        wait_until("it has moved", lambda: store.call("clock")["now"] == "2027-03-01T22:00:00.000Z")
    with results.step("the clock is set"):
        page.browser.run("document.querySelector('[name=time]').value = '2027-06-01T08:30:00'")
        page.press("[data-action='set']")
        expected = page.browser.run("return new Date('2027-06-01T08:30:00').toISOString()")
        wait_until("it has moved", lambda: store.call("clock")["now"] == expected)
    with results.step("the rate of subscriptions is changed"):
        page.choose("[name='rate']", "month-in-30-seconds")
        wait_until("the store has it", lambda: store.call("clock")["rate"] == "month-in-30-seconds")
        store.call("clock", what="rate", value="real")


def check_settings(results, page):
    store = page.store

    def setting(name):
        return store.call("settings").get(name)

    page.go("settings")
    with results.step("the store moves to another country"):
        page.wait_for_text(".view", "USD")
        page.choose("[name='country']", "DEU")
        page.fill("[name='locale']", "de_DE")
        page.press("[data-action='storefront']")
        wait_until("it has moved", lambda: store.call("storefront")["storefront"] == "DEU")
        page.wait_for_text(".view", "EUR")
        store.call("storefront", country="USA", locale="en_US")
    with results.step("ask to buy is switched off and on"):
        before = setting("askToBuy")
        page.press("[name='askToBuy']")
        wait_until("it is switched", lambda: setting("askToBuy") != before)
        page.press("[name='askToBuy']")
        wait_until("it is back", lambda: setting("askToBuy") == before)
    with results.step("an API fails, and works again"):
        page.choose("[name='fails-products']", "networkError")
        wait_until("it fails", lambda: setting("fails.products") == "networkError")
        page.choose("[name='fails-products']", "none")
        wait_until("it works", lambda: setting("fails.products") is None)
    with results.step("a choice that the store refuses is taken back"):
        page.browser.run('''
            const list = document.querySelector('[name="fails-products"]');
            list.append(new Option('invalidSignature', 'invalidSignature'));''')
        page.choose("[name='fails-products']", "invalidSignature")
        page.wait_for_text(".news", "products")
        wait_until("the page shows what holds", lambda: value_of(page, "fails-products") == "none")
    with results.step("the grace period is set"):
        page.choose("[name='grace']", "16")
        wait_until("it is set", lambda: setting("gracePeriodDays") == 16)
        page.choose("[name='grace']", "0")
        wait_until("it is off", lambda: setting("gracePeriodDays") == 0)


def check_quirks(results, page):
    store = page.store

    def quirk(name):
        return next(one["value"] for one in store.call("quirks") if one["name"] == name)

    def shown():
        return page.browser.run("""
            return [...document.querySelectorAll('.quirk')].filter((one) => one.checkVisibility()).map((one) => one.dataset.key)""")

    def enter(name, number):
        """As a person does: the driver's way to clear a field is a change by itself."""
        page.browser.run("""
            const field = document.querySelector(`[name='${arguments[0]}']`);
            field.focus();
            field.select();""", name)
        page.browser.press_keys(number + ENTER)

    count = len(store.call("quirks"))
    page.go("quirks")
    with results.step("each quirk is there, with its sentence"):
        page.wait_for("[name='intent_delivered']")
        for one in store.call("quirks"):
            if page.text(f"[data-key='{one['name']}'] label") != one["sentence"]:
                raise RuntimeError(one["name"])
    with results.step("a profile is chosen, and the filter shows what it has changed"):
        page.press(".quirk-choice [name='changed']")
        page.choose("[name='profile']", "reported")
        wait_until("the store has it", lambda: store.call("profile")["profile"] == "reported")
        changed = {one["name"] for one in store.call("quirks") if one["value"] != one["documented"]}
        wait_until("only these are shown", lambda: set(shown()) == changed)
        page.wait_for_text(".quirk-choice .count", f"{len(changed)} of {count}")
        page.wait_for_text("[data-key='listing_lag_ms'] .badge", "Documented: 0")
        page.press(".quirk-choice [name='changed']")
    with results.step("a switch, a choice and a number change their quirks"):
        page.press("[name='two_ids']")
        wait_until("it is on", lambda: quirk("two_ids") == 1)
        page.choose("[name='lapse_returns_old']", "2")
        wait_until("it is always", lambda: quirk("lapse_returns_old") == 2)
        enter("finish_fails_percent", "25")
        wait_until("it is a quarter", lambda: quirk("finish_fails_percent") == 25)
    with results.step("a number that the store refuses is taken back"):
        enter("finish_fails_percent", "101")
        page.wait_for_text(".news", "0 to 100")
        wait_until("the page shows what holds", lambda: value_of(page, "finish_fails_percent") == "25")
    store.call("profile", name="documented")


def value_of(page, name):
    return page.browser.run("return document.querySelector(`[name='${arguments[0]}']`).value", name)


def check_clearing(results, page):
    """It comes last: nothing is left."""
    with results.step("a transaction is deleted"):
        found = bought(page.store, "ben", COINS)
        page.go("transactions")
        page.press(f"tr[data-key='{found}'] [data-action='details']")
        page.press("dialog.transaction [data-action='delete']")
        page.confirm("delete")
        page.wait_for_end_of("dialog")
        page.wait_for_end_of(f"tr[data-key='{found}']")
    with results.step("clearing asks once, and clears"):
        page.go("settings")
        page.press("[data-action='clear']")
        page.wait_for("dialog.clear")
        page.press("dialog.clear [data-action='dismiss']")
        page.wait_for_end_of("dialog")
        if not page.store.call("transactions"):
            raise RuntimeError("nobody has confirmed")
        page.press("[data-action='clear']")
        page.confirm("clear")
        wait_until("nothing is left", lambda: not page.store.call("transactions"))


def check_notifications(results, page, server):
    store = page.store
    page.go("notifications")
    with results.step("notifications get an address"):
        page.fill("[name='url']", server.url)
        page.press("[data-action='address']")
        wait_until("the store has it", lambda: store.call("notification-url")["url"] == server.url)
    with results.step("a test notification is sent, and arrives"):
        page.press("[data-action='notify']")
        page.choose("dialog.notify [name='type']", "TEST")
        page.confirm("notify")
        wait_until("the game's server has it", lambda: len(server.received) == 1)
        page.wait_for_text("tbody tr .cell-state", "Delivered")
    with results.step("it is sent again, and arrives again"):
        page.press("tbody tr [data-action='resend']")
        wait_until("the game's server has it twice", lambda: len(server.received) == 2)
    with results.step("its panel has what it says, and each attempt"):
        page.press("tbody tr [data-action='details']")
        page.wait_for("dialog.notification .attempts li:nth-child(2)")
        page.wait_for_text("dialog.notification .code", '"notificationType": "TEST"')
        page.press("dialog.notification [data-action='close']")
        page.wait_for_end_of("dialog")
    with results.step("the panel of a transaction says who was told"):
        found = bought(store, "ben", COINS)
        page.go("transactions")
        page.press(f"tr[data-key='{found}'] [data-action='details']")
        page.wait_for_text("dialog.transaction .reported", "ONE_TIME_CHARGE")
        page.wait_for_text("dialog.transaction .attempts", "Delivered")
        page.press("dialog.transaction [data-action='close']")

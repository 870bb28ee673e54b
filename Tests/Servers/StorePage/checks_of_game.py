"""A game runs, and somebody answers on the page."""

import time

from game import Game
from goods import COINS, EDITOR
from waiting import wait_until


def check_game(results, page, folder):
    page.open("transactions")
    with results.step("a page without purchases says so"):
        page.wait_for_text(".empty:not([hidden])", "No transactions")
    game = Game(folder, page.store, EDITOR)
    try:
        with results.step("the game's purchase is there within a second or so"):
            approval = wait_until("the store has the purchase", lambda: page.store.call("approvals"))[0]
            begin = time.monotonic()
            page.wait_for(f"tr[data-key='{approval['id']}']")
            page.wait_for(f".approval[data-key='{approval['id']}']")
            took = time.monotonic() - begin
            if took > 2:
                raise RuntimeError(f"it took {took:.1f} seconds")
        with results.step("what waits is said to screen readers"):
            page.wait_for_text("[aria-live]", "Editor for anna is waiting for approval.")
        with results.step("the navigation counts what waits"):
            page.wait_for_text("nav .count-badge", "1")
        with results.step("the purchase is approved on the page, and the game hears of it"):
            page.press(f".approval[data-key='{approval['id']}'] [data-action='approve']")
            wait_until("the game hears of it", lambda: game.has_heard(f"heard {EDITOR} 2"))
            page.wait_for_end_of(".approval")
        with results.step("the row says that it is purchased and finished"):
            found = wait_until("it is finished", lambda: finished(page.store, EDITOR))
            page.wait_for_text(f"tr[data-key='{found}'] .cell-state", "Purchased")
            wait_until("the mark is gone", lambda: "Unfinished" not in page.text(f"tr[data-key='{found}'] .cell-state"))
        with results.step("the game hears of a purchase that is made on the page"):
            page.press("[data-action='open-buy']")
            page.choose("dialog.buy [name='product']", COINS)
            page.fill("dialog.buy [name='quantity']", "3")
            page.confirm("buy")
            wait_until("the game hears of it", lambda: game.has_heard(f"heard {COINS} 2"))
            found = page.store.call("transactions", product=COINS)[-1]
            page.wait_for_text(f"tr[data-key='{found['transactionId']}'] .quantity", "3")
        check_network(results, page, game)
    finally:
        results.check("the game ends well", game.end())
    check_next_purchase(results, page, folder)


def finished(store, product):
    found = [one for one in store.call("transactions", product=product) if one.get("finished")]
    return found[-1]["transactionId"] if found else None


def check_network(results, page, game):
    page.go("devices")
    for state, shown in (("down", "Down"), ("silent", "No response"), ("up", "")):
        with results.step(f"the network goes {state}"):
            page.press(f".device[data-key='phone'] input[value='{state}']")
            page.wait_for(f".device[data-key='phone'] input[value='{state}']:checked")
            wait_until("the store says so", lambda: page.store.call("devices")[0]["network"] == state)
            page.wait_for_text(".device[data-key='phone']", shown)
    with results.step("the game hears of what is bought after the network is up again"):
        page.store.call("buy", account="anna", product="com.example.game.club")
        wait_until("the game hears of it", lambda: game.has_heard("heard com.example.game.club 2"))


def check_next_purchase(results, page, folder):
    page.go("settings")
    with results.step("the next purchase fails"):
        page.choose("[name='next-error']", "systemError")
        page.press("[data-action='next-fails']")
        page.wait_for_text(".news", "systemError")
        game = Game(folder, page.store, COINS)
        try:
            wait_until("the game hears of it", lambda: game.has_heard_of(COINS))
            if game.has_heard(f"heard {COINS} 2") or page.store.call("approvals"):
                raise RuntimeError("the purchase has not failed")
        finally:
            game.end()

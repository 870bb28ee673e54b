"""Everything works without a mouse."""

from checks_of_actions import bought
from goods import COINS
from waiting import wait_until

TAB = "\ue004"
ENTER = "\ue007"
ESCAPE = "\ue00c"


def tab_to(page, is_there, most=400):
    """Presses Tab until the focus is there."""
    for _ in range(most):
        page.browser.press_keys(TAB)
        focused = page.focused()
        if is_there(focused):
            return focused
    raise RuntimeError(f"{most} times Tab do not get there")


def check_keyboard(results, page):
    found = bought(page.store, "kim", COINS)
    page.open("transactions")
    row = f"tr[data-key='{found}']"
    page.wait_for(row)

    def is_refund(focused):
        return focused["row"] == found and focused["action"] == "refund"

    with results.step("Tab shows where it is"):
        tab_to(page, is_refund)
        outline = page.browser.run("return getComputedStyle(document.activeElement).outlineStyle")
        if outline == "none":
            raise RuntimeError("the focus cannot be seen")
    with results.step("the focus goes into the dialog and stays there"):
        page.browser.press_keys(ENTER)
        page.wait_for("dialog.refund")
        for _ in range(12):
            page.browser.press_keys(TAB)
            focused = page.focused()
            # Between its last and its first control the browser itself has the focus.
            if not focused["inDialog"] and focused["tag"] != "body":
                raise RuntimeError(str(focused))
    with results.step("Escape closes the dialog and gives the focus back"):
        page.browser.press_keys(ESCAPE)
        page.wait_for_end_of("dialog")
        wait_until("the button has the focus", lambda: is_refund(page.focused()))
    with results.step("a purchase is refunded with Tab and Enter"):
        page.browser.press_keys(ENTER)
        page.wait_for("dialog.refund")
        tab_to(page, lambda focused: focused["action"] == "confirm", 20)
        page.browser.press_keys(ENTER)
        page.wait_for_text(f"{row} .cell-state", "Revoked")
        page.wait_for_end_of("dialog")
    with results.step("the focus stays in the page when its button is gone"):
        wait_until("something has the focus", lambda: page.focused()["tag"] != "body")
    with results.step("the first Tab reaches the link to the content"):
        page.open(view=None)
        page.browser.press_keys(TAB)
        if "Skip" not in page.focused()["text"]:
            raise RuntimeError(str(page.focused()))
        page.browser.press_keys(ENTER)
        wait_until("the heading has the focus", lambda: page.focused()["tag"] == "h1")
    with results.step("the time line's periods open with Enter"):
        page.go("subscriptions")
        page.wait_for(".bar.paid")
        tab_to(page, lambda focused: focused["action"] == "period")
        page.browser.press_keys(ENTER)
        page.wait_for("dialog.transaction .facts")
        page.browser.press_keys(ESCAPE)
        page.wait_for_end_of("dialog")

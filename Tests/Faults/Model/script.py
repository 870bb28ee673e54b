"""Random scripts: what a player does, and what happens to them. An operation is a name with words, like those of operations.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import quirks
from catalogue import CONSUMABLE, DAY, HOUR, NON_CONSUMABLE, PRODUCTS, SUBSCRIPTION
from ledger import Account, Subscription, Transaction
from model import OK, Waiting
from operations import AFTER_CHARGE, BEFORE_RESPONSE, BEFORE_CHARGE, MANY, chosen
from player import PlayerDied, reported_of
from session import Divergence
from stage import GAMES, Game, Stage, key_of

Words = tuple
PURCHASED, RESTORED = 2, 4
COLD_START = 3000  # passes after each launch
LONGEST_RESPONSE = 3000  # of a purchase, under each profile
LONGEST_PAYMENT = 6000  # with the first call of a launch
LONGEST_TAP = 15_000  # of each payment for the same product; the client may read a list, which may take long


@dataclass(frozen=True)
class Script:
    seed: int
    has_inventory: bool  # otherwise each game has its own save file
    operations: list[Words]
    other_quirks: tuple[tuple[int, int], ...] = ()  # values that differ from the profile's

    def with_operations(self, operations: list[Words]) -> "Script":
        return replace(self, operations=operations)


@dataclass(frozen=True)
class Kind:
    weight: int
    draw: Callable[[Random], Words]
    play: Callable[..., None]  # does nothing if there is nothing to do


# ---------------------------------------------------------------------------------------------------------- drawing


def a_game(random: Random) -> Words:
    return (random.choices(list(GAMES), (4, 1, 2))[0],)


def an_account(random: Random) -> Words:
    return (random.choice(("a1", "a1", "a2")),)


def a_number(random: Random) -> int:
    return random.randrange(MANY)


def a_pause(random: Random) -> int:
    """The time after an operation: mostly too short for all its effects."""
    return random.choice((1000, 1000, 2000, 4000, 8000, 15_000, 60_000))


def a_purchase(random: Random) -> Words:
    product = random.choice(("coins", "coins", "editor", "shield", "season", "gold", "gold", "basic", "basic"))
    quantity = random.randint(1, 3) if PRODUCTS[product].kind == CONSUMABLE else 1
    return (*a_game(random), product, quantity, a_pause(random))


def a_fatal_purchase(random: Random) -> Words:
    return (*a_purchase(random), random.choice((BEFORE_CHARGE, AFTER_CHARGE, BEFORE_RESPONSE)))


def some_taps(random: Random) -> Words:
    product = random.choice(("coins", "coins", "editor", "shield", "gold", "basic"))
    return (*a_game(random), product, random.choice((2, 2, 3)), a_pause(random))


def a_while(random: Random) -> Words:
    days = random.choice((0, 0, 1, 2, 7, 16, 31, 65))
    return (days * DAY + random.choice((100, 1000, 5000, 30_000, HOUR, 6 * HOUR)),)


def around_an_end(random: Random) -> Words:
    return (*an_account(random), random.choice((-5000, -1000, -100, 0, 1, 100, 1000, 3000, 9000, 11_000, 20_000)))


# ------------------------------------------------------------------------------------------------------- the games


def running(stage: Stage, name: str) -> Game | None:
    game = stage.games[name]
    return game if game.runs else None


def the_one(stage: Stage, name: str) -> str:
    """An inventory belongs to one device: if the games have inventories, each account has only one device."""
    return "d1" if stage.script.has_inventory and name == "d2" else name


def await_earlier_payments(stage: Stage) -> None:
    """The store gets one payment at a time. The charge comes at the same time under each profile if no earlier payment is open."""
    if stage.store.now < stage.paid_at + LONGEST_PAYMENT:
        stage.pass_time(stage.paid_at + LONGEST_PAYMENT - stage.store.now)
    stage.paid_at = stage.store.now + quirks.LONGEST_STALL


def play_buy(stage: Stage, name: str, product: str, quantity: int, pause: int) -> None:
    game = running(stage, the_one(stage, name))
    if game is None:
        return
    store, account = stage.store, stage.account(game)
    stall = stage.quirk(quirks.STOREFRONT_STALL)
    await_earlier_payments(stage)
    stage.pass_time(quirks.LONGEST_STALL - stall)
    before = stage.charge_count(account.name, product)
    # The game may finish it while the request is open.
    had_unfinished = has_unfinished(stage, account, product)
    words = stage.ask("pay", game.name, product, quantity)
    if words[0][1] != "IAP_OK":
        raise Divergence(f"pay: {words[0][1]}")
    stage.hear(stage.ask("settle", 0))
    stage.pass_stall(stall)
    if game.is_down:
        pass
    elif store.held(account, product):
        if PRODUCTS[product].level and stage.quirk(quirks.OWNED_SUBSCRIPTION):
            stage.do("buy", account.name, product, 1)
        store.choose_next(account, product)
    elif store.asks_to_buy:
        store.waiting.append(Waiting(account, None, product, quantity, store.now, True))
    else:
        if stage.charge_count(account.name, product) == before:
            buy_what_was_handed_back(stage, account, product, quantity, had_unfinished)
        store.charge(account, product, quantity, None)
        stage.counts["purchases"] += 1
    stage.pass_time(pause)


def play_taps(stage: Stage, name: str, product: str, count: int, pause: int) -> None:
    """The player taps several times before there is an outcome. What the account owns once is charged once. Of coins, each payment
    is charged, except where a quirk returns the unfinished purchase; when the store gets the next payment depends on its quirks."""
    game = running(stage, the_one(stage, name))
    store = stage.store
    if game is None or game.is_down or store.asks_to_buy or store.held(stage.account(game), product):
        return
    account = stage.account(game)
    stall = stage.quirk(quirks.STOREFRONT_STALL)
    await_earlier_payments(stage)
    stage.pass_time(quirks.LONGEST_STALL - stall)
    before = stage.charge_count(account.name, product)
    had_unfinished = has_unfinished(stage, account, product)
    for _ in range(count):
        stage.do("pay", game.name, product, 1)
    stage.hear(stage.ask("settle", 0))
    stage.pass_stall(stall)
    if PRODUCTS[product].kind in (NON_CONSUMABLE, SUBSCRIPTION):
        if stage.charge_count(account.name, product) == before:
            buy_what_was_handed_back(stage, account, product, 1, had_unfinished)
        store.charge(account, product, 1, None)
        stage.counts["purchases"] += 1
        stage.pass_time(count * LONGEST_TAP)
    else:
        stage.is_other = True
        stage.pass_stall(count * LONGEST_TAP)
        charge_taps(stage, account, product, before, count)
    if stage.is_paying(game):
        raise Divergence(f"after {count * LONGEST_TAP} ms, a tap on {product} by {account.name} has no outcome")
    stage.pass_time(pause)


def charge_taps(stage: Stage, account: Account, product: str, before: int, count: int) -> None:
    """The model charges the taps at the times at which the store did."""
    stage.learn()
    entries = [each for each in stage.entries.values() if each.account == account.name and each.product == product]
    dates = sorted(dict(sorted(((key_of(each), each.purchased) for each in entries), reverse=True)).values())[before:]
    may_be_fewer = stage.quirk(quirks.HANDED_BACK[CONSUMABLE])
    if len(dates) > count or len(dates) < count and not may_be_fewer:
        raise Divergence(f"{len(dates)} of {count} taps on {product} by {account.name} were charged")
    for date in dates:
        stage.store.charge(account, product, 1, None).purchased = date
        stage.counts["purchases"] += 1


def has_unfinished(stage: Stage, account: Account, product: str) -> bool:
    entries = [each for each in stage.list_entries() if each.account == account.name and each.product == product]
    return any(not each.is_finished and not each.revoked for each in entries)


def buy_what_was_handed_back(
        stage: Stage, account: Account, product: str, quantity: int, had_unfinished: bool) -> None:
    """The game's purchase was not charged, which only a quirk may cause."""
    is_unfinished = had_unfinished or has_unfinished(stage, account, product)
    value = stage.quirk(quirks.HANDED_BACK.get(PRODUCTS[product].kind, quirks.DECLINED_DELIVERS))
    if not quirks.may_be_handed_back(account, product, value, stage.store.now, is_unfinished):
        raise Divergence(f"the purchase of {product} by {account.name} was not charged")
    stage.do("buy", account.name, product, quantity)
    stage.counts["purchases for which the store returned an earlier one"] += 1


def play_buy_and_die(stage: Stage, name: str, product: str, quantity: int, pause: int, point: int) -> None:
    game = running(stage, the_one(stage, name))
    store = stage.store
    if game is None or game.is_down or store.asks_to_buy or store.held(stage.account(game), product):
        return
    account = stage.account(game)
    stall = stage.quirk(quirks.STOREFRONT_STALL)
    await_earlier_payments(stage)
    stage.pass_time(quirks.LONGEST_STALL - stall)
    before = stage.charge_count(account.name, product)
    charged = store.now + stall
    stage.do("kill-at", point, 1)
    try:
        stage.ask("pay", game.name, product, quantity)
        stage.ask("settle", MANY)
        stage.pass_stall(stall)
    except PlayerDied:
        pass
    stage.restart()
    stage.pass_stall(charged - store.now)
    if point != BEFORE_CHARGE:
        # Another purchase may have reached the kill point earlier, which killed the game before it paid.
        if stage.charge_count(account.name, product) == before:
            stage.do("buy", account.name, product, quantity)
        store.charge(account, product, quantity, None)
        stage.counts["purchases"] += 1
    stage.pass_time(pause)


def play_finish(stage: Stage, name: str) -> None:
    """Finishes everything that waits in the queue."""
    game = running(stage, the_one(stage, name))
    if game is None:
        return
    for words in stage.ask("queue", game.name)[1:]:
        told = reported_of(words[1:])
        was_handed_out = told.state == RESTORED or told.state == PURCHASED and told.count > 0
        if was_handed_out:
            stage.do("finish", game.name, told.id)
    stage.pass_time(1000)


def play_launch(stage: Stage, name: str, at_once: int) -> None:
    game = stage.games[the_one(stage, name)]
    if game.runs:
        stage.quit(game)
    stage.launch(game, bool(at_once))
    stage.pass_time(COLD_START)


def play_quit(stage: Stage, name: str) -> None:
    if game := running(stage, the_one(stage, name)):
        stage.quit(game)


def play_kill(stage: Stage) -> None:
    if any(game.runs for game in stage.games.values()):
        stage.restart()
        stage.pass_time(COLD_START)


def play_restore(stage: Stage, name: str, pause: int) -> None:
    if game := running(stage, the_one(stage, name)):
        stage.do("restore", game.name)
        stage.pass_time(pause)


def play_network(stage: Stage, name: str, is_down: int, pause: int) -> None:
    game = stage.games[the_one(stage, name)]
    if game.is_down == bool(is_down):
        return
    stage.do("network", game.name, is_down)
    game.is_down, game.was_away = bool(is_down), True
    stage.pass_time(pause)


def play_sign_in(stage: Stage, name: str, account: str, pause: int) -> None:
    game = stage.games[name]
    if not stage.script.has_inventory and not game.is_down:
        stage.sign_in(game, account)
        stage.pass_time(pause)


# --------------------------------------------------------------------------------------------------------- the store


def play_advance(stage: Stage, milliseconds: int) -> None:
    stage.pass_time(milliseconds)


def play_leap(stage: Stage, milliseconds: int) -> None:
    """The device sleeps: all of the time passes in one step."""
    for game in stage.games.values():
        game.was_away = True
    stage.step(milliseconds)
    stage.compare_charges()


def play_advance_to_end(stage: Stage, name: str, after: int) -> None:
    """Moves to a moment around the end of the account's period."""
    own = stage.store.accounts[name].subscription
    if own and own.end() + after > stage.store.now:
        stage.pass_time(own.end() + after - stage.store.now)


def play_refund(stage: Stage, name: str, number: int, pause: int) -> None:
    charges = [each for each in stage.store.accounts[name].transactions if not each.revoked]
    transaction: Transaction | None = chosen(charges, number)
    if transaction is None:
        return
    stage.give_ids()
    stage.do("refund", transaction.id)
    stage.store.refund(transaction)
    stage.pass_time(pause)


def play_ask_to_buy(stage: Stage, enabled: int) -> None:
    stage.do("ask-to-buy", enabled)
    stage.store.asks_to_buy = bool(enabled)


def play_answer(stage: Stage, number: int, decline: int, pause: int) -> None:
    """A parent approves or declines. Of equal requests the last one counts."""
    store = stage.store
    asked: Waiting | None = chosen(store.waiting, number)
    if asked is None:
        return
    what = (asked.account.name, asked.product, asked.quantity)
    equal = [each for each in store.waiting if (each.account.name, each.product, each.quantity) == what]
    ids = [
        each.id
        for each in stage.list_entries()
        if each.needs_approval and (each.account, each.product, each.quantity) == what
    ]
    if not ids:
        raise Divergence(f"no request waits for a parent's decision about {what}")
    for each in equal[:-1]:
        store.waiting.remove(each)
    for id in sorted(ids)[:-1]:
        stage.do("decline", id)
    stage.do("decline" if decline else "approve", max(ids))
    if not decline:
        store.complete(equal[-1])
    elif stage.quirk(quirks.DECLINED_DELIVERS):
        stage.is_other = True
        store.complete(equal[-1])
    else:
        store.waiting.remove(equal[-1])
    stage.pass_time(pause)


def of_subscription(
    stage: Stage, name: str, command: str, change: Callable[[Subscription], str], *words: object
) -> None:
    own = stage.store.accounts[name].subscription
    if own is None or own.has_ended:
        return
    stage.give_ids()
    stage.do(command, own.current.first.id, *words)
    if change(own) != OK:
        raise Divergence(f"the model does not {command}")
    stage.pass_time(1000)


def play_auto_renew(stage: Stage, name: str, enabled: int) -> None:
    of_subscription(stage, name, "auto-renew", lambda own: stage.store.set_auto_renew(own, bool(enabled)), enabled)


def play_change(stage: Stage, name: str, product: str) -> None:
    if not stage.store.asks_to_buy:
        change = lambda own: stage.store.change_subscription(own, product)
        of_subscription(stage, name, "change", change, product)


def play_cannot_bill(stage: Stage, enabled: int) -> None:
    stage.do("retry", enabled)
    stage.store.cannot_bill = bool(enabled)


def play_grace(stage: Stage, days: int) -> None:
    stage.do("grace", days)
    stage.store.grace_days = days


KINDS: dict[str, Kind] = {
    "buy": Kind(30, a_purchase, play_buy),
    "taps": Kind(6, some_taps, play_taps),
    "buy-and-die": Kind(1, a_fatal_purchase, play_buy_and_die),
    "finish": Kind(6, a_game, play_finish),
    "launch": Kind(12, lambda random: (*a_game(random), int(random.random() < 0.7)), play_launch),
    "quit": Kind(3, a_game, play_quit),
    "kill": Kind(1, lambda random: (), play_kill),
    "restore": Kind(5, lambda random: (*a_game(random), a_pause(random)), play_restore),
    "network": Kind(5, lambda random: (*a_game(random), random.randint(0, 1), a_pause(random)), play_network),
    "sign-in": Kind(2, lambda random: (*a_game(random), *an_account(random), a_pause(random)), play_sign_in),
    "advance": Kind(8, a_while, play_advance),
    "leap": Kind(3, a_while, play_leap),
    "advance-to-end": Kind(10, around_an_end, play_advance_to_end),
    "refund": Kind(6, lambda random: (*an_account(random), a_number(random), a_pause(random)), play_refund),
    "ask-to-buy": Kind(3, lambda random: (int(random.random() < 0.6),), play_ask_to_buy),
    "answer": Kind(8, lambda random: (a_number(random), int(random.random() < 0.3), a_pause(random)), play_answer),
    "auto-renew": Kind(5, lambda random: (*an_account(random), random.randint(0, 1)), play_auto_renew),
    "change": Kind(3, lambda random: (*an_account(random), random.choice(("gold", "basic"))), play_change),
    "cannot-bill": Kind(3, lambda random: (random.randint(0, 1),), play_cannot_bill),
    "grace": Kind(2, lambda random: (random.choice((0, 3, 16)),), play_grace),
}


def drawn(seed: int, other_quirks: tuple[tuple[int, int], ...] = ()) -> Script:
    random = Random(seed)
    weights = [kind.weight for kind in KINDS.values()]
    names = random.choices(list(KINDS), weights, k=random.randint(8, 18))
    launches = [("launch", "d1", int(random.random() < 0.7)), ("launch", "d3", 1)]
    operations = launches + [(name, *KINDS[name].draw(random)) for name in names]
    return Script(seed, random.random() < 0.5, operations, other_quirks)


def play(stage: Stage, operation: Words) -> None:
    KINDS[operation[0]].play(stage, *operation[1:])

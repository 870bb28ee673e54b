"""Random operations.

An operation is a name with words: it can be written to a file and left out. If a number names an object, the object is chosen
when the operation is played, among those that exist then."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from catalogue import COME_BACK, CONSUMABLE, DAY, HALF, HOUR, PRODUCTS, Offer
from device import Device
from ledger import Account, Subscription, Transaction
from player import PlayerDied
from session import ACCOUNTS, DEVICES, Session

Words = tuple
MANY = 1_000_000

FAILURE_UNKNOWN, LOSS_ERROR = 1, 1
UPDATES_NEWEST_FIRST, UPDATES_SHUFFLED, UPDATES_HELD = 1, 2, 3
BEFORE_CHARGE, AFTER_CHARGE, BEFORE_RESPONSE = 1, 2, 3


@dataclass(frozen=True)
class Kind:
    weight: int
    draw: Callable[[Random], Words]
    play: Callable[..., int | None]  # returns the process that did it; None if there was nothing to do


def chosen(candidates: list, number: int):
    return candidates[number % len(candidates)] if candidates else None


# ---------------------------------------------------------------------------------------------------------- drawing


def a_number(random: Random) -> int:
    return random.randrange(MANY)


def a_device(random: Random) -> Words:
    return (random.choice(DEVICES),)


def a_number_of_an_account(random: Random) -> Words:
    return (random.choice(ACCOUNTS), a_number(random))


def a_number_of_a_device(random: Random) -> Words:
    return (random.choice(DEVICES), a_number(random))


def a_product(random: Random) -> str:
    return random.choice(("coins", "coins", "editor", "shield", "season", "gold", "basic", "basic"))


def a_payment(random: Random) -> Words:
    product = a_product(random)
    quantity = random.randint(1, 3) if PRODUCTS[product].kind == CONSUMABLE else 1
    return (random.choice(DEVICES), product, quantity)


def an_ordered_payment(random: Random) -> Words:
    return (*a_payment(random), random.choice(("cancel", "fail", "lose")))


def some_taps(random: Random) -> Words:
    return (*a_payment(random), random.choice((2, 2, 3)))


def a_player(random: Random) -> Words:
    return (random.choice(DEVICES), random.choice(("t1", "t1", "t2", "t2", "-")), *a_way_to_launch(random))


def a_fatal_payment(random: Random) -> Words:
    return (*a_payment(random), random.choice((BEFORE_CHARGE, AFTER_CHARGE, BEFORE_RESPONSE)))


def a_launch(random: Random) -> Words:
    return (random.choice(DEVICES), *a_way_to_launch(random))


def a_way_to_launch(random: Random) -> Words:
    return (random.choice(("observer", "polling")), random.choice(("at-once", "later")))


def a_while(random: Random) -> Words:
    days = random.choice((0, 0, 1, 1, 2, 3, 7, 16, 29, 31, 60, 70))
    return (days * DAY + random.choice((0, 1, 6, 12)) * HOUR,)


def a_switch(random: Random) -> Words:
    return (random.randint(0, 1),)


def a_switch_of_an_account(random: Random) -> Words:
    return (random.choice(ACCOUNTS), random.randint(0, 1))


def a_change(random: Random) -> Words:
    return (random.choice(ACCOUNTS), random.choice(("gold", "basic")))


def a_family(random: Random) -> Words:
    return (random.choice(ACCOUNTS), random.choice(("-", "f", "f", "g")))


def a_purchase_elsewhere(random: Random) -> Words:
    return (random.choice(ACCOUNTS), a_product(random))


# ---------------------------------------------------------------------------------------------- games and processes


def play_pay(session: Session, name: str, product: str, quantity: int, order: str = "", offer: Offer | None = None) -> int | None:
    seat = session.seats[name]
    waits = session.store.asks_to_buy or session.store.interruption
    # If the next purchase does not use up a setting, the setting stays for a later one; this case is left out.
    stays = order and seat.device.is_down or order == "lose" and waits
    if not seat.device.runs or stays or is_race(session, seat.device, product):
        return None
    if order:
        number = {"cancel": (), "fail": (FAILURE_UNKNOWN,), "lose": (LOSS_ERROR,)}[order]
        session.of_store(seat.player, order, *number)
    words = session.players[seat.player].command("pay", name, product, quantity, *([offer.kind, offer.name] if offer else []))
    session.store.pay(seat.device, product, quantity, int(words[1][1]), order, offer)
    session.settle(seat.player)
    session.tick()
    return seat.player


def play_taps(session: Session, name: str, product: str, quantity: int, count: int) -> int | None:
    """The player taps several times before the game receives an outcome. In background mode, the game may finish the first
    purchase before the store gets the next payment; then only consumables, which the game can buy again, have one result."""
    seat = session.seats[name]
    is_certain = session.program.mode == "manual" or PRODUCTS[product].kind == CONSUMABLE
    if not seat.device.runs or not is_certain or is_race(session, seat.device, product):
        return None
    player = session.players[seat.player]
    payments = [int(player.command("pay", name, product, quantity)[1][1]) for _ in range(count)]
    with seat.device.taking_nothing():
        for payment in payments:
            session.store.pay(seat.device, product, quantity, payment)
    session.settle(seat.player)
    session.tick()
    return seat.player


def play_player(session: Session, name: str, token: str, how: str, when: str) -> int | None:
    """The player signs out of the game, and another one signs in. Each has a journal."""
    seat = session.seats[name]
    if seat.device.runs:
        play_quit(session, name)
    seat.device.token = "" if token == "-" else token
    session.launch(seat, how == "polling", when == "at-once")
    return seat.player


def is_race(session: Session, device: Device, product: str) -> bool:
    """Whether the response is what another payment waits for. In background mode, the game may have received it by then, and
    receives it once more as PURCHASED instead of RESTORED. A payment that would wait for an undecided server is left out, too."""
    held = session.store.held(device.account, product)
    if held is not None and device.is_undecided(held):
        return True
    waits = held is not None and any(each[1:] == (held.product, held.quantity) for each in device.deferred)
    return session.program.mode == "background" and waits


def play_pay_and_die(session: Session, name: str, product: str, quantity: int, point: int) -> int | None:
    """The process is killed at a point of the purchase, and launched again. In background mode, other games of the process may
    or may not have received the purchase by then. Therefore it buys only what no other game receives."""
    seat = session.seats[name]
    store = session.store
    is_plain = not store.asks_to_buy and not store.interruption and not seat.device.is_down
    is_certain = session.program.mode == "manual" or PRODUCTS[product].kind == CONSUMABLE
    if not seat.device.runs or not is_plain or not is_certain or store.held(seat.device.account, product):
        return None
    session.make_quiet(seat.player)
    session.of_store(seat.player, "kill-at", point, 1)
    player = session.players[seat.player]
    try:
        player.command("pay", name, product, quantity)
        player.command("settle", MANY)
    except PlayerDied:
        pass
    if point != BEFORE_CHARGE:
        store.charge(seat.device.account, product, quantity, seat.device, token=seat.device.token)
    session.restart_player(seat.player)
    session.settle(seat.player)
    session.tick()
    return seat.player


def play_finish(session: Session, name: str, number: int) -> int | None:
    seat = session.seats[name]
    transaction: Transaction | None = chosen(list(seat.device.queue), number)
    if transaction is None:
        return None
    session.check(session.of_device(seat, "finish", transaction.id), "IAP_OK", "finish")
    seat.device.finish(transaction)
    return seat.player


def play_restore(session: Session, name: str) -> int | None:
    seat = session.seats[name]
    if not seat.device.runs:
        return None
    session.check(session.of_device(seat, "restore"), "IAP_OK", "restore")
    session.store.restore(seat.device)
    return seat.player


def play_quit(session: Session, name: str) -> int | None:
    seat = session.seats[name]
    if not seat.device.runs:
        return None
    session.check(session.of_device(seat, "quit"), "IAP_OK", "quit")
    if session.program.asks_server:  # a verdict may have come, and its event had no time to come
        seat.device.journal.is_owned_known = False
    seat.device.end()
    return seat.player


def play_launch(session: Session, name: str, how: str, when: str) -> int | None:
    seat = session.seats[name]
    if seat.device.runs:
        play_quit(session, name)
    session.launch(seat, how == "polling", when == "at-once")
    return seat.player


def play_kill(session: Session, number: int) -> int | None:
    index = number % session.player_count
    session.make_quiet(index)
    session.players[index].kill()
    session.restart_player(index)
    return index


# ------------------------------------------------------------------------------------------------------ the store


def play_advance(session: Session, milliseconds: int) -> int | None:
    """If several renewals come in any order, it is open which one is the outcome of a waiting payment."""
    if any(device.is_shuffled and device.deferred for device in session.store.devices.values()):
        return None
    session.check(session.of_store(0, "advance", milliseconds), "IAP_OK", "advance")
    session.store.advance(milliseconds)
    return 0


def charges_of(account: Account) -> list[Transaction]:
    return [each for each in account.transactions if each.is_charge]


def play_refund(session: Session, name: str, number: int) -> int | None:
    transaction = chosen(charges_of(session.store.accounts[name]), number)
    if transaction is None:
        return None
    came = session.of_store(number, "refund", transaction.id)
    session.check(came, session.store.refund(transaction), "refund")
    return number % session.player_count


def play_repeat(session: Session, name: str, number: int) -> int | None:
    """No event shows that a game has received it again. In background mode, a game of another process may be quit before that,
    and its next launch receives it; this case is left out."""
    account = session.store.accounts[name]
    transaction = chosen(account.transactions, number)
    if transaction is None or session.program.mode == "background" and session.player_count > 1:
        return None
    session.check(session.of_store(number, "repeat", transaction.id), "IAP_OK", "repeat")
    session.store.repeat(transaction)
    return number % session.player_count


def play_ask_to_buy(session: Session, enabled: int) -> int | None:
    session.of_store(0, "ask-to-buy", enabled)
    session.store.asks_to_buy = bool(enabled)
    return 0


def play_interrupt(session: Session, how: int) -> int | None:
    session.of_store(0, "interrupt", how)
    session.store.interruption = how
    return 0


def play_answer(session: Session, number: int, decline: int) -> int | None:
    """Approves or declines a waiting purchase, or resolves an interrupted one."""
    waiting = chosen(session.store.waiting, number)
    if waiting is None or decline and not waiting.needs_approval:
        return None
    command = "resolve" if not waiting.needs_approval else "decline" if decline else "approve"
    came = session.of_store(number, command, waiting.id)
    if decline:
        session.store.waiting.remove(waiting)
        session.check(came, "IAP_OK", "decline")
    else:
        session.check(came, session.store.complete(waiting), command)
        session.settle(number % session.player_count)
        session.tick()
    return number % session.player_count


def play_cannot_bill(session: Session, enabled: int) -> int | None:
    session.of_store(0, "retry", enabled)
    session.store.cannot_bill = bool(enabled)
    return 0


def play_grace(session: Session, days: int) -> int | None:
    session.check(session.of_store(0, "grace", days), "IAP_OK", "grace")
    session.store.grace_days = days
    return 0


def of_subscription(
    session: Session, name: str, command: str, change: Callable[[Subscription], str], *words: object
) -> int | None:
    """A control of the account's own subscription."""
    own = session.store.accounts[name].subscription
    if own is None:
        return None
    came = session.of_store(0, command, own.current.first.id, *words)
    session.check(came, change(own), command)
    session.settle(0)
    session.tick()
    return 0


def play_expire(session: Session, name: str, _: int) -> int | None:
    return of_subscription(session, name, "expire", session.store.expire)


def play_force(session: Session, name: str, _: int) -> int | None:
    return of_subscription(session, name, "force", session.store.force_renewal)


def play_resolve(session: Session, name: str, _: int) -> int | None:
    return of_subscription(session, name, "resolve", session.store.resolve_billing)


def play_auto_renew(session: Session, name: str, enabled: int) -> int | None:
    change = lambda own: session.store.set_auto_renew(own, bool(enabled))
    return of_subscription(session, name, "auto-renew", change, enabled)


def play_change(session: Session, name: str, product: str) -> int | None:
    change = lambda own: session.store.change_subscription(own, product)
    return of_subscription(session, name, "change", change, product)


def play_win_back(session: Session, name: str) -> int | None:
    return play_pay(session, name, COME_BACK.product, 1, offer=COME_BACK)


def play_promotion(session: Session, name: str) -> int | None:
    return play_pay(session, name, HALF.product, 1, offer=HALF)


def play_buy(session: Session, name: str, product: str) -> int | None:
    """Two games that receive a consumable at the same time would race to finish it; this case is left out."""
    account = session.store.accounts[name]
    listening = [device for device in session.store.devices_of(account) if device.runs and not device.is_held]
    if PRODUCTS[product].kind == CONSUMABLE and len(listening) > 1:
        return None
    came = session.of_store(0, "buy", name, product, 1)
    session.check(came, session.store.buy_elsewhere(account, product, 1), "buy")
    session.settle(0)
    session.tick()
    return 0


def play_family(session: Session, name: str, family: str) -> int | None:
    account = session.store.accounts[name]
    family_name = "" if family == "-" else family
    session.check(session.of_store(0, "family", name, family), "IAP_OK", "family")
    session.store.set_family(account, family_name)
    return 0


def play_sharing(session: Session, name: str, enabled: int) -> int | None:
    account = session.store.accounts[name]
    session.check(session.of_store(0, "sharing", name, enabled), "IAP_OK", "sharing")
    session.store.set_sharing(account, bool(enabled))
    return 0


# ---------------------------------------------------------------------------------------------- the connection to the store


def play_updates(session: Session, name: str, mode: int) -> int | None:
    """If held transactions come in any order, it is open which of them completes a waiting payment."""
    seat = session.seats[name]
    if mode in (UPDATES_NEWEST_FIRST, UPDATES_SHUFFLED) and seat.device.is_held and seat.device.deferred:
        return None
    session.check(session.of_device(seat, "updates", mode), "IAP_OK", "updates")
    seat.device.is_held = mode == UPDATES_HELD
    seat.device.is_shuffled = mode in (UPDATES_NEWEST_FIRST, UPDATES_SHUFFLED)
    return seat.player


def play_network(session: Session, name: str, is_down: int) -> int | None:
    seat = session.seats[name]
    if seat.device.is_down == bool(is_down):
        return None
    session.check(session.of_device(seat, "network", is_down), "IAP_OK", "network")
    seat.device.lose_network() if is_down else seat.device.regain_network()
    return seat.player


KINDS: dict[str, Kind] = {
    "pay": Kind(30, a_payment, play_pay),
    "pay-ordered": Kind(6, an_ordered_payment, play_pay),
    "taps": Kind(8, some_taps, play_taps),
    "player": Kind(6, a_player, play_player),
    "pay-and-die": Kind(3, a_fatal_payment, play_pay_and_die),
    "pay-win-back": Kind(3, a_device, play_win_back),
    "pay-promotion": Kind(3, a_device, play_promotion),
    "finish": Kind(16, a_number_of_a_device, play_finish),
    "restore": Kind(4, a_device, play_restore),
    "quit": Kind(4, a_device, play_quit),
    "launch": Kind(10, a_launch, play_launch),
    "kill": Kind(2, lambda random: (a_number(random),), play_kill),
    "advance": Kind(10, a_while, play_advance),
    "refund": Kind(6, a_number_of_an_account, play_refund),
    "repeat": Kind(3, a_number_of_an_account, play_repeat),
    "ask-to-buy": Kind(2, a_switch, play_ask_to_buy),
    "interrupt": Kind(2, lambda random: (random.choice((0, 0, 1, 2)),), play_interrupt),
    "answer": Kind(6, lambda random: (a_number(random), int(random.random() < 0.3)), play_answer),
    "cannot-bill": Kind(3, a_switch, play_cannot_bill),
    "grace": Kind(2, lambda random: (random.choice((0, 3, 16, 28)),), play_grace),
    "expire": Kind(2, a_number_of_an_account, play_expire),
    "force": Kind(2, a_number_of_an_account, play_force),
    "resolve": Kind(3, a_number_of_an_account, play_resolve),
    "auto-renew": Kind(4, a_switch_of_an_account, play_auto_renew),
    "change": Kind(4, a_change, play_change),
    "buy": Kind(3, a_purchase_elsewhere, play_buy),
    "family": Kind(5, a_family, play_family),
    "sharing": Kind(3, a_switch_of_an_account, play_sharing),
    "updates": Kind(4, lambda random: (random.choice(DEVICES), random.randint(0, 3)), play_updates),
    "network": Kind(4, lambda random: (random.choice(DEVICES), random.randint(0, 1)), play_network),
}


def drawn(random: Random, count: int, without: set[str]) -> list[Words]:
    """This many operations, each a name with its words."""
    names = [name for name in KINDS if name not in without]
    weights = [KINDS[name].weight for name in names]
    return [(name, *KINDS[name].draw(random)) for name in random.choices(names, weights, k=count)]


def play(session: Session, operation: Words) -> bool:
    """Plays an operation and compares the results. Returns whether there was anything to do."""
    first = KINDS[operation[0]].play(session, *operation[1:])
    if first is not None:
        session.settle(first)
    return first is not None

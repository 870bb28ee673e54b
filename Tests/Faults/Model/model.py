"""The model: what players own, what they were charged, and which events their games receive.

It follows the documents (iap.h, iap_store.h, Semantics.md, Delivery.md), not the code of the reference store. Where they are
silent, a constant of choices.py or a comment says "a choice of ours"."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import choices
from catalogue import (
    CONSUMABLE,
    DAY,
    NON_CONSUMABLE,
    PRODUCTS,
    START,
    SUBSCRIPTION,
    WIN_BACK,
    Offer,
    months_after,
)
from device import DEFERRED, FAILED, PURCHASING, Device
from ledger import (
    BILLING_ERROR,
    EXPIRED,
    GRACE,
    INTRODUCTORY,
    NO_OFFER,
    NO_REASON,
    RETRY,
    REVOKED,
    SHARED,
    SUBSCRIBED,
    SWITCHED_OFF,
    Account,
    Subscription,
    Transaction,
)

NO_INTERRUPTION, INTERRUPTION_ERROR = 0, 2
OK, INVALID_STATE = "IAP_OK", "IAP_ERROR_INVALID_STATE"


@dataclass(eq=False)
class Waiting:
    """A purchase that waits for approval, or that was interrupted."""

    account: Account
    device: Device | None  # None if the request came from the system's sheet
    product: str
    quantity: int
    asked: int
    needs_approval: bool
    offer: Offer | None = None
    token: str = ""
    id: int = 0

    def facts(self) -> tuple:
        return (self.account.name, self.product, self.quantity, self.asked, self.needs_approval)


@dataclass
class Store:
    now: int = START
    accounts: dict[str, Account] = field(default_factory=dict)
    devices: dict[str, Device] = field(default_factory=dict)
    waiting: list[Waiting] = field(default_factory=list)
    asks_to_buy: bool = False
    interruption: int = NO_INTERRUPTION
    cannot_bill: bool = False
    grace_days: int = 0

    def add_device(self, name: str, account: str) -> Device:
        owner = self.accounts.setdefault(account, Account(account))
        self.devices[name] = Device(name, owner)
        return self.devices[name]

    def devices_of(self, account: Account) -> list[Device]:
        return [device for device in self.devices.values() if device.account is account]

    def account_of(self, transaction: Transaction) -> Account:
        return self.accounts[transaction.account]

    def transactions(self) -> Iterator[Transaction]:
        for account in self.accounts.values():
            yield from account.transactions

    def totals(self) -> tuple[int, int, int]:
        """How many were charged; how many of these are unfinished, and how many refunded."""
        charges = [each for each in self.transactions() if each.is_charge]
        return (
            len(charges),
            sum(not each.is_finished for each in charges),
            sum(each.revoked > 0 for each in charges),
        )

    def entitlements(self, device: Device) -> list[Transaction]:
        """What the device reports as usable. Without a network, a subscription ends by the clock, at the end of the period or
        grace period that the device knows."""
        account = device.known_account()
        if not device.is_down:
            return account.entitlements()
        over = {each.current for each in account.subscriptions() if self.now >= each.end()}
        return account.entitlements(without=over)

    def deliver(self) -> None:
        for device in self.devices.values():
            device.read_mail()

    # ------------------------------------------------------------------------------------------------------- ledger

    def enter(self, transaction: Transaction, hears: list[Device]) -> Transaction:
        """A new transaction. The devices in `hears` have an update of it; the family gets copies of what it shares."""
        account = self.account_of(transaction)
        account.transactions.append(transaction)
        for device in hears:
            device.mail.append(transaction)
        if transaction.ownership != SHARED and PRODUCTS[transaction.product].family_shareable:
            for member in self.receivers(account):
                self.share(transaction, member)
        return transaction

    def announce(self, transaction: Transaction) -> None:
        for device in self.devices_of(self.account_of(transaction)):
            device.mail.append(transaction)

    def others(self, buyer: Device | None, account: Account, product: str) -> list[Device]:
        """The devices that receive a purchase as an update: the account's other devices, except for consumables."""
        if buyer is not None and PRODUCTS[product].kind == CONSUMABLE:
            return []
        return [device for device in self.devices_of(account) if device is not buyer]

    # ----------------------------------------------------------------------------------------------------- purchases

    def held(self, account: Account, product: str) -> Transaction | None:
        """What the account already has; a purchase of it charges nothing."""
        if PRODUCTS[product].kind == NON_CONSUMABLE:
            return account.owned(product)
        if PRODUCTS[product].kind != SUBSCRIPTION:
            return None
        own = account.subscription  # one from Family Sharing does not count: a choice of ours
        if own and own.is_in_force and PRODUCTS[own.current.product].level <= PRODUCTS[product].level:
            return own.current
        return None

    def pay(
        self, device: Device, product: str, quantity: int, payment: int, order: str = "", offer: Offer | None = None
    ) -> None:
        """A payment of a game. `order` is a setting of the test: "cancel", "fail" or "lose"."""
        account = device.account
        device.hear_payment(PURCHASING, product, payment)
        if device.is_down:
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_NETWORK")
        elif offer and not self.may_have(offer, account):
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_INELIGIBLE_FOR_OFFER")
        elif order == "cancel":
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_CANCELLED")
        elif order == "fail":
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_STORE")
        elif held := self.held(account, product):
            self.choose_next(account, product, offer)
            self.answer_held(device, held, product, payment, order)
        elif self.asks_to_buy:
            self.wait(Waiting(account, device, product, quantity, self.now, True, offer, device.token), payment)
        elif self.interruption != NO_INTERRUPTION:
            self.wait(Waiting(account, device, product, quantity, self.now, False, offer, device.token), payment)
        elif order == "lose":
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_NETWORK")
            device.mail.append(self.charge(account, product, quantity, device, offer, device.token))
        else:
            device.hand_out(self.charge(account, product, quantity, device, offer, device.token), payment)

    def answer_held(self, device: Device, held: Transaction, product: str, payment: int, order: str) -> None:
        """Nothing is charged: RESTORED if it is finished. If it is unfinished, it is PURCHASED once, and nothing else."""
        if order == "lose":
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_NETWORK")
        elif device.is_others(held):
            if not held.is_finished:  # the client lists it, although the updates may be held
                device.meet_others(held)
            device.reported_others.add(held)
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_OTHER_PLAYER")
        elif held in device.handed_out and device.must_grant(held) and held.product != product:
            device.hand_out_change(held, payment)  # the change starts at the next renewal
        elif held in device.handed_out and device.must_grant(held):
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_UNFINISHED_PURCHASE")
        elif device.must_grant(held):
            is_news = held.product != product
            waiting = device.take_deferred(held) if is_news else 0
            if waiting:
                device.hand_out_beside(held, waiting, payment)
            else:
                device.hand_out(held, payment)
        else:
            device.hand_out_restored(held, payment)

    def wait(self, waiting: Waiting, payment: int) -> None:
        """A parent must approve, or the player must do something first."""
        self.waiting.append(waiting)
        device, product = waiting.device, waiting.product
        if not waiting.needs_approval and self.interruption == INTERRUPTION_ERROR:
            device.hear_payment(FAILED, product, payment, "IAP_ERROR_STORE")
        else:
            device.deferred.append((payment, product, waiting.quantity))
            device.hear_payment(DEFERRED, product, payment)

    def charge(
        self,
        account: Account,
        product: str,
        quantity: int,
        buyer: Device | None,
        offer: Offer | None = None,
        token: str = "",
    ) -> Transaction:
        """The account pays. The buyer's device receives it as the outcome, its other devices as an update."""
        hears = self.others(buyer, account, product)
        if PRODUCTS[product].kind == SUBSCRIPTION:
            return self.subscribe(account, product, hears, offer, token)
        price = PRODUCTS[product].price * quantity
        bought = Transaction(account.name, product, self.now, quantity=quantity, price=price, token=token)
        return self.enter(bought, hears)

    def complete(self, waiting: Waiting) -> str:
        """A parent approves, or the interruption is resolved."""
        self.waiting.remove(waiting)
        account = waiting.account
        if waiting.offer and not self.may_have(waiting.offer, account):
            return INVALID_STATE
        if held := self.held(account, waiting.product):
            self.choose_next(account, waiting.product, waiting.offer)
            self.announce(held)
            return OK
        bought = self.charge(
            account, waiting.product, waiting.quantity, waiting.device, waiting.offer, waiting.token
        )
        if waiting.device:
            waiting.device.mail.append(bought)
        return OK

    def buy_elsewhere(self, account: Account, product: str, quantity: int) -> str:
        """In the App Store: no approval is needed, and all devices receive it."""
        if self.held(account, product):
            self.choose_next(account, product)
        else:
            self.charge(account, product, quantity, None)
        return OK

    def refund(self, transaction: Transaction) -> str:
        if transaction.revoked:
            return INVALID_STATE
        transaction.refunded = transaction.price
        self.revoke(transaction)
        own = self.account_of(transaction).subscription
        if own and own.current == transaction and not own.has_ended:
            own.state, own.will_renew, own.reason = REVOKED, False, NO_REASON
            self.follow(own)
        return OK

    def repeat(self, transaction: Transaction) -> None:
        """The devices receive it once more; no device receives a finished consumable."""
        if PRODUCTS[transaction.product].kind != CONSUMABLE or not transaction.is_finished:
            self.announce(transaction)

    def restore(self, device: Device) -> None:
        """Delivers what the account is entitled to, except transactions that wait in the queue as purchased."""
        if device.is_down:
            device.hear_restore("IAP_ERROR_NETWORK")
            return
        for transaction in device.account.entitlements():
            if device.must_grant(transaction) or device.is_others(transaction):
                device.meet(transaction)
            else:
                device.hand_out_restored(transaction)
        device.hear_restore()

    def revoke(self, transaction: Transaction) -> None:
        transaction.revoked = self.now
        self.announce(transaction)
        for copy in self.copies_of(transaction):
            self.revoke_copy(copy)

    def copies_of(self, transaction: Transaction) -> list[Transaction]:
        """The copies of the members who still share it."""
        members = self.receivers(self.account_of(transaction))
        copies = [each for member in members for each in member.transactions if each.shared_from == transaction]
        return [each for each in copies if not each.revoked]

    # ------------------------------------------------------------------------------------------------- subscriptions

    def subscribe(
        self, account: Account, product: str, hears: list[Device], offer: Offer | None, token: str
    ) -> Transaction:
        """A first purchase, a return, or an upgrade: a new period that starts now."""
        before = account.subscription
        if before and before.is_in_force:
            self.upgrade(before)
        own = Subscription(SUBSCRIBED, None, next_product=product, billing_day=self.now)  # type: ignore[arg-type]
        own.next_offer = offer
        period = self.period_of(account, own, product, self.now, is_renewal=False)
        period.token = token
        period.original = before.current.first if before else None
        own.current = period
        account.subscription = own
        self.forget_reasons(account)
        self.enter(period, hears)
        return period

    def forget_reasons(self, owner: Account) -> None:
        """A share that has ended has no reason any more once its owner subscribes again: a choice of ours."""
        for account in self.accounts.values():
            shared = account.shared_subscriptions.get(owner.name)
            if shared and shared.state == EXPIRED:
                shared.reason = NO_REASON

    def upgrade(self, before: Subscription) -> None:
        """The rest of the period is refunded."""
        old = before.current
        if self.now >= old.expires:
            return
        old.is_upgraded = True
        old.refunded += old.price * (old.expires - self.now) // (old.expires - old.purchased)
        for copy in self.copies_of(old):
            copy.is_upgraded = True

    def period_of(
        self, account: Account, own: Subscription, product: str, start: int, is_renewal: bool
    ) -> Transaction:
        """The period that starts at `start`, with the offer that is due."""
        introductory_days = PRODUCTS[product].introductory_days
        price, kind, expires = PRODUCTS[product].price, NO_OFFER, 0
        if offer := self.offer_of_a_bill(own, product):
            price, kind = offer.price, offer.kind
        elif not is_renewal and introductory_days and account.is_new_subscriber():
            account.has_used_introductory_offer = True
            price, kind, expires = 0, INTRODUCTORY, start + introductory_days * DAY
            own.billing_day = expires
        if not expires:
            expires = next(end for months in range(1, 10_000) if (end := months_after(own.billing_day, months)) > start)
        return Transaction(
            account.name, product, start, expires=expires, price=price, is_renewal=is_renewal, offer=kind
        )

    def offer_of_a_bill(self, own: Subscription, product: str) -> Offer | None:
        """The current offer, then the waiting one. Both end with a change to another product: a choice of ours."""
        if own.offer and own.offer.product != product:
            own.offer, own.offer_periods_left = None, 0
        if not own.offer_periods_left and own.next_offer:
            own.offer, own.offer_periods_left, own.next_offer = own.next_offer, own.next_offer.periods, None
        if not own.offer_periods_left:
            return None
        own.offer_periods_left -= 1
        return own.offer

    def may_have(self, offer: Offer, account: Account) -> bool:
        """A win-back offer is for accounts whose subscription has expired, and not after a refund: a choice of ours. A
        promotional offer is for accounts that have or had a subscription of the group."""
        own = account.subscription
        return own is not None and (offer.kind != WIN_BACK or own.state == EXPIRED)

    def choose_next(self, account: Account, product: str, offer: Offer | None = None) -> None:
        """A purchase of the current product, or of a lower level, sets the next renewal. It switches auto-renewal on."""
        own = account.subscription
        if PRODUCTS[product].kind == SUBSCRIPTION and own and own.is_in_force:
            self.set_next(own, product)
            own.next_offer = offer or own.next_offer
            self.follow(own)

    def set_next(self, own: Subscription, product: str) -> None:
        """A waiting offer is kept until another choice replaces it: a choice of ours."""
        if product != own.next_product:
            own.next_offer = None
        own.next_product, own.will_renew = product, True

    def change_subscription(self, own: Subscription, product: str) -> str:
        """In the system's sheet. A higher level is charged immediately."""
        if own.has_ended:
            return INVALID_STATE
        account = self.account_of(own.current)
        is_higher = PRODUCTS[product].level < PRODUCTS[own.current.product].level
        if not is_higher or own.state == RETRY:  # a subscription in billing retry changes without a charge: a choice of ours
            self.set_next(own, product)
            self.follow(own)
        elif self.asks_to_buy:
            self.waiting.append(Waiting(account, None, product, 1, self.now, True))
            return INVALID_STATE  # the message says that it waits
        else:
            self.charge(account, product, 1, None)
        return OK

    def set_auto_renew(self, own: Subscription, enabled: bool) -> str:
        if own.has_ended:
            return INVALID_STATE
        own.will_renew = enabled
        if not enabled and own.state in (GRACE, RETRY):
            self.end(own, SWITCHED_OFF)
        self.follow(own)
        return OK

    def expire(self, own: Subscription) -> str:
        if own.has_ended:
            return INVALID_STATE
        self.cut(own)
        self.end(own, SWITCHED_OFF)
        return OK

    def force_renewal(self, own: Subscription) -> str:
        if own.has_ended:
            return INVALID_STATE
        if own.state == SUBSCRIBED:
            own.will_renew = True
            self.cut(own)
            own.billing_day = self.now
            self.fall_due(own)
        return OK

    def cut(self, own: Subscription) -> None:
        """The period ends now, if it has not ended before."""
        own.current.expires = min(own.current.expires, self.now)
        self.follow(own)

    def end(self, own: Subscription, reason: int) -> None:
        own.state, own.reason, own.will_renew = EXPIRED, reason, False
        self.follow(own)

    def fall_due(self, own: Subscription) -> None:
        """The period has ended."""
        if not own.will_renew:
            self.end(own, SWITCHED_OFF)
        elif self.cannot_bill:
            self.begin_retry(own)
        else:
            self.renew(own, own.current.expires)

    def begin_retry(self, own: Subscription) -> None:
        """Only apps that have chosen it have a grace period; it ends at the latest with the unpaid period."""
        own.retry_since, own.reason = own.current.expires, BILLING_ERROR
        own.next_try = own.retry_since + choices.RETRY_EVERY
        own.state = GRACE if self.grace_days else RETRY
        unpaid = months_after(own.retry_since, 1)
        own.grace_until = min(own.retry_since + self.grace_days * DAY, unpaid)
        self.follow(own)

    def try_again(self, own: Subscription) -> None:
        own.next_try += choices.RETRY_EVERY
        if not self.cannot_bill:
            self.recover(own)

    def recover(self, own: Subscription) -> None:
        """Within the grace period the billing date stays; after it a new cycle starts."""
        if own.state == GRACE:
            self.renew(own, own.retry_since)
        else:
            own.billing_day = self.now
            self.renew(own, self.now)

    def resolve_billing(self, own: Subscription) -> str:
        if own.state not in (GRACE, RETRY):
            return INVALID_STATE
        self.recover(own)
        return OK

    def renew(self, own: Subscription, start: int) -> None:
        account = self.account_of(own.current)
        before = own.current
        own.current = self.period_of(account, own, own.next_product, start, is_renewal=True)
        own.current.original, own.current.token = before.first, before.token
        own.state, own.reason = SUBSCRIBED, NO_REASON
        self.enter(own.current, self.devices_of(account))

    # -------------------------------------------------------------------------------------------------------- family

    def receivers(self, account: Account) -> list[Account]:
        """The members who get what the account buys."""
        if not account.family or not account.shares:
            return []
        return [each for each in self.accounts.values() if each.family == account.family and each is not account]

    def share(self, transaction: Transaction, member: Account) -> None:
        """The member gets a separate transaction."""
        copy = Transaction(
            member.name,
            transaction.product,
            transaction.purchased,
            transaction.expires,
            ownership=SHARED,
            is_renewal=transaction.is_renewal,
            offer=transaction.offer,
            shared_from=transaction,
        )
        if transaction.kind == SUBSCRIPTION:
            before = member.shared_subscriptions.get(transaction.account)
            copy.original = before.current.first if before else None
            owner = self.account_of(transaction).subscription
            member.shared_subscriptions[transaction.account] = Subscription(SUBSCRIBED, copy, shared_from=owner)
        self.enter(copy, self.devices_of(member))
        if transaction.kind == SUBSCRIPTION:
            self.follow(self.account_of(transaction).subscription)

    def share_what_is_in_force(self, owner: Account, member: Account) -> None:
        for transaction in owner.transactions:
            if not PRODUCTS[transaction.product].family_shareable or transaction.ownership == SHARED:
                continue
            if owner.is_entitled_by(transaction):
                self.share(transaction, member)

    def follow(self, own: Subscription | None) -> None:
        """The shared transaction has the state of the owner's, until the share is lost."""
        for account in self.accounts.values():
            shared = account.shared_subscriptions.get(own.current.account) if own else None
            if not shared or shared.state == REVOKED or shared.current.shared_from != own.current:
                continue
            shared.state, shared.will_renew, shared.next_product = own.state, own.will_renew, own.next_product
            shared.reason, shared.grace_until = own.reason, own.grace_until
            shared.current.expires = own.current.expires

    def revoke_copy(self, copy: Transaction) -> None:
        copy.revoked = self.now
        self.announce(copy)
        shared = self.account_of(copy).shared_subscriptions.get(copy.shared_from.account)
        if shared and shared.current == copy:  # also one that has expired: a choice of ours
            shared.state, shared.will_renew, shared.reason = REVOKED, False, NO_REASON

    def set_family(self, account: Account, family: str) -> str:
        if account.family == family:
            return OK
        if account.family:  # a member who leaves loses what others bought, and the others lose the member's purchases
            self.revoke_copies(lambda copy: account.name in (copy.account, copy.shared_from.account))
        account.family = family
        for member in self.accounts.values():
            if family and member.family == family and member is not account:
                if account.shares:
                    self.share_what_is_in_force(account, member)
                if member.shares:
                    self.share_what_is_in_force(member, account)
        return OK

    def set_sharing(self, account: Account, enabled: bool) -> str:
        if account.shares == enabled:
            return OK
        account.shares = enabled
        if enabled:
            for member in self.receivers(account):
                self.share_what_is_in_force(account, member)
        else:
            self.revoke_copies(lambda copy: copy.shared_from.account == account.name)
        return OK

    def revoke_copies(self, is_lost: Callable[[Transaction], bool]) -> None:
        """Copies in force or in billing retry are revoked. Ended periods do not change: a choice of ours."""
        for account in self.accounts.values():
            for each in account.transactions:
                if each.shared_from and is_lost(each) and account.has_use_of(each):
                    self.revoke_copy(each)

    # ---------------------------------------------------------------------------------------------------------- time

    def advance(self, milliseconds: int) -> str:
        """Everything that becomes due in between happens at its time."""
        target = self.now + milliseconds
        while (due := self.next_due()) and due[0] <= target:
            self.now = max(self.now, due[0])
            due[1]()
        self.now = target
        return OK

    def next_due(self):
        """The time of the next change that becomes due, and the change."""
        dues = [due for each in self.accounts.values() if each.subscription for due in self.dues(each.subscription)]
        for waiting in self.waiting:
            if waiting.needs_approval:
                dues.append((waiting.asked + DAY, lambda waiting=waiting: self.waiting.remove(waiting)))
        return min(dues, key=lambda due: due[0], default=None)

    def dues(self, own: Subscription) -> Iterator[tuple]:
        if own.state == SUBSCRIBED:
            yield own.current.expires, lambda: self.fall_due(own)
        if own.state == GRACE:
            yield own.grace_until, lambda: self.end_grace(own)
        if own.state in (GRACE, RETRY):  # at the very end there is no more attempt: a choice of ours
            yield own.retry_since + choices.RETRY_FOR, lambda: self.end(own, BILLING_ERROR)
            yield own.next_try, lambda: self.try_again(own)

    def end_grace(self, own: Subscription) -> None:
        own.state = RETRY
        self.follow(own)

"""Plays the scenarios of ../README.md over the Python binding.

    play.py STOREKIT SCENARIOS FOLDER
"""

import sys
from enum import IntEnum
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Union

import iapbridge as iap

Field = Union[str, int, None]


class Unknown(Exception):
    """Something in the list that this player does not know."""


# The log


def escaped(text: str) -> str:
    return "".join(chr(byte) if 0x20 < byte < 0x7F and byte != 0x5C else f"\\x{byte:02X}" for byte in text.encode())


def field(name: str, value: Field) -> str:
    if not value:
        return ""
    if isinstance(value, IntEnum):
        value = value.name.lower() if value > 0 and not value.name.startswith("UNKNOWN_") else int(value)
    elif isinstance(value, bool):
        value = 1
    return f" {name}={escaped(str(value))}"


def fields(**values: Field) -> str:
    return "".join(field(name, value) for name, value in values.items())


def error_fields(error: Optional[iap.IapError]) -> str:
    if error is None:
        return ""
    return fields(
        error=error.name,
        retryable=error.retryable,
        domain=error.store_domain,
        code=error.store_code,
        message=error.message,
    )


def product_fields(product: iap.Product) -> str:
    return fields(
        product=product.id,
        type=product.type,
        price=product.price_milliunits,
        currency=product.currency_code,
        display=product.display_price,
        name=product.display_name,
        description=product.description,
        family=product.is_family_shareable,
        group=product.subscription_group_id,
        level=product.subscription_group_level,
        offers=len(product.offers),
        cached=product.is_cached,
    )


def status_of(call: Callable[[], object]) -> str:
    """The result line of a call that returns a status, a number, or an object with an id."""
    try:
        value = call()
    except iap.IapError as error:
        return f"= {error.name}"
    except (TypeError, ValueError):
        # The binding found the mistake; in C, the argument would be NULL.
        return f"= {iap.status_name(iap.Status.INVALID_ARGUMENT)}"
    if isinstance(value, str):
        return value
    return "= IAP_OK" if value is None else f"= {int(value)}"  # type: ignore[call-overload]


class Scenario:
    """One scenario: its store, its client, and the received events."""

    def __init__(self, name: str, storekit: str, folder: Path) -> None:
        self.folder = folder / name
        self.folder.mkdir()
        self.store = iap.Store(storekit_path=storekit, clock=iap.StoreClock.VIRTUAL, seed=1)
        self.device = self.store.open_device("player", "phone")
        self.client: Any = None
        self.observers: Dict[str, int] = {}
        self.grants: List[iap.Grant] = []
        self.ids: List[int] = []
        self.request = 0
        self.last: Any = None
        self.last_intent: Any = None
        print(f"scenario {name}")

    def end(self) -> None:
        self.last = self.last_intent = None
        if self.client is not None:
            self.client.close()
        self.device.close()
        print(f"end {status_of(self.store.close)[2:]}")

    # Fields with ids

    def id(self, value: int) -> str:
        if value and value not in self.ids:
            self.ids.append(value)
        return field("id", value)

    def transaction_fields(self, of: iap.Transaction) -> str:
        return (
            field("state", of.state)
            + self.id(of.id)
            + fields(
                original=of.original_id,
                payment=of.payment_id,
                product=of.product_id,
                quantity=of.quantity,
                price=of.price_milliunits,
                currency=of.currency_code,
                date=of.purchase_date_ms,
                expires=of.expiration_date_ms,
                revoked=of.revocation_date_ms,
                revocation=of.revocation_type,
                reason=of.reason,
                ownership=of.ownership,
                offer=of.offer_type,
                offer_id=of.offer_id,
                token=of.app_account_token,
                upgraded=of.is_upgraded,
                count=of.delivery_count,
                delivery=of.delivery_state,
            )
            + error_fields(of.error)
        )

    def status_fields(self, status: iap.SubscriptionStatus) -> str:
        transaction, info = status.transaction, status.renewal_info
        return (
            fields(state=status.state, group=status.group_id)
            + self.id(transaction.id)
            + fields(
                product=transaction.product_id,
                expires=transaction.expiration_date_ms,
                renews=info.will_auto_renew,
                next=info.auto_renew_product_id,
                reason=info.expiration_reason,
                increase=info.price_increase,
                retry=info.is_in_billing_retry,
                grace=info.grace_period_expiration_date_ms,
            )
        )

    # Received events

    def tell(self, who: str, what: str, request: int = 0, error: Optional[iap.IapError] = None, said: str = "") -> None:
        print(f"{who}: {what}{field('request', request)}{said}{error_fields(error)}")

    def tell_transaction(self, who: str, what: str, transaction: iap.Transaction) -> None:
        self.tell(who, what, said=self.transaction_fields(transaction))
        self.last = transaction

    def tell_storefront(
        self,
        who: str,
        what: str,
        country: Optional[str],
        identifier: Optional[str],
        request: int = 0,
        error: Optional[iap.IapError] = None,
    ) -> None:
        self.tell(who, what, request, error, fields(country=country, identifier=identifier))

    def tell_entitlement(self, who: str, product_id: str, is_owned: bool) -> None:
        self.tell(who, "entitlement", said=fields(product=product_id, owned=is_owned))

    def tell_intent(self, who: str, intent: iap.PurchaseIntent) -> None:
        self.tell(
            who, "intent", said=fields(product=intent.product_id, offer=intent.offer_type, offer_id=intent.offer_id)
        )
        self.last_intent = intent

    def tell_response(self, who: str, request: int, error: Optional[iap.IapError], what: str, answer: Any) -> None:
        """The end of a request."""
        if what == "storefront":
            country, identifier = answer or (None, None)
            self.tell_storefront(who, what, country, identifier, request, error)
            return
        self.tell(who, what, request, error)
        if what == "products" and answer is not None:
            for product in answer:
                print(f"  product{product_fields(product)}")
            for product_id in answer.invalid_ids:
                print(f"  invalid{fields(product=product_id)}")
        elif what == "transactions":
            self.print_transactions(answer or ())
        elif what == "statuses":
            for status in answer or ():
                print(f"  status{self.status_fields(status)}")

    def print_transactions(self, transactions: Any) -> None:
        for transaction in transactions:
            print(f"  transaction{self.transaction_fields(transaction)}")

    def tell_event(self, event: iap.Event) -> None:
        kind, request, who, error = event.type, event.request_id, "event", event.error
        transactions = {
            iap.EventType.TRANSACTION_UPDATED: "updated",
            iap.EventType.TRANSACTION_REMOVED: "removed",
            iap.EventType.ENTITLEMENT_REVOKED: "revoked",
            iap.EventType.VERIFICATION_REQUESTED: "verify",
        }
        answers = {
            iap.EventType.PRODUCTS_RECEIVED: ("products", event.products),
            iap.EventType.TRANSACTIONS_RECEIVED: ("transactions", event.transactions),
            iap.EventType.SUBSCRIPTION_STATUSES_RECEIVED: ("statuses", event.subscription_statuses),
            iap.EventType.REQUEST_COMPLETED: ("completed", None),
            iap.EventType.RESTORE_FINISHED: ("restore_finished", None),
            iap.EventType.RESTORE_FAILED: ("restore_failed", None),
            iap.EventType.PROBLEM_REPORTED: ("problem", None),
        }
        storefront = (event.storefront_country_code, event.storefront_identifier)
        if kind in transactions and event.transaction is not None:
            self.tell_transaction(who, transactions[kind], event.transaction)
        elif kind in answers:
            self.tell_response(who, request, error, *answers[kind])
        elif kind == iap.EventType.STOREFRONT_RECEIVED:
            self.tell_storefront(who, "storefront", *storefront, request, error)
        elif kind == iap.EventType.ENTITLEMENT_CHANGED and event.product_id is not None:
            self.tell_entitlement(who, event.product_id, event.flag)
        elif kind == iap.EventType.STOREFRONT_CHANGED:
            self.tell_storefront(who, "storefront_changed", *storefront)
        elif kind == iap.EventType.SUBSCRIPTION_STATUS_CHANGED and event.subscription_status is not None:
            self.tell(who, "status", said=self.status_fields(event.subscription_status))
        elif kind == iap.EventType.PURCHASE_INTENT_RECEIVED and event.purchase_intent is not None:
            self.tell_intent(who, event.purchase_intent)
        else:
            raise Unknown(f"an event of the kind {kind!r}")

    # Words

    def value(self, word: str) -> Any:
        """The value of a word."""
        if word == "$request":
            return self.request
        if word.startswith("$"):
            return self.ids[int(word[1:]) - 1]
        return {"-": None, '""': ""}.get(word, word)

    # Commands

    def run(self, words: List[str]) -> None:
        print(">" + "".join(f" {escaped(word)}" for word in words))
        command, arguments = words[0], [self.value(word) for word in words[1:]]
        options = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        if command in ("store", "device"):
            print(self.control(command, *arguments))
        elif command in REQUESTS:
            print(status_of(lambda: self.ask(command, arguments)))
        elif hasattr(self, f"do_{command}"):
            getattr(self, f"do_{command}")(
                *(argument for argument, word in zip(arguments, words[1:]) if "=" not in word), **options
            )
        else:
            raise Unknown(f"the command {command}")

    def of_client(self, call: Callable[[Any], object]) -> str:
        """The result of a call of the client, which may not be open."""
        return "= IAP_ERROR_INVALID_ARGUMENT" if self.client is None else status_of(lambda: call(self.client))

    def do_grant(self, product: str, kind: str, name: str, amount: str, policy: str) -> None:
        self.grants.append(
            iap.Grant(
                product_id=product,
                kind=iap.GrantKind[kind.upper()],
                name=name,
                amount=int(amount),
                revocation_policy=iap.RevocationPolicy(int(policy)),
            )
        )
        print("= IAP_OK")

    def do_open(self, *flags: str, player: Optional[str] = None, token: Optional[str] = None) -> None:
        def opened() -> None:
            verification = iap.VerificationOptions(mode=iap.VerificationMode.GAME) if "verify" in flags else None
            self.client = iap.Client(
                execution=iap.Execution.MANUAL,
                device=self.device,
                player_id=player,
                app_account_token=token,
                verification=verification,
                journal_path=None if "memory" in flags else str(self.folder / "journal"),
                inventory=iap.InventoryOptions(grants=self.grants) if self.grants else None,
            )
            self.client.polls = "polls" in flags
            self.observers = {}

        print(status_of(opened))

    def close_client(self) -> None:
        if self.client.is_closed:
            raise iap.IapError(iap.Status.CLOSED)
        self.client.close()

    def do_close(self) -> None:
        print(self.of_client(lambda _: self.close_client()))

    def do_observe(self, name: str, action: Optional[str] = None) -> None:
        def added(client: iap.Client) -> None:
            self.observers[name] = client.add_observer(GameObserver(self, name, action))

        print(self.of_client(added))

    def do_unobserve(self, name: str) -> None:
        print(self.of_client(lambda client: client.remove_observer(self.observers.pop(name))))

    def do_pump(self) -> None:
        def pumped(client: iap.Client) -> int:
            total = 0
            while True:
                delivered = client.pump()
                if delivered == 0:
                    return total
                total += delivered

        print(self.of_client(pumped))

    def do_poll(self) -> None:
        def polled(client: iap.Client) -> int:
            total = 0
            while True:
                event = client.next_event()
                if event is None:
                    return total
                self.tell_event(event)
                total += 1

        print(self.of_client(polled))

    def do_can_pay(self) -> None:
        print(self.of_client(lambda client: client.can_make_payments()))

    def do_buy(
        self,
        product: str,
        quantity: Optional[str] = None,
        token: Optional[str] = None,
        offer: Optional[str] = None,
        proof: Optional[str] = None,
        win_back: Optional[str] = None,
    ) -> None:
        if proof == "signed":
            proof = self.store.sign(
                iap.StoreSigningRequest(
                    kind=iap.StoreSignature.PROMOTIONAL_OFFER_JWS, product_id=product, offer_id=offer
                )
            )
        payment = iap.Payment(
            product_id=product,
            quantity=None if quantity is None else int(quantity),
            app_account_token=token,
            offer=iap.PaymentOffer(id=offer, jws=proof, win_back_id=win_back),
        )
        print(self.of_client(lambda client: f"= IAP_OK{field('payment', client.add_payment(payment))}"))

    def do_finish(self, which: Any) -> None:
        print(
            self.of_client(
                lambda client: client.finish_transaction(self.last)
                if which == "last"
                else client.finish_transaction_id(int(which))
            )
        )

    def do_record(self, _: str) -> None:
        print(self.of_client(lambda client: client.record_grant(self.last)))

    def do_queue(self) -> None:
        found: List[iap.Transaction] = []
        print(self.of_client(lambda client: found.extend(client.queue_transactions())))
        self.print_transactions(found)

    def do_owns(self, product: str) -> None:
        print(self.of_client(lambda client: client.owns(product)))

    def do_cancel(self, request: int) -> None:
        print(self.of_client(lambda client: client.cancel_request(int(request))))

    def do_cancel_payment(self, payment: str) -> None:
        print(self.of_client(lambda client: client.cancel_payment(int(payment))))

    def do_balance(self, counter: str) -> None:
        print(self.of_client(lambda client: client.inventory_balance(counter)))

    def do_unlocked(self, unlock: str) -> None:
        print(self.of_client(lambda client: client.inventory_is_unlocked(unlock)))

    def do_inventory(self) -> None:
        found: List[iap.InventoryItem] = []
        print(self.of_client(lambda client: found.extend(client.inventory_list())))
        for item in found:
            print(
                f"  {item.kind.name.lower()}"
                + fields(
                    name=item.name, balance=item.balance, unlocked=item.is_unlocked, expires=item.expiration_date_ms
                )
            )

    def do_answer(self, transaction: int, verdict: str, reason: Optional[str] = None) -> None:
        print(
            self.of_client(
                lambda client: client.give_verdict(int(transaction), iap.Verdict[verdict.upper()], reason, 0)
            )
        )

    def do_intent(self, what: str) -> None:
        def answered(client: iap.Client) -> Optional[str]:
            if what == "take":
                return f"= IAP_OK{field('payment', client.take_purchase_intent(self.last_intent))}"
            {"defer": client.defer_purchase_intent, "decline": client.decline_purchase_intent}[what](self.last_intent)
            return None

        print(self.of_client(answered))

    def ask(self, command: str, arguments: List[Any]) -> str:
        what, call = REQUESTS[command]
        if self.client is None:
            raise iap.IapError(iap.Status.INVALID_ARGUMENT)
        request = call(self.client, *arguments)
        if isinstance(request, iap.Request):
            request.add_done_callback(lambda done: self.answered(what, done))
            request = request.id
        self.request = request
        return f"= IAP_OK{field('request', request)}"

    def answered(self, what: str, request: iap.Request[Any]) -> None:
        error = request.exception()
        if error is None:
            self.tell_response("reply", request.id, None, what, request.result())
        elif isinstance(error, iap.IapError):
            self.tell_response("reply", request.id, error, what, None)
        else:
            raise error

    def do_approvals(self) -> None:
        waiting = self.store.list_approvals()
        print("= IAP_OK")
        for approval in waiting:
            print(f"  approval{self.id(approval)}{fields(product=self.store.approval_product_id(approval))}")

    def do_ledger(self) -> None:
        listed = self.store.list_transactions()
        print("= IAP_OK")
        for transaction in listed:
            entry = self.store.get_transaction(transaction)
            print(
                f"  entry{fields(account=entry.account, state=entry.state)}{self.id(entry.id)}"
                + fields(
                    original=entry.original_id,
                    product=entry.product_id,
                    quantity=entry.quantity,
                    price=entry.price_milliunits,
                    refunded=entry.refunded_milliunits,
                    issue=entry.has_purchase_issue,
                    asks=entry.is_pending_ask_to_buy,
                    finished=entry.is_finished,
                )
            )

    def control(self, target: str, name: str, *arguments: Any) -> str:
        if (target, name) == ("device", "set_network"):
            network = iap.DeviceNetwork(is_down=arguments[0] == "down", never_answers=arguments[0] == "silent")
            return status_of(lambda: self.device.set_network(network))
        if (target, name) == ("store", "buy"):
            account, product, *quantity = arguments
            purchase = iap.StorePurchase(product_id=product, quantity=int(quantity[0]) if quantity else None)
            return status_of(lambda: f"= IAP_OK{self.id(self.store.buy(account, purchase))}")
        if (target, name) == ("store", "copy_transaction"):
            return status_of(lambda: f"= IAP_OK{self.id(self.store.copy_transaction(*arguments))}")
        call: Any = getattr(self.store if target == "store" else self.device, name, None)
        if call is None:
            raise Unknown(f"the control {name} of the {target}")
        numbers = [
            int(argument) if isinstance(argument, str) and argument.lstrip("-").isdigit() else argument
            for argument in arguments
        ]
        return status_of(lambda: call(*numbers))


#: The name of the completion's line, and the call.
REQUESTS: Dict[str, Any] = {
    "products": ("products", lambda client, *ids: client.request_products(ids)),
    "cached": ("products", lambda client, *ids: client.request_cached_products(ids or None)),
    "query": (
        "transactions",
        lambda client, query, product=None: client.request_transactions(iap.Query[query.upper()], product),
    ),
    "statuses": ("statuses", lambda client, group=None: client.request_subscription_statuses(group)),
    "storefront": ("storefront", lambda client: client.request_storefront()),
    "restore": ("", lambda client: client.restore_completed_transactions()),
    "spend": ("completed", lambda client, counter, amount, key: client.inventory_spend(counter, int(amount), key)),
    "add": ("completed", lambda client, counter, amount, key: client.inventory_add(counter, int(amount), key)),
    "take_back": ("completed", lambda client, transaction: client.inventory_take_back(int(transaction))),
}


class GameObserver(iap.Observer):
    """Prints the events, and does something in each transaction_updated."""

    def __init__(self, scenario: Scenario, name: str, action: Optional[str]) -> None:
        super().__init__()
        self.scenario, self.name, self.action = scenario, name, action

    def transaction_updated(self, transaction: iap.Transaction) -> None:
        self.scenario.tell_transaction(self.name, "updated", transaction)
        client = self.scenario.client
        finishes = transaction.state in (
            iap.TransactionState.PURCHASED,
            iap.TransactionState.RESTORED,
            iap.TransactionState.FAILED,
        )
        actions: Dict[Optional[str], Callable[[], object]] = {
            "finish": lambda: client.finish_transaction(transaction),
            "pump": client.pump,
            "close": self.scenario.close_client,
        }
        if self.action in actions and (self.action != "finish" or finishes):
            print(f"{self.name}> {self.action}")
            print(status_of(actions[self.action]))

    def transaction_removed(self, transaction: iap.Transaction) -> None:
        self.scenario.tell_transaction(self.name, "removed", transaction)

    def restore_finished(self, request_id: int) -> None:
        self.scenario.tell(self.name, "restore_finished", request_id)

    def restore_failed(self, request_id: int, error: iap.IapError) -> None:
        self.scenario.tell(self.name, "restore_failed", request_id, error)

    def entitlement_revoked(self, transaction: iap.Transaction) -> None:
        self.scenario.tell_transaction(self.name, "revoked", transaction)

    def entitlement_changed(self, product_id: str, is_owned: bool) -> None:
        self.scenario.tell_entitlement(self.name, product_id, is_owned)

    def storefront_changed(self, country_code: str, identifier: str) -> None:
        self.scenario.tell_storefront(self.name, "storefront_changed", country_code, identifier)

    def problem_reported(self, error: iap.IapError) -> None:
        self.scenario.tell(self.name, "problem", error=error)

    def subscription_status_changed(self, status: iap.SubscriptionStatus) -> None:
        self.scenario.tell(self.name, "status", said=self.scenario.status_fields(status))

    def purchase_intent_received(self, intent: iap.PurchaseIntent) -> None:
        self.scenario.tell_intent(self.name, intent)

    def verification_requested(self, transaction: iap.Transaction) -> None:
        self.scenario.tell_transaction(self.name, "verify", transaction)


def main(storekit: str, scenarios: str, folder: str) -> int:
    scenario: Optional[Scenario] = None
    for line in Path(scenarios).read_text(encoding="utf-8").splitlines():
        words = line.split(" ")
        if not line or line.startswith("#"):
            continue
        if words[0] == "scenario":
            if scenario is not None:
                scenario.end()
            scenario = Scenario(words[1], storekit, Path(folder))
        elif scenario is not None:
            try:
                scenario.run(words)
            except Unknown as unknown:
                print(f"play: there is no {unknown}", file=sys.stderr)
                return 1
    if scenario is not None:
        scenario.end()
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Calls each method and property of each class, with valid and with invalid arguments: nothing crashes."""

import dataclasses
import enum
import inspect
import os
import typing
import unittest
from typing import Any, Dict, Iterator, List, Set, Tuple

import iapbridge as iap
from iapbridge import testing
from iapbridge._handles import Handle, Snapshot
from support import CLUB, COINS, EDITOR, Game, StoreTest, settle

#: Methods that end the called object, or wait forever with some arguments.
LEFT_OUT = {"close", "wait_until"}


def attributes(kind: type) -> List[str]:
    return sorted(name for name in dir(kind) if not name.startswith("_") and name not in LEFT_OUT)


def values_for(hint: Any) -> List[Any]:
    """Values that match a type hint, then others at its limits."""
    if typing.get_origin(hint) is typing.Union:
        return [value for part in typing.get_args(hint) for value in values_for(part)]
    if hint is type(None):
        return [None]
    if hint is bool:
        return [True]
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return [*hint, hint(-77) if not issubclass(hint, enum.IntFlag) else hint(0)][:3]
    if hint is int:
        return [0, 1, -1, 2**31 - 1, 2**63]
    if hint is float:
        return [0.0, 1e300]
    if hint is str:
        return [COINS, "", "é" * 300, "a\0b"]
    if hint in (bytes, bytearray):
        return [hint(b"abc"), hint(b"")]
    if hint is memoryview:
        return [memoryview(b"abc")]
    if dataclasses.is_dataclass(hint):
        return [hint()]
    if typing.get_origin(hint) in (list, tuple) or "Sequence" in str(hint):
        return [[], [COINS], [""]]
    if "Callable" in str(hint):
        return [lambda *_: 0]
    return [None]


def calls(function: Any, given: Dict[type, Any]) -> Iterator[Tuple[Any, ...]]:
    """Lists of arguments: each value of each parameter once."""
    hints = typing.get_type_hints(function, localns=vars(iap))
    parameters = [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]
    choices = [[given[hints[name]]] if hints.get(name) in given else values_for(hints.get(name)) for name in parameters]
    for turn in range(max([len(choice) for choice in choices], default=1)):
        yield tuple(choice[min(turn, len(choice) - 1)] for choice in choices)
    yield tuple(object() for _ in parameters)


class Everything(StoreTest):
    def setUp(self) -> None:
        super().setUp()
        # Some methods write a file; its path may be any text.
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.folder)

    def attempt(self, call: Any, *arguments: Any) -> Any:
        """Mistakes raise one of the exceptions for mistakes."""
        try:
            return call(*arguments)
        except (iap.IapError, iap.NotVerified, TypeError, ValueError, OverflowError):
            return None

    def test_every_method_of_what_is_open(self) -> None:
        called = 0
        for kind in (iap.Store, iap.Device, iap.Client, iap.Verifier, iap.ServerKey):
            for name in attributes(kind):
                if isinstance(inspect.getattr_static(kind, name), (property, classmethod, bool)):
                    continue
                # A new store for each, because the calls change it.
                with testing.open_store() as store, testing.open_client(store) as client:
                    game = Game(client)
                    client.buy(CLUB)
                    settle(client)
                    verifier = iap.Verifier(
                        roots=[store.root_certificate()],
                        bundle_id="com.example.game",
                        environments=iap.Environment.SANDBOX,
                    )
                    key = self.key()
                    target = {
                        iap.Store: store,
                        iap.Device: client._keeps[0].device,
                        iap.Client: client,
                        iap.Verifier: verifier,
                        iap.ServerKey: key,
                    }[kind]
                    given = {iap.Transaction: game.transactions[-1], iap.Device: client._keeps[0].device}
                    for arguments in calls(getattr(kind, name), given):
                        result = self.attempt(getattr(target, name), *arguments)
                        if isinstance(result, iap.Device):
                            result.close()
                        called += 1
                    self.attempt(client.pump)
        print(f"{called} calls", end=" ", flush=True)
        self.assertGreater(called, 500)

    def key(self) -> iap.ServerKey:
        if not hasattr(Everything, "private_key"):
            with testing.StoreServer() as server:
                Everything.private_key = server.private_key
        return iap.ServerKey(
            key_id="KEY0000001",
            issuer_id="57246542-96fe-1a63-e053-0824d011072a",
            bundle_id="com.example.game",
            key_text=Everything.private_key,
        )

    def test_every_property_of_every_snapshot(self) -> None:
        """Starts with the objects of a year of a game, and follows their properties as far as possible."""
        options = iap.ClientOptions(
            handles_messages=True,
            inventory=iap.InventoryOptions(
                grants=[iap.Grant(product_id=COINS, kind=iap.GrantKind.COUNTER, name="coins", amount=100)]
            ),
        )
        client = self.launch(options=options)
        found: List[Any] = [iap.AppReceipt]
        client.add_observer(
            iap.Observer(
                transaction_updated=found.append,
                purchase_intent_received=found.append,
                message_received=found.append,
                subscription_status_changed=found.append,
            )
        )
        device = client._keeps[0].device
        device.send_purchase_intent(COINS)
        device.send_message(iap.MessageReason.GENERIC)
        for product in (COINS, EDITOR, CLUB):
            client.buy(product)
            settle(client)
        verifier = iap.Verifier(
            roots=[self.store.root_certificate()], bundle_id="com.example.game", environments=iap.Environment.SANDBOX
        )
        receipt = client.request_app_receipt(True).result()
        transactions = client.request_transactions(iap.Query.ALL).result()
        found += [
            client.request_products([COINS, CLUB]).result(),
            transactions,
            client.inventory_list(),
            client.request_subscription_statuses(None).result(),
            client.request_app_transaction(False).result(),
            client.request_promotions().result(),
            client.queue_purchase_intents(),
            verifier.verify_receipt(receipt),
            verifier.verify(iap.SignedKind.TRANSACTION, transactions[0].signed_text),
            self.key().sign(iap.ServerRequest(kind=iap.ServerSignatureKind.API_TOKEN)),
            verifier,
            self.key(),
        ]
        polling = self.launch(device="tablet")
        polling.polls = True
        polling.request_storefront()
        found.append(polling.next_event())

        seen: Set[type] = set()
        read = 0
        while found:
            value = found.pop()
            if isinstance(value, (tuple, list)):
                found += value
                continue
            if not isinstance(value, Snapshot) or (type(value) in seen and not isinstance(value, iap.Transaction)):
                continue
            seen.add(type(value))
            for name in attributes(type(value)):
                if isinstance(inspect.getattr_static(type(value), name), property):
                    found.append(getattr(value, name))
                    read += 1
            if hasattr(value, "__len__"):
                found += list(value)
            self.assertIn(type(value).__name__, repr(value))
        kinds = {kind for kind in vars(iap).values() if isinstance(kind, type) and issubclass(kind, Snapshot)}
        # The store of this test has no offers and plans.
        self.assertEqual(kinds - seen, {iap.Offer, iap.BillingPlan})
        print(f"{read} properties of {len(seen)} classes", end=" ", flush=True)

    def test_every_handle_is_a_snapshot_or_is_closed(self) -> None:
        for kind in vars(iap).values():
            if isinstance(kind, type) and issubclass(kind, Handle):
                self.assertTrue(issubclass(kind, Snapshot) or hasattr(kind, "close"))


if __name__ == "__main__":
    unittest.main()

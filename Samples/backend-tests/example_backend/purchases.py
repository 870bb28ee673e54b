"""Handles a purchase that the game submits."""

from appstoreserverlibrary.models.JWSTransactionDecodedPayload import JWSTransactionDecodedPayload

from . import catalogue
from .app_store import AppStore, NotGenuine, Unknown
from .ledger import Ledger, Purchase


class NotGranted(Exception):
    """The purchase grants nothing to anybody. The reason is for the log of the game, which finishes the purchase."""


class OfAnotherPlayer(Exception):
    """Another player paid. Players can share an Apple account, so the game keeps the purchase unfinished for that player."""


def claim(player: str, id: str, app_store: AppStore, ledger: Ledger) -> bool:
    """Grants the purchase. Returns False if it was granted before.

    - Raises NotGranted, OfAnotherPlayer, and Unavailable if the App Store is not available now.
    """
    # The id becomes part of a URL, so it must be a number.
    if not (id.isascii() and id.isdigit() and len(id) <= 20):
        raise NotGranted("unknown")
    try:
        # The server trusts no other data from the game.
        transaction = app_store.transaction(id)
    except Unknown as error:
        raise NotGranted("unknown") from error
    except NotGenuine as error:
        raise NotGranted("not valid") from error
    bought = purchase(transaction)
    # A purchase belongs to the player who paid. Without a token, it belongs to the first player who submits it.
    token = transaction.appAccountToken
    if token is not None and token.lower() != player.lower():
        raise OfAnotherPlayer(id)
    if ledger.owner(bought.environment, bought.original_id) not in (None, player):
        raise OfAnotherPlayer(id)
    if transaction.revocationDate is not None:
        raise NotGranted("taken back")
    if not catalogue.is_known(bought.product):
        raise NotGranted("not sold by this server")
    # The refund may be signed for another transaction id of the purchase.
    if ledger.is_taken_back(bought):
        raise NotGranted("taken back")
    return ledger.grant(bought, player)


def purchase(transaction: JWSTransactionDecodedPayload) -> Purchase:
    """Returns the fields of a transaction that the ledger keeps."""
    original_id = transaction.originalTransactionId or transaction.transactionId
    if (original_id is None or transaction.productId is None or transaction.rawEnvironment is None
            or transaction.purchaseDate is None):
        raise NotGranted("a member is missing")
    return Purchase(
        environment=transaction.rawEnvironment,
        original_id=original_id,
        product=transaction.productId,
        purchased_ms=transaction.purchaseDate,
        order_line_id=transaction.webOrderLineItemId or "",
        quantity=transaction.quantity or 1,
        expires_ms=transaction.expiresDate,
    )

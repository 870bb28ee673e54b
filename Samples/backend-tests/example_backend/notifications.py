"""Handles notifications of the App Store."""

from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2

from .app_store import AppStore
from .ledger import Ledger
from .purchases import purchase

BOUGHT = {NotificationTypeV2.SUBSCRIBED, NotificationTypeV2.DID_RENEW}
TAKEN_BACK = {NotificationTypeV2.REFUND, NotificationTypeV2.REVOKE}


def take(signed_payload: str, app_store: AppStore, ledger: Ledger) -> None:
    """Handles a notification once.

    - Raises NotGenuine.
    """
    reported, transaction = app_store.notification(signed_payload)
    uuid = reported.notificationUUID or ""
    # The App Store sends a notification again if it did not receive the response.
    if transaction is None or ledger.has_noted(uuid):
        return
    bought = purchase(transaction)
    if reported.notificationType in TAKEN_BACK:
        ledger.take_back(bought)
    elif reported.notificationType == NotificationTypeV2.REFUND_REVERSED:
        ledger.give_back(bought)
    elif reported.notificationType in BOUGHT:
        # Without an owner, the game has not submitted the purchase yet. It will do so later.
        owner = ledger.owner(bought.environment, bought.original_id)
        if owner is not None:
            ledger.grant(bought, owner)
    # Every action above is idempotent, so a crash before this line is harmless.
    ledger.note(uuid)

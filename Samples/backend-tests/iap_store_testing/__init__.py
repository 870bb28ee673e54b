"""The reference App Store for tests of a game server: fixtures for pytest, and their parts."""

from .errors import CannotStart, NotificationMissing, Refused, StoreError
from .notification import Notification
from .receiver import NotificationReceiver
from .store import Store

__all__ = [
    "CannotStart", "Notification", "NotificationMissing", "NotificationReceiver", "Refused", "Store", "StoreError",
]

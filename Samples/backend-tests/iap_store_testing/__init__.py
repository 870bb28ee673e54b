"""The reference App Store in tests of a game's server: fixtures for pytest, and what they are made of."""

from .errors import CannotStart, NotificationMissing, Refused, StoreError
from .notification import Notification
from .receiver import NotificationReceiver
from .store import Store

__all__ = [
    "CannotStart", "Notification", "NotificationMissing", "NotificationReceiver", "Refused", "Store", "StoreError",
]

"""The errors. Each has a line that says what to do."""


class StoreError(Exception):
    """The base class of all errors of the store."""


class CannotStart(StoreError):
    """`iap-store serve` cannot be started."""


class Refused(StoreError):
    """The store refuses a command of a test."""


class NotificationMissing(AssertionError):
    """A notification did not arrive in time. This is a test failure, not an error."""

"""What can go wrong, each with a line that says what to do."""


class StoreError(Exception):
    """The base of all errors of the store."""


class CannotStart(StoreError):
    """`iap-store serve` cannot be started."""


class Refused(StoreError):
    """The store refuses a command of a test."""


class NotificationMissing(AssertionError):
    """A notification did not come in time. It is a failure of the test and no error."""

"""The exceptions of failed calls."""

from typing import TYPE_CHECKING, Optional, TypeVar

from ._floor import Category, Error, Status, Verdict, VerifyReason
from ._library import lib

if TYPE_CHECKING:
    from ._interface import VerifyResult

T = TypeVar("T")


class IapError(Exception):
    """A status that is not OK, with the library's description.

    Attributes: status, name (the C constant, for example "IAP_ERROR_NETWORK"), category, message (one line: the problem, its place
    and what to do), retryable, store_code and store_domain (of the store's own error; 0 and empty if there is none).
    """

    def __init__(
        self, status: int, message: str = "", *, retryable: bool = False, store_code: int = 0, store_domain: str = ""
    ) -> None:
        self.status = Status(status)
        #: The C name of the constant, for example "IAP_ERROR_NETWORK".
        self.name = (lib.iap_status_name(status) or b"").decode()
        self.category = Category(-status & 0xFF)
        #: One line in English: the problem, its place, and what to do.
        self.message = message
        #: True if the same call can succeed later without a change in the game.
        self.retryable = retryable
        #: The code and domain of the store's own error; 0 and empty if the error is the library's own.
        self.store_code = store_code
        self.store_domain = store_domain
        super().__init__(f"{self.name}: {message}" if message else self.name)

    @classmethod
    def _of(cls, error: Error) -> "IapError":
        return cls(
            error.status,
            error.message.decode("utf-8", "replace"),
            retryable=error.retryable == 1,
            store_code=error.store_code,
            store_domain=error.store_domain.decode("utf-8", "replace"),
        )


class NotVerified(Exception):
    """A signed text or a receipt whose verdict is not VALID."""

    def __init__(self, verdict: int, reason: int, message: str) -> None:
        #: INVALID or UNDECIDED. For UNDECIDED, check again later.
        self.verdict = Verdict(verdict)
        self.reason = VerifyReason(reason)
        self.message = message
        super().__init__(f"{self.verdict.name} ({self.reason.name}): {message}")


def verified(data: Optional[T], result: "VerifyResult") -> T:
    if data is None:
        raise NotVerified(result.verdict, result.reason, result.message)
    return data


def error_or_none(error: Error) -> Optional[IapError]:
    return None if error.status == Status.OK else IapError._of(error)

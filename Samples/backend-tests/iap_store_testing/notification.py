"""A notification as it came."""

import base64
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Notification:
    """What the store says. Nothing of it is verified here: that is the work of the server under test."""

    #: The text that the body has as `signedPayload`.
    signed_payload: str
    #: What the text says.
    payload: dict[str, Any]
    #: The status that the receiver answered.
    status: int

    @property
    def type(self) -> str:
        return str(self.payload["notificationType"])

    @property
    def subtype(self) -> str | None:
        return self.payload.get("subtype")

    @property
    def uuid(self) -> str:
        return str(self.payload["notificationUUID"])

    @property
    def name(self) -> str:
        """The type, with the subtype after a slash."""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    @property
    def transaction(self) -> dict[str, Any] | None:
        """What its signed transaction says, if it has one."""
        return self._inner("signedTransactionInfo")

    @property
    def renewal(self) -> dict[str, Any] | None:
        """What its signed renewal info says, if it has one."""
        return self._inner("signedRenewalInfo")

    def _inner(self, name: str) -> dict[str, Any] | None:
        text = self.payload.get("data", {}).get(name)
        return None if text is None else content(text)


def content(signed_text: str) -> dict[str, Any]:
    """What a signed text says.

    - Raises ValueError if it is none.
    """
    segments = signed_text.split(".")
    if len(segments) != 3:
        raise ValueError("a signed text has three parts")
    said = json.loads(base64.urlsafe_b64decode(segments[1] + "=" * (-len(segments[1]) % 4)))
    if not isinstance(said, dict):
        raise ValueError("a signed text says an object")
    return said

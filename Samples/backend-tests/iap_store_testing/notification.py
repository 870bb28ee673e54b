"""A received notification."""

import base64
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Notification:
    """The data of the store. It is not verified here, because the server under test must do that."""

    #: The `signedPayload` of the body.
    signed_payload: str
    #: The decoded payload.
    payload: dict[str, Any]
    #: The status code of the receiver's response.
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
        """Returns the type, with the subtype after a slash."""
        return f"{self.type}/{self.subtype}" if self.subtype else self.type

    @property
    def transaction(self) -> dict[str, Any] | None:
        """Returns the decoded transaction, if there is one."""
        return self._inner("signedTransactionInfo")

    @property
    def renewal(self) -> dict[str, Any] | None:
        """Returns the decoded renewal info, if there is one."""
        return self._inner("signedRenewalInfo")

    def _inner(self, name: str) -> dict[str, Any] | None:
        text = self.payload.get("data", {}).get(name)
        return None if text is None else content(text)


def content(signed_text: str) -> dict[str, Any]:
    """Decodes the payload of a JWS.

    - Raises ValueError if the text is not a JWS.
    """
    segments = signed_text.split(".")
    if len(segments) != 3:
        raise ValueError("a JWS has three parts")
    said = json.loads(base64.urlsafe_b64decode(segments[1] + "=" * (-len(segments[1]) % 4)))
    if not isinstance(said, dict):
        raise ValueError("the payload of a JWS is an object")
    return said

"""The signature of a webhook, in its simplest form."""

import hashlib
import hmac

PREFIX = "v1="

# The maximum difference between the time of a signature and the receiver's time, in seconds.
TOLERANCE = 300


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The key is the secret in its displayed form, with its prefix. The time is part of the signed text."""
    code = hmac.new(secret.encode(), str(timestamp).encode() + b"." + body, hashlib.sha256)
    return PREFIX + code.hexdigest()


def accepts(secrets: list[str], header: str, timestamp: int, body: bytes, now: int) -> bool:
    """Whether one of the header's signatures is valid for one of the secrets, and neither too old nor too new."""
    if abs(now - timestamp) > TOLERANCE:
        return False
    presented = [value.strip() for value in header.split(",")]
    return any(hmac.compare_digest(value.encode(), sign(secret, timestamp, body).encode())
               for value in presented for secret in secrets)


def action(status: int | None) -> str:
    """What a sender does after a response; None means that no response came."""
    if status is None or status in (408, 429) or status >= 500:
        return "retry"
    return "delivered" if 200 <= status < 300 else "permanent-failure"

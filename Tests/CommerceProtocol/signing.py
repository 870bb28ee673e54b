"""The signature of a webhook, as plainly as it can be written."""

import hashlib
import hmac

PREFIX = "v1="

# The maximum difference between the time of a signature and the receiver's time, in seconds.
TOLERANCE = 300


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The key is the secret as it is shown, with its prefix. The time is part of what is signed."""
    code = hmac.new(secret.encode(), str(timestamp).encode() + b"." + body, hashlib.sha256)
    return PREFIX + code.hexdigest()


def accepts(secrets: list[str], header: str, timestamp: int, body: bytes, now: int) -> bool:
    """Whether one of the signatures in the header is that of one of the secrets, and not too old or too new."""
    if abs(now - timestamp) > TOLERANCE:
        return False
    presented = [value.strip() for value in header.split(",")]
    return any(hmac.compare_digest(value.encode(), sign(secret, timestamp, body).encode())
               for value in presented for secret in secrets)


def action(status: int | None) -> str:
    """What a sender does after an answer; None stands for no answer."""
    if status is None or status in (408, 429) or status >= 500:
        return "retry"
    return "delivered" if 200 <= status < 300 else "permanent-failure"

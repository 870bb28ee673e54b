"""The smallest valid payloads, one for each kind."""

import json

from .outcome import BUNDLE_ID, Kind

# 2026-02-01T00:00:00Z
SIGNED_MS = 1_769_904_000_000


def payload(kind, environment="Sandbox", bundle_id=BUNDLE_ID, **more):
    """Additional arguments are members of the payload; None removes a field."""
    if kind == Kind.TRANSACTION:
        fields = {"transactionId": "2000000000000001", "bundleId": bundle_id, "environment": environment,
                  "signedDate": SIGNED_MS}
    elif kind == Kind.RENEWAL_INFO:
        fields = {"originalTransactionId": "2000000000000001", "environment": environment, "signedDate": SIGNED_MS}
    elif kind == Kind.APP_TRANSACTION:
        fields = {"applicationVersion": "1.0", "bundleId": bundle_id, "receiptType": environment,
                  "receiptCreationDate": SIGNED_MS}
    else:
        fields = {"notificationType": "TEST", "version": "2.0", "signedDate": SIGNED_MS,
                  "data": {"bundleId": bundle_id, "environment": environment}}
    fields |= more
    return {name: value for name, value in fields.items() if value is not None}


def date_field(kind):
    """The field with the date at which certificates must be valid."""
    return "receiptCreationDate" if kind == Kind.APP_TRANSACTION else "signedDate"


def text_with(kind, members, **fields):
    """The payload with these raw members in front of it, which need not be JSON."""
    return b"{" + members + b"," + json.dumps(payload(kind, **fields)).encode()[1:]

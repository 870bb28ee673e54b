"""Apple's verifier, with its strict checks, for everything that the store signs."""

import base64
import json

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier


class Reader:
    def __init__(self, store, online=False):
        verifier = SignedDataVerifier([store.root], online, Environment.SANDBOX, store.bundle_id)
        if not verifier._chain_verifier.enable_strict_checks:
            raise AssertionError("the strict checks of Apple's library are off")
        self.transaction = verifier.verify_and_decode_signed_transaction
        self.renewal = verifier.verify_and_decode_renewal_info
        self.app_transaction = verifier.verify_and_decode_app_transaction
        self.notification = verifier.verify_and_decode_notification

    def transactions(self, texts):
        return [self.transaction(text) for text in texts]

    def ids(self, texts):
        return [transaction.transactionId for transaction in self.transactions(texts)]


def payload(text):
    """The JSON of a signed text, without verification. It includes fields that Apple's classes do not know."""
    middle = text.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))

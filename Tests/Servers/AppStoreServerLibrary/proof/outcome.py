"""The verdict about a text in Apple's numbers, and both verifiers as functions that return it."""

import enum
from dataclasses import dataclass
from typing import Any

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException, VerificationStatus

BUNDLE_ID = "com.example.game"


class Kind(enum.IntEnum):
    """The IAP_SIGNED_ constants."""

    TRANSACTION = 1
    RENEWAL_INFO = 2
    APP_TRANSACTION = 3
    NOTIFICATION = 4


# A separate number: if Apple's library cannot hold a payload in its classes, there is no status but an exception of another
# library.
UNCAUGHT = -1

SANDBOX = 2
PRODUCTION = 1
ENVIRONMENTS = {
    Environment.PRODUCTION: PRODUCTION,
    Environment.SANDBOX: SANDBOX,
    Environment.XCODE: 4,
    Environment.LOCAL_TESTING: 8,
}


@dataclass(frozen=True)
class Outcome:
    status: int
    said: str
    data: Any = None


class OurVerifier:
    def __init__(self, program, root, environment=Environment.SANDBOX, bundle_id=BUNDLE_ID, app_apple_id=None,
                 check_revocation=False):
        self._program = program
        self._number = program.do(
            "open", root=root, environments=ENVIRONMENTS[environment], bundle=bundle_id, app_apple_id=app_apple_id,
            check_revocation=check_revocation, ocsp_timeout=5000)["verifier"]

    def check(self, kind, text):
        given = text.encode() if isinstance(text, str) else text
        answer = self._program.do("check", verifier=self._number, kind=kind.value, text=given)
        verdict = {1: "valid", 2: "invalid", 3: "undecided"}[answer["verdict"]]
        said = f"{verdict}, {answer['reason_name']} ({answer['why']})"
        # The three verdicts correspond to Apple's statuses.
        expected = "valid" if answer["class"] == 0 else "undecided" if answer["class"] == 7 else "invalid"
        if verdict != expected or (verdict == "valid") != ("fields" in answer):
            return Outcome(-100, f"verdict, reason and handle do not fit: {said}")
        return Outcome(answer["class"], said, answer.get("fields"))

    def check_receipt(self, receipt):
        return self._program.do("check_receipt", verifier=self._number, receipt=receipt.encode())


class AppleVerifier:
    """With the strict checks, which are the library's default."""

    def __init__(self, root, environment=Environment.SANDBOX, bundle_id=BUNDLE_ID, app_apple_id=None,
                 check_revocation=False):
        self._verifier = SignedDataVerifier([root], check_revocation, environment, bundle_id, app_apple_id)
        if not self._verifier._chain_verifier.enable_strict_checks:
            raise AssertionError("the strict checks of Apple's library are off")
        self._functions = {
            Kind.TRANSACTION: self._verifier.verify_and_decode_signed_transaction,
            Kind.RENEWAL_INFO: self._verifier.verify_and_decode_renewal_info,
            Kind.APP_TRANSACTION: self._verifier.verify_and_decode_app_transaction,
            Kind.NOTIFICATION: self._verifier.verify_and_decode_notification,
        }

    def check(self, kind, text):
        try:
            return Outcome(VerificationStatus.OK.value, "OK", self._functions[kind](text))
        except VerificationException as error:
            cause = f" ({type(error.__cause__).__name__}: {error.__cause__})" if error.__cause__ else ""
            return Outcome(error.status.value, error.status.name + cause)
        except Exception as error:
            return Outcome(UNCAUGHT, f"{type(error).__name__}: {error}")


def both(program, root, **options):
    """A verifier of each library that trusts this root only."""
    return OurVerifier(program, root, **options), AppleVerifier(root, **options)

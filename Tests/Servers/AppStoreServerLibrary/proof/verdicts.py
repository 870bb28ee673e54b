"""One case of a table: the expected verdict of both verifiers about a text."""

from dataclasses import dataclass

from .outcome import UNCAUGHT

OK, FAILURE, OTHER_APP, INVALID_CERTIFICATE, CHAIN_LENGTH, ENVIRONMENT, RETRY = 0, 1, 2, 3, 4, 6, 7


@dataclass(frozen=True)
class Difference:
    """An intentional difference of our verdict: Apple's verdict, and the reason for ours."""

    apple: int
    why: str


# Differences that occur in several tables.
PADDED = Difference(OK, "PyJWT accepts padding, which RFC 7515 leaves out; our verifier accepts only one form of a text")
LAST_NAME_WINS = Difference(OK, "Python's JSON uses the last of two values; other readers use the first")
LENIENT_JSON = Difference(OK, "Python's JSON accepts more than JSON")
GUESSED_ENCODING = Difference(OK, "Python's JSON finds out the encoding; a payload is UTF-8 without a mark here")
UNREAD_BITS = Difference(OK, "Python's JSON accepts half a pair of surrogates, which no UTF-8 text has")
HOLDS_ANY_NUMBER = Difference(OK, "Python's numbers have no end; those of other languages do")
DEEPER_THAN_PYTHON = Difference(OK, "nesting has an end that all our verifiers share; Python's is another one")
UNCAUGHT_TYPE = Difference(UNCAUGHT, "no status but an exception that the library's documentation does not name")


def judge(report, name, kind, text, verifiers, status, difference=None, attack=None):
    """Passes if our status is this one, and Apple's is the same or that of the stated difference. The text is an example of the
    attack."""
    if attack:
        report.attack(attack, name, text)
    ours, apple = (verifier.check(kind, text) for verifier in verifiers)
    of_apple = difference.apple if difference else status
    problems = []
    if ours.status != status or apple.status != of_apple:
        problems = [f"ours has to be {status} and is {ours.status}: {ours.said}",
                    f"Apple's has to be {of_apple} and is {apple.status}: {apple.said}"]
        if difference:
            problems.append(f"they differ because: {difference.why}")
    report.case(f"{name}, {kind.name.lower()}", problems)

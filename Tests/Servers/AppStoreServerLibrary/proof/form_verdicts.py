"""The expected verdict of both verifiers about each form of a certificate in the tables of forms."""

from .verdicts import FAILURE, INVALID_CERTIFICATE, OK, Difference

WRITTEN_ANEW = Difference(OK, "the library's OpenSSL writes anew what is not signed before the library looks at it; here a"
                              " certificate has one form only")
READ_LATER = Difference(INVALID_CERTIFICATE, "the library's OpenSSL, a newer one, looks at the form of dates when it reads them,"
                                             " ours when it compares them")

# Both sides refuse everything that is missing here, with FAILURE.
ACCEPTED = {
    "serial number 0", "a negative serial number", "a serial number of 20 bytes", "a serial number of 21 bytes",
    "both algorithms have NULL", "a signature with the other s", "an issuer in capitals", "an issuer with blanks around it",
    "an issuer as printable text", "a unique identifier of the issuer", "a unique identifier of the subject",
    "a beginning in the long form", "a beginning in 1950", "an end in 2049", "an end in the long form of 2049",
    "an end at the end of 9999", "a compressed point", "a hybrid point", "an unknown extension of no DER",
    "an unknown extension that is empty", "extended usage", "extended usage, critical", "policies", "policies, critical",
    "alternative name", "alternative name, critical", "alternative name of the issuer", "name constraints",
    "name constraints, critical", "policy constraints", "policy constraints, critical", "no other policy",
    "no other policy, critical", "information of the authority", "points of lists", "points of lists, critical",
}
# An intermediate certificate with another subject has not issued the leaf. The same applies to another key identifier.
ACCEPTED_OF_LEAF = {
    "a subject of two names", "a subject of 300 letters", "a set of the subject in order", "an empty key identifier",
}
# Without the bit for signatures, a leaf may not sign.
ACCEPTED_OF_INTERMEDIATE = {"key usage with zeros behind"}
UNREADABLE = {
    "the version in two bytes", "the version without a byte", "two numbers in the version",
    "a serial number with a zero in front", "a serial number with ones in front", "a serial number without a byte",
    "a text as serial number", "an algorithm with an empty identifier", "a signature without its first bits",
    "a signature as octets", "more behind the signature", "a subject that is no UTF-8", "a number in the subject",
    "an end as text", "three dates", "more behind the key", "two lists of extensions", "a criticality of two bytes",
    "an extension with a text as value", "an extension with three parts more",
}
DIFFERENCES = {
    "the certificate has a longer length than it needs": WRITTEN_ANEW,
    "the outer algorithm has a longer length than it needs": WRITTEN_ANEW,
    "the signature has a longer length than it needs": WRITTEN_ANEW,
    "the certificate has no length": WRITTEN_ANEW,
    "a beginning without seconds": READ_LATER,
    "a beginning without a zone": READ_LATER,
    "a beginning in words": READ_LATER,
    "an empty beginning": READ_LATER,
    "an end without seconds": READ_LATER,
}


def verdict_of(name, is_leaf):
    """The status, and the difference or None."""
    accepted = ACCEPTED | (ACCEPTED_OF_LEAF if is_leaf else ACCEPTED_OF_INTERMEDIATE)
    status = OK if name in accepted else INVALID_CERTIFICATE if name in UNREADABLE else FAILURE
    return status, DIFFERENCES.get(name)


def names():
    return ACCEPTED | ACCEPTED_OF_LEAF | ACCEPTED_OF_INTERMEDIATE | UNREADABLE | DIFFERENCES.keys()

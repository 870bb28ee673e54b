"""The responses of an OCSP server, and the expected verdict of both verifiers."""

import gzip
import hashlib
from dataclasses import dataclass, field, replace
from datetime import timedelta

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509.oid import ExtendedKeyUsageOID

from .chain import key_of, year
from .der import BOOLEAN, INTEGER, OCTET_STRING, SEQUENCE, Element, object_identifier
from .ocsp_responses import (BY_KEY, BY_NAME, DAY, HOUR, ISSUER, MINUTE, REVOKED, UNKNOWN, Answer, Signer, copy, delegate,
                           foreign, leaf_itself, lookalike)
from .verdicts import FAILURE, OK, RETRY, Difference

TYPE = "application/ocsp-response"


FIRST_COUNTS = Difference(OK, "the library continues until one is good; ours uses the first one about the certificate")
UNREADABLE = Difference(FAILURE, "the library has no word for what is no answer of OCSP; nothing was decided by it")
BUSY = Difference(FAILURE, "the library looks only at the HTTP status; a server that is busy has decided nothing")
NAMED = Difference(FAILURE, "the library fails with an AttributeError of its own where the signer is named by its name")
ECDSA_ONLY = Difference(FAILURE, "the library checks signatures by ECDSA only; RFC 6960 leaves the key to the signer")
OUTSIDE = Difference(FAILURE, "how a length or a default is written changes nothing of what the issuer has signed")
UNPACKED = Difference(OK, "the request did not allow compression; the library unpacks it nevertheless")


@dataclass(frozen=True)
class Http:
    """A response of a web server; without a body, it has the body of a good response."""

    status: int = 200
    body: object = None
    headers: dict = field(default_factory=lambda: {"Content-Type": TYPE})
    # The Content-Length; None: the length of the body.
    length: int | None = None


def signers():
    """Name, signer, whether it may respond, difference."""
    yield "its issuer", ISSUER, True
    yield "its issuer, which sends its certificate", replace(ISSUER, is_sent=True), True
    yield "a delegate", delegate(), True
    yield "a delegate that is not sent", replace(delegate(), is_sent=False), False
    yield "a delegate without purpose", delegate(None), False
    yield "a delegate with another purpose", delegate(ExtendedKeyUsageOID.CODE_SIGNING), False
    yield "a delegate for any purpose", delegate(ExtendedKeyUsageOID.ANY_EXTENDED_KEY_USAGE), False
    yield "a delegate that has expired", delegate(ends=year(2025)), False
    yield "a delegate that is not valid yet", delegate(begins=year(2100)), False
    yield "a delegate of a stranger", delegate(of_stranger=True), False
    yield "a delegate with P-384", delegate(key=key_of("responder", ec.SECP384R1())), True
    yield "a delegate with RSA", delegate(key=rsa.generate_private_key(65537, 2048)), True, ECDSA_ONLY
    yield "a stranger", Signer(foreign), False
    yield "a stranger with its issuer's name", Signer(lookalike), False
    yield "a certificate of its issuer", Signer(leaf_itself), False


def said_by_signers():
    for name, signer, may_response, *difference in signers():
        for how, encoding in (("key", BY_KEY), ("name", BY_NAME)):
            if may_response and encoding == BY_NAME:
                difference = [NAMED]
            yield (f"good, by {name}, named by {how}", Answer(signer=signer, encoding=encoding), OK if may_response else FAILURE,
                   *difference)
        if may_response:
            yield f"revoked, by {name}", Answer(REVOKED, signer), FAILURE
            yield f"unknown, by {name}", Answer(UNKNOWN, signer), FAILURE


def with_id(place, content):
    """The change of a part of the certificate's id."""
    def change(it, subject):
        it.id[place].content = content(it.id[place].content)
    return change


def with_md5(it, subject):
    it.id[0].content[0] = object_identifier("1.2.840.113549.2.5")
    name = subject.issuer.subject.public_bytes()
    point = subject.issuer.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    it.id[1].content, it.id[2].content = hashlib.md5(name).digest(), hashlib.md5(point).digest()


def ids():
    for digest in (hashes.SHA1(), hashes.SHA224(), hashes.SHA384(), hashes.SHA512()):
        yield f"an id with {digest.name}", Answer(digest=digest), OK
    yield "an id with MD5", Answer(change=with_md5), FAILURE
    yield "an id with an unknown digest", Answer(change=lambda it, _: setattr(
        it.id[0], "content", [object_identifier("1.3.6.1.4.1.55555.5")])), FAILURE
    yield "the name of another issuer", Answer(change=with_id(1, lambda it: it[:-1] + b"x")), FAILURE
    yield "the key of another issuer", Answer(change=with_id(2, lambda it: it[:-1] + b"x")), FAILURE
    yield "another serial number", Answer(change=with_id(3, lambda it: it[:-1] + bytes([it[-1] ^ 1]))), FAILURE
    yield "a negative serial number", Answer(change=with_id(3, lambda it: b"\xff" + it)), FAILURE
    yield "half of a hash", Answer(change=with_id(2, lambda it: it[:16])), FAILURE
    yield "an id of zeros", Answer(change=with_id(1, lambda it: bytes(len(it)))), FAILURE


def times():
    for name, begin, end, status in (
            ("since a year", -365 * DAY, HOUR, OK), ("for a year", -HOUR, 365 * DAY, OK),
            ("from in half a minute on", MINUTE / 2, HOUR, OK), ("from in two minutes on", 2 * MINUTE, HOUR, FAILURE),
            ("from tomorrow on", DAY, 2 * DAY, FAILURE), ("until half a minute ago", -HOUR, -MINUTE / 2, OK),
            ("until two minutes ago", -HOUR, -2 * MINUTE, FAILURE), ("until yesterday", -2 * DAY, -DAY, FAILURE),
            ("without an end", -HOUR, None, FAILURE), ("for this second", timedelta(), timedelta(), OK)):
        yield f"good {name}", Answer(this_update=begin, next_update=end), status
    yield "revoked until yesterday", Answer(REVOKED, this_update=-2 * DAY, next_update=-DAY), FAILURE

    def produced(text):
        def change(it, _):
            next(each for each in it.signed.content if each.tag == 0x18).content = text
        return change

    yield "made in 2001", Answer(change=produced(b"20010101000000Z")), OK
    yield "made in 2101", Answer(change=produced(b"21010101000000Z")), OK
    yield "with a date that is none", Answer(change=lambda it, _: setattr(it.single[2], "content", b"20261301000000Z")), FAILURE


def more_than_one():
    """Several statuses in one response: one good status is enough for Apple's library."""
    def with_singles(*changes):
        def change(it, subject):
            first = it.single
            copies = [copy(first) for _ in changes]
            for each, single in zip(changes, copies):
                each(single)
            it.singles[:] = copies
        return change

    def good(single):
        pass

    def other(single):
        single[0][3].content = b"\1"

    def status(tag):
        def change(single):
            single[1].tag, single[1].content = tag, b""
        return change

    def revoked(single):
        single[1].tag, single[1].content = 0xA1, [Element(0x18, b"20260101000000Z")]

    unknown = status(0x82)

    def stale(single):
        single[2].content, single[3].content = b"20010101000000Z", [Element(0x18, b"20010102000000Z")]

    yield "one of another certificate before", Answer(change=with_singles(other, good)), OK
    yield "one of another certificate behind", Answer(change=with_singles(good, other)), OK
    yield "of another certificate only", Answer(change=with_singles(other)), FAILURE
    yield "good twice", Answer(change=with_singles(good, good)), OK
    yield "good, then revoked", Answer(change=with_singles(good, revoked)), OK
    yield "revoked, then good", Answer(change=with_singles(revoked, good)), FAILURE, FIRST_COUNTS
    yield "unknown, then good", Answer(change=with_singles(unknown, good)), FAILURE, FIRST_COUNTS
    yield "stale, then good", Answer(change=with_singles(stale, good)), FAILURE, FIRST_COUNTS
    yield "of nothing", Answer(change=with_singles()), FAILURE


def forms():
    def set_status(number):
        def change(it, _):
            it.status.content = bytes([number])
        return change

    def verdict(number):
        return (RETRY, BUSY) if number in (2, 3) else (FAILURE,)

    for name, number in (("malformed request", 1), ("internal error", 2), ("try later", 3), ("reserved", 4), ("sign it", 5),
                         ("unauthorized", 6), ("no status", 7)):
        yield f"{name}, with an answer", Answer(change_whole=set_status(number)), *verdict(number)
    for name, number in (("malformed request", 1), ("internal error", 2), ("try later", 3), ("sign it", 5), ("unauthorized", 6)):
        yield name, bytes([0x30, 3, 0x0A, 1, number]), *verdict(number)
    yield "a success without an answer", bytes([0x30, 3, 0x0A, 1, 0]), FAILURE
    yield "an answer of another kind", Answer(change_whole=lambda it, _: setattr(
        it.kind, "content", object_identifier("1.3.6.1.5.5.7.48.1.2").content)), FAILURE

    def with_version(number):
        return lambda it, _: it.signed.content.insert(0, Element(0xA0, [Element(INTEGER, bytes([number]))]))

    yield "version 2", Answer(change=with_version(1)), OK
    yield "version 1, said", Answer(change=with_version(0)), OK, OUTSIDE
    for name, is_critical, of_single in (("an unknown extension", False, False), ("an unknown critical extension", True, False),
                                         ("an unknown extension of the certificate", False, True),
                                         ("an unknown critical extension of the certificate", True, True)):
        yield name, Answer(change=with_extension("1.3.6.1.4.1.55555.6", is_critical, of_single)), OK
    yield "a nonce that nobody has sent", Answer(change=with_extension("1.3.6.1.5.5.7.48.1.2", False, False)), OK

    def behind(more):
        return lambda it, _: it.der + more

    def longer(part):
        def change(it, _):
            part(it).spare = 1
        return change

    yield "a zero behind it", Answer(change_whole=behind(b"\0")), RETRY, UNREADABLE
    yield "another answer behind it", Answer(change_whole=behind(b"\x30\3\x0a\1\6")), RETRY, UNREADABLE
    yield "half of it", Answer(change_whole=lambda it, _: it.der[:100]), RETRY, UNREADABLE
    for name, part in (("the whole", lambda it: it.whole), ("the basic part", lambda it: it.basic), ("the signature",
                       lambda it: it.signature), ("the algorithm", lambda it: it.algorithm)):
        yield f"{name} has a longer length than it needs", Answer(change_whole=longer(part)), OK, OUTSIDE
    for name, part in (("the signed part", lambda it: it.signed), ("what is said", lambda it: it.single), ("the id",
                       lambda it: it.single[0])):
        yield f"{name} has a longer length than it needs", Answer(change=longer(part)), FAILURE


def with_extension(dotted, is_critical, of_single):
    def change(it, _):
        critical = [Element(BOOLEAN, b"\xff")] if is_critical else []
        extension = Element(SEQUENCE, [object_identifier(dotted), *critical, Element(OCTET_STRING, b"\4\1x")])
        extensions = Element(0xA1, [Element(SEQUENCE, [extension])])
        (it.single if of_single else it.signed).content.append(extensions)
    return change


def signatures():
    yield "signed over SHA-384", Answer(signature_digest=hashes.SHA384()), OK
    yield "signed over SHA-512", Answer(signature_digest=hashes.SHA512()), OK

    def bits(change):
        def change_bits(it, _):
            it.signature.content = change(it.signature.content)
        return change_bits

    yield "with a changed signature", Answer(change_whole=bits(lambda it: it[:-1] + bytes([it[-1] ^ 1]))), FAILURE
    yield "without a signature", Answer(change_whole=bits(lambda it: b"\0")), FAILURE
    yield "with a byte behind the signature", Answer(change_whole=bits(lambda it: it + b"\0")), FAILURE
    yield "with a signature of zeros", Answer(change_whole=bits(lambda it: b"\0\x30\6\2\1\0\2\1\0")), FAILURE
    yield "with another algorithm", Answer(change_whole=lambda it, _: setattr(
        it.algorithm, "content", [object_identifier("1.2.840.10045.4.3.3")])), FAILURE
    yield "with an unknown algorithm", Answer(change_whole=lambda it, _: setattr(
        it.algorithm, "content", [object_identifier("1.3.6.1.4.1.55555.7")])), FAILURE

    def said_otherwise(it, _):
        it.single[1].tag = 0x82

    yield "changed after it was signed", Answer(change_whole=said_otherwise), FAILURE


def web():
    page = b"<html>Please log in</html>"
    for status in (201, 203, 204, 206, 302, 400, 401, 403, 404, 429, 500, 502, 503):
        yield f"HTTP {status}", Http(status), RETRY
    yield "a page", Http(body=page, headers={"Content-Type": "text/html"}), RETRY, UNREADABLE
    yield "a good answer that is called a page", Http(headers={"Content-Type": "text/html"}), OK
    yield "a good answer without a type", Http(headers={}), OK
    yield "an empty body", Http(body=b""), RETRY, UNREADABLE
    compressed = {"Content-Type": TYPE, "Content-Encoding": "gzip"}
    yield "a compressed answer", Http(body=gzip.compress, headers=compressed), RETRY, UNPACKED
    yield "a body that is cut", Http(length=100_000), RETRY
    yield "a body that is longer than it says", Http(body=lambda der: der + b"more", length=-4), OK
    yield "70000 bytes", Http(body=Element(OCTET_STRING, bytes(70_000)).der), RETRY, UNREADABLE


def answers():
    """Name, response, status, difference."""
    for group in (said_by_signers, ids, times, more_than_one, forms, signatures, web):
        yield from group()

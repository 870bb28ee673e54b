"""Changes of a certificate's bytes: what DER and RFC 5280 forbid, and what they allow."""

from . import form_contents
from .der import INTEGER, NULL, OCTET_STRING, SEQUENCE, UTF8_STRING, Element, object_identifier, read
from .reissue import BASIC_CONSTRAINTS, ISSUER_KEY, KEY_IDENTIFIER, KEY_USAGE, having, marker_of, setting

# ------------------------------------------------------------------------------------------------- lengths

# Name, the element.
PLACES = (
    ("the certificate", lambda it: it.whole),
    ("the signed part", lambda it: it.signed),
    ("the version", lambda it: it.version),
    ("the version's number", lambda it: it.version[0]),
    ("the serial number", lambda it: it.number),
    ("the inner algorithm", lambda it: it.inner_algorithm),
    ("the inner algorithm's identifier", lambda it: it.inner_algorithm[0]),
    ("the issuer", lambda it: it.issuer),
    ("a set of the issuer", lambda it: it.issuer[0]),
    ("an attribute of the issuer", lambda it: it.issuer[0][0]),
    ("a text of the issuer", lambda it: it.issuer[0][0][1]),
    ("the validity", lambda it: it.validity),
    ("the end", lambda it: it.validity[1]),
    ("the subject", lambda it: it.subject),
    ("a text of the subject", lambda it: it.subject[0][0][1]),
    ("the key", lambda it: it.key),
    ("the key's algorithm", lambda it: it.key[0]),
    ("the curve", lambda it: it.key[0][1]),
    ("the point", lambda it: it.key[1]),
    ("the wrapper of the extensions", lambda it: it.wrapper),
    ("the extensions", lambda it: it.wrapper[0]),
    ("an extension", lambda it: it.extension(BASIC_CONSTRAINTS)),
    ("the extension's identifier", lambda it: it.extension(BASIC_CONSTRAINTS)[0]),
    ("the extension's criticality", lambda it: it.extension(BASIC_CONSTRAINTS)[1]),
    ("the extension's value", lambda it: it.value(BASIC_CONSTRAINTS)),
    ("the marker", marker_of),
    ("the outer algorithm", lambda it: it.algorithm),
    ("the signature", lambda it: it.signature),
)


def lengthened(place, spare=1):
    def change(it):
        place(it).spare = spare
    return change


def without_length(place):
    def change(it):
        place(it).is_indefinite = True
    return change


def inside(dotted, change):
    """Changes the first element inside of an extension's value."""
    def change_value(it):
        value = it.value(dotted)
        element = read(value.content)
        change(element)
        value.content = element.der
    return change_value


def lengths():
    """Name, change."""
    for name, place in PLACES:
        yield f"{name} has a longer length than it needs", lengthened(place)
    constructed = ("the certificate", "the signed part", "the issuer", "the validity", "the key", "the extensions", "the marker")
    for name, place in PLACES:
        if name in constructed:
            yield f"{name} has no length", without_length(place)
    yield "the signed part has a length of eight bytes", lengthened(lambda it: it.signed, 6)

    def longer(element):
        element.spare = 1

    for name, dotted in (("basic constraints", BASIC_CONSTRAINTS), ("key usage", KEY_USAGE), ("key identifier", KEY_IDENTIFIER),
                         ("issuer's key", ISSUER_KEY)):
        yield f"{name} have a longer length inside", inside(dotted, longer)


# ------------------------------------------------------------------------------------------------- values

def no_version(it):
    it.remove(it.version)


def of_version(number):
    return setting(lambda it: it.version[0], number.to_bytes(1, "big", signed=True))


def bare_version_1(it):
    it.remove(it.version)
    it.remove(it.wrapper)


def versions():
    yield "no version, which is 1", no_version
    yield "no version and no extensions", bare_version_1
    for number in (0, 1, 3, 4, -1):
        yield f"version {number + 1}", of_version(number)
    yield "the version in two bytes", setting(lambda it: it.version[0], b"\0\2")
    yield "the version without a byte", setting(lambda it: it.version[0], b"")
    yield "two numbers in the version", lambda it: it.version.content.append(Element(INTEGER, b"\2"))


def numbers():
    number = lambda it: it.number
    yield "serial number 0", setting(number, b"\0")
    yield "a negative serial number", setting(number, b"\x81\2\3")
    yield "a serial number of 20 bytes", setting(number, b"\x7f" + bytes(range(19)))
    yield "a serial number of 21 bytes", setting(number, b"\x7f" + bytes(range(20)))
    yield "a serial number with a zero in front", setting(number, b"\0\1")
    yield "a serial number with ones in front", setting(number, b"\xff\xff")
    yield "a serial number without a byte", setting(number, b"")
    yield "a text as serial number", having(number, tag=UTF8_STRING)


def algorithms():
    null = Element(NULL, b"")

    def both_have_null(it):
        it.inner_algorithm.content.append(null)
        it.algorithm.content.append(null)

    def both_are(dotted):
        def change(it):
            it.inner_algorithm.content[0] = it.algorithm.content[0] = object_identifier(dotted)
        return change

    yield "the inner algorithm has NULL", lambda it: it.inner_algorithm.content.append(null)
    yield "the outer algorithm has NULL", lambda it: it.algorithm.content.append(null)
    yield "both algorithms have NULL", both_have_null
    yield "the inner algorithm is another one", setting(lambda it: it.inner_algorithm, [object_identifier("1.2.840.10045.4.3.3")])
    yield "the outer algorithm is another one", setting(lambda it: it.algorithm, [object_identifier("1.2.840.10045.4.3.3")])
    yield "both algorithms are another one", both_are("1.2.840.10045.4.3.3")
    yield "both algorithms are unknown", both_are("1.3.6.1.4.1.55555.9")
    yield "both algorithms are MD5 with RSA", both_are("1.2.840.113549.1.1.4")
    yield "an algorithm with an empty identifier", setting(lambda it: it.inner_algorithm[0], b"")


def signatures():
    def then(change):
        return lambda it: change

    def set_signature(content):
        def afterwards(it):
            it.signature.content = content(it.signature.content)
        return then(afterwards)

    def numbers(change):
        def content(bits):
            r, s = (int.from_bytes(each.content, "big") for each in read(bits[1:]).content)
            return b"\0" + Element(SEQUENCE, [Element(INTEGER, signed(n)) for n in change(r, s)]).der
        return set_signature(content)

    def signed(number):
        return number.to_bytes(number.bit_length() // 8 + 1, "big", signed=True)

    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    yield "no signature", set_signature(lambda bits: b"\0")
    yield "a signature without its first bits", set_signature(lambda bits: b"")
    yield "unused bits in the signature", set_signature(lambda bits: b"\1" + bits[1:])
    yield "a byte behind the signature", set_signature(lambda bits: bits + b"\0")
    yield "a changed signature", set_signature(lambda bits: bits[:-1] + bytes([bits[-1] ^ 1]))
    yield "a raw signature", set_signature(lambda bits: b"\0" + bits[-64:])
    yield "a signature with the other s", numbers(lambda r, s: (r, order - s))
    yield "a signature of zeros", numbers(lambda r, s: (0, 0))
    yield "a signature with r beyond the order", numbers(lambda r, s: (r + order, s))
    yield "a signature with a negative s", numbers(lambda r, s: (r, s - order))
    yield "a signature of three numbers", numbers(lambda r, s: (r, s, 1))
    yield "a signature as octets", then(having(lambda it: it.signature, tag=OCTET_STRING))
    yield "more behind the signature", then(lambda it: it.whole.content.append(Element(NULL, b"")))


def changes():
    """Name and change of each."""
    for group in (lengths, versions, numbers, algorithms, signatures):
        yield from group()
    yield from form_contents.changes()

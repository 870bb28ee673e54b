"""Changes of a certificate's content: names, times, keys, extensions."""

from .der import (BOOLEAN, GENERALIZED_TIME, INTEGER, NULL, OCTET_STRING, PRINTABLE_STRING, SEQUENCE, SET, UTC_TIME, UTF8_STRING,
                  Element, object_identifier)
from .reissue import BASIC_CONSTRAINTS, ISSUER_KEY, KEY_IDENTIFIER, KEY_USAGE, UNKNOWN, having, marker_of, setting

EXTENDED_USAGE, POLICIES, ALTERNATIVE_NAME, NAME_CONSTRAINTS = "2.5.29.37", "2.5.29.32", "2.5.29.17", "2.5.29.30"
POLICY_CONSTRAINTS, ANY_POLICY, LIST_POINTS = "2.5.29.36", "2.5.29.54", "2.5.29.31"
INFORMATION, ISSUER_NAME = "1.3.6.1.5.5.7.1.1", "2.5.29.18"
COMMON_NAME = object_identifier("2.5.4.3")


def name(*texts, tag=UTF8_STRING, identifier=COMMON_NAME):
    return [Element(SET, [Element(SEQUENCE, [identifier, Element(tag, text)])]) for text in texts]


def names():
    def issuer(change):
        def change_text(it):
            text = it.issuer[0][0][1]
            text.content = change(text.content)
        return change_text

    yield "an issuer in capitals", issuer(bytes.upper)
    yield "an issuer with blanks around it", issuer(lambda text: b" " + text + b"  ")
    yield "an issuer with a letter more", issuer(lambda text: text + b"x")
    yield "an issuer with a NUL", issuer(lambda text: text + b"\0")
    yield "an issuer as printable text", having(lambda it: it.issuer[0][0][1], tag=PRINTABLE_STRING)
    yield "no issuer", setting(lambda it: it.issuer, [])
    yield "an issuer with a name more", lambda it: it.issuer.content.extend(name(b"more"))
    yield "no subject", setting(lambda it: it.subject, [])
    yield "a subject of two names", lambda it: it.subject.content.extend(name(b"more"))
    yield "a subject of 300 letters", setting(lambda it: it.subject, name(b"x" * 300))
    yield "a subject that is no UTF-8", setting(lambda it: it.subject, name(b"\xff"))
    yield "a printable subject with other letters", setting(lambda it: it.subject, name(b"a_b@*", tag=PRINTABLE_STRING))
    yield "an empty set in the subject", setting(lambda it: it.subject, [Element(SET, [])])
    two = [Element(SEQUENCE, [COMMON_NAME, Element(UTF8_STRING, text)]) for text in (b"b", b"a")]
    yield "a set of the subject in order", setting(lambda it: it.subject, [Element(SET, two[::-1])])
    yield "a set of the subject out of order", setting(lambda it: it.subject, [Element(SET, two)])
    yield "a number in the subject", setting(lambda it: it.subject, name(b"\1", tag=INTEGER))
    for count, which in ((1, "issuer"), (2, "subject")):
        yield f"a unique identifier of the {which}", unique_identifier(0x80 | count)


def unique_identifier(tag):
    return lambda it: it.signed.content.insert(7, Element(tag, b"\0\1"))


def times():
    begin, end = (lambda it: it.validity[0]), (lambda it: it.validity[1])
    for name, place, tag, content in (
            ("a beginning in the long form", begin, GENERALIZED_TIME, b"20200101000000Z"),
            ("a beginning without seconds", begin, UTC_TIME, b"2001010000Z"),
            ("a beginning with an offset", begin, UTC_TIME, b"200101000000+0000"),
            ("a beginning without a zone", begin, UTC_TIME, b"200101000000"),
            ("a beginning in month 13", begin, UTC_TIME, b"201301000000Z"),
            ("a beginning on the 30th of February", begin, UTC_TIME, b"200230000000Z"),
            ("a beginning at second 60", begin, UTC_TIME, b"200101000060Z"),
            ("a beginning in words", begin, UTC_TIME, b"January"),
            ("an empty beginning", begin, UTC_TIME, b""),
            ("a beginning in 1950", begin, UTC_TIME, b"500101000000Z"),
            ("an end in 2049", end, UTC_TIME, b"491231235959Z"),
            ("an end in 1950", end, UTC_TIME, b"500101000000Z"),
            ("an end in the long form of 2049", end, GENERALIZED_TIME, b"20491231235959Z"),
            ("an end with a fraction", end, GENERALIZED_TIME, b"21200101000000.5Z"),
            ("an end without seconds", end, GENERALIZED_TIME, b"212001010000Z"),
            ("an end with an offset", end, GENERALIZED_TIME, b"21200101000000+0100"),
            ("an end at the end of 9999", end, GENERALIZED_TIME, b"99991231235959Z"),
            ("an end in the year 0", end, GENERALIZED_TIME, b"00000101000000Z"),
            ("an end as text", end, UTF8_STRING, b"21200101000000Z")):
        yield name, having(place, tag=tag, content=content)
    yield "an end before the beginning", lambda it: it.validity.content.reverse()
    yield "three dates", lambda it: it.validity.content.append(Element(UTC_TIME, b"200101000000Z"))


def keys():
    point, kind = (lambda it: it.key[1]), (lambda it: it.key[0])

    def moved(bits):
        return b"\0\4" + bits[2:-1] + bytes([bits[-1] ^ 1])

    def changed_point(change):
        def change_bits(it):
            it.key[1].content = change(it.key[1].content)
        return change_bits

    yield "a compressed point", changed_point(lambda bits: b"\0" + bytes([2 | bits[-1] & 1]) + bits[2:34])
    yield "a hybrid point", changed_point(lambda bits: b"\0" + bytes([6 | bits[-1] & 1]) + bits[2:])
    yield "the point at infinity", setting(point, b"\0\0")
    yield "the point (0, 0)", setting(point, b"\0\4" + bytes(64))
    yield "a point beside the curve", changed_point(moved)
    yield "a point of all ones", setting(point, b"\0\4" + b"\xff" * 64)
    yield "no point", setting(point, b"\0")
    yield "half of a point", changed_point(lambda bits: bits[:40])
    yield "a byte behind the point", changed_point(lambda bits: bits + b"\0")
    yield "unused bits in the point", changed_point(lambda bits: b"\3" + bits[1:])
    yield "another curve", setting(lambda it: it.key[0][1], object_identifier("1.3.132.0.10").content)
    yield "an unknown curve", setting(lambda it: it.key[0][1], object_identifier("1.3.6.1.4.1.55555.3").content)
    yield "no curve", lambda it: it.key[0].content.pop()
    yield "NULL for the curve", setting(kind, [object_identifier("1.2.840.10045.2.1"), Element(NULL, b"")])
    yield "a key of an unknown kind", setting(lambda it: it.key[0][0], object_identifier("1.3.6.1.4.1.55555.4").content)
    yield "more behind the key", lambda it: it.key.content.append(Element(NULL, b""))


# ------------------------------------------------------------------------------------------------- extensions

def twice(dotted):
    return lambda it: it.extensions.append(it.extension(dotted))


def with_value(dotted, content):
    def change(it):
        it.value(dotted).content = content
    return change


def adding(dotted, content, is_critical=False):
    return lambda it: it.add(dotted, content, is_critical)


def extensions():
    def marker_twice(it):
        it.extensions.append(marker_of(it))

    def other_marker(it):
        # With another value.
        it.extensions.append(Element(SEQUENCE, [marker_of(it)[0], Element(OCTET_STRING, b"\x0c\1x")]))

    def unknown_twice(it):
        it.add(UNKNOWN, b"\5\0")
        it.add(UNKNOWN, b"\5\0")

    yield "the marker twice", marker_twice
    yield "the marker twice with other values", other_marker
    yield "an unknown extension twice", unknown_twice
    for name, dotted in (("basic constraints", BASIC_CONSTRAINTS), ("key usage", KEY_USAGE), ("key identifier", KEY_IDENTIFIER),
                         ("issuer's key", ISSUER_KEY)):
        yield f"{name} twice", twice(dotted)
        yield f"{name} empty", with_value(dotted, b"")
        yield f"{name} of NULL", with_value(dotted, b"\5\0")
        yield f"{name} of no DER", with_value(dotted, b"\x30\x05\1")
        yield f"{name} with more behind it", lambda it, dotted=dotted: setattr(
            it.value(dotted), "content", it.value(dotted).content + b"\5\0")
    yield "no extension", setting(lambda it: it.wrapper[0], [])
    yield "no list of extensions", lambda it: it.remove(it.wrapper)
    yield "two lists of extensions", lambda it: it.wrapper.content.append(Element(SEQUENCE, []))
    yield "criticality said to be false", criticality(b"\0")
    yield "a critical 1", setting(lambda it: it.extension(BASIC_CONSTRAINTS)[1], b"\1")
    yield "a criticality of two bytes", setting(lambda it: it.extension(BASIC_CONSTRAINTS)[1], b"\xff\xff")
    yield "an authority of 1", with_value(BASIC_CONSTRAINTS, b"\x30\3\1\1\1")
    yield "no authority, said", with_value(BASIC_CONSTRAINTS, b"\x30\3\1\1\0")
    yield "a path length without authority", with_value(BASIC_CONSTRAINTS, b"\x30\3\2\1\0")
    yield "a negative path length", with_value(BASIC_CONSTRAINTS, b"\x30\6\1\1\xff\2\1\xff")
    yield "a path length in two bytes", with_value(BASIC_CONSTRAINTS, b"\x30\7\1\1\xff\2\2\0\0")
    yield "a huge path length", with_value(BASIC_CONSTRAINTS, b"\x30\x0e\1\1\xff\2\x09\1" + bytes(8))
    yield "key usage of no bit", with_value(KEY_USAGE, b"\3\1\0")
    yield "key usage with zeros behind", with_value(KEY_USAGE, b"\3\2\0\x86")
    yield "key usage with a wrong count of bits", with_value(KEY_USAGE, b"\3\2\x09\x86")
    yield "key usage with unused bits", with_value(KEY_USAGE, b"\3\2\1\x87")
    yield "an empty key identifier", with_value(KEY_IDENTIFIER, b"\4\0")
    yield "an unknown extension of no DER", adding(UNKNOWN, b"x")
    yield "an unknown extension that is empty", adding(UNKNOWN, b"")
    yield "an extension with a text as value", having(lambda it: it.value(BASIC_CONSTRAINTS), tag=UTF8_STRING)
    yield "an extension with three parts more", lambda it: marker_of(it).content.append(Element(NULL, b""))
    for name, dotted, right in KNOWN:
        yield f"{name}", adding(dotted, right)
        yield f"{name}, critical", adding(dotted, right, True)
        yield f"{name} of no DER", adding(dotted, b"\x30\x05\1")


def criticality(content):
    return lambda it: marker_of(it).content.insert(1, Element(BOOLEAN, content))


# Name, identifier, a valid value.
KNOWN = (
    ("extended usage", EXTENDED_USAGE, Element(SEQUENCE, [object_identifier("1.3.6.1.5.5.7.3.3")]).der),
    ("policies", POLICIES, Element(SEQUENCE, [Element(SEQUENCE, [object_identifier("1.2.840.113635.100.5.6.1")])]).der),
    ("alternative name", ALTERNATIVE_NAME, Element(SEQUENCE, [Element(0x82, b"example.com")]).der),
    ("alternative name of the issuer", ISSUER_NAME, Element(SEQUENCE, [Element(0x82, b"example.com")]).der),
    ("name constraints", NAME_CONSTRAINTS,
     Element(SEQUENCE, [Element(0xA0, [Element(SEQUENCE, [Element(0x82, b"example.com")])])]).der),
    ("policy constraints", POLICY_CONSTRAINTS, Element(SEQUENCE, [Element(0x80, b"\0")]).der),
    ("no other policy", ANY_POLICY, Element(INTEGER, b"\0").der),
    ("information of the authority", INFORMATION, Element(SEQUENCE, [Element(SEQUENCE, [
        object_identifier("1.3.6.1.5.5.7.48.1"), Element(0x86, b"http://127.0.0.1/")])]).der),
    ("points of lists", LIST_POINTS, Element(SEQUENCE, [Element(SEQUENCE, [Element(0xA0, [Element(0xA0, [
        Element(0x86, b"http://127.0.0.1/")])])])]).der),
)


def changes():
    """Name and change of each."""
    for group in (names, times, keys, extensions):
        yield from group()

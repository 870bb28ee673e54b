"""Certificates with changed bytes, signed again."""

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from .chain import (INTERMEDIATE_MARKER, LEAF_MARKER, UNKNOWN_EXTENSION, Chain, intermediate_template, make_chain,
                    root_template)
from .der import BOOLEAN, OCTET_STRING, SEQUENCE, Element, object_identifier, read

KEY_IDENTIFIER, KEY_USAGE, BASIC_CONSTRAINTS, ISSUER_KEY = "2.5.29.14", "2.5.29.15", "2.5.29.19", "2.5.29.35"
UNKNOWN = UNKNOWN_EXTENSION.dotted_string
MARKERS = [object_identifier(each.dotted_string).content for each in (LEAF_MARKER, INTERMEDIATE_MARKER)]
CRITICAL = Element(BOOLEAN, b"\xff")


class Certificate:
    """A certificate, split into its parts, before it is signed."""

    def __init__(self, der):
        self.whole = read(der)
        self.signed, self.algorithm, self.signature = self.whole.content
        (self.version, self.number, self.inner_algorithm, self.issuer, self.validity, self.subject,
         self.key, self.wrapper) = self.signed.content

    @property
    def extensions(self):
        """The extensions, as elements."""
        return self.wrapper[0].content

    def extension(self, dotted):
        wanted = object_identifier(dotted).content
        return next(each for each in self.extensions if each[0].content == wanted)

    def value(self, dotted):
        """The bytes of an extension's value, as an element that can be changed."""
        return self.extension(dotted)[-1]

    def remove(self, part):
        self.signed.content = [each for each in self.signed.content if each is not part]

    def replace(self, part, other):
        self.signed.content = [other if each is part else each for each in self.signed.content]

    def add(self, dotted, value, is_critical=False):
        critical = [CRITICAL] if is_critical else []
        self.extensions.append(
            Element(SEQUENCE, [object_identifier(dotted), *critical, Element(OCTET_STRING, value)]))

    def sign(self, key):
        signature = key.sign(self.signed.der, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
        self.signature.content = b"\0" + signature


def marker_of(certificate):
    return next(each for each in certificate.extensions if each[0].content in MARKERS)


def setting(part, content):
    """The change that gives a part this content."""
    def change(certificate):
        part(certificate).content = content
    return change


def having(part, **fields):
    """The change that sets additional attributes of a part."""
    def change(certificate):
        for name, value in fields.items():
            setattr(part(certificate), name, value)
    return change


def reissued(der, key, change):
    """The certificate after a change. The change may return a function, which changes it after it was signed."""
    certificate = Certificate(der)
    afterwards = change(certificate)
    certificate.sign(key)
    if callable(afterwards):
        afterwards(certificate)
    return certificate.whole.der


def changed_leaf(change):
    right = make_chain()
    key = intermediate_template(root_template().key).key
    return Chain(reissued(right.leaf, key, change), right.intermediate, right.root, right.key)


def changed_intermediate(change):
    right = make_chain()
    return Chain(right.leaf, reissued(right.intermediate, root_template().key, change), right.root, right.key)

"""Certificates and signatures that no store makes: the App Store's format, with one change."""

import base64
import datetime
import hashlib
import json
from dataclasses import dataclass, field, replace

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

LEAF_MARKER = x509.ObjectIdentifier("1.2.840.113635.100.6.11.1")
INTERMEDIATE_MARKER = x509.ObjectIdentifier("1.2.840.113635.100.6.2.1")
UNKNOWN_EXTENSION = x509.ObjectIdentifier("1.3.6.1.4.1.55555.1")
ASN1_NULL = b"\x05\x00"


def year(number):
    return datetime.datetime(number, 1, 1, tzinfo=datetime.timezone.utc)


def key_of(name, curve=None):
    """A key that is the same in each run."""
    number = int.from_bytes(hashlib.sha256(name.encode()).digest(), "big")
    return ec.derive_private_key(number >> 1, curve or ec.SECP256R1())


@dataclass(frozen=True)
class Extension:
    value: x509.ExtensionType
    is_critical: bool = False


@dataclass(frozen=True)
class Template:
    """The content of a certificate. Extensions have names of our own: a test case can then remove one."""

    name: str
    key: object
    extensions: dict = field(default_factory=dict)
    begins: datetime.datetime = year(2020)
    # Later than any date on which this runs.
    ends: datetime.datetime = year(2120)

    def without(self, *names):
        return replace(self, extensions={name: each for name, each in self.extensions.items() if name not in names})

    def having(self, name, value, is_critical=False):
        return replace(self, extensions=self.extensions | {name: Extension(value, is_critical)})


def marker(identifier, value=ASN1_NULL):
    return x509.UnrecognizedExtension(identifier, value)


def key_usage(**uses):
    names = ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement",
             "key_cert_sign", "crl_sign", "encipher_only", "decipher_only")
    return x509.KeyUsage(**{name: uses.get(name, False) for name in names})


def _key_identifier(key):
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key())


def issuer_identifier(issuer):
    return x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(_key_identifier(issuer))


def root_template(name="Test Root", key=None):
    key = key or key_of(name)
    return (Template(name, key)
            .having("basic constraints", x509.BasicConstraints(True, None), True)
            .having("key usage", key_usage(key_cert_sign=True, crl_sign=True), True)
            .having("key identifier", _key_identifier(key)))


def intermediate_template(issuer_key, key=None, path_length=0):
    key = key or key_of("Test Intermediate")
    return (Template("Test Intermediate", key)
            .having("basic constraints", x509.BasicConstraints(True, path_length), True)
            .having("key usage", key_usage(key_cert_sign=True, crl_sign=True), True)
            .having("key identifier", _key_identifier(key))
            .having("issuer's key identifier", issuer_identifier(issuer_key))
            .having("marker", marker(INTERMEDIATE_MARKER)))


def leaf_template(issuer_key, key=None):
    key = key or key_of("Test Leaf")
    return (Template("Test Leaf", key)
            .having("basic constraints", x509.BasicConstraints(False, None), True)
            .having("key usage", key_usage(digital_signature=True), True)
            .having("key identifier", _key_identifier(key))
            .having("issuer's key identifier", issuer_identifier(issuer_key))
            .having("marker", marker(LEAF_MARKER)))


def issue(template, issuer_name, issuer_key, digest=hashes.SHA256()):
    """The certificate in DER."""
    builder = (x509.CertificateBuilder()
               .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, template.name)]))
               .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer_name)]))
               .public_key(template.key.public_key())
               .serial_number(int.from_bytes(hashlib.sha256(template.name.encode()).digest()[:8], "big") | 1)
               .not_valid_before(template.begins)
               .not_valid_after(template.ends))
    for each in template.extensions.values():
        builder = builder.add_extension(each.value, each.is_critical)
    return builder.sign(issuer_key, digest, ecdsa_deterministic=True).public_bytes(Encoding.DER)


@dataclass(frozen=True)
class Chain:
    """Three certificates in DER, and the key of the first one."""

    leaf: bytes
    intermediate: bytes
    root: bytes
    key: object

    @property
    def x5c(self):
        return [base64.b64encode(each).decode() for each in (self.leaf, self.intermediate, self.root)]


def make_chain(change_root=None, change_intermediate=None, change_leaf=None, root=None, intermediate_key=None, leaf_key=None,
               digest=hashes.SHA256()):
    """A chain in the App Store's format; each function gets a template and returns a changed one."""
    def unchanged(template):
        return template

    root = (change_root or unchanged)(root or root_template())
    intermediate = (change_intermediate or unchanged)(intermediate_template(root.key, intermediate_key))
    leaf = (change_leaf or unchanged)(leaf_template(intermediate.key, leaf_key))
    return Chain(issue(leaf, intermediate.name, intermediate.key, digest),
                 issue(intermediate, root.name, root.key, digest), issue(root, root.name, root.key, digest), leaf.key)


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw_signature(key, message):
    r, s = decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True)))
    size = (key.key_size + 7) // 8
    return r.to_bytes(size, "big") + s.to_bytes(size, "big")


def jws(chain, payload, header=None, sign=raw_signature):
    """A compact JWS. The header is the App Store's with the given additions, or exactly the given bytes."""
    if not isinstance(header, bytes):
        header = json.dumps({"alg": "ES256", "x5c": chain.x5c} | (header or {})).encode()
    if not isinstance(payload, bytes):
        payload = json.dumps(payload).encode()
    message = f"{base64url(header)}.{base64url(payload)}"
    return f"{message}.{base64url(sign(chain.key, message.encode()))}"

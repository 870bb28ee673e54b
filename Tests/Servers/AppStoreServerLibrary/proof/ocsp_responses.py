"""Responses of OCSP servers: valid ones with one change each."""

import datetime
from dataclasses import dataclass, field

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509 import ocsp
from cryptography.x509.oid import AuthorityInformationAccessOID, ExtendedKeyUsageOID

from .chain import (Template, intermediate_template, issue, issuer_identifier, key_of, key_usage, leaf_template, make_chain,
                    root_template)
from .der import read

MINUTE, HOUR, DAY = (datetime.timedelta(**{unit: 1}) for unit in ("minutes", "hours", "days"))
BY_KEY, BY_NAME = ocsp.OCSPResponderEncoding.HASH, ocsp.OCSPResponderEncoding.NAME
GOOD, REVOKED, UNKNOWN = ocsp.OCSPCertStatus.GOOD, ocsp.OCSPCertStatus.REVOKED, ocsp.OCSPCertStatus.UNKNOWN


def with_server(url):
    """A change that adds a server to a template."""
    location = x509.AccessDescription(AuthorityInformationAccessOID.OCSP, x509.UniformResourceIdentifier(url))
    return lambda it: it.having("information", x509.AuthorityInformationAccess([location]))


@dataclass(frozen=True)
class Subject:
    """A certificate in an OCSP request, and its issuer."""

    certificate: x509.Certificate
    issuer: x509.Certificate
    issuer_key: object


class Chain:
    """A chain whose certificates name the server."""

    def __init__(self, url):
        named = with_server(url)
        self.chain = make_chain(change_intermediate=named, change_leaf=named)
        leaf, intermediate, root = (x509.load_der_x509_certificate(each) for each in
                                    (self.chain.leaf, self.chain.intermediate, self.chain.root))
        root_key = root_template().key
        self.leaf = Subject(leaf, intermediate, intermediate_template(root_key).key)
        self.intermediate = Subject(intermediate, root, root_key)

    def subject(self, request):
        number = ocsp.load_der_ocsp_request(request).serial_number
        return self.leaf if number == self.leaf.certificate.serial_number else self.intermediate


@dataclass(frozen=True)
class Signer:
    """The signer: a function of the subject that returns certificate and key."""

    of: object
    is_sent: bool = True


def delegate(purpose=ExtendedKeyUsageOID.OCSP_SIGNING, key=None, of_stranger=False, **times):
    def signer(subject):
        template = Template("Test Responder", key or key_of("responder"), **times)
        template = template.having("key usage", key_usage(digital_signature=True), True)
        if purpose:
            template = template.having("purpose", x509.ExtendedKeyUsage([purpose]))
        issuer_key = key_of("stranger") if of_stranger else subject.issuer_key
        template = template.having("issuer's key identifier", issuer_identifier(issuer_key))
        name = subject.issuer.subject.rfc4514_string().removeprefix("CN=")
        der = issue(template, name, issuer_key)
        return x509.load_der_x509_certificate(der), template.key
    return Signer(signer)


def foreign(subject):
    template = root_template("Stranger")
    return x509.load_der_x509_certificate(issue(template, template.name, template.key)), template.key


def lookalike(subject):
    """A certificate with the issuer's name and another key."""
    name = subject.issuer.subject.rfc4514_string().removeprefix("CN=")
    template = root_template(name, key_of("lookalike"))
    return x509.load_der_x509_certificate(issue(template, name, template.key)), template.key


def leaf_itself(subject):
    key = key_of("Test Leaf")
    der = issue(leaf_template(subject.issuer_key), subject.issuer.subject.rfc4514_string().removeprefix("CN="), subject.issuer_key)
    return x509.load_der_x509_certificate(der), key


ISSUER = Signer(lambda subject: (subject.issuer, subject.issuer_key), is_sent=False)


@dataclass(frozen=True)
class Answer:
    status: object = GOOD
    signer: Signer = ISSUER
    encoding: object = BY_KEY
    # Relative to now.
    this_update: datetime.timedelta = -HOUR
    next_update: datetime.timedelta | None = HOUR
    digest: object = field(default_factory=hashes.SHA256)
    signature_digest: object = field(default_factory=hashes.SHA256)
    # Changes of the bytes: first of the signed part, then of the whole.
    change: object = None
    change_whole: object = None

    def der(self, subject):
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        certificate, key = self.signer.of(subject)
        builder = (ocsp.OCSPResponseBuilder()
                   .add_response(subject.certificate, subject.issuer, self.digest, self.status, now + self.this_update,
                                 now + self.next_update if self.next_update is not None else None,
                                 now - DAY if self.status == REVOKED else None, None)
                   .responder_id(self.encoding, certificate))
        if self.signer.is_sent:
            builder = builder.certificates([certificate])
        der = builder.sign(key, self.signature_digest).public_bytes(Encoding.DER)
        if not self.change and not self.change_whole:
            return der
        parts = Parts(der)
        if self.change:
            self.change(parts, subject)
            parts.sign(key, self.signature_digest)
        if self.change_whole:
            other = self.change_whole(parts, subject)
            if isinstance(other, bytes):
                return other
        return parts.der


class Parts:
    """A response, split into its parts."""

    def __init__(self, der):
        self.whole = read(der)
        self.status, self.wrapper = self.whole.content
        self.kind, self.octets = self.wrapper[0].content
        self.basic = read(self.octets.content)
        self.signed, self.algorithm, self.signature, *self.certificates = self.basic.content

    @property
    def singles(self):
        """The elements with the status of one certificate each."""
        # The version is present only where it is wrong.
        return next(each for each in self.signed.content if each.tag == 0x30).content

    @property
    def single(self):
        return self.singles[0]

    @property
    def id(self):
        """The id of the certificate: algorithm, hash of the issuer's name, hash of its key, serial number."""
        return self.single[0].content

    def sign(self, key, digest):
        self.signature.content = b"\0" + key.sign(self.signed.der, ec.ECDSA(digest, deterministic_signing=True))

    @property
    def der(self):
        self.octets.content = self.basic.der
        return self.whole.der


def copy(element):
    return read(element.der)

"""Certificate chains with one change each: both verifiers give the same verdict."""

import base64
import time
from dataclasses import replace

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

from . import form_verdicts, forms
from .chain import (ASN1_NULL, INTERMEDIATE_MARKER, LEAF_MARKER, UNKNOWN_EXTENSION, Chain, intermediate_template, issue, jws,
                    key_of, key_usage, leaf_template, make_chain, marker, raw_signature, root_template, year)
from .outcome import Kind, both
from .payloads import SIGNED_MS, date_field, payload
from .reissue import changed_intermediate, changed_leaf
from .verdicts import CHAIN_LENGTH, FAILURE, INVALID_CERTIFICATE, OK, Difference, judge

REST_IS_LEFT = Difference(OK, "the library reads the first certificate of the bytes; here they are one certificate and no more")

ROOT, INTERMEDIATE, LEAF = "change_root", "change_intermediate", "change_leaf"

# The change, the certificate, and the status.
CHANGES = (
    ("the root has no key identifier", ROOT, lambda it: it.without("key identifier"), FAILURE),
    ("the root has no basic constraints", ROOT, lambda it: it.without("basic constraints"), FAILURE),
    ("the root has no key usage", ROOT, lambda it: it.without("key usage"), FAILURE),
    ("the root's basic constraints are not critical", ROOT,
     lambda it: it.having("basic constraints", x509.BasicConstraints(True, None)), FAILURE),
    ("the root has expired", ROOT, lambda it: replace(it, ends=year(2025)), FAILURE),
    ("the root allows no intermediate one", ROOT,
     lambda it: it.having("basic constraints", x509.BasicConstraints(True, 0), True), FAILURE),
    ("the intermediate one has no key identifier", INTERMEDIATE, lambda it: it.without("key identifier"), FAILURE),
    ("the intermediate one does not identify its issuer's key", INTERMEDIATE,
     lambda it: it.without("issuer's key identifier"), FAILURE),
    ("the intermediate one has no key usage", INTERMEDIATE, lambda it: it.without("key usage"), FAILURE),
    ("the intermediate one may not sign certificates", INTERMEDIATE,
     lambda it: it.having("key usage", key_usage(digital_signature=True), True), FAILURE),
    ("the intermediate one has no basic constraints", INTERMEDIATE, lambda it: it.without("basic constraints"), FAILURE),
    ("the intermediate one is no authority", INTERMEDIATE,
     lambda it: it.having("basic constraints", x509.BasicConstraints(False, None), True), FAILURE),
    ("the intermediate one's basic constraints are not critical", INTERMEDIATE,
     lambda it: it.having("basic constraints", x509.BasicConstraints(True, 0)), FAILURE),
    ("the intermediate one has no marker", INTERMEDIATE, lambda it: it.without("marker"), FAILURE),
    ("the intermediate one has the leaf's marker", INTERMEDIATE,
     lambda it: it.having("marker", marker(LEAF_MARKER)), FAILURE),
    ("the intermediate one's marker is critical", INTERMEDIATE,
     lambda it: it.having("marker", marker(INTERMEDIATE_MARKER), True), FAILURE),
    ("the intermediate one's marker has no value", INTERMEDIATE,
     lambda it: it.having("marker", marker(INTERMEDIATE_MARKER, b"")), OK),
    ("the intermediate one has expired", INTERMEDIATE, lambda it: replace(it, ends=year(2025)), FAILURE),
    ("the intermediate one is not valid yet", INTERMEDIATE, lambda it: replace(it, begins=year(2027)), FAILURE),
    ("the intermediate one has an unknown extension", INTERMEDIATE,
     lambda it: it.having("unknown", marker(UNKNOWN_EXTENSION)), OK),
    ("the intermediate one has an unknown critical extension", INTERMEDIATE,
     lambda it: it.having("unknown", marker(UNKNOWN_EXTENSION), True), FAILURE),
    ("the leaf does not identify its issuer's key", LEAF, lambda it: it.without("issuer's key identifier"), FAILURE),
    ("the leaf identifies another issuer's key", LEAF,
     lambda it: it.having("issuer's key identifier", x509.AuthorityKeyIdentifier(b"another key", None, None)), FAILURE),
    ("the leaf has no key identifier", LEAF, lambda it: it.without("key identifier"), OK),
    ("the leaf has no key usage", LEAF, lambda it: it.without("key usage"), OK),
    ("the leaf has no basic constraints", LEAF, lambda it: it.without("basic constraints"), OK),
    ("the leaf is an authority", LEAF,
     lambda it: it.having("basic constraints", x509.BasicConstraints(True, 0), True)
     .having("key usage", key_usage(key_cert_sign=True, digital_signature=True), True), OK),
    ("the leaf has no marker", LEAF, lambda it: it.without("marker"), FAILURE),
    ("the leaf has the intermediate one's marker", LEAF,
     lambda it: it.having("marker", marker(INTERMEDIATE_MARKER)), FAILURE),
    ("the leaf's marker is critical", LEAF, lambda it: it.having("marker", marker(LEAF_MARKER), True), FAILURE),
    ("the leaf's marker has another value", LEAF, lambda it: it.having("marker", marker(LEAF_MARKER, b"\x0c\x00")), OK),
    ("the leaf has expired", LEAF, lambda it: replace(it, ends=year(2025)), FAILURE),
    ("the leaf is not valid yet", LEAF, lambda it: replace(it, begins=year(2027)), FAILURE),
    ("the leaf has an unknown critical extension", LEAF,
     lambda it: it.having("unknown", marker(UNKNOWN_EXTENSION, ASN1_NULL), True), FAILURE),
)


def of_rsa(key, message):
    return key.sign(message, padding.PKCS1v15(), hashes.SHA256())


def other_chains():
    """Chains with changes in more than one certificate: name, chain, signature, status."""
    p384 = ec.SECP384R1()
    yield ("authorities with P-384", make_chain(root=root_template(key=key_of("root", p384)),
                                                intermediate_key=key_of("intermediate", p384),
                                                digest=hashes.SHA384()), raw_signature, OK)
    yield "a leaf with P-384", make_chain(leaf_key=key_of("leaf", p384)), raw_signature, FAILURE
    yield ("a leaf with RSA", make_chain(leaf_key=rsa.generate_private_key(65537, 2048)), of_rsa, FAILURE)
    right = make_chain()
    stranger = make_chain(root=root_template(key=key_of("stranger")))
    yield ("an intermediate one of another root of the same name",
           Chain(stranger.leaf, stranger.intermediate, right.root, stranger.key), raw_signature, FAILURE)
    yield "the same with its own root", stranger, raw_signature, FAILURE
    root = root_template()
    direct = issue(leaf_template(root.key), root.name, root.key)
    yield "a leaf of the root itself", Chain(direct, right.intermediate, right.root, right.key), raw_signature, FAILURE
    yield "the root as the intermediate one", Chain(direct, right.root, right.root, right.key), raw_signature, FAILURE
    # The owner of a valid leaf issues another one.
    leaf = leaf_template(intermediate_template(root.key).key)
    issued = replace(leaf_template(leaf.key, key_of("issued")), name="Issued Leaf")
    fake = Chain(issue(issued, leaf.name, leaf.key), right.leaf, right.root, issued.key)
    yield "a leaf that a leaf has issued", fake, raw_signature, FAILURE
    yield ("the key of another leaf", Chain(right.leaf, right.intermediate, right.root, key_of("another")),
           raw_signature, FAILURE)


def certificates(chain):
    """Possible contents of x5c: name, value, status, difference."""
    leaf, intermediate, root = chain.x5c
    yield "nothing readable in third place", [leaf, intermediate, "third"], OK
    yield "no certificate in third place", [leaf, intermediate, base64.b64encode(b"third").decode()], OK
    yield "one certificate", [leaf], CHAIN_LENGTH
    yield "two certificates", [leaf, intermediate], CHAIN_LENGTH
    yield "four certificates", [leaf, intermediate, root, root], CHAIN_LENGTH
    yield "an empty list", [], FAILURE
    yield "null", None, FAILURE
    yield "swapped certificates", [intermediate, leaf, root], FAILURE
    yield "the leaf twice", [leaf, leaf, root], FAILURE
    urlsafe = leaf.replace("+", "-").replace("/", "_")
    yield "Base64url of the leaf", [urlsafe, intermediate, root], INVALID_CERTIFICATE
    yield "no Base64", ["leaf", intermediate, root], INVALID_CERTIFICATE
    yield "an empty certificate", ["", intermediate, root], INVALID_CERTIFICATE
    yield "Base64 of no certificate", [leaf, base64.b64encode(b"certificate").decode(), root], INVALID_CERTIFICATE
    yield "a line break in the Base64", [leaf[:64] + "\n" + leaf[64:], intermediate, root], INVALID_CERTIFICATE
    # An unknown extension makes it long enough to need padding.
    lengths = (make_chain(change_leaf=lambda it, count=count: it.having("unknown", marker(UNKNOWN_EXTENSION, bytes(count))))
               for count in range(3))
    padded = next(each.x5c[0] for each in lengths if each.x5c[0].endswith("="))
    yield "no padding", [padded.rstrip("="), intermediate, root], INVALID_CERTIFICATE
    for what, more in (("a zero", b"\0"), ("NULL", ASN1_NULL), ("a certificate", chain.root), ("text", b"more")):
        for where, place in (("leaf", 0), ("intermediate one", 1)):
            x5c = [base64.b64encode(each + (more if index == place else b"")).decode()
                   for index, each in enumerate((chain.leaf, chain.intermediate, chain.root))]
            yield f"{what} behind the {where}", x5c, INVALID_CERTIFICATE, REST_IS_LEFT
    yield "half a certificate", [base64.b64encode(chain.leaf[:200]).decode(), intermediate, root], INVALID_CERTIFICATE


def run(report, store, storekit, verifier):
    right = make_chain()
    verifiers = both(verifier, right.root)
    report.group("each change of the recipe for certificates has the same verdict")
    for kind in Kind:
        judge(report, "the recipe", kind, jws(right, payload(kind)), verifiers, OK, attack="chains")
    for name, where, change, status in CHANGES:
        chain = make_chain(**{where: change})
        # If the root was changed, the verifier trusts the changed root.
        trusting = both(verifier, chain.root) if where == ROOT else verifiers
        for kind in Kind:
            judge(report, name, kind, jws(chain, payload(kind)), trusting, status, attack="chains")
    for name, chain, sign, status in other_chains():
        trusting = both(verifier, chain.root) if status == OK else verifiers
        for kind in Kind:
            judge(report, name, kind, jws(chain, payload(kind), sign=sign), trusting, status, attack="chains")

    report.group("each form of a certificate has the same verdict")
    unknown = form_verdicts.names() - {name for name, _ in forms.changes()}
    report.case("each verdict is about a form", [f"there is no such form: {name}" for name in unknown])
    for name, change in forms.changes():
        for place, changed in (("leaf", changed_leaf), ("intermediate one", changed_intermediate)):
            chain = changed(change)
            status, difference = form_verdicts.verdict_of(name, place == "leaf")
            for kind in Kind:
                judge(report, f"{name}: the {place}", kind, jws(chain, payload(kind)), verifiers, status, difference, "chains")

    report.group("each list of certificates has the same verdict")
    for name, x5c, status, *difference in certificates(right):
        for kind in Kind:
            judge(report, name, kind, jws(right, payload(kind), {"x5c": x5c}), verifiers, status, *difference,
                  attack="chains")

    report.group("each date has the same verdict")
    until_2026 = make_chain(change_leaf=lambda it: replace(it, ends=year(2026)))
    from_now = make_chain(change_leaf=lambda it: replace(it, begins=year(2026)))
    before, after = SIGNED_MS - 40 * 86_400_000, SIGNED_MS
    now = int(time.time() * 1000)
    for name, chain, date, status in (
            ("before the end", until_2026, before, OK), ("after the end", until_2026, after, FAILURE),
            ("before the beginning", from_now, before, FAILURE), ("after the beginning", from_now, after, OK),
            ("at the last second", until_2026, 1_767_225_599_000, OK),
            ("at the end", until_2026, 1_767_225_600_000, FAILURE),
            ("at the beginning", from_now, 1_767_225_600_000, OK),
            ("a millisecond before the beginning", from_now, 1_767_225_599_999, FAILURE),
            ("in seconds", right, SIGNED_MS // 1000, FAILURE), ("now", right, now, OK),
            ("none, which is now", right, None, OK), ("none, and the end is past", until_2026, None, FAILURE),
            ("with a fraction", right, SIGNED_MS + 0.5, OK), ("before 1970", right, -1, FAILURE)):
        for kind in Kind:
            judge(report, name, kind, jws(chain, payload(kind, **{date_field(kind): date})), verifiers, status,
                  attack="chains")

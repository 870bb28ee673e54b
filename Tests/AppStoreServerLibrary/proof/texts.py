"""Texts that no store makes, signed by certificates that both verifiers trust: both find the same, or differ for a reason
that the table states."""

import base64
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

from .chain import base64url, jws, key_of, make_chain, raw_signature
from .outcome import Kind, both
from .payloads import payload
from .verdicts import FAILURE, OK, PADDED, Difference, judge

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def header_of(chain, **more):
    return {"alg": "ES256", "x5c": chain.x5c} | more


def headers(chain):
    """Name, header, status, difference."""
    def written(**more):
        return json.dumps(header_of(chain, **more)).encode()

    right = json.dumps(header_of(chain)).encode()
    for algorithm in ("none", "None", "", "HS256", "ES384", "RS256", "EdDSA", "es256", "ES256 ", None, 256, ["ES256"]):
        yield f"alg {algorithm!r}", written(alg=algorithm), FAILURE
    yield "no alg", json.dumps({"x5c": chain.x5c}).encode(), FAILURE
    yield "typ JWT", written(typ="JWT"), OK
    yield "another typ", written(typ="JWS"), OK
    yield "a kid", written(kid="key"), OK
    yield "a member that nobody knows", written(new={"a": [1, 2]}), OK
    yield "white space", b" \n" + right.replace(b",", b" ,\t") + b" ", OK
    yield "no object", b"[]", FAILURE
    yield "a text", b'"ES256"', FAILURE
    yield "empty", b"", FAILURE
    yield "more behind the object", right + b"x", FAILURE
    yield "no UTF-8", right[:-1] + b',"a":"\xff"}', FAILURE
    yield "x5c that is no list", written(x5c="abc"), FAILURE, Difference(3, "Python takes a text for a list of letters")
    yield "x5c of numbers", written(x5c=[1, 2, 3]), FAILURE, Difference(3, "a list of something else is no list of texts")
    yield "x5c with another name", json.dumps({"alg": "ES256", "x5C": chain.x5c}).encode(), FAILURE


def without_padding_bits(text):
    """The same bytes, written with other bits behind the last one."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) | 1]


def segments(chain, kind):
    """Name, text, status, difference."""
    # As long as it has to be for a last character with bits to spare.
    fields = payload(kind, note="")
    while len(json.dumps(fields)) % 3 != 1:
        fields["note"] += "."
    text = jws(chain, fields)
    header, body, signature = text.split(".")
    yield "as it has to be", text, OK
    yield "two segments", f"{header}.{body}", FAILURE
    yield "one segment", header, FAILURE
    yield "four segments", f"{text}.{signature}", FAILURE
    yield "an empty segment behind", f"{text}.", FAILURE
    yield "nothing", "", FAILURE
    yield "dots", "..", FAILURE
    yield "no signature", f"{header}.{body}.", FAILURE
    yield "no payload", f"{header}..{signature}", FAILURE
    yield "no header", f".{body}.{signature}", FAILURE
    yield "half of the text", text[:len(text) // 2], FAILURE
    yield "a blank in front", f" {text}", FAILURE
    yield "a blank behind", f"{text} ", FAILURE
    yield "a line break behind", f"{text}\n", FAILURE
    yield "a line break in the signature", f"{header}.{body}.{signature[:40]}\n{signature[40:]}", FAILURE
    yield "padding behind the signature", f"{text}==", FAILURE, PADDED
    yield "a letter that is none", f"{header}.{body}.{signature[:40]}!{signature[40:]}", FAILURE
    yield "other bits behind the last one of the signature", f"{header}.{body}.{without_padding_bits(signature)}", FAILURE
    yield "a letter beyond ASCII", f"{header}.{body}\u00e9.{signature}", FAILURE
    yield "the object of a JWS", json.dumps({"protected": header, "payload": body, "signature": signature}), FAILURE
    # Signed as they stand.
    for name, bits, *difference in (("padding", body + "=" * (-len(body) % 4), PADDED),
                                    ("other bits behind the last one", without_padding_bits(body)),
                                    ("a line break in the payload", body[:8] + "\n" + body[8:])):
        message = f"{header}.{bits}"
        signed = f"{message}.{base64url(raw_signature(chain.key, message.encode()))}"
        yield f"{name}, signed", signed, FAILURE, *difference


def standard_alphabet(chain, kind):
    """A text whose payload has letters in which the alphabets differ, in the standard one, signed as it stands."""
    message = jws(chain, payload(kind, note="\u00ff\u00fe??>>~~")).rsplit(".", 1)[0]
    message = message.replace("-", "+").replace("_", "/")
    return f"{message}.{base64url(raw_signature(chain.key, message.encode()))}"


def signatures(chain):
    """Name, function that signs, status, difference."""
    def der(key, message):
        return key.sign(message, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))

    def numbers(change):
        def sign(key, message):
            r, s = change(*decode_dss_signature(der(key, message)))
            return r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return sign

    def bytes_of(change):
        return lambda key, message: change(raw_signature(key, message))

    yield "in DER", der, FAILURE
    yield "with the other s", numbers(lambda r, s: (r, ORDER - s)), OK
    yield "r and s swapped", numbers(lambda r, s: (s, r)), FAILURE
    yield "of zeros", numbers(lambda r, s: (0, 0)), FAILURE
    yield "with the order for s", numbers(lambda r, s: (r, ORDER)), FAILURE
    yield "with the order for r", numbers(lambda r, s: (ORDER, s)), FAILURE
    yield "with a byte more", bytes_of(lambda raw: raw + b"\0"), FAILURE
    yield "with a byte less", bytes_of(lambda raw: raw[:-1]), FAILURE
    yield "twice", bytes_of(lambda raw: raw + raw), FAILURE
    yield "by another key", lambda key, message: raw_signature(key_of("another"), message), FAILURE
    yield "of another digest", lambda key, message: raw_of_384(key, message), FAILURE
    yield "of the payload alone", lambda key, message: raw_signature(key, message.split(b".")[1]), FAILURE
    yield "of text with a dot more", lambda key, message: raw_signature(key, message + b"."), FAILURE


def raw_of_384(key, message):
    r, s = decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA384(), deterministic_signing=True)))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def changed(text):
    """Texts in which one character of the payload or of the header is another one."""
    header, body, signature = text.split(".")
    for position in (0, len(body) // 2, len(body) - 2):
        other = "A" if body[position] != "A" else "B"
        yield f"payload, character {position}", f"{header}.{body[:position]}{other}{body[position + 1:]}.{signature}"
    decoded = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    more = base64url(json.dumps(decoded | {"quantity": 1000}).encode())
    yield "a payload that says more", f"{header}.{more}.{signature}"
    said = json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))
    other = base64url(json.dumps(said | {"typ": "JWT"}).encode())
    yield "a header that says more", f"{other}.{body}.{signature}"


def run(report, store, storekit, verifier):
    chain = make_chain()
    verifiers = both(verifier, chain.root)
    report.group("each header has the same verdict")
    for name, header, status, *difference in headers(chain):
        for kind in Kind:
            judge(report, name, kind, jws(chain, payload(kind), header), verifiers, status, *difference)
    report.group("each form of the three segments has the same verdict")
    for kind in Kind:
        for name, text, status, *difference in segments(chain, kind):
            judge(report, name, kind, text, verifiers, status, *difference)
        judge(report, "the standard alphabet", kind, standard_alphabet(chain, kind), verifiers, FAILURE)
    report.group("each form of the signature has the same verdict")
    for name, sign, status, *difference in signatures(chain):
        for kind in Kind:
            judge(report, name, kind, jws(chain, payload(kind), sign=sign), verifiers, status, *difference)
    report.group("each change of what was signed has the same verdict")
    for kind in Kind:
        for name, text in changed(jws(chain, payload(kind))):
            judge(report, name, kind, text, verifiers, FAILURE)

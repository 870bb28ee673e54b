"""Texts that no store makes, signed with certificates that both verifiers trust. Both give the same verdict, or differ for a
reason that the table states."""

import base64
import hashlib
import hmac
import json

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .chain import base64url, jws, key_of, make_chain, raw_signature
from .outcome import Kind, both
from .payloads import payload
from .verdicts import (CHAIN_LENGTH, DEEPER_THAN_PYTHON, FAILURE, GUESSED_ENCODING, HOLDS_ANY_NUMBER, INVALID_CERTIFICATE,
                       LAST_NAME_WINS, LENIENT_JSON, OK, PADDED, UNREAD_BITS, Difference, judge)

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
ALL = (1 << 256) - 1

NO_TEXTS = Difference(INVALID_CERTIFICATE, "a list of something else is no list of texts")
ONE_CERTIFICATE = Difference(CHAIN_LENGTH, "a list of something else is no list of texts; the library counts before it looks")
OF_LETTERS = Difference(INVALID_CERTIFICATE, "Python treats a text as a list of letters")
NO_EXTENSION = Difference(OK, "PyJWT knows b64; a text that demands what no payload of Apple's has is refused here")


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
    yield "an empty kid", written(kid=""), OK
    for kid in (1, 0, None, True, ["key"], {"key": 1}):
        yield f"kid {kid!r}", written(kid=kid), FAILURE
    yield "b64 False", written(b64=False), FAILURE
    for b64 in (True, None, 0, "false"):
        yield f"b64 {b64!r}", written(b64=b64), OK
    for crit in (None, [], {}, "b64", [1], ["exp"], ["alg"], ["b64"], ["crit"]):
        yield f"crit {crit!r}", written(crit=crit), FAILURE
    yield "crit and b64 False", written(crit=["b64"], b64=False), FAILURE
    yield "crit and b64 True", written(crit=["b64"], b64=True), FAILURE, NO_EXTENSION
    for name, value in (("jku", "https://127.0.0.1/"), ("jwk", {"kty": "EC"}), ("x5u", "https://127.0.0.1/"), ("x5t", "abc"),
                        ("x5t#S256", 1), ("cty", "JWT"), ("zip", "DEF"), ("enc", "A128GCM"), ("typ", None), ("typ", 1)):
        yield f"{name} {value!r}", written(**{name: value}), OK
    yield "a member that nobody knows", written(new={"a": [1, 2]}), OK
    yield "white space", b" \n" + right.replace(b",", b" ,\t") + b" ", OK
    yield "no object", b"[]", FAILURE
    yield "a text", b'"ES256"', FAILURE
    yield "empty", b"", FAILURE
    yield "more behind the object", right + b"x", FAILURE
    yield "no UTF-8", right[:-1] + b',"a":"\xff"}', FAILURE
    for name, member in (("alg", b'"alg":"none"'), ("x5c", b'"x5c":[]'), ("kid", b'"kid":"a","kid":"b"')):
        yield f"{name} twice", b"{" + member + b"," + right[1:], FAILURE, LAST_NAME_WINS
    yield "alg in another form", right.replace(b'"alg"', b'"\\u0061lg"'), OK
    yield "ES256 in another form", right.replace(b'"ES256"', b'"\\u0045S256"'), OK
    yield "ES256 with a NUL", right.replace(b'"ES256"', b'"ES256\\u0000"'), FAILURE
    yield "a byte order mark", b"\xef\xbb\xbf" + right, FAILURE, GUESSED_ENCODING
    yield "UTF-16", right.decode().encode("utf-16"), FAILURE, GUESSED_ENCODING
    yield "half a pair of surrogates", right[:-1] + b',"a":"\\ud800"}', FAILURE, UNREAD_BITS
    yield "NaN", right[:-1] + b',"a":NaN}', FAILURE, LENIENT_JSON
    yield "a huge number", right[:-1] + b',"a":1e400}', FAILURE, HOLDS_ANY_NUMBER
    yield "nested 63 deep", right[:-1] + b',"a":' + b"[" * 63 + b"]" * 63 + b"}", OK
    yield "nested 64 deep", right[:-1] + b',"a":' + b"[" * 64 + b"]" * 64 + b"}", FAILURE, DEEPER_THAN_PYTHON
    yield "a comma too many", right[:-1] + b",}", FAILURE
    yield "a list of certificates in a list", written(x5c=[chain.x5c]), FAILURE, ONE_CERTIFICATE
    yield "x5c that is no list", written(x5c="abc"), FAILURE, OF_LETTERS
    yield "x5c of numbers", written(x5c=[1, 2, 3]), FAILURE, NO_TEXTS
    yield "x5c with another name", json.dumps({"alg": "ES256", "x5C": chain.x5c}).encode(), FAILURE


def without_padding_bits(text):
    """The same bytes, written with other unused bits at the end."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + alphabet[alphabet.index(text[-1]) | 1]


def segments(chain, kind):
    """Name, text, status, difference."""
    # Long enough for a last character with unused bits.
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
    # Signed without changes.
    for name, bits, *difference in (("padding", body + "=" * (-len(body) % 4), PADDED),
                                    ("other bits behind the last one", without_padding_bits(body)),
                                    ("a line break in the payload", body[:8] + "\n" + body[8:])):
        message = f"{header}.{bits}"
        signed = f"{message}.{base64url(raw_signature(chain.key, message.encode()))}"
        yield f"{name}, signed", signed, FAILURE, *difference


def standard_alphabet(chain, kind):
    """A text whose payload has characters in which the alphabets differ, in the standard alphabet, signed without changes."""
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
    yield "with 0 for r", numbers(lambda r, s: (0, s)), FAILURE
    yield "with 0 for s", numbers(lambda r, s: (r, 0)), FAILURE
    yield "with 1 for r", numbers(lambda r, s: (1, s)), FAILURE
    yield "with the last number for s", numbers(lambda r, s: (r, ORDER - 1)), FAILURE
    yield "with all bits", numbers(lambda r, s: (ALL, ALL)), FAILURE
    yield "with all bits for r", numbers(lambda r, s: (ALL, s)), FAILURE
    yield "with all bits for s", numbers(lambda r, s: (r, ALL)), FAILURE
    yield "with the other r", numbers(lambda r, s: (ORDER - r, s)), FAILURE
    yield "of the point at infinity", at_infinity(1), FAILURE
    yield "of the point at infinity with another s", at_infinity(ORDER - 1), FAILURE
    yield "with the order for s", numbers(lambda r, s: (r, ORDER)), FAILURE
    yield "with the order for r", numbers(lambda r, s: (ORDER, s)), FAILURE
    yield "with a byte more", bytes_of(lambda raw: raw + b"\0"), FAILURE
    yield "with a byte less", bytes_of(lambda raw: raw[:-1]), FAILURE
    yield "twice", bytes_of(lambda raw: raw + raw), FAILURE
    yield "of 96 bytes", bytes_of(lambda raw: raw[:32].rjust(48, b"\0") + raw[32:].rjust(48, b"\0")), FAILURE
    yield "with its halves in the other order of bytes", bytes_of(lambda raw: raw[31::-1] + raw[:31:-1]), FAILURE
    yield "with a changed bit", bytes_of(lambda raw: raw[:-1] + bytes([raw[-1] ^ 1])), FAILURE
    yield "by the key of the intermediate one", lambda key, message: raw_signature(key_of("Test Intermediate"), message), FAILURE
    yield "by the key of the root", lambda key, message: raw_signature(key_of("Test Root"), message), FAILURE
    yield "of a MAC with the key", lambda key, message: hmac.digest(public_der(key), message, "sha256"), FAILURE
    yield "of a MAC twice", lambda key, message: hmac.digest(public_der(key), message, "sha256") * 2, FAILURE
    yield "of the header alone", lambda key, message: raw_signature(key, message.split(b".")[0]), FAILURE
    yield "of nothing", lambda key, message: raw_signature(key, b""), FAILURE
    yield "by another key", lambda key, message: raw_signature(key_of("another"), message), FAILURE
    yield "of another digest", lambda key, message: raw_of_384(key, message), FAILURE
    yield "of the payload alone", lambda key, message: raw_signature(key, message.split(b".")[1]), FAILURE
    yield "of text with a dot more", lambda key, message: raw_signature(key, message + b"."), FAILURE


def at_infinity(s):
    """Signs in a special way: the point from which a check takes its number is then the one at infinity: r = -e / d."""
    def sign(key, message):
        e = int.from_bytes(hashlib.sha256(message).digest(), "big")
        r = -e * pow(key.private_numbers().private_value, -1, ORDER) % ORDER
        return r.to_bytes(32, "big") + s.to_bytes(32, "big")
    return sign


def public_der(key):
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def raw_of_384(key, message):
    r, s = decode_dss_signature(key.sign(message, ec.ECDSA(hashes.SHA384(), deterministic_signing=True)))
    return r.to_bytes(32, "big") + s.to_bytes(32, "big")


def changed(text):
    """Texts in which one character of the payload or of the header is different."""
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
            judge(report, name, kind, jws(chain, payload(kind), header), verifiers, status, *difference, attack="texts")
    report.group("each form of the three segments has the same verdict")
    for kind in Kind:
        for name, text, status, *difference in segments(chain, kind):
            judge(report, name, kind, text, verifiers, status, *difference, attack="texts")
        judge(report, "the standard alphabet", kind, standard_alphabet(chain, kind), verifiers, FAILURE, attack="texts")
    report.group("each form of the signature has the same verdict")
    for name, sign, status, *difference in signatures(chain):
        for kind in Kind:
            text = jws(chain, payload(kind), sign=sign)
            judge(report, name, kind, text, verifiers, status, *difference, attack="texts")
    report.group("each change of what was signed has the same verdict")
    for kind in Kind:
        for name, text in changed(jws(chain, payload(kind))):
            judge(report, name, kind, text, verifiers, FAILURE, attack="texts")

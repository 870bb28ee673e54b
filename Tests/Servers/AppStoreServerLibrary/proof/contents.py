"""Properly signed payloads that no store signs: both verifiers give the same verdict, or differ for a reason that the table
states."""

import json
import time

from appstoreserverlibrary.models.Environment import Environment

from .chain import jws, make_chain
from .outcome import BUNDLE_ID, Kind, both
from .payloads import payload, text_with
from .verdicts import (DEEPER_THAN_PYTHON, ENVIRONMENT, FAILURE, GUESSED_ENCODING, HOLDS_ANY_NUMBER, LAST_NAME_WINS, LENIENT_JSON,
                       OK, OTHER_APP, UNCAUGHT_TYPE, UNREAD_BITS, Difference, judge)

CONVERTED = Difference(OK, "the library makes what it wants out of another type; a field has its type or is wrong here")
OF_NO_APP = Difference(OTHER_APP, "the library does not know unclaimInfo, of which Apple documents the claims only")
REGISTERED_CLAIM = Difference(FAILURE, "PyJWT's rules for tokens; in Apple's payloads it is an unknown field")


def json_texts(kind):
    """Name, payload, status, difference."""
    right = json.dumps(payload(kind)).encode()
    yield "white space around it", b" \r\n\t" + right + b"\n ", OK
    yield "an array", b"[]", FAILURE
    yield "a text", b'"payload"', FAILURE
    yield "a number", b"1", FAILURE
    yield "null", b"null", FAILURE
    yield "nothing", b"", FAILURE
    yield "no JSON", b"payload", FAILURE
    yield "half of it", right[:-5], FAILURE
    yield "more behind it", right + b"x", FAILURE
    yield "two objects", right + right, FAILURE
    yield "a comma too many", right[:-1] + b",}", FAILURE
    yield "single quotes", right.replace(b'"', b"'"), FAILURE
    yield "a comment", b"/* */" + right, FAILURE
    yield "a byte order mark", b"\xef\xbb\xbf" + right, FAILURE, GUESSED_ENCODING
    yield "UTF-16", json.dumps(payload(kind)).encode("utf-16"), FAILURE, GUESSED_ENCODING
    yield "a name twice", text_with(kind, b'"a":1,"a":2'), FAILURE, LAST_NAME_WINS
    yield "a name twice in another form", text_with(kind, b'"a":1,"\\u0061":2'), FAILURE, LAST_NAME_WINS
    yield "a name twice in an object", text_with(kind, b'"a":{"b":1,"b":2}'), FAILURE, LAST_NAME_WINS
    yield "no UTF-8", text_with(kind, b'"a":"\xff"'), FAILURE
    yield "too long a form of UTF-8", text_with(kind, b'"a":"\xc0\xaf"'), FAILURE
    yield "a surrogate in UTF-8", text_with(kind, b'"a":"\xed\xa0\x80"'), FAILURE, UNREAD_BITS
    yield "half a pair of surrogates", text_with(kind, b'"a":"\\ud800"'), FAILURE, UNREAD_BITS
    yield "a pair of surrogates", text_with(kind, b'"a":"\\ud83d\\ude00"'), OK
    yield "a NUL in a text", text_with(kind, b'"a":"\\u0000"'), OK
    yield "a line break in a text", text_with(kind, b'"a":"\n"'), FAILURE
    yield "an unknown escape", text_with(kind, b'"a":"\\x41"'), FAILURE
    for number in (b"NaN", b"Infinity", b"-Infinity"):
        yield number.decode(), text_with(kind, b'"a":' + number), FAILURE, LENIENT_JSON
    for number in (b"01", b"+1", b"1.", b".5", b"0x1", b"1e", b"--1", b"True"):
        yield number.decode(), text_with(kind, b'"a":' + number), FAILURE
    yield "a huge number", text_with(kind, b'"a":1e400'), FAILURE, HOLDS_ANY_NUMBER
    yield "a number of 400 digits", text_with(kind, b'"a":' + b"9" * 400), FAILURE, HOLDS_ANY_NUMBER
    yield "a number of 5000 digits", text_with(kind, b'"a":' + b"9" * 5000), FAILURE
    yield "many fractional digits", text_with(kind, b'"a":0.' + b"3" * 400), FAILURE, HOLDS_ANY_NUMBER
    # The payload itself is the first object.
    for depth, status in ((63, OK), (64, FAILURE)):
        deep = b'"a":' + b"[" * depth + b"]" * depth
        difference = (DEEPER_THAN_PYTHON,) if status else ()
        yield f"nested {depth} deep", text_with(kind, deep), status, *difference
    yield "nested 100000 deep", text_with(kind, b'"a":' + b"[" * 100_000 + b"]" * 100_000), FAILURE
    yield "fields that nobody knows", text_with(kind, b'"a":{"b":[1,null,true,"c"]},"d":-0.5e-3'), OK


def types(kind):
    """Name, payload, status, difference: known fields with another type than Apple documents."""
    if kind in (Kind.TRANSACTION, Kind.RENEWAL_INFO):
        price = "price" if kind == Kind.TRANSACTION else "renewalPrice"
        yield "a price in words", payload(kind, **{price: "x"}), FAILURE, UNCAUGHT_TYPE
        yield "a price as text", payload(kind, **{price: "990"}), FAILURE, CONVERTED
        yield "a price with a fraction", payload(kind, **{price: 990.5}), FAILURE, CONVERTED
        yield "a price beyond 64 bits", payload(kind, **{price: 1 << 63}), FAILURE, HOLDS_ANY_NUMBER
        yield "a price as an object", payload(kind, **{price: {}}), FAILURE, UNCAUGHT_TYPE
        yield "a product id as number", payload(kind, productId=1), FAILURE, CONVERTED
        yield "a product id as list", payload(kind, productId=["a"]), FAILURE, CONVERTED
        yield "an unknown type of offer", payload(kind, offerType=77), OK
        yield "an offer type as text", payload(kind, offerType="1"), FAILURE, CONVERTED
        yield "a commitment that is no object", payload(kind, commitmentInfo=[]), FAILURE, CONVERTED
        yield "an empty commitment", payload(kind, commitmentInfo={}), OK
    if kind == Kind.TRANSACTION:
        yield "a quantity beyond 32 bits", payload(kind, quantity=1 << 31), FAILURE, HOLDS_ANY_NUMBER
        yield "a truth value as number", payload(kind, isUpgraded=1), FAILURE, CONVERTED
        yield "an unknown type of product", payload(kind, type="Gift"), OK
        yield "a token that is no UUID", payload(kind, appAccountToken="x"), OK
    if kind == Kind.APP_TRANSACTION:
        yield "a version as number", payload(kind, applicationVersion=1), FAILURE, CONVERTED
        yield "an unknown platform", payload(kind, originalPlatform="watchOS"), OK
    if kind == Kind.NOTIFICATION:
        yield "an unknown type of notification", payload(kind, notificationType="NEW"), OK
        yield "an unknown subtype", payload(kind, subtype="NEW"), OK
        yield "data that is no object", payload(kind, data="x"), FAILURE, \
            Difference(OTHER_APP, "the library treats it as an object without fields")
        yield "a number as transaction", payload(kind, data=data(signedTransactionInfo=1)), FAILURE, CONVERTED
    date = "receiptCreationDate" if kind == Kind.APP_TRANSACTION else "signedDate"
    yield "a date as text", payload(kind, **{date: str(payload(kind)[date])}), FAILURE, CONVERTED
    yield "a date in words", payload(kind, **{date: "today"}), FAILURE
    yield "null for what need not be there", text_with(kind, b'"storefront":null,"subtype":null,"preorderDate":null'), OK


def claims(kind):
    """Fields of tokens."""
    now = int(time.time())
    yield "an end in the past", payload(kind, exp=now - 1000), OK, REGISTERED_CLAIM
    yield "a beginning in the future", payload(kind, nbf=now + 1000), OK, REGISTERED_CLAIM
    yield "issued in the future", payload(kind, iat=now + 1000), OK, REGISTERED_CLAIM
    yield "an audience", payload(kind, aud="appstoreconnect-v1"), OK, REGISTERED_CLAIM
    yield "a subject that is no text", payload(kind, sub=1), OK, REGISTERED_CLAIM
    yield "an issuer", payload(kind, iss="issuer"), OK
    yield "an end in the future", payload(kind, exp=now + 100_000), OK


def data(**more):
    return {"bundleId": BUNDLE_ID, "environment": "Sandbox"} | more


def belongings(kind):
    """Apps and environments."""
    names_app = kind != Kind.RENEWAL_INFO
    for name, bundle_id in (("another app", "com.example.other"), ("an app in capitals", BUNDLE_ID.upper()),
                            ("an app with more behind it", BUNDLE_ID + ".game"), ("an empty app", ""), ("no app", None)):
        content = payload(kind, bundle_id=bundle_id)
        if kind == Kind.NOTIFICATION and bundle_id is None:
            content["data"].pop("bundleId")
        yield name, content, OTHER_APP if names_app else OK
    for environment in ("Production", "sandbox", "SANDBOX", "", "Xcode", "LocalTesting", "New"):
        yield f"environment {environment!r}", payload(kind, environment=environment), ENVIRONMENT
    yield ("another app and environment", payload(kind, bundle_id="com.example.other", environment="Production"),
           OTHER_APP if names_app else ENVIRONMENT)
    field = "receiptType" if kind == Kind.APP_TRANSACTION else "environment"
    if kind != Kind.NOTIFICATION:
        yield "no environment", payload(kind, **{field: None}), ENVIRONMENT
    else:
        yield "no environment", payload(kind, data={"bundleId": BUNDLE_ID}), ENVIRONMENT
        yield "no content", payload(kind, data=None), OTHER_APP
        yield "an empty content", payload(kind, data={}), OTHER_APP
        yield "a summary", payload(kind, data=None, summary=data()), OK
        yield "the app's data", payload(kind, data=None, appData=data()), OK
        yield "a summary of another app", payload(kind, data=None, summary=data(bundleId="other")), OTHER_APP
        yield "data before a summary", payload(kind, summary=data(bundleId="other")), OK
        yield "a summary behind other data", payload(kind, data=data(bundleId="other"), summary=data()), OTHER_APP
        seats = {"unclaimSeatIds": ["6f1f6e3e-52d8-4f0c-9a08-0123456789ab"]}
        yield "seats of no app", payload(kind, data=None, unclaimInfo=seats), OK, OF_NO_APP
        yield "seats of the app", payload(kind, data=None, unclaimInfo=data(**seats)), OK, OF_NO_APP
        yield "seats of another app", payload(kind, data=None, unclaimInfo=data(bundleId="other")), OTHER_APP
        yield "seats behind other data", payload(kind, data=data(bundleId="other"), unclaimInfo=seats), OTHER_APP
        for identifier, status in (("SANDBOX_1", OK), ("1", ENVIRONMENT), (None, ENVIRONMENT)):
            token = {"externalPurchaseId": identifier, "tokenCreationDate": 1, "bundleId": BUNDLE_ID}
            yield f"a token {identifier}", payload(kind, data=None, externalPurchaseToken=token), status


def production(kind):
    """For verifiers of Production: the app's Apple id."""
    yield "its Apple id", with_apple_id(kind, 1234567890), OK
    of_app = OTHER_APP if kind in (Kind.APP_TRANSACTION, Kind.NOTIFICATION) else OK
    yield "another Apple id", with_apple_id(kind, 1234567891), of_app
    yield "no Apple id", with_apple_id(kind, None), of_app
    yield "the sandbox", payload(kind), OTHER_APP if of_app else ENVIRONMENT


def with_apple_id(kind, apple_id):
    content = payload(kind, environment="Production")
    place = content["data"] if kind == Kind.NOTIFICATION else content
    if apple_id is not None:
        place["appAppleId"] = apple_id
    return content


def run(report, store, storekit, verifier):
    chain = make_chain()
    verifiers = both(verifier, chain.root)
    of_production = both(verifier, chain.root, environment=Environment.PRODUCTION, app_apple_id=1234567890)
    for name, cases, judges in (("form of JSON", json_texts, verifiers), ("type of a field", types, verifiers),
                                ("claim of tokens", claims, verifiers), ("app and environment", belongings, verifiers),
                                ("Apple id", production, of_production)):
        report.group(f"each {name} has the same verdict")
        for kind in Kind:
            for case, content, status, *difference in cases(kind):
                # The texts for production are those of the sandbox, with another verifier.
                judge(report, case, kind, jws(chain, content), judges, status, *difference,
                      attack=None if judges is of_production else "texts")
    report.group("unsigned texts have the same verdict")
    for environment in (Environment.XCODE, Environment.LOCAL_TESTING, Environment.SANDBOX):
        judges = both(verifier, chain.root, environment=environment)
        status = FAILURE if environment == Environment.SANDBOX else OK
        for kind in Kind:
            unsigned = jws(chain, payload(kind, environment=environment.value), b'{"alg":"none"}', lambda *_: b"")
            judge(report, f"no signature, {environment.value}", kind, unsigned, judges, status, attack="texts")

"""Compares signatures for the App Store. The store accepts those of Apple's library, and iap_server_key_check() finds them
valid. Those of iap_server_key_sign() have the same content."""

import base64
import itertools
import json
import time
import uuid

import jwt
from appstoreserverlibrary.api_client import AppStoreServerAPIClient
from appstoreserverlibrary.jws_signature_creator import (AdvancedCommerceAPIInAppSignatureCreator,
                                                         IntroductoryOfferEligibilitySignatureCreator,
                                                         PromotionalOfferV2SignatureCreator)
from appstoreserverlibrary.models.AdvancedCommerceDescriptors import AdvancedCommerceDescriptors
from appstoreserverlibrary.models.AdvancedCommerceOneTimeChargeCreateRequest import (
    AdvancedCommerceOneTimeChargeCreateRequest)
from appstoreserverlibrary.models.AdvancedCommerceOneTimeChargeItem import AdvancedCommerceOneTimeChargeItem
from appstoreserverlibrary.models.AdvancedCommercePeriod import AdvancedCommercePeriod
from appstoreserverlibrary.models.AdvancedCommerceRequestInfo import AdvancedCommerceRequestInfo
from appstoreserverlibrary.models.AdvancedCommerceSubscriptionCreateItem import AdvancedCommerceSubscriptionCreateItem
from appstoreserverlibrary.models.AdvancedCommerceSubscriptionCreateRequest import (
    AdvancedCommerceSubscriptionCreateRequest)
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.promotional_offer import PromotionalOfferSignatureCreator
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from .chain import key_of
from .decoding import Comparison
from .outcome import BUNDLE_ID, Kind, both
from .shop import REAL, Shop, Signed

PROMOTIONAL, PROMOTIONAL_JWS, INTRODUCTORY_JWS, COMMERCE_JWS, API_TOKEN = range(1, 6)
PURCHASED = 2
INVALID_SIGNATURE = "IAP_ERROR_INVALID_OFFER_SIGNATURE"
ISSUER = "57246542-96fe-1a63-e053-0824d011072a"
TOKEN = "7F0C5D5E-3B1A-4C7B-9D55-0123456789AB"


def pem(key):
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def public_pem(key):
    return key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


class Signer:
    """A key of a server in both libraries."""

    def __init__(self, verifier, key, key_id, issuer_id=ISSUER, bundle_id=BUNDLE_ID):
        self.key, self.key_id, self.issuer_id, self.bundle_id = key, key_id, issuer_id, bundle_id
        self._program = verifier
        both_keys = dict(key_id=key_id, issuer=issuer_id, bundle=bundle_id)
        self._private = verifier.do("open_key", pem=pem(key), **both_keys)["key"]
        self._public = verifier.do("open_key", pem=public_pem(key), is_public=True, **both_keys)["key"]

    def creator(self, creator_class):
        return creator_class(pem(self.key), self.key_id, self.issuer_id, self.bundle_id)

    def check(self, kind, text, **expected):
        """Ours, with the public key only."""
        return self._program.do("check_signature", key=self._public, kind=kind, text=text.encode(), **expected)

    def sign(self, kind, **request):
        return self._program.do("sign", key=self._private, kind=kind, **request)

    # Signed like Apple's library.

    def promotional(self, product, offer, token, nonce, timestamp):
        creator = PromotionalOfferSignatureCreator(pem(self.key), self.key_id, self.bundle_id)
        return creator.create_signature(product, offer, token, nonce, timestamp)

    def promotional_jws(self, product, offer, transaction=None):
        return self.creator(PromotionalOfferV2SignatureCreator).create_signature(product, offer, transaction)

    def introductory_jws(self, product, is_allowed, transaction):
        return self.creator(IntroductoryOfferEligibilitySignatureCreator).create_signature(product, is_allowed, transaction)

    def commerce_jws(self, request):
        return self.creator(AdvancedCommerceAPIInAppSignatureCreator).create_signature(request)

    def api_token(self):
        client = AppStoreServerAPIClient(pem(self.key), self.key_id, self.issuer_id, self.bundle_id, Environment.SANDBOX)
        return client._generate_token()


def one_time_charge():
    return AdvancedCommerceOneTimeChargeCreateRequest(
        currency="USD", taxCode="C003-00-2", requestInfo=AdvancedCommerceRequestInfo(requestReferenceId=uuid.uuid4()),
        item=AdvancedCommerceOneTimeChargeItem(SKU="skin.7", displayName="Skin 7", description="A red skin", price=4990))


def subscription():
    return AdvancedCommerceSubscriptionCreateRequest(
        currency="USD", taxCode="C003-00-2", requestInfo=AdvancedCommerceRequestInfo(requestReferenceId=uuid.uuid4()),
        period=AdvancedCommercePeriod.P1M,
        descriptors=AdvancedCommerceDescriptors(displayName="Club", description="All of it"),
        items=[AdvancedCommerceSubscriptionCreateItem(SKU="club.1", displayName="One", description="First", price=2990),
               AdvancedCommerceSubscriptionCreateItem(SKU="club.2", displayName="Two", description="Second", price=1990)])


class Purchases:
    """Purchases with the signatures. Each account is a former subscriber and may use offers."""

    # No account comes twice: a purchase that is not finished would end the next payment for its product.
    _accounts = itertools.count(1)

    def __init__(self, report, shop, comparison):
        self._report, self._shop, self._comparison = report, shop, comparison

    def account(self, has_history=True):
        name = f"Player {next(self._accounts)}"
        if has_history:
            self._shop.pay(name, "pass.silver")
        return name

    def holds(self, name, account, product, signature, expected, **fields):
        """One case: our check finds the signature valid, and the store sells the expected purchase for it."""
        answer = self._shop.pay(account, product, **fields)
        problems = []
        if signature["verdict"] != 1:
            problems.append(f"ours: {signature['reason_name']} ({signature['why']})")
        if answer["status"] != "IAP_OK" or answer["state"] != PURCHASED:
            problems.append(f"the store: {answer}")
        self._report.case(name, problems)
        if problems:
            return
        decoded = self._comparison.compare(Signed(f"what {name} bought", Kind.TRANSACTION, answer["text"]))
        got = {field: getattr(decoded, field) for field in expected} if decoded else None
        self._report.case(f"what {name} bought is what was offered",
                          [] if got == expected else [f"expected {expected}, bought {got}"])

    def is_refused(self, name, account, product, status, **fields):
        answer = self._shop.pay(account, product, **fields)
        self._report.case(name, [] if answer["status"] == status else [f"expected {status}, got {answer}"])


def sell(report, shop, comparison, signer, name):
    """Each kind of signature of Apple's library, with one key."""
    purchases = Purchases(report, shop, comparison)
    for token in (None, TOKEN):
        account, nonce, now = purchases.account(), uuid.uuid4(), int(time.time() * 1000)
        text = signer.promotional("pass.gold", "LOYAL", token or "", nonce, now)
        found = signer.check(PROMOTIONAL, text, product="pass.gold", offer="LOYAL", token=token, nonce=nonce, timestamp=now)
        fields = dict(offer="LOYAL", offer_key=signer.key_id, offer_nonce=nonce, offer_signature=text, offer_timestamp=now)
        purchases.holds(f"a promotional offer for {token}, {name},", account, "pass.gold", found,
                        {"rawOfferType": 2, "offerIdentifier": "LOYAL", "price": 0}, token=token, **fields)
        purchases.is_refused(f"the same nonce again, {name}", purchases.account(), "pass.gold", INVALID_SIGNATURE,
                             token=token, **fields)
        fresh = uuid.uuid4()
        text = signer.promotional("pass.gold", "LOYAL", token or "", fresh, now)
        fields |= {"offer_nonce": fresh, "offer_signature": text}
        purchases.is_refused(f"for another token, {name}", purchases.account(), "pass.gold", INVALID_SIGNATURE,
                             token=str(uuid.uuid4()), **fields)
    account = purchases.account()
    for transaction in (None, shop.transactions(account)[0]["id"]):
        text = signer.promotional_jws("pass.gold", "LOYAL_YEAR", transaction and str(transaction))
        found = signer.check(PROMOTIONAL_JWS, text, product="pass.gold", offer="LOYAL_YEAR", transaction=transaction)
        buyer = account if transaction else purchases.account()
        purchases.holds(f"a promotional offer as JWS for {'a' if transaction else 'no'} transaction, {name},", buyer,
                        "pass.gold", found, {"rawOfferType": 2, "offerIdentifier": "LOYAL_YEAR", "price": 59990},
                        offer="LOYAL_YEAR", offer_jws=text)
        purchases.is_refused(f"the same JWS again, {name}", purchases.account(), "pass.gold", INVALID_SIGNATURE,
                             offer="LOYAL_YEAR", offer_jws=text)
    for is_allowed, expected in ((True, {"rawOfferType": 1, "price": 0}), (False, {"rawOfferType": None, "price": 9990})):
        # A former subscriber gets the offer only if the server allows it; a new one gets it unless the server forbids it.
        account = purchases.account(has_history=is_allowed)
        shop.pay(account, "coins.bag")
        transaction = shop.transactions(account)[0]["id"]
        text = signer.introductory_jws("pass.gold", is_allowed, str(transaction))
        found = signer.check(INTRODUCTORY_JWS, text, product="pass.gold", transaction=transaction)
        if found.get("allows_introductory_offer") != int(is_allowed):
            found = found | {"verdict": 0, "why": "the other way round"}
        purchases.holds(f"an introductory offer that is {'allowed' if is_allowed else 'forbidden'}, {name},", account,
                        "pass.gold", found, expected, introductory_offer_jws=text)
    for request, product, price in ((one_time_charge(), "coins.bag", 4990), (subscription(), "pass.gold", 4980)):
        text = signer.commerce_jws(request)
        purchases.holds(f"Advanced Commerce, {type(request).__name__}, {name},", purchases.account(has_history=False),
                        product, signer.check(COMMERCE_JWS, text), {"price": price}, advanced_commerce_jws=text)


def claims(text):
    header, body = (json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))) for part in text.split(".")[:2])
    return header, body


def same_claims(ours, apple):
    """Header and claims are the same; values that differ each time have the same type."""
    for name, mine, theirs in zip(("header", "claims"), claims(ours), claims(apple)):
        for key in sorted(mine.keys() | theirs.keys()):
            a, b = mine.get(key), theirs.get(key)
            varies = key in ("nonce", "iat", "exp")
            if type(a) is not type(b) or (not varies and a != b) or (key == "nonce" and str(uuid.UUID(a)) != a):
                yield f"{name}, {key}: Apple's {b!r}, ours {a!r}"


def compare_signing(report, signer):
    """Checks our signatures with Apple's tools: PyJWT and cryptography."""
    public = signer.key.public_key()
    now, nonce = int(time.time() * 1000), str(uuid.uuid4())
    request = json.dumps(one_time_charge_json())
    cases = (
        (PROMOTIONAL_JWS, dict(product="pass.gold", offer="LOYAL", transaction="77"),
         signer.promotional_jws("pass.gold", "LOYAL", "77"), "promotional-offer"),
        (PROMOTIONAL_JWS, dict(product="pass.gold", offer="LOYAL"),
         signer.promotional_jws("pass.gold", "LOYAL"), "promotional-offer"),
        (INTRODUCTORY_JWS, dict(product="pass.gold", allows_introductory_offer=True, transaction="77"),
         signer.introductory_jws("pass.gold", True, "77"), "introductory-offer-eligibility"),
        (INTRODUCTORY_JWS, dict(product="pass.gold", allows_introductory_offer=False, transaction="77"),
         signer.introductory_jws("pass.gold", False, "77"), "introductory-offer-eligibility"),
    )
    for kind, fields, apple, audience in cases:
        ours = signer.sign(kind, **fields)["text"]
        jwt.decode(ours, public, algorithms=["ES256"], audience=audience, issuer=signer.issuer_id)
        report.case(f"kind {kind} with {fields}", same_claims(ours, apple))
    ours = signer.sign(COMMERCE_JWS, request=request)["text"]
    said = jwt.decode(ours, public, algorithms=["ES256"], audience="advanced-commerce-api", issuer=signer.issuer_id)
    report.case("Advanced Commerce", [] if base64.b64decode(said["request"]).decode() == request else [f"it says {said}"])
    token = signer.sign(API_TOKEN, lifetime=600)["text"]
    said = jwt.decode(token, public, algorithms=["ES256"], audience="appstoreconnect-v1", issuer=signer.issuer_id)
    problems = [f"it lives for {said['exp'] - said['iat']} seconds"] if said["exp"] - said["iat"] != 600 else []
    apple = claims(signer.api_token())
    mine = claims(token)
    # Apple's own client sends no time, which the App Store allows.
    for key in apple[0].keys() | apple[1].keys() - {"exp"}:
        if (mine[0] | mine[1])[key] != (apple[0] | apple[1])[key]:
            problems.append(f"{key}: {(mine[0] | mine[1])[key]!r}")
    report.case("a token", problems)
    for token in (None, TOKEN):
        answer = signer.sign(PROMOTIONAL, product="pass.gold", offer="LOYAL", token=token, nonce=nonce.upper(),
                             timestamp=now)
        parts = (signer.bundle_id, signer.key_id, "pass.gold", "LOYAL", (token or "").lower(), nonce, str(now))
        problems = [] if (answer["nonce"], answer["timestamp"]) == (nonce, now) else [f"it says {answer}"]
        try:
            public.verify(base64.b64decode(answer["text"]), "\u2063".join(parts).encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature:
            problems.append(f"it is no signature of {parts}")
        report.case(f"a promotional offer for {token}", problems)


def one_time_charge_json():
    return {"operation": "CREATE_ONE_TIME_CHARGE", "version": "1", "currency": "USD", "taxCode": "C003-00-2",
            "requestInfo": {"requestReferenceId": str(uuid.uuid4())},
            "item": {"SKU": "skin.7", "displayName": "Skin \u00e9", "description": "A skin", "price": 4990}}


def compare_refusals(report, signer, stranger, other_app):
    """Reasons of our check for signatures that Apple's library made for another app or purpose."""
    right = signer.promotional_jws("pass.gold", "LOYAL", "77")
    fields = dict(product="pass.gold", offer="LOYAL", transaction="77")
    for name, text, expected, reason in (
            ("as it is", right, fields, "NONE"),
            ("for another product", right, fields | {"product": "pass.silver"}, "OTHER_CLAIM"),
            ("for another offer", right, fields | {"offer": "DEAR"}, "OTHER_CLAIM"),
            ("for another transaction", right, fields | {"transaction": "78"}, "OTHER_CLAIM"),
            ("of another kind", signer.introductory_jws("pass.gold", True, "77"), fields, "OTHER_AUDIENCE"),
            ("a token", signer.api_token(), fields, "OTHER_AUDIENCE"),
            ("by another key of the same id", stranger.promotional_jws("pass.gold", "LOYAL", "77"), fields,
             "INVALID_SIGNATURE"),
            ("of another app", other_app.promotional_jws("pass.gold", "LOYAL", "77"), fields, "OTHER_APP")):
        answer = signer.check(PROMOTIONAL_JWS, text, **expected)
        report.case(name, [] if answer["reason_name"] == f"IAP_VERIFY_REASON_{reason}" else [f"ours: {answer}"])
    answer = signer.check(API_TOKEN, signer.api_token())
    report.case("a token of Apple's client", [] if answer["verdict"] == 1 else [f"ours: {answer}"])


def run(report, store, storekit, verifier):
    shop = Shop(store, storekit, clock=REAL)
    comparison = Comparison(report, *both(verifier, shop.root))
    with open(storekit, encoding="utf-8") as file:
        pair = json.load(file)["subscriptionOffersKeyPair"]
    own = Signer(verifier, serialization.load_der_private_key(base64.b64decode(pair["privateKey"]), None), pair["id"])
    added = Signer(verifier, key_of("server"), "SERVER0001")
    shop.program.do("add_server_key", key=added.key_id, issuer=added.issuer_id, public_key=public_pem(added.key))
    report.group("the store accepts the signatures of Apple's library")
    sell(report, shop, comparison, own, "the key of the file")
    sell(report, shop, comparison, added, "a key that was added")
    stranger = Signer(verifier, key_of("stranger"), added.key_id)
    other_app = Signer(verifier, added.key, added.key_id, bundle_id="com.example.other")
    purchases = Purchases(report, shop, comparison)
    for name, signer in (("another key of the same id", stranger), ("another app", other_app),
                         ("another issuer", Signer(verifier, added.key, added.key_id, issuer_id="another"))):
        purchases.is_refused(f"by {name}", purchases.account(), "pass.gold", INVALID_SIGNATURE, offer="LOYAL",
                             offer_jws=signer.promotional_jws("pass.gold", "LOYAL"))
    report.group("our signatures have the same content as Apple's")
    compare_signing(report, added)
    report.group("our check gives reasons for refused signatures of Apple's library")
    compare_refusals(report, added, stranger, other_app)
    shop.program.close()

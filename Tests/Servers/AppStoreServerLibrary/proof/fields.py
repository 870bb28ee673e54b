"""Compares what both libraries have decoded from a text, field by field.

For each field of Apple's classes, the tables name our getter and its value for Apple's value. A field without a table entry is
a failure: if Apple adds a field, the next version of the library shows it. It is also a failure if a getter of ours returns a
value that is not in the text.
"""

import json
from base64 import urlsafe_b64decode

import attr
from appstoreserverlibrary.models.AppData import AppData
from appstoreserverlibrary.models.AppTransaction import AppTransaction
from appstoreserverlibrary.models.AutoRenewStatus import AutoRenewStatus
from appstoreserverlibrary.models.BillingPlanType import BillingPlanType
from appstoreserverlibrary.models.Data import Data
from appstoreserverlibrary.models.ExpirationIntent import ExpirationIntent
from appstoreserverlibrary.models.ExternalPurchaseToken import ExternalPurchaseToken
from appstoreserverlibrary.models.InAppOwnershipType import InAppOwnershipType
from appstoreserverlibrary.models.JWSRenewalInfoDecodedPayload import JWSRenewalInfoDecodedPayload
from appstoreserverlibrary.models.JWSTransactionDecodedPayload import JWSTransactionDecodedPayload
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OfferDiscountType import OfferDiscountType
from appstoreserverlibrary.models.OfferType import OfferType
from appstoreserverlibrary.models.PriceIncreaseStatus import PriceIncreaseStatus
from appstoreserverlibrary.models.RenewalBillingPlanType import RenewalBillingPlanType
from appstoreserverlibrary.models.RenewalCommitmentInfo import RenewalCommitmentInfo
from appstoreserverlibrary.models.ResponseBodyV2DecodedPayload import ResponseBodyV2DecodedPayload
from appstoreserverlibrary.models.RevocationReason import RevocationReason
from appstoreserverlibrary.models.RevocationType import RevocationType
from appstoreserverlibrary.models.Status import Status
from appstoreserverlibrary.models.Subtype import Subtype
from appstoreserverlibrary.models.Summary import Summary
from appstoreserverlibrary.models.TransactionCommitmentInfo import TransactionCommitmentInfo
from appstoreserverlibrary.models.TransactionReason import TransactionReason
from appstoreserverlibrary.models.Type import Type

from .outcome import ENVIRONMENTS, Kind


def same(value):
    return value


def constants(*values):
    """The constants of our header start at 1, in this order."""
    return {value: number for number, value in enumerate(values, 1)}.__getitem__


environment = ENVIRONMENTS.__getitem__
plan = constants(BillingPlanType.BILLED_UPFRONT, BillingPlanType.MONTHLY)
renewal_plan = constants(RenewalBillingPlanType.BILLED_UPFRONT, RenewalBillingPlanType.MONTHLY)
auto_renewal = constants(AutoRenewStatus.OFF, AutoRenewStatus.ON)
offer_type = constants(OfferType.INTRODUCTORY_OFFER, OfferType.PROMOTIONAL_OFFER, OfferType.OFFER_CODE,
                       OfferType.WIN_BACK_OFFER)
payment_mode = constants(OfferDiscountType.FREE_TRIAL, OfferDiscountType.PAY_AS_YOU_GO, OfferDiscountType.PAY_UP_FRONT,
                         OfferDiscountType.ONE_TIME)


def in_alphabetical_order(words):
    return constants(*sorted(words, key=lambda word: word.value))


# Objects that have their own table are not compared as a whole.
OBJECT = None

TABLES = {
    JWSTransactionDecodedPayload: {
        "originalTransactionId": ("original_transaction_id", int),
        "transactionId": ("transaction_id", int),
        "webOrderLineItemId": ("web_order_line_item_id", same),
        "bundleId": ("bundle_id", same),
        "productId": ("product_id", same),
        "subscriptionGroupIdentifier": ("subscription_group_id", same),
        "purchaseDate": ("purchase_date_ms", same),
        "originalPurchaseDate": ("original_purchase_date_ms", same),
        "expiresDate": ("expiration_date_ms", same),
        "quantity": ("quantity", same),
        "type": ("product_type", constants(Type.CONSUMABLE, Type.NON_CONSUMABLE, Type.NON_RENEWING_SUBSCRIPTION,
                                           Type.AUTO_RENEWABLE_SUBSCRIPTION)),
        "appAccountToken": ("app_account_token", same),
        "inAppOwnershipType": ("ownership", constants(InAppOwnershipType.PURCHASED,
                                                      InAppOwnershipType.FAMILY_SHARED)),
        "signedDate": ("signed_date_ms", same),
        "revocationReason": ("revocation_reason", constants(RevocationReason.REFUNDED_FOR_OTHER_REASON,
                                                            RevocationReason.REFUNDED_DUE_TO_ISSUE)),
        "revocationDate": ("revocation_date_ms", same),
        "isUpgraded": ("is_upgraded", int),
        "offerType": ("offer_type", offer_type),
        "offerIdentifier": ("offer_id", same),
        "environment": ("environment", environment),
        "storefront": ("storefront_country_code", same),
        "storefrontId": ("storefront_identifier", same),
        "transactionReason": ("transaction_reason", constants(TransactionReason.PURCHASE, TransactionReason.RENEWAL)),
        "currency": ("currency_code", same),
        "price": ("price_milliunits", same),
        "offerDiscountType": ("offer_payment_mode", payment_mode),
        "appTransactionId": ("app_transaction_id", same),
        "offerPeriod": ("offer_period", same),
        "revocationType": ("revocation_type", constants(RevocationType.REFUND_FULL, RevocationType.REFUND_PRORATED,
                                                        RevocationType.FAMILY_REVOKE)),
        "revocationPercentage": ("revocation_percentage", same),
        "advancedCommerceInfo": OBJECT,
        "billingPlanType": ("billing_plan_type", plan),
        "commitmentInfo": OBJECT,
    },
    TransactionCommitmentInfo: {
        "billingPeriodNumber": ("commitment_period_number", same),
        "commitmentExpiresDate": ("commitment_expiration_date_ms", same),
        "commitmentPrice": ("commitment_price_milliunits", same),
        "totalBillingPeriods": ("commitment_period_count", same),
    },
    JWSRenewalInfoDecodedPayload: {
        "expirationIntent": ("expiration_reason", constants(*ExpirationIntent)),
        "originalTransactionId": ("original_transaction_id", int),
        "autoRenewProductId": ("auto_renew_product_id", same),
        "productId": ("product_id", same),
        "autoRenewStatus": ("auto_renewal", auto_renewal),
        "isInBillingRetryPeriod": ("is_in_billing_retry", int),
        "priceIncreaseStatus": ("price_increase", constants(
            PriceIncreaseStatus.CUSTOMER_HAS_NOT_RESPONDED,
            PriceIncreaseStatus.CUSTOMER_CONSENTED_OR_WAS_NOTIFIED_WITHOUT_NEEDING_CONSENT)),
        "gracePeriodExpiresDate": ("grace_period_expiration_date_ms", same),
        "offerType": ("offer_type", offer_type),
        "offerIdentifier": ("offer_id", same),
        "signedDate": ("signed_date_ms", same),
        "environment": ("environment", environment),
        "recentSubscriptionStartDate": ("recent_subscription_start_date_ms", same),
        "renewalDate": ("renewal_date_ms", same),
        "currency": ("currency_code", same),
        "renewalPrice": ("renewal_price_milliunits", same),
        "offerDiscountType": ("offer_payment_mode", payment_mode),
        "eligibleWinBackOfferIds": ("win_back_offers", same),
        "appAccountToken": ("app_account_token", same),
        "appTransactionId": ("app_transaction_id", same),
        "offerPeriod": ("offer_period", same),
        "advancedCommerceInfo": OBJECT,
        "commitmentInfo": OBJECT,
        "renewalBillingPlanType": ("billing_plan_type", renewal_plan),
    },
    RenewalCommitmentInfo: {
        "commitmentAutoRenewProductId": ("commitment_auto_renew_product_id", same),
        "commitmentAutoRenewStatus": ("commitment_auto_renewal", auto_renewal),
        "commitmentRenewalBillingPlanType": ("commitment_billing_plan_type", renewal_plan),
        "commitmentRenewalDate": ("commitment_renewal_date_ms", same),
        "commitmentRenewalPrice": ("commitment_renewal_price_milliunits", same),
    },
    AppTransaction: {
        "receiptType": ("environment", environment),
        "appAppleId": ("app_apple_id", same),
        "bundleId": ("bundle_id", same),
        "applicationVersion": ("app_version", same),
        "versionExternalIdentifier": ("app_version_id", same),
        "receiptCreationDate": ("signed_date_ms", same),
        "originalPurchaseDate": ("original_purchase_date_ms", same),
        "originalApplicationVersion": ("original_app_version", same),
        "deviceVerification": ("device_verification", same),
        "deviceVerificationNonce": ("device_verification_nonce", same),
        "preorderDate": ("preorder_date_ms", same),
        "appTransactionId": ("app_transaction_id", same),
        "originalPlatform": ("original_platform", lambda platform: platform.value),
    },
    ResponseBodyV2DecodedPayload: {
        "notificationType": ("notification_type", in_alphabetical_order(NotificationTypeV2)),
        "subtype": ("notification_subtype", in_alphabetical_order(Subtype)),
        "notificationUUID": ("notification_uuid", same),
        "version": ("notification_version", same),
        "signedDate": ("signed_date_ms", same),
        "data": OBJECT,
        "summary": OBJECT,
        "externalPurchaseToken": OBJECT,
        "appData": OBJECT,
    },
    Data: {
        "environment": ("environment", environment),
        "appAppleId": ("app_apple_id", same),
        "bundleId": ("bundle_id", same),
        "bundleVersion": ("bundle_version", same),
        "signedTransactionInfo": ("transaction_text", same),
        "signedRenewalInfo": ("renewal_info_text", same),
        "status": ("subscription_state", constants(*Status)),
        "consumptionRequestReason": ("consumption_request_reason", lambda reason: reason.value),
    },
    Summary: {
        "environment": ("environment", environment),
        "appAppleId": ("app_apple_id", same),
        "bundleId": ("bundle_id", same),
        "productId": ("product_id", same),
        "requestIdentifier": ("request_identifier", same),
        "storefrontCountryCodes": ("storefront_country_codes", same),
        "succeededCount": ("succeeded_count", same),
        "failedCount": ("failed_count", same),
    },
    ExternalPurchaseToken: {
        "externalPurchaseId": ("external_purchase_id", same),
        "tokenCreationDate": ("token_creation_date_ms", same),
        "appAppleId": ("app_apple_id", same),
        "bundleId": ("bundle_id", same),
    },
    AppData: {
        "appAppleId": ("app_apple_id", same),
        "bundleId": ("bundle_id", same),
        "environment": ("environment", environment),
        "signedAppTransactionInfo": ("app_transaction_text", same),
    },
}

CLASSES = {
    Kind.TRANSACTION: JWSTransactionDecodedPayload,
    Kind.RENEWAL_INFO: JWSRenewalInfoDecodedPayload,
    Kind.APP_TRANSACTION: AppTransaction,
    Kind.NOTIFICATION: ResponseBodyV2DecodedPayload,
}

# Fields that StoreKit documents and that Apple's library for servers does not decode.
BESIDES_THE_LIBRARY = {
    Kind.TRANSACTION: {"deviceVerification": "device_verification", "deviceVerificationNonce": "device_verification_nonce"},
    Kind.RENEWAL_INFO: {"deviceVerification": "device_verification",
                        "deviceVerificationNonce": "device_verification_nonce"},
    Kind.APP_TRANSACTION: {},
    Kind.NOTIFICATION: {},
}

CONTENTS = ("data", "summary", "externalPurchaseToken", "appData")


def apple_fields(apple_class):
    """The fields of one of Apple's classes, without the raw forms of its enumerations."""
    return {field.name for field in attr.fields(apple_class) if field.metadata.get("typeOfField") != "raw"}


def untold():
    """Fields of Apple's classes that the tables lack, and entries without a field."""
    for apple_class, table in TABLES.items():
        for name in sorted(apple_fields(apple_class) ^ set(table)):
            yield f"{apple_class.__name__}.{name} is not in both Apple's class and the table"


def payload_of(text):
    segment = text.split(".")[1]
    return json.loads(urlsafe_b64decode(segment + "=" * (-len(segment) % 4)))


def _expect(decoded, expected, seen):
    """The expected values of our getters for what Apple's library has decoded."""
    table = TABLES[type(decoded)]
    for name in apple_fields(type(decoded)):
        value = getattr(decoded, name)
        if value is None:
            continue
        seen.add(f"{type(decoded).__name__}.{name}")
        if table[name] is not OBJECT:
            getter, convert = table[name]
            expected[getter] = convert(value)
        elif type(value) in TABLES:
            _expect(value, expected, seen)


def differences(kind, text, decoded, ours, seen):
    """The differences between both libraries for a text. Adds its fields to the set of seen fields."""
    payload = payload_of(text)
    expected = {}
    _expect(decoded, expected, seen)
    for name, getter in BESIDES_THE_LIBRARY[kind].items():
        if name in payload:
            expected[getter] = payload[name]
    expected |= {"kind": kind.value, "is_signature_checked": 1, "unknown_json": "{}"}
    if kind == Kind.NOTIFICATION:
        present = [number for number, name in enumerate(CONTENTS, 1) if getattr(decoded, name) is not None]
        expected["notification_content"] = present[0] if present else 0
        if decoded.externalPurchaseToken:
            # Apple's rule: only the id shows it.
            is_sandbox = decoded.externalPurchaseToken.externalPurchaseId.startswith("SANDBOX")
            expected["environment"] = 2 if is_sandbox else 1
    for getter, value in ours.items():
        if getter == "json":
            if json.loads(value) != payload:
                yield f"the JSON is another: Apple's {payload}, ours {value}"
        elif getter == "advanced_commerce_json":
            if (json.loads(value) if value else None) != payload.get("advancedCommerceInfo"):
                yield f"Advanced Commerce: Apple's {payload.get('advancedCommerceInfo')}, ours {value}"
        elif value != expected.get(getter, [] if isinstance(value, list) else 0 if isinstance(value, int) else None):
            yield f"{getter}: Apple's {expected.get(getter)!r}, ours {value!r}"
    for getter in expected.keys() - ours.keys():
        yield f"there is no getter named {getter}"

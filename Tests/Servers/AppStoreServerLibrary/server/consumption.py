"""Sending consumption information, both versions."""

import warnings

from appstoreserverlibrary.api_client import APIError
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.RefundPreference import RefundPreference

# Apple's documentation has this error; Apple's library does not know it.
INVALID_REFUND_PREFERENCE = 4_000_044

FIRST = dict(
    customerConsented=True, rawConsumptionStatus=1, rawPlatform=1, sampleContentProvided=False, rawDeliveryStatus=0,
    appAccountToken="", rawAccountTenure=1, rawPlayTime=1, rawLifetimeDollarsRefunded=1, rawLifetimeDollarsPurchased=1,
    rawUserStatus=1, rawRefundPreference=1)
SECOND = dict(customerConsented=True, sampleContentProvided=False, rawDeliveryStatus="DELIVERED")


def _first(world, id, **changes):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return world.client.send_consumption_data(id, ConsumptionRequestV1(**{**FIRST, **changes}))


def _second(world, id, **changes):
    return world.client.send_consumption_information(id, ConsumptionRequest(**{**SECOND, **changes}))


def every_allowed_value_is_taken(world):
    id, news = world.store.buy("anna", "coins.bag"), world.store.buy("anna", "news.weekly")
    token = "a4f3c1d2-0b6e-4f7a-9c8d-1e2f3a4b5c6d"
    limits = dict(
        rawConsumptionStatus=3, rawPlatform=2, rawDeliveryStatus=5, rawAccountTenure=7, rawPlayTime=7,
        rawLifetimeDollarsRefunded=7, rawLifetimeDollarsPurchased=7, rawUserStatus=4, rawRefundPreference=3)
    for changes in (
        {}, limits, dict.fromkeys(limits, 0), {"appAccountToken": token}, {"rawRefundPreference": None},
        {"sampleContentProvided": True},
    ):
        world.equal(_first(world, id, **changes), None, f"the answer to {changes}")
    world.equal(_first(world, news), None, "the answer for a subscription")
    for changes in (
        {}, *({"rawDeliveryStatus": status.value} for status in DeliveryStatus),
        *({"rawRefundPreference": preference.value} for preference in RefundPreference),
        {"consumptionPercentage": 0}, {"consumptionPercentage": 100_000}, {"sampleContentProvided": True},
    ):
        world.equal(_second(world, id, **changes), None, f"the answer to {changes} of version 2")
    world.equal(_second(world, news), None, "the answer for a subscription of version 2")


def wrong_values_are_refused(world):
    id = world.store.buy("anna", "coins.bag")
    table = [
        (APIError.INVALID_CUSTOMER_CONSENTED, "customerConsented", (False, None, "true")),
        (APIError.INVALID_CONSUMPTION_STATUS, "rawConsumptionStatus", (-1, 4, None, "1")),
        (APIError.INVALID_PLATFORM, "rawPlatform", (-1, 3, None)),
        (APIError.INVALID_SAMPLE_CONTENT_PROVIDED, "sampleContentProvided", (None, "no", 1)),
        (APIError.INVALID_DELIVERY_STATUS, "rawDeliveryStatus", (-1, 6, None)),
        (APIError.INVALID_APP_ACCOUNT_TOKEN, "appAccountToken", ("x", None)),
        (APIError.INVALID_ACCOUNT_TENURE, "rawAccountTenure", (-1, 8, None)),
        (APIError.INVALID_PLAY_TIME, "rawPlayTime", (-1, 8, None)),
        (APIError.INVALID_LIFETIME_DOLLARS_REFUNDED, "rawLifetimeDollarsRefunded", (-1, 8, None)),
        (APIError.INVALID_LIFETIME_DOLLARS_PURCHASED, "rawLifetimeDollarsPurchased", (-1, 8, None)),
        (APIError.INVALID_USER_STATUS, "rawUserStatus", (-1, 5, None)),
        (INVALID_REFUND_PREFERENCE, "rawRefundPreference", (-1, 4, "DECLINE")),
    ]
    for error, field, values in table:
        for value in values:
            world.refused(error, f"{field} {value!r}", lambda: _first(world, id, **{field: value}))
    table = [
        (APIError.INVALID_CUSTOMER_CONSENTED, "customerConsented", (False, None)),
        (APIError.INVALID_SAMPLE_CONTENT_PROVIDED, "sampleContentProvided", (None, "no")),
        (APIError.INVALID_DELIVERY_STATUS, "rawDeliveryStatus", ("delivered", 0)),
        # Apple names no error for the percentage; this one is the closest.
        (APIError.INVALID_CONSUMPTION_STATUS, "consumptionPercentage", (-1, 100_001)),
        (INVALID_REFUND_PREFERENCE, "rawRefundPreference", ("GRANT", 1)),
    ]
    for error, field, values in table:
        for value in values:
            world.refused(error, f"{field} {value!r} of version 2", lambda: _second(world, id, **{field: value}))


def wrong_transactions_are_refused(world):
    hat = world.store.buy("anna", "hat.red")
    for what, send in (("version 1", _first), ("version 2", _second)):
        world.refused(APIError.TRANSACTION_ID_NOT_FOUND, f"an unknown id, {what}", send, world, "2000000000999999")
        world.refused(APIError.INVALID_TRANSACTION_ID, f"what is no id, {what}", send, world, "hat")
    # Version 1 had 4000043 before it allowed subscriptions; it is deprecated since API 1.11.
    world.refused(APIError.INVALID_TRANSACTION_TYPE_NOT_SUPPORTED, "a non-consumable", _first, world, hat)


CHECKS = [every_allowed_value_is_taken, wrong_values_are_refused, wrong_transactions_are_refused]

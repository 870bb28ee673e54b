"""Payloads with every field and every word that Apple's classes know, also those that the store does not use."""

import enum
import typing

import attr

from .fields import BESIDES_THE_LIBRARY, CLASSES, CONTENTS, OBJECT, TABLES
from .outcome import BUNDLE_ID, Kind
from .shop import START_MS

# Fields with a fixed set of values.
FIXED = {
    "bundleId": BUNDLE_ID,
    "environment": "Sandbox",
    "receiptType": "Sandbox",
    "externalPurchaseId": "SANDBOX_4d0b5c1e",
    "signedDate": START_MS,
    "receiptCreationDate": START_MS,
    "transactionId": "2000000000000001",
    "originalTransactionId": "2000000000000000",
    "billingPeriodNumber": 11,
    "totalBillingPeriods": 12,
}


def _type_of(field):
    arguments = [argument for argument in typing.get_args(field.type) if argument is not type(None)]
    return arguments[0] if arguments else field.type


def _is_enumeration(field_type):
    return isinstance(field_type, type) and issubclass(field_type, enum.Enum)


def _value(field, number, choose):
    field_type = _type_of(field)
    if field.name in FIXED:
        return FIXED[field.name]
    if _is_enumeration(field_type):
        return choose(field_type).value
    if field_type in TABLES:
        return payload(field_type, choose)
    if typing.get_origin(field_type) is list:
        return ["AUT", "NZL"]
    if field_type is bool:
        return True
    if field_type is int:
        return START_MS + number if "Date" in field.name else 1000 + number
    if field_type is str:
        return f"{field.name} \u00e9 \"{number}\""
    # Advanced Commerce: an object without changes.
    return {"requestReferenceId": "4d0b5c1e-0000-4000-8000-000000000000", "taxCode": "C003-00-2"}


def payload(apple_class, choose):
    """A payload with all fields; `choose` returns the words of enumerations for their class."""
    names = TABLES[apple_class]
    fields = [field for field in attr.fields(apple_class) if field.name in names]
    return {field.name: _value(field, number, choose) for number, field in enumerate(fields)}


def _words(apple_class):
    """The enumerations of a class and of its objects, except the environment."""
    for field in attr.fields(apple_class):
        field_type = _type_of(field)
        if field.name not in TABLES[apple_class] or field.name in FIXED:
            continue
        if _is_enumeration(field_type):
            yield field_type
        elif TABLES[apple_class][field.name] is OBJECT and field_type in TABLES:
            yield from _words(field_type)


def all_payloads():
    """Name, kind and payload of each sample. Every word of each enumeration occurs in one of them."""
    for kind, apple_class in CLASSES.items():
        rounds = max((len(words) for words in _words(apple_class)), default=1)
        for number in range(rounds):
            sample = payload(apple_class, lambda words: list(words)[number % len(words)])
            sample |= {name: f"{name} {number}" for name in BESIDES_THE_LIBRARY[kind]}
            contents = CONTENTS if kind == Kind.NOTIFICATION else (None,)
            for content in contents:
                # A notification has one of its objects.
                kept = {name: value for name, value in sample.items() if name not in CONTENTS or name == content}
                yield f"sample {number}{' with ' + content if content else ''}", kind, kept

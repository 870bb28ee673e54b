/*
 * receipt_check.h: receipts of the tests' stores as a game server receives them, and receipts that a test writes.
 */
#ifndef CONFORMANCE_RECEIPT_CHECK_H
#define CONFORMANCE_RECEIPT_CHECK_H

#include "receipts.h"
#include "verify.h"

#include <iap/iap_receipt.h>

/** A new receipt of a game, in Base64; valid until the next call. NULL, reported as a failure, if there is none. */
const char *receipt_text(game *game);
/** A receipt that the verifier found valid, released after the test; NULL if it is not valid. */
const iap_app_receipt *receipt_checked(const iap_verifier *verifier, const void *bytes, size_t length,
                                       iap_verify_result *result);
/** The same for a receipt without verification; NULL, reported as a failure, if it cannot be read. */
const iap_app_receipt *receipt_read(const void *bytes, size_t length);

/** DER that a test writes. */
typedef struct der {
    uint8_t bytes[8192];
    size_t length;
} der;

/** Adds an element. */
void der_add(der *der, uint8_t tag, const void *content, size_t length);
/** Adds an attribute whose value is one element. */
void der_add_attribute(der *attributes, int type, uint8_t tag, const void *content, size_t length);
void der_add_text(der *attributes, int type, const char *text);
void der_add_date(der *attributes, int type, const char *date);
void der_add_number(der *attributes, int type, uint8_t number);
/** Adds an attribute whose value is these bytes, without a wrapper. */
void der_add_raw(der *attributes, int type, const void *value, size_t length);
/** Adds earlier written attributes as one set, for example a purchase (17). */
void der_add_set(der *attributes, int type, const der *set);
/** A receipt with these attributes and an invalid signature. */
der der_receipt(const der *attributes);

#endif

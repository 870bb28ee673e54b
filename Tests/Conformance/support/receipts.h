/*
 * receipts.h: the app receipt of the original StoreKit, as far as one sees what is in it without reading PKCS #7.
 */
#ifndef CONFORMANCE_RECEIPTS_H
#define CONFORMANCE_RECEIPTS_H

#include "game.h"

#define RECEIPT_MAX 65536

typedef struct receipt {
    uint8_t bytes[RECEIPT_MAX];
    size_t length;
} receipt;

/** Asks for the receipt, or for a new one, and checks that it is one whole DER value. */
bool receipt_get(game *game, int32_t refresh, receipt *receipt);
/** Whether a text stands in it. */
bool receipt_names(const receipt *receipt, const char *text);

#endif

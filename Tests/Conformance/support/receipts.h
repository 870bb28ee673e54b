/*
 * receipts.h: the app receipt of the original StoreKit; what is visible in it without reading PKCS #7.
 */
#ifndef CONFORMANCE_RECEIPTS_H
#define CONFORMANCE_RECEIPTS_H

#include "game.h"

#define RECEIPT_MAX 65536

typedef struct receipt {
    uint8_t bytes[RECEIPT_MAX];
    size_t length;
} receipt;

/** Requests the receipt, or a new one, and checks that it is one complete DER value. */
bool receipt_get(game *game, int32_t refresh, receipt *receipt);
/** Whether the receipt contains a text. */
bool receipt_names(const receipt *receipt, const char *text);

#endif

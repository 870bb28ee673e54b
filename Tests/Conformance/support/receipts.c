#include "receipts.h"

#include "base64.h"

#include <string.h>

/* The object id 1.2.840.113549.1.7.2, signedData, as DER writes it. */
static const uint8_t signed_data_id[] = {0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02};

static bool contains(const receipt *receipt, const void *part, size_t length) {
    for (size_t i = 0; i + length <= receipt->length; i++) {
        if (memcmp(receipt->bytes + i, part, length) == 0) return true;
    }
    return false;
}

/* A text is a separate value: a UTF8String (tag 0x0C) or IA5String (tag 0x16) with its length. */
bool receipt_names(const receipt *receipt, const char *text) {
    uint8_t value[64] = {0x0C, (uint8_t)strlen(text)};
    memcpy(value + 2, text, strlen(text));
    if (contains(receipt, value, strlen(text) + 2)) return true;
    value[0] = 0x16;
    return contains(receipt, value, strlen(text) + 2);
}

bool receipt_get(game *game, int32_t refresh, receipt *receipt) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_app_receipt(game->client, refresh, game_hears_text, game, &id, NULL), IAP_OK))
        return false;
    const heard *answer = game_wait_response(game, id);
    if (answer == NULL || !CHECK_STATUS(answer->error.status, IAP_OK)) return false;
    CHECK_INT(answer->type, IAP_EVENT_TEXT_RECEIVED);
    const char *text = answer->text;
    if (!CHECK(text != NULL && strpbrk(text, "-_\r\n ") == NULL)) return false;
    CHECK_INT(strlen(text) % 4, 0);
    const int64_t length = base64_decode(text, receipt->bytes, sizeof receipt->bytes);
    if (!CHECK(length > 64)) return false;
    receipt->length = (size_t)length;
    CHECK_INT(receipt->bytes[0], 0x30);
    /* A sequence whose length takes two or three bytes. */
    const int bytes = receipt->bytes[1] & 0x7F;
    if (!CHECK(receipt->bytes[1] > 0x80 && bytes <= 3)) return false;
    size_t content = 0;
    for (int i = 0; i < bytes; i++) content = content << 8 | receipt->bytes[2 + i];
    CHECK_INT(content + 2 + (size_t)bytes, receipt->length);
    CHECK(contains(receipt, signed_data_id, sizeof signed_data_id));
    return true;
}

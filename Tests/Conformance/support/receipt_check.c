#include "receipt_check.h"

#include <stdlib.h>
#include <string.h>

#define KEPT_MAX 65536

static const iap_app_receipt *receipts[KEPT_MAX];
static size_t receipt_count;

/* Each test runs in its own process; in a single process, this releases the handles of earlier tests. */
__attribute__((destructor)) static void let_go(void) {
    while (receipt_count > 0) iap_app_receipt_release(receipts[--receipt_count]);
}

const char *receipt_text(game *game) {
    static char text[65536];
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_app_receipt(game->client, 1, game_hears_text, game, &id, NULL), IAP_OK)) return NULL;
    const heard *answer = game_wait_response(game, id);
    if (answer == NULL || !CHECK_STATUS(answer->error.status, IAP_OK)) return NULL;
    if (!CHECK(answer->text != NULL && strlen(answer->text) < sizeof text)) return NULL;
    return strcpy(text, answer->text);
}

const iap_app_receipt *receipt_checked(const iap_verifier *verifier, const void *bytes, size_t length,
                                       iap_verify_result *result) {
    if (receipt_count == KEPT_MAX) abort();
    const iap_app_receipt *receipt = NULL;
    CHECK_STATUS(iap_verifier_check_receipt(verifier, bytes, length, &receipt, result, NULL), IAP_OK);
    if (receipt != NULL) receipts[receipt_count++] = receipt;
    return receipt;
}

const iap_app_receipt *receipt_read(const void *bytes, size_t length) {
    if (receipt_count == KEPT_MAX) abort();
    const iap_app_receipt *receipt = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_app_receipt_read(bytes, length, &receipt, &error), IAP_OK)) {
        test_fail(__FILE__, __LINE__, "%s", error.message);
    }
    if (receipt != NULL) receipts[receipt_count++] = receipt;
    return receipt;
}

/* ----------------------------------------------------------------------------------------------------------- DER */

static void append(der *der, const void *bytes, size_t length) {
    if (length > sizeof der->bytes - der->length) abort();
    if (length > 0) memcpy(der->bytes + der->length, bytes, length);
    der->length += length;
}

void der_add(der *der, uint8_t tag, const void *content, size_t length) {
    const uint8_t head[] = {tag, 0x82, (uint8_t)(length >> 8), (uint8_t)length};
    append(der, head, sizeof head);
    append(der, content, length);
}

void der_add_raw(der *attributes, int type, const void *value, size_t length) {
    der attribute = {{0}, 0};
    const uint8_t number[] = {(uint8_t)(type >> 24), (uint8_t)(type >> 16), (uint8_t)(type >> 8), (uint8_t)type};
    const uint8_t version = 1;
    der_add(&attribute, 0x02, number, sizeof number);
    der_add(&attribute, 0x02, &version, 1);
    der_add(&attribute, 0x04, value, length);
    der_add(attributes, 0x30, attribute.bytes, attribute.length);
}

void der_add_attribute(der *attributes, int type, uint8_t tag, const void *content, size_t length) {
    der value = {{0}, 0};
    der_add(&value, tag, content, length);
    der_add_raw(attributes, type, value.bytes, value.length);
}

void der_add_text(der *attributes, int type, const char *text) {
    der_add_attribute(attributes, type, 0x0C, text, strlen(text));
}

void der_add_date(der *attributes, int type, const char *date) {
    der_add_attribute(attributes, type, 0x16, date, strlen(date));
}

void der_add_number(der *attributes, int type, uint8_t number) {
    const uint8_t digits[] = {0, number};
    der_add_attribute(attributes, type, 0x02, digits, sizeof digits);
}

void der_add_set(der *attributes, int type, const der *set) {
    der_add_attribute(attributes, type, 0x31, set->bytes, set->length);
}

der der_receipt(const der *attributes) {
    static const uint8_t signed_data[] = {0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02};
    static const uint8_t data[] = {0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01};
    static const uint8_t sha256[] = {0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01};
    static const uint8_t rsa[] = {0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01};
    static const uint8_t one = 1;
    der digest = {{0}, 0}, algorithm = {{0}, 0}, set = {{0}, 0}, octets = {{0}, 0}, content = {{0}, 0};
    der name = {{0}, 0}, signer = {{0}, 0}, signers = {{0}, 0}, body = {{0}, 0}, wrapped = {{0}, 0}, message = {{0}, 0};
    der_add(&digest, 0x06, sha256, sizeof sha256);
    der_add(&algorithm, 0x06, rsa, sizeof rsa);
    der_add(&set, 0x31, attributes->bytes, attributes->length);
    der_add(&octets, 0x04, set.bytes, set.length);
    der_add(&content, 0x06, data, sizeof data);
    der_add(&content, 0xA0, octets.bytes, octets.length);
    der_add(&signer, 0x02, &one, 1);
    der_add(&name, 0x30, NULL, 0);
    der_add(&name, 0x02, &one, 1);
    der_add(&signer, 0x30, name.bytes, name.length);
    der_add(&signer, 0x30, digest.bytes, digest.length);
    der_add(&signer, 0x30, algorithm.bytes, algorithm.length);
    der_add(&signer, 0x04, &one, 1);
    der_add(&signers, 0x30, signer.bytes, signer.length);
    der_add(&body, 0x02, &one, 1);
    der_add(&body, 0x31, NULL, 0);
    der_add(&body, 0x30, content.bytes, content.length);
    der_add(&body, 0x31, signers.bytes, signers.length);
    der_add(&wrapped, 0x30, body.bytes, body.length);
    der_add(&message, 0x06, signed_data, sizeof signed_data);
    der_add(&message, 0xA0, wrapped.bytes, wrapped.length);
    der receipt = {{0}, 0};
    der_add(&receipt, 0x30, message.bytes, message.length);
    return receipt;
}

#include "forgeries.h"

#include "base64.h"
#include "signed_text.h"

#include <stdio.h>
#include <string.h>

#define FORGERY(name, verification, of_renewal_info, reason, reason_of_receipt)                                        \
    {                                                                                                                  \
        IAP_STORE_FORGERY_##name, IAP_SIGNATURE_##verification, IAP_SIGNATURE_##of_renewal_info,                       \
            IAP_VERIFY_REASON_##reason, IAP_VERIFY_REASON_##reason_of_receipt                                          \
    }

/* Tests/Unit/IAPSignaturesTests/ForgeryReasons.swift reads this table. */
const forgery_case forgeries[FORGERY_COUNT] = {
    FORGERY(PAYLOAD, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE),
    FORGERY(SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE),
    FORGERY(DER_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE),
    FORGERY(ALGORITHM_NONE, INVALID_SIGNATURE, INVALID_SIGNATURE, UNSUPPORTED_ALGORITHM, MALFORMED),
    FORGERY(HMAC, INVALID_SIGNATURE, INVALID_SIGNATURE, UNSUPPORTED_ALGORITHM, UNSUPPORTED_ALGORITHM),
    FORGERY(ROOT, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, UNTRUSTED_CHAIN, UNTRUSTED_CHAIN),
    FORGERY(SWAPPED_CHAIN, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE, INVALID_SIGNATURE),
    FORGERY(SHORT_CHAIN, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, INVALID_CHAIN_LENGTH, UNTRUSTED_CHAIN),
    FORGERY(NO_MARKER, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, MISSING_MARKER, MISSING_MARKER),
    FORGERY(EXPIRED, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, NOT_VALID_AT_DATE, NOT_VALID_AT_DATE),
    FORGERY(ENCODING, INVALID_ENCODING, INVALID_ENCODING, MALFORMED, MALFORMED),
    /* renewal info names no app */
    FORGERY(OTHER_BUNDLE, MISSING_REQUIRED_PROPERTIES, VERIFIED, OTHER_APP, OTHER_APP),
    FORGERY(OTHER_ENVIRONMENT, MISSING_REQUIRED_PROPERTIES, MISSING_REQUIRED_PROPERTIES, OTHER_ENVIRONMENT,
            OTHER_ENVIRONMENT),
    /* servers know no device */
    FORGERY(OTHER_DEVICE, INVALID_DEVICE_VERIFICATION, INVALID_DEVICE_VERIFICATION, NONE, NONE),
    FORGERY(NO_INTERMEDIATE_MARKER, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, MISSING_MARKER,
            MISSING_MARKER),
    /* a receipt may have any number of certificates */
    FORGERY(LONG_CHAIN, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, INVALID_CHAIN_LENGTH, NONE),
    FORGERY(CRITICAL_MARKER, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, UNTRUSTED_CHAIN, UNTRUSTED_CHAIN),
    FORGERY(LEAF_AS_ISSUER, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, UNTRUSTED_CHAIN, UNTRUSTED_CHAIN),
    FORGERY(NOT_YET_VALID, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, NOT_VALID_AT_DATE, NOT_VALID_AT_DATE),
    FORGERY(NO_CERTIFICATES, INVALID_CERTIFICATE_CHAIN, INVALID_CERTIFICATE_CHAIN, MISSING_CERTIFICATES,
            MISSING_CERTIFICATES),
    FORGERY(DUPLICATE_NAME, INVALID_ENCODING, INVALID_ENCODING, DUPLICATE_NAME, MALFORMED),
};

iap_verify_reason_t forgery_reason(const forgery_case *forgery, iap_signed_kind_t kind) {
    const bool is_verified = forgery->of_renewal_info == IAP_SIGNATURE_VERIFIED;
    return kind == IAP_SIGNED_RENEWAL_INFO && is_verified ? IAP_VERIFY_REASON_NONE : forgery->reason;
}

bool forge(iap_store *store, iap_store_forgery_t forgery) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return CHECK_STATUS(iap_store_set_forgery(store, forgery, &error), IAP_OK);
}

/* ------------------------------------------------------------------------------------------------------- the text */

typedef struct segment {
    uint8_t bytes[16384]; /* followed by a NUL */
    int64_t length;       /* -1 if it is not Base64 of any kind */
    bool has_lines;
} segment;

/* Reads either Base64 alphabet, padded or not, with or without line breaks. */
static void read_segment(const char *text, size_t length, segment *segment) {
    char digits[20000];
    size_t count = 0;
    segment->has_lines = false;
    segment->length = -1;
    if (length >= sizeof digits) return;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') segment->has_lines = true;
        else digits[count++] = text[i];
    }
    digits[count] = 0;
    segment->length = base64_decode(digits, segment->bytes, sizeof segment->bytes - 1);
    if (segment->length >= 0) segment->bytes[segment->length] = 0;
}

/* How many certificates a header has; the last one is decoded. */
static size_t read_certificates(const char *header, segment *last) {
    size_t count = 0;
    const char *place = strstr(header, "\"x5c\":[");
    if (place == NULL) return 0;
    place += strlen("\"x5c\":[");
    while (*place == '"' || *place == ',') {
        if (*place == ',') place++;
        const char *end = strchr(place + 1, '"');
        if (end == NULL) return 0;
        read_segment(place + 1, (size_t)(end - place - 1), last);
        place = end + 1;
        count++;
    }
    return count;
}

static const char *expected_algorithm(iap_store_forgery_t forgery) {
    switch (forgery) {
    case IAP_STORE_FORGERY_ALGORITHM_NONE: return "none";
    case IAP_STORE_FORGERY_HMAC: return "HS256";
    default: return "ES256";
    }
}

static size_t expected_certificates(iap_store_forgery_t forgery) {
    switch (forgery) {
    case IAP_STORE_FORGERY_SHORT_CHAIN: return 2;
    case IAP_STORE_FORGERY_LONG_CHAIN: return 4;
    case IAP_STORE_FORGERY_NO_CERTIFICATES: return 0;
    default: return 3;
    }
}

/* Whether the last certificate of the chain is the store's root. */
static bool shows_root(iap_store_forgery_t forgery) {
    return forgery != IAP_STORE_FORGERY_ROOT && forgery != IAP_STORE_FORGERY_LEAF_AS_ISSUER &&
           forgery != IAP_STORE_FORGERY_NO_CERTIFICATES;
}

/* Whether the object contains its first name twice. */
static bool begins_twice(const char *json) {
    char name[64];
    const char *end = json[0] == '{' && json[1] == '"' ? strchr(json + 2, ':') : NULL;
    if (end == NULL || (size_t)(end - json) >= sizeof name) return false;
    snprintf(name, sizeof name, "%.*s", (int)(end - json), json + 1);
    return strstr(end, name) != NULL;
}

static void check_signature(const char *file, int line, iap_store_forgery_t forgery, const segment *signature) {
    switch (forgery) {
    case IAP_STORE_FORGERY_ALGORITHM_NONE: check_int(file, line, "no signature", signature->length, 0); break;
    case IAP_STORE_FORGERY_HMAC: check_int(file, line, "a MAC", signature->length, 32); break;
    case IAP_STORE_FORGERY_DER_SIGNATURE:
        check_true(file, line, "DER: a sequence that fills the signature",
                   signature->length > 64 && signature->bytes[0] == 0x30 &&
                       signature->bytes[1] == signature->length - 2);
        break;
    default: check_int(file, line, "r and s", signature->length, 64);
    }
}

void check_forged_text(const char *file, int line, iap_store *store, iap_store_forgery_t forgery, const char *text) {
    static segment header, payload, signature, certificate;
    const char *first = text != NULL ? strchr(text, '.') : NULL;
    const char *second = first != NULL ? strchr(first + 1, '.') : NULL;
    if (!check_true(file, line, "three parts with points between", second != NULL && strchr(second + 1, '.') == NULL))
        return;
    read_segment(text, (size_t)(first - text), &header);
    read_segment(first + 1, (size_t)(second - first - 1), &payload);
    read_segment(second + 1, strlen(second + 1), &signature);
    if (!check_true(file, line, "Base64", header.length > 0 && payload.length > 0 && signature.length >= 0)) return;
    const bool has_lines = header.has_lines && payload.has_lines && signature.has_lines;
    const bool is_plain =
        strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") == strlen(text);
    check_true(file, line, "Base64url, or not", forgery == IAP_STORE_FORGERY_ENCODING ? has_lines : is_plain);
    check_true(file, line, "the algorithm", json_has_text((char *)header.bytes, "alg", expected_algorithm(forgery)));
    check_signature(file, line, forgery, &signature);

    certificate.length = 0;
    const size_t count = read_certificates((char *)header.bytes, &certificate);
    check_int(file, line, "the certificates", count, expected_certificates(forgery));
    uint8_t root[2048];
    size_t root_length = 0;
    if (!check_status(file, line, "root", iap_store_root_certificate(store, root, sizeof root, &root_length, NULL),
                      IAP_OK))
        return;
    const bool is_stores =
        certificate.length == (int64_t)root_length && memcmp(certificate.bytes, root, root_length) == 0;
    check_int(file, line, "the store's root", is_stores, shows_root(forgery));

    const char *json = (char *)payload.bytes;
    check_int(file, line, "a name twice", begins_twice(json), forgery == IAP_STORE_FORGERY_DUPLICATE_NAME);
    check_int(file, line, "another environment",
              json_has_text(json, "environment", "Sandbox") || json_has_text(json, "receiptType", "Sandbox"),
              forgery != IAP_STORE_FORGERY_OTHER_ENVIRONMENT);
    if (json_names(json, "bundleId"))
        check_int(file, line, "another app", json_has_text(json, "bundleId", "com.example.game"),
                  forgery != IAP_STORE_FORGERY_OTHER_BUNDLE);
}

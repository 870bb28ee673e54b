#include "signed_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------- base64url */

static int digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const char *place = c != 0 ? strchr(digits, c) : NULL;
    return place != NULL ? (int)(place - digits) : -1;
}

/* Without padding, as in JWS; NULL for anything else. The result ends with a NUL that is not counted. */
static char *decode(const char *text, size_t length, size_t *decoded) {
    if (length == 0 || length % 4 == 1) return NULL;
    char *bytes = malloc(length * 3 / 4 + 1);
    if (bytes == NULL) abort();
    uint32_t bits = 0;
    int bit_count = 0;
    *decoded = 0;
    for (size_t i = 0; i < length; i++) {
        const int value = digit(text[i]);
        if (value < 0) {
            free(bytes);
            return NULL;
        }
        bits = bits << 6 | (uint32_t)value;
        bit_count += 6;
        if (bit_count >= 8) {
            bit_count -= 8;
            bytes[(*decoded)++] = (char)(bits >> bit_count & 0xFF);
        }
    }
    bytes[*decoded] = 0;
    return bytes;
}

/* ---------------------------------------------------------------------------------------------------- compact JWS */

signed_parts signed_text_read(const char *text) {
    signed_parts parts = {NULL, NULL};
    const char *first = text != NULL ? strchr(text, '.') : NULL;
    const char *second = first != NULL ? strchr(first + 1, '.') : NULL;
    if (second == NULL || strchr(second + 1, '.') != NULL) {
        test_fail(__FILE__, __LINE__, "not three parts with points between: %s", text != NULL ? text : "(NULL)");
        return parts;
    }
    size_t header_length = 0, payload_length = 0, signature_length = 0;
    parts.header = decode(text, (size_t)(first - text), &header_length);
    parts.payload = decode(first + 1, (size_t)(second - first - 1), &payload_length);
    char *signature = decode(second + 1, strlen(second + 1), &signature_length);
    /* ES256 signs with two numbers of 32 bytes each. JSON has no NUL. */
    const bool holds = parts.header != NULL && parts.payload != NULL && signature != NULL && signature_length == 64 &&
                       strlen(parts.header) == header_length && strlen(parts.payload) == payload_length;
    free(signature);
    if (holds) return parts;
    test_fail(__FILE__, __LINE__, "not base64url, or a signature of %zu bytes: %s", signature_length, text);
    signed_parts_free(parts);
    return (signed_parts){NULL, NULL};
}

void signed_parts_free(signed_parts parts) {
    free(parts.header);
    free(parts.payload);
}

void check_signed_json(const char *file, int line, const char *text, const char *json) {
    const signed_parts parts = signed_text_read(text);
    check_true(file, line, "the header names ES256", json_has_text(parts.header, "alg", "ES256"));
    check_true(file, line, "the header has certificates", json_names(parts.header, "x5c"));
    check_text(file, line, "the payload", json, parts.payload);
    check_true(file, line, "the JSON is an object", json != NULL && json[0] == '{' && json[strlen(json) - 1] == '}');
    signed_parts_free(parts);
}

/* ------------------------------------------------------------------------------------------------------- JSON */

bool json_has(const char *json, const char *field, const char *value) {
    char pattern[512];
    const int length = snprintf(pattern, sizeof pattern, "\"%s\":%s", field, value);
    if (json == NULL || length < 0 || length >= (int)sizeof pattern) return false;
    for (const char *place = strstr(json, pattern); place != NULL; place = strstr(place + 1, pattern)) {
        const char after = place[length];
        if (after == ',' || after == '}') return true;
    }
    return false;
}

bool json_has_text(const char *json, const char *field, const char *value) {
    char quoted[512];
    snprintf(quoted, sizeof quoted, "\"%s\"", value != NULL ? value : "");
    return value != NULL && json_has(json, field, quoted);
}

bool json_has_number(const char *json, const char *field, int64_t value) {
    char number[32];
    snprintf(number, sizeof number, "%lld", (long long)value);
    return json_has(json, field, number);
}

bool json_has_id(const char *json, const char *field, uint64_t value) {
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)value);
    return json_has_text(json, field, number);
}

bool json_names(const char *json, const char *field) {
    char pattern[128];
    snprintf(pattern, sizeof pattern, "\"%s\":", field);
    return json != NULL && strstr(json, pattern) != NULL;
}

bool is_lowercase_uuid(const char *text) {
    if (text == NULL || strlen(text) != 36) return false;
    for (size_t i = 0; i < 36; i++) {
        const bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_hyphen ? text[i] != '-' : strchr("0123456789abcdef", text[i]) == NULL) return false;
    }
    return true;
}

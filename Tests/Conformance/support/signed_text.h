/*
 * signed_text.h: reading compact JWS texts (RFC 7515) like a game server, without checking their signatures.
 */
#ifndef CONFORMANCE_SIGNED_TEXT_H
#define CONFORMANCE_SIGNED_TEXT_H

#include "test.h"

/** The header and the payload of a compact JWS. Both are NULL, reported as a failure, if the text is not a JWS. */
typedef struct signed_parts {
    char *header, *payload;
} signed_parts;

/** Release the result with signed_parts_free(). */
signed_parts signed_text_read(const char *text);
void signed_parts_free(signed_parts parts);

/** Checks that the format of a text is that of the App Store, and that `json` is the signed data. */
void check_signed_json(const char *file, int line, const char *text, const char *json);
#define CHECK_SIGNED_JSON(text, json) check_signed_json(__FILE__, __LINE__, (text), (json))

/** Whether compact JSON has a field with this value, written as in JSON. */
bool json_has(const char *json, const char *field, const char *value);
bool json_has_text(const char *json, const char *field, const char *value);
bool json_has_number(const char *json, const char *field, int64_t value);
/** A number that JSON has as a string, like ids. */
bool json_has_id(const char *json, const char *field, uint64_t value);
bool json_names(const char *json, const char *field);

bool is_lowercase_uuid(const char *text);

#endif

/*
 * base64.h: Base64 in both alphabets (RFC 4648).
 */
#ifndef CONFORMANCE_BASE64_H
#define CONFORMANCE_BASE64_H

#include "test.h"

/** Decodes a text, padded or not. Returns the length; -1 if the text is not Base64 or longer than the capacity. */
int64_t base64_decode(const char *text, uint8_t *bytes, size_t capacity);

#endif

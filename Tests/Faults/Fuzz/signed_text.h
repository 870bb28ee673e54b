/*
 * signed_text.h: a mutation for compact JWS. The usual mutations see only Base64url, in which a changed character rarely has a
 * meaning. This mutation also changes the content of the segments and the certificates.
 */
#ifndef FUZZ_SIGNED_TEXT_H
#define FUZZ_SIGNED_TEXT_H

#include "fuzz.h"

/** Changes the text after the first `kept` bytes. Returns the new total length. */
size_t signed_text_mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed, size_t kept);

#endif

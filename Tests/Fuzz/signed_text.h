/*
 * signed_text.h: a mutation for compact JWS. The usual ones see nothing but Base64url, in which a change of one letter rarely
 * means anything; this one also changes what the segments and the certificates say.
 */
#ifndef FUZZ_SIGNED_TEXT_H
#define FUZZ_SIGNED_TEXT_H

#include "fuzz.h"

/** Changes the text behind the first `kept` bytes. Gives the new length of all. */
size_t signed_text_mutate(uint8_t *bytes, size_t size, size_t capacity, unsigned seed, size_t kept);

#endif

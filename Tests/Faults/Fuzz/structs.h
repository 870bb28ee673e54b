/*
 * structs.h: the content of structs of the public headers, from an input. If the stated size of a struct is smaller than the
 * header's, the memory has exactly this size.
 */
#ifndef FUZZ_STRUCTS_H
#define FUZZ_STRUCTS_H

#include "fuzz.h"

/** A text for an option: NULL, a known word, a part of the input, or a long text. */
const char *struct_text(fuzz_input *input);
/** An id, for example of a product; mostly a known one. */
const char *struct_product_id(fuzz_input *input);
/** A path in the current folder; or NULL. */
const char *struct_path(fuzz_input *input);
/** A URL without a server; or NULL. */
const char *struct_url(fuzz_input *input);

/** A copy of a struct without pointers, in which the input changes numbers and the stated size. */
void *struct_fill(fuzz_input *input, const void *start, size_t size);

/** Whether a filled struct states the header's size. The library must refuse any other size. */
bool struct_is_whole(const void *filled, size_t size);

#endif

/*
 * structs.h: structs of the public headers, filled from an input. A struct starts with its INIT values; the input decides which
 * numbers change, what the pointers point to, and which size the struct states. If the stated size is smaller than the
 * header's, the memory has exactly this size.
 */
#ifndef FUZZ_STRUCTS_H
#define FUZZ_STRUCTS_H

#include "fuzz.h"

/** What a pointer of a struct points to. */
typedef enum pointee {
    POINTEE_TEXT, /**< any text */
    POINTEE_PATH, /**< a path in the current folder */
    POINTEE_URL,  /**< no server responds there */
    POINTEE_GIVEN /**< the pointer stays unchanged */
} pointee;

typedef struct struct_pointer {
    size_t offset;
    pointee kind;
} struct_pointer;

/** A text for an option: NULL, a known word, a part of the input, or a long text. */
const char *struct_text(fuzz_input *input);
/** An id, for example of a product; mostly a known one. */
const char *struct_product_id(fuzz_input *input);
/** A path in the current folder; or NULL. */
const char *struct_path(fuzz_input *input);
/** A URL without a server; or NULL. */
const char *struct_url(fuzz_input *input);

/**
 * A struct filled from an input.
 * \param start the initial struct; its arrays and functions are set.
 * \param pointers the places of its pointers; all of them, because the input decides every other byte.
 */
void *struct_fill(fuzz_input *input, const void *start, size_t size, const struct_pointer *pointers, size_t count);

/** Whether a filled struct states the header's size. The library must refuse any other size. */
bool struct_is_whole(const void *filled, size_t size);

#endif

/*
 * structs.h: structs of the public headers, filled from an input. A struct begins as its INIT macro has it; the input says
 * which numbers are others, what the pointers point to, and how large the struct says it is. It lies in memory of exactly that
 * size if it says to be shorter than the header's.
 */
#ifndef FUZZ_STRUCTS_H
#define FUZZ_STRUCTS_H

#include "fuzz.h"

/** What a pointer of a struct points to. */
typedef enum pointee {
    POINTEE_TEXT, /**< a text that need not make sense */
    POINTEE_PATH, /**< a path in the current folder */
    POINTEE_URL,  /**< of nobody who answers */
    POINTEE_GIVEN /**< what stands there stays */
} pointee;

typedef struct struct_pointer {
    size_t offset;
    pointee kind;
} struct_pointer;

/** A text for an option: NULL, one of the words that mean something, a part of the input, or a long one. */
const char *struct_text(fuzz_input *input);
/** An id of a product or the like, mostly one that there is. */
const char *struct_product_id(fuzz_input *input);
/** A path in the current folder; NULL, too. */
const char *struct_path(fuzz_input *input);
/** A URL of nobody who answers; NULL, too. */
const char *struct_url(fuzz_input *input);

/**
 * A struct filled from an input.
 * \param start the struct as it is to begin; its arrays and functions are set.
 * \param pointers where its pointers stand; all of them, for every other byte becomes what the input says.
 */
void *struct_fill(fuzz_input *input, const void *start, size_t size, const struct_pointer *pointers, size_t count);

/** Whether a filled struct says to be as large as the header has it. What it says otherwise must be refused. */
bool struct_is_whole(const void *filled, size_t size);

#endif

/* calls.h: arguments and results that most calls of the interface share. */
#ifndef FUZZ_CALLS_H
#define FUZZ_CALLS_H

#include "../structs.h"

/** The number of entries of a list, or a number above the limit. The library must check it before it reads the list. */
size_t calls_list_count(fuzz_input *input, size_t count, size_t limit);
/** Every call gets its own error, which may be NULL. */
iap_error *calls_error(fuzz_input *input);
/** Checks the result of the call. */
void calls_answered(const iap_error *error, iap_status_t status);

/** Writes the files that the paths in structs.c name. */
void calls_write_files(const uint8_t *root, size_t root_length);

#endif

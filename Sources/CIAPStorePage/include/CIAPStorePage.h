/*
 * The files of the store's page, embedded by the compiler. This is in C, because Swift's compiler needs half a minute for so
 * many bytes.
 */
#ifndef CIAPSTOREPAGE_H
#define CIAPSTOREPAGE_H

#include <stddef.h>
#include <stdint.h>

typedef struct store_page_file {
    /* As in a request, such as "/main.js". The page itself is "/". */
    const char *path;
    /* The Content-Type. */
    const char *type;
    const uint8_t *bytes;
    size_t length;
} store_page_file;

extern const size_t store_page_file_count;
/* Returns the file at this place, which must be below the count. */
const store_page_file *store_page_file_at(size_t place);

#endif

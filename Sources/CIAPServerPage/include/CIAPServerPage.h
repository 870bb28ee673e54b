/*
 * The files of the page of iap-server, embedded by the compiler. This is in C, because Swift's compiler needs long for so many
 * bytes.
 */
#ifndef CIAPSERVERPAGE_H
#define CIAPSERVERPAGE_H

#include <stddef.h>
#include <stdint.h>

typedef struct server_page_file {
    /* As in a request, such as "/main.js". The page itself is "/". */
    const char *path;
    /* The Content-Type. */
    const char *type;
    const uint8_t *bytes;
    size_t length;
} server_page_file;

extern const size_t server_page_file_count;
/* Returns the file at this place, which must be below the count. */
const server_page_file *server_page_file_at(size_t place);

#endif

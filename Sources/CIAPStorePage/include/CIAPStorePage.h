/*
 * The files of the store's page, embedded by the compiler. This is in C, because Swift's compiler needs half a minute for so
 * many bytes.
 */
#ifndef CIAPSTOREPAGE_H
#define CIAPSTOREPAGE_H

/* For each file the path of a request, such as "/main.js", and the text. The page itself is "/". NULL ends the list. */
const char *const *store_page_files(void);

#endif

/*
 * The files of the pages of iap-store and iap-server, embedded by the compiler. This is in C, because Swift's compiler needs half a
 * minute for so many bytes.
 */
#ifndef CIAPPAGES_H
#define CIAPPAGES_H

/* For each file its path, such as "Store/main.js", and the text. NULL ends the list. */
const char *const *store_page_files(void);
const char *const *server_page_files(void);

#endif

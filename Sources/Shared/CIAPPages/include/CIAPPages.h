/*
 * The files of the pages of iap-store and iap-server, embedded by the compiler. This is in C, because Swift's compiler needs half a
 * minute for so many bytes.
 */
#ifndef CIAPPAGES_H
#define CIAPPAGES_H

/* For each file the path of a request, such as "/main.js", and the text. The page itself is "/". NULL ends the list. */
const char *const *store_page_files(void);
const char *const *server_page_files(void);

#endif

#ifndef CIAPOPENSSL_FAILURES_H
#define CIAPOPENSSL_FAILURES_H

#include <openssl/err.h>

/** Takes all that OpenSSL has noted of failures on this thread, and tells whether it lacked memory: 1 or 0. Each function that gives
    up adds a note, so the last one seldom is the cause. ERR_clear_error() before a call leaves the notes to that call. */
static inline int openssl_lacked_memory(void) {
    int lacked = 0;
    unsigned long failure;
    while ((failure = ERR_get_error()) != 0) lacked |= ERR_GET_REASON(failure) == ERR_R_MALLOC_FAILURE;
    return lacked;
}

#endif

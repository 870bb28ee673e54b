#ifndef CIAPOPENSSL_FAILURES_H
#define CIAPOPENSSL_FAILURES_H

#include <openssl/ecerr.h>
#include <openssl/err.h>

/** What OpenSSL has noted of failures. */
enum { OPENSSL_LACKED_MEMORY = 1, OPENSSL_MET_INFINITY = 2 };

/** Takes all that OpenSSL has noted of failures on this thread. Each function that gives up adds a note, so the last one seldom is
    the cause. ERR_clear_error() before a call leaves the notes to that call. */
static inline int openssl_failures(void) {
    int failures = 0;
    unsigned long failure;
    while ((failure = ERR_get_error()) != 0) {
        if (ERR_GET_REASON(failure) == ERR_R_MALLOC_FAILURE) failures |= OPENSSL_LACKED_MEMORY;
        if (ERR_GET_LIB(failure) == ERR_LIB_EC && ERR_GET_REASON(failure) == EC_R_POINT_AT_INFINITY) {
            failures |= OPENSSL_MET_INFINITY;
        }
    }
    return failures;
}

/** The same, for whether it lacked memory alone: 1 or 0. */
static inline int openssl_lacked_memory(void) { return openssl_failures() & OPENSSL_LACKED_MEMORY ? 1 : 0; }

#endif

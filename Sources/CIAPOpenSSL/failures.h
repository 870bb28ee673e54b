#ifndef CIAPOPENSSL_FAILURES_H
#define CIAPOPENSSL_FAILURES_H

#include <openssl/ecerr.h>
#include <openssl/err.h>

/** The failures that OpenSSL has recorded. */
enum { OPENSSL_LACKED_MEMORY = 1, OPENSSL_MET_INFINITY = 2 };

/** Takes all failures that OpenSSL has recorded on this thread. Each function that fails adds a record. So the last
    record is seldom the cause. Call ERR_clear_error() before a call to get only the records of that call. */
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

/** Takes the same records, and returns only whether OpenSSL lacked memory: 1 or 0. */
static inline int openssl_lacked_memory(void) { return openssl_failures() & OPENSSL_LACKED_MEMORY ? 1 : 0; }

#endif

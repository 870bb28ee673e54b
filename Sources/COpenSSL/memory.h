#ifndef COPENSSL_MEMORY_H
#define COPENSSL_MEMORY_H

#include <stddef.h>

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>

/** Whether OpenSSL has what signatures are checked with: 1 or 0. It sets itself up at its first uses, and what memory was lacking for
    then is missing as long as the process lives. */
static inline int copenssl_is_set_up(void) {
    static const char *const digests[] = {"SHA1", "SHA256", "SHA384", "SHA512"};
    static const char *const signatures[] = {"RSA", "ECDSA"};
    /* Without this the others read through NULL. */
    int ok = OSSL_LIB_CTX_get0_global_default() != NULL;
    for (size_t index = 0; ok && index < sizeof digests / sizeof digests[0]; index++) {
        EVP_MD *digest = EVP_MD_fetch(NULL, digests[index], NULL);
        ok = digest != NULL;
        EVP_MD_free(digest);
    }
    for (size_t index = 0; ok && index < sizeof signatures / sizeof signatures[0]; index++) {
        EVP_SIGNATURE *signature = EVP_SIGNATURE_fetch(NULL, signatures[index], NULL);
        ok = signature != NULL;
        EVP_SIGNATURE_free(signature);
    }
    return ok;
}

/** Takes all that OpenSSL has noted of failures on this thread, and tells whether it lacked memory: 1 or 0. Each function that gives
    up adds a note, so the last one seldom is the cause. ERR_clear_error() before a call leaves the notes to that call.
    OpenSSL does not note each want of memory; one that lasts is found by asking for some. */
static inline int copenssl_lacked_memory(void) {
    int lacked = 0;
    unsigned long failure;
    while ((failure = ERR_get_error()) != 0) lacked |= ERR_GET_REASON(failure) == ERR_R_MALLOC_FAILURE;
    void *some = OPENSSL_malloc(4096);
    if (!some || !copenssl_is_set_up()) lacked = 1;
    OPENSSL_free(some);
    ERR_clear_error();
    return lacked;
}

#endif

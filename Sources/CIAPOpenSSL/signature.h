#ifndef CIAPOPENSSL_SIGNATURE_H
#define CIAPOPENSSL_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "failures.h"

/* A P-256 ECDSA signature has two forms: r and s in 32 bytes each, as in a JWS, and DER. */
enum { OPENSSL_RAW_SIGNATURE = 64, OPENSSL_LONGEST_DER_SIGNATURE = 72 };

/** Writes the DER form. Returns its length; 0 if there is no memory. */
static inline size_t openssl_signature_to_der(const uint8_t raw[64], uint8_t der[72]) {
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(raw, 32, NULL), *s = BN_bin2bn(raw + 32, 32, NULL);
    int count = 0;
    if (pair && r && s && ECDSA_SIG_set0(pair, r, s)) {
        count = i2d_ECDSA_SIG(pair, &der);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(pair);
    return count > 0 ? (size_t)count : 0;
}

/** Writes the raw form of a DER signature. Returns 1 or 0. */
static inline int openssl_signature_to_raw(const uint8_t *der, size_t count, uint8_t raw[64]) {
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &der, (long)count);
    const int ok = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), raw, 32) == 32 &&
                   BN_bn2binpad(ECDSA_SIG_get0_s(pair), raw + 32, 32) == 32;
    ECDSA_SIG_free(pair);
    return ok;
}

/** Signs with ES256 and a nonce from OpenSSL, and writes the raw form. Returns 1 or 0. */
static inline int openssl_es256_sign(EVP_PKEY *key, const uint8_t *content, size_t count, uint8_t raw[64]) {
    uint8_t der[OPENSSL_LONGEST_DER_SIGNATURE];
    size_t length = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const int ok = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
                   EVP_DigestSign(context, der, &length, content, count) == 1 &&
                   openssl_signature_to_raw(der, length, raw);
    EVP_MD_CTX_free(context);
    if (!ok) ERR_clear_error();
    return ok;
}

/** Begins the check of a signature whose content begins with these bytes. The check can be finished any number of
    times, on any thread. NULL: OpenSSL has no memory, or the key cannot be used here. The caller owns the result:
    EVP_MD_CTX_free. */
static inline EVP_MD_CTX *openssl_check_begin(EVP_PKEY *key, const EVP_MD *digest, const uint8_t *beginning,
                                              size_t count) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_DigestVerifyInit(context, NULL, digest, NULL, key) == 1 &&
        EVP_DigestVerifyUpdate(context, beginning, count) == 1) {
        return context;
    }
    EVP_MD_CTX_free(context);
    return NULL;
}

/** Whether the signature matches the beginning and the rest: 1 or 0. Negative: OpenSSL could not decide, because there
    is no memory or because the signature is not well-formed. */
static inline int openssl_check_finish(const EVP_MD_CTX *beginning, const uint8_t *rest, size_t count,
                                       const uint8_t *signature, size_t signature_count) {
    int result = -1;
    ERR_clear_error();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_MD_CTX_copy_ex(context, beginning) == 1 && EVP_DigestVerifyUpdate(context, rest, count) == 1) {
        result = EVP_DigestVerifyFinal(context, signature, signature_count);
    }
    EVP_MD_CTX_free(context);
    return result;
}

/** Whether the signature matches the beginning and the rest: 1 or 0; -1: OpenSSL has no memory. */
static inline int openssl_check_end(const EVP_MD_CTX *beginning, const uint8_t *rest, size_t count,
                                    const uint8_t *signature, size_t signature_count) {
    const int result = openssl_check_finish(beginning, rest, count, signature, signature_count);
    return result == 1 ? 1 : openssl_lacked_memory() ? -1 : 0;
}

/** The same check for r and s. OpenSSL gets a form that is always well-formed. So if it cannot decide, it has no
    memory, which it does not always record. The point at infinity is the exception; it belongs to no valid signature.
    */
static inline int openssl_check_end_raw(const EVP_MD_CTX *beginning, const uint8_t *rest, size_t count,
                                        const uint8_t raw[64]) {
    uint8_t der[OPENSSL_LONGEST_DER_SIGNATURE];
    const size_t length = openssl_signature_to_der(raw, der);
    if (length == 0) return -1;
    const int result = openssl_check_finish(beginning, rest, count, der, length);
    if (result == 1) return 1;
    const int failures = openssl_failures();
    if (failures & OPENSSL_LACKED_MEMORY) return -1;
    return result == 0 || failures & OPENSSL_MET_INFINITY ? 0 : -1;
}

#endif

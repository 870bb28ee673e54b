#ifndef CIAPOPENSSL_KEY_H
#define CIAPOPENSSL_KEY_H

#include <stdint.h>
#include <string.h>

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "failures.h"

/** Whether the key is for P-256: 1 or 0. */
static inline int openssl_key_is_p256(const EVP_PKEY *key) {
    char name[64];
    return EVP_PKEY_get_base_id(key) == EVP_PKEY_EC && EVP_PKEY_get_group_name(key, name, sizeof name, NULL) == 1 &&
           strcmp(name, SN_X9_62_prime256v1) == 0;
}

/** Whether the key's point is on its curve and is not the point at infinity, with which anyone can make a signature: 1;
    0: it is not; -1: no memory. 1 for keys of another kind. */
static inline int openssl_key_has_point(EVP_PKEY *key) {
    if (EVP_PKEY_get_base_id(key) != EVP_PKEY_EC) return 1;
    ERR_clear_error();
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    const int result = context ? EVP_PKEY_public_check_quick(context) : -1;
    EVP_PKEY_CTX_free(context);
    const int lacked_memory = openssl_lacked_memory();
    return result == 1 ? 1 : !context || lacked_memory ? -1 : 0;
}

/** Reads a DER SubjectPublicKeyInfo that fills the bytes. NULL unless it is a key for P-256. The caller owns the
    result: EVP_PKEY_free. */
static inline EVP_PKEY *openssl_public_key_read(const uint8_t *bytes, long count) {
    const uint8_t *end = bytes;
    EVP_PKEY *key = d2i_PUBKEY(NULL, &end, count);
    if (key && end == bytes + count && openssl_key_is_p256(key) && openssl_key_has_point(key) == 1) return key;
    EVP_PKEY_free(key);
    ERR_clear_error();
    return NULL;
}

/** Whether the private number and the public point are in range and belong together: 1 or 0. */
static inline int openssl_key_is_pair(EVP_PKEY *key) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL);
    const int ok = context && EVP_PKEY_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    return ok;
}

/** Reads a DER PKCS#8 key that fills the bytes. NULL unless it is a private key for P-256; `lacked_memory` is 1 if it
    may be one and OpenSSL has no memory. The caller owns the result: EVP_PKEY_free. */
static inline EVP_PKEY *openssl_private_key_read(const uint8_t *bytes, long count, int *lacked_memory) {
    const uint8_t *end = bytes;
    ERR_clear_error();
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &end, count);
    EVP_PKEY *key = info && end == bytes + count ? EVP_PKCS82PKEY(info) : NULL;
    PKCS8_PRIV_KEY_INFO_free(info);
    if (key && openssl_key_is_p256(key) && openssl_key_is_pair(key)) return key;
    EVP_PKEY_free(key);
    *lacked_memory = openssl_lacked_memory();
    return NULL;
}

#endif

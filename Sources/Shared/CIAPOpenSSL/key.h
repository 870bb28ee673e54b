#ifndef CIAPOPENSSL_KEY_H
#define CIAPOPENSSL_KEY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecerr.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/x509.h>

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

/* Keys */

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

/** OpenSSL 3.0 frees its decoder's copy of a private key without wiping it. The copy has 4/3 of the length (BUF_MEM_grow), and
    malloc gives the block that was freed last first. */
static inline void openssl_wipe_freed(long count) {
    const size_t length = (size_t)(count + 3) / 3 * 4;
    void *block = OPENSSL_malloc(length);
    if (block) OPENSSL_cleanse(block, length);
    OPENSSL_free(block);
}

/** Reads a DER PKCS#8 key that fills the bytes. NULL unless it is a private key for P-256; `lacked_memory` is 1 if it
    may be one and OpenSSL has no memory. The caller owns the result: EVP_PKEY_free. */
static inline EVP_PKEY *openssl_private_key_read(const uint8_t *bytes, long count, int *lacked_memory) {
    const uint8_t *end = bytes;
    ERR_clear_error();
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &end, count);
    EVP_PKEY *key = info && end == bytes + count ? EVP_PKCS82PKEY(info) : NULL;
    PKCS8_PRIV_KEY_INFO_free(info);
    openssl_wipe_freed(count);
    if (key && openssl_key_is_p256(key) && openssl_key_is_pair(key)) return key;
    EVP_PKEY_free(key);
    *lacked_memory = openssl_lacked_memory();
    return NULL;
}

/* Signatures */

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

/** Whether the key made the signature, which is in DER, of the content: 1 or 0. Negative: OpenSSL could not decide, because
    there is no memory or because the signature is not well-formed. */
static inline int openssl_check_der(EVP_PKEY *key, const uint8_t *content, size_t count, const uint8_t *signature,
                                    size_t signature_count) {
    ERR_clear_error();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = -1;
    if (context && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1)
        result = EVP_DigestVerify(context, signature, signature_count, content, count);
    EVP_MD_CTX_free(context);
    return result;
}

/** The same for r and s: 1 or 0; -1: OpenSSL has no memory. OpenSSL gets a form that is always well-formed. So if it cannot
    decide, it has no memory, which it does not always record. The point at infinity is the exception; it belongs to no valid
    signature. */
static inline int openssl_check_raw(EVP_PKEY *key, const uint8_t *content, size_t count, const uint8_t raw[64]) {
    uint8_t der[OPENSSL_LONGEST_DER_SIGNATURE];
    const size_t length = openssl_signature_to_der(raw, der);
    if (length == 0) return -1;
    const int result = openssl_check_der(key, content, count, der, length);
    if (result == 1) return 1;
    const int failures = openssl_failures();
    if (failures & OPENSSL_LACKED_MEMORY) return -1;
    return result == 0 || failures & OPENSSL_MET_INFINITY ? 0 : -1;
}

/** Prepares HMAC with SHA-256 and a key. NULL if there is no memory. The caller owns the result: EVP_MAC_CTX_free. It is
    C because a parameter holds pointers: the bytes of a text of Swift are valid for one call only. */
static inline EVP_MAC_CTX *openssl_hmac_sha256(const uint8_t *key, size_t count) {
    char digest[] = SN_sha256;
    const OSSL_PARAM parameters[] = {OSSL_PARAM_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, sizeof digest - 1),
                                     OSSL_PARAM_END};
    EVP_MAC *hmac = EVP_MAC_fetch(NULL, OSSL_MAC_NAME_HMAC, NULL);
    EVP_MAC_CTX *context = hmac ? EVP_MAC_CTX_new(hmac) : NULL;
    EVP_MAC_free(hmac);
    if (context && EVP_MAC_init(context, key, count, parameters) == 1) return context;
    EVP_MAC_CTX_free(context);
    return NULL;
}

#endif

#ifndef COPENSSL_NONCES_H
#define COPENSSL_NONCES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <openssl/crypto.h>
#include <openssl/sha.h>

/** The nonces of RFC 6979, section 3.2, for P-256 and SHA-256: the same key and digest give the same sequence, so that a signature is
    a function of key and message. Who knows them knows the key: copenssl_nonces_end() wipes them. */
typedef struct copenssl_nonces {
    uint8_t key[32], value[32];
    int is_first;
} copenssl_nonces;

/** The HMAC of value, which may be followed by a byte (-1: none) and a secret of 64 bytes (NULL: none). All may be the result. */
static inline void copenssl_nonces_hmac(const copenssl_nonces *nonces, int byte, const uint8_t *secret,
                                        uint8_t result[32]) {
    SHA256_CTX context;
    uint8_t block[SHA256_CBLOCK] = {0}, inner[32];
    const uint8_t one = (uint8_t)byte;
    memcpy(block, nonces->key, sizeof nonces->key);
    for (size_t index = 0; index < sizeof block; index++) block[index] ^= 0x36;
    SHA256_Init(&context);
    SHA256_Update(&context, block, sizeof block);
    SHA256_Update(&context, nonces->value, sizeof nonces->value);
    if (byte >= 0) SHA256_Update(&context, &one, 1);
    if (secret) SHA256_Update(&context, secret, 64);
    SHA256_Final(inner, &context);
    for (size_t index = 0; index < sizeof block; index++) block[index] ^= 0x36 ^ 0x5C;
    SHA256_Init(&context);
    SHA256_Update(&context, block, sizeof block);
    SHA256_Update(&context, inner, sizeof inner);
    SHA256_Final(result, &context);
    OPENSSL_cleanse(&context, sizeof context);
    OPENSSL_cleanse(block, sizeof block);
    OPENSSL_cleanse(inner, sizeof inner);
}

/** The reduced digest is the RFC's bits2octets. */
static inline void copenssl_nonces_start(copenssl_nonces *nonces, const uint8_t scalar[32], const uint8_t reduced[32]) {
    uint8_t secret[64];
    memcpy(secret, scalar, 32);
    memcpy(secret + 32, reduced, 32);
    memset(nonces->key, 0, sizeof nonces->key);
    memset(nonces->value, 1, sizeof nonces->value);
    for (int byte = 0; byte < 2; byte++) {
        copenssl_nonces_hmac(nonces, byte, secret, nonces->key);
        copenssl_nonces_hmac(nonces, -1, NULL, nonces->value);
    }
    nonces->is_first = 1;
    OPENSSL_cleanse(secret, sizeof secret);
}

/** The next candidate. The caller asks again if it is not in 1...n-1 or gives no signature. */
static inline void copenssl_nonces_next(copenssl_nonces *nonces, uint8_t nonce[32]) {
    if (!nonces->is_first) {
        copenssl_nonces_hmac(nonces, 0, NULL, nonces->key);
        copenssl_nonces_hmac(nonces, -1, NULL, nonces->value);
    }
    nonces->is_first = 0;
    copenssl_nonces_hmac(nonces, -1, NULL, nonces->value);
    memcpy(nonce, nonces->value, 32);
}

/** Secret bytes that go with the last candidate and tell nothing about it. */
static inline void copenssl_nonces_blinding(const copenssl_nonces *nonces, uint8_t blinding[32]) {
    copenssl_nonces_hmac(nonces, -1, NULL, blinding);
}

static inline void copenssl_nonces_end(copenssl_nonces *nonces) { OPENSSL_cleanse(nonces, sizeof *nonces); }

#endif

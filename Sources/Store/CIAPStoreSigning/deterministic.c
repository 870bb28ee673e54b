#include "store_signing.h"

#include <string.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

/*
 * ECDSA for P-256 with the nonces of RFC 6979. OpenSSL signs with random nonces: two runs of a store would give different
 * signatures for the same log. The arithmetic is OpenSSL's. It does not protect the key, which belongs to the test store.
 */

enum { LENGTH = 32 };

/* The creation of a group takes a third of the time of a signature. */
static EC_GROUP *known_group;
static CRYPTO_ONCE group_once = CRYPTO_ONCE_STATIC_INIT;

static void make_group(void) { known_group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1); }

/** Returns P-256, or NULL without memory. */
static const EC_GROUP *p256(void) {
    CRYPTO_THREAD_run_once(&group_once, make_group);
    return known_group;
}

static int is_scalar(const EC_GROUP *group, const BIGNUM *number) {
    return !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0;
}

int store_key_point(const uint8_t scalar[32], uint8_t point[65]) {
    const EC_GROUP *group = p256();
    EC_POINT *product = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_bin2bn(scalar, LENGTH, NULL);
    const int ok = product && number && is_scalar(group, number) &&
                   EC_POINT_mul(group, product, number, NULL, NULL, NULL) &&
                   EC_POINT_point2oct(group, product, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) == 65;
    BN_free(number);
    EC_POINT_free(product);
    if (!ok) ERR_clear_error();
    return ok;
}

int store_key_reduce(const uint8_t *number, size_t count, uint8_t scalar[32]) {
    const EC_GROUP *group = p256();
    BIGNUM *modulus = group ? BN_dup(EC_GROUP_get0_order(group)) : NULL;
    BIGNUM *value = BN_bin2bn(number, (int)count, NULL);
    BN_CTX *context = BN_CTX_new();
    const int ok = modulus && value && context && BN_sub_word(modulus, 1) && BN_nnmod(value, value, modulus, context) &&
                   BN_add_word(value, 1) && BN_bn2binpad(value, scalar, LENGTH) == LENGTH;
    BN_CTX_free(context);
    BN_free(value);
    BN_free(modulus);
    return ok;
}

/* The state of RFC 6979, section 3.2. */
typedef struct nonces {
    uint8_t key[LENGTH], value[LENGTH];
} nonces;

/** K = HMAC(K, V || byte || secret), V = HMAC(K, V). */
static int nonces_mix(nonces *nonces, uint8_t byte, const uint8_t *secret, size_t count) {
    uint8_t text[LENGTH + 1 + 2 * LENGTH];
    memcpy(text, nonces->value, LENGTH);
    text[LENGTH] = byte;
    if (count > 0) memcpy(text + LENGTH + 1, secret, count);
    return HMAC(EVP_sha256(), nonces->key, LENGTH, text, LENGTH + 1 + count, nonces->key, NULL) &&
           HMAC(EVP_sha256(), nonces->key, LENGTH, nonces->value, LENGTH, nonces->value, NULL);
}

/** The secret is the private number and the digest modulo n (bits2octets). */
static int nonces_start(nonces *nonces, const uint8_t secret[64]) {
    memset(nonces->key, 0, LENGTH);
    memset(nonces->value, 1, LENGTH);
    return nonces_mix(nonces, 0, secret, 64) && nonces_mix(nonces, 1, secret, 64);
}

static int nonces_next(nonces *nonces, BIGNUM *nonce) {
    return HMAC(EVP_sha256(), nonces->key, LENGTH, nonces->value, LENGTH, nonces->value, NULL) &&
           BN_bin2bn(nonces->value, LENGTH, nonce);
}

/** Returns 1, or 0 if the nonce cannot be used, or -1 without memory. */
static int sign_with(const EC_GROUP *group, const BIGNUM *scalar, const BIGNUM *digest, const BIGNUM *nonce, BIGNUM *r,
                     BIGNUM *s, BN_CTX *context) {
    const BIGNUM *order = EC_GROUP_get0_order(group);
    if (!is_scalar(group, nonce)) return 0;
    EC_POINT *point = EC_POINT_new(group);
    const int has_r = point && EC_POINT_mul(group, point, nonce, NULL, NULL, context) &&
                      EC_POINT_get_affine_coordinates(group, point, r, NULL, context) && BN_nnmod(r, r, order, context);
    EC_POINT_free(point);
    if (!has_r) return -1;
    BN_CTX_start(context);
    BIGNUM *inverse = BN_CTX_get(context);
    /* s = (digest + r * scalar) / nonce */
    const int has_s = inverse && BN_mod_inverse(inverse, nonce, order, context) &&
                      BN_mod_mul(s, r, scalar, order, context) && BN_mod_add(s, s, digest, order, context) &&
                      BN_mod_mul(s, s, inverse, order, context);
    BN_CTX_end(context);
    return !has_s ? -1 : !BN_is_zero(r) && !BN_is_zero(s);
}

int store_key_sign(const uint8_t scalar[32], const uint8_t digest[32], uint8_t signature[64]) {
    const EC_GROUP *group = p256();
    BN_CTX *context = BN_CTX_new();
    BIGNUM *key = BN_bin2bn(scalar, LENGTH, NULL), *reduced = BN_bin2bn(digest, LENGTH, NULL);
    BIGNUM *nonce = BN_new(), *r = BN_new(), *s = BN_new();
    nonces nonces;
    uint8_t secret[2 * LENGTH];
    int result = -1;
    if (group && context && key && reduced && nonce && r && s &&
        BN_nnmod(reduced, reduced, EC_GROUP_get0_order(group), context) &&
        BN_bn2binpad(key, secret, LENGTH) == LENGTH && BN_bn2binpad(reduced, secret + LENGTH, LENGTH) == LENGTH &&
        nonces_start(&nonces, secret)) {
        do {
            result = nonces_next(&nonces, nonce) ? sign_with(group, key, reduced, nonce, r, s, context) : -1;
            if (result == 0 && !nonces_mix(&nonces, 0, NULL, 0)) result = -1;
        } while (result == 0);
    }
    const int ok = result == 1 && BN_bn2binpad(r, signature, LENGTH) == LENGTH &&
                   BN_bn2binpad(s, signature + LENGTH, LENGTH) == LENGTH;
    BN_free(s);
    BN_free(r);
    BN_free(nonce);
    BN_free(reduced);
    BN_free(key);
    BN_CTX_free(context);
    if (!ok) ERR_clear_error();
    return ok;
}

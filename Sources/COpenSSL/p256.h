#ifndef COPENSSL_P256_H
#define COPENSSL_P256_H

#include <stdint.h>

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include "nonces.h"

/* All numbers are 32 bytes, big endian. A point is 65 bytes: 4, x, y. */

/** The private key with this scalar and its public point. NULL: the scalar is not in 1...n-1.
    The caller owns the result: EC_KEY_free. */
static inline EC_KEY *copenssl_p256_private_key(const uint8_t scalar[32]) {
    EC_KEY *key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
    const EC_GROUP *group = key ? EC_KEY_get0_group(key) : NULL;
    BIGNUM *number = BN_bin2bn(scalar, 32, NULL);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    int ok = number && point && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
             EC_POINT_mul(group, point, number, NULL, NULL, NULL) && EC_KEY_set_private_key(key, number) &&
             EC_KEY_set_public_key(key, point);
    EC_POINT_free(point);
    BN_clear_free(number);
    if (!ok) {
        EC_KEY_free(key);
        ERR_clear_error();
        return NULL;
    }
    return key;
}

/** Writes the private number, which is for the caller to wipe. Returns 1, or 0 if the key has none. */
static inline int copenssl_p256_scalar(const EC_KEY *key, uint8_t scalar[32]) {
    const BIGNUM *number = EC_KEY_get0_private_key(key);
    return number && BN_bn2binpad(number, scalar, 32) == 32;
}

/** Writes the public point. Returns 1 or 0. A key of another curve gives 0. */
static inline int copenssl_p256_point(const EC_KEY *key, uint8_t point[65]) {
    const EC_GROUP *group = EC_KEY_get0_group(key);
    const EC_POINT *public_key = EC_KEY_get0_public_key(key);
    return group && public_key && EC_GROUP_get_curve_name(group) == NID_X9_62_prime256v1 &&
           EC_POINT_point2oct(group, public_key, POINT_CONVERSION_UNCOMPRESSED, point, 65, NULL) == 65;
}

/** Writes 1 + (number mod (n - 1)), a scalar for any input. Returns 1, or 0 without memory. */
static inline int copenssl_p256_reduce(const uint8_t *number, int count, uint8_t scalar[32]) {
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    BIGNUM *modulus = group ? BN_dup(EC_GROUP_get0_order(group)) : NULL;
    BIGNUM *value = BN_bin2bn(number, count, NULL);
    BN_CTX *context = BN_CTX_new();
    int ok = modulus && value && context && BN_sub_word(modulus, 1) && BN_nnmod(value, value, modulus, context) &&
             BN_add_word(value, 1) && BN_bn2binpad(value, scalar, 32) == 32;
    BN_CTX_free(context);
    BN_clear_free(value);
    BN_free(modulus);
    EC_GROUP_free(group);
    return ok;
}

/** Reads a DER PKCS#8 key. Returns 1, or 0 if the bytes are anything but one P-256 private key. OpenSSL's general decoders would do
    it too, and load all that they know for it. */
static inline int copenssl_p256_read_pkcs8(const uint8_t *bytes, long count, uint8_t scalar[32]) {
    const uint8_t *end = bytes, *start = NULL, *key_end = NULL;
    const ASN1_OBJECT *kind = NULL;
    const X509_ALGOR *algorithm = NULL;
    const void *curve = NULL;
    int length = 0, curve_type = V_ASN1_UNDEF, ok = 0;
    PKCS8_PRIV_KEY_INFO *info = d2i_PKCS8_PRIV_KEY_INFO(NULL, &end, count);
    EC_KEY *key = NULL;
    if (info && end == bytes + count && PKCS8_pkey_get0(&kind, &start, &length, &algorithm, info)) {
        X509_ALGOR_get0(NULL, &curve_type, &curve, algorithm);
        if (OBJ_obj2nid(kind) == NID_X9_62_id_ecPublicKey && curve_type == V_ASN1_OBJECT &&
            OBJ_obj2nid((const ASN1_OBJECT *)curve) == NID_X9_62_prime256v1) {
            key = EC_KEY_new_by_curve_name(NID_X9_62_prime256v1);
        }
    }
    key_end = start;
    if (key && d2i_ECPrivateKey(&key, &key_end, length) && key_end == start + length) {
        /* The key may name its curve once more. */
        ok = EC_GROUP_get_curve_name(EC_KEY_get0_group(key)) == NID_X9_62_prime256v1 &&
             copenssl_p256_scalar(key, scalar);
    }
    EC_KEY_free(key);
    PKCS8_PRIV_KEY_INFO_free(info);
    ERR_clear_error();
    return ok;
}

/** Signs a SHA-256 digest with the given nonce and writes r and s.
    Returns 1; 0: this nonce cannot be used, take the next; -1: OpenSSL has no memory.
    The time of BN_mod_inverse depends on its operand: the product with the secret blinding number hides the nonce. */
static inline int copenssl_p256_sign(EC_KEY *key, const uint8_t digest[32], const uint8_t nonce[32],
                                     const uint8_t blinding[32], uint8_t signature[64]) {
    const EC_GROUP *group = EC_KEY_get0_group(key);
    const BIGNUM *order = EC_GROUP_get0_order(group);
    int result = -1;
    BN_CTX *context = BN_CTX_new();
    if (!context) return result;
    BN_CTX_start(context);
    BIGNUM *k = BN_CTX_get(context);
    BIGNUM *blind = BN_CTX_get(context);
    BIGNUM *inverse = BN_CTX_get(context);
    BIGNUM *r = BN_CTX_get(context);
    EC_POINT *point = EC_POINT_new(group);
    ECDSA_SIG *pair = NULL;
    if (!r || !point || !BN_bin2bn(nonce, 32, k) || !BN_bin2bn(blinding, 32, blind)) goto done;
    if (BN_is_zero(k) || BN_cmp(k, order) >= 0) {
        result = 0;
        goto done;
    }
    if (!BN_nnmod(blind, blind, order, context) || (BN_is_zero(blind) && !BN_one(blind))) goto done;
    if (!EC_POINT_mul(group, point, k, NULL, NULL, context) ||
        !EC_POINT_get_affine_coordinates(group, point, r, NULL, context) || !BN_nnmod(r, r, order, context) ||
        !BN_mod_mul(inverse, k, blind, order, context) || !BN_mod_inverse(inverse, inverse, order, context) ||
        !BN_mod_mul(inverse, inverse, blind, order, context)) {
        goto done;
    }
    if (BN_is_zero(r)) {
        result = 0;
        goto done;
    }
    pair = ECDSA_do_sign_ex(digest, 32, inverse, r, key);
    if (!pair) {
        result = ERR_GET_REASON(ERR_peek_last_error()) == EC_R_NEED_NEW_SETUP_VALUES ? 0 : -1;
        goto done;
    }
    if (BN_bn2binpad(ECDSA_SIG_get0_r(pair), signature, 32) == 32 &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), signature + 32, 32) == 32) {
        result = 1;
    }
done:
    if (r) {
        BN_clear(k);
        BN_clear(blind);
        BN_clear(inverse);
    }
    ECDSA_SIG_free(pair);
    EC_POINT_free(point);
    BN_CTX_end(context);
    BN_CTX_free(context);
    if (result != 1) ERR_clear_error();
    return result;
}

/** Signs a SHA-256 digest with the nonces of RFC 6979 and writes r and s. The reduced digest is the digest modulo n.
    Returns 1; -1: OpenSSL has no memory, or the key is only public. */
static inline int copenssl_p256_sign_alike(EC_KEY *key, const uint8_t digest[32], const uint8_t reduced[32],
                                           uint8_t signature[64]) {
    uint8_t scalar[32], nonce[32], blinding[32];
    copenssl_nonces nonces;
    if (!copenssl_p256_scalar(key, scalar)) return -1;
    copenssl_nonces_start(&nonces, scalar, reduced);
    int result;
    do {
        copenssl_nonces_next(&nonces, nonce);
        copenssl_nonces_blinding(&nonces, blinding);
        result = copenssl_p256_sign(key, digest, nonce, blinding, signature);
    } while (result == 0);
    copenssl_nonces_end(&nonces);
    OPENSSL_cleanse(scalar, sizeof scalar);
    OPENSSL_cleanse(nonce, sizeof nonce);
    OPENSSL_cleanse(blinding, sizeof blinding);
    return result;
}

/** Whether r and s are the signature of this SHA-256 digest: 1 or 0; -1: OpenSSL has no memory. */
static inline int copenssl_p256_verify(EC_KEY *key, const uint8_t digest[32], const uint8_t signature[64]) {
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, 32, NULL);
    BIGNUM *s = BN_bin2bn(signature + 32, 32, NULL);
    int result = -1;
    if (pair && r && s && ECDSA_SIG_set0(pair, r, s)) {
        result = ECDSA_do_verify(digest, 32, pair, key);
    } else {
        BN_free(r);
        BN_free(s);
    }
    ECDSA_SIG_free(pair);
    if (result != 1) ERR_clear_error();
    return result;
}

/** The same for the text that goes on after a beginning that is hashed already. */
static inline int copenssl_es256_verify(EC_KEY *key, const SHA256_CTX *beginning, const uint8_t *rest, size_t count,
                                        const uint8_t signature[64]) {
    SHA256_CTX context = *beginning;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA256_Update(&context, rest, count);
    SHA256_Final(digest, &context);
    return copenssl_p256_verify(key, digest, signature);
}

/** Whether it is the signature of this digest, for a signature in DER form; other than the one right DER form of a pair is refused. */
static inline int copenssl_p256_verify_der(EC_KEY *key, const uint8_t digest[32], const uint8_t *signature, int count) {
    int ok = ECDSA_verify(0, digest, 32, signature, count, key) == 1;
    if (!ok) ERR_clear_error();
    return ok;
}

#endif

/*
 * Certificates in the plain form of the App Store's, and paths of three of them, judged without OpenSSL's X509 objects.
 *
 * d2i_X509 looks for a decoder of the key in each certificate, which in OpenSSL 3 takes twice as long as the check of a
 * signature, and X509_verify_cert provides for much that the App Store's certificates never have. Here bytes are compared with
 * what those have, and whatever else there is, is for OpenSSL to judge: every path that is valid or forged here is valid or not
 * by X509_verify_cert with X509_V_FLAG_X509_STRICT.
 */
#ifndef CPLAINCERTIFICATE_H
#define CPLAINCERTIFICATE_H

#include <stddef.h>
#include <stdint.h>

/* EC_KEY and X509. */
struct ec_key_st;
struct x509_st;

/** The public key of an uncompressed point. The curve is NID_X9_62_prime256v1 or NID_secp384r1. NULL: the point is not on it, or
    no memory. A copy of a key that is ready takes a tenth of the time that making one by the curve's name does.
    The caller owns the result: EC_KEY_free. */
struct ec_key_st *plain_public_key(int curve, const uint8_t *point, size_t count);

/** What is known of root certificates. Any thread may use it. */
typedef struct plain_roots plain_roots;

/** Takes all that a verifier trusts, those that are not plain too. Keeps references to the certificates. NULL: no memory.
    The caller owns the result: plain_roots_free. */
plain_roots *plain_roots_new(struct x509_st *const *certificates, size_t count);

/** NULL is allowed. */
void plain_roots_free(plain_roots *roots);

typedef enum plain_verdict {
    /* X509_verify_cert has to judge, and may find the path valid or not. */
    PLAIN_UNJUDGED,
    PLAIN_VALID,
    /* Each certificate names the next one, and a signature is not the next one's. X509_verify_cert would say so too. */
    PLAIN_FORGED,
} plain_verdict;

typedef struct plain_path {
    /** The first and last second since 1970 at which the path is valid. */
    int64_t first, last;
    /** The leaf's key, a point for P-256. Nobody has looked whether it is on the curve: plain_public_key does, and if it is not,
        X509_verify_cert finds no path. */
    uint8_t point[65];
    /** Whether the certificates have the App Store's marker extensions: 1 or 0. */
    int leaf_is_receipt_signing, intermediate_is_developer_relations;
} plain_path;

/** Judges leaf, intermediate and one of the roots at this second. Fills the path if it is valid, and only then. The bytes are DER
    from anybody. */
plain_verdict plain_roots_judge(const plain_roots *roots, const uint8_t *leaf, size_t leaf_count,
                                const uint8_t *intermediate, size_t intermediate_count, int64_t seconds,
                                plain_path *path);

#endif

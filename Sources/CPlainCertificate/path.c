#define OPENSSL_SUPPRESS_DEPRECATED

#include "plain_certificate.h"

#include <string.h>

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>

#include "certificate.h"

/* ------------------------------------------------------------------------------------------------------------- keys */

typedef struct plain_curve {
    int number;
    /* A key without a point, which is made once and copied; NULL: nobody has needed it, or had the memory for it. */
    EC_KEY *blank;
    /* Somebody's who has done with it; NULL: there is none. */
    EC_KEY *spare;
} plain_curve;

static plain_curve p256 = {NID_X9_62_prime256v1, NULL, NULL}, p384 = {NID_secp384r1, NULL, NULL};

static plain_curve *curve_of(int number) {
    return number == NID_X9_62_prime256v1 ? &p256 : number == NID_secp384r1 ? &p384 : NULL;
}

/* NULL: no memory, at this time. */
static EC_KEY *copy_of_blank(plain_curve *curve) {
    EC_KEY *blank = __atomic_load_n(&curve->blank, __ATOMIC_ACQUIRE);
    if (!blank) {
        EC_KEY *own = EC_KEY_new_by_curve_name(curve->number);
        if (!own) return NULL;
        if (__atomic_compare_exchange_n(&curve->blank, &blank, own, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
            blank = own;
        } else {
            EC_KEY_free(own);
        }
    }
    return EC_KEY_dup(blank);
}

static EC_KEY *with_point(EC_KEY *key, const uint8_t *point, size_t count) {
    if (key && EC_KEY_oct2key(key, point, count, NULL)) return key;
    EC_KEY_free(key);
    ERR_clear_error();
    return NULL;
}

EC_KEY *plain_public_key(int curve, const uint8_t *point, size_t count) {
    plain_curve *own = curve_of(curve);
    return with_point(own ? copy_of_blank(own) : NULL, point, count);
}

/* The same for a key that is given back soon: the last one's memory is still in the processor's cache. */
static EC_KEY *borrow_key(const plain_certificate *certificate) {
    plain_curve *curve = curve_of(certificate->curve);
    EC_KEY *key = __atomic_exchange_n(&curve->spare, NULL, __ATOMIC_ACQ_REL);
    if (!key) key = copy_of_blank(curve);
    return with_point(key, certificate->point.start, plain_count(certificate->point));
}

static void give_back_key(const plain_certificate *certificate, EC_KEY *key) {
    EC_KEY_free(__atomic_exchange_n(&curve_of(certificate->curve)->spare, key, __ATOMIC_ACQ_REL));
}

/* Writes the digest of the signed bytes and returns how long it is. The functions that do it at once, SHA256() and SHA384(), need
   memory for it; these do not, and never fail. */
static int hash_content(const plain_certificate *certificate, uint8_t digest[SHA384_DIGEST_LENGTH]) {
    const uint8_t *content = certificate->content.start;
    const size_t count = plain_count(certificate->content);
    if (certificate->digest == NID_sha256) {
        SHA256_CTX context;
        SHA256_Init(&context);
        SHA256_Update(&context, content, count);
        SHA256_Final(digest, &context);
        return SHA256_DIGEST_LENGTH;
    }
    SHA512_CTX context;
    SHA384_Init(&context);
    SHA384_Update(&context, content, count);
    SHA384_Final(digest, &context);
    return SHA384_DIGEST_LENGTH;
}

/* Whether the issuer has signed the certificate: 1 or 0; -1: OpenSSL cannot say. */
static int is_signed(const plain_certificate *certificate, const plain_certificate *issuer) {
    EC_KEY *key = borrow_key(issuer);
    if (!key) return -1;
    uint8_t digest[SHA384_DIGEST_LENGTH];
    const int count = hash_content(certificate, digest);
    const int result =
        ECDSA_verify(0, digest, count, certificate->signature.start, (int)plain_count(certificate->signature), key);
    give_back_key(issuer, key);
    if (result != 1) ERR_clear_error();
    return result;
}

/* ------------------------------------------------------------------------------------------------------------ roots */

typedef struct plain_root {
    X509 *certificate;
    unsigned char *der;
    plain_certificate plain;
    /* Whether it is plain and a path of three may end with it. */
    int is_end;
    /* -1: its key has no identifier. */
    int key_id_count;
    const uint8_t *key_id;
} plain_root;

struct plain_roots {
    size_t count;
    plain_root roots[];
};

static int is_same(plain_bytes one, plain_bytes other) {
    return plain_count(one) == plain_count(other) && memcmp(one.start, other.start, plain_count(one)) == 0;
}

static int is_same_key_id(const uint8_t *one, const uint8_t *other) {
    return one && other && memcmp(one, other, plain_key_id_count) == 0;
}

/* It has issued itself, and one intermediate certificate may follow it. */
static int is_end_of_path(const plain_certificate *root) {
    return root->is_authority && root->path_length != 0 && root->key_id && is_same(root->subject, root->issuer) &&
           (!root->issuer_key_id || is_same_key_id(root->issuer_key_id, root->key_id));
}

static void read_root(plain_root *root, X509 *certificate) {
    const ASN1_OCTET_STRING *key_id = X509_get0_subject_key_id(certificate);
    X509_up_ref(certificate);
    root->certificate = certificate;
    root->key_id_count = key_id ? ASN1_STRING_length(key_id) : -1;
    root->key_id = key_id ? ASN1_STRING_get0_data(key_id) : NULL;
    const int count = i2d_X509(certificate, &root->der);
    root->is_end = count > 0 && plain_certificate_read(&root->plain, (plain_bytes){root->der, root->der + count}) &&
                   is_end_of_path(&root->plain);
}

static int is_among(const plain_roots *roots, const X509 *certificate) {
    for (size_t index = 0; index < roots->count; index++) {
        if (X509_cmp(roots->roots[index].certificate, certificate) == 0) return 1;
    }
    return 0;
}

plain_roots *plain_roots_new(X509 *const *certificates, size_t count) {
    plain_roots *roots = OPENSSL_zalloc(sizeof *roots + count * sizeof roots->roots[0]);
    for (size_t index = 0; roots && index < count; index++) {
        if (!is_among(roots, certificates[index])) read_root(&roots->roots[roots->count++], certificates[index]);
    }
    ERR_clear_error();
    return roots;
}

void plain_roots_free(plain_roots *roots) {
    for (size_t index = 0; roots && index < roots->count; index++) {
        X509_free(roots->roots[index].certificate);
        OPENSSL_free(roots->roots[index].der);
    }
    OPENSSL_free(roots);
}

/* ------------------------------------------------------------------------------------------------------------- path */

/* The one root whose key the certificate names, if it is plain. *count: how many roots X509_verify_cert may take for the issuer;
   it also takes those whose key has no identifier. */
static const plain_root *issuer_of(const plain_roots *roots, const plain_certificate *certificate, size_t *count) {
    const plain_root *issuer = NULL;
    *count = 0;
    for (size_t index = 0; index < roots->count; index++) {
        const plain_root *root = &roots->roots[index];
        if (root->key_id_count != -1 &&
            (root->key_id_count != plain_key_id_count || !is_same_key_id(root->key_id, certificate->issuer_key_id))) {
            continue;
        }
        issuer = root;
        *count += 1;
    }
    return issuer && issuer->is_end && is_same(issuer->plain.subject, certificate->issuer) ? issuer : NULL;
}

/* Whether the certificate names another key than its own for that of its issuer. */
static int is_of_another(const plain_certificate *certificate) {
    return certificate->key_id && certificate->issuer_key_id &&
           !is_same_key_id(certificate->key_id, certificate->issuer_key_id);
}

/* The root of a path for which X509_verify_cert finds no other and which it finds valid if signatures and dates are. NULL: there is
   none. */
static const plain_root *root_of(const plain_roots *roots, const plain_certificate *leaf,
                                 const plain_certificate *intermediate) {
    size_t issuers_of_leaf, issuers_of_intermediate;
    if (leaf->is_authority || leaf->curve != NID_X9_62_prime256v1 || !intermediate->is_authority ||
        !is_of_another(leaf) || !is_of_another(intermediate) || !is_same(intermediate->subject, leaf->issuer) ||
        !is_same_key_id(intermediate->key_id, leaf->issuer_key_id)) {
        return NULL;
    }
    issuer_of(roots, leaf, &issuers_of_leaf);
    const plain_root *root = issuer_of(roots, intermediate, &issuers_of_intermediate);
    return issuers_of_leaf == 0 && issuers_of_intermediate == 1 ? root : NULL;
}

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }
static int64_t later(int64_t one, int64_t other) { return one > other ? one : other; }

static plain_verdict judge(const plain_root *root, const plain_certificate *leaf, const plain_certificate *intermediate,
                           int64_t seconds, plain_path *path) {
    const int64_t first = later(root->plain.first, later(intermediate->first, leaf->first));
    const int64_t last = earlier(root->plain.last, earlier(intermediate->last, leaf->last));
    if (seconds < first || seconds > last) return PLAIN_UNJUDGED;
    int result = is_signed(intermediate, &root->plain);
    if (result == 1) result = is_signed(leaf, intermediate);
    if (result != 1) return result == 0 ? PLAIN_FORGED : PLAIN_UNJUDGED;
    path->first = first;
    path->last = last;
    memcpy(path->point, leaf->point.start, sizeof path->point);
    path->leaf_is_receipt_signing = leaf->is_receipt_signing;
    path->intermediate_is_developer_relations = intermediate->is_developer_relations;
    return PLAIN_VALID;
}

plain_verdict plain_roots_judge(const plain_roots *roots, const uint8_t *leaf, size_t leaf_count,
                                const uint8_t *intermediate, size_t intermediate_count, int64_t seconds,
                                plain_path *path) {
    plain_certificate first, second;
    if (!plain_certificate_read(&first, (plain_bytes){leaf, leaf + leaf_count}) ||
        !plain_certificate_read(&second, (plain_bytes){intermediate, intermediate + intermediate_count})) {
        return PLAIN_UNJUDGED;
    }
    const plain_root *root = root_of(roots, &first, &second);
    return root ? judge(root, &first, &second, seconds, path) : PLAIN_UNJUDGED;
}

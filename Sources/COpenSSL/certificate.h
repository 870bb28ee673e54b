#ifndef COPENSSL_CERTIFICATE_H
#define COPENSSL_CERTIFICATE_H

#include <stdint.h>
#include <string.h>
#include <time.h>

#include <openssl/asn1.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include "memory.h"
#include "p256.h"

/** Whether OpenSSL has the certificate's key and understands its extensions: 1 or 0; -1: no memory. It keeps both with the
    certificate, and keeps too that it could not: one that was read in want of memory would be refused for good. */
static inline int copenssl_certificate_is_whole(X509 *certificate) {
    ERR_clear_error();
    if (!X509_get0_pubkey(certificate)) {
        /* OpenSSL has tried again, and gives this reason if the key can be read after all. */
        const int can = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_INTERNAL_ERROR;
        return copenssl_lacked_memory() || can ? -1 : 0;
    }
    if (X509_check_purpose(certificate, -1, 0) == 1) return 1;
    return copenssl_lacked_memory() ? -1 : 0;
}

/** Reads one DER certificate that fills the bytes. Returns 1; 0: it does not; -1: no memory.
    The caller owns the result: X509_free. */
static inline int copenssl_certificate_read(const uint8_t *bytes, long count, X509 **certificate) {
    for (int attempt = 1;; attempt++) {
        const uint8_t *end = bytes;
        ERR_clear_error();
        X509 *read = d2i_X509(NULL, &end, count);
        if (!read) return copenssl_lacked_memory() ? -1 : 0;
        const int is_all = end == bytes + count;
        const int is_whole = is_all ? copenssl_certificate_is_whole(read) : 0;
        ERR_clear_error();
        /* OpenSSL drops some of its failures: what is not whole is read a second time. */
        if (is_all && (is_whole == 1 || (is_whole == 0 && attempt == 2))) {
            *certificate = read;
            return 1;
        }
        X509_free(read);
        if (!is_all || is_whole == -1) return is_whole;
    }
}

/** Writes the certificate's P-256 public point. Returns 1; 0: the key is of another kind; -1: no memory. */
static inline int copenssl_certificate_point(X509 *certificate, uint8_t point[65]) {
    ERR_clear_error();
    EVP_PKEY *key = X509_get0_pubkey(certificate);
    int result = 0;
    if (key && EVP_PKEY_get_base_id(key) == EVP_PKEY_EC) {
        EC_KEY *ec_key = EVP_PKEY_get1_EC_KEY(key);
        const EC_GROUP *group = ec_key ? EC_KEY_get0_group(ec_key) : NULL;
        if (group && EC_GROUP_get_curve_name(group) == NID_X9_62_prime256v1) {
            result = copenssl_p256_point(ec_key, point) ? 1 : -1;
        }
        EC_KEY_free(ec_key);
    }
    if (copenssl_lacked_memory() && result == 0) result = -1;
    return result;
}

/** Whether the certificate has an extension with this dotted identifier, whatever its value: 1 or 0. It takes no memory. */
static inline int copenssl_certificate_has_extension(const X509 *certificate, const char *identifier) {
    char text[64];
    for (int index = 0; index < X509_get_ext_count(certificate); index++) {
        const ASN1_OBJECT *object = X509_EXTENSION_get_object(X509_get_ext(certificate, index));
        const int count = OBJ_obj2txt(text, sizeof text, object, 1);
        if (count > 0 && count < (int)sizeof text && strcmp(text, identifier) == 0) return 1;
    }
    return 0;
}

static inline int copenssl_add_name(X509_NAME *name, int nid, const char *text) {
    return X509_NAME_add_entry_by_NID(name, nid, MBSTRING_UTF8, (const unsigned char *)text, -1, -1, 0);
}

/** A version 3 certificate without extensions and signature. Times are seconds since 1970. Without an issuer the
    subject is its own issuer. NULL: the public key cannot be read, or no memory.
    The caller owns the result: X509_free. */
static inline X509 *copenssl_certificate_draft(const uint8_t *serial, int serial_count, int64_t not_before,
                                               int64_t not_after, const uint8_t *spki, long spki_count,
                                               const char *organization, const char *common_name, const X509 *issuer) {
    X509 *draft = X509_new();
    BIGNUM *number = BN_bin2bn(serial, serial_count, NULL);
    X509_NAME *subject = X509_NAME_new();
    EVP_PKEY *key = d2i_PUBKEY(NULL, &spki, spki_count);
    int ok = draft && number && subject && key && X509_set_version(draft, 2) &&
             BN_to_ASN1_INTEGER(number, X509_get_serialNumber(draft)) &&
             ASN1_TIME_set(X509_getm_notBefore(draft), (time_t)not_before) &&
             ASN1_TIME_set(X509_getm_notAfter(draft), (time_t)not_after) &&
             copenssl_add_name(subject, NID_organizationName, organization) &&
             copenssl_add_name(subject, NID_commonName, common_name) && X509_set_subject_name(draft, subject) &&
             X509_set_issuer_name(draft, issuer ? X509_get_subject_name(issuer) : subject) &&
             X509_set_pubkey(draft, key)
             /* OpenSSL fills in the algorithm only when it signs itself; the signature is made outside. */
             && X509_ALGOR_set0((X509_ALGOR *)X509_get0_tbs_sigalg(draft), OBJ_nid2obj(NID_ecdsa_with_SHA256),
                                V_ASN1_UNDEF, NULL);
    EVP_PKEY_free(key);
    X509_NAME_free(subject);
    BN_free(number);
    if (!ok) {
        X509_free(draft);
        ERR_clear_error();
        return NULL;
    }
    return draft;
}

/** Adds an extension in the words of openssl.cnf. Returns 1, or 0 if OpenSSL does not understand them. */
static inline int copenssl_certificate_add_extension(X509 *draft, X509 *issuer, const char *name, const char *value) {
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    X509V3_set_ctx(&context, issuer ? issuer : draft, draft, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_nconf(NULL, &context, name, value);
    int ok = extension && X509_add_ext(draft, extension, -1);
    X509_EXTENSION_free(extension);
    if (!ok) ERR_clear_error();
    return ok;
}

static inline int copenssl_seconds(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(time, &parts)) return 0;
    *seconds = timegm(&parts);
    return 1;
}

/** Validates leaf, intermediate and one of the store's roots, in this order and no other, at the given second.
    Returns X509_V_OK and the first and last second at which the same chain is valid, or the X509_V_ERR code. */
static inline int copenssl_validate_chain(X509_STORE *roots, X509 *leaf, X509 *intermediate, int64_t seconds,
                                          int64_t *first, int64_t *last) {
    int code = X509_V_ERR_OUT_OF_MEM;
    ERR_clear_error();
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    STACK_OF(X509) *untrusted = sk_X509_new_null();
    if (!context || !untrusted || !sk_X509_push(untrusted, intermediate) ||
        !X509_STORE_CTX_init(context, roots, leaf, untrusted)) {
        goto done;
    }
    X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
    X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_X509_STRICT);
    X509_VERIFY_PARAM_set_time(parameters, (time_t)seconds);
    int verified = X509_verify_cert(context);
    code = X509_STORE_CTX_get_error(context);
    if (verified != 1) {
        if (code == X509_V_OK) code = X509_V_ERR_UNSPECIFIED;
        goto done;
    }
    STACK_OF(X509) *chain = X509_STORE_CTX_get0_chain(context);
    if (sk_X509_num(chain) != 3 || X509_cmp(sk_X509_value(chain, 1), intermediate) != 0) {
        code = X509_V_ERR_APPLICATION_VERIFICATION;
        goto done;
    }
    *first = INT64_MIN;
    *last = INT64_MAX;
    for (int index = 0; index < 3; index++) {
        int64_t from, until;
        const X509 *certificate = sk_X509_value(chain, index);
        if (!copenssl_seconds(X509_get0_notBefore(certificate), &from) ||
            !copenssl_seconds(X509_get0_notAfter(certificate), &until)) {
            code = X509_V_ERR_UNSPECIFIED;
            goto done;
        }
        if (from > *first) *first = from;
        /* OpenSSL calls a certificate expired from its last second on. */
        if (until - 1 < *last) *last = until - 1;
    }
done:
    sk_X509_free(untrusted);
    X509_STORE_CTX_free(context);
    if (copenssl_lacked_memory() && code != X509_V_OK) code = X509_V_ERR_OUT_OF_MEM;
    return code;
}

#endif

#ifndef CIAPOPENSSL_CERTIFICATE_H
#define CIAPOPENSSL_CERTIFICATE_H

#include <stdint.h>
#include <string.h>
#include <time.h>

#include <openssl/asn1.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

#include "failures.h"
#include "key.h"

/** Whether OpenSSL lacked memory for the certificate's key or extensions: 1 or 0. It keeps both with the certificate, and keeps too that
    it could not. It drops the note of the key; asked for the key it tries again, and gives this reason if it can be read now. */
static inline int openssl_certificate_lacked_memory(X509 *certificate) {
    ERR_clear_error();
    if (!X509_get0_pubkey(certificate)) {
        const int can = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_INTERNAL_ERROR;
        return openssl_lacked_memory() || can;
    }
    return X509_check_purpose(certificate, -1, 0) != 1 && openssl_lacked_memory();
}

/** Reads one DER certificate that fills the bytes. Returns 1; 0: it does not; -1: no memory.
    The caller owns the result: X509_free. */
static inline int openssl_certificate_read(const uint8_t *bytes, long count, X509 **certificate) {
    const uint8_t *end = bytes;
    ERR_clear_error();
    X509 *read = d2i_X509(NULL, &end, count);
    if (!read || end != bytes + count) {
        X509_free(read);
        return openssl_lacked_memory() ? -1 : 0;
    }
    if (openssl_certificate_lacked_memory(read)) {
        X509_free(read);
        return -1;
    }
    ERR_clear_error();
    *certificate = read;
    return 1;
}

/** The certificate's key for P-256. NULL: it is of another kind, or cannot be read; lacked_memory tells whether for want of memory.
    The caller owns the result: EVP_PKEY_free. */
static inline EVP_PKEY *openssl_certificate_key(X509 *certificate, int *lacked_memory) {
    ERR_clear_error();
    EVP_PKEY *key = X509_get_pubkey(certificate);
    *lacked_memory = key ? 0 : openssl_lacked_memory();
    if (key && !openssl_key_is_p256(key)) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    return key;
}

/** Whether the certificate has an extension with this dotted identifier, whatever its value: 1 or 0. It takes no memory. */
static inline int openssl_certificate_has_extension(const X509 *certificate, const char *identifier) {
    char text[64];
    for (int index = 0; index < X509_get_ext_count(certificate); index++) {
        const ASN1_OBJECT *object = X509_EXTENSION_get_object(X509_get_ext(certificate, index));
        const int count = OBJ_obj2txt(text, sizeof text, object, 1);
        if (count > 0 && count < (int)sizeof text && strcmp(text, identifier) == 0) return 1;
    }
    return 0;
}

static inline int openssl_seconds(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(time, &parts)) return 0;
    *seconds = timegm(&parts);
    return 1;
}

/** Validates leaf, intermediate and one of the store's roots, in this order and no other, at the given second.
    Returns X509_V_OK and the first and last second at which the same chain is valid, or the X509_V_ERR code. */
static inline int openssl_validate_chain(X509_STORE *roots, X509 *leaf, X509 *intermediate, int64_t seconds,
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
        if (!openssl_seconds(X509_get0_notBefore(certificate), &from) ||
            !openssl_seconds(X509_get0_notAfter(certificate), &until)) {
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
    if (code != X509_V_OK && openssl_lacked_memory()) code = X509_V_ERR_OUT_OF_MEM;
    return code;
}

#endif

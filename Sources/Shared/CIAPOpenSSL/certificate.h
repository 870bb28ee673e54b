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

#include "key.h"

/** Whether OpenSSL lacked memory for the certificate's key or extensions: 1 or 0. OpenSSL stores both with the
    certificate, and also stores that it failed to read them. For the key the error record is gone: a new request tries
    to read the key again, and gives the reason ERR_R_INTERNAL_ERROR if the key can be read now. */
static inline int openssl_certificate_lacked_memory(X509 *certificate) {
    ERR_clear_error();
    if (!X509_get0_pubkey(certificate)) {
        const int can = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_INTERNAL_ERROR;
        return openssl_lacked_memory() || can;
    }
    return X509_check_purpose(certificate, -1, 0) != 1 && openssl_lacked_memory();
}

/** Reads one DER certificate that fills the bytes. Returns 1; 0: it does not fill them; -1: no memory. The caller owns
    the result: X509_free. */
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

/** The certificate's P-256 key. NULL: it is of another kind, has no point, or cannot be read; lacked_memory is 1 if the
    reason is missing memory. The caller owns the result: EVP_PKEY_free. */
static inline EVP_PKEY *openssl_certificate_key(X509 *certificate, int *lacked_memory) {
    ERR_clear_error();
    EVP_PKEY *key = X509_get_pubkey(certificate);
    *lacked_memory = key ? 0 : openssl_lacked_memory();
    if (!key) return NULL;
    const int has_point = openssl_key_is_p256(key) ? openssl_key_has_point(key) : 0;
    if (has_point == 1) return key;
    *lacked_memory = has_point == -1;
    EVP_PKEY_free(key);
    return NULL;
}

/** Whether the certificate has an extension with this dotted identifier, with any value: 1 or 0. It allocates no
    memory. */
static inline int openssl_certificate_has_extension(const X509 *certificate, const char *identifier) {
    char text[64];
    for (int index = 0; index < X509_get_ext_count(certificate); index++) {
        const ASN1_OBJECT *object = X509_EXTENSION_get_object(X509_get_ext(certificate, index));
        const int count = OBJ_obj2txt(text, sizeof text, object, 1);
        if (count > 0 && count < (int)sizeof text && strcmp(text, identifier) == 0) return 1;
    }
    return 0;
}

/** Whether a text of a name contains only characters that its type allows. Checks only what OpenSSL does not check: 1
    or 0. */
static inline int openssl_text_fits_type(const ASN1_STRING *text) {
    return ASN1_STRING_type(text) != V_ASN1_PRINTABLESTRING ||
           ASN1_PRINTABLE_type(ASN1_STRING_get0_data(text), ASN1_STRING_length(text)) == V_ASN1_PRINTABLESTRING;
}

/** Whether the name is in DER: 1; 0: it is not; -1: no memory. OpenSSL keeps the bytes of a name that it has read. So
    the name is encoded again. */
static inline int openssl_name_is_der(const X509_NAME *name) {
    const uint8_t *given = NULL;
    size_t given_count = 0;
    uint8_t *written = NULL;
    int result = -1, last_set = -1;
    X509_NAME *copy = X509_NAME_new();
    if (!copy || !X509_NAME_get0_der(name, &given, &given_count)) goto done;
    for (int index = 0; index < X509_NAME_entry_count(name); index++) {
        const X509_NAME_ENTRY *entry = X509_NAME_get_entry(name, index);
        const int set = X509_NAME_ENTRY_set(entry);
        if (!openssl_text_fits_type(X509_NAME_ENTRY_get_data(entry))) {
            result = 0;
            goto done;
        }
        if (!X509_NAME_add_entry(copy, entry, -1, set == last_set ? -1 : 0)) goto done;
        last_set = set;
    }
    const int count = i2d_X509_NAME(copy, &written);
    if (count >= 0) result = (size_t)count == given_count && memcmp(written, given, given_count) == 0;
done:
    OPENSSL_free(written);
    X509_NAME_free(copy);
    return result;
}

/** Whether both extensions have the same bytes: 1 or 0; -1: no memory. */
static inline int openssl_extension_is_same(const X509_EXTENSION *one, const X509_EXTENSION *other) {
    uint8_t *bytes = NULL, *other_bytes = NULL;
    const int count = i2d_X509_EXTENSION(one, &bytes), other_count = i2d_X509_EXTENSION(other, &other_bytes);
    const int result =
        count < 0 || other_count < 0 ? -1 : count == other_count && memcmp(bytes, other_bytes, (size_t)count) == 0;
    OPENSSL_free(bytes);
    OPENSSL_free(other_bytes);
    return result;
}

/** Whether the extension can be read and is in DER, if OpenSSL knows its kind: 1; 0: it is not; -1: no memory. */
static inline int openssl_extension_is_der(X509_EXTENSION *extension) {
    const int is_critical = X509_EXTENSION_get_critical(extension);
    const X509V3_EXT_METHOD *method = X509V3_EXT_get(extension);
    X509_EXTENSION *written = NULL;
    int has_range = 1;
    ERR_clear_error();
    if (method) {
        void *value = X509V3_EXT_d2i(extension);
        if (!value) return openssl_lacked_memory() ? -1 : 0;
        if (method->ext_nid == NID_basic_constraints) {
            BASIC_CONSTRAINTS *constraints = (BASIC_CONSTRAINTS *)value;
            uint64_t length;
            /* OpenSSL keeps the original byte of a truth value, and treats a length that it cannot hold as absent. */
            if (constraints->ca) constraints->ca = 0xFF;
            has_range = !constraints->pathlen || ASN1_INTEGER_get_uint64(&length, constraints->pathlen);
        }
        written = X509V3_EXT_i2d(method->ext_nid, is_critical, value);
        if (method->it) {
            ASN1_item_free((ASN1_VALUE *)value, ASN1_ITEM_ptr(method->it));
        } else {
            method->ext_free(value);
        }
    } else {
        written = X509_EXTENSION_create_by_OBJ(NULL, X509_EXTENSION_get_object(extension), is_critical,
                                               X509_EXTENSION_get_data(extension));
    }
    const int result = !has_range ? 0 : written ? openssl_extension_is_same(written, extension) : -1;
    X509_EXTENSION_free(written);
    return result;
}

/** Whether OpenSSL writes exactly the bytes that it read the certificate from: 1; 0: it writes other bytes, and the
    certificate was not DER; -1: no memory. A certificate that was not DER must not be used afterwards. */
static inline int openssl_certificate_is_der(X509 *certificate, const uint8_t *bytes, long count) {
    uint8_t *written = NULL;
    /* OpenSSL keeps the signed part unchanged, unless it is told to encode that part again. Another copy would cost as much as
       the check of a signature. */
    int written_count = i2d_re_X509_tbs(certificate, NULL) > 0 ? i2d_X509(certificate, &written) : -1;
    const int result = written_count < 0 ? -1 : written_count == count && memcmp(written, bytes, (size_t)count) == 0;
    OPENSSL_free(written);
    return result;
}

/** Whether the certificate, which was read from these bytes, meets RFC 5280 where OpenSSL's strict rules do not check
    it: version 3, DER, each extension once and readable, a key with a point. Returns 1 or 0; -1: no memory. */
static inline int openssl_certificate_is_strict(X509 *certificate, const uint8_t *bytes, long count) {
    EVP_PKEY *key = X509_get0_pubkey(certificate);
    if (X509_get_version(certificate) != X509_VERSION_3 || !key) return 0;
    if (X509_get_extension_flags(certificate) & EXFLAG_INVALID) return 0;
    int result = openssl_key_has_point(key);
    for (int index = 0; result == 1 && index < X509_get_ext_count(certificate); index++) {
        X509_EXTENSION *extension = X509_get_ext(certificate, index);
        const ASN1_OBJECT *object = X509_EXTENSION_get_object(extension);
        const int is_first = X509_get_ext_by_OBJ(certificate, object, -1) == index;
        result = is_first ? openssl_extension_is_der(extension) : 0;
    }
    if (result == 1) result = openssl_certificate_is_der(certificate, bytes, count);
    if (result == 1) result = openssl_name_is_der(X509_get_issuer_name(certificate));
    if (result == 1) result = openssl_name_is_der(X509_get_subject_name(certificate));
    return result;
}

static inline int openssl_seconds(const ASN1_TIME *time, int64_t *seconds) {
    struct tm parts;
    if (!ASN1_TIME_to_tm(time, &parts)) return 0;
    *seconds = timegm(&parts);
    return 1;
}

/** Validates leaf, intermediate and one of the store's roots, only in this order, at the given second. Returns
    X509_V_OK and the first and last second at which the same chain is valid, or the X509_V_ERR code. */
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
        /* For OpenSSL a certificate has already expired in its last second. */
        if (until - 1 < *last) *last = until - 1;
    }
done:
    sk_X509_free(untrusted);
    X509_STORE_CTX_free(context);
    if (code != X509_V_OK && openssl_lacked_memory()) code = X509_V_ERR_OUT_OF_MEM;
    return code;
}

#endif

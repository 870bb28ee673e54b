#ifndef COPENSSL_OCSP_REQUEST_H
#define COPENSSL_OCSP_REQUEST_H

#include <stdint.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/** Reads one DER request that fills the bytes. NULL: it does not. The caller owns the result: OCSP_REQUEST_free. */
static inline OCSP_REQUEST *copenssl_ocsp_request_read(const uint8_t *bytes, long count) {
    const uint8_t *end = bytes;
    OCSP_REQUEST *request = d2i_OCSP_REQUEST(NULL, &end, count);
    if (!request || end != bytes + count) {
        OCSP_REQUEST_free(request);
        ERR_clear_error();
        return NULL;
    }
    return request;
}

/** Whether a request's certificate id names a certificate of this issuer, by the digest that the id has chosen: 1 or 0. */
static inline int copenssl_ocsp_id_is_of(const OCSP_CERTID *id, const X509 *issuer) {
    ASN1_OBJECT *algorithm = NULL;
    if (!OCSP_id_get0_info(NULL, &algorithm, NULL, NULL, (OCSP_CERTID *)id)) return 0;
    const char *name = OBJ_nid2sn(OBJ_obj2nid(algorithm));
    const EVP_MD *digest = name ? EVP_get_digestbyname(name) : NULL;
    OCSP_CERTID *own = digest ? OCSP_cert_id_new(digest, X509_get_subject_name(issuer), X509_get0_pubkey_bitstr(issuer),
                                                 X509_get0_serialNumber(issuer))
                              : NULL;
    int ok = own && OCSP_id_issuer_cmp(own, id) == 0;
    OCSP_CERTID_free(own);
    if (!ok) ERR_clear_error();
    return ok;
}

/** Whether a request's certificate id has the serial number of this certificate: 1 or 0. */
static inline int copenssl_ocsp_id_names(const OCSP_CERTID *id, const X509 *certificate) {
    ASN1_INTEGER *number = NULL;
    return OCSP_id_get0_info(NULL, NULL, NULL, &number, (OCSP_CERTID *)id) &&
           ASN1_INTEGER_cmp(number, X509_get0_serialNumber(certificate)) == 0;
}

/** Writes the first OCSP server that the certificate names, with a NUL. Returns the length without it; 0: it names none, or
    one that does not fit. */
static inline size_t copenssl_certificate_ocsp_url(X509 *certificate, char *url, size_t capacity) {
    STACK_OF(OPENSSL_STRING) *urls = X509_get1_ocsp(certificate);
    const char *first = urls ? sk_OPENSSL_STRING_value(urls, 0) : NULL;
    size_t length = first ? strlen(first) : 0;
    if (length >= capacity) length = 0;
    if (length) memcpy(url, first, length);
    url[length] = 0;
    X509_email_free(urls);
    return length;
}

#endif

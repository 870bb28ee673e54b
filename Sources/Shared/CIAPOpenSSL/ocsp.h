#ifndef CIAPOPENSSL_OCSP_H
#define CIAPOPENSSL_OCSP_H

#include <stdint.h>
#include <strings.h>
#include <time.h>

#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <openssl/x509v3.h>

#include "certificate.h"

/** The results of OCSP for a certificate. */
enum {
    OPENSSL_OCSP_GOOD,
    OPENSSL_OCSP_REVOKED,
    /* The issuer's server does not know the certificate. */
    OPENSSL_OCSP_UNKNOWN,
    /* The bytes are not an OCSP response, or the server asks to try later. */
    OPENSSL_OCSP_UNREACHABLE,
    /* The response is about another certificate, or its signer is not authorized. */
    OPENSSL_OCSP_UNPROVEN,
    /* The response is for another time. */
    OPENSSL_OCSP_STALE,
    OPENSSL_OCSP_NO_MEMORY,
};

/** The request for one certificate. Its id uses SHA-256, and there is no nonce, as in Apple's libraries. NULL if there
    is no memory. The caller owns the result: OCSP_REQUEST_free. */
static inline OCSP_REQUEST *openssl_ocsp_request(const X509 *certificate, const X509 *issuer) {
    OCSP_REQUEST *request = OCSP_REQUEST_new();
    OCSP_CERTID *id = OCSP_cert_to_id(EVP_sha256(), certificate, issuer);
    if (!request || !id || !OCSP_request_add0_id(request, id)) {
        OCSP_CERTID_free(id);
        OCSP_REQUEST_free(request);
        return NULL;
    }
    return request;
}

/** Whether a certificate's id in a response uses a digest of the SHA family. MD5 and older digests prove nothing: an
    attacker who chooses the hashed content can find two issuers with one id. */
static inline int openssl_ocsp_is_digest(const EVP_MD *digest) {
    switch (digest ? EVP_MD_get_type(digest) : NID_undef) {
    case NID_sha1:
    case NID_sha224:
    case NID_sha256:
    case NID_sha384:
    case NID_sha512: return 1;
    default: return 0;
    }
}

/** The result of a response for a certificate at the given second. If missing memory is the reason for UNPROVEN,
    OpenSSL has recorded it. */
static inline int openssl_ocsp_judge(OCSP_RESPONSE *response, X509 *certificate, X509 *issuer, int64_t seconds,
                                     int64_t tolerance) {
    int status = OCSP_response_status(response);
    if (status == OCSP_RESPONSE_STATUS_TRYLATER || status == OCSP_RESPONSE_STATUS_INTERNALERROR) {
        return OPENSSL_OCSP_UNREACHABLE;
    }
    if (status != OCSP_RESPONSE_STATUS_SUCCESSFUL) return OPENSSL_OCSP_UNPROVEN;

    int result = OPENSSL_OCSP_UNPROVEN;
    OCSP_BASICRESP *basic = OCSP_response_get1_basic(response);
    STACK_OF(X509) *issuers = sk_X509_new_null();
    X509_STORE *anchors = X509_STORE_new();
    X509_VERIFY_PARAM *parameters = anchors ? X509_STORE_get0_param(anchors) : NULL;
    if (!basic || !issuers || !parameters || !sk_X509_push(issuers, issuer)) {
        if (basic) result = OPENSSL_OCSP_NO_MEMORY;
        goto done;
    }
    /* The issuer itself is known to lead to a root. It signs, or names the signer. */
    if (X509_STORE_add_cert(anchors, issuer) != 1) {
        result = OPENSSL_OCSP_NO_MEMORY;
        goto done;
    }
    X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_PARTIAL_CHAIN);
    X509_VERIFY_PARAM_set_time(parameters, (time_t)seconds);
    if (OCSP_basic_verify(basic, issuers, anchors, 0) != 1) goto done;

    for (int index = 0; index < OCSP_resp_count(basic); index++) {
        OCSP_SINGLERESP *single = OCSP_resp_get0(basic, index);
        const OCSP_CERTID *answered = OCSP_SINGLERESP_get0_id(single);
        ASN1_OBJECT *algorithm = NULL;
        OCSP_id_get0_info(NULL, &algorithm, NULL, NULL, (OCSP_CERTID *)answered);
        const EVP_MD *digest = algorithm ? EVP_get_digestbyobj(algorithm) : NULL;
        OCSP_CERTID *asked = openssl_ocsp_is_digest(digest) ? OCSP_cert_to_id(digest, certificate, issuer) : NULL;
        int is_about = asked && OCSP_id_cmp(asked, answered) == 0;
        OCSP_CERTID_free(asked);
        if (!is_about) continue;

        ASN1_GENERALIZEDTIME *first = NULL, *last = NULL;
        int state = OCSP_single_get0_status(single, NULL, NULL, &first, &last);
        int64_t from, until;
        if (!first || !last || !openssl_seconds(first, &from) || !openssl_seconds(last, &until) ||
            from > seconds + tolerance || until < seconds - tolerance) {
            result = OPENSSL_OCSP_STALE;
            goto done;
        }
        result = state == V_OCSP_CERTSTATUS_GOOD      ? OPENSSL_OCSP_GOOD
                 : state == V_OCSP_CERTSTATUS_REVOKED ? OPENSSL_OCSP_REVOKED
                                                      : OPENSSL_OCSP_UNKNOWN;
        goto done;
    }
done:
    X509_STORE_free(anchors);
    sk_X509_free(issuers);
    OCSP_BASICRESP_free(basic);
    return result;
}

/** The first URL of the certificate that names an OCSP server with plain HTTP. NULL: there is none, or openssl_lacked_memory. The
    caller owns the result: openssl_ocsp_server_free. */
static inline char *openssl_ocsp_server(X509 *certificate) {
    ERR_clear_error();
    STACK_OF(OPENSSL_STRING) *servers = X509_get1_ocsp(certificate);
    char *found = NULL;
    for (int index = 0; index < sk_OPENSSL_STRING_num(servers) && !found; index++) {
        const char *url = sk_OPENSSL_STRING_value(servers, index);
        if (strncasecmp(url, "http://", 7) == 0) found = OPENSSL_strdup(url);
    }
    X509_email_free(servers);
    return found;
}

static inline void openssl_ocsp_server_free(char *url) { OPENSSL_free(url); }

/** The result of the bytes that a server sent about the certificate: was it revoked? The issuer must lead to a trusted root. */
static inline int openssl_ocsp_check(const uint8_t *bytes, long count, X509 *certificate, X509 *issuer, int64_t seconds,
                                     int64_t tolerance) {
    const uint8_t *end = bytes;
    ERR_clear_error();
    OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &end, count);
    const int result = response && end == bytes + count
                           ? openssl_ocsp_judge(response, certificate, issuer, seconds, tolerance)
                           : OPENSSL_OCSP_UNREACHABLE;
    OCSP_RESPONSE_free(response);
    /* Missing memory says nothing about a certificate. */
    const int is_said = result == OPENSSL_OCSP_GOOD || result == OPENSSL_OCSP_REVOKED;
    return openssl_lacked_memory() && !is_said ? OPENSSL_OCSP_NO_MEMORY : result;
}

#endif

#include "store_signing.h"

#include <string.h>
#include <time.h>

#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/x509v3.h>

static int add_name(X509_NAME *name, int nid, const char *text) {
    return X509_NAME_add_entry_by_NID(name, nid, MBSTRING_UTF8, (const unsigned char *)text, -1, -1, 0);
}

X509 *store_certificate_draft(const uint8_t *serial, int serial_count, int64_t not_before, int64_t not_after,
                              const uint8_t *spki, long spki_count, const char *organization, const char *common_name,
                              const X509 *issuer) {
    X509 *draft = X509_new();
    BIGNUM *number = BN_bin2bn(serial, serial_count, NULL);
    X509_NAME *subject = X509_NAME_new();
    EVP_PKEY *key = d2i_PUBKEY(NULL, &spki, spki_count);
    int ok = draft && number && subject && key && X509_set_version(draft, 2) &&
             BN_to_ASN1_INTEGER(number, X509_get_serialNumber(draft)) &&
             ASN1_TIME_set(X509_getm_notBefore(draft), (time_t)not_before) &&
             ASN1_TIME_set(X509_getm_notAfter(draft), (time_t)not_after) &&
             add_name(subject, NID_organizationName, organization) && add_name(subject, NID_commonName, common_name) &&
             X509_set_subject_name(draft, subject) &&
             X509_set_issuer_name(draft, issuer ? X509_get_subject_name(issuer) : subject) &&
             X509_set_pubkey(draft, key)
             /* OpenSSL sets the algorithm only if it signs itself; here other code signs. */
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

int store_certificate_add_extension(X509 *draft, X509 *issuer, const char *name, const char *value) {
    X509V3_CTX context;
    memset(&context, 0, sizeof context);
    X509V3_set_ctx(&context, issuer ? issuer : draft, draft, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_nconf(NULL, &context, name, value);
    int ok = extension && X509_add_ext(draft, extension, -1);
    X509_EXTENSION_free(extension);
    if (!ok) ERR_clear_error();
    return ok;
}

size_t store_certificate_ocsp_url(X509 *certificate, char *url, size_t capacity) {
    STACK_OF(OPENSSL_STRING) *urls = X509_get1_ocsp(certificate);
    const char *first = urls ? sk_OPENSSL_STRING_value(urls, 0) : NULL;
    size_t length = first ? strlen(first) : 0;
    if (length >= capacity) length = 0;
    if (length) memcpy(url, first, length);
    url[length] = 0;
    X509_email_free(urls);
    return length;
}

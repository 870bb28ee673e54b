#include "store_signing.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>

OCSP_REQUEST *store_ocsp_request_read(const uint8_t *bytes, long count) {
    const uint8_t *end = bytes;
    OCSP_REQUEST *request = d2i_OCSP_REQUEST(NULL, &end, count);
    if (!request || end != bytes + count) {
        OCSP_REQUEST_free(request);
        ERR_clear_error();
        return NULL;
    }
    return request;
}

int store_ocsp_id_is_of(const OCSP_CERTID *id, const X509 *issuer) {
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

int store_ocsp_id_names(const OCSP_CERTID *id, const X509 *certificate) {
    ASN1_INTEGER *number = NULL;
    return OCSP_id_get0_info(NULL, NULL, NULL, &number, (OCSP_CERTID *)id) &&
           ASN1_INTEGER_cmp(number, X509_get0_serialNumber(certificate)) == 0;
}

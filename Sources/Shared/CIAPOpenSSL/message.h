#ifndef CIAPOPENSSL_MESSAGE_H
#define CIAPOPENSSL_MESSAGE_H

#include <stdint.h>

#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/objects.h>
#include <openssl/x509.h>

#include "key.h"

/** The message's signer. NULL unless there is exactly one. */
static inline CMS_SignerInfo *openssl_message_signer(CMS_ContentInfo *message) {
    STACK_OF(CMS_SignerInfo) *signers = CMS_get0_SignerInfos(message);
    return sk_CMS_SignerInfo_num(signers) == 1 ? sk_CMS_SignerInfo_value(signers, 0) : NULL;
}

/** Whether the message has the form of receipts: signed data with its content inside, one signer, no signed
    attributes. A verifier that reads signed attributes could mistake them for the content. */
static inline int openssl_message_is_receipt(CMS_ContentInfo *message) {
    if (OBJ_obj2nid(CMS_get0_type(message)) != NID_pkcs7_signed) return 0;
    if (OBJ_obj2nid(CMS_get0_eContentType(message)) != NID_pkcs7_data) return 0;
    ASN1_OCTET_STRING **content = CMS_get0_content(message);
    const CMS_SignerInfo *signer = openssl_message_signer(message);
    return content && *content && signer && CMS_signed_get_attr_count(signer) < 0;
}

/** Reads a message that fills the bytes, in BER or DER. Returns 1; 0: it does not have the form of receipts; -1: no
    memory. The caller owns the result: CMS_ContentInfo_free. */
static inline int openssl_message_read(const uint8_t *bytes, long count, CMS_ContentInfo **message) {
    const uint8_t *end = bytes;
    ERR_clear_error();
    CMS_ContentInfo *read = d2i_CMS_ContentInfo(NULL, &end, count);
    if (read && end == bytes + count && openssl_message_is_receipt(read)) {
        *message = read;
        return 1;
    }
    CMS_ContentInfo_free(read);
    return openssl_lacked_memory() ? -1 : 0;
}

/** The certificates inside of the message. Returns 1; 0: there are none; -1: no memory. The caller owns the list. OpenSSL
    returns NULL for both reasons; an empty list shows whether there is memory. */
static inline int openssl_message_certificates(CMS_ContentInfo *message, STACK_OF(X509) * *list) {
    ERR_clear_error();
    *list = CMS_get1_certs(message);
    if (*list) return 1;
    STACK_OF(X509) *empty = sk_X509_new_null();
    const int has_memory = empty && !openssl_lacked_memory();
    sk_X509_free(empty);
    return has_memory ? 0 : -1;
}

/* Swift cannot use OpenSSL's macros for lists. */
static inline int openssl_certificates_count(const STACK_OF(X509) * list) { return sk_X509_num(list); }
static inline X509 *openssl_certificates_item(const STACK_OF(X509) * list, int index) {
    return sk_X509_value(list, index);
}
static inline void openssl_certificates_free(STACK_OF(X509) * list) { sk_X509_pop_free(list, X509_free); }

/** The algorithm, or NID_undef if it has parameters. */
static inline int openssl_plain_algorithm(const X509_ALGOR *algorithm) {
    const ASN1_OBJECT *object = NULL;
    int type = V_ASN1_UNDEF;
    X509_ALGOR_get0(&object, &type, NULL, algorithm);
    return type == V_ASN1_UNDEF || type == V_ASN1_NULL ? OBJ_obj2nid(object) : NID_undef;
}

/** Whether the message is signed as the App Store's receipts are: with RSA and SHA-1 (before 2025) or SHA-2, or with
    ECDSA and SHA-2. */
static inline int openssl_message_has_known_algorithms(CMS_ContentInfo *message) {
    X509_ALGOR *digest = NULL, *signature = NULL;
    int digest_of_signature = NID_undef, key = NID_undef;
    CMS_SignerInfo_get0_algs(openssl_message_signer(message), NULL, NULL, &digest, &signature);
    const int by = openssl_plain_algorithm(digest), with = openssl_plain_algorithm(signature);
    if (by != NID_sha1 && by != NID_sha256 && by != NID_sha384 && by != NID_sha512) return 0;
    /* The App Store names only the algorithm of the key, Xcode names that of the signature. */
    if (with == NID_rsaEncryption) return 1;
    if (!OBJ_find_sigid_algs(with, &digest_of_signature, &key) || digest_of_signature != by) return 0;
    return key == NID_rsaEncryption || (key == NID_X9_62_id_ecPublicKey && by != NID_sha1);
}

/** Whether the certificate's key made the message's signature: 1 or 0; -1: no memory. It does not check the
    certificate. */
static inline int openssl_message_verify(CMS_ContentInfo *message, X509 *certificate) {
    ERR_clear_error();
    CMS_SignerInfo_set1_signer_cert(openssl_message_signer(message), certificate);
    if (CMS_verify(message, NULL, NULL, NULL, NULL, CMS_BINARY | CMS_NO_SIGNER_CERT_VERIFY) == 1) return 1;
    return openssl_lacked_memory() ? -1 : 0;
}

#endif

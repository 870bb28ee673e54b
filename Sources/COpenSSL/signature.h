#ifndef COPENSSL_SIGNATURE_H
#define COPENSSL_SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "memory.h"

/** Whether the signature is that of the certificate's key for this content: 1 or 0; -1: OpenSSL has no memory.
    The key must be of this kind, EVP_PKEY_RSA or EVP_PKEY_EC. An RSA signature is that of PKCS #1 v1.5. */
static inline int copenssl_certificate_verify(X509 *certificate, int kind, int digest, const uint8_t *content,
                                              size_t content_count, const uint8_t *signature, size_t count) {
    ERR_clear_error();
    EVP_PKEY *key = X509_get0_pubkey(certificate);
    if (!key || EVP_PKEY_get_base_id(key) != kind) {
        ERR_clear_error();
        return 0;
    }
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = context && EVP_DigestVerifyInit(context, NULL, EVP_get_digestbynid(digest), NULL, key) == 1 &&
                 EVP_DigestVerify(context, signature, count, content, content_count) == 1;
    EVP_MD_CTX_free(context);
    if (copenssl_lacked_memory() && result != 1) result = -1;
    return result;
}

#endif

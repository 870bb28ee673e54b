/* Verifies a signed text of a new signer, with only the necessary calls of OpenSSL. */
#include "baseline.h"

#include <stdlib.h>

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>

struct baseline_chain {
    X509_STORE *roots;
};

static X509 *read_certificate(const uint8_t *der, size_t length) { return d2i_X509(NULL, &der, (long)length); }

baseline_chain *baseline_open_chain(const uint8_t *root, size_t length) {
    baseline_chain *chain = calloc(1, sizeof *chain);
    X509 *certificate = read_certificate(root, length);
    if (chain != NULL) chain->roots = X509_STORE_new();
    const int ok = chain != NULL && chain->roots != NULL && certificate != NULL &&
                   X509_STORE_add_cert(chain->roots, certificate) == 1;
    X509_free(certificate);
    if (ok) return chain;
    baseline_close_chain(chain);
    return NULL;
}

void baseline_close_chain(baseline_chain *chain) {
    if (chain != NULL) X509_STORE_free(chain->roots);
    free(chain);
}

int baseline_decode(const char *text, size_t length, uint8_t *bytes) {
    return EVP_DecodeBlock(bytes, (const uint8_t *)text, (int)length);
}

static int is_trusted(const baseline_chain *chain, X509 *leaf, X509 *intermediate, int64_t seconds) {
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    STACK_OF(X509) *untrusted = sk_X509_new_null();
    int ok = context != NULL && untrusted != NULL && sk_X509_push(untrusted, intermediate) > 0 &&
             X509_STORE_CTX_init(context, chain->roots, leaf, untrusted) == 1;
    if (ok) {
        X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
        X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_X509_STRICT);
        X509_VERIFY_PARAM_set_time(parameters, (time_t)seconds);
        ok = X509_verify_cert(context) == 1;
    }
    sk_X509_free(untrusted);
    X509_STORE_CTX_free(context);
    return ok;
}

int baseline_verify(const baseline_chain *chain, const baseline_text *text) {
    X509 *leaf = read_certificate(text->leaf, text->leaf_length);
    X509 *intermediate = read_certificate(text->intermediate, text->intermediate_length);
    int ok = leaf != NULL && intermediate != NULL && is_trusted(chain, leaf, intermediate, text->seconds);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    ok = ok && context != NULL &&
         EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, X509_get0_pubkey(leaf)) == 1 &&
         EVP_DigestVerify(context, text->signature, text->signature_length, text->content, text->content_length) == 1;
    EVP_MD_CTX_free(context);
    X509_free(intermediate);
    X509_free(leaf);
    return ok;
}

#include "chain.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_MAX 32768

void chain_add_extension(X509 *certificate, const char *name, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_nconf(NULL, &context, name, value);
    CHECK(extension != NULL && X509_add_ext(certificate, extension, -1) == 1);
    X509_EXTENSION_free(extension);
}

/* The certificate names its issuer's key; without an issuer it names its own key. */
static X509 *draft(const char *name, long number, EVP_PKEY *key, const X509 *issuer) {
    X509 *certificate = X509_new();
    if (certificate == NULL) abort();
    X509_NAME *subject = X509_get_subject_name(certificate);
    CHECK(X509_set_version(certificate, 2) == 1);
    CHECK(ASN1_INTEGER_set(X509_get_serialNumber(certificate), number) == 1);
    CHECK(ASN1_TIME_set_string_X509(X509_getm_notBefore(certificate), "20200101000000Z") == 1);
    CHECK(ASN1_TIME_set_string_X509(X509_getm_notAfter(certificate), "21200101000000Z") == 1);
    CHECK(X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_UTF8, (const unsigned char *)name, -1, -1, 0) == 1);
    CHECK(X509_set_issuer_name(certificate, issuer != NULL ? X509_get_subject_name(issuer) : subject) == 1);
    CHECK(X509_set_pubkey(certificate, key) == 1);
    chain_add_extension(certificate, "subjectKeyIdentifier", "hash");
    if (issuer == NULL) return certificate;
    X509V3_CTX context;
    X509V3_set_ctx(&context, (X509 *)(uintptr_t)issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *identifier = X509V3_EXT_nconf(NULL, &context, "authorityKeyIdentifier", "keyid:always");
    CHECK(identifier != NULL && X509_add_ext(certificate, identifier, -1) == 1);
    X509_EXTENSION_free(identifier);
    return certificate;
}

/* Signs once more with this version, because OpenSSL 3.6 signs each certificate that has extensions as version 3. */
static void sign_version(X509 *certificate, EVP_PKEY *key, long version) {
    CHECK(X509_set_version(certificate, version) == 1);
    unsigned char *text = NULL, signature[80];
    size_t signature_length = sizeof signature;
    const int length = i2d_re_X509_tbs(certificate, &text);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    CHECK(length > 0 && context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
          EVP_DigestSign(context, signature, &signature_length, text, (size_t)length) == 1);
    const ASN1_BIT_STRING *former = NULL;
    X509_get0_signature(&former, NULL, certificate);
    CHECK(ASN1_STRING_set((ASN1_STRING *)(uintptr_t)former, signature, (int)signature_length) == 1);
    EVP_MD_CTX_free(context);
    OPENSSL_free(text);
}

static void sign_certificate(X509 *certificate, EVP_PKEY *key, chain_certificate *der) {
    const long version = X509_get_version(certificate);
    CHECK(X509_sign(certificate, key, EVP_sha256()) > 0);
    if (X509_get_version(certificate) != version) sign_version(certificate, key, version);
    unsigned char *next = der->bytes;
    const int length = i2d_X509(certificate, NULL);
    if (!CHECK(length > 0 && (size_t)length <= sizeof der->bytes)) return;
    der->length = (size_t)i2d_X509(certificate, &next);
}

bool chain_make(chain *chain, chain_change *change_intermediate, chain_change *change_leaf) {
    memset(chain, 0, sizeof *chain);
    EVP_PKEY *root_key = EVP_EC_gen("P-256"), *intermediate_key = EVP_EC_gen("P-256");
    chain->leaf_key = EVP_EC_gen("P-256");
    if (!CHECK(root_key != NULL && intermediate_key != NULL && chain->leaf_key != NULL)) return false;
    X509 *root = draft("Test Root", 1, root_key, NULL);
    chain_add_extension(root, "basicConstraints", "critical,CA:TRUE");
    chain_add_extension(root, "keyUsage", "critical,keyCertSign,cRLSign");
    sign_certificate(root, root_key, &chain->root);

    X509 *intermediate = draft("Test Intermediate", 2, intermediate_key, root);
    chain_add_extension(intermediate, "basicConstraints", "critical,CA:TRUE,pathlen:0");
    chain_add_extension(intermediate, "keyUsage", "critical,keyCertSign,cRLSign");
    chain_add_extension(intermediate, "1.2.840.113635.100.6.2.1", "DER:05:00");
    if (change_intermediate != NULL) change_intermediate(intermediate);
    sign_certificate(intermediate, root_key, &chain->intermediate);

    X509 *leaf = draft("Test Leaf", 3, chain->leaf_key, intermediate);
    chain_add_extension(leaf, "basicConstraints", "critical,CA:FALSE");
    chain_add_extension(leaf, "keyUsage", "critical,digitalSignature");
    chain_add_extension(leaf, "1.2.840.113635.100.6.11.1", "DER:05:00");
    if (change_leaf != NULL) change_leaf(leaf);
    sign_certificate(leaf, intermediate_key, &chain->leaf);

    X509_free(root);
    X509_free(intermediate);
    X509_free(leaf);
    EVP_PKEY_free(root_key);
    EVP_PKEY_free(intermediate_key);
    return chain->leaf.length > 0 && chain->intermediate.length > 0 && chain->root.length > 0;
}

void chain_free(chain *chain) {
    EVP_PKEY_free(chain->leaf_key);
    chain->leaf_key = NULL;
}

static void sign_rightly(const chain *chain, const char *message, uint8_t raw[64]) {
    uint8_t der[80];
    size_t length = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    CHECK(context != NULL && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, chain->leaf_key) == 1 &&
          EVP_DigestSign(context, der, &length, (const unsigned char *)message, strlen(message)) == 1);
    EVP_MD_CTX_free(context);
    const unsigned char *next = der;
    ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &next, (long)length);
    CHECK(pair != NULL && BN_bn2binpad(ECDSA_SIG_get0_r(pair), raw, 32) == 32 &&
          BN_bn2binpad(ECDSA_SIG_get0_s(pair), raw + 32, 32) == 32);
    ECDSA_SIG_free(pair);
}

/* Appends to the text. */
static void append_base64(char *text, const uint8_t *bytes, size_t length) {
    EVP_EncodeBlock((unsigned char *)text + strlen(text), bytes, (int)length);
}

static void append_base64url(char *text, const uint8_t *bytes, size_t length) {
    char *start = text + strlen(text);
    append_base64(text, bytes, length);
    start[strcspn(start, "=")] = 0;
    for (char *each = start; *each != 0; each++) *each = *each == '+' ? '-' : *each == '/' ? '_' : *each;
}

char *chain_sign(const chain *chain, const char *header_more, const char *payload, chain_signature *signature) {
    const chain_certificate *certificates[] = {&chain->leaf, &chain->intermediate, &chain->root};
    char header[HEADER_MAX] = "{\"alg\":\"ES256\",\"x5c\":[\"";
    for (int i = 0; i < 3; i++) {
        if (i > 0) strcat(header, "\",\"");
        append_base64(header, certificates[i]->bytes, certificates[i]->length);
    }
    strcat(header, "\"]");
    strcat(header, header_more);
    strcat(header, "}");
    char *text = calloc(1, (strlen(header) + strlen(payload)) * 2 + 256);
    if (text == NULL) abort();
    append_base64url(text, (const uint8_t *)header, strlen(header));
    strcat(text, ".");
    append_base64url(text, (const uint8_t *)payload, strlen(payload));
    uint8_t raw[64];
    (signature != NULL ? signature : sign_rightly)(chain, text, raw);
    strcat(text, ".");
    append_base64url(text, raw, sizeof raw);
    return text;
}

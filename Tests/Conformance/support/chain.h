/*
 * chain.h: certificates that no store makes, and texts signed with them. The format is the App Store's, with one change.
 */
#ifndef CONFORMANCE_CHAIN_H
#define CONFORMANCE_CHAIN_H

#include "test.h"

#include <openssl/x509.h>

typedef struct chain_certificate {
    uint8_t bytes[4096]; /**< DER */
    size_t length;
} chain_certificate;

typedef struct chain {
    chain_certificate leaf, intermediate, root; /**< may be changed before something is signed */
    EVP_PKEY *leaf_key;
} chain;

/** Changes a certificate before it is signed. */
typedef void chain_change(X509 *certificate);

/** Makes a chain; the changes may be NULL. Returns false, reported as a failure, if OpenSSL cannot. Free it with chain_free().
 */
bool chain_make(chain *chain, chain_change *change_intermediate, chain_change *change_leaf);
void chain_free(chain *chain);

/** Adds an extension, in the syntax of openssl.cnf. */
void chain_add_extension(X509 *certificate, const char *name, const char *value);

/** Makes r and s of a signature of a message; NULL makes a valid signature. */
typedef void chain_signature(const chain *chain, const char *message, uint8_t raw[64]);

/** A compact JWS, to be freed. `header_more` has more header members, each with a comma before it. */
char *chain_sign(const chain *chain, const char *header_more, const char *payload, chain_signature *signature);

#endif

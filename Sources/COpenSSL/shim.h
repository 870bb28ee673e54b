#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

/* The low-level hash and EC functions are marked deprecated in OpenSSL 3 but supported. Through EVP a caller can
   neither give the nonce of an ECDSA signature nor copy a half-done hash as a value. */
#define OPENSSL_SUPPRESS_DEPRECATED

/* The store writes receipts itself, because OpenSSL's signatures differ each time, and the verifier reads them itself; cms.h and
   pkcs7.h are there for the tests, which compare. */
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pkcs7.h>
#include <openssl/sha.h>
#include <openssl/x509.h>

#include "certificate.h"
#include "memory.h"
#include "nonces.h"
#include "ocsp.h"
#include "ocsp_request.h"
#include "p256.h"
#include "signature.h"

#endif

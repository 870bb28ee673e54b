#ifndef CIAPOPENSSL_SHIM_H
#define CIAPOPENSSL_SHIM_H

/* Code that verifies, or holds a real key, uses no interface that OpenSSL has deprecated. */
#define OPENSSL_NO_DEPRECATED

#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
/* For the tests, which compare the library with OpenSSL. */
#include <openssl/pkcs7.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

#include "certificate.h"
#include "key.h"
#include "message.h"
#include "ocsp.h"

#endif

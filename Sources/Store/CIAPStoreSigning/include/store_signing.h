#ifndef STORE_SIGNING_H
#define STORE_SIGNING_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/ocsp.h>
#include <openssl/x509.h>

/*
 * The OpenSSL functions with which the reference store issues certificates and signs. They are not for keys that must stay secret:
 * the store derives its own keys from a seed.
 */

/* ------------------------------------------------------------------------------------------------------------- keys */

/* All numbers are 32 bytes, big endian. A point is 65 bytes: 4, x, y. */

/** Writes the public point of a private number. Returns 1, or 0 if the number is not in 1...n-1 or memory is missing. */
int store_key_point(const uint8_t scalar[32], uint8_t point[65]);

/** Writes 1 + (number mod (n - 1)), a scalar for any input. Returns 1, or 0 without memory. */
int store_key_reduce(const uint8_t *number, size_t count, uint8_t scalar[32]);

/** Signs a SHA-256 digest and writes r and s. The key and the digest determine the signature (RFC 6979): the same log of a store
    gives the same bytes. Returns 1, or 0 without memory. */
int store_key_sign(const uint8_t scalar[32], const uint8_t digest[32], uint8_t signature[64]);

/* ----------------------------------------------------------------------------------------------------- certificates */

/** Makes a version 3 certificate without extensions and signature. Times are seconds since 1970. Without an issuer the
    subject is its own issuer. Returns NULL if the public key cannot be read or memory is missing.
    The caller owns the result and frees it with X509_free. */
X509 *store_certificate_draft(const uint8_t *serial, int serial_count, int64_t not_before, int64_t not_after,
                              const uint8_t *spki, long spki_count, const char *organization, const char *common_name,
                              const X509 *issuer);

/** Adds an extension in the syntax of openssl.cnf. Returns 1, or 0 if OpenSSL does not understand it. */
int store_certificate_add_extension(X509 *draft, X509 *issuer, const char *name, const char *value);

/** Writes the address of the first OCSP server in the certificate, with a NUL. Returns the length without the NUL, or 0 if the
    certificate names none or the address does not fit. */
size_t store_certificate_ocsp_url(X509 *certificate, char *url, size_t capacity);

/* ------------------------------------------------------------------------------------------------------------- OCSP */

/** Reads one DER request. Returns NULL unless the request fills all bytes. The caller owns the result and frees it with
    OCSP_REQUEST_free. */
OCSP_REQUEST *store_ocsp_request_read(const uint8_t *bytes, long count);

/** Returns 1 if a request's certificate id names a certificate of this issuer, with the id's own digest; otherwise 0. */
int store_ocsp_id_is_of(const OCSP_CERTID *id, const X509 *issuer);

/** Returns 1 if a request's certificate id has the serial number of this certificate; otherwise 0. */
int store_ocsp_id_names(const OCSP_CERTID *id, const X509 *certificate);

#endif

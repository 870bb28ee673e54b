#ifndef STORE_SIGNING_H
#define STORE_SIGNING_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/ocsp.h>
#include <openssl/x509.h>

/*
 * What the reference store needs of OpenSSL to be a certification authority and to sign. Nothing here is for keys that protect
 * anything: the store makes its own from a seed.
 */

/* ------------------------------------------------------------------------------------------------------------- keys */

/* All numbers are 32 bytes, big endian. A point is 65 bytes: 4, x, y. */

/** Writes the public point of a private number. Returns 1; 0: the number is not in 1...n-1, or no memory. */
int store_key_point(const uint8_t scalar[32], uint8_t point[65]);

/** Writes 1 + (number mod (n - 1)), a scalar for any input. Returns 1, or 0 without memory. */
int store_key_reduce(const uint8_t *number, size_t count, uint8_t scalar[32]);

/** Signs a SHA-256 digest and writes r and s. Key and digest decide the signature (RFC 6979), so that the same log of a store gives
    the same bytes. Returns 1, or 0 without memory. */
int store_key_sign(const uint8_t scalar[32], const uint8_t digest[32], uint8_t signature[64]);

/* ----------------------------------------------------------------------------------------------------- certificates */

/** A version 3 certificate without extensions and signature. Times are seconds since 1970. Without an issuer the
    subject is its own issuer. NULL: the public key cannot be read, or no memory.
    The caller owns the result: X509_free. */
X509 *store_certificate_draft(const uint8_t *serial, int serial_count, int64_t not_before, int64_t not_after,
                              const uint8_t *spki, long spki_count, const char *organization, const char *common_name,
                              const X509 *issuer);

/** Adds an extension in the words of openssl.cnf. Returns 1, or 0 if OpenSSL does not understand them. */
int store_certificate_add_extension(X509 *draft, X509 *issuer, const char *name, const char *value);

/** Writes the first OCSP server that the certificate names, with a NUL. Returns the length without it; 0: it names none, or
    one that does not fit. */
size_t store_certificate_ocsp_url(X509 *certificate, char *url, size_t capacity);

/* ------------------------------------------------------------------------------------------------------------- OCSP */

/** Reads one DER request that fills the bytes. NULL: it does not. The caller owns the result: OCSP_REQUEST_free. */
OCSP_REQUEST *store_ocsp_request_read(const uint8_t *bytes, long count);

/** Whether a request's certificate id names a certificate of this issuer, by the digest that the id has chosen: 1 or 0. */
int store_ocsp_id_is_of(const OCSP_CERTID *id, const X509 *issuer);

/** Whether a request's certificate id has the serial number of this certificate: 1 or 0. */
int store_ocsp_id_names(const OCSP_CERTID *id, const X509 *certificate);

#endif

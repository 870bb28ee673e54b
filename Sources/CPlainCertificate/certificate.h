#ifndef PLAIN_CERTIFICATE_PARTS_H
#define PLAIN_CERTIFICATE_PARTS_H

#include <stddef.h>
#include <stdint.h>

/** Bytes that somebody else owns, and how far they were read. */
typedef struct plain_bytes {
    const uint8_t *start, *end;
} plain_bytes;

static inline size_t plain_count(plain_bytes bytes) { return (size_t)(bytes.end - bytes.start); }

/** Reads the next element, which must have this tag, and gives its content. Returns 1 or 0. */
int plain_take(plain_bytes *from, uint8_t tag, plain_bytes *content);

/** Reads these bytes. Returns 1, or 0 if others are next. */
int plain_take_bytes(plain_bytes *from, const void *bytes, size_t count);

enum { plain_key_id_count = 20 };

/** What a plain certificate says. All pointers lead into its DER. */
typedef struct plain_certificate {
    /** The signed bytes. */
    plain_bytes content;
    /** NID_sha256 or NID_sha384; the signature is that of ECDSA, in DER. */
    int digest;
    plain_bytes signature;
    /** The names in DER. */
    plain_bytes issuer, subject;
    /** The first and last second since 1970 at which the certificate is valid. */
    int64_t first, last;
    /** NID_X9_62_prime256v1 or NID_secp384r1, and an uncompressed point, which may be off the curve. */
    int curve;
    plain_bytes point;
    /** Whether it may sign certificates and lists of revoked ones and nothing else; if not, it may sign data and nothing else. */
    int is_authority;
    /** How many intermediate certificates may follow it; -1: any number. */
    int path_length;
    /** plain_key_id_count bytes. NULL: there is none. */
    const uint8_t *key_id, *issuer_key_id;
    int is_receipt_signing, is_developer_relations;
} plain_certificate;

/** Reads bytes from anybody. Returns 1 if they are a plain certificate and nothing else, 0 if they are another one, or none. */
int plain_certificate_read(plain_certificate *certificate, plain_bytes der);

#endif

#include "extensions.h"

#include <string.h>

#include <openssl/asn1.h>
#include <openssl/x509v3.h>

enum {
    BASIC_CONSTRAINTS_BIT = 1 << 0,
    KEY_USAGE_BIT = 1 << 1,
    KEY_ID_BIT = 1 << 2,
    ISSUER_KEY_ID_BIT = 1 << 3,
    INFORMATION_ACCESS_BIT = 1 << 4,
    POLICIES_BIT = 1 << 5,
    LIST_PLACES_BIT = 1 << 6,
    RECEIPT_SIGNING_BIT = 1 << 7,
    DEVELOPER_RELATIONS_BIT = 1 << 8,
};

/* Those of the App Store's certificates: RFC 5280, sections 4.2.1 and 4.2.2.1, and the two markers of Apple's,
   1.2.840.113635.100.6.11.1 and 1.2.840.113635.100.6.2.1. */
static const struct {
    int bit;
    size_t count;
    uint8_t identifier[12];
} known[] = {
    {BASIC_CONSTRAINTS_BIT, 5, {0x06, 3, 0x55, 0x1D, 0x13}},
    {KEY_USAGE_BIT, 5, {0x06, 3, 0x55, 0x1D, 0x0F}},
    {KEY_ID_BIT, 5, {0x06, 3, 0x55, 0x1D, 0x0E}},
    {ISSUER_KEY_ID_BIT, 5, {0x06, 3, 0x55, 0x1D, 0x23}},
    {INFORMATION_ACCESS_BIT, 10, {0x06, 8, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01}},
    {POLICIES_BIT, 5, {0x06, 3, 0x55, 0x1D, 0x20}},
    {LIST_PLACES_BIT, 5, {0x06, 3, 0x55, 0x1D, 0x1F}},
    {RECEIPT_SIGNING_BIT, 12, {0x06, 10, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x0B, 0x01}},
    {DEVELOPER_RELATIONS_BIT, 12, {0x06, 10, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x63, 0x64, 0x06, 0x02, 0x01}},
};

/* 0: it is none of them. */
static int take_identifier(plain_bytes *from) {
    for (size_t index = 0; index < sizeof known / sizeof known[0]; index++) {
        if (plain_take_bytes(from, known[index].identifier, known[index].count)) return known[index].bit;
    }
    return 0;
}

static int is(plain_bytes value, const void *bytes, size_t count) {
    return plain_count(value) == count && memcmp(value.start, bytes, count) == 0;
}

/* SEQUENCE { cA BOOLEAN DEFAULT FALSE, pathLenConstraint INTEGER OPTIONAL }, a length below 128. */
static int read_basic_constraints(plain_bytes value, plain_certificate *certificate) {
    static const uint8_t nobody[] = {0x30, 0x00};
    static const uint8_t authority[] = {0x30, 0x03, 0x01, 0x01, 0xFF};
    static const uint8_t bounded[] = {0x30, 0x06, 0x01, 0x01, 0xFF, 0x02, 0x01};
    if (is(value, nobody, sizeof nobody)) return 1;
    certificate->is_authority = 1;
    if (is(value, authority, sizeof authority)) return 1;
    if (!plain_take_bytes(&value, bounded, sizeof bounded) || plain_count(value) != 1) return 0;
    certificate->path_length = *value.start;
    return certificate->path_length < 0x80;
}

/* OCTET STRING of a SHA-1. */
static int read_key_id(plain_bytes value, plain_certificate *certificate) {
    static const uint8_t start[] = {0x04, plain_key_id_count};
    if (!plain_take_bytes(&value, start, sizeof start)) return 0;
    certificate->key_id = value.start;
    return plain_count(value) == plain_key_id_count;
}

/* SEQUENCE { keyIdentifier [0] }, and neither name nor number of the issuer. */
static int read_issuer_key_id(plain_bytes value, plain_certificate *certificate) {
    static const uint8_t start[] = {0x30, plain_key_id_count + 2, 0x80, plain_key_id_count};
    if (!plain_take_bytes(&value, start, sizeof start)) return 0;
    certificate->issuer_key_id = value.start;
    return plain_count(value) == plain_key_id_count;
}

/* One place of lists of revoked certificates. Nobody reads the lists, but X509_verify_cert refuses what it cannot read here. */
static int is_plain_list_place(plain_bytes value) {
    const unsigned char *end = value.start;
    CRL_DIST_POINTS *places = d2i_CRL_DIST_POINTS(NULL, &end, value.end - value.start);
    const DIST_POINT *place = sk_DIST_POINT_num(places) == 1 ? sk_DIST_POINT_value(places, 0) : NULL;
    const int is_plain = end == value.end && place && place->distpoint && place->distpoint->type == 0 &&
                         !place->reasons && !place->CRLissuer;
    CRL_DIST_POINTS_free(places);
    return is_plain;
}

/* BIT STRING: keyCertSign and cRLSign of an authority, digitalSignature of others. */
static int is_plain_usage(plain_bytes value, const plain_certificate *certificate) {
    static const uint8_t of_authority[] = {0x03, 0x02, 0x01, 0x06};
    static const uint8_t of_others[] = {0x03, 0x02, 0x07, 0x80};
    return is(value, certificate->is_authority ? of_authority : of_others, sizeof of_others);
}

int plain_extensions_read(plain_bytes extensions, plain_certificate *certificate) {
    static const uint8_t critical[] = {0x01, 0x01, 0xFF};
    int all = 0;
    plain_bytes list, usage = {NULL, NULL};
    certificate->path_length = -1;
    if (!plain_take(&extensions, 0x30, &list) || plain_count(extensions) != 0) return 0;
    while (plain_count(list) != 0) {
        plain_bytes extension, value;
        if (!plain_take(&list, 0x30, &extension)) return 0;
        const int bit = take_identifier(&extension);
        const int is_critical = plain_take_bytes(&extension, critical, sizeof critical);
        if (bit == 0 || (all & bit) != 0 || is_critical != ((bit & (BASIC_CONSTRAINTS_BIT | KEY_USAGE_BIT)) != 0) ||
            !plain_take(&extension, V_ASN1_OCTET_STRING, &value) || plain_count(extension) != 0) {
            return 0;
        }
        all |= bit;
        int is_plain = 1;
        switch (bit) {
        case BASIC_CONSTRAINTS_BIT: is_plain = read_basic_constraints(value, certificate); break;
        case KEY_USAGE_BIT: usage = value; break;
        case KEY_ID_BIT: is_plain = read_key_id(value, certificate); break;
        case ISSUER_KEY_ID_BIT: is_plain = read_issuer_key_id(value, certificate); break;
        case LIST_PLACES_BIT: is_plain = is_plain_list_place(value); break;
        default: break;
        }
        if (!is_plain) return 0;
    }
    certificate->is_receipt_signing = (all & RECEIPT_SIGNING_BIT) != 0;
    certificate->is_developer_relations = (all & DEVELOPER_RELATIONS_BIT) != 0;
    return (all & BASIC_CONSTRAINTS_BIT) != 0 && (all & KEY_USAGE_BIT) != 0 && is_plain_usage(usage, certificate);
}

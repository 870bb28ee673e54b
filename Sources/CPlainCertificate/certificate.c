#include "certificate.h"

#include <string.h>
#include <time.h>

#include <openssl/asn1.h>
#include <openssl/err.h>
#include <openssl/objects.h>

#include "extensions.h"

int plain_take(plain_bytes *from, uint8_t tag, plain_bytes *content) {
    if (plain_count(*from) == 0 || *from->start != tag) return 0;
    const unsigned char *start = from->start;
    long count;
    int number, kind;
    /* 0x80: the element ends behind the bytes; 1: it has no length. */
    if ((ASN1_get_object(&start, &count, &number, &kind, from->end - from->start) & 0x81) != 0) return 0;
    content->start = start;
    content->end = start + count;
    from->start = content->end;
    return 1;
}

int plain_take_bytes(plain_bytes *from, const void *bytes, size_t count) {
    if (plain_count(*from) < count || memcmp(from->start, bytes, count) != 0) return 0;
    from->start += count;
    return 1;
}

static int is_at_end(plain_bytes bytes) { return plain_count(bytes) == 0; }

/* INTEGER of at most 20 bytes, positive and without zeros that say nothing (RFC 5280, section 4.1.2.2). */
static int take_serial_number(plain_bytes *from) {
    plain_bytes number;
    if (!plain_take(from, V_ASN1_INTEGER, &number) || is_at_end(number) || plain_count(number) > 20) return 0;
    return *number.start != 0 ? *number.start < 0x80 : plain_count(number) > 1 && number.start[1] >= 0x80;
}

/* ecdsa-with-SHA256 or ecdsa-with-SHA384 without parameters (RFC 5758, section 3.2). */
static int take_algorithm(plain_bytes *from, int *digest) {
    static const uint8_t start[] = {0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03};
    if (!plain_take_bytes(from, start, sizeof start) || is_at_end(*from)) return 0;
    switch (*from->start++) {
    case 2: *digest = NID_sha256; return 1;
    case 3: *digest = NID_sha384; return 1;
    default: return 0;
    }
}

/* The identifier of a name's part, which is not padded. */
static int is_identifier(plain_bytes bytes) {
    if (is_at_end(bytes) || bytes.end[-1] >= 0x80) return 0;
    for (const uint8_t *byte = bytes.start; byte < bytes.end; byte++) {
        if (*byte == 0x80 && (byte == bytes.start || byte[-1] < 0x80)) return 0;
    }
    return 1;
}

/* SEQUENCE OF SET of one SEQUENCE { OBJECT IDENTIFIER, PrintableString or UTF8String }, in printable ASCII; at least one. */
static int take_name(plain_bytes *from, plain_bytes *name) {
    plain_bytes parts;
    name->start = from->start;
    if (!plain_take(from, 0x30, &parts) || is_at_end(parts)) return 0;
    name->end = from->start;
    while (!is_at_end(parts)) {
        plain_bytes set, part, identifier, text;
        if (!plain_take(&parts, 0x31, &set) || !plain_take(&set, 0x30, &part) || !is_at_end(set) ||
            !plain_take(&part, V_ASN1_OBJECT, &identifier) || !is_identifier(identifier) ||
            (!plain_take(&part, V_ASN1_PRINTABLESTRING, &text) && !plain_take(&part, V_ASN1_UTF8STRING, &text)) ||
            !is_at_end(part) || is_at_end(text)) {
            return 0;
        }
        for (; text.start < text.end; text.start++) {
            if (*text.start < ' ' || *text.start > '~') return 0;
        }
    }
    return 1;
}

/* UTCTime or GeneralizedTime in the forms of RFC 5280, section 4.1.2.5. */
static int take_time(plain_bytes *from, ASN1_TIME *time, int64_t *seconds) {
    enum { short_count = 13, long_count = 15 };
    char text[long_count + 1];
    struct tm parts;
    plain_bytes characters;
    const int is_short = plain_take(from, V_ASN1_UTCTIME, &characters);
    const size_t count = is_short ? short_count : long_count;
    if ((!is_short && !plain_take(from, V_ASN1_GENERALIZEDTIME, &characters)) || plain_count(characters) != count ||
        characters.end[-1] != 'Z') {
        return 0;
    }
    memcpy(text, characters.start, count);
    text[count] = 0;
    if (strlen(text) != count || strspn(text, "0123456789") != count - 1 ||
        !(is_short ? ASN1_UTCTIME_set_string(time, text) : ASN1_GENERALIZEDTIME_set_string(time, text)) ||
        !ASN1_TIME_to_tm(time, &parts)) {
        return 0;
    }
    *seconds = timegm(&parts);
    return 1;
}

static int take_validity(plain_bytes *from, plain_certificate *certificate) {
    plain_bytes validity;
    if (!plain_take(from, 0x30, &validity)) return 0;
    ASN1_TIME *time = ASN1_TIME_new();
    const int is_plain = time && take_time(&validity, time, &certificate->first) &&
                         take_time(&validity, time, &certificate->last) && is_at_end(validity);
    ASN1_TIME_free(time);
    /* OpenSSL calls a certificate expired from its last second on. */
    certificate->last -= 1;
    return is_plain;
}

/* id-ecPublicKey with a named curve (RFC 5480, section 2) and a BIT STRING of a point that is not compressed. */
static int take_key(plain_bytes *from, plain_certificate *certificate) {
    static const uint8_t p256[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01,
                                   0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};
    static const uint8_t p384[] = {0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02,
                                   0x01, 0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00};
    size_t count;
    if (plain_take_bytes(from, p256, sizeof p256)) {
        certificate->curve = NID_X9_62_prime256v1;
        count = 65;
    } else if (plain_take_bytes(from, p384, sizeof p384)) {
        certificate->curve = NID_secp384r1;
        count = 97;
    } else {
        return 0;
    }
    if (plain_count(*from) < count || *from->start != 4) return 0;
    certificate->point.start = from->start;
    certificate->point.end = from->start += count;
    return 1;
}

/* TBSCertificate of version 3 without the unique identifiers that nobody uses (RFC 5280, section 4.1.2). */
static int read_content(plain_bytes content, plain_certificate *certificate) {
    static const uint8_t version[] = {0xA0, 0x03, 0x02, 0x01, 0x02};
    plain_bytes extensions;
    return plain_take_bytes(&content, version, sizeof version) && take_serial_number(&content) &&
           take_algorithm(&content, &certificate->digest) && take_name(&content, &certificate->issuer) &&
           take_validity(&content, certificate) && take_name(&content, &certificate->subject) &&
           take_key(&content, certificate) && plain_take(&content, 0xA3, &extensions) && is_at_end(content) &&
           plain_extensions_read(extensions, certificate);
}

int plain_certificate_read(plain_certificate *certificate, plain_bytes der) {
    static const uint8_t whole_bytes[] = {0};
    plain_bytes whole, content;
    int digest;
    memset(certificate, 0, sizeof *certificate);
    if (plain_take(&der, 0x30, &whole) && is_at_end(der)) {
        certificate->content.start = whole.start;
        if (plain_take(&whole, 0x30, &content) && read_content(content, certificate)) {
            certificate->content.end = content.end;
            if (take_algorithm(&whole, &digest) && digest == certificate->digest &&
                plain_take(&whole, V_ASN1_BIT_STRING, &certificate->signature) && is_at_end(whole) &&
                plain_take_bytes(&certificate->signature, whole_bytes, sizeof whole_bytes)) {
                return 1;
            }
        }
    }
    ERR_clear_error();
    return 0;
}

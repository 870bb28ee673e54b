/* iap_verify.h, "WHAT IS CHECKED": certificates and signatures that no store makes. */

#include "chain.h"
#include "verify.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

static const char payload[] = "{\"bundleId\":\"" VERIFY_BUNDLE_ID
                              "\",\"environment\":\"Sandbox\",\"transactionId\":\"7\",\"signedDate\":1769904000000}";
static const uint8_t order[32] = {0xFF, 0xFF, 0xFF, 0xFF, 0,    0,    0,    0,    0xFF, 0xFF, 0xFF,
                                  0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17,
                                  0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51};

static iap_verify_result result_of(const chain *chain, const char *header_more, chain_signature *signature) {
    iap_bytes root = {chain->root.bytes, chain->root.length};
    iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    options.environments = IAP_ENVIRONMENT_SANDBOX;
    options.roots = &root;
    options.root_count = 1;
    options.bundle_id = VERIFY_BUNDLE_ID;
    char *text = chain_sign(chain, header_more, payload, signature);
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_signed_data *data = verify_check(verify_open(&options), IAP_SIGNED_TRANSACTION, text, &result);
    CHECK_INT(data != NULL, result.verdict == IAP_VERDICT_VALID);
    free(text);
    return result;
}

static void second_marker_of_leaf(X509 *certificate) {
    chain_add_extension(certificate, "1.2.840.113635.100.6.11.1", "DER:05:00");
}

static void second_marker_of_intermediate(X509 *certificate) {
    chain_add_extension(certificate, "1.2.840.113635.100.6.2.1", "DER:0C:01:41");
}

static void second_usage(X509 *certificate) { chain_add_extension(certificate, "keyUsage", "digitalSignature"); }

static void second_unknown(X509 *certificate) {
    chain_add_extension(certificate, "1.3.6.1.4.1.55555.1", "DER:05:00");
    chain_add_extension(certificate, "1.3.6.1.4.1.55555.1", "DER:05:00");
}

static void first_unknown(X509 *certificate) { chain_add_extension(certificate, "1.3.6.1.4.1.55555.1", "DER:05:00"); }

static void critical_unknown(X509 *certificate) {
    chain_add_extension(certificate, "1.3.6.1.4.1.55555.1", "critical,DER:05:00");
}

static void unreadable_information(X509 *certificate) {
    chain_add_extension(certificate, "authorityInfoAccess", "DER:30:05:01");
}

static void unreadable_policies(X509 *certificate) {
    chain_add_extension(certificate, "certificatePolicies", "DER:05:00");
}

static void version_1(X509 *certificate) { CHECK(X509_set_version(certificate, 0) == 1); }

static void version_2(X509 *certificate) { CHECK(X509_set_version(certificate, 1) == 1); }

/* Sets the value of the basic constraints byte by byte. */
static void set_constraints(X509 *certificate, const uint8_t *value, int length) {
    X509_EXTENSION *extension = X509_get_ext(certificate, X509_get_ext_by_NID(certificate, NID_basic_constraints, -1));
    CHECK(extension != NULL && ASN1_OCTET_STRING_set(X509_EXTENSION_get_data(extension), value, length) == 1);
}

static void authority_of_1(X509 *certificate) {
    set_constraints(certificate, (const uint8_t *)"\x30\x06\x01\x01\x01\x02\x01\x00", 8);
}

static void said_no_authority(X509 *certificate) {
    set_constraints(certificate, (const uint8_t *)"\x30\x03\x01\x01\x00", 5);
}

static void long_length_inside(X509 *certificate) { set_constraints(certificate, (const uint8_t *)"\x30\x81\x00", 3); }

TEST(certificates_that_are_not_of_rfc_5280_are_invalid) {
    static const struct {
        const char *name;
        chain_change *change_intermediate, *change_leaf;
        iap_verify_reason_t reason;
    } cases[] = {
        {"the recipe", NULL, NULL, IAP_VERIFY_REASON_NONE},
        {"an unknown extension", first_unknown, first_unknown, IAP_VERIFY_REASON_NONE},
        {"the leaf's marker twice", NULL, second_marker_of_leaf, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"the second marker twice", second_marker_of_intermediate, NULL, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"key usage twice", NULL, second_usage, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"an unknown extension twice", NULL, second_unknown, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"an unknown critical extension", NULL, critical_unknown, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"unreadable information", NULL, unreadable_information, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"unreadable policies", unreadable_policies, NULL, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"a leaf of version 1", NULL, version_1, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"a leaf of version 2", NULL, version_2, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"an intermediate one of version 1", version_1, NULL, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"an authority that is 1", authority_of_1, NULL, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"a default that is written", NULL, said_no_authority, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
        {"a length in two bytes", NULL, long_length_inside, IAP_VERIFY_REASON_UNTRUSTED_CHAIN},
    };
    static chain chain;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("%s", cases[i].name);
        REQUIRE(chain_make(&chain, cases[i].change_intermediate, cases[i].change_leaf));
        CHECK_INT(result_of(&chain, "", NULL).reason, cases[i].reason);
        chain_free(&chain);
    }
}

TEST(a_certificate_has_nothing_behind_it_and_no_other_length) {
    static chain chain;
    REQUIRE(chain_make(&chain, NULL, NULL));
    chain_certificate *const certificates[] = {&chain.leaf, &chain.intermediate};
    for (int i = 0; i < 2; i++) {
        test_case("certificate %d", i);
        chain_certificate *certificate = certificates[i];
        const chain_certificate right = *certificate;
        certificate->bytes[certificate->length++] = 0;
        CHECK_INT(result_of(&chain, "", NULL).reason, IAP_VERIFY_REASON_INVALID_CERTIFICATE);
        *certificate = right;
        /* 30 82 hh ll becomes 30 83 00 hh ll. */
        REQUIRE(certificate->bytes[1] == 0x82);
        memmove(certificate->bytes + 3, certificate->bytes + 2, certificate->length - 2);
        certificate->bytes[1] = 0x83;
        certificate->bytes[2] = 0;
        certificate->length++;
        CHECK_INT(result_of(&chain, "", NULL).reason, IAP_VERIFY_REASON_UNTRUSTED_CHAIN);
        *certificate = right;
        CHECK_INT(result_of(&chain, "", NULL).reason, IAP_VERIFY_REASON_NONE);
    }
    chain_free(&chain);
}

TEST(a_header_has_no_crit_and_no_b64_that_is_false_and_its_kid_is_a_text) {
    static const struct {
        const char *more;
        iap_verify_reason_t reason;
    } cases[] = {
        {"", IAP_VERIFY_REASON_NONE},
        {",\"kid\":\"key\"", IAP_VERIFY_REASON_NONE},
        {",\"b64\":true", IAP_VERIFY_REASON_NONE},
        {",\"kid\":1", IAP_VERIFY_REASON_MALFORMED},
        {",\"kid\":null", IAP_VERIFY_REASON_MALFORMED},
        {",\"kid\":[\"key\"]", IAP_VERIFY_REASON_MALFORMED},
        {",\"b64\":false", IAP_VERIFY_REASON_MALFORMED},
        {",\"b64\":false,\"crit\":[\"b64\"]", IAP_VERIFY_REASON_MALFORMED},
        {",\"b64\":true,\"crit\":[\"b64\"]", IAP_VERIFY_REASON_MALFORMED},
        {",\"crit\":[]", IAP_VERIFY_REASON_MALFORMED},
    };
    static chain chain;
    REQUIRE(chain_make(&chain, NULL, NULL));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("%s", cases[i].more);
        CHECK_INT(result_of(&chain, cases[i].more, NULL).reason, cases[i].reason);
    }
    chain_free(&chain);
}

/* With r = -e / d, the sum e / s * G + r / s * d * G is the point at infinity for every s. */
static void sign_at_infinity(const chain *chain, const char *message, uint8_t raw[64]) {
    uint8_t digest[32];
    SHA256((const unsigned char *)message, strlen(message), digest);
    BIGNUM *d = NULL;
    CHECK(EVP_PKEY_get_bn_param(chain->leaf_key, OSSL_PKEY_PARAM_PRIV_KEY, &d) == 1);
    BIGNUM *e = BN_bin2bn(digest, 32, NULL), *n = BN_bin2bn(order, 32, NULL);
    BN_CTX *context = BN_CTX_new();
    CHECK(BN_mod_inverse(d, d, n, context) != NULL && BN_mod_mul(d, d, e, n, context) == 1 && BN_sub(d, n, d) == 1 &&
          BN_bn2binpad(d, raw, 32) == 32);
    memcpy(raw + 32, digest, 32);
    raw[32] &= 0x7F;
    BN_CTX_free(context);
    BN_free(n);
    BN_free(e);
    BN_clear_free(d);
}

static void sign_with_zeros(const chain *chain, const char *message, uint8_t raw[64]) {
    (void)chain, (void)message;
    memset(raw, 0, 64);
}

static void sign_with_the_order(const chain *chain, const char *message, uint8_t raw[64]) {
    (void)chain, (void)message;
    memcpy(raw, order, 32);
    memcpy(raw + 32, order, 32);
}

static void sign_with_all_bits(const chain *chain, const char *message, uint8_t raw[64]) {
    (void)chain, (void)message;
    memset(raw, 0xFF, 64);
}

TEST(numbers_out_of_range_and_the_point_at_infinity_are_invalid) {
    chain_signature *const signatures[] = {sign_at_infinity, sign_with_zeros, sign_with_the_order, sign_with_all_bits};
    static chain chain;
    REQUIRE(chain_make(&chain, NULL, NULL));
    for (size_t i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        test_case("signature %zu", i);
        const iap_verify_result result = result_of(&chain, "", signatures[i]);
        CHECK_INT(result.verdict, IAP_VERDICT_INVALID);
        CHECK_INT(result.reason, IAP_VERIFY_REASON_INVALID_SIGNATURE);
    }
    chain_free(&chain);
}

/* With this key, anyone can make a valid signature. */
static void key_at_infinity(X509 *certificate) {
    X509_PUBKEY *key = X509_get_X509_PUBKEY(certificate);
    unsigned char *point = OPENSSL_malloc(1);
    ASN1_OBJECT *algorithm = NULL;
    int type = 0;
    void *curve = NULL;
    X509_ALGOR *kind = NULL;
    REQUIRE(point != NULL && X509_PUBKEY_get0_param(NULL, NULL, NULL, &kind, key) == 1);
    point[0] = 0;
    X509_ALGOR_get0((const ASN1_OBJECT **)&algorithm, &type, (const void **)&curve, kind);
    CHECK(X509_PUBKEY_set0_param(key, OBJ_dup(algorithm), type, OBJ_dup(curve), point, 1) == 1);
}

TEST(a_key_that_is_the_point_at_infinity_is_invalid) {
    static chain chain;
    REQUIRE(chain_make(&chain, NULL, key_at_infinity));
    CHECK_INT(result_of(&chain, "", NULL).verdict, IAP_VERDICT_INVALID);
    chain_free(&chain);
    REQUIRE(chain_make(&chain, key_at_infinity, NULL));
    CHECK_INT(result_of(&chain, "", NULL).verdict, IAP_VERDICT_INVALID);
    chain_free(&chain);
}

/* iap_verifier_open(): the options of a verifier, and what it refuses. */

#include "files.h"
#include "verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void refuse(const iap_verifier_options *options, iap_status_t status, const char *word) {
    const iap_verifier *verifier = (const iap_verifier *)options;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_verifier_open(options, &verifier, &error), status);
    CHECK(verifier == NULL);
    CHECK_STATUS(error.status, status);
    CHECK_CONTAINS(error.message, word);
}

TEST(options_that_make_no_sense_are_refused) {
    iap_store *store = store_open();
    const iap_verifier_options right = verify_options(store);
    static char long_text[8192];
    memset(long_text, 'x', sizeof long_text - 1);
    static const uint8_t garbage[] = {0x30, 1, 2, 3};
    static const iap_bytes no_certificate = {garbage, sizeof garbage}, no_bytes = {NULL, 4}, empty = {garbage, 0},
                           too_large = {garbage, 1048577};
    const char *const null_path[] = {NULL}, *const empty_path[] = {""}, *const long_path[] = {long_text},
                      *const invalid_path[] = {"\xFF"}, *const missing_path[] = {temporary_path("missing")};
    for (int flaw = 0; flaw < 25; flaw++) {
        test_case("flaw %d", flaw);
        iap_verifier_options options = right;
        iap_status_t status = IAP_ERROR_INVALID_ARGUMENT;
        const char *word = "options.";
        switch (flaw) {
        case 0: options.environments = 0; break;
        case 1: options.environments = 16; break;
        case 2: options.environments = -1; break;
        case 3: options.environments = IAP_ENVIRONMENT_PRODUCTION | IAP_ENVIRONMENT_XCODE; break;
        case 4: options.environments = IAP_ENVIRONMENT_PRODUCTION | IAP_ENVIRONMENT_LOCAL_TESTING; break;
        case 5: options.environments = IAP_ENVIRONMENT_PRODUCTION; break; /* without the app's Apple id */
        case 6: options.app_apple_id = UINT64_MAX; break;
        case 7: options.bundle_id = NULL; break;
        case 8: options.bundle_id = "", status = IAP_ERROR_INVALID_TEXT; break;
        case 9: options.bundle_id = "\xFF", status = IAP_ERROR_INVALID_TEXT; break;
        case 10: options.bundle_id = long_text, status = IAP_ERROR_TOO_LARGE; break;
        case 11: options.root_count = 0, word = "options has no root"; break;
        case 12: options.roots = NULL; break;
        case 13: options.roots = &no_certificate, status = IAP_ERROR_INVALID_FILE; break;
        case 14: options.roots = &no_bytes; break;
        case 15: options.roots = &empty; break;
        case 16: options.roots = &too_large, status = IAP_ERROR_TOO_LARGE; break;
        case 17: options.root_count = IAP_VERIFIER_ROOTS_MAX + 1, status = IAP_ERROR_TOO_LARGE, word = "65"; break;
        case 18: options.root_path_count = SIZE_MAX, status = IAP_ERROR_TOO_LARGE, word = "at most 64"; break;
        case 19: options.root_path_count = 1; break; /* without paths */
        case 20: options.root_paths = null_path, options.root_path_count = 1; break;
        case 21: options.root_paths = empty_path, options.root_path_count = 1, status = IAP_ERROR_INVALID_TEXT; break;
        case 22: options.root_paths = invalid_path, options.root_path_count = 1, status = IAP_ERROR_INVALID_TEXT; break;
        case 23: options.root_paths = long_path, options.root_path_count = 1, status = IAP_ERROR_TOO_LARGE; break;
        case 24:
            options.root_paths = missing_path, options.root_path_count = 1, status = IAP_ERROR_INVALID_FILE;
            word = missing_path[0];
            break;
        }
        refuse(&options, status, word);
    }
    test_case(NULL);
    refuse(NULL, IAP_ERROR_INVALID_ARGUMENT, "options");
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_verifier_open(&right, NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_CONTAINS(error.message, "verifier is NULL");
    CHECK(verify_open(&right) != NULL);
}

TEST(verifier_options_of_an_unknown_size_are_refused) {
    const iap_verifier_options right = verify_options(store_open());
    const uint32_t size = (uint32_t)sizeof right, sizes[] = {0, 3, 4, size - 1, size + 8, size * 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_verifier_options options = right;
        options.struct_size = sizes[i];
        refuse(&options, IAP_ERROR_INVALID_STRUCT_SIZE, "struct_size");
    }
}

/* A text file with a certificate. */
static void write_pem(const char *path, const iap_bytes *certificate, int copies) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = calloc(1, (size_t)copies * (certificate->length * 2 + 100) + 1), *end = text;
    if (text == NULL) abort();
    for (int copy = 0; copy < copies; copy++) {
        end += sprintf(end, "A root certificate\n-----BEGIN CERTIFICATE-----");
        for (size_t i = 0; i < certificate->length; i += 3) {
            const size_t left = certificate->length - i < 3 ? certificate->length - i : 3;
            uint32_t group = 0;
            for (size_t k = 0; k < 3; k++) group = group << 8 | (k < left ? certificate->bytes[i + k] : 0);
            if (i % 48 == 0) *end++ = '\n';
            for (size_t k = 0; k < 4; k++) *end++ = k <= left ? digits[group >> (18 - 6 * k) & 63] : '=';
        }
        end += sprintf(end, "\n-----END CERTIFICATE-----\n");
    }
    file_write_text(path, text);
    free(text);
}

TEST(roots_come_from_files_and_from_memory_in_both_forms) {
    game *game = game_start();
    const char *text = iap_transaction_signed_text(game_buy(game, COINS));
    iap_verifier_options options = verify_options(game->store);
    const iap_bytes own = options.roots[0];
    const char *der = temporary_path("root.der"), *pem = temporary_path("root.pem"), *foreign = temporary_path("other");
    file_write(der, own.bytes, own.length);
    write_pem(pem, &own, 2);
    uint8_t bytes[4096];
    iap_store_options other_options = store_options();
    other_options.seed = 17;
    iap_bytes other = {bytes, 0};
    CHECK_STATUS(iap_store_root_certificate(store_open_with(&other_options), bytes, sizeof bytes, &other.length, NULL),
                 IAP_OK);
    file_write(foreign, bytes, other.length);
    const char *const path_lists[][2] = {{der}, {pem}, {foreign}, {foreign, pem}, {der, foreign}};
    for (int form = 0; form < 8; form++) {
        test_case("form %d", form);
        options.roots = form < 5 ? NULL : form == 6 ? &other : &own;
        options.root_count = form < 5 ? 0 : 1;
        options.root_paths = form < 5 ? path_lists[form] : form == 7 ? path_lists[2] : NULL;
        options.root_path_count = form < 3 || form == 7 ? 1 : form < 5 ? 2 : 0;
        const bool is_trusted = form != 2 && form != 6;
        CHECK_INT(verify_check(verify_open(&options), IAP_SIGNED_TRANSACTION, text, NULL) != NULL, is_trusted);
    }
}

TEST(a_file_that_is_no_certificate_is_refused_with_its_name_and_place) {
    iap_verifier_options options = verify_options(store_open());
    const char *path = temporary_path("roots.pem");
    options.root_paths = &path;
    options.root_path_count = 1;
    static const char *const texts[] = {"",
                                        "nothing",
                                        "-----BEGIN CERTIFICATE-----\nAAAA\n",
                                        "-----BEGIN CERTIFICATE-----\n?\n-----END CERTIFICATE-----\n",
                                        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                                        "-----BEGIN PRIVATE KEY-----\n",
                                        "0\001\002\003"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        test_case("text %zu", i);
        file_write_text(path, texts[i]);
        refuse(&options, IAP_ERROR_INVALID_FILE, path);
    }
}

TEST(a_verifier_copies_what_it_is_opened_with) {
    game *game = game_start();
    const char *text = iap_transaction_signed_text(game_buy(game, COINS));
    iap_verifier_options options = verify_options(game->store);
    char bundle_id[] = VERIFY_BUNDLE_ID;
    const iap_bytes own = options.roots[0];
    uint8_t *bytes = malloc(own.length);
    REQUIRE(bytes != NULL);
    memcpy(bytes, own.bytes, own.length);
    iap_bytes copy = {bytes, own.length};
    options.roots = &copy;
    options.bundle_id = bundle_id;
    const iap_verifier *verifier = verify_open(&options);
    memset(bytes, 0, own.length);
    free(bytes);
    memset(bundle_id, 'x', sizeof bundle_id - 1);
    memset(&options, 0, sizeof options);
    CHECK(verify_check(verifier, IAP_SIGNED_TRANSACTION, text, NULL) != NULL);
}

static int64_t clock_of_test(void *user_data) {
    ++*(int *)user_data;
    return 1767225600000;
}

TEST(the_clock_is_asked_only_where_it_decides) {
    int count = 0;
    game *game = game_start();
    const char *text = iap_transaction_signed_text(game_buy(game, COINS));
    iap_verifier_options options = verify_options(game->store);
    options.clock = clock_of_test;
    options.clock_user_data = &count;
    CHECK(verify_check(verify_open(&options), IAP_SIGNED_TRANSACTION, text, NULL) != NULL);
    CHECK_INT(count, 0);
    /* The store's certificates name no OCSP server. */
    options.check_revocation = 1;
    options.ocsp_timeout_ms = 1;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    CHECK(verify_check(verify_open(&options), IAP_SIGNED_TRANSACTION, text, &result) == NULL);
    CHECK_INT(result.verdict, IAP_VERDICT_INVALID);
    CHECK_INT(result.reason, IAP_VERIFY_REASON_REVOCATION_UNPROVEN);
    CHECK_INT(count, 1);
}

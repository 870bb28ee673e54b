/* Verification of app receipts: which are valid, and why the others are not. */

#include "offer_catalogue.h"
#include "receipt_check.h"

#include <stdlib.h>
#include <string.h>

static receipt given;

/* Checks the verifier's verdict about these bytes. There is a handle only if the verdict is valid. */
static void check_verdict(const iap_verifier *verifier, const void *bytes, size_t length, iap_verify_reason_t reason) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_app_receipt *receipt = receipt_checked(verifier, bytes, length, &result);
    CHECK_INT(result.verdict, reason == IAP_VERIFY_REASON_NONE ? IAP_VERDICT_VALID : IAP_VERDICT_INVALID);
    CHECK_INT(result.reason, reason);
    CHECK((receipt != NULL) == (reason == IAP_VERIFY_REASON_NONE));
    CHECK((result.message[0] == 0) == (reason == IAP_VERIFY_REASON_NONE));
    CHECK(strchr(result.message, '\n') == NULL);
    if (reason != IAP_VERIFY_REASON_NONE) CHECK_INT(result.signature_checked, 0);
}

TEST(a_receipt_of_the_store_is_valid_as_it_is_and_in_base64) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    const iap_verifier *verifier = verify_store(game->store);
    REQUIRE(receipt_get(game, 1, &given));
    check_verdict(verifier, given.bytes, given.length, IAP_VERIFY_REASON_NONE);
    const char *text = receipt_text(game);
    REQUIRE(text != NULL);
    check_verdict(verifier, text, strlen(text), IAP_VERIFY_REASON_NONE);
    /* The format of e-mail and many programs. */
    static char lines[131072];
    size_t length = 0;
    for (size_t i = 0; text[i] != 0; i++) {
        if (i % 64 == 0 && i > 0) lines[length++] = '\r', lines[length++] = '\n';
        lines[length++] = text[i];
    }
    check_verdict(verifier, lines, length, IAP_VERIFY_REASON_NONE);
    lines[10] = ' ';
    check_verdict(verifier, lines, length, IAP_VERIFY_REASON_MALFORMED);
}

TEST(a_receipt_that_is_valid_says_that_its_signature_was_checked) {
    game *game = offers_game();
    REQUIRE(receipt_get(game, 1, &given));
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_app_receipt *receipt = receipt_checked(verify_store(game->store), given.bytes, given.length, &result);
    REQUIRE(receipt != NULL);
    CHECK_INT(result.signature_checked, 1);
    CHECK_INT(iap_app_receipt_is_signature_checked(receipt), 1);
}

TEST(a_receipt_of_another_store_is_not_trusted) {
    game *game = offers_game();
    REQUIRE(receipt_get(game, 1, &given));
    iap_store_options options = store_options();
    options.seed = 4711;
    check_verdict(verify_store(store_open_with(&options)), given.bytes, given.length,
                  IAP_VERIFY_REASON_UNTRUSTED_CHAIN);
}

TEST(a_receipt_of_another_app_is_invalid) {
    game *game = offers_game();
    REQUIRE(receipt_get(game, 1, &given));
    iap_verifier_options options = verify_options(game->store);
    const char *const others[] = {"com.example.gam", "com.example.game2", "COM.EXAMPLE.GAME"};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", others[i]);
        options.bundle_id = others[i];
        check_verdict(verify_open(&options), given.bytes, given.length, IAP_VERIFY_REASON_OTHER_APP);
    }
}

TEST(a_receipt_of_an_environment_that_is_not_allowed_is_invalid) {
    game *game = offers_game();
    REQUIRE(receipt_get(game, 1, &given));
    iap_verifier_options options = verify_options(game->store);
    options.app_apple_id = VERIFY_APP_APPLE_ID;
    const struct {
        iap_environment_t environments;
        iap_verify_reason_t reason;
    } cases[] = {
        {IAP_ENVIRONMENT_PRODUCTION, IAP_VERIFY_REASON_OTHER_ENVIRONMENT},
        {IAP_ENVIRONMENT_XCODE, IAP_VERIFY_REASON_OTHER_ENVIRONMENT},
        {IAP_ENVIRONMENT_LOCAL_TESTING, IAP_VERIFY_REASON_OTHER_ENVIRONMENT},
        {IAP_ENVIRONMENT_SANDBOX, IAP_VERIFY_REASON_NONE},
        {IAP_ENVIRONMENT_PRODUCTION | IAP_ENVIRONMENT_SANDBOX, IAP_VERIFY_REASON_NONE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("environments %d", (int)cases[i].environments);
        options.environments = cases[i].environments;
        check_verdict(verify_open(&options), given.bytes, given.length, cases[i].reason);
    }
}

TEST(an_altered_receipt_is_invalid) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    const iap_verifier *verifier = verify_store(game->store);
    REQUIRE(receipt_get(game, 1, &given));
    /* The last bytes belong to the signature. */
    given.bytes[given.length - 1] ^= 1;
    check_verdict(verifier, given.bytes, given.length, IAP_VERIFY_REASON_INVALID_SIGNATURE);
    given.bytes[given.length - 1] ^= 1;
    for (size_t i = 0; i + 7 < given.length; i++) {
        if (memcmp(given.bytes + i, HAT, strlen(HAT)) != 0) continue;
        given.bytes[i] ^= 1;
        check_verdict(verifier, given.bytes, given.length, IAP_VERIFY_REASON_INVALID_SIGNATURE);
        return;
    }
    test_fail(__FILE__, __LINE__, "the receipt does not name the hat");
}

TEST(a_receipt_that_ends_early_or_goes_on_is_malformed) {
    game *game = offers_game();
    const iap_verifier *verifier = verify_store(game->store);
    REQUIRE(receipt_get(game, 1, &given));
    for (size_t length = 0; length < given.length; length++) {
        test_case("%zu bytes", length);
        /* A separate copy, to let a sanitizer see a read beyond its end. */
        uint8_t *part = malloc(length + 1);
        REQUIRE(part != NULL);
        memcpy(part, given.bytes, length);
        check_verdict(verifier, part, length, IAP_VERIFY_REASON_MALFORMED);
        const iap_app_receipt *receipt = NULL;
        CHECK_STATUS(iap_app_receipt_read(part, length, &receipt, NULL), IAP_ERROR_INVALID_TEXT);
        CHECK(receipt == NULL);
        free(part);
    }
    given.bytes[given.length] = 0;
    check_verdict(verifier, given.bytes, given.length + 1, IAP_VERIFY_REASON_MALFORMED);
}

TEST(a_receipt_that_is_too_long_is_refused_unread) {
    const iap_verifier *verifier = verify_nothing();
    const size_t most = IAP_RECEIPT_LENGTH_MAX;
    uint8_t *bytes = malloc(most + 1);
    REQUIRE(bytes != NULL);
    memset(bytes, 'A', most + 1);
    check_verdict(verifier, bytes, most + 1, IAP_VERIFY_REASON_TOO_LARGE);
    check_verdict(verifier, bytes, most, IAP_VERIFY_REASON_MALFORMED);
    /* The verifier reads nothing: there is only one byte. */
    check_verdict(verifier, "A", SIZE_MAX, IAP_VERIFY_REASON_TOO_LARGE);
    check_verdict(verifier, "A", (size_t)INT64_MAX, IAP_VERIFY_REASON_TOO_LARGE);
    free(bytes);
}

TEST(a_receipt_of_xcode_is_valid_unchecked_where_xcode_is_allowed) {
    game *game = offers_game();
    der attributes = {{0}, 0};
    der_add_text(&attributes, 0, "Xcode");
    der_add_text(&attributes, 2, VERIFY_BUNDLE_ID);
    const der receipt = der_receipt(&attributes);
    iap_verifier_options options = verify_options(game->store);
    options.environments = IAP_ENVIRONMENT_SANDBOX | IAP_ENVIRONMENT_XCODE;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_app_receipt *read = receipt_checked(verify_open(&options), receipt.bytes, receipt.length, &result);
    REQUIRE(read != NULL);
    CHECK_INT(result.verdict, IAP_VERDICT_VALID);
    CHECK_INT(result.signature_checked, 0);
    CHECK_INT(iap_app_receipt_is_signature_checked(read), 0);
    CHECK_INT(iap_app_receipt_int64(read, IAP_APP_RECEIPT_ENVIRONMENT), IAP_ENVIRONMENT_XCODE);
    options.environments = IAP_ENVIRONMENT_SANDBOX;
    check_verdict(verify_open(&options), receipt.bytes, receipt.length, IAP_VERIFY_REASON_MISSING_CERTIFICATES);
    options.environments = IAP_ENVIRONMENT_XCODE;
    options.bundle_id = "com.example.other";
    check_verdict(verify_open(&options), receipt.bytes, receipt.length, IAP_VERIFY_REASON_OTHER_APP);
}

TEST(a_receipt_that_nobody_has_signed_is_invalid_where_xcode_is_allowed) {
    game *game = offers_game();
    iap_verifier_options options = verify_options(game->store);
    options.environments = IAP_ENVIRONMENT_SANDBOX | IAP_ENVIRONMENT_XCODE;
    der attributes = {{0}, 0};
    der_add_text(&attributes, 0, "ProductionSandbox");
    der_add_text(&attributes, 2, VERIFY_BUNDLE_ID);
    const der receipt = der_receipt(&attributes);
    check_verdict(verify_open(&options), receipt.bytes, receipt.length, IAP_VERIFY_REASON_MISSING_CERTIFICATES);
}

TEST(a_documented_attribute_of_another_kind_is_refused) {
    game *game = offers_game();
    iap_verifier_options options = verify_options(game->store);
    options.environments = IAP_ENVIRONMENT_XCODE;
    const iap_verifier *verifier = verify_open(&options);
    der attributes = {{0}, 0}, purchase = {{0}, 0};
    der_add_text(&purchase, 1703, "not a number");
    der_add_text(&attributes, 0, "Xcode");
    der_add_text(&attributes, 2, VERIFY_BUNDLE_ID);
    der_add_set(&attributes, 17, &purchase);
    der receipt = der_receipt(&attributes);
    check_verdict(verifier, receipt.bytes, receipt.length, IAP_VERIFY_REASON_WRONG_TYPE);
    const iap_app_receipt *read = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_app_receipt_read(receipt.bytes, receipt.length, &read, &error), IAP_ERROR_INVALID_TEXT);
    CHECK_CONTAINS(error.message, "1703");
    der_add_text(&attributes, 2, VERIFY_BUNDLE_ID);
    receipt = der_receipt(&attributes);
    check_verdict(verifier, receipt.bytes, receipt.length, IAP_VERIFY_REASON_MALFORMED);
}

/* A consumable leaves the receipt when the game finishes it; the old receipt stays valid. */
TEST(an_old_receipt_stays_valid) {
    game *game = offers_game();
    const iap_transaction *bag = game_buy(game, BAG);
    REQUIRE(bag != NULL && receipt_get(game, 1, &given));
    REQUIRE(game_finish(game, bag));
    CHECK_STATUS(iap_store_advance_clock(game->store, INT64_C(400) * 86400000, NULL), IAP_OK);
    const iap_app_receipt *old = receipt_checked(verify_store(game->store), given.bytes, given.length, NULL);
    REQUIRE(old != NULL);
    CHECK_INT(iap_app_receipt_purchase_count(old), 1);
    REQUIRE(receipt_get(game, 1, &given));
    const iap_app_receipt *new = receipt_checked(verify_store(game->store), given.bytes, given.length, NULL);
    REQUIRE(new != NULL);
    CHECK_INT(iap_app_receipt_purchase_count(new), 0);
}

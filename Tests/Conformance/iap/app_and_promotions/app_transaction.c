/* The app transaction: the signed proof that an account has got the app. */

#include "base64.h"
#include "intents_and_messages.h"
#include "signed_text.h"

#include <string.h>

#define DAY_MS INT64_C(86400000)

TEST(an_app_transaction_tells_of_the_app_in_the_sandbox) {
    game *game = offers_game();
    for (int32_t refresh = 0; refresh <= 1; refresh++) {
        test_case("refresh %d", (int)refresh);
        const iap_app_transaction *app = game_app_transaction(game, refresh);
        REQUIRE(app != NULL);
        CHECK_INT(iap_app_transaction_verification(app), IAP_VERIFICATION_VERIFIED);
        CHECK_ID(iap_app_transaction_app_id(app), 0);
        CHECK_ID(iap_app_transaction_app_version_id(app), 0);
        CHECK_TEXT(iap_app_transaction_app_version(app), "1.0");
        CHECK_TEXT(iap_app_transaction_bundle_id(app), "com.example.game");
        CHECK_TEXT(iap_app_transaction_environment(app), "Sandbox");
        CHECK_TEXT(iap_app_transaction_original_app_version(app), "1.0");
        CHECK_INT(iap_app_transaction_original_purchase_date_ms(app), INT64_C(1375340400000));
        CHECK_INT(iap_app_transaction_preorder_date_ms(app), 0);
        CHECK_TEXT(iap_app_transaction_original_platform(app), "iOS");
        CHECK_INT(iap_app_transaction_signed_date_ms(app), iap_store_now_ms(game->store));
        const char *id = iap_app_transaction_app_transaction_id(app);
        CHECK(id != NULL && id[0] != 0);
        CHECK(is_lowercase_uuid(iap_app_transaction_device_verification_nonce(app)));
        uint8_t digest[64];
        CHECK_INT(base64_decode(iap_app_transaction_device_verification(app), digest, sizeof digest), 48);
    }
}

TEST(the_text_of_an_app_transaction_is_what_the_store_signed) {
    game *game = offers_game();
    const iap_app_transaction *app = game_app_transaction(game, 0);
    REQUIRE(app != NULL);
    const char *json = iap_app_transaction_json(app);
    CHECK_SIGNED_JSON(iap_app_transaction_signed_text(app), json);
    CHECK(json_has_text(json, "receiptType", "Sandbox"));
    CHECK(json_has_text(json, "bundleId", "com.example.game"));
    CHECK(json_has_text(json, "applicationVersion", "1.0"));
    CHECK(json_has_text(json, "originalApplicationVersion", "1.0"));
    CHECK(json_has_number(json, "originalPurchaseDate", INT64_C(1375340400000)));
    CHECK(json_has_number(json, "receiptCreationDate", iap_app_transaction_signed_date_ms(app)));
    CHECK(json_has_text(json, "deviceVerification", iap_app_transaction_device_verification(app)));
    CHECK(json_has_text(json, "deviceVerificationNonce", iap_app_transaction_device_verification_nonce(app)));
    CHECK(json_has_text(json, "appTransactionId", iap_app_transaction_app_transaction_id(app)));
    CHECK(json_has_text(json, "originalPlatform", "iOS"));
    /* The JSON leaves out missing values. */
    CHECK(!json_names(json, "preorderDate"));
}

TEST(a_refresh_signs_a_new_one) {
    game *game = offers_game();
    const iap_app_transaction *first = game_app_transaction(game, 0);
    REQUIRE(first != NULL);
    const int64_t before = iap_app_transaction_signed_date_ms(first);
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS, NULL));
    const iap_app_transaction *second = game_app_transaction(game, 1);
    REQUIRE(second != NULL);
    CHECK_INT(iap_app_transaction_signed_date_ms(second), before + DAY_MS);
    CHECK_TEXT(iap_app_transaction_app_transaction_id(second), iap_app_transaction_app_transaction_id(first));
    CHECK(strcmp(iap_app_transaction_signed_text(second), iap_app_transaction_signed_text(first)) != 0);
    /* The device now has the new app transaction. */
    const iap_app_transaction *third = game_app_transaction(game, 0);
    REQUIRE(third != NULL);
    CHECK_INT(iap_app_transaction_signed_date_ms(third), before + DAY_MS);
}

TEST(an_account_has_one_copy_of_the_app_on_all_devices) {
    game *game = offers_game();
    struct game *tablet = game_install(game->store, "player", "tablet");
    struct game *other = game_install(game->store, "other", "console");
    REQUIRE(game_launch(tablet) && game_launch(other));
    const iap_app_transaction *mine = game_app_transaction(game, 0), *same = game_app_transaction(tablet, 0),
                              *theirs = game_app_transaction(other, 0);
    REQUIRE(mine != NULL && same != NULL && theirs != NULL);
    const char *id = iap_app_transaction_app_transaction_id(mine);
    CHECK_TEXT(iap_app_transaction_app_transaction_id(same), id);
    CHECK(strcmp(iap_app_transaction_app_transaction_id(theirs), id) != 0);
    /* Each app transaction is signed for its device. */
    CHECK(strcmp(iap_app_transaction_device_verification(mine), iap_app_transaction_device_verification(same)) != 0);
    /* Purchases name the same copy of the app. */
    CHECK_TEXT(iap_transaction_app_transaction_id(game_buy(game, BAG)), id);
    CHECK_TEXT(iap_transaction_app_transaction_id(game_buy(tablet, HAT)), id);
    game_quit(game);
    REQUIRE(game_launch(game));
    const iap_app_transaction *later = game_app_transaction(game, 0);
    CHECK_TEXT(iap_app_transaction_app_transaction_id(later),
               iap_app_transaction_app_transaction_id(game_app_transaction(tablet, 0)));
}

TEST(an_app_transaction_names_the_bundle_of_the_store) {
    iap_store_options options = store_options();
    options.bundle_id = "org.example.another";
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch(game));
    const iap_app_transaction *app = game_app_transaction(game, 0);
    CHECK_TEXT(iap_app_transaction_bundle_id(app), "org.example.another");
    CHECK_CONTAINS(iap_app_transaction_json(app), "org.example.another");
}

typedef struct verification_case {
    iap_store_failure failure;
    iap_verification verification;
} verification_case;

static const verification_case verification_cases[] = {
    {IAP_STORE_FAILURE_REVOKED_CERTIFICATE, IAP_VERIFICATION_REVOKED_CERTIFICATE},
    {IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN, IAP_VERIFICATION_INVALID_CERTIFICATE_CHAIN},
    {IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION, IAP_VERIFICATION_INVALID_DEVICE_VERIFICATION},
    {IAP_STORE_FAILURE_INVALID_ENCODING, IAP_VERIFICATION_INVALID_ENCODING},
    {IAP_STORE_FAILURE_INVALID_SIGNATURE, IAP_VERIFICATION_INVALID_SIGNATURE},
    {IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES, IAP_VERIFICATION_MISSING_REQUIRED_PROPERTIES},
    {IAP_STORE_FAILURE_NONE, IAP_VERIFICATION_VERIFIED},
};

TEST(an_app_transaction_that_does_not_hold_says_why) {
    game *game = offers_game();
    for (size_t i = 0; i < sizeof verification_cases / sizeof verification_cases[0]; i++) {
        test_case("failure %d", (int)verification_cases[i].failure);
        REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_VERIFICATION, verification_cases[i].failure,
                                                 NULL));
        for (int32_t refresh = 0; refresh <= 1; refresh++) {
            const iap_app_transaction *app = game_app_transaction(game, refresh);
            CHECK_INT(iap_app_transaction_verification(app), verification_cases[i].verification);
            CHECK_TEXT(iap_app_transaction_bundle_id(app), "com.example.game");
        }
    }
}

TEST(an_app_transaction_that_was_kept_lives_longer_than_its_client) {
    game *game = offers_game();
    const iap_app_transaction *kept = game_app_transaction(game, 0);
    REQUIRE(kept != NULL);
    CHECK(iap_app_transaction_retain(kept) == kept);
    game_uninstall(game);
    store_close(game->store);
    game_forget(game);
    CHECK_TEXT(iap_app_transaction_bundle_id(kept), "com.example.game");
    CHECK_TEXT(iap_app_transaction_original_app_version(kept), "1.0");
    CHECK_CONTAINS(iap_app_transaction_json(kept), iap_app_transaction_app_transaction_id(kept));
    iap_app_transaction_release(kept);
}

TEST(the_getters_of_an_app_transaction_accept_null) {
    CHECK_INT(iap_app_transaction_verification(NULL), IAP_VERIFICATION_NONE);
    CHECK_ID(iap_app_transaction_app_id(NULL), 0);
    CHECK_ID(iap_app_transaction_app_version_id(NULL), 0);
    CHECK_TEXT(iap_app_transaction_app_version(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_bundle_id(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_environment(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_original_app_version(NULL), NULL);
    CHECK_INT(iap_app_transaction_original_purchase_date_ms(NULL), 0);
    CHECK_INT(iap_app_transaction_preorder_date_ms(NULL), 0);
    CHECK_TEXT(iap_app_transaction_app_transaction_id(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_original_platform(NULL), NULL);
    CHECK_INT(iap_app_transaction_signed_date_ms(NULL), 0);
    CHECK_TEXT(iap_app_transaction_device_verification(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_device_verification_nonce(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_signed_text(NULL), NULL);
    CHECK_TEXT(iap_app_transaction_json(NULL), NULL);
    CHECK(iap_app_transaction_retain(NULL) == NULL);
    iap_app_transaction_release(NULL);
    CHECK(iap_event_app_transaction(NULL) == NULL);
}

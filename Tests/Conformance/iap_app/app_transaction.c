/* The app transaction: the signed proof that an account has downloaded the app. */

#include "base64.h"
#include "intents_and_messages.h"
#include "receipts.h"
#include "signed_text.h"

#include <string.h>

#define DAY_MS INT64_C(86400000)

TEST(an_app_transaction_tells_of_the_app_in_the_sandbox) {
    game *game = offers_game();
    for (int32_t refresh = 0; refresh <= 1; refresh++) {
        test_case("refresh %d", (int)refresh);
        const iap_app_transaction *app = game_app_transaction(game, refresh);
        REQUIRE(app != NULL);
        CHECK_INT(iap_app_transaction_signature_check(app), IAP_SIGNATURE_VERIFIED);
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

TEST(an_app_transaction_and_a_receipt_name_the_bundle_of_the_store) {
    iap_store_options options = store_options();
    options.bundle_id = "org.example.another";
    game *game = game_install(store_open_with(&options), "player", "phone");
    REQUIRE(game_launch(game));
    const iap_app_transaction *app = game_app_transaction(game, 0);
    CHECK_TEXT(iap_app_transaction_bundle_id(app), "org.example.another");
    CHECK_CONTAINS(iap_app_transaction_json(app), "org.example.another");
    static receipt receipt;
    REQUIRE(receipt_get(game, 0, &receipt));
    CHECK(receipt_names(&receipt, "org.example.another"));
}

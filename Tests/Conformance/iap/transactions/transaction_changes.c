/* What a transaction reports after its purchase: refunds and upgrades, on other devices, to other accounts. */

#include "game.h"
#include "offer_catalogue.h"
#include "signed_text.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------------------- upgrades */

TEST(a_subscription_that_a_higher_one_replaces_is_upgraded) {
    game *game = game_start();
    const uint64_t lower = game_own(game, CLUB_YEAR);
    REQUIRE(lower != 0);
    REQUIRE_OK(iap_store_advance_clock(game->store, INT64_C(86400000), NULL));
    const int64_t now = iap_store_now_ms(game->store);
    const iap_transaction *higher = game_buy(game, CLUB_MONTH);
    CHECK_INT(iap_transaction_state(higher), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_is_upgraded(higher), 0);
    CHECK_INT(iap_transaction_purchase_date_ms(higher), now);
    CHECK(iap_transaction_id(higher) != lower);
    /* It is still the same subscription. */
    CHECK_ID(iap_transaction_original_id(higher), lower);
    REQUIRE(game_finish(game, higher));

    const iap_transactions *asked = game_query(game, IAP_QUERY_LATEST, CLUB_YEAR);
    REQUIRE(iap_transactions_count(asked) == 1);
    const iap_transaction *replaced = iap_transactions_at(asked, 0);
    CHECK_ID(iap_transaction_id(replaced), lower);
    CHECK_INT(iap_transaction_is_upgraded(replaced), 1);
    CHECK(json_has(iap_transaction_json(replaced), "isUpgraded", "true"));
    CHECK_SIGNED_JSON(iap_transaction_signed_text(replaced), iap_transaction_json(replaced));
    const iap_transactions *entitlements = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(iap_transactions_count(entitlements) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitlements, 0)), iap_transaction_id(higher));
}

/* -------------------------------------------------------------------------------------------- devices and accounts */

static const iap_transaction *only(const iap_transactions *transactions) {
    return CHECK_INT(iap_transactions_count(transactions), 1) ? iap_transactions_at(transactions, 0) : NULL;
}

static bool same(const char *one, const char *other) { return one != NULL && other != NULL && strcmp(one, other) == 0; }

TEST(the_device_verification_is_that_of_the_device) {
    game *phone = game_start();
    const iap_transaction *bought = game_buy(phone, SWORD);
    REQUIRE(bought != NULL && game_finish(phone, bought));
    struct game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    const iap_transaction *again = only(game_query(phone, IAP_QUERY_ALL, SWORD));
    const iap_transaction *there = only(game_query(tablet, IAP_QUERY_ALL, SWORD));
    CHECK_ID(iap_transaction_id(there), iap_transaction_id(bought));
    CHECK_TEXT(iap_transaction_device_verification(again), iap_transaction_device_verification(bought));
    CHECK_TEXT(iap_transaction_device_verification_nonce(again), iap_transaction_device_verification_nonce(bought));
    CHECK(is_lowercase_uuid(iap_transaction_device_verification_nonce(there)));
    CHECK_INT(iap_transaction_signature_check(there), IAP_SIGNATURE_VERIFIED);
    CHECK(!same(iap_transaction_device_verification(there), iap_transaction_device_verification(bought)));
    CHECK(!same(iap_transaction_signed_text(there), iap_transaction_signed_text(bought)));
}

TEST(the_bill_of_a_subscription_has_one_id_on_all_devices_and_another_for_each_period) {
    game *phone = game_start();
    const iap_transaction *first = game_buy(phone, CLUB_MONTH);
    REQUIRE(first != NULL && game_finish(phone, first));
    struct game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    CHECK_TEXT(iap_transaction_web_order_line_item_id(only(game_query(tablet, IAP_QUERY_ALL, CLUB_MONTH))),
               iap_transaction_web_order_line_item_id(first));
    const iap_transaction *second = game_renewal(phone);
    REQUIRE(second != NULL);
    CHECK(!same(iap_transaction_web_order_line_item_id(second), iap_transaction_web_order_line_item_id(first)));
}

/* ------------------------------------------------------------------------------------------------------ restored */

TEST(a_restored_transaction_and_its_original_tell_what_the_store_signed) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, SWORD);
    REQUIRE(bought != NULL && game_finish(game, bought));
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    const iap_transaction *restored = game_update(game, IAP_TRANSACTION_RESTORED, 0);
    const iap_transaction *each[] = {restored, iap_transaction_original(restored)};
    for (size_t i = 0; i < 2; i++) {
        test_case(i == 0 ? "restored" : "original");
        CHECK_INT(iap_transaction_signature_check(each[i]), IAP_SIGNATURE_VERIFIED);
        CHECK_TEXT(iap_transaction_app_bundle_id(each[i]), "com.example.game");
        CHECK_INT(iap_transaction_price_milliunits(each[i]), 4990);
        CHECK_TEXT(iap_transaction_currency_code(each[i]), "USD");
        CHECK_TEXT(iap_transaction_app_transaction_id(each[i]), iap_transaction_app_transaction_id(bought));
        CHECK_TEXT(iap_transaction_device_verification_nonce(each[i]),
                   iap_transaction_device_verification_nonce(bought));
        CHECK_SIGNED_JSON(iap_transaction_signed_text(each[i]), iap_transaction_json(each[i]));
    }
}

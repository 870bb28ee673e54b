/* What a transaction reports after its purchase: refunds and upgrades, on other devices, to other accounts. */

#include "game.h"
#include "offer_catalogue.h"
#include "signed_text.h"

#include <string.h>

/* ------------------------------------------------------------------------------------------------------ refunds */

static void check_refund(const iap_transaction *revoked, uint64_t id, int64_t now) {
    CHECK_INT(iap_transaction_state(revoked), IAP_TRANSACTION_REVOKED);
    CHECK_ID(iap_transaction_id(revoked), id);
    CHECK_INT(iap_transaction_verification(revoked), IAP_VERIFICATION_VERIFIED);
    CHECK_INT(iap_transaction_revocation_date_ms(revoked), now);
    CHECK(iap_transaction_revocation_reason(revoked) != IAP_REVOCATION_REASON_NONE);
    CHECK_INT(iap_transaction_revocation_type(revoked), IAP_REVOCATION_TYPE_REFUND_FULL);
    const int32_t percentage = iap_transaction_revocation_percentage(revoked);
    CHECK(percentage == 0 || percentage == 100000);
    CHECK_SIGNED_JSON(iap_transaction_signed_text(revoked), iap_transaction_json(revoked));
    CHECK(json_has_number(iap_transaction_json(revoked), "revocationDate", now));
    CHECK(json_has_text(iap_transaction_json(revoked), "revocationType", "REFUND_FULL"));
    CHECK(json_names(iap_transaction_json(revoked), "revocationReason"));
    CHECK_INT(iap_transaction_signed_date_ms(revoked), now);
}

TEST(a_refund_tells_its_kind_date_and_reason_for_each_kind_of_product) {
    const char *const products[] = {COINS, SWORD, SEASON, CLUB_MONTH};
    game *game = game_start();
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        test_case("%s", products[i]);
        const iap_transaction *bought = game_buy(game, products[i]);
        REQUIRE(bought != NULL);
        const uint64_t id = iap_transaction_id(bought);
        const int64_t price = iap_transaction_price_milliunits(bought);
        REQUIRE(game_finish(game, bought));
        REQUIRE_OK(iap_store_advance_clock(game->store, 60000, NULL));
        const int64_t now = iap_store_now_ms(game->store);
        REQUIRE_OK(iap_store_refund(game->store, id, NULL));
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, i + 1));
        const heard *news = game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, i);
        check_refund(news->transaction, id, now);
        /* The data of the purchase does not change. */
        CHECK_INT(iap_transaction_price_milliunits(news->transaction), price);
        CHECK_TEXT(iap_transaction_currency_code(news->transaction), "USD");
        CHECK_INT(iap_transaction_revocation_type(bought), IAP_REVOCATION_TYPE_NONE);
        const iap_transactions *asked = game_query(game, IAP_QUERY_LATEST, products[i]);
        REQUIRE(iap_transactions_count(asked) == 1);
        check_refund(iap_transactions_at(asked, 0), id, now);
    }
}

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
    CHECK_INT(iap_transaction_verification(there), IAP_VERIFICATION_VERIFIED);
    CHECK(!same(iap_transaction_device_verification(there), iap_transaction_device_verification(bought)));
    CHECK(!same(iap_transaction_signed_text(there), iap_transaction_signed_text(bought)));
}

TEST(two_purchases_on_one_device_have_nonces_of_their_own) {
    game *game = game_start();
    const iap_transaction *one = game_buy(game, COINS), *other = game_buy(game, COINS);
    CHECK(!same(iap_transaction_device_verification_nonce(one), iap_transaction_device_verification_nonce(other)));
    CHECK(!same(iap_transaction_device_verification(one), iap_transaction_device_verification(other)));
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

TEST(the_app_transaction_id_is_that_of_the_account) {
    game *phone = game_start();
    struct game *tablet = game_install(phone->store, "player", "tablet");
    struct game *stranger = game_install(phone->store, "stranger", "phone");
    REQUIRE(game_launch(tablet) && game_launch(stranger));
    const iap_transaction *coins = game_buy(phone, COINS), *sword = game_buy(phone, SWORD);
    const iap_transaction *season = game_buy(tablet, SEASON), *club = game_buy(tablet, CLUB_MONTH);
    const iap_transaction *others = game_buy(stranger, COINS);
    const char *id = iap_transaction_app_transaction_id(coins);
    REQUIRE(id != NULL);
    CHECK_TEXT(iap_transaction_app_transaction_id(sword), id);
    CHECK_TEXT(iap_transaction_app_transaction_id(season), id);
    CHECK_TEXT(iap_transaction_app_transaction_id(club), id);
    CHECK(!same(iap_transaction_app_transaction_id(others), id));

    /* The app transaction has the same id, on each device. */
    for (int i = 0; i < 2; i++) {
        uint64_t request = 0;
        struct game *device = i == 0 ? phone : tablet;
        REQUIRE_OK(iap_request_app_transaction(device->client, 0, game_hears_app_transaction, device, &request, NULL));
        const heard *answer = game_wait_answer(device, request);
        REQUIRE(answer != NULL && answer->app_transaction != NULL);
        CHECK_TEXT(iap_app_transaction_app_transaction_id(answer->app_transaction), id);
    }
    CHECK_TEXT(
        iap_renewal_info_app_transaction_id(iap_subscription_status_renewal_info(game_status(phone, CLUB_GROUP))), id);
}

TEST(the_app_transaction_id_stays_the_same_at_the_next_launch) {
    game *game = game_start();
    char id[64] = "";
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(iap_transaction_app_transaction_id(bought) != NULL);
    strncpy(id, iap_transaction_app_transaction_id(bought), sizeof id - 1);
    game_quit(game);
    REQUIRE(game_launch(game));
    CHECK_TEXT(iap_transaction_app_transaction_id(game_buy(game, GEMS)), id);
}

/* ------------------------------------------------------------------------------------------------------ restored */

TEST(a_restored_transaction_and_its_original_tell_what_the_store_signed) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, SWORD);
    REQUIRE(bought != NULL && game_finish(game, bought));
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    const iap_transaction *restored =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, 0)->transaction;
    const iap_transaction *each[] = {restored, iap_transaction_original(restored)};
    for (size_t i = 0; i < 2; i++) {
        test_case(i == 0 ? "restored" : "original");
        CHECK_INT(iap_transaction_verification(each[i]), IAP_VERIFICATION_VERIFIED);
        CHECK_TEXT(iap_transaction_app_bundle_id(each[i]), "com.example.game");
        CHECK_INT(iap_transaction_price_milliunits(each[i]), 4990);
        CHECK_TEXT(iap_transaction_currency_code(each[i]), "USD");
        CHECK_TEXT(iap_transaction_app_transaction_id(each[i]), iap_transaction_app_transaction_id(bought));
        CHECK_TEXT(iap_transaction_device_verification_nonce(each[i]),
                   iap_transaction_device_verification_nonce(bought));
        CHECK_SIGNED_JSON(iap_transaction_signed_text(each[i]), iap_transaction_json(each[i]));
    }
}

/* What the store keeps for an account: its history, its entitlements, the latest transaction of a product, and the receipt. */

#include "facts.h"
#include "receipts.h"
#include "two_devices.h"

static const iap_transaction *latest(game *game, const char *product_id) {
    return iap_transactions_at(game_query(game, IAP_QUERY_LATEST, product_id), 0);
}

TEST(the_history_is_a_snapshot_and_what_comes_later_is_an_update) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    const iap_transactions *before = game_query(game, IAP_QUERY_ALL, NULL);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = LEVELS;
    uint64_t id = 0;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, &id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    CHECK_ID(updated_id(game, 1), id);
    game_settle(game);
    CHECK_INT(iap_transactions_count(before), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTIONS_RECEIVED, ANY_STATE), 1);
    CHECK_INT(history(game, NULL), 2);
}

TEST(the_history_begins_with_the_oldest) {
    static const char *const products[] = {SWORD, CLUB_MONTH, COINS, SEASON, LEVELS, SEASON};
    enum { COUNT = sizeof products / sizeof products[0] };
    game *game = game_start();
    uint64_t ids[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        ids[i] = iap_transaction_id(game_buy(game, products[i]));
        REQUIRE(ids[i] != 0 && pass(game, DAY_MS));
    }
    REQUIRE_OK(iap_store_refund(game->store, ids[0], NULL));
    const iap_transactions *all = game_query(game, IAP_QUERY_ALL, NULL);
    REQUIRE(CHECK_INT(iap_transactions_count(all), COUNT));
    for (size_t i = 0; i < COUNT; i++) CHECK_ID(iap_transaction_id(iap_transactions_at(all, i)), ids[i]);
}

/* ------------------------------------------------------------------------------------------------- entitlements */

TEST(what_was_bought_is_an_entitlement_at_once_on_every_device) {
    static const char *const products[] = {SWORD, SEASON, CLUB_MONTH};
    const two_devices devices = two_devices_launch(NULL);
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        REQUIRE(game_buy(devices.phone, products[i]) != NULL);
        CHECK_INT(entitlements(devices.phone, products[i]), 1);
        CHECK_INT(entitlements(devices.tablet, products[i]), 1);
    }
}

TEST(of_a_subscription_the_latest_period_is_the_entitlement) {
    game *game = ladder_game();
    REQUIRE(game_own(game, LADDER_MIDDLE) != 0);
    for (size_t periods = 2; periods <= 4; periods++) {
        test_case("period %zu", periods);
        REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
        const iap_transactions *entitled = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
        REQUIRE(CHECK_INT(iap_transactions_count(entitled), 1));
        CHECK_ID(iap_transaction_id(iap_transactions_at(entitled, 0)),
                 iap_transaction_id(period_of(game, LADDER_GROUP)));
        CHECK_INT(history(game, LADDER_MIDDLE), periods);
    }
}

TEST(a_non_renewing_subscription_has_no_end_and_stays_an_entitlement) {
    game *game = game_start();
    const uint64_t id = game_own(game, SEASON);
    REQUIRE(pass(game, 3650 * DAY_MS));
    CHECK_INT(iap_transaction_expiration_date_ms(in_history(game, id)), 0);
    const iap_transactions *entitled = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(CHECK_INT(iap_transactions_count(entitled), 1));
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitled, 0)), id);
}

TEST(of_a_non_renewing_subscription_the_latest_purchase_is_the_entitlement) {
    game *game = game_start();
    REQUIRE(game_own(game, SEASON) != 0);
    const uint64_t second = game_own(game, SEASON);
    const iap_transactions *entitled = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, SEASON);
    REQUIRE(CHECK_INT(iap_transactions_count(entitled), 1));
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitled, 0)), second);
    CHECK_ID(iap_transaction_id(latest(game, SEASON)), second);
}

TEST(each_purchase_of_a_non_renewing_subscription_is_an_entitlement_if_the_store_is_set_so) {
    game *game = game_start();
    const uint64_t first = game_own(game, SEASON), second = game_own(game, SEASON);
    REQUIRE_OK(iap_store_set_all_non_renewing_entitlements(game->store, 1, NULL));
    const iap_transactions *entitled = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, SEASON);
    REQUIRE(CHECK_INT(iap_transactions_count(entitled), 2));
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitled, 0)), first);
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitled, 1)), second);
    CHECK_ID(iap_transaction_id(latest(game, SEASON)), second);
    REQUIRE_OK(iap_store_reset_to_default_state(game->store, NULL));
    CHECK_INT(entitlements(game, SEASON), 1);
}

TEST(consumables_and_what_was_upgraded_are_no_entitlements) {
    game *game = ladder_game();
    const uint64_t lower = game_own(game, LADDER_BOTTOM), higher = game_own(game, LADDER_TOP);
    const iap_transactions *entitled = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(CHECK_INT(iap_transactions_count(entitled), 1));
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitled, 0)), higher);
    CHECK_INT(iap_transaction_is_upgraded(in_history(game, lower)), 1);

    game = game_start();
    REQUIRE(game_buy(game, COINS) != NULL && game_own(game, GEMS) != 0);
    CHECK_INT(entitlements(game, NULL), 0);
}

/* -------------------------------------------------------------------------------------------------------- latest */

TEST(of_a_consumable_the_latest_is_one_that_is_unfinished_or_refunded) {
    game *game = game_start();
    CHECK(latest(game, COINS) == NULL);
    const uint64_t spent = game_own(game, COINS);
    CHECK(latest(game, COINS) == NULL);
    const iap_transaction *held = game_buy(game, COINS);
    CHECK_ID(iap_transaction_id(latest(game, COINS)), iap_transaction_id(held));
    REQUIRE(game_finish(game, held));
    CHECK(latest(game, COINS) == NULL);
    REQUIRE_OK(iap_store_refund(game->store, spent, NULL));
    CHECK_ID(iap_transaction_id(latest(game, COINS)), spent);
    CHECK_INT(iap_transaction_state(latest(game, COINS)), IAP_TRANSACTION_REVOKED);
    REQUIRE(game_own(game, COINS) != 0);
    CHECK_ID(iap_transaction_id(latest(game, COINS)), spent);
}

/* ------------------------------------------------------------------------------------------------------- receipt */

TEST(a_receipt_stays_as_it_is_until_it_is_asked_for_anew) {
    game *game = offers_game();
    static receipt receipt;
    REQUIRE(receipt_get(game, 0, &receipt));
    CHECK(!receipt_names(&receipt, HAT));
    REQUIRE(game_own(game, HAT) != 0);
    const iap_transaction *bag = game_buy(game, BAG);
    REQUIRE(bag != NULL && receipt_get(game, 0, &receipt));
    CHECK(!receipt_names(&receipt, HAT) && !receipt_names(&receipt, BAG));
    REQUIRE(receipt_get(game, 1, &receipt));
    CHECK(receipt_names(&receipt, HAT) && receipt_names(&receipt, BAG));
    REQUIRE(game_finish(game, bag));
    /* The same at the next launch. */
    game_quit(game);
    REQUIRE(game_launch(game) && receipt_get(game, 0, &receipt));
    CHECK(receipt_names(&receipt, HAT) && receipt_names(&receipt, BAG));
    REQUIRE(receipt_get(game, 1, &receipt));
    CHECK(receipt_names(&receipt, HAT) && !receipt_names(&receipt, BAG));
}

TEST(all_but_consumables_stays_in_the_receipt) {
    static const char *const products[] = {SWORD, SEASON, CLUB_MONTH};
    game *game = game_start();
    for (size_t i = 0; i < 3; i++) {
        const uint64_t id = game_own(game, products[i]);
        if (i == 2) REQUIRE(set_auto_renew(game, id, false));
        else REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    }
    REQUIRE(pass(game, 365 * DAY_MS));
    CHECK_INT(entitlements(game, NULL), 0);
    static receipt receipt;
    REQUIRE(receipt_get(game, 1, &receipt));
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        CHECK(receipt_names(&receipt, products[i]));
    }
}

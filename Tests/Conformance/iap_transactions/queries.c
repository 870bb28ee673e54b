/* Querying the store for transactions. */

#include "game.h"

#define DAY_MS INT64_C(86400000)

static bool has_id(const iap_transactions *transactions, uint64_t id) {
    for (size_t i = 0; i < iap_transactions_count(transactions); i++) {
        if (iap_transaction_id(iap_transactions_at(transactions, i)) == id) return true;
    }
    return false;
}

TEST(the_history_has_everything_but_finished_consumables) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), season = game_own(game, SEASON), club = game_own(game, CLUB_MONTH);
    const uint64_t spent = game_own(game, COINS), coins = iap_transaction_id(game_buy(game, COINS));
    const iap_transactions *all = game_query(game, IAP_QUERY_ALL, NULL);
    CHECK_INT(iap_transactions_count(all), 4);
    CHECK(has_id(all, sword) && has_id(all, season) && has_id(all, club) && has_id(all, coins));
    CHECK(!has_id(all, spent));
}

TEST(every_period_of_a_subscription_is_in_the_history) {
    game *game = game_start();
    const uint64_t first = game_own(game, CLUB_MONTH);
    const iap_transaction *renewal = game_renewal(game);
    REQUIRE(renewal != NULL);
    const uint64_t second = iap_transaction_id(renewal);
    const iap_transactions *all = game_query(game, IAP_QUERY_ALL, NULL);
    CHECK_INT(iap_transactions_count(all), 2);
    CHECK(has_id(all, first) && has_id(all, second));
}

TEST(unfinished_is_what_the_store_lists_as_unfinished) {
    game *game = game_start();
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_UNFINISHED, NULL)), 0);
    const iap_transaction *coins = game_buy(game, COINS), *sword = game_buy(game, SWORD);
    REQUIRE(coins != NULL && sword != NULL);
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    CHECK_INT(iap_transactions_count(unfinished), 2);
    CHECK(has_id(unfinished, iap_transaction_id(coins)) && has_id(unfinished, iap_transaction_id(sword)));
    CHECK(game_finish(game, coins));
    unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    CHECK_INT(iap_transactions_count(unfinished), 1);
    CHECK(has_id(unfinished, iap_transaction_id(sword)));
}

TEST(current_entitlements_are_what_the_account_may_use_now) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), season = game_own(game, SEASON), club = game_own(game, CLUB_MONTH);
    REQUIRE(game_buy(game, COINS) != NULL);
    const iap_transactions *now = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    CHECK_INT(iap_transactions_count(now), 3);
    CHECK(has_id(now, sword) && has_id(now, season) && has_id(now, club));

    /* Of the three, only the auto-renewable one ends; the game decides when a non-renewing one ends. */
    REQUIRE_OK(iap_store_set_auto_renew(game->store, club, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    now = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    CHECK_INT(iap_transactions_count(now), 2);
    CHECK(!has_id(now, club));

    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    now = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    CHECK_INT(iap_transactions_count(now), 1);
    CHECK(has_id(now, season));
}

TEST(what_is_unfinished_is_an_entitlement_all_the_same) {
    game *game = game_start();
    const iap_transaction *sword = game_buy(game, SWORD);
    CHECK(has_id(game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL), iap_transaction_id(sword)));
}

TEST(latest_is_the_newest_transaction_of_a_product) {
    game *game = game_start();
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_LATEST, CLUB_MONTH)), 0);
    const uint64_t first = game_own(game, CLUB_MONTH);
    CHECK(has_id(game_query(game, IAP_QUERY_LATEST, CLUB_MONTH), first));
    REQUIRE_OK(iap_store_set_auto_renew(game->store, first, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    CHECK(has_id(game_query(game, IAP_QUERY_LATEST, CLUB_MONTH), first));
    const uint64_t second = game_own(game, CLUB_MONTH);
    const iap_transactions *latest = game_query(game, IAP_QUERY_LATEST, CLUB_MONTH);
    CHECK_INT(iap_transactions_count(latest), 1);
    CHECK(has_id(latest, second));
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_LATEST, UNKNOWN_PRODUCT)), 0);
}

TEST(a_query_can_be_for_one_product) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), levels = game_own(game, LEVELS);
    const uint64_t coins = iap_transaction_id(game_buy(game, COINS));
    REQUIRE(game_buy(game, GEMS) != NULL);
    const iap_transactions *all = game_query(game, IAP_QUERY_ALL, SWORD);
    CHECK_INT(iap_transactions_count(all), 1);
    CHECK(has_id(all, sword));
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, COINS);
    CHECK_INT(iap_transactions_count(unfinished), 1);
    CHECK(has_id(unfinished, coins));
    const iap_transactions *entitlements = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, LEVELS);
    CHECK_INT(iap_transactions_count(entitlements), 1);
    CHECK(has_id(entitlements, levels));
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_ALL, UNKNOWN_PRODUCT)), 0);
}

TEST(a_response_is_no_delivery) {
    game *game = game_start();
    const uint64_t id = iap_transaction_id(game_buy(game, COINS));
    for (int round = 0; round < 3; round++) {
        const iap_transactions *all = game_query(game, IAP_QUERY_ALL, NULL);
        REQUIRE(iap_transactions_count(all) == 1);
        const iap_transaction *found = iap_transactions_at(all, 0);
        CHECK_INT(iap_transaction_state(found), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(iap_transaction_delivery_count(found), 0);
        CHECK_ID(iap_transaction_id(found), id);
        CHECK(iap_transaction_signed_text(found) != NULL);
    }
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
}

TEST(a_refunded_transaction_is_revoked_in_the_history) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), coins = game_own(game, COINS);
    REQUIRE_OK(iap_store_advance_clock(game->store, 1000, NULL));
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    REQUIRE_OK(iap_store_refund(game->store, coins, NULL));
    const iap_transactions *all = game_query(game, IAP_QUERY_ALL, NULL);
    /* A refunded consumable is in the history again, therefore the game can revoke it. */
    CHECK_INT(iap_transactions_count(all), 2);
    CHECK(has_id(all, sword) && has_id(all, coins));
    for (size_t i = 0; i < iap_transactions_count(all); i++) {
        const iap_transaction *each = iap_transactions_at(all, i);
        CHECK_INT(iap_transaction_state(each), IAP_TRANSACTION_REVOKED);
        CHECK_INT(iap_transaction_revocation_date_ms(each), iap_store_now_ms(game->store));
        CHECK(iap_transaction_revocation_reason(each) != IAP_REVOCATION_REASON_NONE);
    }
    CHECK_INT(iap_transaction_state(iap_transactions_at(game_query(game, IAP_QUERY_LATEST, SWORD), 0)),
              IAP_TRANSACTION_REVOKED);
}

/* -------------------------------------------------------------------------------------------------------- queue */

TEST(the_queue_lists_in_the_order_in_which_they_came) {
    game *game = game_start();
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    const iap_transaction *coins = game_buy(game, COINS), *failed = game_buy(game, UNKNOWN_PRODUCT);
    const iap_transaction *sword = game_buy(game, SWORD);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 3);
    CHECK_ID(iap_transaction_payment_id(iap_transactions_at(queue, 0)), iap_transaction_payment_id(coins));
    CHECK_ID(iap_transaction_payment_id(iap_transactions_at(queue, 1)), iap_transaction_payment_id(failed));
    CHECK_ID(iap_transaction_payment_id(iap_transactions_at(queue, 2)), iap_transaction_payment_id(sword));
    CHECK(iap_transactions_at(queue, 3) == NULL);
    CHECK(iap_transactions_at(queue, SIZE_MAX) == NULL);
    /* The list is a copy. */
    CHECK(game_finish(game, coins));
    CHECK_INT(iap_transactions_count(queue), 3);
    CHECK_INT(iap_transactions_count(game_queue(game)), 2);
}

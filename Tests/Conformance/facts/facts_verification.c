/* Verification of transactions that the game did not start: renewals, and purchases in the App Store. */

#include "distrust.h"
#include "facts.h"

static size_t told(const game *game, iap_transaction_state_t state) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, state);
}

/* Checks that one unverified update came and unlocked nothing. A launch with valid signatures then delivers the transaction. */
static void check_nothing_unlocked(game *game, const char *product_id) {
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
    game_settle(game);
    CHECK_INT(told(game, IAP_TRANSACTION_UNVERIFIED), 1);
    CHECK_INT(told(game, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    const iap_transactions *entitled = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, product_id);
    REQUIRE(CHECK_INT(iap_transactions_count(entitled), 1));
    CHECK_INT(iap_transaction_state(iap_transactions_at(entitled, 0)), IAP_TRANSACTION_UNVERIFIED);
    const uint64_t id = iap_transaction_id(iap_transactions_at(entitled, 0));
    game_quit(game);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_NONE) && game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const heard *delivered = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_ID(iap_transaction_id(delivered->transaction), id);
    CHECK_INT(iap_transaction_signature_check(delivered->transaction), IAP_SIGNATURE_VERIFIED);
}

TEST(a_renewal_that_is_unverified_unlocks_nothing) {
    for (size_t i = 0; i < REASON_COUNT; i++) {
        test_case("reason %d", (int)reasons[i].verification);
        game *game = ladder_game();
        REQUIRE(game_own(game, LADDER_MIDDLE) != 0);
        const int64_t end = end_of(game, LADDER_GROUP);
        game_forget(game);
        REQUIRE(distrust(game->store, reasons[i].failure) && pass_until(game, end));
        check_nothing_unlocked(game, LADDER_MIDDLE);
    }
}

TEST(a_purchase_in_the_app_store_that_is_unverified_unlocks_nothing) {
    game *game = game_start();
    game_settle(game);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_SIGNATURE));
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = SWORD;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    check_nothing_unlocked(game, SWORD);
}

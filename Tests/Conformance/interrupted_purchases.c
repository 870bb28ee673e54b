/* A purchase that the player has to go on with outside of the game: new terms, a card that has expired. StoreKit ends it in
 * one of two forms, by system: as pending, or with an error. What is bought in the end comes as news. */

#include "game.h"

TEST(an_interrupted_purchase_that_is_pending_ends_with_its_payment) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1));
    const uint64_t payment = game_pay(game, SWORD, 1);
    const heard *interrupted = game_outcome(game, payment);
    REQUIRE(interrupted != NULL);
    CHECK_INT(iap_transaction_get_state(interrupted->transaction), IAP_TRANSACTION_DEFERRED);
    CHECK_INT(store_totals(game->store).transactions, 0);

    uint64_t approval = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, &approval, 1, &count));
    REQUIRE_OK(iap_store_approve(game->store, approval, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction;
    CHECK_ID(iap_transaction_payment_id(bought), payment);
    REQUIRE(game_finish(game, bought));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(an_interrupted_purchase_that_failed_is_followed_by_a_purchase_of_its_own) {
    game *game = game_start();
    struct game *elsewhere = game_install(game->store, "player", "tablet");
    REQUIRE(game_launch(elsewhere));
    game_settle(game);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_UNKNOWN));
    const uint64_t payment = game_pay(game, SWORD, 1);
    const heard *interrupted = game_outcome(game, payment);
    REQUIRE(interrupted != NULL);
    CHECK_INT(iap_transaction_get_state(interrupted->transaction), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(interrupted->transaction, NULL), IAP_ERROR_STORE);

    /* The player goes on where the issue is resolved, which is not in this game. */
    const iap_transaction *resolved = game_buy(elsewhere, SWORD);
    CHECK_INT(iap_transaction_get_state(resolved), IAP_TRANSACTION_PURCHASED);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction;
    CHECK_ID(iap_transaction_id(bought), iap_transaction_id(resolved));
    CHECK_ID(iap_transaction_payment_id(bought), 0);

    /* The payment that failed waits for the game to take note of it, as every failed one. */
    CHECK_INT(iap_transactions_count(game_queue(game)), 2);
    REQUIRE(game_finish(game, interrupted->transaction));
    REQUIRE(game_finish(game, bought));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

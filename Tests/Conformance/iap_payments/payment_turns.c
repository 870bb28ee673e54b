/* The store gets one payment at a time, and a purchase is delivered as PURCHASED first, whatever else mentions it. */

#include "files.h"
#include "quirks.h"

static iap_status_t error_of(const heard *outcome) { return iap_transaction_error(outcome->transaction, NULL); }

TEST(a_payment_waits_until_the_payment_before_it_has_its_outcome) {
    game *game = quirk_game(IAP_QUIRK_RESULT_DELAY_MS, MINUTE_MS);
    game_pay(game, COINS, 1);
    const uint64_t second = game_pay(game, GEMS, 1);
    game_settle(game);
    CHECK_INT(store_totals(game->store).transactions, 1);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 2);
    CHECK_INT(iap_transaction_state(iap_transactions_at(queue, 1)), IAP_TRANSACTION_PURCHASING);
    CHECK_ID(iap_transaction_payment_id(iap_transactions_at(queue, 1)), second);
    REQUIRE(pass(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).transactions, 2);
    REQUIRE(pass(game, MINUTE_MS));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    CHECK_TEXT(iap_transaction_product_id(game_update(game, IAP_TRANSACTION_PURCHASED, 0)), COINS);
}

TEST(a_payment_that_waits_for_approval_lets_the_next_one_begin) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    game_pay(game, COINS, 1);
    game_pay(game, GEMS, 1);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 2));
}

TEST(a_payment_that_waits_for_its_turn_can_be_cancelled) {
    game *game = quirk_game(IAP_QUIRK_RESULT_DELAY_MS, MINUTE_MS);
    const uint64_t first = game_pay(game, COINS, 1);
    const uint64_t second = game_pay(game, COINS, 1);
    game_settle(game);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_cancel_payment(game->client, first, &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, "only the player can cancel it");
    CHECK_STATUS(iap_cancel_payment(game->client, second, &error), IAP_OK);
    const heard *outcome = game_outcome(game, second);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(error_of(outcome), IAP_ERROR_CANCELLED);
    CHECK_STATUS(iap_cancel_payment(game->client, second, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_cancel_payment(game->client, 999, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_cancel_payment(NULL, second, NULL), IAP_ERROR_INVALID_ARGUMENT);
    REQUIRE(pass_slowly(game, 5 * MINUTE_MS));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_STATUS(iap_cancel_payment(game->client, first, NULL), IAP_ERROR_NOT_FOUND);
    game_quit(game);
    CHECK_STATUS(iap_cancel_payment(game->client, first, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

/* ------------------------------------------------------------------------------------------- purchased first */

TEST(a_payment_for_an_unfinished_purchase_charges_nothing_and_has_a_status_of_its_own) {
    game *game = quirk_game(IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED, 1);
    const iap_transaction *first = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(first), IAP_TRANSACTION_PURCHASED);
    const iap_transaction *second = game_buy(game, COINS);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_INT(iap_transaction_state(second), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(second, &error), IAP_ERROR_UNFINISHED_PURCHASE);
    CHECK_INT(error.category, IAP_CATEGORY_CANCELLED);
    CHECK_CONTAINS(error.message, "nothing was charged");
    CHECK_INT(store_totals(game->store).transactions, 1);
    /* Finishing the failed payment does not end the delivery of the purchase. */
    REQUIRE(game_finish(game, second));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    REQUIRE(game_finish(game, first));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
}

TEST(a_restored_delivery_that_is_finished_does_not_end_the_purchase) {
    /* The restore finds the purchase before the list of unfinished transactions has it. */
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal");
    REQUIRE(game_launch_without_observer(game));
    game_pay(game, SWORD, 1);
    /* The clock stands: whether the purchase is listed depends on its age. */
    for (int i = 0; i < 100 && store_totals(game->store).transactions == 0; i++) game_settle(game);
    REQUIRE(CHECK_INT(store_totals(game->store).transactions, 1));
    game_quit(game);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_UNFINISHED_FLICKER, 1));
    REQUIRE(set_quirk(game->store, IAP_QUIRK_LAUNCH_REPLAYS_UNFINISHED, 0));
    REQUIRE(game_launch(game));
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1) && AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_RESTORED, 0)));
    CHECK_INT(store_totals(game->store).unfinished, 1);
    game_quit(game);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_UNFINISHED_FLICKER, 0));
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* ------------------------------------------------------------------------------------------- a store that says nothing */

TEST(a_payment_that_the_store_does_not_complete_blocks_the_next_one_for_ten_minutes) {
    game *game = quirk_game(IAP_QUIRK_RESULT_DELAY_MS, iap_quirk_largest(IAP_QUIRK_RESULT_DELAY_MS));
    const uint64_t first = game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_RESULT_DELAY_MS, 0));
    const uint64_t second = game_pay(game, SWORD, 1);
    REQUIRE(pass_slowly(game, 9 * MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    /* On a busy machine the timer of the ten minutes may start late. */
    for (int minute = 0; minute < 60 && bought_count(game) == 0; minute++) REQUIRE(pass(game, MINUTE_MS));
    CHECK(bought_count(game) > 0);
    const iap_transaction *waiting = game_update(game, IAP_TRANSACTION_DEFERRED, 0);
    CHECK_ID(iap_transaction_payment_id(waiting), first);
    /* The response to the first payment comes a day later, and its transaction may be known before. */
    REQUIRE(pass(game, 25 * 60 * MINUTE_MS) && pass_slowly(game, MINUTE_MS));
    REQUIRE(CHECK_INT(bought_count(game), 2));
    uint64_t payments = 0;
    for (size_t i = 0; i < 2; i++) {
        const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, i);
        payments += iap_transaction_payment_id(bought);
        REQUIRE(game_finish(game, bought));
    }
    CHECK_ID(payments, first + second);
    game_settle(game);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_payment_without_a_response_ends_a_minute_after_its_transaction_is_known) {
    game *game = quirk_game(IAP_QUIRK_RESULT_DELAY_MS, iap_quirk_largest(IAP_QUIRK_RESULT_DELAY_MS));
    REQUIRE(set_quirk(game->store, IAP_QUIRK_DOUBLE_DELIVERY_MS, 500));
    const uint64_t payment = game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(pass(game, SECOND_MS));
    CHECK_INT(bought_count(game), 0);
    REQUIRE(pass_slowly(game, 2 * MINUTE_MS));
    const iap_transaction *bought = game_bought(game, payment);
    REQUIRE(bought != NULL);
    REQUIRE(game_finish(game, bought));
    /* The response, a day later, is the same purchase. */
    REQUIRE(pass(game, 25 * 60 * MINUTE_MS) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

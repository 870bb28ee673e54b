/* Purchases whose responses come late or never: no charged purchase is lost, and nothing is charged twice. */

#include "network_conditions.h"

#include "files.h"

/* A game that has loaded its products and keeps a journal. */
static game *shop_game(void) {
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal.db");
    return game_launch(game) && load_products(game) ? game : NULL;
}

/* Waits until the transaction of a failed payment comes as an update. Checks that it bought one unit of the product. */
static bool check_delivered_after_failure(game *game, const char *product_id) {
    if (!AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1)) return false;
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
    const heard *update = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_TEXT(iap_transaction_product_id(update->transaction), product_id);
    CHECK_ID(iap_transaction_payment_id(update->transaction), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
    return game_finish(game, update->transaction) && CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_purchase_without_a_network_does_not_reach_the_store) {
    game *game = shop_game();
    REQUIRE(game != NULL && network_is_down(game));
    CHECK(check_payment_failed(game, game_pay(game, COINS, 1), IAP_ERROR_NETWORK));
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE(network_is_perfect(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
}

TEST(a_purchase_over_a_slow_network_is_charged_at_once_and_answered_late) {
    game *game = shop_game();
    REQUIRE(game != NULL && network_is_slow(game, 3000, 0));
    game_forget(game);
    const uint64_t payment = game_pay(game, COINS, 1);
    check_purchasing(game);
    CHECK_INT(store_totals(game->store).transactions, 1);
    REQUIRE(advance_clock(game, 3000));
    const heard *outcome = game_outcome(game, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
}

TEST(a_purchase_that_times_out_may_have_been_charged_and_comes_as_an_update) {
    static const char *const products[] = {COINS, SWORD, CLUB_MONTH};
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        test_case("%s", products[i]);
        game *game = game_start();
        REQUIRE(load_products(game) && network_is_slow(game, 5000, 1000));
        const uint64_t payment = game_pay(game, products[i], 1);
        game_settle(game);
        REQUIRE(advance_clock(game, 1000));
        REQUIRE(check_payment_failed(game, payment, IAP_ERROR_NETWORK));
        REQUIRE(check_delivered_after_failure(game, products[i]));
    }
}

TEST(a_purchase_that_was_refused_and_times_out_brings_nothing) {
    game *game = shop_game();
    REQUIRE(game != NULL && network_is_slow(game, 5000, 1000));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    const uint64_t payment = game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(advance_clock(game, 1000));
    REQUIRE(check_payment_failed(game, payment, IAP_ERROR_NETWORK));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(the_response_of_a_store_that_refuses_takes_its_time_too) {
    game *game = shop_game();
    REQUIRE(game != NULL && network_is_slow(game, 5000, 0));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE, NULL));
    game_forget(game);
    const uint64_t payment = game_pay(game, COINS, 1);
    check_purchasing(game);
    REQUIRE(advance_clock(game, 5000));
    CHECK(check_payment_failed(game, payment, IAP_ERROR_PRODUCT_UNAVAILABLE));
}

TEST(a_network_that_breaks_down_during_a_purchase_brings_it_when_it_is_back) {
    game *game = shop_game();
    REQUIRE(game != NULL && network_is_slow(game, 5000, 0));
    const uint64_t payment = game_pay(game, SWORD, 1);
    game_settle(game);
    REQUIRE(network_is_down(game));
    REQUIRE(check_payment_failed(game, payment, IAP_ERROR_NETWORK));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    REQUIRE(network_is_perfect(game));
    REQUIRE(check_delivered_after_failure(game, SWORD));
}

TEST(a_client_that_closes_waits_for_no_response_and_the_purchase_comes_with_the_network) {
    game *game = shop_game();
    REQUIRE(game != NULL && network_never_answers(game));
    static const char *const ids[] = {GEMS};
    const uint64_t request = game_request_products(game, ids, 1);
    game_pay(game, COINS, 1);
    game_settle(game);
    game_quit(game);
    const heard *answer = game_response(game, request);
    REQUIRE(answer != NULL);
    CHECK(answer->in_close);
    CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
    CHECK_INT(store_totals(game->store).transactions, 1);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    REQUIRE(network_is_perfect(game));
    REQUIRE(check_delivered_after_failure(game, COINS));
}

/* --------------------------------------------------------------------------------------------------- lost responses */

TEST(a_lost_response_fails_the_payment_and_the_purchase_comes_as_an_update) {
    static const char *const products[] = {COINS, SWORD, CLUB_MONTH};
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        test_case("%s", products[i]);
        game *game = game_start();
        REQUIRE_OK(iap_store_lose_next_response(game->store, IAP_STORE_LOSS_ERROR, NULL));
        REQUIRE(check_payment_failed(game, game_pay(game, products[i], 1), IAP_ERROR_NETWORK));
        REQUIRE(check_delivered_after_failure(game, products[i]));
    }
}

TEST(the_transaction_completes_a_payment_whose_response_never_comes) {
    game *game = shop_game();
    REQUIRE(game != NULL);
    REQUIRE_OK(iap_store_lose_next_response(game->store, IAP_STORE_LOSS_SILENCE, NULL));
    game_forget(game);
    const uint64_t payment = game_pay(game, COINS, 1);
    check_purchasing(game);
    CHECK_INT(store_totals(game->store).transactions, 1);
    /* The transaction has come as an update. For a minute the library waits for the response, which says whether it belongs
       to this payment. */
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 2);
    CHECK_INT(iap_transaction_state(iap_transactions_at(queue, 1)), IAP_TRANSACTION_PURCHASED);
    CHECK_STATUS(iap_finish_transaction(game->client, iap_transactions_at(queue, 1), NULL), IAP_ERROR_INVALID_STATE);
    REQUIRE(advance_clock(game, 59000));
    check_purchasing(game);
    REQUIRE(advance_clock(game, 1000));
    const heard *outcome = game_outcome(game, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
    /* The game buys another product as usual. */
    CHECK_INT(iap_transaction_state(game_buy(game, GEMS)), IAP_TRANSACTION_PURCHASED);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 2);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(orders_for_the_next_purchases_are_for_one_each_in_their_order) {
    game *game = shop_game();
    REQUIRE(game != NULL);
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE_OK(iap_store_lose_next_response(game->store, IAP_STORE_LOSS_ERROR, NULL));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NOT_ENTITLED, NULL));
    CHECK(check_payment_failed(game, game_pay(game, COINS, 1), IAP_ERROR_CANCELLED));
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK(check_payment_failed(game, game_pay(game, COINS, 1), IAP_ERROR_NETWORK));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK(check_payment_failed(game, game_pay(game, COINS, 1), IAP_ERROR_NOT_ENTITLED));
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(iap_transaction_state(game_buy(game, GEMS)), IAP_TRANSACTION_PURCHASED);
}

TEST(a_purchase_whose_response_is_lost_goes_through_a_move_of_the_store) {
    game *game = shop_game();
    REQUIRE(game != NULL);
    REQUIRE_OK(iap_store_lose_next_response(game->store, IAP_STORE_LOSS_ERROR, NULL));
    REQUIRE_OK(iap_store_move_during_next_purchase(game->store, "DEU", NULL));
    REQUIRE(check_payment_failed(game, game_pay(game, COINS, 1), IAP_ERROR_NETWORK));
    REQUIRE(check_delivered_after_failure(game, COINS));
}

TEST(what_is_lost_is_a_response_that_can_be) {
    iap_store *store = store_open();
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_lose_next_response(NULL, IAP_STORE_LOSS_ERROR, NULL), IAP_ERROR_INVALID_ARGUMENT);
    static const iap_store_loss_t losses[] = {0, -1, 3};
    for (size_t i = 0; i < 3; i++) {
        CHECK_STATUS(iap_store_lose_next_response(store, losses[i], &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_CONTAINS(error.message, "loss");
    }
    store_close(store);
    CHECK_STATUS(iap_store_lose_next_response(store, IAP_STORE_LOSS_ERROR, NULL), IAP_ERROR_CLOSED);
}

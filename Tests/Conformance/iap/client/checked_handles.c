/* iap_check_handles(): the library reports mistakes with handles. */

#include "game.h"
#include "log_lines.h"

#include <stdio.h>
#include <stdlib.h>

static const iap_transaction *kept;

static void keeps_what_is_borrowed(game *game, const heard *entry) {
    (void)game;
    if (entry->transaction != NULL) kept = entry->transaction;
}

static void keep(void *user_data, iap_client *client, const iap_transaction *transaction) {
    (void)user_data;
    (void)client;
    CHECK(iap_transaction_product_id(transaction) != NULL);
    kept = transaction;
}

TEST_OF_FIRST_USE(a_borrowed_handle_that_is_kept_beyond_its_callback_is_reported) {
    iap_check_handles();
    log_begin(IAP_LOG_ERROR);
    game *game = game_start_without_observer();
    iap_observer observer = IAP_OBSERVER_INIT;
    observer.transaction_updated = keep;
    REQUIRE_OK(iap_add_observer(game->client, &observer, NULL, NULL));
    game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(kept != NULL);
    CHECK(iap_transaction_product_id(kept) == NULL);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_transaction_product_id: the transaction was borrowed for a callback"), 1);
    CHECK_INT(iap_transaction_quantity(kept), 0);
    CHECK_STATUS(iap_finish_transaction(game->client, kept, NULL), IAP_ERROR_INVALID_ARGUMENT);
    iap_transaction_release(kept);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_transaction_release: "), 1);
}

TEST_OF_FIRST_USE(a_retained_handle_is_good_until_it_is_released_as_often) {
    iap_check_handles();
    log_begin(IAP_LOG_ERROR);
    game *game = game_start();
    game->then = keeps_what_is_borrowed;
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL && kept == bought);
    game_settle(game);
    /* The test's game has retained the transaction. */
    CHECK_TEXT(iap_transaction_product_id(bought), COINS);
    CHECK(iap_transaction_retain(bought) == bought);
    iap_transaction_release(bought);
    CHECK_TEXT(iap_transaction_product_id(bought), COINS);
    CHECK_INT(log_count(IAP_LOG_ERROR, ""), 0);
    const iap_transactions *queue = NULL;
    REQUIRE_OK(iap_queue_transactions(game->client, &queue, NULL));
    const iap_transaction *first = iap_transactions_at(queue, 0);
    CHECK_TEXT(iap_transaction_product_id(first), COINS);
    /* The list owns this handle. */
    iap_transaction_release(first);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_transaction_release: the transaction is borrowed"), 1);
    CHECK_TEXT(iap_transaction_product_id(first), COINS);
    iap_transactions_release(queue);
    CHECK(iap_transaction_product_id(first) == NULL);
    CHECK_INT(iap_transactions_count(queue), 0);
    iap_transactions_release(queue);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_transactions_release: the transaction list was released"), 1);
}

TEST_OF_FIRST_USE(a_handle_of_another_type_is_reported) {
    iap_check_handles();
    log_begin(IAP_LOG_WARNING);
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK(iap_product_id((const iap_product *)bought) == NULL);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_product_id: the pointer has another type: transaction, not product"), 1);
    CHECK_STATUS(iap_client_process_events((iap_client *)bought, 0), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_client_close((iap_client *)game->device), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_ask_to_buy((iap_store *)game->client, 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_close((iap_device *)game->store, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_device_close: the pointer leads to no device of this library"), 1);
    /* Each call reports the mistake, because the next one may concern another pointer. */
    CHECK_STATUS(iap_device_close((iap_device *)game->store, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_device_close: the pointer leads to no device of this library"), 2);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_client_process_events: the pointer leads to no client of this library"), 1);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_client_close: the pointer leads to no client of this library"), 1);
    CHECK_INT(log_count(IAP_LOG_ERROR, "iap_store_set_ask_to_buy: the pointer leads to no store of this library"), 1);
    CHECK_INT(log_count(IAP_LOG_WARNING, ""), 0);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = (iap_device *)game->store;
    iap_client *client = NULL;
    CHECK_STATUS(iap_client_open(&options, &client, NULL), IAP_ERROR_INVALID_ARGUMENT);
    /* Pointers that were never handles. */
    void *memory = calloc(1, 64);
    CHECK(iap_transaction_product_id(memory) == NULL);
    CHECK_INT(log_count(IAP_LOG_ERROR, "the pointer leads to no transaction of this library"), 1);
    free(memory);
}

TEST_OF_FIRST_USE(a_getter_of_a_store_tells_that_the_handle_is_wrong) {
    iap_check_handles();
    log_begin(IAP_LOG_ERROR);
    game *game = game_start();
    iap_store *wrong = (iap_store *)game->device;
    CHECK_INT(iap_store_warning_count(wrong), 0);
    CHECK(iap_store_warning_at(wrong, 0) == NULL);
    CHECK_INT(iap_store_product_count(wrong), 0);
    CHECK(iap_store_product_id_at(wrong, 0) == NULL);
    CHECK(iap_store_issuer_id(wrong) == NULL);
    CHECK(iap_store_signing_key_id(wrong) == NULL);
    static const char *const functions[] = {"iap_store_warning_count", "iap_store_warning_at",
                                            "iap_store_product_count", "iap_store_product_id_at",
                                            "iap_store_issuer_id",     "iap_store_signing_key_id"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char line[96];
        snprintf(line, sizeof line, "%s: the pointer leads to no store of this library", functions[i]);
        test_case("%s", functions[i]);
        CHECK_INT(log_count(IAP_LOG_ERROR, line), 1);
    }
}

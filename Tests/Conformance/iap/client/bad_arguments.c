/* Mistakes of the caller return a status and never stop the program. Tests/Packages/ABI/struct_sizes.c checks struct_size. */

#include "calls.h"
#include "game.h"

#include <string.h>

static const iap_transaction *finished_transaction(game *game) {
    const iap_transaction *bought = game_buy(game, COINS);
    game_finish(game, bought);
    return bought;
}

TEST(every_function_refuses_a_null_client) {
    game *game = game_start();
    const iap_transaction *some = finished_transaction(game);
    for (size_t i = 0; i < client_call_count; i++) {
        test_case("%s", client_calls[i].name);
        CHECK_STATUS(client_calls[i].make(NULL, some), IAP_ERROR_INVALID_ARGUMENT);
    }
    CHECK_STATUS(iap_client_close(NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(every_function_answers_closed_for_a_closed_client) {
    game *game = game_start();
    const iap_transaction *some = finished_transaction(game);
    iap_client *client = game->client;
    game_quit(game);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < client_call_count; i++) {
            test_case("%s", client_calls[i].name);
            CHECK_STATUS(client_calls[i].make(client, some), IAP_ERROR_CLOSED);
        }
        test_case("iap_client_close");
        CHECK_STATUS(iap_client_close(client), IAP_ERROR_CLOSED);
        /* This also holds when the device and the store are closed. */
        test_case(NULL);
        game_uninstall(game);
        if (round == 0) store_close(game->store);
    }
}

static void check_every_function_of(iap_store *store, iap_status_t status) {
    for (size_t i = 0; i < store_call_count; i++) {
        test_case("%s", store_calls[i].name);
        CHECK_STATUS(store_calls[i].make(store), status);
    }
    test_case(NULL);
    CHECK_STATUS(iap_store_close(store, NULL), status);
    CHECK_INT(iap_store_warning_count(store), 0);
    CHECK_TEXT(iap_store_warning_at(store, 0), NULL);
    CHECK_INT(iap_store_product_count(store), 0);
    CHECK_TEXT(iap_store_product_id_at(store, 0), NULL);
    CHECK_INT(iap_store_now_ms(store), 0);
}

TEST(every_function_refuses_a_store_that_is_null_or_closed) {
    check_every_function_of(NULL, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_close(NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    iap_store *store = store_open();
    store_close(store);
    check_every_function_of(store, IAP_ERROR_CLOSED);
}

TEST(a_closed_device_opens_no_client) {
    iap_store *store = store_open();
    iap_device *device = NULL;
    REQUIRE_OK(iap_store_open_device(store, "player", "phone", &device, NULL));
    REQUIRE_OK(iap_device_close(device, NULL));
    CHECK_STATUS(iap_device_close(device, NULL), IAP_ERROR_CLOSED);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = device;
    iap_client *client = (iap_client *)store;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_client_open(&options, &client, &error), IAP_ERROR_CLOSED);
    CHECK(client == NULL);
    CHECK_STATUS(error.status, IAP_ERROR_CLOSED);
}

TEST(what_is_in_use_cannot_be_closed) {
    game *game = game_start();
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_close(game->store, &error), IAP_ERROR_BUSY);
    CHECK_CONTAINS(error.message, "1 devices of the store are open; close them first");
    CHECK_STATUS(iap_device_close(game->device, &error), IAP_ERROR_BUSY);
    CHECK_CONTAINS(error.message, "a client runs on the device; close it first");
    /* The game continues to work. */
    CHECK(game_buy(game, COINS) != NULL);
    game_quit(game);
    CHECK_STATUS(iap_store_close(game->store, NULL), IAP_ERROR_BUSY);
}

TEST(a_handle_of_a_device_runs_one_client_at_a_time) {
    game *game = game_start();
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = game->device;
    iap_client *second = (iap_client *)game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_client_open(&options, &second, &error), IAP_ERROR_BUSY);
    CHECK(second == NULL);
    CHECK_STATUS(error.status, IAP_ERROR_BUSY);
    CHECK(error.message[0] != 0);
    game_quit(game);
    REQUIRE_OK(iap_client_open(&options, &second, &error));
    CHECK_STATUS(iap_client_close(second), IAP_OK);
}

TEST(two_handles_of_a_device_run_a_client_each) {
    game *game = game_start();
    struct game *second = game_install(game->store, "player", "phone");
    REQUIRE(game_launch(second));
    CHECK(game_buy(game, COINS) != NULL);
    CHECK(game_storefront(second) != NULL);
    game_quit(second);
    CHECK(game_buy(game, COINS) != NULL);
}

TEST(null_where_something_is_needed_is_refused) {
    game *game = game_start();
    iap_client *client = game->client, *opened = NULL;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    CHECK_STATUS(iap_client_open(NULL, &opened, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_client_open(&options, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_client_next_event(client, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_add_observer(client, NULL, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_add_payment(client, NULL, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_finish_transaction(client, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_queue_transactions(client, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);

    iap_store *store = NULL;
    iap_device *device = NULL;
    const iap_store_options store_values = store_options();
    CHECK_STATUS(iap_store_open(NULL, &store, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_open(&store_values, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_CATEGORY(iap_store_open_device(game->store, NULL, "phone", &device, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_CATEGORY(iap_store_open_device(game->store, "player", NULL, &device, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK(device == NULL);
    CHECK_STATUS(iap_store_open_device(game->store, "player", "phone", NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_root_certificate(game->store, NULL, 0, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_list_approvals(game->store, NULL, 0, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_CATEGORY(iap_store_approval_product_id(game->store, 1, NULL, 10, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_get_totals(game->store, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    /* None of these calls had an effect. */
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(out_parameters_that_may_be_null_may_be_null) {
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = COINS;
    const char *const ids[] = {COINS};
    const iap_observer observer = IAP_OBSERVER_INIT;
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_OK);
    CHECK_STATUS(iap_request_products(game->client, ids, 1, NULL, NULL, NULL, NULL), IAP_OK);
    CHECK_STATUS(iap_request_transactions(game->client, IAP_QUERY_ALL, NULL, NULL, NULL, NULL, NULL), IAP_OK);
    CHECK_STATUS(iap_request_storefront(game->client, NULL, NULL, NULL, NULL), IAP_OK);
    CHECK_STATUS(iap_restore_completed_transactions(game->client, NULL, NULL), IAP_OK);
    CHECK_STATUS(iap_add_observer(game->client, &observer, NULL, NULL), IAP_OK);
    AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1);
    AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1);

    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = COINS;
    CHECK_STATUS(iap_store_buy(game->store, "somebody else", &purchase, NULL, NULL), IAP_OK);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(a_client_without_a_device_is_not_supported_here) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    iap_client *client = (iap_client *)&options;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_client_open(&options, &client, &error);
    CHECK(status == IAP_ERROR_UNSUPPORTED || status == IAP_ERROR_INVALID_ARGUMENT);
    CHECK(client == NULL);
    CHECK_STATUS(error.status, status);
    CHECK(error.message[0] != 0);
}

TEST(an_execution_that_is_none_is_refused) {
    game *game = game_install(store_open(), "player", "phone");
    const iap_execution_t refused[] = {-1, 2, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.device = game->device;
        options.execution = refused[i];
        iap_client *client = NULL;
        CHECK_STATUS(iap_client_open(&options, &client, NULL), IAP_ERROR_INVALID_ARGUMENT);
        CHECK(client == NULL);
    }
    /* The refused calls did not occupy the device. */
    CHECK(game_launch(game));
}

TEST(a_game_that_was_compiled_with_a_newer_header_is_refused) {
    game *game = game_install(store_open(), "player", "phone");
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = game->device;
    const uint32_t newer[] = {IAP_HEADER_VERSION + 1, IAP_HEADER_VERSION + 0x100, 0x010000, UINT32_MAX};
    for (size_t i = 0; i < sizeof newer / sizeof newer[0]; i++) {
        iap_client *client = (iap_client *)game;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_client_open_version(newer[i], &options, &client, &error), IAP_ERROR_VERSION_MISMATCH);
        CHECK(client == NULL);
        CHECK(error.message[0] != 0);
    }
    CHECK(game_launch(game));
}

TEST(a_store_clock_that_is_none_is_refused) {
    const iap_store_clock_t refused[] = {-1, 3, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        iap_store_options options = store_options();
        options.clock = refused[i];
        iap_store *store = NULL;
        CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_ARGUMENT);
        CHECK(store == NULL);
    }
}

TEST(names_of_accounts_and_devices_have_1_to_255_bytes) {
    iap_store *store = store_open();
    char longest[256], longer[257];
    memset(longest, 'n', 255);
    memset(longer, 'n', 256);
    longest[255] = longer[256] = 0;
    iap_device *device = NULL;
    CHECK_STATUS(iap_store_open_device(store, "", "phone", &device, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_open_device(store, "player", "", &device, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_open_device(store, "\xff", "phone", &device, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_open_device(store, "player", "\xc3", &device, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_open_device(store, longer, "phone", &device, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_store_open_device(store, "player", longer, &device, NULL), IAP_ERROR_TOO_LARGE);
    CHECK(device == NULL);
    REQUIRE_OK(iap_store_open_device(store, longest, "Pauls 手机", &device, NULL));
    CHECK_STATUS(iap_device_close(device, NULL), IAP_OK);
}

/* Simulated errors of StoreKit, and what the game receives. */

#include "requests.h"

#include <string.h>

typedef struct failure_case {
    iap_store_failure_t failure;
    iap_status_t status;
    int32_t retryable;
    const char *domain;
    int64_t code; /* 0: any */
} failure_case;

/* StoreKitError; for a network failure, the error contains the cause. */
static const failure_case failure_cases[] = {
    {IAP_STORE_FAILURE_UNKNOWN, IAP_ERROR_STORE, 1, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_NETWORK, IAP_ERROR_NETWORK, 1, "NSURLErrorDomain", -1009},
    {IAP_STORE_FAILURE_SYSTEM, IAP_ERROR_STORE, 1, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_NOT_IN_STOREFRONT, IAP_ERROR_NOT_IN_STOREFRONT, 0, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_NOT_ENTITLED, IAP_ERROR_NOT_ENTITLED, 0, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_USER_CANCELLED, IAP_ERROR_CANCELLED, 0, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_UNSUPPORTED, IAP_ERROR_UNSUPPORTED, 0, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_INVALID_PRESENTATION, IAP_ERROR_INVALID_ANCHOR, 0, "StoreKit.StoreKitError", 0},
    {IAP_STORE_FAILURE_NETWORK_TIMEOUT, IAP_ERROR_NETWORK, 1, "NSURLErrorDomain", -1001},
};

static bool simulate(game *game, iap_store_api_t api, iap_store_failure_t failure) {
    return CHECK_STATUS(iap_store_set_simulated_error(game->store, api, failure, NULL), IAP_OK);
}

TEST(every_request_fails_as_storekit_does) {
    game *game = messages_game();
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        if (function->api == 0) continue;
        for (size_t k = 0; k < sizeof failure_cases / sizeof failure_cases[0]; k++) {
            const failure_case *each = &failure_cases[k];
            test_case("%s, failure %d", function->name, (int)each->failure);
            REQUIRE(simulate(game, function->api, each->failure));
            const heard *answer = request_and_wait(game, function);
            REQUIRE(answer != NULL);
            CHECK_INT(answer->type, function->fails_as != 0 ? function->fails_as : function->ends_as);
            CHECK_STATUS(answer->error.status, each->status);
            CHECK_INT(answer->error.category, IAP_STATUS_CATEGORY(each->status));
            CHECK_INT(answer->error.retryable, each->retryable);
            CHECK_TEXT(answer->error.store_domain, each->domain);
            if (each->code != 0) CHECK_INT(answer->error.store_code, each->code);
            CHECK(answer->error.message[0] != 0 && strchr(answer->error.message, '\n') == NULL);
            REQUIRE(simulate(game, function->api, IAP_STORE_FAILURE_NONE));
        }
        test_case("%s, no failure", function->name);
        const heard *answer = request_and_wait(game, function);
        REQUIRE(answer != NULL);
        CHECK_INT(answer->type, function->ends_as);
        if (!function->may_be_cancelled) CHECK_STATUS(answer->error.status, IAP_OK);
    }
}

TEST(what_fails_lets_everything_else_be) {
    game *game = messages_game();
    for (iap_store_api_t api = IAP_STORE_API_LOAD_PRODUCTS; api <= IAP_STORE_API_MERCHANDISING; api++) {
        if (api == IAP_STORE_API_VERIFICATION || api == IAP_STORE_API_PURCHASE) continue;
        REQUIRE(simulate(game, api, IAP_STORE_FAILURE_NETWORK));
        for (size_t i = 0; i < request_function_count; i++) {
            const request_function *function = &request_functions[i];
            if (function->api == api || function->needs_transaction) continue;
            test_case("api %d, %s", (int)api, function->name);
            const heard *answer = request_and_wait(game, function);
            REQUIRE(answer != NULL);
            CHECK(!answer->has_error || (function->may_be_cancelled && answer->error.status == IAP_ERROR_CANCELLED));
        }
        REQUIRE(simulate(game, api, IAP_STORE_FAILURE_NONE));
    }
}

TEST(a_failure_stays_until_it_is_taken_back) {
    game *game = offers_game();
    const char *const ids[] = {BAG};
    REQUIRE(simulate(game, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NETWORK));
    for (int round = 0; round < 3; round++) {
        const heard *answer = game_wait_response(game, game_request_products(game, ids, 1));
        REQUIRE(answer != NULL);
        CHECK_STATUS(answer->error.status, IAP_ERROR_NETWORK);
    }
    /* The latest setting is used. */
    REQUIRE(simulate(game, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NOT_ENTITLED));
    const heard *answer = game_wait_response(game, game_request_products(game, ids, 1));
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_NOT_ENTITLED);
    REQUIRE(simulate(game, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NONE));
    CHECK_INT(iap_products_count(game_products(game, ids, 1)), 1);
}

TEST(a_restore_that_fails_restores_nothing_and_can_be_tried_again) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    game_forget(game);
    REQUIRE(simulate(game, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_USER_CANCELLED));
    const uint64_t failed = game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FAILED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_ID(game->log[0].request_id, failed);
    CHECK_STATUS(game->log[0].error.status, IAP_ERROR_CANCELLED);
    REQUIRE(simulate(game, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NONE));
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 1);
}

TEST(purchases_fail_until_the_failure_is_taken_back) {
    game *game = offers_game();
    for (size_t k = 0; k < sizeof failure_cases / sizeof failure_cases[0]; k++) {
        test_case("failure %d", (int)failure_cases[k].failure);
        REQUIRE(simulate(game, IAP_STORE_API_PURCHASE, failure_cases[k].failure));
        for (int round = 0; round < 2; round++) {
            const iap_transaction *failed = game_buy(game, BAG);
            CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
            CHECK_STATUS(iap_transaction_error(failed, NULL), failure_cases[k].status);
        }
    }
    test_case(NULL);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE(simulate(game, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_NONE));
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(a_failure_holds_for_all_games_of_the_store) {
    game *game = offers_game();
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(simulate(game, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_SYSTEM));
    REQUIRE(game_launch(other));
    const char *const ids[] = {BAG};
    const heard *answer = game_wait_response(other, game_request_products(other, ids, 1));
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_STORE);
}

TEST(a_message_that_could_not_be_shown_was_not_shown) {
    game *game = messages_game();
    const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    /* Each failure except the player's cancellation, each more than once. */
    for (size_t k = 0; k < sizeof failure_cases / sizeof failure_cases[0]; k++) {
        if (failure_cases[k].failure == IAP_STORE_FAILURE_USER_CANCELLED) continue;
        test_case("failure %d", (int)failure_cases[k].failure);
        REQUIRE(simulate(game, IAP_STORE_API_MESSAGES, failure_cases[k].failure));
        for (int round = 0; round < 2; round++) {
            const heard *end = display_message(game, message);
            REQUIRE(end != NULL);
            CHECK_STATUS(end->error.status, failure_cases[k].status);
        }
        CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 0);
    }
    test_case("no failure");
    REQUIRE(simulate(game, IAP_STORE_API_MESSAGES, IAP_STORE_FAILURE_NONE));
    const heard *end = display_message(game, message);
    REQUIRE(end != NULL);
    CHECK(!end->has_error);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 1);
    CHECK_STATUS(iap_display_message(game->client, message, NULL, NULL, NULL, NULL, NULL), IAP_ERROR_NOT_FOUND);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_MESSAGE_RECEIVED, ANY_STATE), 1);
}

static void show_again(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_REQUEST_COMPLETED || !entry->has_error) return;
    CHECK_STATUS(iap_store_set_simulated_error(game->store, IAP_STORE_API_MESSAGES, IAP_STORE_FAILURE_NONE, NULL),
                 IAP_OK);
    CHECK_STATUS(iap_display_message(game->client, game->context, NULL, game_hears_end, game, NULL, NULL), IAP_OK);
}

TEST(a_message_that_could_not_be_shown_can_be_shown_inside_the_callback_that_says_so) {
    game *game = messages_game();
    const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT);
    game->context = (void *)message;
    game->then = show_again;
    REQUIRE(simulate(game, IAP_STORE_API_MESSAGES, IAP_STORE_FAILURE_INVALID_PRESENTATION));
    const heard *end = display_message(game, message);
    REQUIRE(end != NULL);
    CHECK_STATUS(end->error.status, IAP_ERROR_INVALID_ANCHOR);
    REQUIRE(AWAIT(game, IAP_EVENT_REQUEST_COMPLETED, 2));
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 1);
}

TEST(a_message_that_the_player_sent_away_was_shown) {
    game *game = messages_game();
    const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    REQUIRE(simulate(game, IAP_STORE_API_MESSAGES, IAP_STORE_FAILURE_USER_CANCELLED));
    const heard *end = display_message(game, message);
    REQUIRE(end != NULL);
    CHECK_STATUS(end->error.status, IAP_ERROR_CANCELLED);
    REQUIRE(simulate(game, IAP_STORE_API_MESSAGES, IAP_STORE_FAILURE_NONE));
    CHECK_STATUS(iap_display_message(game->client, message, NULL, NULL, NULL, NULL, NULL), IAP_ERROR_NOT_FOUND);
}

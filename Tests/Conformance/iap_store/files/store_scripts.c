/* A test's settings stay in the store's state file, and another process can make them. */

#include "files.h"
#include "intents_and_messages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static iap_store *open_file(const char *path) {
    iap_store_options options = store_options();
    options.storekit_text = offers_text;
    options.storekit_length = strlen(offers_text);
    options.state_path = path;
    return store_open_with(&options);
}

static iap_status_t end_of(game *game, uint64_t request_id) {
    const heard *end = game_wait_response(game, request_id);
    return end != NULL ? end->error.status : IAP_ERROR_INTERNAL;
}

static iap_status_t ask_for_a_refund(game *game, uint64_t transaction_id) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_refund(game->client, transaction_id, NULL, game_hears_end, game, &id, NULL), IAP_OK);
    return end_of(game, id);
}

TEST(what_was_set_before_a_store_was_closed_holds_when_it_is_opened_again) {
    const char *path = temporary_path("store.db");
    iap_store *store = open_file(path);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    const uint64_t asked = game_own(game, HAT), later = game_own(game, BAG);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, "later"));
    CHECK_STATUS(ask_for_a_refund(game, asked), IAP_OK);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL));
    REQUIRE_OK(iap_store_set_supported(store, IAP_FEATURE_REVIEW_REQUEST, 0, NULL));
    REQUIRE_OK(iap_store_set_simulated_error(store, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NETWORK, NULL));
    REQUIRE_OK(iap_store_fail_next_purchase(store, IAP_STORE_FAILURE_SYSTEM, NULL));
    game_quit(game);
    REQUIRE(send_intent(game, BAG, NULL));
    REQUIRE(send_message(game, IAP_MESSAGE_REASON_BILLING_ISSUE));
    game_uninstall(game);
    store_close(store);

    store = open_file(path);
    game = game_install(store, "player", "phone");
    game->handles_messages = true;
    REQUIRE(game_launch(game));
    CHECK(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
    CHECK(AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, 1));
    CHECK_INT(iap_supports(game->client, IAP_FEATURE_REVIEW_REQUEST, NULL), 0);
    CHECK_STATUS(ask_for_a_refund(game, asked), IAP_ERROR_DUPLICATE_REQUEST);
    CHECK_STATUS(ask_for_a_refund(game, later), IAP_ERROR_CANCELLED);
    CHECK_STATUS(ask_for_a_refund(game, later), IAP_OK);
    CHECK_STATUS(end_of(game, game_restore(game)), IAP_ERROR_NETWORK);
    CHECK_STATUS(iap_transaction_error(game_buy(game, BAG), NULL), IAP_ERROR_STORE);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(another_handle_of_the_same_file_tells_the_store_what_to_do) {
    const char *path = temporary_path("store.db");
    game *game = game_install(open_file(path), "player", "phone");
    game->handles_messages = true;
    REQUIRE(game_launch(game));
    const uint64_t id = game_own(game, BAG);
    game_settle(game);
    game_forget(game);
    /* A second store for the tester, with the same state, on the same device. */
    iap_store *tester = open_file(path);
    iap_device *device = NULL;
    REQUIRE_OK(iap_store_open_device(tester, "player", "phone", &device, NULL));
    REQUIRE_OK(iap_device_send_purchase_intent(device, HAT, NULL, NULL));
    REQUIRE_OK(iap_device_send_message(device, IAP_MESSAGE_REASON_GENERIC, NULL));
    for (int round = 0; round < 200 && game->log_count < 2; round++) game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE), 1);
    CHECK_INT(game_count(game, IAP_EVENT_MESSAGE_RECEIVED, ANY_STATE), 1);
    REQUIRE_OK(iap_store_answer_next_sheet(tester, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL, NULL));
    CHECK_STATUS(ask_for_a_refund(game, id), IAP_ERROR_CANCELLED);
    CHECK_INT(iap_store_sheet_count(tester, IAP_STORE_SHEET_REFUND), 1);
    REQUIRE_OK(iap_store_set_supported(tester, IAP_FEATURE_REFUND_REQUEST, 0, NULL));
    CHECK_STATUS(ask_for_a_refund(game, id), IAP_ERROR_UNSUPPORTED);
    CHECK_STATUS(iap_device_close(device, NULL), IAP_OK);
}

/* ----------------------------------------------------------------------------- errors that a .storekit file enables */

typedef struct file_error {
    const char *name, *type;
    int index;
    iap_status_t status;
} file_error;

static const file_error file_errors[] = {
    {"Load Products", "generic", 2, IAP_ERROR_NETWORK},
    {"Purchase", "purchase", 1, IAP_ERROR_PRODUCT_UNAVAILABLE},
    {"App Store Sync", "generic", 3, IAP_ERROR_STORE},
    {"Subscription Status", "generic", 2, IAP_ERROR_NETWORK},
    {"App Transaction", "generic", 5, IAP_ERROR_NOT_ENTITLED},
    {"Manage Subscriptions Sheet", "generic", 3, IAP_ERROR_STORE},
    {"Refund Request Sheet", "refund request", 0, IAP_ERROR_DUPLICATE_REQUEST},
    {"Offer Code Redeem Sheet", "generic", 4, IAP_ERROR_NOT_IN_STOREFRONT},
};
enum { FILE_ERRORS = sizeof file_errors / sizeof file_errors[0] };

/* offers_text with these errors in its settings; to be freed. */
static char *text_with_errors(bool enabled) {
    const char *settings = strstr(offers_text, "\"settings\": {");
    const size_t capacity = strlen(offers_text) + 4096;
    char *text = malloc(capacity);
    if (settings == NULL || text == NULL) abort();
    settings += strlen("\"settings\": {");
    size_t length = (size_t)(settings - offers_text);
    memcpy(text, offers_text, length);
    length += (size_t)snprintf(text + length, capacity - length, "\"_storeKitErrors\": [");
    for (size_t i = 0; i < FILE_ERRORS; i++) {
        length += (size_t)snprintf(text + length, capacity - length,
                                   "%s{\"current\": {\"index\": %d, \"type\": \"%s\"}, \"enabled\": %s, "
                                   "\"name\": \"%s\"}",
                                   i > 0 ? ", " : "", file_errors[i].index, file_errors[i].type,
                                   enabled ? "true" : "false", file_errors[i].name);
    }
    snprintf(text + length, capacity - length, "], %s", settings);
    return text;
}

static iap_status_t ask_as(game *game, size_t i) {
    const char *const ids[] = {BAG};
    uint64_t id = 0;
    switch (i) {
    case 0: id = game_request_products(game, ids, 1); break;
    case 1: {
        iap_error error = IAP_ERROR_VALUE_INIT;
        iap_transaction_error(game_buy(game, BAG), &error);
        return error.status;
    }
    case 2: id = game_restore(game); break;
    case 3: iap_request_subscription_statuses(game->client, PASS_GROUP, game_hears_statuses, game, &id, NULL); break;
    case 4: iap_request_app_transaction(game->client, 0, game_hears_app_transaction, game, &id, NULL); break;
    case 5: iap_show_manage_subscriptions(game->client, NULL, NULL, game_hears_end, game, &id, NULL); break;
    case 6: iap_request_refund(game->client, 1, NULL, game_hears_end, game, &id, NULL); break;
    default: iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &id, NULL); break;
    }
    return end_of(game, id);
}

TEST(a_new_store_begins_with_the_errors_that_its_file_enables) {
    for (int enabled = 0; enabled <= 1; enabled++) {
        char *text = text_with_errors(enabled);
        iap_store_options options = store_options();
        options.storekit_text = text;
        options.storekit_length = strlen(text);
        game *game = game_install(store_open_with(&options), "player", "phone");
        free(text);
        REQUIRE(game_launch(game));
        for (size_t i = 0; i < FILE_ERRORS; i++) {
            test_case("%s, %d", file_errors[i].name, enabled);
            const iap_status_t status = ask_as(game, i);
            if (enabled) CHECK_STATUS(status, file_errors[i].status);
            else CHECK(status != file_errors[i].status);
            /* A payment also loads its product. */
            if (i > 0) continue;
            REQUIRE_OK(
                iap_store_set_simulated_error(game->store, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NONE, NULL));
            CHECK_STATUS(ask_as(game, i), IAP_OK);
        }
    }
}

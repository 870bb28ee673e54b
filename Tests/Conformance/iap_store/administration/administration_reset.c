/* Resetting a store to the settings of its file. */

#include "administration.h"
#include "files.h"
#include "intents_and_messages.h"

#include <string.h>

/* A file with settings that differ from those of a store without settings. */
static const char file_settings[] =
    "\"_askToBuyEnabled\": true, \"_billingIssuesEnabled\": true, \"_renewalBillingIssuesEnabled\": true, "
    "\"_billingGracePeriodEnabled\": true, \"_disableDialogs\": true, \"_failTransactionsEnabled\": true, "
    "\"_storeKitError\": 12, \"_storeKitErrors\": [{\"current\": {\"index\": 2, \"type\": \"generic\"}, "
    "\"enabled\": true, \"name\": \"Load Products\"}],";

static bool same_settings(const iap_store_settings *one, const iap_store_settings *other) {
    return memcmp(one, other, sizeof *one) == 0;
}

static iap_store_failure_t simulated(iap_store *store, iap_store_api_t api) {
    iap_store_failure_t failure = -1;
    CHECK_STATUS(iap_store_get_simulated_error(store, api, &failure, NULL), IAP_OK);
    return failure;
}

/* Sets all settings of this test to values that neither of the two files has. */
static bool set_everything(iap_store *store, int32_t opposite) {
    return CHECK_STATUS(iap_store_set_ask_to_buy(store, opposite, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_payments_allowed(store, 0, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_dialogs_disabled(store, opposite, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_ERROR, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_fail_transactions(store, IAP_STORE_FAILURE_INVALID_OFFER_PRICE, NULL), IAP_OK) &&
           CHECK_STATUS(iap_store_set_storefront(store, "DEU", "de_DE", NULL), IAP_OK) &&
           CHECK_STATUS(
               iap_store_set_simulated_error(store, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_SYSTEM, NULL),
               IAP_OK) &&
           CHECK_STATUS(iap_store_set_simulated_error(store, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NETWORK, NULL),
                        IAP_OK);
}

TEST(a_reset_sets_everything_back_to_what_the_file_says) {
    for (int has_settings = 0; has_settings <= 1; has_settings++) {
        test_case("%s", has_settings ? "a file with settings" : "a file without settings");
        iap_store *store = has_settings ? offers_store_with(file_settings) : offers_store();
        const iap_store_settings first = store_settings(store);
        REQUIRE(set_everything(store, !has_settings));
        const iap_store_settings set = store_settings(store);
        CHECK(!same_settings(&set, &first));
        REQUIRE_OK(iap_store_reset_to_default_state(store, NULL));
        const iap_store_settings reset = store_settings(store);
        CHECK(same_settings(&reset, &first));
        CHECK_INT(simulated(store, IAP_STORE_API_LOAD_PRODUCTS),
                  has_settings ? IAP_STORE_FAILURE_NETWORK : IAP_STORE_FAILURE_NONE);
        CHECK_INT(simulated(store, IAP_STORE_API_SYNC), IAP_STORE_FAILURE_NONE);
    }
}

TEST(a_reset_takes_back_orders_answers_and_features) {
    game *game = offers_game();
    const uint64_t bag = game_own(game, BAG), hat = game_own(game, HAT);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL));
    uint64_t request = 0;
    REQUIRE_OK(iap_request_refund(game->client, bag, NULL, game_hears_end, game, &request, NULL));
    const heard *end = game_wait_response(game, request);
    REQUIRE(end != NULL && end->error.status == IAP_ERROR_CANCELLED);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 1);
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    REQUIRE_OK(iap_store_move_during_next_purchase(game->store, "DEU", NULL));
    REQUIRE_OK(iap_store_set_locale_during_next_purchase(game->store, "de_DE", NULL));
    REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_MESSAGES, 0, NULL));

    REQUIRE_OK(iap_store_reset_to_default_state(game->store, NULL));
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 0);
    CHECK_INT(iap_supports(game->client, IAP_FEATURE_MESSAGES, NULL), 1);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
    CHECK_TEXT(store_settings(game->store).storefront, "USA");
    CHECK_TEXT(store_settings(game->store).locale, "en_US");
    REQUIRE_OK(iap_request_refund(game->client, hat, NULL, game_hears_end, game, &request, NULL));
    end = game_wait_response(game, request);
    CHECK(end != NULL && !end->has_error);
}

TEST(a_reset_leaves_transactions_accounts_and_clock_as_they_are) {
    game *game = offers_game();
    const uint64_t pass = game_own(game, PASS_GOLD);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_PENDING, NULL));
    REQUIRE(game_buy(game, BAG) != NULL);
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS, NULL));
    const listed before = store_listed(game->store, NULL);
    const int64_t now = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_reset_to_default_state(game->store, NULL));
    CHECK_INT(iap_store_now_ms(game->store), now);
    REQUIRE(store_listed(game->store, NULL).count == before.count && before.count == 2);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(game_status(game, PASS_GROUP))), pass);
    CHECK_STATUS(iap_store_resolve_issue(game->store, before.ids[1], NULL), IAP_OK);
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK(game_own(game, HAT) > before.ids[1]);
}

TEST(devices_hear_of_a_reset_as_if_each_setting_had_been_set) {
    game *game = offers_game();
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
    game_settle(game);
    game_forget(game);
    REQUIRE_OK(iap_store_reset_to_default_state(game->store, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_TEXT(game->log[0].country_code, "USA");
}

TEST(a_reset_holds_after_the_store_was_opened_again) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *store = store_open_with(&options);
    const iap_store_settings first = store_settings(store);
    REQUIRE(set_everything(store, 1));
    REQUIRE_OK(iap_store_reset_to_default_state(store, NULL));
    store_close(store);
    const iap_store_settings again = store_settings(store_open_with(&options));
    CHECK(same_settings(&again, &first));
}

/* Deleting one transaction, or all transactions. */

#include "administration.h"
#include "files.h"
#include "intents_and_messages.h"

static size_t queue_count(game *game) { return iap_transactions_count(game_queue(game)); }

static size_t count_of(game *game, iap_query_t query) { return iap_transactions_count(game_query(game, query, NULL)); }

static const iap_renewal_info *renewal(game *game) {
    return iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
}

static bool delete_it(iap_store *store, uint64_t id) {
    return CHECK_STATUS(iap_store_delete_transaction(store, id, NULL), IAP_OK);
}

TEST(a_deleted_transaction_is_as_if_it_had_never_been) {
    game *game = offers_game();
    const uint64_t hat = game_own(game, HAT), bag = iap_transaction_id(game_buy(game, BAG));
    game_settle(game);
    game_forget(game);
    REQUIRE(delete_it(game->store, hat) && delete_it(game->store, bag));
    CHECK_INT(store_listed(game->store, NULL).count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK_INT(count_of(game, IAP_QUERY_ALL), 0);
    CHECK_INT(count_of(game, IAP_QUERY_CURRENT_ENTITLEMENTS), 0);
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    CHECK_STATUS(iap_store_get_transaction(game->store, hat, &transaction, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_refund(game->store, hat, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_delete_transaction(game->store, hat, NULL), IAP_ERROR_NOT_FOUND);
    /* The player can buy it again, with a new id. */
    const uint64_t again = game_own(game, HAT);
    CHECK(again > bag);
    CHECK_INT(store_transaction(game->store, again).price_milliunits, 2990);
}

TEST(no_device_hears_of_a_deletion) {
    iap_store *store = offers_store();
    game *phone = game_install(store, "player", "phone"), *pad = game_install(store, "player", "pad");
    REQUIRE(game_launch(phone) && game_launch(pad));
    game_settle(pad);
    const uint64_t hat = game_own(phone, HAT);
    REQUIRE(AWAIT_STATE(pad, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(phone);
    game_settle(pad);
    game_forget(phone);
    game_forget(pad);
    REQUIRE(delete_it(store, hat));
    game_settle(phone);
    game_settle(pad);
    CHECK_INT(phone->log_count, 0);
    CHECK_INT(pad->log_count, 0);
}

TEST(a_client_that_runs_can_finish_what_was_deleted) {
    game *game = offers_game();
    const iap_transaction *bag = game_buy(game, BAG);
    REQUIRE(delete_it(game->store, iap_transaction_id(bag)));
    game_settle(game);
    CHECK_INT(queue_count(game), 1);
    REQUIRE(game_finish(game, bag));
    CHECK_INT(queue_count(game), 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(what_was_deleted_is_offered_to_no_launch) {
    game *game = offers_game();
    struct game *pad = game_install(game->store, "player", "pad");
    REQUIRE(game_launch(pad));
    game_settle(pad);
    game_quit(pad);
    game_forget(pad);
    const uint64_t hat = iap_transaction_id(game_buy(game, HAT)), bag = iap_transaction_id(game_buy(game, BAG));
    game_quit(game);
    REQUIRE(delete_it(game->store, hat) && delete_it(game->store, bag));
    REQUIRE(game_launch(game) && game_launch(pad));
    game_settle(game);
    game_settle(pad);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(pad->log_count, 0);
}

TEST(what_waits_for_a_decision_or_has_failed_can_be_deleted) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_NETWORK);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy(game, BAG) != NULL);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_PENDING, NULL));
    REQUIRE(game_buy(game, BAG) != NULL);
    const listed all = store_listed(game->store, NULL);
    REQUIRE(all.count == 3);
    for (size_t i = 0; i < all.count; i++) {
        REQUIRE(delete_it(game->store, all.ids[i]));
        CHECK_INT(store_listed(game->store, NULL).count, 2 - i);
    }
    CHECK_STATUS(iap_store_approve(game->store, all.ids[1], NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_resolve_issue(game->store, all.ids[2], NULL), IAP_ERROR_NOT_FOUND);
}

TEST(a_refund_can_be_asked_for_again_once_the_transaction_was_deleted_and_bought_again) {
    game *game = offers_game();
    for (int round = 0; round < 2; round++) {
        const uint64_t hat = game_own(game, HAT);
        REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, "later"));
        uint64_t request = 0;
        REQUIRE_OK(iap_request_refund(game->client, hat, NULL, game_hears_end, game, &request, NULL));
        const heard *end = game_wait_response(game, request);
        REQUIRE(end != NULL && !end->has_error);
        REQUIRE(delete_it(game->store, hat));
    }
}

/* --------------------------------------------------------------------------------------------------- subscriptions */

TEST(with_its_first_transaction_all_of_a_subscription_goes) {
    game *game = offers_game();
    const uint64_t silver = game_own(game, PASS_SILVER);
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    const uint64_t news = game_own(game, NEWS);
    REQUIRE(delete_it(game->store, silver));
    CHECK_ID(store_only_listed(game->store), news);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, PASS_GROUP)), 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 1);
    CHECK_INT(count_of(game, IAP_QUERY_CURRENT_ENTITLEMENTS), 1);
    /* A player who never subscribed is eligible for the introductory offer, and starts again. */
    const uint64_t again = game_own(game, PASS_GOLD);
    const iap_store_transaction first = store_transaction(game->store, again);
    CHECK_ID(first.original_id, again);
    CHECK_INT(first.offer_type, IAP_OFFER_TYPE_INTRODUCTORY);
}

TEST(a_subscription_whose_newest_period_is_deleted_stands_as_the_period_before_left_it) {
    game *game = offers_game();
    const uint64_t silver = game_own(game, PASS_SILVER), gold = game_own(game, PASS_GOLD);
    iap_store_renewal chosen = IAP_STORE_RENEWAL_INIT;
    chosen.auto_renew_product_id = PASS_YEAR;
    chosen.is_in_billing_retry = 1;
    REQUIRE_OK(iap_store_set_renewal(game->store, gold, &chosen, NULL));
    game_settle(game);
    game_forget(game);
    REQUIRE(delete_it(game->store, gold));
    const iap_subscription_status *status = game_status(game, PASS_GROUP);
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), silver);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game)), 0);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal(game)), NULL);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal(game)), 0);
    CHECK_INT(store_transaction(game->store, silver).is_upgraded, 0);
    CHECK_INT(store_transaction(game->store, silver).is_auto_renewing, 0);
    CHECK_INT(count_of(game, IAP_QUERY_CURRENT_ENTITLEMENTS), 1);
    /* This is a new status; the transaction itself causes no event. */
    REQUIRE(AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
}

TEST(a_subscription_whose_older_period_is_deleted_goes_on_as_it_was) {
    game *game = offers_game();
    const uint64_t silver = game_own(game, PASS_SILVER);
    const uint64_t gold = game_own(game, PASS_GOLD);
    iap_store_renewal lapsed = IAP_STORE_RENEWAL_INIT;
    lapsed.will_auto_renew = 0;
    REQUIRE_OK(iap_store_set_renewal(game->store, gold, &lapsed, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 40 * DAY_MS, NULL));
    const uint64_t again = game_own(game, PASS_GOLD);
    REQUIRE(delete_it(game->store, gold));
    const listed left = store_listed(game->store, NULL);
    REQUIRE(left.count == 2);
    CHECK_ID(left.ids[0], silver);
    CHECK_ID(left.ids[1], again);
    const iap_subscription_status *status = game_status(game, PASS_GROUP);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), again);
    CHECK_INT(store_transaction(game->store, silver).is_upgraded, 1);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game)), 1);
}

/* ------------------------------------------------------------------------------------------------- all transactions */

TEST(clearing_deletes_all_transactions_of_all_accounts_and_gives_no_id_twice) {
    game *game = offers_game();
    struct game *other = game_install(game->store, "other", "pad");
    REQUIRE(game_launch(other));
    REQUIRE(game_own(game, PASS_GOLD) != 0 && game_own(other, HAT) != 0);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy(other, BAG) != NULL);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_ERROR, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_STORE);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_NONE, NULL));
    game_settle(game);
    game_settle(other);
    game_forget(game);
    game_forget(other);
    const listed before = store_listed(game->store, NULL);
    REQUIRE(before.count == 4);
    REQUIRE_OK(iap_store_clear_transactions(game->store, NULL));
    CHECK_INT(store_listed(game->store, NULL).count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
    size_t waiting = 99;
    REQUIRE_OK(iap_store_list_approvals(game->store, NULL, 0, &waiting, NULL));
    CHECK_INT(waiting, 0);
    game_settle(game);
    game_settle(other);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(other->log_count, 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 0);
    CHECK_INT(count_of(other, IAP_QUERY_ALL), 0);
    const uint64_t again = game_own(game, PASS_GOLD);
    CHECK(again > before.ids[3]);
    CHECK_ID(store_transaction(game->store, again).original_id, again);
    CHECK_INT(store_transaction(game->store, again).offer_type, IAP_OFFER_TYPE_INTRODUCTORY);
}

TEST(clearing_leaves_settings_clock_and_devices_as_they_are) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_INVALID_OFFER_PRICE, NULL));
    REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_SYNC, IAP_STORE_FAILURE_NETWORK, NULL));
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    const int64_t now = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_clear_transactions(game->store, NULL));
    CHECK_INT(iap_store_now_ms(game->store), now);
    CHECK_INT(store_settings(game->store).fail_transactions, IAP_STORE_FAILURE_INVALID_OFFER_PRICE);
    CHECK_TEXT(store_settings(game->store).storefront, "DEU");
    iap_store_failure_t failure = IAP_STORE_FAILURE_NONE;
    REQUIRE_OK(iap_store_get_simulated_error(game->store, IAP_STORE_API_SYNC, &failure, NULL));
    CHECK_INT(failure, IAP_STORE_FAILURE_NETWORK);
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_NONE, NULL));
    /* Devices receive later purchases. */
    struct game *pad = game_install(game->store, "player", "pad");
    REQUIRE(game_launch(pad));
    game_settle(pad);
    REQUIRE(game_own(game, HAT) != 0);
    CHECK(AWAIT_STATE(pad, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(clearing_takes_back_what_the_player_began_in_the_app_store) {
    game *game = offers_game();
    game_quit(game);
    REQUIRE(send_intent(game, BAG, NULL));
    REQUIRE_OK(iap_store_clear_transactions(game->store, NULL));
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

static void clear_and_list(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_TRANSACTION_UPDATED) return;
    /* If the transaction is not purchased yet, the store may sell it on the library's thread between the two calls. */
    if (iap_transaction_state(entry->transaction) != IAP_TRANSACTION_PURCHASED) return;
    CHECK_STATUS(iap_store_clear_transactions(game->store, NULL), IAP_OK);
    CHECK_INT(store_listed(game->store, NULL).count, 0);
}

TEST(a_store_can_be_cleared_in_a_callback) {
    game *game = offers_game();
    game_settle(game);
    game->then = clear_and_list;
    const iap_transaction *hat = game_buy(game, HAT);
    game->then = NULL;
    CHECK_INT(iap_transaction_state(hat), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(store_listed(game->store, NULL).count, 0);
    CHECK(game_finish(game, hat));
}

/* Other tests call the functions of a store in use; this call is not among them. */
TEST(a_store_that_is_closed_or_none_is_not_cleared) {
    iap_store *store = store_open();
    store_close(store);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_clear_transactions(store, &error), IAP_ERROR_CLOSED);
    CHECK_STATUS(error.status, IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_store_clear_transactions(NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
}

TEST(what_was_deleted_stays_deleted_after_the_store_was_opened_again) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *store = store_open_with(&options);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    const uint64_t sword = game_own(game, SWORD), coins = game_own(game, COINS);
    REQUIRE(delete_it(store, sword));
    game_uninstall(game);
    store_close(store);
    store = store_open_with(&options);
    CHECK_ID(store_only_listed(store), coins);
    REQUIRE_OK(iap_store_clear_transactions(store, NULL));
    store_close(store);
    store = store_open_with(&options);
    CHECK_INT(store_listed(store, NULL).count, 0);
    game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    CHECK(game_own(game, SWORD) > coins);
}

/* The account that is signed in on a device: a purchase of one account never becomes another account's. */

#include "files.h"
#include "intents_and_messages.h"
#include "network_conditions.h"
#include "two_devices.h"

static bool sign_in(const game *game, const char *account) {
    return CHECK_STATUS(iap_device_sign_in(game->device, account, NULL), IAP_OK);
}

static bool sign_out(const game *game) { return CHECK_STATUS(iap_device_sign_out(game->device, NULL), IAP_OK); }

static size_t count_of(game *game, iap_query_t query, const char *product_id) {
    return iap_transactions_count(game_query(game, query, product_id));
}

static void check_owns_nothing(game *game) {
    CHECK_INT(count_of(game, IAP_QUERY_ALL, NULL), 0);
    CHECK_INT(count_of(game, IAP_QUERY_UNFINISHED, NULL), 0);
    CHECK_INT(count_of(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL), 0);
    CHECK_INT(count_of(game, IAP_QUERY_LATEST, SWORD), 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, CLUB_GROUP)), 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 0);
}

TEST(what_is_owned_is_that_of_the_account_that_is_signed_in) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), club = game_own(game, CLUB_MONTH);
    REQUIRE(sword != 0 && club != 0 && sign_in(game, "other"));
    check_owns_nothing(game);
    const uint64_t other = game_own(game, SWORD);
    CHECK(other != 0 && other != sword);
    CHECK_INT(store_totals(game->store).transactions, 3);
    REQUIRE(sign_in(game, "player"));
    const iap_transactions *owned = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(iap_transactions_count(owned) == 2);
    CHECK_ID(iap_transaction_id(iap_transactions_at(owned, 0)), sword);
    CHECK_ID(iap_transaction_id(iap_transactions_at(owned, 1)), club);
}

TEST(restoring_hands_out_what_the_account_that_is_signed_in_owns) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0 && sign_in(game, "other"));
    const uint64_t levels = game_own(game, LEVELS);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 1);
    const heard *restored = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, 0);
    REQUIRE(restored != NULL);
    CHECK_ID(iap_transaction_id(restored->transaction), levels);
}

TEST(what_is_unfinished_comes_to_a_running_game_when_its_account_signs_in) {
    const two_devices devices = two_devices_launch(NULL);
    game *game = game_install(devices.phone->store, "other", "phone");
    REQUIRE(game_launch(game));
    const iap_transaction *coins = game_buy(devices.phone, COINS);
    REQUIRE(coins != NULL && game_own(devices.phone, SWORD) != 0);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    REQUIRE(sign_in(game, "player"));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
    CHECK_ID(updated_id(game, 0), iap_transaction_id(coins));
    REQUIRE(sign_out(game) && sign_in(game, "player"));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
}

TEST(what_a_former_account_bought_is_not_offered_to_the_next_one) {
    game *game = game_start();
    game_settle(game);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    const heard *deferred = game_outcome(game, game_pay(game, COINS, 1));
    REQUIRE(deferred != NULL);
    CHECK_INT(iap_transaction_state(deferred->transaction), IAP_TRANSACTION_DEFERRED);
    REQUIRE(sign_in(game, "other"));
    uint64_t approval = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, &approval, 1, &count, NULL));
    REQUIRE_OK(iap_store_approve(game->store, approval, NULL));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    /* The transaction waits for the account that bought it. */
    REQUIRE(sign_in(game, "player"));
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

/* The update has reached the device, but the game has not processed it when the other account signs in. */
TEST_IN(IN_MANUAL_ONLY, news_that_is_on_its_way_is_not_reported_to_the_next_account,
        "in background mode the game may already have received it") {
    const two_devices devices = two_devices_launch(NULL);
    const uint64_t sword = game_own(devices.phone, SWORD);
    REQUIRE(sign_in(devices.tablet, "other"));
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
    REQUIRE(sign_in(devices.tablet, "player"));
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(updated_id(devices.tablet, 0), sword);
    /* It was on its way to the former account twice. */
    game_settle(devices.tablet);
    CHECK_INT(game_count(devices.tablet, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
}

TEST(finishing_what_a_former_account_bought_reaches_the_store_when_it_is_back) {
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    const iap_transaction *coins = game_buy(game, COINS);
    REQUIRE(coins != NULL && sign_in(game, "other"));
    /* The game has granted it and finishes it. */
    REQUIRE(game_finish(game, coins));
    CHECK_INT(store_totals(game->store).unfinished, 1);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    game_forget(game);
    REQUIRE(sign_in(game, "player"));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_purchase_that_waits_for_its_response_is_the_former_accounts) {
    game *game = game_start();
    REQUIRE(load_products(game) && network_is_slow(game, 5000, 0));
    const uint64_t payment = game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(sign_in(game, "other"));
    REQUIRE(check_payment_failed(game, payment, IAP_ERROR_STORE));
    REQUIRE(network_is_perfect(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
    REQUIRE(sign_in(game, "player"));
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(how_subscriptions_stand_for_the_next_account_is_no_change) {
    const two_devices devices = two_devices_launch(NULL);
    game *game = game_install(devices.phone->store, "other", "phone");
    REQUIRE(game_launch(game));
    const uint64_t id = game_own(devices.phone, CLUB_MONTH);
    game_settle(game);
    REQUIRE(sign_in(game, "player"));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 0);
    /* Changes from now on create events. */
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    CHECK(AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, 1));
    REQUIRE(sign_in(game, "other"));
    renewal.will_auto_renew = 1;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 1);
}

TEST(intents_and_messages_are_for_the_account_that_was_signed_in) {
    game *game = messages_game();
    game_settle(game);
    REQUIRE(network_is_down(game) && send_intent(game, BAG, NULL) && send_message(game, IAP_MESSAGE_REASON_GENERIC));
    REQUIRE(sign_in(game, "other") && network_is_perfect(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    REQUIRE(sign_in(game, "player"));
    CHECK(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
    CHECK(AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, 1));
    /* The message was delivered and not shown: it comes again, as after a launch. */
    REQUIRE(sign_out(game) && sign_in(game, "player"));
    CHECK(AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, 2));
    CHECK_INT(game_count(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE), 1);
}

TEST(signing_in_who_is_signed_in_changes_nothing) {
    game *game = game_start();
    REQUIRE(load_products(game) && network_is_slow(game, 5000, 0));
    const uint64_t payment = game_pay(game, COINS, 1);
    game_settle(game);
    REQUIRE(sign_in(game, "player") && advance_clock(game, 5000));
    const heard *outcome = game_outcome(game, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
}

TEST(a_device_where_nobody_is_signed_in_owns_nothing_and_hears_nothing) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    const iap_transaction *coins = game_buy(game, COINS);
    REQUIRE(coins != NULL && sign_out(game));
    const uint64_t unfinished = iap_transaction_id(coins);
    game_settle(game);
    game_forget(game);
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    REQUIRE_OK(iap_store_repeat_update(game->store, unfinished, NULL));
    REQUIRE(send_intent(game, COINS, NULL));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    check_owns_nothing(game);
    REQUIRE(load_products(game));
    REQUIRE(sign_out(game) && sign_in(game, "player"));
    CHECK(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE), 0);
}

TEST(who_is_asked_to_sign_in_and_does_not_has_cancelled) {
    game *game = game_start();
    REQUIRE(sign_out(game));
    CHECK(check_payment_failed(game, game_pay(game, COINS, 1), IAP_ERROR_CANCELLED));
    CHECK_INT(store_totals(game->store).transactions, 0);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FAILED, 1));
    CHECK_STATUS(game_nth(game, IAP_EVENT_RESTORE_FAILED, ANY_STATE, 0)->error.status, IAP_ERROR_CANCELLED);
    uint64_t id = 0;
    const heard *answer = NULL;
    for (int32_t refresh = 0; refresh < 2; refresh++) {
        REQUIRE_OK(iap_request_app_transaction(game->client, refresh, game_hears_app_transaction, game, &id, NULL));
        answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
    }
    REQUIRE_OK(iap_request_app_receipt(game->client, 1, game_hears_text, game, &id, NULL));
    answer = game_wait_response(game, id);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
    REQUIRE_OK(iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &id, NULL));
    answer = game_wait_response(game, id);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
}

TEST(who_is_signed_in_is_forgotten_when_the_device_is_closed) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0 && sign_in(game, "other"));
    game_quit(game);
    REQUIRE(game_launch(game));
    CHECK_INT(count_of(game, IAP_QUERY_ALL, NULL), 0);
    iap_store *store = game->store;
    game_uninstall(game);
    struct game *again = game_install(store, "player", "phone");
    REQUIRE(game_launch(again));
    CHECK_INT(count_of(again, IAP_QUERY_ALL, NULL), 1);
}

TEST(what_a_device_is_signed_is_for_the_device_whoever_is_signed_in) {
    game *game = game_start();
    game_own(game, COINS);
    REQUIRE(sign_in(game, "other"));
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_signature_check(bought), IAP_SIGNATURE_VERIFIED);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
}

TEST(an_account_that_signs_in_has_a_name) {
    game *game = game_start();
    char name[257];
    for (size_t i = 0; i < sizeof name; i++) name[i] = 'a';
    name[256] = 0;
    CHECK_STATUS(iap_device_sign_in(NULL, "other", NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_sign_out(NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_sign_in(game->device, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_sign_in(game->device, "", NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_device_sign_in(game->device, "\xff", NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_device_sign_in(game->device, name, NULL), IAP_ERROR_TOO_LARGE);
    name[255] = 0;
    CHECK_STATUS(iap_device_sign_in(game->device, name, NULL), IAP_OK);
    iap_device *device = game->device;
    game_uninstall(game);
    CHECK_STATUS(iap_device_sign_in(device, "other", NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_device_sign_out(device, NULL), IAP_ERROR_CLOSED);
}

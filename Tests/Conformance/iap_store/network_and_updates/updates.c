/* How devices receive updates: late, out of order, repeated, and under another id. */

#include "files.h"
#include "two_devices.h"

TEST(held_updates_come_when_they_are_held_no_more) {
    const two_devices devices = two_devices_launch(NULL);
    REQUIRE_OK(iap_device_set_updates(devices.tablet->device, IAP_STORE_UPDATES_HELD, NULL));
    const uint64_t sword = game_own(devices.phone, SWORD), levels = game_own(devices.phone, LEVELS);
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
    REQUIRE_OK(iap_device_set_updates(devices.tablet->device, IAP_STORE_UPDATES_IN_ORDER, NULL));
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 2));
    CHECK_ID(updated_id(devices.tablet, 0), sword);
    CHECK_ID(updated_id(devices.tablet, 1), levels);
}

TEST(updates_are_held_on_one_device_and_come_to_another) {
    const two_devices devices = two_devices_launch(NULL);
    REQUIRE_OK(iap_device_set_updates(devices.phone->device, IAP_STORE_UPDATES_HELD, NULL));
    REQUIRE(game_own(devices.phone, SWORD) != 0);
    CHECK(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(what_is_unfinished_is_there_at_a_launch_while_updates_are_held) {
    const two_devices devices = two_devices_launch(NULL);
    const iap_transaction *bought = game_buy(devices.phone, COINS);
    REQUIRE(bought != NULL);
    const uint64_t id = iap_transaction_id(bought);
    game_quit(devices.phone);
    REQUIRE_OK(iap_device_set_updates(devices.phone->device, IAP_STORE_UPDATES_HELD, NULL));
    REQUIRE(game_launch(devices.phone));
    REQUIRE(AWAIT_STATE(devices.phone, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(updated_id(devices.phone, 0), id);
    /* The same update from the other source adds nothing. */
    REQUIRE_OK(iap_device_set_updates(devices.phone->device, IAP_STORE_UPDATES_IN_ORDER, NULL));
    game_settle(devices.phone);
    CHECK_INT(game_count(devices.phone, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
}

TEST(newest_first_turns_around_what_waits_together) {
    const two_devices devices = two_devices_launch(NULL);
    uint64_t ids[BATCH];
    REQUIRE(tell_together(&devices, IAP_STORE_UPDATES_NEWEST_FIRST, ids));
    for (size_t i = 0; i < BATCH; i++) CHECK_ID(updated_id(devices.tablet, i), ids[BATCH - 1 - i]);
}

TEST(what_does_not_wait_together_comes_in_order) {
    const two_devices devices = two_devices_launch(NULL);
    REQUIRE_OK(iap_device_set_updates(devices.tablet->device, IAP_STORE_UPDATES_NEWEST_FIRST, NULL));
    const uint64_t sword = game_own(devices.phone, SWORD);
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
    const uint64_t levels = game_own(devices.phone, LEVELS);
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 2));
    CHECK_ID(updated_id(devices.tablet, 0), sword);
    CHECK_ID(updated_id(devices.tablet, 1), levels);
}

/* The positions, from 0, in which the tablet receives a batch from a store with this seed. */
static bool shuffled_places(uint64_t seed, size_t *places) {
    iap_store_options options = store_options();
    options.seed = seed;
    const two_devices devices = two_devices_launch(&options);
    uint64_t ids[BATCH];
    if (!tell_together(&devices, IAP_STORE_UPDATES_SHUFFLED, ids)) return false;
    for (size_t i = 0; i < BATCH; i++) {
        places[i] = BATCH;
        for (size_t place = 0; place < BATCH; place++) {
            if (updated_id(devices.tablet, place) == ids[i]) places[i] = place;
        }
        if (!CHECK(places[i] < BATCH)) return false;
    }
    return true;
}

TEST(shuffled_updates_come_once_each_in_an_order_that_the_seed_decides) {
    size_t first[BATCH], again[BATCH], other[BATCH], in_order = 0, like_the_other = 0;
    REQUIRE(shuffled_places(7, first) && shuffled_places(7, again) && shuffled_places(8, other));
    for (size_t i = 0; i < BATCH; i++) {
        CHECK_INT(first[i], again[i]);
        in_order += first[i] == i;
        like_the_other += first[i] == other[i];
    }
    CHECK(in_order < BATCH);
    CHECK(like_the_other < BATCH);
}

TEST(how_updates_come_is_kept_in_the_state_file) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    two_devices devices = two_devices_launch(&options);
    REQUIRE_OK(iap_device_set_updates(devices.tablet->device, IAP_STORE_UPDATES_HELD, NULL));
    game_uninstall(devices.tablet);
    game_uninstall(devices.phone);
    store_close(devices.phone->store);
    devices = two_devices_launch(&options);
    REQUIRE(game_own(devices.phone, SWORD) != 0);
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
    REQUIRE_OK(iap_device_set_updates(devices.tablet->device, IAP_STORE_UPDATES_IN_ORDER, NULL));
    CHECK(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(a_repeated_update_of_what_the_queue_holds_is_not_delivered_again_in_this_launch) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    const uint64_t id = iap_transaction_id(bought);
    for (int i = 0; i < 3; i++) REQUIRE_OK(iap_store_repeat_update(game->store, id, NULL));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_repeated_update_of_what_is_finished_is_not_delivered_again) {
    static const char *const products[] = {COINS, SWORD, CLUB_MONTH};
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        test_case("%s", products[i]);
        const uint64_t id = game_own(game, products[i]);
        REQUIRE(id != 0);
        game_forget(game);
        REQUIRE_OK(iap_store_repeat_update(game->store, id, NULL));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
        game_quit(game);
        REQUIRE_OK(iap_store_repeat_update(game->store, id, NULL));
        REQUIRE(game_launch(game));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    }
}

TEST(a_repeated_update_is_heard_by_a_device_that_had_not_heard) {
    const two_devices devices = two_devices_launch(NULL);
    const iap_transaction *bought = game_buy(devices.phone, COINS);
    REQUIRE(bought != NULL);
    const uint64_t id = iap_transaction_id(bought);
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
    game *stranger = game_install(devices.phone->store, "other", "phone");
    REQUIRE(game_launch(stranger));
    REQUIRE_OK(iap_store_repeat_update(devices.phone->store, id, NULL));
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(updated_id(devices.tablet, 0), id);
    game_settle(stranger);
    CHECK_INT(stranger->log_count, 0);
}

TEST(a_consumable_that_is_finished_is_not_reported_once_more) {
    const two_devices devices = two_devices_launch(NULL);
    const uint64_t id = game_own(devices.phone, COINS);
    REQUIRE_OK(iap_store_repeat_update(devices.phone->store, id, NULL));
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
}

TEST(a_copy_is_the_same_purchase_under_another_id) {
    const two_devices devices = two_devices_launch(NULL);
    game *game = devices.phone;
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL && game_finish(game, bought));
    const uint64_t id = iap_transaction_id(bought);
    uint64_t copy_id = 0;
    REQUIRE_OK(iap_store_copy_transaction(game->store, id, &copy_id, NULL));
    CHECK(copy_id != 0 && copy_id != id);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    const iap_transaction *copy =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 1)->transaction;
    CHECK_ID(iap_transaction_id(copy), copy_id);
    CHECK_ID(iap_transaction_original_id(copy), id);
    CHECK_TEXT(iap_transaction_product_id(copy), COINS);
    CHECK_INT(iap_transaction_purchase_date_ms(copy), iap_transaction_purchase_date_ms(bought));
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(updated_id(devices.tablet, 0), copy_id);
    /* This is not a charge. */
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(unfinished != NULL && iap_transactions_count(unfinished) == 1);
    REQUIRE(game_finish(game, copy));
    unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(unfinished != NULL && iap_transactions_count(unfinished) == 0);
}

TEST(a_copy_of_a_copy_has_the_original_id_of_the_first) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    uint64_t copy_id = 0, second_id = 0;
    REQUIRE_OK(iap_store_copy_transaction(game->store, id, &copy_id, NULL));
    REQUIRE_OK(iap_store_copy_transaction(game->store, copy_id, &second_id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 3));
    const iap_transaction *second =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 2)->transaction;
    CHECK_ID(iap_transaction_id(second), second_id);
    CHECK_ID(iap_transaction_original_id(second), id);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_STATUS(iap_store_copy_transaction(game->store, id, NULL, NULL), IAP_OK);
}

TEST(a_copy_of_an_old_period_leaves_the_subscription_as_it_is) {
    game *game = game_start();
    const uint64_t month = game_own(game, CLUB_YEAR);
    const uint64_t upgrade = game_own(game, CLUB_MONTH);
    REQUIRE(month != 0 && upgrade != 0);
    REQUIRE_OK(iap_store_copy_transaction(game->store, month, NULL, NULL));
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    REQUIRE(status != NULL);
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), upgrade);
    const iap_transactions *entitlements = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(iap_transactions_count(entitlements) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(entitlements, 0)), upgrade);
}

TEST(what_updates_are_asked_of_has_to_be_there) {
    game *game = game_start();
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_repeat_update(game->store, 12345, &error), IAP_ERROR_NOT_FOUND);
    CHECK_CONTAINS(error.message, "12345");
    uint64_t copy_id = 7;
    CHECK_STATUS(iap_store_copy_transaction(game->store, 12345, &copy_id, &error), IAP_ERROR_NOT_FOUND);
    CHECK_ID(copy_id, 0);
    CHECK_STATUS(iap_store_repeat_update(NULL, 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_copy_transaction(NULL, 1, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_set_updates(NULL, IAP_STORE_UPDATES_HELD, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_set_updates(game->device, -1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_set_updates(game->device, 4, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_CONTAINS(error.message, "4");
}

/* What purchases grant when the library keeps the inventory. */

#include "inventory.h"
#include "log_lines.h"

#define DAY_MS INT64_C(86400000)

static iap_delivery_state_t delivery(const game *game, iap_transaction_state_t state, size_t n) {
    const heard *entry = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, state, n);
    return entry != NULL ? iap_transaction_delivery_state(entry->transaction) : -1;
}

TEST(a_purchase_is_granted_and_only_to_be_finished) {
    game *game = inventory_start();
    const iap_transaction *bought = game_buy(game, COINS_LARGE);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_delivery_state(bought), IAP_DELIVERY_GRANTED);
    CHECK_INT(iap_transaction_delivery_count(bought), 1);
    CHECK_INT(coins(game), 5000);
    CHECK(unlocked(game, "vip"));
    REQUIRE(game_finish(game, bought));
    CHECK_INT(coins(game), 5000);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* When the observer receives the purchase, the inventory already contains it. */
static void look_at_the_balance(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_TRANSACTION_UPDATED ||
        iap_transaction_state(entry->transaction) != IAP_TRANSACTION_PURCHASED)
        return;
    *(int64_t *)game->context = coins(game);
    CHECK(unlocked(game, "vip"));
}

TEST(a_purchase_is_granted_before_the_observers_hear_of_it) {
    game *game = inventory_start();
    int64_t balance = -1;
    game->then = look_at_the_balance;
    game->context = &balance;
    REQUIRE(game_own(game, COINS_LARGE) != 0);
    CHECK_INT(balance, 5000);
}

TEST(a_purchase_is_granted_once_however_often_it_is_handed_out) {
    game *game = inventory_start();
    REQUIRE(game_buy(game, COINS_LARGE) != NULL);
    for (int launch = 2; launch <= 4; launch++) {
        REQUIRE(inventory_relaunch(game));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        const heard *entry = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
        CHECK_INT(iap_transaction_delivery_count(entry->transaction), launch);
        CHECK_INT(iap_transaction_delivery_state(entry->transaction), IAP_DELIVERY_GRANTED);
        CHECK_INT(coins(game), 5000);
        if (launch == 4) REQUIRE(game_finish(game, entry->transaction));
    }
    REQUIRE(inventory_relaunch(game));
    game_settle(game);
    CHECK_INT(coins(game), 5000);
    CHECK(unlocked(game, "vip"));
}

TEST(a_record_of_the_grant_grants_nothing_more) {
    game *game = inventory_start();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_STATUS(iap_record_grant(game->client, bought, NULL), IAP_OK);
    game_settle(game);
    CHECK_INT(coins(game), 100);
}

TEST(counters_are_granted_times_the_quantity) {
    for (int32_t quantity = 1; quantity <= 10; quantity += 3) {
        test_case("quantity %d", (int)quantity);
        game *game = inventory_start();
        REQUIRE(own_several(game, COINS, quantity) != 0);
        CHECK_INT(coins(game), 100 * quantity);
        REQUIRE(own_several(game, COINS_LARGE, quantity) != 0);
        CHECK_INT(coins(game), 5100 * quantity);
        CHECK(unlocked(game, "vip"));
    }
}

TEST(without_a_journal_file_things_are_held_for_this_run) {
    game *game = inventory_start();
    game_quit(game);
    game->journal_path = NULL;
    REQUIRE(game_launch(game));
    REQUIRE(game_own(game, COINS) != 0);
    CHECK_INT(coins(game), 100);
    REQUIRE(inventory_relaunch(game));
    game_settle(game);
    CHECK_INT(coins(game), 0);
}

TEST(each_journal_has_an_inventory_of_its_own) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone"), *tablet = inventory_install(store, "tablet");
    REQUIRE(game_launch(phone));
    REQUIRE(game_own(phone, COINS) != 0);
    /* A tablet that runs while the purchase is unfinished would receive it, too. */
    REQUIRE(game_launch(tablet));
    game_settle(tablet);
    CHECK_INT(coins(phone), 100);
    CHECK_INT(coins(tablet), 0);
}

/* -------------------------------------------------------------------------------------------- decided by the game */

TEST(a_purchase_of_a_product_without_grants_is_left_to_the_game) {
    static const iap_grant sword = {IAP_STRUCT_SIZE(iap_grant), IAP_GRANT_UNLOCK, SWORD, "sword", 0, 0, 0};
    static const iap_inventory_options options = {IAP_STRUCT_SIZE(iap_inventory_options), 0, &sword, 1, NULL};
    game *game = inventory_install(store_open(), "phone");
    game->inventory = &options;
    REQUIRE(game_launch(game));
    CHECK_INT(iap_transaction_delivery_state(game_buy(game, COINS)), IAP_DELIVERY_NEW);
    CHECK_INT(iap_transaction_delivery_state(game_buy(game, SWORD)), IAP_DELIVERY_GRANTED);
    CHECK_INT(coins(game), 0);
}

TEST(what_was_handed_out_before_the_product_had_grants_is_left_to_the_game) {
    game *game = inventory_install(store_open(), "phone");
    game->inventory = NULL;
    REQUIRE(game_launch(game));
    CHECK_INT(iap_transaction_delivery_state(game_buy(game, COINS)), IAP_DELIVERY_NEW);
    game_quit(game);
    game->inventory = &usual_inventory;
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(delivery(game, IAP_TRANSACTION_PURCHASED, 0), IAP_DELIVERY_SEEN);
    CHECK_INT(coins(game), 0);
    const heard *entry = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    log_begin(IAP_LOG_WARNING);
    REQUIRE(game_finish(game, entry->transaction));
    CHECK_INT(coins(game), 0);
    CHECK_INT(log_count(IAP_LOG_WARNING, "the inventory granted nothing"), 1);
}

TEST(the_unlocks_of_what_was_left_to_the_game_come_with_a_restore_when_it_is_finished) {
    game *game = inventory_install(store_open(), "phone");
    game->inventory = NULL;
    REQUIRE(game_launch(game));
    CHECK_INT(iap_transaction_delivery_state(game_buy(game, SWORD)), IAP_DELIVERY_NEW);
    game_quit(game);
    game->inventory = &usual_inventory;
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(delivery(game, IAP_TRANSACTION_PURCHASED, 0), IAP_DELIVERY_SEEN);
    CHECK(!unlocked(game, "sword"));
    REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
    CHECK(!unlocked(game, "sword"));
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    CHECK_INT(delivery(game, IAP_TRANSACTION_RESTORED, 0), IAP_DELIVERY_GRANTED);
    CHECK(unlocked(game, "sword"));
}

/* --------------------------------------------------------------------------------------------------- restoring */

TEST(a_restored_purchase_grants_its_unlocks_only) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone");
    REQUIRE(game_launch(phone));
    REQUIRE(game_own(phone, SWORD) != 0 && game_own(phone, LEVELS) != 0);
    CHECK_INT(gems(phone), 5);
    game *tablet = inventory_install(store, "tablet");
    REQUIRE(game_launch(tablet));
    game_settle(tablet);
    game_restore(tablet);
    REQUIRE(AWAIT(tablet, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK_INT(game_count(tablet, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 2);
    for (size_t i = 0; i < 2; i++) CHECK_INT(delivery(tablet, IAP_TRANSACTION_RESTORED, i), IAP_DELIVERY_GRANTED);
    CHECK(unlocked(tablet, "sword") && unlocked(tablet, "levels"));
    CHECK_INT(gems(tablet), 0);
    REQUIRE(inventory_relaunch(tablet));
    CHECK(unlocked(tablet, "sword") && unlocked(tablet, "levels"));
}

TEST(a_restored_subscription_is_unlocked_to_its_end) {
    iap_store *store = store_open();
    game *phone = inventory_install(store, "phone");
    REQUIRE(game_launch(phone));
    const uint64_t id = game_own(phone, CLUB_MONTH);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_set_auto_renew(store, id, 0, NULL));
    game *tablet = inventory_install(store, "tablet");
    REQUIRE(game_launch(tablet));
    game_restore(tablet);
    REQUIRE(AWAIT(tablet, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK(unlocked(tablet, "club"));
    CHECK_INT(gems(tablet), 0);
    REQUIRE_OK(iap_store_advance_clock(store, 31 * DAY_MS - 1, NULL));
    CHECK(unlocked(tablet, "club") && unlocked(phone, "club"));
    /* A client that reads why the subscription ended ends the unlock before the tolerance is over. */
    REQUIRE_OK(iap_store_advance_clock(store, RENEWAL_TOLERANCE_MS + 1, NULL));
    CHECK(!unlocked(tablet, "club") && !unlocked(phone, "club"));
}

/* ----------------------------------------------------------------------------------------------- subscriptions */

TEST(each_renewal_grants_everything_and_extends_the_unlock) {
    game *game = inventory_start();
    const iap_transaction *bought = game_buy(game, CLUB_MONTH);
    REQUIRE(bought != NULL);
    const uint64_t id = iap_transaction_id(bought);
    REQUIRE(game_finish(game, bought));
    for (size_t renewal = 1; renewal <= 3; renewal++) {
        CHECK_INT(gems(game), 10 * (int64_t)renewal);
        CHECK(unlocked(game, "club"));
        REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY_MS, NULL));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, renewal + 1));
        CHECK_INT(delivery(game, IAP_TRANSACTION_PURCHASED, renewal), IAP_DELIVERY_GRANTED);
    }
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 62 * DAY_MS, NULL));
    game_settle(game);
    CHECK(!unlocked(game, "club"));
    CHECK_INT(gems(game), 40);
}

TEST(an_unlock_without_an_end_stays) {
    game *game = inventory_start();
    REQUIRE(game_own(game, SEASON) != 0 && game_own(game, SWORD) != 0);
    REQUIRE_OK(iap_store_advance_clock(game->store, 5000 * DAY_MS, NULL));
    CHECK(unlocked(game, "season") && unlocked(game, "sword"));
}

/* ---------------------------------------------------------------------------------------------------- balances */

TEST(a_balance_stops_at_its_maximum) {
    game *game = inventory_start();
    REQUIRE_OK(add(game, "coins", IAP_INVENTORY_BALANCE_MAX - 50, "k"));
    REQUIRE(game_own(game, COINS) != 0);
    CHECK_INT(coins(game), IAP_INVENTORY_BALANCE_MAX);
    CHECK_STATUS(add(game, "coins", 1, "l"), IAP_ERROR_TOO_LARGE);
    CHECK_INT(coins(game), IAP_INVENTORY_BALANCE_MAX);
}

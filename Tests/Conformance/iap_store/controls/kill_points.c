/* A process that is killed at the worst moments: nothing is lost, nothing is charged twice, no finished transaction comes
   again. */

#include "killed.h"

static bool kill_at(const game *game, iap_store_point_t point, uint32_t count) {
    return CHECK_STATUS(iap_store_kill_at(game->store, point, count, NULL), IAP_OK);
}

/* -------------------------------------------------------------------------------------------------------- purchases */

static void be_killed_buying(game *game, int point) {
    if (kill_at(game, point, 1)) game_buy(game, point == IAP_STORE_POINT_AFTER_CHARGE ? SWORD : COINS);
}

TEST(a_kill_before_the_charge_charges_nothing) {
    game *game = game_after_kill(__func__, be_killed_buying, IAP_STORE_POINT_BEFORE_CHARGE, true);
    if (game == NULL) return;
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_kill_after_the_charge_delivers_at_the_next_launch_and_charges_once) {
    static const iap_store_point_t points[] = {IAP_STORE_POINT_AFTER_CHARGE, IAP_STORE_POINT_BEFORE_RESPONSE};
    for (size_t i = 0; i < 2; i++) {
        test_case("point %d", (int)points[i]);
        game *game = game_after_kill(__func__, be_killed_buying, points[i], true);
        if (game == NULL) return;
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(game);
        REQUIRE(game->log_count == 1);
        CHECK_INT(store_totals(game->store).transactions, 1);
        CHECK_INT(iap_transaction_delivery_count(game->log[0].transaction), 1);
        REQUIRE(game_finish(game, game->log[0].transaction));
        CHECK_INT(store_totals(game->store).unfinished, 0);
    }
}

static void be_killed_at_the_third_purchase(game *game, int number) {
    (void)number;
    if (!kill_at(game, IAP_STORE_POINT_BEFORE_CHARGE, 3)) return;
    for (int i = 0; i < 3; i++) game_buy(game, COINS);
}

TEST(the_count_says_the_how_manieth_time_kills) {
    game *game = game_after_kill(__func__, be_killed_at_the_third_purchase, 0, true);
    if (game == NULL) return;
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    CHECK_INT(store_totals(game->store).transactions, 2);
    /* The setting ended with the process. */
    for (int i = 0; i < 3; i++) CHECK_INT(iap_transaction_state(game_buy(game, GEMS)), IAP_TRANSACTION_PURCHASED);
}

TEST(what_bought_nothing_was_not_charged) {
    game *game = game_start();
    REQUIRE(kill_at(game, IAP_STORE_POINT_AFTER_CHARGE, 1));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_FAILED);
    REQUIRE(kill_at(game, IAP_STORE_POINT_NONE, 0));
    REQUIRE(game_own(game, SWORD) != 0 && kill_at(game, IAP_STORE_POINT_AFTER_CHARGE, 1));
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_RESTORED);
}

/* ---------------------------------------------------------------------------------------------------------- finishing */

static void be_killed_finishing(game *game, int point) {
    const iap_transaction *bought = game_buy(game, COINS);
    if (bought != NULL && kill_at(game, point, 1)) game_finish(game, bought);
}

TEST(a_kill_while_finishing_lets_nothing_finished_come_again) {
    static const iap_store_point_t points[] = {IAP_STORE_POINT_BEFORE_FINISH, IAP_STORE_POINT_AFTER_FINISH};
    for (size_t i = 0; i < 2; i++) {
        test_case("point %d", (int)points[i]);
        game *game = game_after_kill(__func__, be_killed_finishing, points[i], true);
        if (game == NULL) return;
        if (points[i] == IAP_STORE_POINT_AFTER_FINISH) CHECK_INT(store_totals(game->store).unfinished, 0);
        game_settle(game);
        CHECK_INT(game->log_count, 0);
        CHECK_INT(store_totals(game->store).transactions, 1);
        CHECK_INT(store_totals(game->store).unfinished, 0);
    }
}

static void be_killed_finishing_without_a_journal(game *game, int number) {
    (void)number;
    be_killed_finishing(game, IAP_STORE_POINT_BEFORE_FINISH);
}

/* Without a file, the journal is lost with the process. This shows that the store had recorded nothing. */
TEST(before_the_finish_the_store_has_noted_nothing) {
    game *game = game_after_kill(__func__, be_killed_finishing_without_a_journal, 0, false);
    if (game == NULL) return;
    CHECK_INT(store_totals(game->store).unfinished, 1);
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

/* ------------------------------------------------------------------------------------------------------------ updates */

static void be_killed_by_an_update(game *game, int point) {
    const uint64_t id = game_own(game, SWORD);
    /* The purchase itself may have been an update of the launch, which is over by now. */
    game_settle(game);
    if (id == 0 || !kill_at(game, point, 1)) return;
    if (CHECK_STATUS(iap_store_refund(game->store, id, NULL), IAP_OK)) wait_to_be_killed(game);
}

TEST(a_kill_at_an_update_loses_no_news) {
    static const iap_store_point_t points[] = {IAP_STORE_POINT_BEFORE_UPDATE, IAP_STORE_POINT_AFTER_UPDATE};
    for (int has_journal = 0; has_journal < 2; has_journal++) {
        for (size_t i = 0; i < 2; i++) {
            test_case("point %d, journal %d", (int)points[i], has_journal);
            game *game = game_after_kill(__func__, be_killed_by_an_update, points[i], has_journal != 0);
            if (game == NULL) return;
            REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
            game_settle(game);
            CHECK_INT(game->log_count, 1);
            game_quit(game);
            REQUIRE(game_launch(game));
            game_settle(game);
            CHECK_INT(game->log_count, 0);
        }
    }
}

#define REFUNDS 3

static void be_killed_by_the_second_update(game *game, int order) {
    static const char *const products[REFUNDS] = {SWORD, LEVELS, SEASON};
    uint64_t ids[REFUNDS];
    for (size_t i = 0; i < REFUNDS; i++) {
        ids[i] = game_own(game, products[i]);
        if (ids[i] == 0) return;
    }
    game_settle(game);
    CHECK_STATUS(iap_device_set_updates(game->device, IAP_STORE_UPDATES_HELD, NULL), IAP_OK);
    for (size_t i = 0; i < REFUNDS; i++) CHECK_STATUS(iap_store_refund(game->store, ids[i], NULL), IAP_OK);
    kill_at(game, IAP_STORE_POINT_AFTER_UPDATE, 2);
    CHECK_STATUS(iap_device_set_updates(game->device, order, NULL), IAP_OK);
    wait_to_be_killed(game);
}

/* Without a journal, only the store knows what the game received. */
TEST(updates_out_of_order_count_as_heard_only_when_all_of_them_are) {
    static const iap_store_updates_t orders[] = {IAP_STORE_UPDATES_IN_ORDER, IAP_STORE_UPDATES_NEWEST_FIRST,
                                                 IAP_STORE_UPDATES_SHUFFLED};
    for (size_t i = 0; i < 3; i++) {
        test_case("order %d", (int)orders[i]);
        game *game = game_after_kill(__func__, be_killed_by_the_second_update, orders[i], false);
        if (game == NULL) return;
        const size_t expected = orders[i] == IAP_STORE_UPDATES_IN_ORDER ? REFUNDS - 1 : REFUNDS;
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, expected));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), expected);
        game_quit(game);
        REQUIRE(game_launch(game));
        game_settle(game);
        CHECK_INT(game->log_count, 0);
    }
}

/* ---------------------------------------------------------------------------------------------------------- arguments */

TEST(a_kill_can_be_taken_back_and_counts_for_one_handle) {
    iap_store *store = store_open();
    game *game = game_start();
    CHECK_STATUS(iap_store_kill_at(store, IAP_STORE_POINT_BEFORE_CHARGE, 1, NULL), IAP_OK);
    REQUIRE(kill_at(game, IAP_STORE_POINT_BEFORE_CHARGE, 1) && kill_at(game, IAP_STORE_POINT_NONE, 1));
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
    /* A later setting replaces the earlier one. */
    REQUIRE(kill_at(game, IAP_STORE_POINT_BEFORE_CHARGE, 1) && kill_at(game, IAP_STORE_POINT_BEFORE_FINISH, 2));
    CHECK(game_own(game, GEMS) != 0);
}

TEST(a_kill_point_is_one_that_there_is) {
    iap_store *store = store_open();
    iap_error error = IAP_ERROR_VALUE_INIT;
    static const iap_store_point_t points[] = {-1, 10, INT32_MAX};
    for (size_t i = 0; i < 3; i++)
        CHECK_STATUS(iap_store_kill_at(store, points[i], 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_kill_at(store, IAP_STORE_POINT_BEFORE_CHARGE, 0, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_CONTAINS(error.message, "count");
    CHECK_STATUS(iap_store_kill_at(NULL, IAP_STORE_POINT_NONE, 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    for (iap_store_point_t point = IAP_STORE_POINT_NONE; point <= IAP_STORE_POINT_AFTER_RENEWAL; point++)
        CHECK_STATUS(iap_store_kill_at(store, point, 1, NULL), IAP_OK);
    store_close(store);
    CHECK_STATUS(iap_store_kill_at(store, IAP_STORE_POINT_NONE, 1, NULL), IAP_ERROR_CLOSED);
}

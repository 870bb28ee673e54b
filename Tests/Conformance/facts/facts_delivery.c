/* Delivery: which transactions a game receives, when, and how often. */

#include "facts.h"
#include "two_devices.h"

static const char *const every_kind[] = {COINS, SWORD, SEASON, CLUB_MONTH};
enum { KINDS = sizeof every_kind / sizeof every_kind[0] };

static size_t purchased(const game *game) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED);
}

static bool set_updates(const game *game, iap_store_updates_t updates) {
    return CHECK_STATUS(iap_device_set_updates(game->device, updates, NULL), IAP_OK);
}

TEST(a_purchase_in_the_game_is_told_as_its_outcome_and_not_once_more) {
    for (size_t i = 0; i < KINDS; i++) {
        test_case("%s", every_kind[i]);
        game *game = game_start();
        const uint64_t payment = game_pay(game, every_kind[i], 1);
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING), 1);
        CHECK_INT(purchased(game), 1);
        const heard *outcome = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
        CHECK_ID(iap_transaction_payment_id(outcome->transaction), payment);
    }
}

/* Checks that the game received exactly one update, and that it is for this transaction. */
static void check_update(game *game, uint64_t id) {
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
    CHECK_ID(updated_id(game, 0), id);
    const heard *update = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_ID(iap_transaction_payment_id(update->transaction), 0);
}

TEST(purchases_on_another_device_come_as_updates) {
    for (size_t i = 0; i < KINDS; i++) {
        test_case("%s", every_kind[i]);
        const two_devices devices = two_devices_launch(NULL);
        const uint64_t id = iap_transaction_id(game_buy(devices.phone, every_kind[i]));
        REQUIRE(id != 0);
        if (i == 0) {
            /* An unfinished consumable reaches the other devices when they launch. */
            game_settle(devices.tablet);
            CHECK_INT(devices.tablet->log_count, 0);
            game_quit(devices.tablet);
            REQUIRE(game_launch(devices.tablet));
        }
        check_update(devices.tablet, id);
    }
}

TEST(purchases_that_are_made_in_the_app_store_come_as_updates_to_every_device) {
    for (size_t i = 0; i < KINDS; i++) {
        test_case("%s", every_kind[i]);
        const two_devices devices = two_devices_launch(NULL);
        iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
        purchase.product_id = every_kind[i];
        uint64_t id = 0;
        REQUIRE_OK(iap_store_buy(devices.phone->store, "player", &purchase, &id, NULL));
        check_update(devices.phone, id);
        check_update(devices.tablet, id);
    }
}

/* ----------------------------------------------------------------------------------------------------- renewals */

TEST(a_renewal_that_a_running_game_does_not_hear_of_comes_at_its_next_launch) {
    game *game = ladder_game();
    /* The library lists the unfinished transactions again in the first half minute. */
    REQUIRE(game_own(game, LADDER_MIDDLE) != 0 && pass(game, 60000) && set_updates(game, IAP_STORE_UPDATES_HELD));
    game_forget(game);
    REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
    CHECK_INT(history(game, LADDER_MIDDLE), 2);
    CHECK_INT(purchased(game), 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    const uint64_t renewed = iap_transaction_id(period_of(game, LADDER_GROUP));
    check_update(game, renewed);
}

#define MISSED 4
#define MISSED_MS ((MISSED * 31 - 2) * DAY_MS)

TEST(renewals_that_a_closed_game_has_missed_come_at_its_next_launch_oldest_first) {
    game *game = ladder_game();
    const uint64_t first = game_own(game, LADDER_MIDDLE);
    game_quit(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, MISSED_MS, NULL));
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, MISSED));
    game_settle(game);
    CHECK_INT(purchased(game), MISSED);
    for (size_t i = 0; i < MISSED; i++) CHECK(updated_id(game, i) > (i == 0 ? first : updated_id(game, i - 1)));
}

TEST(renewals_that_wait_can_come_newest_first) {
    game *game = ladder_game();
    /* The library lists the unfinished transactions again in the first half minute. */
    REQUIRE(game_own(game, LADDER_MIDDLE) != 0 && pass(game, 60000) && set_updates(game, IAP_STORE_UPDATES_HELD));
    game_forget(game);
    REQUIRE(pass(game, MISSED_MS));
    CHECK_INT(purchased(game), 0);
    REQUIRE(set_updates(game, IAP_STORE_UPDATES_NEWEST_FIRST));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, MISSED));
    game_settle(game);
    CHECK_INT(purchased(game), MISSED);
    for (size_t i = 1; i < MISSED; i++) CHECK(updated_id(game, i) < updated_id(game, i - 1));
}

static iap_subscription_state_t reported_state(const game *game, size_t n) {
    const heard *news = game_nth(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE, n);
    return news != NULL ? iap_subscription_status_state(news->status) : IAP_SUBSCRIPTION_STATE_UNKNOWN;
}

TEST(between_a_period_and_its_renewal_no_end_is_reported) {
    game *game = ladder_game();
    REQUIRE(game_own(game, LADDER_MIDDLE) != 0);
    for (int month = 0; month < 12; month++) {
        const int64_t end = end_of(game, LADDER_GROUP);
        REQUIRE(pass_until(game, end - 1));
        CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
        REQUIRE(pass(game, 1));
        CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    }
    const size_t told = game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE);
    for (size_t i = 0; i < told; i++) CHECK_INT(reported_state(game, i), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

TEST(a_subscription_can_be_seen_to_end_before_its_renewal_comes) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    game_settle(game);
    game_forget(game);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, 1));
    CHECK_INT(reported_state(game, 0), IAP_SUBSCRIPTION_STATE_EXPIRED);
    renewal.expiration_reason = IAP_EXPIRATION_REASON_NONE;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    REQUIRE_OK(iap_store_force_renewal(game->store, id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

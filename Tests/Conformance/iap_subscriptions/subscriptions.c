/* Auto-renewable and non-renewing subscriptions, and how time passes for them. */

#include "game.h"

#define DAY_MS INT64_C(86400000)

TEST(an_active_subscription_is_not_charged_again) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_advance_clock(game->store, 10 * DAY_MS, NULL));
    const heard *again = game_outcome(game, game_pay(game, CLUB_MONTH, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_original_id(again->transaction), id);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(an_expired_subscription_can_be_bought_again_with_the_same_original_id) {
    game *game = game_start();
    const uint64_t first = game_own(game, CLUB_MONTH);
    REQUIRE(first != 0);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, first, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    const int64_t now = iap_store_now_ms(game->store);
    const heard *outcome = game_outcome(game, game_pay(game, CLUB_MONTH, 1));
    REQUIRE(outcome != NULL);
    const iap_transaction *second = outcome->transaction;
    CHECK_INT(iap_transaction_state(second), IAP_TRANSACTION_PURCHASED);
    CHECK(iap_transaction_id(second) != first);
    CHECK_ID(iap_transaction_original_id(second), first);
    CHECK_INT(iap_transaction_purchase_date_ms(second), now);
    CHECK_INT(iap_transaction_original_purchase_date_ms(second), now - 32 * DAY_MS);
    /* Bought on 2 February; ends on 2 March. */
    CHECK_INT(iap_transaction_expiration_date_ms(second), now + 28 * DAY_MS);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(an_unfinished_subscription_stays_unfinished_when_it_expires) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, CLUB_MONTH);
    REQUIRE(bought != NULL);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, iap_transaction_id(bought), 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK(game_finish(game, game->log[0].transaction));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* ------------------------------------------------------------------------------------------------------- clocks */

TEST(a_virtual_clock_stands_still_until_it_is_moved) {
    game *game = game_start();
    CHECK_INT(iap_store_now_ms(game->store), 1767225600000);
    REQUIRE(game_buy(game, COINS) != NULL);
    CHECK_INT(iap_store_now_ms(game->store), 1767225600000);
    REQUIRE_OK(iap_store_advance_clock(game->store, 12345, NULL));
    CHECK_INT(iap_store_now_ms(game->store), 1767225612345);
    REQUIRE_OK(iap_store_advance_clock(game->store, 0, NULL));
    CHECK_INT(iap_store_now_ms(game->store), 1767225612345);
    CHECK_INT(iap_transaction_purchase_date_ms(game_buy(game, COINS)), 1767225612345);
}

TEST(a_clock_is_moved_forward_and_not_beyond_the_year_9998) {
    iap_store *store = store_open();
    const int64_t start = 1767225600000, end = INT64_C(253370764800000); /* 9999-01-01T00:00:00Z */
    const int64_t refused[] = {-1, INT64_MIN, INT64_MAX, end - start};
    for (size_t i = 0; i < 4; i++) {
        test_case("case %zu", i);
        CHECK_STATUS(iap_store_advance_clock(store, refused[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_INT(iap_store_now_ms(store), start);
    }
    CHECK_STATUS(iap_store_advance_clock(store, end - 1 - start, NULL), IAP_OK);
    CHECK_INT(iap_store_now_ms(store), end - 1);
}

TEST(only_a_virtual_clock_can_be_moved) {
    iap_store_options options = store_options();
    options.clock = IAP_STORE_CLOCK_REAL;
    CHECK_STATUS(iap_store_advance_clock(store_open_with(&options), 1, NULL), IAP_ERROR_INVALID_STATE);
    options.clock = IAP_STORE_CLOCK_ACCELERATED;
    options.time_rate = 15;
    CHECK_STATUS(iap_store_advance_clock(store_open_with(&options), 1, NULL), IAP_ERROR_INVALID_STATE);
}

TEST(a_real_clock_tells_the_time_of_the_machine) {
    iap_store_options options = store_options();
    options.clock = IAP_STORE_CLOCK_REAL;
    iap_store *store = store_open_with(&options);
    const int64_t now = iap_store_now_ms(store);
    CHECK(now > 1767225600000 - 365 * DAY_MS);
    CHECK(iap_store_now_ms(store) >= now);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    const iap_transaction *bought = game_buy(game, CLUB_MONTH);
    CHECK(iap_transaction_purchase_date_ms(bought) >= now);
    CHECK(iap_transaction_purchase_date_ms(bought) <= iap_store_now_ms(store));
    const int64_t period = iap_transaction_expiration_date_ms(bought) - iap_transaction_purchase_date_ms(bought);
    CHECK(period >= 28 * DAY_MS && period <= 31 * DAY_MS);
}

TEST(an_accelerated_clock_shortens_periods) {
    iap_store_options options = store_options();
    options.clock = IAP_STORE_CLOCK_ACCELERATED;
    options.time_rate = 15; /* a monthly renewal every thirty seconds */
    iap_store *store = store_open_with(&options);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    const iap_transaction *bought = game_buy(game, CLUB_MONTH);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_expiration_date_ms(bought) - iap_transaction_purchase_date_ms(bought), 30000);
}

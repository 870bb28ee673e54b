/* A test sets the virtual clock, also to an earlier time. */

#include "game.h"

#define START_MS 1767225600000

TEST(a_virtual_clock_is_set_forward_and_back) {
    game *game = game_start();
    static const int64_t times[] = {START_MS + 1, START_MS + 86400000, START_MS - 86400000, 0, START_MS};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        test_case("%lld", (long long)times[i]);
        REQUIRE_OK(iap_store_set_clock(game->store, times[i], NULL));
        CHECK_INT(iap_store_now_ms(game->store), times[i]);
        const iap_transaction *bought = game_buy(game, COINS);
        CHECK_INT(iap_transaction_purchase_date_ms(bought), times[i]);
    }
}

TEST(what_happened_before_the_clock_was_set_back_has_happened) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_set_clock(game->store, START_MS - 1000000, NULL));
    const iap_transactions *owned = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(iap_transactions_count(owned) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(owned, 0)), id);
    CHECK_INT(iap_transaction_purchase_date_ms(iap_transactions_at(owned, 0)), START_MS);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_clock_is_set_within_the_years_that_calendars_know) {
    iap_store *store = store_open();
    iap_error error = IAP_ERROR_VALUE_INIT;
    static const int64_t times[] = {-1, INT64_MIN, INT64_MAX, 253370764800000};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        test_case("%lld", (long long)times[i]);
        CHECK_STATUS(iap_store_set_clock(store, times[i], &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    CHECK_INT(iap_store_now_ms(store), START_MS);
    CHECK_STATUS(iap_store_set_clock(store, 253370764799999, NULL), IAP_OK);
}

TEST(only_a_virtual_clock_can_be_set) {
    static const iap_store_clock_t clocks[] = {IAP_STORE_CLOCK_REAL, IAP_STORE_CLOCK_ACCELERATED};
    for (size_t i = 0; i < 2; i++) {
        iap_store_options options = store_options();
        options.clock = clocks[i];
        iap_store *store = store_open_with(&options);
        CHECK_STATUS(iap_store_set_clock(store, START_MS, NULL), IAP_ERROR_INVALID_STATE);
        store_close(store);
        CHECK_STATUS(iap_store_set_clock(store, START_MS, NULL), IAP_ERROR_CLOSED);
    }
    CHECK_STATUS(iap_store_set_clock(NULL, START_MS, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

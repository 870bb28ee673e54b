/* What is missing in the list of current entitlements, and what stays in it too long, to the millisecond. */

#include "quirks.h"

static iap_store_purchase purchase_of(const char *product_id) {
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = product_id;
    return purchase;
}

/* The only transaction of a product in a list; 0, reported as a failure, if there is not exactly one. */
static uint64_t listed_id(game *game, const char *product_id) {
    const iap_transactions *list = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, product_id);
    return CHECK_INT(iap_transactions_count(list), 1) ? iap_transaction_id(iap_transactions_at(list, 0)) : 0;
}

TEST(what_was_bought_is_not_listed_for_so_many_milliseconds) {
    static const int64_t lags[] = {0, 1, 1000};
    for (size_t i = 0; i < 3; i++) {
        test_case("%lld ms", (long long)lags[i]);
        game *game = quirk_offers_game(IAP_QUIRK_LISTING_LAG_MS, lags[i]);
        const int64_t bought = iap_store_now_ms(game->store);
        REQUIRE(game_own(game, HAT) != 0);
        CHECK_INT(entitlements(game, HAT), lags[i] == 0);
        if (lags[i] > 0) REQUIRE(pass_until(game, bought + lags[i] - 1));
        CHECK_INT(entitlements(game, HAT), lags[i] == 0);
        /* The history and the newest transaction of the product are not late. */
        CHECK_INT(history(game, HAT), 1);
        CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_LATEST, HAT)), 1);
        REQUIRE(pass_until(game, bought + lags[i]));
        CHECK_INT(entitlements(game, HAT), 1);
    }
}

TEST(what_was_bought_on_another_device_is_listed_as_late_as_announcements_say) {
    game *phone = quirk_offers_game(IAP_QUIRK_LISTING_LAG_MS, 1000);
    game *tablet = another_game(phone->store, "player", "tablet");
    game_settle(tablet);
    REQUIRE(game_own(phone, HAT) != 0);
    CHECK_INT(entitlements(tablet, HAT), 1);
    CHECK_INT(entitlements(phone, HAT), 0);
}

TEST(what_was_bought_is_missing_from_so_many_reads_of_the_list) {
    game *game = quirk_offers_game(IAP_QUIRK_LISTING_LAG_READS, 100);
    REQUIRE(game_own(game, HAT) != 0);
    game_settle(game);
    int reads = 1;
    while (entitlements(game, HAT) == 0 && reads < 200) reads++;
    /* The library itself reads the list after a purchase. */
    CHECK(reads > 80 && reads <= 101);
    CHECK_INT(entitlements(game, HAT), 1);
    /* Time does not end it. */
    REQUIRE(game_own(game, PASS_GOLD) != 0 && pass(game, 10 * MINUTE_MS));
    CHECK_INT(entitlements(game, PASS_GOLD), 0);
}

TEST(what_arrives_by_itself_is_announced_so_many_milliseconds_before_it_is_listed) {
    game *game = quirk_offers_game(IAP_QUIRK_ANNOUNCE_BEFORE_LISTING_MS, 500);
    game_settle(game);
    const iap_store_purchase purchase = purchase_of(HAT);
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(entitlements(game, HAT), 0);
    REQUIRE(pass(game, 499));
    CHECK_INT(entitlements(game, HAT), 0);
    REQUIRE(pass(game, 1));
    CHECK_INT(entitlements(game, HAT), 1);
    /* The store lists the game's own purchase immediately. */
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    CHECK_INT(entitlements(game, PASS_GOLD), 1);
}

TEST(until_a_renewal_is_listed_the_list_has_the_period_before_it) {
    game *game = quirk_offers_game(IAP_QUIRK_RENEWAL_BEFORE_LISTING_MS, 500);
    const uint64_t first = game_own(game, PASS_GOLD);
    const int64_t end = end_of(game, PASS_GROUP);
    REQUIRE(first != 0 && pass_until(game, end));
    CHECK_INT(bought_count(game), 2);
    CHECK_ID(listed_id(game, PASS_GOLD), first);
    REQUIRE(pass_until(game, end + 499));
    CHECK_ID(listed_id(game, PASS_GOLD), first);
    REQUIRE(pass_until(game, end + 500));
    CHECK(listed_id(game, PASS_GOLD) != first);
}

TEST(what_was_refunded_is_listed_for_so_many_milliseconds_more) {
    game *game = quirk_offers_game(IAP_QUIRK_REFUND_LAG_MS, 2000);
    const uint64_t id = game_own(game, HAT);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(pass(game, 1999));
    const iap_transactions *list = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, HAT);
    REQUIRE(iap_transactions_count(list) == 1);
    CHECK_INT(iap_transaction_revocation_date_ms(iap_transactions_at(list, 0)), 0);
    CHECK(iap_transaction_revocation_date_ms(in_history(game, id)) != 0);
    REQUIRE(pass(game, 1));
    CHECK_INT(entitlements(game, HAT), 0);
}

TEST(a_refunded_pass_is_listed_again_in_the_second_second_and_nothing_else_is) {
    game *game = another_game(quirk_store(IAP_QUIRK_REFUND_RELIST_FLICKER, 1), "player", "phone");
    const uint64_t season = game_own(game, SEASON), sword = game_own(game, SWORD);
    const int64_t refunded = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_refund(game->store, season, NULL));
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    static const struct {
        int64_t after;
        size_t count;
    } moments[] = {{0, 0}, {999, 0}, {1000, 1}, {1999, 1}, {2000, 0}, {5000, 0}};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        test_case("%lld ms", (long long)moments[i].after);
        REQUIRE(pass_until(game, refunded + moments[i].after));
        CHECK_INT(entitlements(game, SEASON), moments[i].count);
        CHECK_INT(entitlements(game, SWORD), 0);
    }
}

TEST(in_the_moment_of_renewal_the_list_may_lack_the_subscription) {
    game *game = quirk_offers_game(IAP_QUIRK_RENEWAL_FLICKER_MS, 700);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_LISTING_EMPTY, 1));
    REQUIRE(game_own(game, PASS_GOLD) != 0 && game_own(game, HAT) != 0);
    const int64_t end = end_of(game, PASS_GROUP);
    REQUIRE(pass_until(game, end - 1));
    CHECK_INT(entitlements(game, PASS_GOLD), 1);
    REQUIRE(pass_until(game, end));
    CHECK_INT(entitlements(game, PASS_GOLD), 0);
    CHECK_INT(entitlements(game, HAT), 1);
    REQUIRE(pass_until(game, end + 699));
    CHECK_INT(entitlements(game, PASS_GOLD), 0);
    REQUIRE(pass_until(game, end + 700));
    CHECK_INT(entitlements(game, PASS_GOLD), 1);
}

TEST(a_subscription_in_billing_retry_is_listed_if_that_is_the_quirk) {
    for (int64_t value = 0; value <= 1; value++) {
        test_case("%d", (int)value);
        game *game = quirk_offers_game(IAP_QUIRK_RETRY_LISTED, value);
        const uint64_t id = game_own(game, PASS_GOLD);
        REQUIRE(id != 0 && let_renewals_fail(game, 0) && pass_until(game, end_of(game, PASS_GROUP)));
        CHECK_INT(state_of(game, PASS_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
        CHECK_INT(entitlements(game, PASS_GOLD), value);
        if (value) CHECK_ID(listed_id(game, PASS_GOLD), id);
        REQUIRE(pass(game, 61 * DAY_MS));
        CHECK_INT(entitlements(game, PASS_GOLD), 0);
    }
}

TEST(what_was_upgraded_is_listed_to_the_end_of_its_period_if_that_is_the_quirk) {
    for (int64_t value = 0; value <= 1; value++) {
        test_case("%d", (int)value);
        game *game = quirk_offers_game(IAP_QUIRK_UPGRADED_STILL_LISTED, value);
        REQUIRE(game_own(game, PASS_SILVER) != 0);
        const int64_t end = end_of(game, PASS_GROUP);
        REQUIRE(game_own(game, PASS_GOLD) != 0);
        const iap_transactions *list = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, PASS_SILVER);
        CHECK_INT(iap_transactions_count(list), value);
        if (value) CHECK_INT(iap_transaction_is_upgraded(iap_transactions_at(list, 0)), 1);
        CHECK_INT(entitlements(game, PASS_GOLD), 1);
        REQUIRE(pass_until(game, end));
        CHECK_INT(entitlements(game, PASS_SILVER), 0);
    }
}

TEST(where_the_calendar_empties_the_list_all_else_is_answered) {
    game *game = quirk_offers_game(IAP_QUIRK_NON_GREGORIAN_EMPTY, 1);
    REQUIRE(game_own(game, HAT) != 0 && game_own(game, PASS_GOLD) != 0);
    CHECK_INT(entitlements(game, NULL), 0);
    CHECK_INT(history(game, NULL), 2);
    CHECK_INT(state_of(game, PASS_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_NON_GREGORIAN_EMPTY, 0));
    CHECK_INT(entitlements(game, NULL), 2);
}

/* ----------------------------------------------------------------------------------------- empty lists after a launch */

static size_t latest_count(game *game, const char *product_id) {
    return iap_transactions_count(game_query(game, IAP_QUERY_LATEST, product_id));
}

TEST(the_lists_are_empty_for_so_many_milliseconds_after_a_launch) {
    game *game = quirk_offers_game(IAP_QUIRK_LISTS_EMPTY_MS, 3000);
    REQUIRE(game_own(game, HAT) != 0 && pass(game, MINUTE_MS));
    CHECK_INT(entitlements(game, HAT), 1);
    game_quit(game);
    REQUIRE(game_launch(game));
    const int64_t launched = iap_store_now_ms(game->store);
    for (int moment = 0; moment < 2; moment++) {
        REQUIRE(pass_until(game, launched + 2999 * moment));
        CHECK_INT(entitlements(game, HAT), 0);
        CHECK_INT(history(game, NULL), 0);
        CHECK_INT(latest_count(game, HAT), 1);
    }
    REQUIRE(pass_until(game, launched + 3000));
    CHECK_INT(entitlements(game, HAT), 1);
    CHECK_INT(history(game, NULL), 1);
}

TEST(the_latest_transaction_is_missing_for_so_many_milliseconds_after_a_launch) {
    game *game = quirk_offers_game(IAP_QUIRK_LATEST_EMPTY_MS, 3000);
    REQUIRE(game_own(game, HAT) != 0 && pass(game, MINUTE_MS));
    game_quit(game);
    REQUIRE(game_launch(game));
    const int64_t launched = iap_store_now_ms(game->store);
    REQUIRE(pass_until(game, launched + 2999));
    CHECK_INT(latest_count(game, HAT), 0);
    CHECK_INT(entitlements(game, HAT), 1);
    CHECK_INT(history(game, NULL), 1);
    REQUIRE(pass_until(game, launched + 3000));
    CHECK_INT(latest_count(game, HAT), 1);
}

TEST(lists_that_are_always_empty_are_so_after_a_restore_while_the_rest_is_answered) {
    static const iap_quirk_t quirks[] = {IAP_QUIRK_LISTS_EMPTY_MS, IAP_QUIRK_LATEST_EMPTY_MS};
    game *game = quirk_offers_game(quirks[0], iap_quirk_largest(quirks[0]));
    REQUIRE(set_quirk(game->store, quirks[1], iap_quirk_largest(quirks[1])));
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    const uint64_t hat = iap_transaction_id(game_buy(game, HAT));
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1) && pass(game, 2 * DAY_MS));
    CHECK_INT(entitlements(game, NULL), 0);
    CHECK_INT(history(game, NULL), 0);
    CHECK_INT(latest_count(game, HAT), 0);
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(unfinished, 0)), hat);
    CHECK_INT(state_of(game, PASS_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    REQUIRE(set_quirk(game->store, quirks[0], 0) && set_quirk(game->store, quirks[1], 0));
    CHECK_INT(entitlements(game, NULL), 2);
    CHECK_INT(latest_count(game, HAT), 1);
}

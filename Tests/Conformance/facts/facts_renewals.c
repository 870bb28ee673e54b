/* Renewals: when they are charged, what happens if the charge fails, and how a subscription ends. */

#include "facts.h"

#define RETRY_MS (60 * DAY_MS)

/* A game that subscribed on 1 January to a product without offers. */
static game *subscriber(const char *product_id, uint64_t *id) {
    game *game = another_game(offers_store_of(ladder_text(true), NULL), "player", "phone");
    *id = game_own(game, product_id);
    game_settle(game);
    game_forget(game);
    return game;
}

/* Lets the subscriber's renewal fail. Returns the end of the period. */
static int64_t fail_renewal(game *game, int32_t grace_days) {
    const int64_t end = end_of(game, LADDER_GROUP);
    let_renewals_fail(game, grace_days);
    pass_until(game, end);
    return end;
}

TEST(each_renewal_is_a_transaction_of_its_own) {
    uint64_t id = 0;
    game *game = subscriber(LADDER_MIDDLE, &id);
    for (size_t month = 1; month <= 14; month++) {
        test_case("month %zu", month);
        const iap_transaction *before = period_of(game, LADDER_GROUP);
        const int64_t end = iap_transaction_expiration_date_ms(before);
        REQUIRE(pass_until(game, end));
        const iap_transaction *renewed = period_of(game, LADDER_GROUP);
        CHECK(iap_transaction_id(renewed) != iap_transaction_id(before));
        CHECK_ID(iap_transaction_original_id(renewed), id);
        CHECK_INT(iap_transaction_reason(renewed), IAP_TRANSACTION_REASON_RENEWAL);
        CHECK_INT(iap_transaction_purchase_date_ms(renewed), end);
        CHECK_INT(iap_transaction_price_milliunits(renewed), 10000);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), month);
        CHECK_INT(history(game, LADDER_MIDDLE), month + 1);
        CHECK_INT(entitlements(game, LADDER_MIDDLE), 1);
    }
}

TEST(a_renewal_is_charged_within_the_last_day_of_a_period_or_at_its_end) {
    uint64_t id = 0;
    game *game = subscriber(LADDER_MIDDLE, &id);
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE(pass_until(game, end - DAY_MS - 1));
    CHECK_INT(store_totals(game->store).transactions, 1);
    REQUIRE(pass_until(game, end));
    CHECK_INT(store_totals(game->store).transactions, 2);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

/* ------------------------------------------------------------------------------------------------ billing retry */

static void check_retry(game *game) {
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_BILLING_ERROR);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_of(game, LADDER_GROUP)), 1);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(entitlements(game, NULL), 0);
}

static void check_grace(game *game, int64_t until) {
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_BILLING_ERROR);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_of(game, LADDER_GROUP)), 1);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_of(game, LADDER_GROUP)), until);
    CHECK_INT(entitlements(game, NULL), 1);
}

static void check_expired(game *game, iap_expiration_reason_t reason) {
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(ending_of(game, LADDER_GROUP), reason);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(entitlements(game, NULL), 0);
}

TEST(without_grace_a_renewal_that_fails_is_tried_again_for_sixty_days) {
    static const char *const products[] = {LADDER_MIDDLE, LADDER_YEAR};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", products[i]);
        uint64_t id = 0;
        game *game = subscriber(products[i], &id);
        const int64_t end = fail_renewal(game, 0);
        check_retry(game);
        REQUIRE(pass_until(game, end + RETRY_MS - 1));
        check_retry(game);
        REQUIRE(pass(game, 1));
        check_expired(game, IAP_EXPIRATION_REASON_BILLING_ERROR);
        /* The game receives events for billing retry and for the end, and there was no charge. */
        CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 2);
        CHECK_INT(store_totals(game->store).transactions, 1);
        REQUIRE(let_renewals_succeed(game) && pass(game, RETRY_MS));
        check_expired(game, IAP_EXPIRATION_REASON_BILLING_ERROR);
    }
}

TEST(with_grace_a_renewal_that_fails_goes_from_grace_to_retry_to_the_end) {
    uint64_t id = 0;
    game *game = subscriber(LADDER_MIDDLE, &id);
    const int64_t end = fail_renewal(game, 16);
    check_grace(game, end + 16 * DAY_MS);
    REQUIRE(pass_until(game, end + 16 * DAY_MS - 1));
    check_grace(game, end + 16 * DAY_MS);
    REQUIRE(pass(game, 1));
    check_retry(game);
    REQUIRE(pass_until(game, end + RETRY_MS - 1));
    check_retry(game);
    REQUIRE(pass(game, 1));
    check_expired(game, IAP_EXPIRATION_REASON_BILLING_ERROR);
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 3);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(grace_lasts_as_long_as_the_app_has_chosen_and_at_most_six_days_for_a_week) {
    static const struct {
        const char *product_id, *group_id;
        int32_t choice, days;
    } cases[] = {
        {NEWS, NEWS_GROUP, 3, 3},      {NEWS, NEWS_GROUP, 16, 6},       {NEWS, NEWS_GROUP, 28, 6},
        {PASS_GOLD, PASS_GROUP, 3, 3}, {PASS_GOLD, PASS_GROUP, 16, 16}, {PASS_GOLD, PASS_GROUP, 28, 28},
        {PASS_YEAR, PASS_GROUP, 3, 3}, {PASS_YEAR, PASS_GROUP, 16, 16}, {PASS_YEAR, PASS_GROUP, 28, 28},
        {PASS_GOLD, PASS_GROUP, 0, 0}, {NEWS, NEWS_GROUP, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%d days for %s", (int)cases[i].choice, cases[i].product_id);
        game *game = offers_game();
        REQUIRE(game_own(game, cases[i].product_id) != 0);
        REQUIRE(let_renewals_fail(game, cases[i].choice));
        const int64_t end = end_of(game, cases[i].group_id);
        REQUIRE(pass_until(game, end));
        const int64_t grace = cases[i].days * DAY_MS;
        const iap_renewal_info *info = renewal_of(game, cases[i].group_id);
        CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(info), grace == 0 ? 0 : end + grace);
        CHECK_INT(entitlements(game, cases[i].product_id), grace != 0);
        if (grace == 0) continue;
        REQUIRE(pass(game, grace - 1));
        CHECK_INT(entitlements(game, cases[i].product_id), 1);
        REQUIRE(pass(game, 1));
        CHECK_INT(entitlements(game, cases[i].product_id), 0);
    }
}

/* ---------------------------------------------------------------------------------------------------- recovery */

/* Lets the player pay again: the test tells the store, or the store tries the charge again. */
static bool recover(game *game, uint64_t id, bool is_found_out) {
    if (!is_found_out) {
        if (!CHECK_STATUS(iap_store_resolve_issue(game->store, id, NULL), IAP_OK)) return false;
        game_settle(game);
        return true;
    }
    return let_renewals_succeed(game) && pass(game, DAY_MS);
}

static void check_recovered(game *game, uint64_t id) {
    const iap_transaction *renewed = period_of(game, LADDER_GROUP);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_NONE);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(renewal_of(game, LADDER_GROUP)), 0);
    CHECK(iap_transaction_id(renewed) != id);
    CHECK_ID(iap_transaction_original_id(renewed), id);
    CHECK_INT(iap_transaction_reason(renewed), IAP_TRANSACTION_REASON_RENEWAL);
    CHECK_INT(entitlements(game, LADDER_MIDDLE), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
}

TEST(recovery_in_grace_keeps_the_billing_date) {
    for (int is_found_out = 0; is_found_out < 2; is_found_out++) {
        test_case("%s", is_found_out ? "found out" : "resolved");
        uint64_t id = 0;
        game *game = subscriber(LADDER_MIDDLE, &id);
        const int64_t end = fail_renewal(game, 16);
        REQUIRE(pass(game, 9 * DAY_MS + 5) && recover(game, id, is_found_out));
        check_recovered(game, id);
        CHECK_INT(iap_transaction_purchase_date_ms(period_of(game, LADDER_GROUP)), end);
        /* This is February. */
        CHECK_INT(end_of(game, LADDER_GROUP), end + 28 * DAY_MS);
    }
}

TEST(recovery_after_grace_begins_a_new_cycle) {
    for (int is_found_out = 0; is_found_out < 2; is_found_out++) {
        for (int32_t grace = 0; grace <= 3; grace += 3) {
            test_case("%s after %d days of grace", is_found_out ? "found out" : "resolved", (int)grace);
            uint64_t id = 0;
            game *game = subscriber(LADDER_MIDDLE, &id);
            const int64_t end = fail_renewal(game, grace);
            const int64_t earliest = end + 9 * DAY_MS;
            REQUIRE(pass_until(game, earliest) && recover(game, id, is_found_out));
            check_recovered(game, id);
            const int64_t begin = iap_transaction_purchase_date_ms(period_of(game, LADDER_GROUP));
            CHECK(begin >= earliest && begin <= iap_store_now_ms(game->store));
            CHECK(is_found_out || begin == earliest);
            CHECK_INT(end_of(game, LADDER_GROUP), begin + 28 * DAY_MS);
            REQUIRE(let_renewals_succeed(game) && pass_until(game, begin + 28 * DAY_MS));
            CHECK_INT(iap_transaction_purchase_date_ms(period_of(game, LADDER_GROUP)), begin + 28 * DAY_MS);
        }
    }
}

TEST(who_cancels_during_grace_or_retry_leaves_at_once) {
    for (int32_t grace = 0; grace <= 16; grace += 16) {
        test_case("%d days of grace", (int)grace);
        uint64_t id = 0;
        game *game = subscriber(LADDER_MIDDLE, &id);
        fail_renewal(game, grace);
        REQUIRE(pass(game, DAY_MS));
        CHECK_INT(entitlements(game, LADDER_MIDDLE), grace != 0);
        REQUIRE(set_auto_renew(game, id, false));
        check_expired(game, IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
        CHECK_STATUS(iap_store_resolve_issue(game->store, id, NULL), IAP_ERROR_INVALID_STATE);
        REQUIRE(let_renewals_succeed(game) && pass(game, RETRY_MS));
        CHECK_INT(store_totals(game->store).transactions, 1);
    }
}

/* ------------------------------------------------------------------------------------- the end of a subscription */

TEST(with_the_renewal_off_the_account_is_entitled_until_the_period_ends) {
    uint64_t id = 0;
    game *game = subscriber(LADDER_MIDDLE, &id);
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE(pass(game, DAY_MS) && set_auto_renew(game, id, false));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), NULL);
    CHECK_INT(end_of(game, LADDER_GROUP), end);
    REQUIRE(pass_until(game, end - 1));
    CHECK_INT(entitlements(game, LADDER_MIDDLE), 1);
    REQUIRE(pass(game, 1));
    check_expired(game, IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(with_the_renewal_on_again_before_the_period_ends_it_goes_on) {
    uint64_t id = 0;
    game *game = subscriber(LADDER_MIDDLE, &id);
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE(set_auto_renew(game, id, false) && pass_until(game, end - 1) && set_auto_renew(game, id, true));
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 1);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_MIDDLE);
    REQUIRE(pass(game, 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(iap_transaction_purchase_date_ms(period_of(game, LADDER_GROUP)), end);
}

TEST(a_product_that_is_not_sold_any_more_is_not_renewed) {
    for (int is_sold_again = 0; is_sold_again < 2; is_sold_again++) {
        test_case("%s", is_sold_again ? "sold again before the end" : "not sold again");
        uint64_t id = 0;
        game *game = subscriber(LADDER_MIDDLE, &id);
        const int64_t end = end_of(game, LADDER_GROUP);
        REQUIRE_OK(iap_store_set_on_sale(game->store, LADDER_MIDDLE, 0, NULL));
        REQUIRE(pass_until(game, end - 1));
        CHECK_INT(entitlements(game, LADDER_MIDDLE), 1);
        if (is_sold_again) REQUIRE_OK(iap_store_set_on_sale(game->store, LADDER_MIDDLE, 1, NULL));
        REQUIRE(pass(game, 1));
        if (is_sold_again) CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
        else check_expired(game, IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE);
    }
}

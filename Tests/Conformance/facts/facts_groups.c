/* Subscription groups: an account has one subscription at a time, and can change to another one. */

#include "facts.h"

/* A subscriber of LADDER_MIDDLE buys each of these. */
static const struct {
    const char *product_id, *change;
    int64_t price_milliunits;
    bool is_at_once;
} changes[] = {
    {LADDER_TOP, "upgrade", 30000, true},
    {LADDER_TWIN, "crossgrade of the same duration", 12000, true},
    {LADDER_YEAR, "crossgrade of another duration", 96000, false},
    {LADDER_BOTTOM, "downgrade", 4000, false},
};
#define CHANGE_COUNT (sizeof changes / sizeof changes[0])

/* A game that bought LADDER_MIDDLE ten days ago, on 1 January. */
static game *subscriber(uint64_t *id) {
    game *game = ladder_game();
    *id = game_own(game, LADDER_MIDDLE);
    pass(game, 10 * DAY_MS);
    game_forget(game);
    return game;
}

TEST(an_account_has_one_active_subscription_of_a_group) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        test_case("%s", changes[i].change);
        REQUIRE(game_buy(game, changes[i].product_id) != NULL);
        CHECK_INT(entitlements(game, NULL), 1);
        CHECK_INT(iap_subscription_statuses_count(game_statuses(game, LADDER_GROUP)), 1);
    }
    test_case("a purchase outside of the game");
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = LADDER_TOP;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    CHECK_INT(entitlements(game, NULL), 1);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, LADDER_GROUP)), 1);
    test_case("a year later");
    REQUIRE(pass(game, 365 * DAY_MS));
    CHECK_INT(entitlements(game, NULL), 1);
}

/* Checks a change that starts immediately. The two tests below use it: the change is requested now, or after a wait. */
static void check_begun(game *game, uint64_t before, const iap_transaction *bought, const char *product_id) {
    const int64_t now = iap_store_now_ms(game->store);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_TEXT(iap_transaction_product_id(bought), product_id);
    CHECK(iap_transaction_id(bought) != before);
    CHECK_ID(iap_transaction_original_id(bought), before);
    CHECK_INT(iap_transaction_reason(bought), IAP_TRANSACTION_REASON_PURCHASE);
    CHECK_INT(iap_transaction_is_upgraded(bought), 0);
    /* A whole period from now, 11 January. */
    CHECK_INT(iap_transaction_purchase_date_ms(bought), now);
    CHECK_INT(iap_transaction_expiration_date_ms(bought) - now, 31 * DAY_MS);
    CHECK_INT(entitlements(game, product_id), 1);
    CHECK_INT(entitlements(game, LADDER_MIDDLE), 0);
}

TEST(an_upgrade_or_a_crossgrade_of_the_same_duration_begins_at_once) {
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        if (!changes[i].is_at_once) continue;
        test_case("%s", changes[i].change);
        uint64_t id = 0;
        game *game = subscriber(&id);
        const iap_transaction *bought = game_buy(game, changes[i].product_id);
        REQUIRE(bought != NULL);
        check_begun(game, id, bought, changes[i].product_id);
        CHECK_INT(iap_transaction_price_milliunits(bought), changes[i].price_milliunits);
        const int64_t end = iap_transaction_expiration_date_ms(bought);
        REQUIRE(pass_until(game, end));
        CHECK_TEXT(iap_transaction_product_id(period_of(game, LADDER_GROUP)), changes[i].product_id);
        CHECK_INT(iap_transaction_purchase_date_ms(period_of(game, LADDER_GROUP)), end);
        CHECK_INT(history(game, LADDER_MIDDLE), 1);
    }
}

TEST(what_was_upgraded_is_marked_and_not_revoked) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    CHECK_INT(iap_transaction_is_upgraded(in_history(game, id)), 0);
    REQUIRE(game_buy(game, LADDER_TOP) != NULL);
    game_settle(game);
    CHECK_INT(iap_transaction_is_upgraded(in_history(game, id)), 1);
    CHECK_INT(iap_transaction_revocation_date_ms(in_history(game, id)), 0);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

TEST(a_downgrade_or_a_crossgrade_of_another_duration_begins_with_the_next_renewal) {
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        if (changes[i].is_at_once) continue;
        test_case("%s", changes[i].change);
        uint64_t id = 0;
        game *game = subscriber(&id);
        const int64_t end = end_of(game, LADDER_GROUP);
        REQUIRE(game_buy(game, changes[i].product_id) != NULL);
        REQUIRE(pass_until(game, end - 1));
        CHECK_ID(iap_transaction_id(period_of(game, LADDER_GROUP)), id);
        CHECK_INT(entitlements(game, LADDER_MIDDLE), 1);
        CHECK_INT(history(game, NULL), 1);
        REQUIRE(pass(game, 1));
        const iap_transaction *renewed = period_of(game, LADDER_GROUP);
        CHECK_TEXT(iap_transaction_product_id(renewed), changes[i].product_id);
        CHECK_ID(iap_transaction_original_id(renewed), id);
        CHECK_INT(iap_transaction_reason(renewed), IAP_TRANSACTION_REASON_RENEWAL);
        CHECK_INT(iap_transaction_purchase_date_ms(renewed), end);
        CHECK_INT(iap_transaction_price_milliunits(renewed), changes[i].price_milliunits);
        CHECK_INT(entitlements(game, LADDER_MIDDLE), 0);
        CHECK_INT(entitlements(game, changes[i].product_id), 1);
        CHECK_INT(iap_transaction_is_upgraded(in_history(game, id)), 0);
    }
}

TEST(a_change_that_waits_leaves_what_runs_and_names_what_comes) {
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        if (changes[i].is_at_once) continue;
        test_case("%s", changes[i].change);
        uint64_t id = 0;
        game *game = subscriber(&id);
        CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_MIDDLE);
        const heard *outcome = game_outcome(game, game_pay(game, changes[i].product_id, 1));
        REQUIRE(outcome != NULL && !outcome->has_error);
        /* The purchase succeeds with the current transaction, for which the game has already granted. */
        CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
        CHECK_ID(iap_transaction_id(outcome->transaction), id);
        CHECK_TEXT(iap_transaction_product_id(period_of(game, LADDER_GROUP)), LADDER_MIDDLE);
        const iap_renewal_info *info = renewal_of(game, LADDER_GROUP);
        CHECK_TEXT(iap_renewal_info_product_id(info), LADDER_MIDDLE);
        CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), changes[i].product_id);
        CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), changes[i].price_milliunits);
        CHECK_INT(iap_renewal_info_will_auto_renew(info), 1);
        CHECK_INT(store_totals(game->store).transactions, 1);
    }
}

TEST(a_promotional_offer_on_a_change_begins_when_the_change_does) {
    for (size_t i = 0; i < CHANGE_COUNT; i++) {
        test_case("%s", changes[i].change);
        uint64_t id = 0;
        game *game = subscriber(&id);
        const int64_t end = end_of(game, LADDER_GROUP);
        REQUIRE(ask_with_offer(game, changes[i].product_id, OFFER_HALF) != NULL);
        const iap_transaction *period = period_of(game, LADDER_GROUP);
        if (!changes[i].is_at_once) {
            CHECK_ID(iap_transaction_id(period), id);
            CHECK_INT(iap_transaction_offer_type(period), IAP_OFFER_TYPE_NONE);
            const iap_renewal_info *info = renewal_of(game, LADDER_GROUP);
            CHECK_INT(iap_renewal_info_offer_type(info), IAP_OFFER_TYPE_PROMOTIONAL);
            CHECK_TEXT(iap_renewal_info_offer_id(info), OFFER_HALF);
            REQUIRE(pass_until(game, end));
            period = period_of(game, LADDER_GROUP);
        }
        CHECK_TEXT(iap_transaction_product_id(period), changes[i].product_id);
        CHECK_INT(iap_transaction_offer_type(period), IAP_OFFER_TYPE_PROMOTIONAL);
        CHECK_TEXT(iap_transaction_offer_id(period), OFFER_HALF);
        CHECK_INT(iap_transaction_price_milliunits(period), changes[i].price_milliunits / 2);
    }
}

static void check_next_bill(game *game, const char *offer_id, int64_t price_milliunits) {
    REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
    const iap_transaction *period = period_of(game, LADDER_GROUP);
    CHECK_TEXT(iap_transaction_offer_id(period), offer_id);
    CHECK_INT(iap_transaction_price_milliunits(period), price_milliunits);
}

TEST(a_subscription_has_one_promotional_offer_at_a_time) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    REQUIRE(ask_with_offer(game, LADDER_MIDDLE, OFFER_HALF) != NULL);
    check_next_bill(game, OFFER_HALF, 5000);
    /* The next subscription waits for the end of the current period. */
    REQUIRE(ask_with_offer(game, LADDER_MIDDLE, OFFER_GIFT) != NULL);
    CHECK_TEXT(iap_renewal_info_offer_id(renewal_of(game, LADDER_GROUP)), OFFER_HALF);
    check_next_bill(game, OFFER_HALF, 5000);
    check_next_bill(game, OFFER_GIFT, 0);
    check_next_bill(game, NULL, 10000);
    /* If two changes wait, the later one is used. */
    REQUIRE(ask_with_offer(game, LADDER_MIDDLE, OFFER_HALF) != NULL);
    REQUIRE(ask_with_offer(game, LADDER_MIDDLE, OFFER_GIFT) != NULL);
    check_next_bill(game, OFFER_GIFT, 0);
    check_next_bill(game, NULL, 10000);
}

TEST(an_offer_ends_with_the_product_that_it_is_for) {
    uint64_t id = 0;
    game *game = subscriber(&id);
    REQUIRE(ask_with_offer(game, LADDER_MIDDLE, OFFER_HALF) != NULL);
    check_next_bill(game, OFFER_HALF, 5000);
    const iap_transaction *top = game_buy(game, LADDER_TOP);
    CHECK_INT(iap_transaction_offer_type(top), IAP_OFFER_TYPE_NONE);
    CHECK_INT(iap_transaction_price_milliunits(top), 30000);
    check_next_bill(game, NULL, 30000);
}

TEST(who_comes_back_to_the_group_keeps_the_original_id) {
    static const char *const products[] = {LADDER_TOP, LADDER_MIDDLE, LADDER_BOTTOM};
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        test_case("%s", products[i]);
        uint64_t id = 0;
        game *game = subscriber(&id);
        REQUIRE(set_auto_renew(game, id, false) && pass(game, 400 * DAY_MS));
        CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
        const iap_transaction *bought = game_buy(game, products[i]);
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        CHECK(iap_transaction_id(bought) != id);
        CHECK_ID(iap_transaction_original_id(bought), id);
        CHECK_ID(iap_renewal_info_original_transaction_id(renewal_of(game, LADDER_GROUP)), id);
    }
}

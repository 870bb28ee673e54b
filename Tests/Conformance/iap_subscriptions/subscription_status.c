/* The status of a subscription: each state, and what the account may use in it. */

#include "game.h"
#include "offer_catalogue.h"

#define DAY_MS INT64_C(86400000)

static bool is_entitled(game *game, const char *product_id) {
    return iap_transactions_count(game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, product_id)) == 1;
}

static iap_subscription_state_t state_of(game *game, const char *group_id) {
    return iap_subscription_status_state(game_status(game, group_id));
}

static iap_expiration_reason_t expiration_of(game *game, const char *group_id) {
    return iap_renewal_info_expiration_reason(iap_subscription_status_renewal_info(game_status(game, group_id)));
}

/* ------------------------------------------------------------------------------------------------------- states */

static const struct {
    int32_t will_auto_renew;
    iap_expiration_reason_t reason;
    int32_t is_in_billing_retry;
    int64_t grace_days;
    iap_subscription_state_t state;
    bool is_entitled;
} cases[] = {
    {1, IAP_EXPIRATION_REASON_NONE, 0, 0, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, true},
    {0, IAP_EXPIRATION_REASON_NONE, 0, 0, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, true},
    {0, IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED, 0, 0, IAP_SUBSCRIPTION_STATE_EXPIRED, false},
    {0, IAP_EXPIRATION_REASON_BILLING_ERROR, 0, 0, IAP_SUBSCRIPTION_STATE_EXPIRED, false},
    {0, IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE, 0, 0, IAP_SUBSCRIPTION_STATE_EXPIRED, false},
    {0, IAP_EXPIRATION_REASON_PRODUCT_UNAVAILABLE, 0, 0, IAP_SUBSCRIPTION_STATE_EXPIRED, false},
    {0, IAP_EXPIRATION_REASON_OTHER, 0, 0, IAP_SUBSCRIPTION_STATE_EXPIRED, false},
    {1, IAP_EXPIRATION_REASON_BILLING_ERROR, 1, 0, IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY, false},
    {1, IAP_EXPIRATION_REASON_BILLING_ERROR, 1, 16, IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD, true},
    {1, IAP_EXPIRATION_REASON_NONE, 0, 0, IAP_SUBSCRIPTION_STATE_SUBSCRIBED, true},
};
#define CASE_COUNT (sizeof cases / sizeof cases[0])

static void check_case(game *game, uint64_t id, size_t i) {
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = cases[i].will_auto_renew;
    renewal.expiration_reason = cases[i].reason;
    renewal.is_in_billing_retry = cases[i].is_in_billing_retry;
    const int64_t grace = cases[i].grace_days * DAY_MS;
    renewal.grace_period_expiration_date_ms = grace == 0 ? 0 : iap_store_now_ms(game->store) + grace;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    CHECK_INT(iap_subscription_status_state(status), cases[i].state);
    CHECK_TEXT(iap_subscription_status_group_id(status), CLUB_GROUP);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), id);
    CHECK_INT(iap_transaction_state(iap_subscription_status_transaction(status)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_delivery_count(iap_subscription_status_transaction(status)), 0);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
    CHECK_INT(iap_renewal_info_expiration_reason(info), cases[i].reason);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(info), cases[i].is_in_billing_retry);
    CHECK_INT(iap_renewal_info_grace_period_expiration_date_ms(info), renewal.grace_period_expiration_date_ms);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), cases[i].will_auto_renew);
    CHECK_INT(is_entitled(game, CLUB_MONTH), cases[i].is_entitled);
}

TEST(each_state_of_a_subscription_says_what_may_be_used) {
    for (size_t i = 0; i < CASE_COUNT; i++) {
        test_case("case %zu", i);
        game *game = game_start();
        const uint64_t id = game_own(game, CLUB_MONTH);
        REQUIRE(id != 0);
        check_case(game, id, i);
    }
}

TEST(a_refund_revokes_the_subscription) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_REVOKED);
    CHECK_INT(iap_transaction_state(iap_subscription_status_transaction(status)), IAP_TRANSACTION_REVOKED);
    CHECK(!is_entitled(game, CLUB_MONTH));
    /* A player who buys again is subscribed again. */
    CHECK_INT(iap_transaction_state(game_buy(game, CLUB_MONTH)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK(is_entitled(game, CLUB_MONTH));
}

TEST(the_refund_of_an_earlier_period_leaves_the_subscription) {
    game *game = game_start();
    const uint64_t first = game_own(game, CLUB_MONTH);
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    REQUIRE(first != 0 && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    const uint64_t second = iap_transaction_id(game_update(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE_OK(iap_store_refund(game->store, first, NULL));
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), second);
    CHECK(is_entitled(game, CLUB_MONTH));
}

/* ------------------------------------------------------------------------------------------------------- time */

TEST(a_subscription_that_is_not_renewed_ends_with_its_period) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY_MS - 1, NULL));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(expiration_of(game, CLUB_GROUP), IAP_EXPIRATION_REASON_NONE);
    CHECK(is_entitled(game, CLUB_MONTH));
    REQUIRE_OK(iap_store_advance_clock(game->store, 1, NULL));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(expiration_of(game, CLUB_GROUP), IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    CHECK(!is_entitled(game, CLUB_MONTH));
    CHECK_INT(iap_transaction_state(game_buy(game, CLUB_MONTH)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(expiration_of(game, CLUB_GROUP), IAP_EXPIRATION_REASON_NONE);
}

TEST(the_grace_period_entitles_beyond_the_period_and_until_its_own_end) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
    renewal.is_in_billing_retry = 1;
    renewal.grace_period_expiration_date_ms = iap_store_now_ms(game->store) + 47 * DAY_MS;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 47 * DAY_MS - 1, NULL));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK(is_entitled(game, CLUB_MONTH));
    REQUIRE_OK(iap_store_advance_clock(game->store, 1, NULL));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    CHECK(!is_entitled(game, CLUB_MONTH));
}

/* ------------------------------------------------------------------------------------------------------ groups */

TEST(a_group_that_was_never_subscribed_to_has_no_status) {
    game *game = game_start();
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, CLUB_GROUP)), 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, "no group")), 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 0);
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, SEASON) != 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 0);
    struct game *other = game_install(game->store, "other", "phone");
    REQUIRE(game_launch(other) && game_own(other, CLUB_MONTH) != 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, CLUB_GROUP)), 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(other, CLUB_GROUP)), 1);
}

TEST(all_groups_are_reported_at_once) {
    game *game = offers_game();
    const uint64_t news = game_own(game, NEWS);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 1);
    const uint64_t gold = game_own(game, PASS_GOLD);
    REQUIRE(news != 0 && gold != 0);
    const iap_subscription_statuses *all = game_statuses(game, NULL), *again = game_statuses(game, NULL);
    REQUIRE(CHECK_INT(iap_subscription_statuses_count(all), 2));
    CHECK(iap_subscription_statuses_at(all, 2) == NULL);
    bool has_news = false, has_gold = false;
    for (size_t i = 0; i < 2; i++) {
        const iap_subscription_status *each = iap_subscription_statuses_at(all, i);
        const uint64_t id = iap_transaction_id(iap_subscription_status_transaction(each));
        CHECK_TEXT(iap_subscription_status_group_id(each), id == news ? NEWS_GROUP : PASS_GROUP);
        has_news = has_news || id == news;
        has_gold = has_gold || id == gold;
        CHECK_TEXT(iap_subscription_status_group_id(iap_subscription_statuses_at(again, i)),
                   iap_subscription_status_group_id(each));
    }
    CHECK(has_news && has_gold);
    /* The list contains an ended subscription too. */
    REQUIRE_OK(iap_store_advance_clock(game->store, 8 * DAY_MS, NULL));
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, NULL)), 2);
}

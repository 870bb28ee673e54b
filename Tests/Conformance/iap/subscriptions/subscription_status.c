/* The status of a subscription: each state, and what the account may use in it. */

#include "game.h"
#include "offer_catalogue.h"

#include <string.h>

#define DAY_MS INT64_C(86400000)

static bool is_entitled(game *game, const char *product_id) {
    return iap_transactions_count(game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, product_id)) == 1;
}

static iap_subscription_state state_of(game *game, const char *group_id) {
    return iap_subscription_status_state(game_status(game, group_id));
}

static iap_expiration_reason expiration_of(game *game, const char *group_id) {
    return iap_renewal_info_expiration_reason(iap_subscription_status_renewal_info(game_status(game, group_id)));
}

/* ------------------------------------------------------------------------------------------------------- states */

static const struct {
    int32_t will_auto_renew;
    iap_expiration_reason reason;
    int32_t is_in_billing_retry;
    int64_t grace_days;
    iap_subscription_state state;
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

TEST(a_subscription_goes_from_each_state_to_the_next) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    for (size_t i = 0; i < 2 * CASE_COUNT; i++) {
        /* Seven and ten have no common divisor, therefore each case comes twice, each time after a different one. */
        test_case("step %zu", i);
        check_case(game, id, i * 7 % CASE_COUNT);
    }
    CHECK_INT(store_totals(game->store).transactions, 1);
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
    const uint64_t second =
        iap_transaction_id(game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 1)->transaction);
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
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
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

TEST(each_device_of_the_account_hears_the_same_status) {
    game *phone = game_start();
    struct game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    const uint64_t id = game_own(phone, CLUB_MONTH);
    const iap_subscription_status *status = game_status(tablet, CLUB_GROUP);
    CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), id);
}

TEST(all_groups_are_told_at_once) {
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

TEST(all_groups_at_once_is_a_feature) {
    game *game = game_start();
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    for (int32_t supported = 0; supported <= 1; supported++) {
        test_case("supported %d", (int)supported);
        REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_ALL_STATUSES, supported, NULL));
        CHECK_INT(iap_supports(game->client, IAP_FEATURE_ALL_STATUSES, NULL), supported);
        uint64_t request = 0;
        REQUIRE_OK(iap_request_subscription_statuses(game->client, NULL, game_hears_statuses, game, &request, NULL));
        const heard *answer = game_wait_answer(game, request);
        REQUIRE(answer != NULL);
        CHECK_INT(answer->has_error, !supported);
        if (answer->has_error) CHECK_STATUS(answer->error.status, IAP_ERROR_UNSUPPORTED);
        CHECK_INT(iap_subscription_statuses_count(answer->statuses), supported);
        /* A request for one group works nevertheless. */
        CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    }
}

/* What a test can change about subscriptions and their conditions. */

#include "facts.h"

#include <iap/iap_commerce.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define DAY_MS INT64_C(86400000)
#define MINUTE_MS INT64_C(60000)

/* --------------------------------------------------------------------------------------------- one subscription */

TEST(expiring_ends_the_period_now_with_its_renewal_off) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0 && pass(game, 5 * DAY_MS));
    const int64_t now = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_expire_subscription(game->store, id, NULL));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    CHECK_INT(end_of(game, LADDER_GROUP), now);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(entitlements(game, NULL), 0);
    CHECK_STATUS(iap_store_expire_subscription(game->store, id, NULL), IAP_ERROR_INVALID_STATE);
}

TEST(forcing_a_renewal_ends_the_period_now_and_begins_the_next) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0 && set_auto_renew(game, id, false));
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 1, NULL));
    REQUIRE_OK(iap_store_request_price_increase(game->store, id, 15000, 1, NULL));
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    REQUIRE(pass(game, 5 * DAY_MS));
    const int64_t now = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_force_renewal(game->store, id, NULL));
    const iap_transaction *period = period_of(game, LADDER_GROUP);
    CHECK(iap_transaction_id(period) != id);
    CHECK_ID(iap_transaction_original_id(period), id);
    CHECK_INT(iap_transaction_purchase_date_ms(period), now);
    CHECK_INT(iap_transaction_reason(period), IAP_TRANSACTION_REASON_RENEWAL);
    CHECK_INT(iap_transaction_expiration_date_ms(in_history(game, id)), now);
    const iap_renewal_info *info = renewal_of(game, LADDER_GROUP);
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 1);
    CHECK_INT(iap_renewal_info_price_increase(info), IAP_PRICE_INCREASE_NONE);
}

TEST(forcing_a_renewal_leaves_billing_retry_as_it_is) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0 && let_renewals_fail(game, 0) && pass_until(game, end_of(game, LADDER_GROUP)));
    REQUIRE_OK(iap_store_force_renewal(game->store, id, NULL));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    REQUIRE_OK(iap_store_resolve_issue(game->store, id, NULL));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_STATUS(iap_store_resolve_issue(game->store, id, NULL), IAP_ERROR_INVALID_STATE);
}

TEST(a_change_upwards_is_charged_at_once_and_one_downwards_waits) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_BOTTOM, IAP_BILLING_PLAN_NONE, NULL));
    CHECK_ID(iap_transaction_id(period_of(game, LADDER_GROUP)), id);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_BOTTOM);
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_MIDDLE, IAP_BILLING_PLAN_NONE, NULL));
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_MIDDLE);
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_TOP, IAP_BILLING_PLAN_NONE, NULL));
    const iap_transaction *period = period_of(game, LADDER_GROUP);
    CHECK_TEXT(iap_transaction_product_id(period), LADDER_TOP);
    CHECK_INT(iap_transaction_is_upgraded(in_history(game, id)), 1);
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_YEAR, IAP_BILLING_PLAN_MONTHLY, NULL));
    CHECK_INT(iap_renewal_info_billing_plan_type(renewal_of(game, LADDER_GROUP)), IAP_BILLING_PLAN_MONTHLY);
    CHECK_STATUS(iap_store_change_subscription(game->store, id, LADDER_TOP, IAP_BILLING_PLAN_MONTHLY, NULL),
                 IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_change_subscription(game->store, id, LADDER_CHEST, IAP_BILLING_PLAN_NONE, NULL),
                 IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_change_subscription(game->store, id, LADDER_TOP, 77, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_change_subscription(game->store, id, NULL, 0, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(a_price_without_consent_counts_from_the_next_bill_on) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_request_price_increase(game->store, id, 9000, 0, NULL));
    CHECK_INT(iap_renewal_info_price_increase(renewal_of(game, LADDER_GROUP)), IAP_PRICE_INCREASE_AGREED);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_of(game, LADDER_GROUP)), 9000);
    REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
    CHECK_INT(iap_transaction_price_milliunits(period_of(game, LADDER_GROUP)), 9000);
    REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
    CHECK_INT(iap_transaction_price_milliunits(period_of(game, LADDER_GROUP)), 9000);
    CHECK_STATUS(iap_store_request_price_increase(game->store, id, -1, 0, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_answer_price_increase(game->store, id, 1, NULL), IAP_ERROR_INVALID_STATE);
}

TEST(a_change_that_needs_approval_says_so_and_waits) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_change_subscription(game->store, id, LADDER_TOP, 0, &error), IAP_ERROR_INVALID_STATE);
    CHECK_INT(store_totals(game->store).transactions, 1);
    uint64_t waiting = 0;
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, &waiting, 1, &count, NULL));
    REQUIRE(CHECK_INT(count, 1));
    char named[32];
    snprintf(named, sizeof named, "%" PRIu64, waiting);
    CHECK_CONTAINS(error.message, named);
    CHECK_CONTAINS(error.message, "waits for approval");
    test_case("what comes with the next renewal needs none");
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_BOTTOM, 0, NULL));
    test_case("approved");
    REQUIRE_OK(iap_store_approve(game->store, waiting, NULL));
    CHECK_TEXT(iap_transaction_product_id(period_of(game, LADDER_GROUP)), LADDER_TOP);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(a_higher_level_that_is_chosen_in_billing_retry_is_charged_with_the_next_try) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0 && let_renewals_fail(game, 0) && pass_until(game, end_of(game, LADDER_GROUP)));
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_TOP, 0, NULL));
    CHECK_INT(store_totals(game->store).transactions, 1);
    REQUIRE(let_renewals_succeed(game) && pass(game, DAY_MS));
    CHECK_TEXT(iap_transaction_product_id(period_of(game, LADDER_GROUP)), LADDER_TOP);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(interruptions_and_orders_for_the_next_purchase_leave_a_change_alone) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_BOTTOM);
    REQUIRE(id != 0);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_PENDING, NULL));
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_MIDDLE, 0, NULL));
    CHECK_TEXT(iap_transaction_product_id(period_of(game, LADDER_GROUP)), LADDER_MIDDLE);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_NONE, NULL));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE, NULL));
    REQUIRE_OK(iap_store_change_subscription(game->store, id, LADDER_TOP, 0, NULL));
    CHECK_TEXT(iap_transaction_product_id(period_of(game, LADDER_GROUP)), LADDER_TOP);
    test_case("the order is for the next purchase of the game");
    const heard *failed = game_outcome(game, game_pay(game, LADDER_CHEST, 1));
    REQUIRE(failed != NULL);
    CHECK_INT(iap_transaction_state(failed->transaction), IAP_TRANSACTION_FAILED);
}

TEST(controls_of_subscriptions_refuse_what_is_none) {
    game *game = ladder_game();
    const uint64_t chest = game_own(game, LADDER_CHEST);
    iap_store *const store = game->store;
    const struct {
        uint64_t id;
        iap_status_t expected;
    } rows[] = {{1, IAP_ERROR_NOT_FOUND}, {chest, IAP_ERROR_INVALID_STATE}};
    for (size_t i = 0; i < 2; i++) {
        const uint64_t id = rows[i].id;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_auto_renew(store, id, 0, &error), rows[i].expected);
        CHECK(error.status == rows[i].expected && error.message[0] != 0);
        CHECK_STATUS(iap_store_change_subscription(store, id, LADDER_TOP, 0, NULL), rows[i].expected);
        CHECK_STATUS(iap_store_expire_subscription(store, id, NULL), rows[i].expected);
        CHECK_STATUS(iap_store_force_renewal(store, id, NULL), rows[i].expected);
        CHECK_STATUS(iap_store_resolve_issue(store, id, NULL), rows[i].expected);
        CHECK_STATUS(iap_store_request_price_increase(store, id, 1, 1, NULL), rows[i].expected);
        CHECK_STATUS(iap_store_answer_price_increase(store, id, 1, NULL), rows[i].expected);
    }
    CHECK_STATUS(iap_store_revoke(store, 1, IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_REASON_OTHER, NULL),
                 IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_revoke(store, chest, IAP_REVOCATION_TYPE_FAMILY_REVOKE, IAP_REVOCATION_REASON_OTHER, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_revoke(store, chest, IAP_REVOCATION_TYPE_REFUND_FULL, IAP_REVOCATION_REASON_NONE, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_revoke(store, chest, IAP_REVOCATION_TYPE_NONE, IAP_REVOCATION_REASON_OTHER, NULL), IAP_OK);
    CHECK_STATUS(iap_store_revoke(store, chest, IAP_REVOCATION_TYPE_NONE, IAP_REVOCATION_REASON_OTHER, NULL),
                 IAP_ERROR_INVALID_STATE);
}

/* ---------------------------------------------------------------------------------------------------- conditions */

TEST(the_time_rate_counts_for_periods_that_begin_from_then_on) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_MIDDLE);
    REQUIRE(id != 0);
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE_OK(iap_store_set_time_rate(game->store, 13, NULL));
    CHECK_INT(end_of(game, LADDER_GROUP), end);
    REQUIRE(pass_until(game, end));
    CHECK_INT(end_of(game, LADDER_GROUP), end + 5 * MINUTE_MS);
    REQUIRE_OK(iap_store_set_time_rate(game->store, 0, NULL));
    REQUIRE(pass(game, 5 * MINUTE_MS));
    CHECK(end_of(game, LADDER_GROUP) > end + 27 * DAY_MS);
    CHECK_STATUS(iap_store_set_time_rate(game->store, 14, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_time_rate(NULL, 13, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(a_virtual_clock_can_begin_with_a_rate) {
    iap_store_options options = store_options();
    options.time_rate = 1004;
    iap_store *store = store_open_with(&options);
    iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
    REQUIRE_OK(iap_store_get_settings(store, &settings, NULL));
    CHECK_INT(settings.time_rate, 1004);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game) && game_own(game, CLUB_MONTH) != 0);
    REQUIRE_OK(iap_store_advance_clock(store, 35000, NULL));
    CHECK_INT(store_totals(store).transactions, 4);
    options.time_rate = 14;
    CHECK_STATUS(iap_store_open(&options, &store, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(a_renewal_limit_switches_the_renewal_off_after_so_many) {
    game *game = ladder_game();
    REQUIRE_OK(iap_store_set_renewal_limit(game->store, 2, NULL));
    REQUIRE(game_own(game, LADDER_MIDDLE) != 0 && pass(game, 365 * DAY_MS));
    CHECK_INT(store_totals(game->store).transactions, 3);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    REQUIRE_OK(iap_store_set_renewal_limit(game->store, 0, NULL));
    const iap_transaction *again = game_buy(game, LADDER_MIDDLE);
    REQUIRE(again != NULL && game_finish(game, again) && pass(game, 365 * DAY_MS));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_STATUS(iap_store_set_renewal_limit(game->store, -1, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(a_product_off_sale_is_neither_listed_nor_sold) {
    game *game = ladder_game();
    REQUIRE_OK(iap_store_set_on_sale(game->store, LADDER_CHEST, 0, NULL));
    const char *const ids[] = {LADDER_CHEST, LADDER_TOP};
    const iap_products *products = game_products(game, ids, 2);
    CHECK_INT(iap_products_count(products), 1);
    CHECK_INT(iap_products_invalid_count(products), 1);
    const heard *outcome = game_outcome(game, game_pay(game, LADDER_CHEST, 1));
    REQUIRE(outcome != NULL);
    CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_ERROR_PRODUCT_UNAVAILABLE);
    REQUIRE_OK(iap_store_set_on_sale(game->store, LADDER_CHEST, 1, NULL));
    CHECK(game_buy(game, LADDER_CHEST) != NULL);
    CHECK_STATUS(iap_store_set_on_sale(game->store, "nothing", 0, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_set_on_sale(game->store, NULL, 0, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(a_grace_period_has_three_lengths_or_none) {
    game *game = ladder_game();
    for (int32_t days = -1; days <= 30; days++) {
        const bool is_known = days == 0 || days == 3 || days == 16 || days == 28;
        CHECK_STATUS(iap_store_set_billing_grace_period(game->store, days, NULL),
                     is_known ? IAP_OK : IAP_ERROR_INVALID_ARGUMENT);
    }
}

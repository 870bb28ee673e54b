/* Subscriptions through their periods, under every profile. */

#include "flows.h"

/* Jumps to 300 ms before the end of the period. */
static void come_to_end(flow *flow, const char *product_id) {
    flow_jump(flow, flow_period_end(flow, product_id) - 300 - iap_store_now_ms(flow->store));
}

/* The player agrees to pay for this many more periods. */
static void may_renew(flow *flow, uint64_t periods) {
    flow->charges += periods;
    flow->gems_paid += 10 * (int64_t)periods;
}

/* Passes the end of the period, the flicker after it, and the tolerance. */
static void pass_end(flow *flow) {
    flow_let_pass(flow, 2000, 2 * FLOW_STEP_MS);
    flow_let_pass(flow, 10000, 1000);
}

static void renew_running(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    for (int64_t periods = 2; periods <= 4; periods++) {
        come_to_end(flow, CLUB_MONTH);
        may_renew(flow, 1);
        pass_end(flow);
        CHECK_INT(store_totals(flow->store).transactions, periods);
        UNTIL(flow, gems(player->game) == 10 * periods);
    }
    CHECK_INT(player->save.count, 4);
}
TEST(a_subscription_is_owned_across_each_renewal_and_each_period_is_granted_once) {
    flow_under_each_profile(renew_running);
}

static void renew_closed(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    UNTIL(flow, flow_is_finished(flow));
    flow_may_end(player, CLUB_MONTH);
    player_quit(player);
    may_renew(flow, 3);
    flow_jump(flow, 100 * FLOW_DAY_MS);
    if (!CHECK_INT(store_totals(flow->store).transactions, 4)) return;
    player_launch(player);
    flow_stays_owned(player, CLUB_MONTH);
    UNTIL(flow, gems(player->game) == 40);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(player->save.count, 4);
}
TEST(renewals_that_came_while_the_game_was_closed_are_each_granted_once) { flow_under_each_profile(renew_closed); }

static void renew_between_launches(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    for (int periods = 2; periods <= 4; periods++) {
        come_to_end(flow, CLUB_MONTH);
        player_quit(player);
        may_renew(flow, 1);
        /* A launch right after the end: the period in the journal has just ended. */
        flow_jump(flow, 400);
        player_launch(player);
        pass_end(flow);
    }
    UNTIL(flow, gems(player->game) == 40);
}
TEST(a_launch_at_the_moment_of_renewal_finds_the_subscription_owned) {
    flow_under_each_profile(renew_between_launches);
}

static void stop_renewing(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, CLUB_MONTH).id;
    flow_let_pass(flow, 7000, 1000);
    CHECK_STATUS(iap_store_set_auto_renew(flow->store, id, 0, NULL), IAP_OK);
    flow_let_pass(flow, 7000, 1000);
    come_to_end(flow, CLUB_MONTH);
    const int64_t end = flow_period_end(flow, CLUB_MONTH);
    flow_let_pass(flow, 200, FLOW_STEP_MS);
    flow_stays_ended(player, CLUB_MONTH);
    const int64_t now = iap_store_now_ms(flow->store);
    CHECK(now >= end);
    CHECK(now <= end + RENEWAL_TOLERANCE_MS + 5 * FLOW_STEP_MS);
    flow_let_pass(flow, 6000, 600);
    CHECK(!unlocked(player->game, "club"));
}
TEST(a_subscription_that_is_not_renewed_is_owned_to_its_end_and_ended_soon_after) {
    flow_under_each_profile(stop_renewing);
}

/* Tests the quirk lapse_returns_old: the purchase succeeds, or the store returns the old subscription. */
static void subscribe_again(flow *flow, int64_t after_ms) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, CLUB_MONTH).id;
    CHECK_STATUS(iap_store_set_auto_renew(flow->store, id, 0, NULL), IAP_OK);
    UNTIL(flow, flow_is_finished(flow));
    flow_may_end(player, CLUB_MONTH);
    flow_jump(flow, flow_period_end(flow, CLUB_MONTH) + after_ms - iap_store_now_ms(flow->store));
    const int64_t quirk = flow_quirk(flow, IAP_QUIRK_LAPSE_RETURNS_OLD);
    const bool sells = quirk == 0 || (quirk == 1 && after_ms > 2000);
    const outcome again =
        player_outcome(player, sells ? player_pays(player, CLUB_MONTH) : player_asks(player, CLUB_MONTH));
    CHECK_INT(again.state, sells ? IAP_TRANSACTION_PURCHASED : IAP_TRANSACTION_FAILED);
    if (sells) flow_stays_owned(player, CLUB_MONTH);
    else flow_stays_ended(player, CLUB_MONTH);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(gems(player->game), sells ? 20 : 10);
}
static void subscribe_at_the_lapse(flow *flow) { subscribe_again(flow, 300); }
static void subscribe_after_the_lapse(flow *flow) { subscribe_again(flow, FLOW_DAY_MS); }
TEST(who_subscribes_again_at_the_lapse_owns_it_exactly_if_it_is_charged) {
    flow_under_each_profile(subscribe_at_the_lapse);
}
TEST(who_subscribes_again_after_the_lapse_owns_it_exactly_if_it_is_charged) {
    flow_under_each_profile(subscribe_after_the_lapse);
}

/* Tests the quirk owned_subscription: the store returns the current transaction, or an error. */
static void subscribe_twice(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    const outcome again = player_outcome(player, player_asks(player, CLUB_MONTH));
    CHECK_INT(again.state,
              flow_quirk(flow, IAP_QUIRK_OWNED_SUBSCRIPTION) != 0 ? IAP_TRANSACTION_FAILED : IAP_TRANSACTION_RESTORED);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(gems(player->game), 10);
}
TEST(a_subscription_that_runs_is_not_charged_again) { flow_under_each_profile(subscribe_twice); }

/* --------------------------------------------------------------------------------------------------- billing retry */

static void retry_without_grace(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, CLUB_MONTH).id;
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 1, NULL), IAP_OK);
    come_to_end(flow, CLUB_MONTH);
    flow_let_pass(flow, 200, FLOW_STEP_MS);
    flow_stays_ended(player, CLUB_MONTH);
    /* Also tests the quirk retry_listed: the store lists a subscription that is not paid for. */
    flow_let_pass(flow, 6000, 600);
    flow_let_pass(flow, 60000, 5000);
    CHECK(!unlocked(player->game, "club"));
    may_renew(flow, 1);
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 0, NULL), IAP_OK);
    CHECK_STATUS(iap_store_resolve_issue(flow->store, id, NULL), IAP_OK);
    flow_stays_owned(player, CLUB_MONTH);
    flow_let_pass(flow, 6000, 600);
    UNTIL(flow, gems(player->game) == 20);
}
TEST(in_billing_retry_a_subscription_is_not_owned_and_once_paid_it_is) { flow_under_each_profile(retry_without_grace); }

static void launch_after_late_payment(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, CLUB_MONTH).id;
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 1, NULL), IAP_OK);
    come_to_end(flow, CLUB_MONTH);
    flow_may_end(player, CLUB_MONTH);
    flow_let_pass(flow, 60000, 5000);
    may_renew(flow, 1);
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 0, NULL), IAP_OK);
    CHECK_STATUS(iap_store_resolve_issue(flow->store, id, NULL), IAP_OK);
    flow_stays_owned(player, CLUB_MONTH);
    /* For a moment, the status describes the period that ended a minute ago. */
    player_relaunch(player);
    pass_end(flow);
}
TEST(a_launch_right_after_a_late_payment_finds_the_subscription_owned) {
    flow_under_each_profile(launch_after_late_payment);
}

static void pay_in_grace(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, CLUB_MONTH).id;
    CHECK_STATUS(iap_store_set_billing_grace_period(flow->store, 16, NULL), IAP_OK);
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 1, NULL), IAP_OK);
    come_to_end(flow, CLUB_MONTH);
    pass_end(flow);
    flow_let_pass(flow, 10 * FLOW_DAY_MS, FLOW_DAY_MS);
    may_renew(flow, 1);
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 0, NULL), IAP_OK);
    CHECK_STATUS(iap_store_resolve_issue(flow->store, id, NULL), IAP_OK);
    pass_end(flow);
    UNTIL(flow, gems(player->game) == 20);
}
TEST(in_its_grace_period_a_subscription_is_owned_and_so_it_is_when_it_is_paid) {
    flow_under_each_profile(pay_in_grace);
}

static void ask_again_in_grace(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    UNTIL(flow, flow_is_finished(flow));
    CHECK_STATUS(iap_store_set_billing_grace_period(flow->store, 16, NULL), IAP_OK);
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 1, NULL), IAP_OK);
    come_to_end(flow, CLUB_MONTH);
    flow_let_pass(flow, FLOW_DAY_MS, FLOW_DAY_MS / 4);
    const bool is_refused = flow_quirk(flow, IAP_QUIRK_OWNED_SUBSCRIPTION) != 0;
    const outcome again = player_outcome(player, player_asks(player, CLUB_MONTH));
    CHECK_INT(again.state, is_refused ? IAP_TRANSACTION_FAILED : IAP_TRANSACTION_RESTORED);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(gems(player->game), 10);
}
TEST(a_payment_for_a_subscription_in_its_grace_period_restores_it_and_charges_nothing) {
    flow_under_each_profile(ask_again_in_grace);
}

static void launch_in_grace(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    CHECK_STATUS(iap_store_set_billing_grace_period(flow->store, 16, NULL), IAP_OK);
    CHECK_STATUS(iap_store_set_billing_retry_on_renewal(flow->store, 1, NULL), IAP_OK);
    come_to_end(flow, CLUB_MONTH);
    pass_end(flow);
    for (int launch = 0; launch < 2; launch++) {
        player_relaunch(player);
        flow_let_pass(flow, 6000, 600);
        flow_jump(flow, 6 * FLOW_DAY_MS);
    }
    /* The grace period ends without a payment. */
    flow_may_end(player, CLUB_MONTH);
    flow_jump(flow, 6 * FLOW_DAY_MS);
    flow_stays_ended(player, CLUB_MONTH);
    flow_let_pass(flow, 6000, 600);
    CHECK(!unlocked(player->game, "club"));
}
TEST(launches_in_the_grace_period_find_the_subscription_owned_until_it_ends) {
    flow_under_each_profile(launch_in_grace);
}

TEST(a_grace_period_is_known_in_time_though_each_read_takes_five_seconds) {
    flow_under_quirk(IAP_QUIRK_READ_STALL_MS, 5000, pay_in_grace);
}

/* ----------------------------------------------------------------------------------------------------- other levels */

static void upgrade(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_YEAR);
    flow_let_pass(flow, 6000, 600);
    /* The club is open all the time, whichever of the two products the player owns. */
    player->unlock = "club";
    flow_may_end(player, CLUB_YEAR);
    const outcome upgraded = player_buys(player, CLUB_MONTH);
    CHECK_INT(upgraded.state, IAP_TRANSACTION_PURCHASED);
    flow_stays_owned(player, CLUB_MONTH);
    flow_stays_ended(player, CLUB_YEAR);
    flow_let_pass(flow, 9000, 900);
}
/* Under the quirk upgraded_still_listed, the store lists both levels. */
TEST(after_an_upgrade_the_higher_level_alone_is_owned) { flow_under_each_profile(upgrade); }

TEST(after_an_upgrade_the_lower_level_ends_though_each_read_takes_five_seconds) {
    flow_under_quirk(IAP_QUIRK_READ_STALL_MS, 5000, upgrade);
}

static void downgrade(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    flow_let_pass(flow, 6000, 600);
    /* The change waits for the renewal; the store charges nothing now. */
    player_outcome(player, player_asks(player, CLUB_YEAR));
    flow_let_pass(flow, 6000, 600);
    CHECK(!is_owned(player, CLUB_YEAR));
    come_to_end(flow, CLUB_MONTH);
    player->unlock = "club";
    flow_may_end(player, CLUB_MONTH);
    flow->charges++;
    pass_end(flow);
    flow_stays_owned(player, CLUB_YEAR);
    flow_stays_ended(player, CLUB_MONTH);
    CHECK_INT(flow_charged(flow, CLUB_YEAR), 1);
    flow_let_pass(flow, 6000, 600);
}
TEST(a_downgrade_starts_at_the_renewal_and_keeps_the_unlock_until_then) { flow_under_each_profile(downgrade); }

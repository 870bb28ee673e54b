/* Purchases, from the tap to the finish and later, under every profile. */

#include "flows.h"

#include <string.h>

static void buy_consumable(flow *flow) {
    player *player = flow_player(flow);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    CHECK(!is_owned(player, COINS));
}
TEST(a_consumable_is_charged_and_counted_once) { flow_under_each_profile(buy_consumable); }

static void buy_several(flow *flow) {
    player *player = flow_player(flow);
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = COINS;
    payment.quantity = 3;
    flow->charges++;
    flow->coins_paid += 300;
    const outcome bought = player_outcome(player, game_pay_with(player->game, &payment));
    CHECK_INT(bought.state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 300);
}
TEST(several_at_a_time_are_one_charge_and_counted_by_their_quantity) { flow_under_each_profile(buy_several); }

static void buy_non_consumable(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    flow_let_pass(flow, 6000, 600);
}
TEST(a_non_consumable_is_owned_from_its_purchase_on) { flow_under_each_profile(buy_non_consumable); }

static void buy_subscription(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, CLUB_MONTH);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(gems(player->game), 10);
}
TEST(a_subscription_is_owned_from_its_purchase_on) { flow_under_each_profile(buy_subscription); }
TEST(the_counters_of_a_period_that_comes_under_two_ids_are_granted_once) {
    flow_under_quirk(IAP_QUIRK_TWO_IDS, 1, buy_subscription);
}

static void buy_non_renewing(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SEASON);
    flow_let_pass(flow, 6000, 600);
}
TEST(a_non_renewing_subscription_is_owned_from_its_purchase_on) { flow_under_each_profile(buy_non_renewing); }

/* ---------------------------------------------------------------------------------------------- launches in between */

static void die_before_finish(flow *flow) {
    player *player = flow_player(flow);
    player->keeps_unfinished = true;
    const outcome bought = player_buys(player, COINS);
    CHECK_INT(bought.state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    player_quit(player);
    flow_jump(flow, FLOW_DAY_MS);
    player->keeps_unfinished = false;
    player_launch(player);
    UNTIL(flow, player_count(player, IAP_TRANSACTION_PURCHASED) > 0);
    /* If the purchase has two ids, either of them may come first. */
    CHECK_ID(iap_transaction_original_id(
                 game_nth(player->game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction),
             bought.id);
    UNTIL(flow, flow_is_finished(flow));
    flow_has_coins(player, 100);
}
TEST(what_was_not_finished_comes_at_the_next_launch_and_is_counted_once) { flow_under_each_profile(die_before_finish); }

static void die_without_hearing(flow *flow) {
    player *player = flow_player(flow);
    player_pays(player, COINS);
    UNTIL(flow, store_totals(flow->store).transactions == 1);
    player_relaunch(player);
    flow_has_coins(player, 100);
}
TEST(a_purchase_of_which_the_game_did_not_hear_comes_at_the_next_launch) {
    flow_under_each_profile(die_without_hearing);
}

static void relaunch_after_finish(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    UNTIL(flow, flow_is_finished(flow));
    for (int launch = 0; launch < 2; launch++) {
        player_relaunch(player);
        flow_let_pass(flow, 4000, 500);
    }
    /* Each purchase was granted once: the game's save file and the inventory have the same balance. */
    CHECK_INT(player->save.count, 2);
    flow_has_coins(player, 100);
}
TEST(what_was_finished_is_not_handed_out_at_later_launches_and_stays_owned) {
    flow_under_each_profile(relaunch_after_finish);
}

/* ------------------------------------------------------------------------------------------------- the same again */

/* Where a finish may not last, the first purchase may be unfinished again when the second payment reaches the store: in background
   mode, time passes on this way. The store then returns the first purchase and charges nothing, the payment fails, and the player
   taps again. */
static outcome buy_until_charged(player *player) {
    const bool may_fail = flow_quirk(player->flow, IAP_QUIRK_FINISH_FAILS_PERCENT) > 0;
    outcome last = player_buys(player, COINS);
    for (int taps = 1; may_fail && taps < 10 && last.state == IAP_TRANSACTION_FAILED; taps++)
        last = player_outcome(player, player_asks(player, COINS));
    return last;
}

static void buy_two_consumables(flow *flow) {
    player *player = flow_player(flow);
    for (int64_t bought = 1; bought <= 2; bought++) {
        CHECK_INT(buy_until_charged(player).state, IAP_TRANSACTION_PURCHASED);
        flow_has_coins(player, 100 * bought);
        UNTIL(flow, flow_is_finished(flow));
    }
    CHECK_INT(flow_charged(flow, COINS), 2);
}
TEST(two_consumables_one_after_the_other_are_two_charges_and_counted_twice) {
    flow_under_each_profile(buy_two_consumables);
}

/* Tests the quirk unfinished_consumable_returned: a second request returns the unfinished purchase, or buys again. */
static void buy_with_one_unfinished(flow *flow) {
    player *player = flow_player(flow);
    player->keeps_unfinished = true;
    const uint64_t first = player_buys(player, COINS).id;
    const bool is_returned = flow_quirk(flow, IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED) != 0;
    const outcome second =
        is_returned ? player_outcome(player, player_asks(player, COINS)) : player_buys(player, COINS);
    if (is_returned) CHECK(second.id == first || second.original_id == first || second.id == 0);
    else CHECK_INT(second.state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, is_returned ? 100 : 200);
    CHECK_INT(flow_charged(flow, COINS), is_returned ? 1 : 2);
    player->keeps_unfinished = false;
    player_relaunch(player);
    UNTIL(flow, flow_is_finished(flow));
    flow_has_coins(player, is_returned ? 100 : 200);
}
TEST(a_consumable_bought_while_one_is_unfinished_is_granted_as_often_as_it_is_charged) {
    flow_under_each_profile(buy_with_one_unfinished);
}

static void buy_what_is_owned(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    const outcome again = player_outcome(player, player_asks(player, SWORD));
    CHECK_INT(again.state, IAP_TRANSACTION_RESTORED);
    flow_let_pass(flow, 3000, 500);
}
TEST(a_non_consumable_that_is_owned_is_not_charged_again) { flow_under_each_profile(buy_what_is_owned); }

/* Tests the quirk nonrenewing_second: the result is a second purchase, or the first one. */
static void buy_non_renewing_twice(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SEASON);
    UNTIL(flow, flow_is_finished(flow));
    const bool is_first = flow_quirk(flow, IAP_QUIRK_NONRENEWING_SECOND) != 0;
    const outcome again = player_outcome(player, is_first ? player_asks(player, SEASON) : player_pays(player, SEASON));
    CHECK_INT(again.state, is_first ? IAP_TRANSACTION_RESTORED : IAP_TRANSACTION_PURCHASED);
    flow_let_pass(flow, 3000, 500);
    CHECK_INT(player->save.count, is_first ? 1 : 2);
}
TEST(a_non_renewing_subscription_bought_again_is_granted_as_often_as_it_is_charged) {
    flow_under_each_profile(buy_non_renewing_twice);
}

/* ------------------------------------------------------------------------------------------------------- failures */

static void cancel_purchase(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_store_cancel_next_purchase(flow->store, NULL), IAP_OK);
    const outcome cancelled = player_outcome(player, player_asks(player, COINS));
    CHECK_INT(cancelled.state, IAP_TRANSACTION_FAILED);
    CHECK_STATUS(cancelled.error, IAP_ERROR_CANCELLED);
    flow_let_pass(flow, 3000, 500);
    flow_has_coins(player, 0);
    /* The player changes their mind and buys. */
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
}
TEST(a_cancelled_purchase_costs_nothing_and_the_next_one_is_counted) { flow_under_each_profile(cancel_purchase); }

static void lose_response(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_store_lose_next_response(flow->store, IAP_STORE_LOSS_ERROR, NULL), IAP_OK);
    player_pays(player, COINS);
    flow_has_coins(player, 100);
    flow_let_pass(flow, 3000, 500);
}
TEST(a_purchase_whose_response_is_lost_is_charged_and_counted_once) { flow_under_each_profile(lose_response); }

static void restart_store(flow *flow) {
    player *player = flow_player(flow);
    player->keeps_unfinished = true;
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    player_owns(player, SWORD);
    CHECK_STATUS(iap_store_restart(flow->store, NULL), IAP_OK);
    flow_let_pass(flow, 5000, 500);
    player->keeps_unfinished = false;
    player_relaunch(player);
    UNTIL(flow, flow_is_finished(flow));
    flow_has_coins(player, 100);
}
TEST(what_the_store_offers_again_after_a_restart_of_its_service_is_counted_once) {
    flow_under_each_profile(restart_store);
}

/* -------------------------------------------------------------------------------------------------- two and three taps */

/* Taps before and after the outcome, while the game cannot save; then a launch with space on the disk. */
static void tap(flow *flow, const char *product_id, int taps) {
    player *player = flow_player(flow);
    player->has_full_disk = true;
    for (int i = 0; i < taps; i++) player_pays(player, product_id);
    flow_let_pass(flow, 2 * FLOW_TIMEOUT_MS, 2000);
    player_pays(player, product_id);
    flow_let_pass(flow, 2 * FLOW_TIMEOUT_MS, 2000);
    /* Some stores return the unfinished purchase, others charge for each tap. */
    const uint64_t charged = store_totals(flow->store).transactions;
    CHECK(charged > 0);
    flow->charges = charged;
    CHECK_INT(store_totals(flow->store).unfinished, charged);
    player_quit(player);
    player->has_full_disk = false;
    player_launch(player);
    UNTIL(flow, flow_is_finished(flow));
    if (strcmp(product_id, COINS) == 0) {
        flow->coins_paid = 100 * (int64_t)charged;
        flow_has_coins(player, 100 * (int64_t)charged);
        CHECK_INT(player_count(player, IAP_TRANSACTION_RESTORED), 0);
    } else {
        CHECK_INT(charged, 1);
        flow_stays_owned(player, product_id);
    }
    CHECK_INT(player->save.count, charged);
}

static void tap_coins_twice(flow *flow) { tap(flow, COINS, 2); }
static void tap_coins_three_times(flow *flow) { tap(flow, COINS, 3); }
static void tap_sword_twice(flow *flow) { tap(flow, SWORD, 2); }
TEST(two_taps_while_the_disk_is_full_lose_no_coins) { flow_under_each_profile(tap_coins_twice); }
TEST(three_taps_while_the_disk_is_full_lose_no_coins) { flow_under_each_profile(tap_coins_three_times); }
TEST(two_taps_while_the_disk_is_full_lose_no_sword) { flow_under_each_profile(tap_sword_twice); }

/* Purchases that the store revokes, under every profile. */

#include "flows.h"

static void refund_running(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, SWORD).id;
    UNTIL(flow, flow_is_finished(flow));
    flow_may_end(player, SWORD);
    CHECK_STATUS(iap_store_refund(flow->store, id, NULL), IAP_OK);
    UNTIL(flow, player_revocations(player, id) > 0);
    flow_stays_ended(player, SWORD);
    flow_let_pass(flow, 9000, 900);
    CHECK_INT(player_revocations(player, id), 1);
    CHECK(!unlocked(player->game, "sword"));
    player_relaunch(player);
    flow_let_pass(flow, 4000, 500);
    CHECK_INT(player_revocations(player, id), 1);
}
TEST(a_refund_is_reported_once_and_ends_what_was_owned_for_good) { flow_under_each_profile(refund_running); }

TEST(the_refund_of_a_purchase_that_has_two_ids_ends_both) { flow_under_quirk(IAP_QUIRK_TWO_IDS, 1, refund_running); }

static void refund_closed(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, SWORD).id;
    UNTIL(flow, flow_is_finished(flow));
    flow_may_end(player, SWORD);
    player_quit(player);
    CHECK_STATUS(iap_store_refund(flow->store, id, NULL), IAP_OK);
    flow_jump(flow, 3600 * 1000);
    player_launch(player);
    UNTIL(flow, player_revocations(player, id) > 0);
    flow_stays_ended(player, SWORD);
    flow_let_pass(flow, 9000, 900);
    CHECK_INT(player_revocations(player, id), 1);
}
TEST(a_refund_while_the_game_is_closed_is_reported_at_the_next_launch) { flow_under_each_profile(refund_closed); }

/* Tests the quirk refund_relist_flicker: the store lists the refunded purchase once more. */
static void refund_non_renewing(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, SEASON).id;
    UNTIL(flow, flow_is_finished(flow));
    flow_may_end(player, SEASON);
    CHECK_STATUS(iap_store_refund(flow->store, id, NULL), IAP_OK);
    flow_stays_ended(player, SEASON);
    flow_let_pass(flow, 9000, 900);
    CHECK_INT(player_revocations(player, id), 1);
}
TEST(a_refunded_season_is_not_owned_again_though_the_store_lists_it_once_more) {
    flow_under_each_profile(refund_non_renewing);
}

static void refund_consumable(flow *flow) {
    player *player = flow_player(flow);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    const uint64_t id = player_buys(player, COINS).id;
    flow_has_coins(player, 200);
    UNTIL(flow, flow_is_finished(flow));
    flow->counters_may_fall = true;
    CHECK_STATUS(iap_store_refund(flow->store, id, NULL), IAP_OK);
    flow_has_coins(player, 100);
    flow->counters_may_fall = false;
    flow_let_pass(flow, 9000, 900);
    flow_has_coins(player, 100);
    CHECK_INT(player_revocations(player, id), 1);
}
TEST(the_refund_of_a_consumable_takes_its_coins_once) { flow_under_each_profile(refund_consumable); }

static void refund_unfinished(flow *flow) {
    player *player = flow_player(flow);
    player->keeps_unfinished = true;
    const uint64_t id = player_buys(player, COINS).id;
    flow_has_coins(player, 100);
    player_quit(player);
    flow->counters_may_fall = true;
    CHECK_STATUS(iap_store_refund(flow->store, id, NULL), IAP_OK);
    flow_jump(flow, 3600 * 1000);
    player->keeps_unfinished = false;
    player_launch(player);
    UNTIL(flow, coins(player->game) == 0);
    flow_let_pass(flow, 5000, 500);
    CHECK_INT(coins(player->game), 0);
}
TEST(what_was_refunded_before_its_finish_is_taken_back_and_not_granted) { flow_under_each_profile(refund_unfinished); }

static void refund_subscription(flow *flow) {
    player *player = flow_player(flow);
    const uint64_t id = player_owns(player, CLUB_MONTH).id;
    flow_let_pass(flow, 7000, 500);
    flow_may_end(player, CLUB_MONTH);
    flow->counters_may_fall = true;
    CHECK_STATUS(iap_store_refund(flow->store, id, NULL), IAP_OK);
    flow_stays_ended(player, CLUB_MONTH);
    flow_let_pass(flow, 9000, 900);
    CHECK(!unlocked(player->game, "club"));
    CHECK_INT(player_revocations(player, id), 1);
}
TEST(a_refunded_subscription_ends_and_stays_ended) { flow_under_each_profile(refund_subscription); }

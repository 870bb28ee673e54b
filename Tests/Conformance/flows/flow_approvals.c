/* Purchases that wait for a parent or for an action of the player, under every profile. */

#include "flows.h"

static size_t approvals(const flow *flow, uint64_t *ids) {
    size_t count = 0;
    CHECK_STATUS(iap_store_list_approvals(flow->store, ids, 8, &count, NULL), IAP_OK);
    return count;
}

/* A running game in which purchases wait for a parent. */
static player *child(flow *flow) {
    CHECK_STATUS(iap_store_set_ask_to_buy(flow->store, 1, NULL), IAP_OK);
    return flow_player(flow);
}

static void approve(flow *flow) {
    uint64_t ids[8];
    player *player = child(flow);
    const uint64_t payment = player_asks(player, SWORD);
    CHECK_INT(player_outcome(player, payment).state, IAP_TRANSACTION_DEFERRED);
    flow_let_pass(flow, 3000, 500);
    CHECK(!is_owned(player, SWORD));
    if (!CHECK_INT(approvals(flow, ids), 1)) return;
    flow->charges = 1;
    CHECK_STATUS(iap_store_approve(flow->store, ids[0], NULL), IAP_OK);
    flow_stays_owned(player, SWORD);
    UNTIL(flow, player_count(player, IAP_TRANSACTION_PURCHASED) > 0);
    flow_let_pass(flow, 6000, 600);
}
TEST(what_a_parent_approves_is_charged_and_owned) { flow_under_each_profile(approve); }

static void approve_while_closed(flow *flow) {
    uint64_t ids[8];
    player *player = child(flow);
    CHECK_INT(player_outcome(player, player_asks(player, COINS)).state, IAP_TRANSACTION_DEFERRED);
    player_quit(player);
    if (!CHECK_INT(approvals(flow, ids), 1)) return;
    flow->charges = 1;
    flow->coins_paid = 100;
    CHECK_STATUS(iap_store_approve(flow->store, ids[0], NULL), IAP_OK);
    flow_jump(flow, FLOW_DAY_MS);
    player_launch(player);
    flow_has_coins(player, 100);
}
TEST(what_a_parent_approves_while_the_game_is_closed_comes_at_the_next_launch) {
    flow_under_each_profile(approve_while_closed);
}

/* Tests the quirk declined_delivers: the store charges the declined purchase, and the game then grants it. */
static void decline(flow *flow) {
    uint64_t ids[8];
    player *player = child(flow);
    const uint64_t payment = player_asks(player, COINS);
    CHECK_INT(player_outcome(player, payment).state, IAP_TRANSACTION_DEFERRED);
    if (!CHECK_INT(approvals(flow, ids), 1)) return;
    const bool is_charged = flow_quirk(flow, IAP_QUIRK_DECLINED_DELIVERS) != 0;
    flow->charges = is_charged;
    flow->coins_paid = is_charged ? 100 : 0;
    CHECK_STATUS(iap_store_decline(flow->store, ids[0], NULL), IAP_OK);
    flow_let_pass(flow, 6000, 600);
    flow_has_coins(player, is_charged ? 100 : 0);
    CHECK_INT(flow_charged(flow, COINS), is_charged);
}
TEST(what_a_parent_declines_is_granted_only_if_it_is_charged) { flow_under_each_profile(decline); }

/* Tests the quirk ask_merges: two requests to the parent become one, or stay two. */
static void ask_twice(flow *flow) {
    uint64_t ids[8];
    player *player = child(flow);
    for (int asked = 0; asked < 2; asked++)
        CHECK_INT(player_outcome(player, player_asks(player, COINS)).state, IAP_TRANSACTION_DEFERRED);
    const size_t requests = approvals(flow, ids);
    if (!CHECK_INT(requests, flow_quirk(flow, IAP_QUIRK_ASK_MERGES) != 0 ? 1 : 2)) return;
    flow->charges = requests;
    flow->coins_paid = 100 * (int64_t)requests;
    for (size_t i = 0; i < requests; i++) CHECK_STATUS(iap_store_approve(flow->store, ids[i], NULL), IAP_OK);
    flow_has_coins(player, flow->coins_paid);
    CHECK_INT(flow_charged(flow, COINS), requests);
}
TEST(what_is_asked_for_twice_is_granted_as_often_as_it_is_charged) { flow_under_each_profile(ask_twice); }

/* Tests the quirk interrupted_result: the payment waits, or it fails and a separate purchase follows. */
static void interrupt(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_store_set_interrupted_purchases(flow->store, IAP_STORE_INTERRUPTION_PENDING, NULL), IAP_OK);
    const outcome interrupted = player_outcome(player, player_asks(player, COINS));
    const bool fails = flow_quirk(flow, IAP_QUIRK_INTERRUPTED_RESULT) != 0;
    CHECK_INT(interrupted.state, fails ? IAP_TRANSACTION_FAILED : IAP_TRANSACTION_DEFERRED);
    flow_let_pass(flow, 3000, 500);
    flow_has_coins(player, 0);
    CHECK_STATUS(iap_store_set_interrupted_purchases(flow->store, IAP_STORE_INTERRUPTION_NONE, NULL), IAP_OK);
    flow->charges = 1;
    flow->coins_paid = 100;
    CHECK_STATUS(iap_store_resolve_issue(flow->store, flow_newest(flow), NULL), IAP_OK);
    flow_has_coins(player, 100);
}
TEST(an_interrupted_purchase_that_goes_on_is_charged_and_counted_once) { flow_under_each_profile(interrupt); }

static void resolve_while_closed(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_store_set_interrupted_purchases(flow->store, IAP_STORE_INTERRUPTION_PENDING, NULL), IAP_OK);
    player_outcome(player, player_asks(player, SWORD));
    player_quit(player);
    flow->charges = 1;
    CHECK_STATUS(iap_store_resolve_issue(flow->store, flow_newest(flow), NULL), IAP_OK);
    flow_jump(flow, 3600 * 1000);
    player_launch(player);
    flow_stays_owned(player, SWORD);
    UNTIL(flow, player_count(player, IAP_TRANSACTION_PURCHASED) > 0);
}
TEST(an_interrupted_purchase_that_goes_on_while_the_game_is_closed_comes_at_the_next_launch) {
    flow_under_each_profile(resolve_while_closed);
}

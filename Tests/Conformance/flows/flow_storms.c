/* Finishes that the store forgets, under every profile. */

#include "flows.h"

#include <stdlib.h>
#include <string.h>

/* How many transactions of the store are finished now. A finish lasts one second here. */
static size_t finishes_now(const flow *flow) {
    uint64_t ids[16];
    size_t count = 0, finished = 0;
    CHECK_STATUS(iap_store_list_transactions(flow->store, NULL, ids, 16, &count, NULL), IAP_OK);
    for (size_t i = 0; i < count && i < 16; i++) {
        iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
        CHECK_STATUS(iap_store_get_transaction(flow->store, ids[i], &transaction, NULL), IAP_OK);
        finished += transaction.is_finished != 0;
    }
    return finished;
}

static size_t let_pass_and_count(flow *flow, int64_t milliseconds, int64_t step_ms) {
    size_t count = 0;
    for (int64_t passed = 0; passed < milliseconds; passed += step_ms) {
        flow_let_pass(flow, step_ms, step_ms);
        count += finishes_now(flow);
    }
    return count;
}

/* Tests the quirk finish_fails_percent: for an hour, the store keeps no finish. */
static void finish_in_vain(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_store_set_quirk(flow->store, IAP_QUIRK_FINISH_FAILS_PERCENT, 100, NULL), IAP_OK);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    const size_t count = let_pass_and_count(flow, 30000, 2000) + let_pass_and_count(flow, 3600 * 1000, 60000);
    CHECK_INT(player->save.count, 1);
    CHECK_INT(player_count(player, IAP_TRANSACTION_PURCHASED), flow_quirk(flow, IAP_QUIRK_TWO_IDS) != 0 ? 2 : 1);
    /* The waits double from one second to ten minutes: about sixteen finishes in an hour, and the same number for the other id.
       */
    CHECK(count >= 8);
    CHECK(count <= (flow_quirk(flow, IAP_QUIRK_TWO_IDS) != 0 ? 40 : 20));
    /* The next launch receives no event for the finished transaction either. */
    player_relaunch(player);
    flow_let_pass(flow, 60000, 5000);
    CHECK_INT(player_count(player, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_STATUS(iap_store_set_quirk(flow->store, IAP_QUIRK_FINISH_FAILS_PERCENT, 0, NULL), IAP_OK);
    flow_let_pass(flow, 900 * 1000, 60000);
    CHECK(flow_is_finished(flow));
}
TEST(a_finish_that_does_not_last_is_repeated_ever_more_seldom_and_grants_nothing_again) {
    flow_under_each_profile(finish_in_vain);
}

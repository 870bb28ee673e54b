/* Finishes that the store forgets, under every profile. */

#include "files.h"
#include "flows.h"

#include <stdlib.h>
#include <string.h>

/* How often the game asked the store to finish a transaction, according to the store's log. */
static size_t finishes(const flow *flow) {
    const char *path = temporary_path("storm.log");
    CHECK_STATUS(iap_store_write_log(flow->store, path, NULL), IAP_OK);
    file_content log = file_read(path);
    const char *const needle = "\"finish\"";
    const size_t length = strlen(needle);
    size_t count = 0;
    for (size_t i = 0; i + length <= log.length; i++) count += memcmp(log.bytes + i, needle, length) == 0;
    free(log.bytes);
    return count;
}

/* Tests the habit finish_fails_percent: for an hour, the store keeps no finish. */
static void finish_in_vain(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_store_set_habit(flow->store, IAP_HABIT_FINISH_FAILS_PERCENT, 100, NULL), IAP_OK);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    flow_let_pass(flow, 30000, 2000);
    flow_let_pass(flow, 3600 * 1000, 60000);
    CHECK_INT(player->grant_count, 1);
    CHECK_INT(player_count(player, IAP_TRANSACTION_PURCHASED), flow_habit(flow, IAP_HABIT_TWO_IDS) != 0 ? 2 : 1);
    const size_t count = finishes(flow);
    /* The waits double from one second to ten minutes: about sixteen finishes in an hour, and the same number for the other id.
       */
    CHECK(count >= 8);
    CHECK(count <= (flow_habit(flow, IAP_HABIT_TWO_IDS) != 0 ? 40 : 20));
    /* The next launch receives no event for the finished transaction either. */
    player_relaunch(player);
    flow_let_pass(flow, 60000, 5000);
    CHECK_INT(player_count(player, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_STATUS(iap_store_set_habit(flow->store, IAP_HABIT_FINISH_FAILS_PERCENT, 0, NULL), IAP_OK);
    flow_let_pass(flow, 900 * 1000, 60000);
    CHECK(flow_is_finished(flow));
}
TEST(a_finish_that_does_not_last_is_repeated_ever_more_seldom_and_grants_nothing_again) {
    flow_under_each_profile(finish_in_vain);
}

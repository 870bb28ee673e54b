/* Several devices, accounts and families, networks, and launches without a network, under every profile. */

#include "files.h"
#include "flows.h"
#include "network_conditions.h"

#include <stdio.h>

/* Restores, and waits for the end of the restore. */
static const heard *restore(player *player) {
    const uint64_t request = game_restore(player->game);
    UNTIL(player->flow, game_response(player->game, request) != NULL);
    return game_response(player->game, request);
}

static void restore_elsewhere(flow *flow) {
    player *phone = flow_player(flow);
    player_owns(phone, SWORD);
    player_owns(phone, CLUB_MONTH);
    UNTIL(flow, flow_is_finished(flow));
    /* The store lists new purchases late, and a restore delivers only what the store lists. */
    flow_let_pass(flow, 6000, 600);
    player *tablet = flow_install(flow, "player", "tablet");
    player_launch(tablet);
    const heard *answer = restore(tablet);
    CHECK(answer->type == IAP_EVENT_RESTORE_FINISHED);
    flow_stays_owned(tablet, SWORD);
    flow_stays_owned(tablet, CLUB_MONTH);
    CHECK(player_count(tablet, IAP_TRANSACTION_RESTORED) > 0);
    flow_let_pass(flow, 6000, 600);
}
TEST(a_restore_on_a_new_device_brings_what_is_owned_and_charges_nothing) { flow_under_each_profile(restore_elsewhere); }

/* Under the quirk sync_unfinishes_latest, a finished transaction becomes unfinished again. */
static void restore_here(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    player_owns(player, CLUB_MONTH);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    UNTIL(flow, flow_is_finished(flow));
    for (int restored = 0; restored < 2; restored++) {
        const heard *answer = restore(player);
        CHECK(answer->type == IAP_EVENT_RESTORE_FINISHED);
        flow_let_pass(flow, 3000, 500);
    }
    player_relaunch(player);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(player->save.count, 3);
    flow_has_coins(player, 100);
}
TEST(a_restore_on_the_same_device_grants_nothing_twice) { flow_under_each_profile(restore_here); }

/* Tests the quirk sync_offline_error: for each error of the store, the game receives the error of a missing network. */
static void restore_offline(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    UNTIL(flow, flow_is_finished(flow));
    CHECK(network_is_down(player->game));
    const heard *failed = restore(player);
    CHECK_INT(failed->type, IAP_EVENT_RESTORE_FAILED);
    CHECK_STATUS(failed->error.status, IAP_ERROR_NETWORK);
    flow_let_pass(flow, 3000, 500);
    CHECK(network_is_perfect(player->game));
    const heard *restored = restore(player);
    CHECK(restored->type == IAP_EVENT_RESTORE_FINISHED);
    flow_let_pass(flow, 3000, 500);
}
TEST(a_restore_without_a_network_says_so_and_ends_nothing_that_is_owned) { flow_under_each_profile(restore_offline); }

static void own_on_two_devices(flow *flow) {
    player *phone = flow_player(flow);
    player *tablet = flow_install(flow, "player", "tablet");
    player_launch(tablet);
    flow_let_pass(flow, 1000, 200);
    player_owns(phone, SWORD);
    flow_stays_owned(tablet, SWORD);
    player_owns(tablet, CLUB_MONTH);
    flow_stays_owned(phone, CLUB_MONTH);
    CHECK_INT(player_buys(phone, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(phone, 100);
    flow_let_pass(flow, 6000, 600);
    /* Coins that were bought on one of the devices are counted on one device only. */
    CHECK_INT(phone->coins + tablet->coins, 100);
    CHECK_INT(coins(phone->game) + coins(tablet->game), 100);
}
TEST(what_is_bought_on_one_device_is_owned_on_the_other_and_counted_once) {
    flow_under_each_profile(own_on_two_devices);
}

static void launch_offline(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    player_owns(player, SEASON);
    player_owns(player, CLUB_MONTH);
    UNTIL(flow, flow_is_finished(flow));
    player_quit(player);
    CHECK(network_is_down(player->game));
    flow_jump(flow, FLOW_DAY_MS);
    player_launch(player);
    /* This holds from the first moment. */
    flow_let_pass(flow, 1000, FLOW_STEP_MS);
    flow_let_pass(flow, 60000, 4000);
    CHECK(network_is_perfect(player->game));
    flow_let_pass(flow, 12000, 1000);
}
TEST(a_launch_without_a_network_owns_what_is_owned) { flow_under_each_profile(launch_offline); }

static void buy_offline(flow *flow) {
    player *player = flow_player(flow);
    flow_let_pass(flow, 3000, 500);
    CHECK(network_is_down(player->game));
    const outcome failed = player_outcome(player, player_asks(player, COINS));
    CHECK_INT(failed.state, IAP_TRANSACTION_FAILED);
    CHECK_STATUS(failed.error, IAP_ERROR_NETWORK);
    CHECK(network_is_perfect(player->game));
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
}
TEST(a_purchase_without_a_network_is_not_charged_and_not_made_up_for_later) { flow_under_each_profile(buy_offline); }

static void sign_in_another(flow *flow) {
    player *player = flow_player(flow);
    player_owns(player, SWORD);
    player->keeps_unfinished = true;
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    player_quit(player);
    flow_may_end(player, SWORD);
    CHECK_STATUS(iap_device_sign_in(player->game->device, "sister", NULL), IAP_OK);
    player_launch(player);
    flow_let_pass(flow, 20000, 500);
    /* The sister has another account: the library does not offer her what her brother paid for. */
    CHECK_INT(player_count(player, IAP_TRANSACTION_PURCHASED), 0);
    player_quit(player);
    CHECK_STATUS(iap_device_sign_in(player->game->device, "player", NULL), IAP_OK);
    player->keeps_unfinished = false;
    player_launch(player);
    flow_stays_owned(player, SWORD);
    UNTIL(flow, player_count(player, IAP_TRANSACTION_PURCHASED) > 0);
    flow_has_coins(player, 100);
}
TEST(what_one_account_has_paid_for_is_not_offered_to_another) { flow_under_each_profile(sign_in_another); }

static void sign_out(flow *flow) {
    player *player = flow_player(flow);
    CHECK_STATUS(iap_device_sign_out(player->game->device, NULL), IAP_OK);
    const outcome refused = player_outcome(player, player_asks(player, COINS));
    CHECK_INT(refused.state, IAP_TRANSACTION_FAILED);
    CHECK_STATUS(refused.error, IAP_ERROR_CANCELLED);
    CHECK_STATUS(iap_device_sign_in(player->game->device, "player", NULL), IAP_OK);
    flow_let_pass(flow, 3000, 500);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
}
TEST(who_is_signed_out_is_not_charged_and_buys_when_signed_in) { flow_under_each_profile(sign_out); }

/* ------------------------------------------------------------------------------------------------ products, signatures */

static const heard *ask_for_products(player *player) {
    static const char *const ids[] = {COINS, SWORD};
    const uint64_t request = game_request_products(player->game, ids, 2);
    UNTIL(player->flow, game_response(player->game, request) != NULL);
    return game_response(player->game, request);
}

static void set_products_empty(flow *flow, int64_t value) {
    CHECK_STATUS(iap_store_set_quirk(flow->store, IAP_QUIRK_PRODUCTS_EMPTY, value, NULL), IAP_OK);
}

/* Tests the quirk products_empty, which no profile has. The test switches it on and off twice. */
static void products_are_empty(flow *flow) {
    player *player = flow_player(flow);
    set_products_empty(flow, 1);
    /* The player cannot buy anything, and the store charges nothing. */
    CHECK_INT(player_outcome(player, player_asks(player, COINS)).state, IAP_TRANSACTION_FAILED);
    set_products_empty(flow, 0);
    const heard *listed = ask_for_products(player);
    CHECK((!listed->has_error && iap_products_count(listed->products) == 2));
    set_products_empty(flow, 1);
    /* The library does not report products as unknown if they were for sale a moment ago. */
    const heard *none = ask_for_products(player);
    CHECK((none->has_error && none->error.retryable));
    set_products_empty(flow, 0);
    listed = ask_for_products(player);
    CHECK((!listed->has_error && iap_products_count(listed->products) == 2));
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
}
TEST(a_product_list_that_was_empty_for_a_while_is_there_again_and_can_be_bought) {
    flow_under_each_profile(products_are_empty);
}

static void verify_signatures(flow *flow) {
    uint8_t root[4096];
    size_t length = 0;
    char file[64];
    CHECK_STATUS(iap_store_root_certificate(flow->store, root, sizeof root, &length, NULL), IAP_OK);
    snprintf(file, sizeof file, "%s.der", iap_profile_name(flow->profile));
    const char *path = temporary_path(file);
    file_write(path, root, length);
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_SIGNATURE;
    verification.roots_path = path;
    player *player = flow_install(flow, "player", "phone");
    player->game->verification = &verification;
    player_launch(player);
    player_owns(player, SWORD);
    player_owns(player, CLUB_MONTH);
    CHECK_INT(player_buys(player, COINS).state, IAP_TRANSACTION_PURCHASED);
    flow_has_coins(player, 100);
    flow_let_pass(flow, 6000, 600);
    player_relaunch(player);
    flow_let_pass(flow, 6000, 600);
    CHECK_INT(player_count(player, IAP_TRANSACTION_UNVERIFIED), 0);
    CHECK_INT(game_count(player->game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE), 0);
}
TEST(with_the_signatures_checked_everything_is_granted_once_and_stays_owned) {
    flow_under_each_profile(verify_signatures);
}

/* ------------------------------------------------------------------------------------------------------- families */

static void share(flow *flow) {
    static const char *const members[] = {"player", "sister"};
    for (size_t i = 0; i < 2; i++) CHECK_STATUS(iap_store_set_family(flow->store, members[i], "home", NULL), IAP_OK);
    player *player = flow_player(flow), *sister = flow_install(flow, "sister", "her phone");
    player_launch(sister);
    /* A member who owns nothing else keeps a shared purchase until the store reports its revocation. */
    player_owns(sister, LEVELS);
    player_owns(player, SWORD);
    flow_stays_owned(sister, SWORD);
    flow_let_pass(flow, 6000, 600);
    player_relaunch(sister);
    flow_let_pass(flow, 3000, 500);
    /* The quirk announce_without_revocation: a purchase that is only absent does not end. */
    const bool has_revocation = flow_quirk(flow, IAP_QUIRK_ANNOUNCE_WITHOUT_REVOCATION) == 0;
    if (has_revocation) flow_may_end(sister, SWORD);
    CHECK_STATUS(iap_store_set_family(flow->store, "player", NULL, NULL), IAP_OK);
    if (has_revocation) flow_stays_ended(sister, SWORD);
    flow_let_pass(flow, 9000, 900);
    CHECK_INT(unlocked(sister->game, "sword"), !has_revocation);
}
TEST(a_member_of_the_family_owns_what_is_shared_until_the_sharing_ends) { flow_under_each_profile(share); }
TEST(the_end_of_a_sharing_without_a_revocation_is_no_end) {
    flow_under_quirk(IAP_QUIRK_ANNOUNCE_WITHOUT_REVOCATION, 1, share);
}

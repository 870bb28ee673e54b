/* What the account owns although the store lists it late, or still lists it after the end. */

#include "quirks.h"

/* ------------------------------------------------------------------------------------------------- listed too late */

TEST(what_was_bought_is_owned_at_once_although_the_list_is_late) {
    game *game = quirk_game(IAP_QUIRK_LISTING_LAG_MS, MINUTE_MS);
    REQUIRE(game_own(game, SWORD) != 0);
    CHECK_INT(entitlements(game, SWORD), 0);
    CHECK_OWNS_WHILE(game, SWORD, 1, 50 * SECOND_MS);
    CHECK(unlocked(game, "sword"));
    /* At the next launch, the journal knows the purchase before the list contains it. */
    REQUIRE(inventory_relaunch(game));
    CHECK_INT(entitlements(game, SWORD), 0);
    CHECK_OWNS_WHILE(game, SWORD, 1, MINUTE_MS);
    CHECK_INT(entitlements(game, SWORD), 1);
    CHECK(unlocked(game, "sword"));
}

TEST(what_was_bought_is_owned_although_the_next_reads_of_the_list_lack_it) {
    game *game = quirk_game(IAP_QUIRK_LISTING_LAG_READS, 20);
    REQUIRE(game_own(game, SWORD) != 0);
    CHECK_INT(entitlements(game, SWORD), 0);
    CHECK_OWNS_WHILE(game, SWORD, 1, 10 * MINUTE_MS);
}

TEST(what_was_subscribed_to_is_owned_although_it_has_no_status_yet) {
    game *game = quirk_game(IAP_QUIRK_STATUS_LAG_MS, MINUTE_MS);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, CLUB_GROUP)), 0);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 2 * MINUTE_MS);
    CHECK(unlocked(game, "club"));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
    CHECK(reported_state_count(game, IAP_SUBSCRIPTION_STATE_SUBSCRIBED) >= 1);
}

TEST(what_a_parent_approved_is_owned_when_it_is_announced_although_it_is_not_listed) {
    game *game = quirk_game(IAP_QUIRK_ANNOUNCE_BEFORE_LISTING_MS, MINUTE_MS);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_DEFERRED);
    REQUIRE(store_approve(game->store));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(entitlements(game, SWORD), 0);
    CHECK_OWNS_WHILE(game, SWORD, 1, 2 * MINUTE_MS);
    CHECK_INT(bought_count(game), 1);
}

TEST(a_renewal_keeps_the_subscription_owned_although_it_is_listed_late) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_BEFORE_LISTING_MS, 5 * SECOND_MS);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    REQUIRE(pass_until(game, end_of(game, CLUB_GROUP) - 5 * SECOND_MS));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 20 * SECOND_MS);
    CHECK(unlocked(game, "club"));
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
}

TEST(a_launch_right_after_a_renewal_owns_the_subscription_although_the_list_misses_it) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_BEFORE_LISTING_MS, MINUTE_MS);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    const int64_t end = end_of(game, CLUB_GROUP);
    game_quit(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, end + SECOND_MS - iap_store_now_ms(game->store), NULL));
    REQUIRE(game_launch(game));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 2 * MINUTE_MS);
    CHECK(unlocked(game, "club"));
    CHECK_INT(bought_count(game), 1);
}

TEST(what_was_bought_stays_owned_where_the_list_is_empty_for_its_calendar) {
    game *game = quirk_game(IAP_QUIRK_NON_GREGORIAN_EMPTY, 1);
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, CLUB_MONTH) != 0);
    CHECK_INT(entitlements(game, NULL), 0);
    CHECK_OWNS_WHILE(game, SWORD, 1, 10 * MINUTE_MS);
    REQUIRE(inventory_relaunch(game));
    CHECK_OWNS_WHILE(game, SWORD, 1, 10 * MINUTE_MS);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 10 * MINUTE_MS);
    CHECK(unlocked(game, "sword") && unlocked(game, "club"));
}

TEST(what_no_list_of_unfinished_transactions_has_yet_comes_once_in_a_launch) {
    game *game = quirk_game(IAP_QUIRK_UNFINISHED_FLICKER, 1);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_LAUNCH_REPLAYS_UNFINISHED, 0));
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_UNFINISHED, NULL)), 0);
    CHECK_INT(coins(game), 100);
    /* Bought well before the launch. The client computes the time of its start from the list, and is on the safe side. */
    REQUIRE_OK(iap_store_advance_clock(game->store, MINUTE_MS, NULL));
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(coins(game), 100);
    REQUIRE(game_finish(game, game_update(game, ANY_STATE, 0)));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_purchase_can_be_finished_although_no_list_of_unfinished_transactions_has_it) {
    game *game = quirk_game(IAP_QUIRK_UNFINISHED_FLICKER, 1);
    REQUIRE(game_own(game, COINS) != 0);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), 100);
}

/* ------------------------------------------------------------------------------------------------- listed too long */

TEST(what_was_refunded_is_not_owned_although_it_stays_listed) {
    game *game = quirk_game(IAP_QUIRK_REFUND_LAG_MS, MINUTE_MS);
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0 && refund(game, id));
    CHECK_INT(entitlements(game, SWORD), 1);
    CHECK_OWNS_WHILE(game, SWORD, 0, 50 * SECOND_MS);
    CHECK(!unlocked(game, "sword"));
    REQUIRE(inventory_relaunch(game));
    CHECK_OWNS_WHILE(game, SWORD, 0, 2 * MINUTE_MS);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
}

TEST(a_refunded_pass_that_is_listed_again_for_a_moment_is_not_owned_again) {
    game *game = quirk_game(IAP_QUIRK_REFUND_RELIST_FLICKER, 1);
    const uint64_t id = game_own(game, SEASON);
    REQUIRE(id != 0 && refund(game, id));
    CHECK_INT(entitlements(game, SEASON), 0);
    REQUIRE(pass(game, SECOND_MS));
    CHECK_INT(entitlements(game, SEASON), 1);
    CHECK_OWNS_WHILE(game, SEASON, 0, MINUTE_MS);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
    CHECK_INT(bought_count(game), 1);
}

TEST(a_refund_that_is_announced_minutes_late_takes_back_once) {
    game *game = quirk_game(IAP_QUIRK_REFUND_ANNOUNCE_LAG_MS, 2 * MINUTE_MS);
    const uint64_t coins_id = game_own(game, COINS), sword_id = game_own(game, SWORD);
    REQUIRE_OK(iap_store_refund(game->store, coins_id, NULL));
    REQUIRE_OK(iap_store_refund(game->store, sword_id, NULL));
    game_settle(game);
    CHECK_INT(coins(game), 100);
    REQUIRE(pass_slowly(game, 3 * MINUTE_MS));
    CHECK_INT(coins(game), 0);
    CHECK(!unlocked(game, "sword"));
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 0);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 2);
}

TEST(what_a_cleared_history_takes_away_stays_owned_on_the_device_that_knows_it) {
    game *game = quirk_game(IAP_QUIRK_STALE_AFTER_CLEAR, 1);
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE_OK(iap_store_clear_transactions(game->store, NULL));
    CHECK_INT(entitlements(game, SWORD), 1);
    REQUIRE(inventory_relaunch(game));
    CHECK_OWNS_WHILE(game, SWORD, 1, MINUTE_MS);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK_INT(entitlements(game, SWORD), 0);
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    struct game *other = inventory_install(game->store, "tablet");
    REQUIRE(game_launch(other) && pass_slowly(other, MINUTE_MS));
    CHECK_INT(iap_owns(other->client, SWORD, NULL), 0);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_OWNS_WHILE(game, SWORD, 1, MINUTE_MS);
}

TEST(what_was_upgraded_is_not_owned_although_both_levels_are_listed) {
    game *game = quirk_game(IAP_QUIRK_UPGRADED_STILL_LISTED, 1);
    REQUIRE(game_own(game, CLUB_YEAR) != 0 && game_own(game, CLUB_MONTH) != 0);
    CHECK_INT(entitlements(game, NULL), 2);
    CHECK_OWNS_WHILE(game, CLUB_YEAR, 0, MINUTE_MS);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    REQUIRE(inventory_relaunch(game));
    CHECK_OWNS_WHILE(game, CLUB_YEAR, 0, MINUTE_MS);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
}

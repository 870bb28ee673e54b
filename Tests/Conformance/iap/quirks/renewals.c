/* Subscriptions around the end of a period: which events the game receives, and what it owns. */

#include "quirks.h"

/* Subscribes, and moves the clock to ten seconds before the end of the first period; returns 0 if that fails. */
static int64_t subscribe(game *game) {
    if (game_own(game, CLUB_MONTH) == 0) return 0;
    const int64_t end = end_of(game, CLUB_GROUP);
    return pass_until(game, end - 10 * SECOND_MS) ? end : 0;
}

/* -------------------------------------------------------------------------------------------- the moment of renewal */

TEST(an_end_that_is_reported_in_the_moment_of_renewal_does_not_reach_the_game) {
    for (int simulator = 0; simulator <= 1; simulator++) {
        test_case(simulator ? "not renewing, off the list" : "renewing, listed");
        game *game =
            inventory_install(quirk_store(IAP_QUIRK_RENEWAL_FLICKER_MS, 5 * SECOND_MS), simulator ? "phone" : "tablet");
        REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_WILL_RENEW, !simulator));
        REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_LISTING_EMPTY, simulator));
        REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_WINBACK, simulator));
        REQUIRE(game_launch(game));
        const int64_t end = subscribe(game);
        REQUIRE(end != 0 && pass_until(game, end));
        /* The store reports this. */
        CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
        CHECK_INT(entitlements(game, CLUB_MONTH), !simulator);
        CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 20 * SECOND_MS);
        CHECK(unlocked(game, "club"));
        CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
        REQUIRE(pass_slowly(game, MINUTE_MS));
        CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
        CHECK_INT(bought_count(game), 2);
        CHECK_INT(gems(game), 20);
        game_uninstall(game);
    }
}

TEST(a_launch_in_the_moment_of_renewal_owns_the_subscription) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_FLICKER_MS, 5 * SECOND_MS);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_LISTING_EMPTY, 1));
    const int64_t end = subscribe(game);
    REQUIRE(end != 0);
    game_quit(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, 11 * SECOND_MS, NULL));
    REQUIRE(game_launch(game));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    CHECK(unlocked(game, "club"));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
}

TEST(no_end_is_reported_for_a_period_whose_renewal_was_reported) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_FLICKER_MS, MINUTE_MS);
    const int64_t end = subscribe(game);
    REQUIRE(end != 0 && pass_until(game, end + 2 * MINUTE_MS));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
}

TEST(an_end_without_a_reason_that_lasts_is_reported_ten_seconds_after_the_period) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_FLICKER_MS, MINUTE_MS);
    const int64_t end = subscribe(game);
    /* The store sends no update for the renewal. */
    REQUIRE_OK(iap_device_set_updates(game->device, IAP_STORE_UPDATES_HELD, NULL));
    REQUIRE(end != 0 && pass_until(game, end + RENEWAL_TOLERANCE_MS - 1));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
    REQUIRE(pass_until(game, end + RENEWAL_TOLERANCE_MS));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 1);
}

TEST(an_end_with_a_reason_is_reported_and_counts_at_once) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_FLICKER_MS, 5 * SECOND_MS);
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0 && set_auto_renew(game, id, false));
    const int64_t end = end_of(game, CLUB_GROUP);
    REQUIRE(pass_until(game, end - 1));
    CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), 1);
    REQUIRE(pass_until(game, end));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 1);
    CHECK_INT(ending_of(game, CLUB_GROUP), IAP_EXPIRATION_REASON_AUTO_RENEW_DISABLED);
    CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), 0);
    CHECK(!unlocked(game, "club"));
}

TEST(an_end_of_which_the_store_says_nothing_counts_ten_seconds_after_the_period) {
    game *game = quirk_game(IAP_QUIRK_RENEWAL_FLICKER_MS, 0);
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0 && set_auto_renew(game, id, false));
    const int64_t end = end_of(game, CLUB_GROUP);
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    network.is_down = 1;
    REQUIRE_OK(iap_device_set_network(game->device, &network, NULL));
    /* The game processes nothing: only the clock decides. */
    const struct {
        int64_t after;
        int32_t owns;
    } moments[] = {{-1, 1}, {0, 1}, {RENEWAL_TOLERANCE_MS - 1, 1}, {RENEWAL_TOLERANCE_MS, 0}};
    for (size_t i = 0; i < sizeof moments / sizeof *moments; i++) {
        test_case("%lld ms after the end", (long long)moments[i].after);
        const int64_t now = iap_store_now_ms(game->store);
        REQUIRE_OK(iap_store_advance_clock(game->store, end + moments[i].after - now, NULL));
        CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), moments[i].owns);
        CHECK_INT(unlocked(game, "club"), moments[i].owns);
    }
}

/* -------------------------------------------------------------------------------------------------- without payment */

TEST(a_subscription_in_billing_retry_is_not_owned_although_it_is_listed) {
    game *game = quirk_game(IAP_QUIRK_RETRY_LISTED, 1);
    REQUIRE(subscribe(game) != 0 && let_renewals_fail(game, 0));
    REQUIRE(pass(game, MINUTE_MS));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_IN_BILLING_RETRY);
    CHECK_INT(entitlements(game, CLUB_MONTH), 1);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 0, 10 * MINUTE_MS);
    CHECK(!unlocked(game, "club"));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(gems(game), 10);
    /* A launch and another device get the same result. */
    REQUIRE(inventory_relaunch(game));
    struct game *tablet = inventory_install(game->store, "tablet");
    REQUIRE(game_launch(tablet));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 0, 10 * MINUTE_MS);
    CHECK_OWNS_WHILE(tablet, CLUB_MONTH, 0, 10 * MINUTE_MS);
    REQUIRE(let_renewals_succeed(game) && pass(game, 2 * DAY_MS));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    CHECK_INT(gems(game), 20);
}

TEST(after_a_grace_period_nothing_is_owned_whatever_the_state_is_called_until_it_is_paid) {
    game *game = quirk_game(IAP_QUIRK_POST_GRACE_STATE, 1);
    REQUIRE(subscribe(game) != 0 && let_renewals_fail(game, 3));
    REQUIRE(pass(game, MINUTE_MS));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    REQUIRE(pass(game, 3 * DAY_MS));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 0, MINUTE_MS);
    CHECK(!unlocked(game, "club"));
    REQUIRE(let_renewals_succeed(game) && pass(game, 2 * DAY_MS));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    CHECK(unlocked(game, "club"));
    CHECK_INT(gems(game), 20);
}

TEST(a_grace_period_is_owned_although_the_renewal_info_says_that_billing_is_not_tried_again) {
    game *game = quirk_game(IAP_QUIRK_GRACE_RETRY_FLAG, 0);
    REQUIRE(subscribe(game) != 0 && let_renewals_fail(game, 3));
    REQUIRE(pass(game, MINUTE_MS));
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD);
    CHECK_INT(iap_renewal_info_is_in_billing_retry(renewal_of(game, CLUB_GROUP)), 0);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 2 * DAY_MS);
    CHECK(unlocked(game, "club"));
    REQUIRE(pass(game, DAY_MS));
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 0, MINUTE_MS);
}

TEST(a_renewal_that_is_switched_off_unannounced_is_in_the_status_that_is_asked_for) {
    game *game = quirk_game(IAP_QUIRK_AUTORENEW_CHANGE_ANNOUNCED, 0);
    const uint64_t id = game_own(game, CLUB_MONTH);
    game_settle(game);
    game_forget(game);
    REQUIRE(id != 0 && set_auto_renew(game, id, false) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(game_count(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED, ANY_STATE), 0);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, CLUB_GROUP)), 0);
    /* The store reports the end. */
    REQUIRE(pass_until(game, end_of(game, CLUB_GROUP)));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 1);
    CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), 0);
}

/* Restoring: what a restore delivers, and what it leaves unchanged. */

#include "facts.h"
#include "two_devices.h"

static bool restore(game *game) {
    const size_t before = game_count(game, IAP_EVENT_RESTORE_FINISHED, ANY_STATE);
    game_restore(game);
    if (!AWAIT(game, IAP_EVENT_RESTORE_FINISHED, before + 1)) return false;
    game_settle(game);
    return true;
}

static size_t restored(const game *game) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED);
}

TEST(entitlements_need_no_restore) {
    static const char *const products[] = {SWORD, SEASON, CLUB_MONTH};
    game *phone = game_start();
    for (size_t i = 0; i < 3; i++) REQUIRE(game_own(phone, products[i]) != 0);
    game *tablet = another_game(phone->store, "player", "tablet");
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        CHECK_INT(entitlements(tablet, products[i]), 1);
    }
    CHECK_INT(restored(tablet), 0);
}

TEST(a_restore_changes_nothing_in_the_store_and_is_no_news_elsewhere) {
    const two_devices devices = two_devices_launch(NULL);
    const uint64_t sword = game_own(devices.phone, SWORD), club = game_own(devices.phone, CLUB_MONTH);
    REQUIRE(sword != 0 && club != 0 && AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 2));
    game_settle(devices.tablet);
    game_forget(devices.tablet);
    for (size_t times = 1; times <= 2; times++) {
        REQUIRE(restore(devices.phone));
        CHECK_INT(restored(devices.phone), 2 * times);
        CHECK_INT(history(devices.phone, NULL), 2);
        CHECK_INT(entitlements(devices.phone, NULL), 2);
        CHECK_INT(store_totals(devices.phone->store).transactions, 2);
        CHECK_INT(store_totals(devices.phone->store).unfinished, 0);
    }
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
}

TEST(of_a_subscription_the_latest_period_is_restored) {
    game *game = ladder_game();
    REQUIRE(game_own(game, LADDER_MIDDLE) != 0);
    for (size_t renewals = 1; renewals <= 3; renewals++) {
        REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
        const heard *renewed = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, renewals);
        REQUIRE(renewed != NULL && game_finish(game, renewed->transaction));
    }
    REQUIRE(restore(game) && CHECK_INT(restored(game), 1));
    const heard *update = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, 0);
    CHECK_ID(iap_transaction_id(update->transaction), iap_transaction_id(period_of(game, LADDER_GROUP)));
}

TEST(non_renewing_subscriptions_are_restored_as_what_the_account_is_entitled_to) {
    game *game = game_start();
    const uint64_t id = game_own(game, SEASON);
    REQUIRE(restore(game) && CHECK_INT(restored(game), 1));
    const heard *update = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, 0);
    CHECK_ID(iap_transaction_id(iap_transaction_original(update->transaction)), id);
}

TEST(what_is_unfinished_and_what_was_consumed_is_not_restored) {
    game *game = game_start();
    REQUIRE(game_own(game, COINS) != 0 && game_buy(game, GEMS) != NULL && game_buy(game, SWORD) != NULL);
    REQUIRE(game_buy(game, CLUB_MONTH) != NULL);
    game_forget(game);
    REQUIRE(restore(game));
    CHECK_INT(game->log_count, 1);
}

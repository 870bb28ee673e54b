/* The library grants a purchase once, even if the store delivers it repeatedly, in a batch, late, in another order, or under
   another id. */

#include "habits.h"

#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Buys coins, finishes them and lets time pass. The game received one purchase and has its coins. */
static void check_bought_once(game *game, int64_t milliseconds) {
    const size_t before = bought_count(game);
    const int64_t had = coins(game);
    REQUIRE(game_own(game, COINS) != 0);
    REQUIRE(pass_slowly(game, milliseconds));
    CHECK_INT(bought_count(game), before + 1);
    CHECK_INT(coins(game), had + 100);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, milliseconds));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), had + 100);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

/* ------------------------------------------------------------------------------------------------ several times */

TEST(what_was_finished_and_comes_six_times_again_is_granted_once) {
    game *game = habit_game(IAP_HABIT_REPEAT_AFTER_FINISH, 6);
    REQUIRE(set_habit(game->store, IAP_HABIT_REPEAT_AFTER_FINISH_MS, SECOND_MS));
    check_bought_once(game, 10 * SECOND_MS);
}

TEST(what_is_delivered_twice_within_seconds_is_granted_once) {
    check_bought_once(habit_game(IAP_HABIT_DOUBLE_DELIVERY_MS, 2500), 10 * SECOND_MS);
}

TEST(a_renewal_that_is_delivered_twice_is_granted_once) {
    game *game = habit_game(IAP_HABIT_DOUBLE_DELIVERY_MS, 2500);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    REQUIRE(pass_until(game, end_of(game, CLUB_GROUP)) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(gems(game), 20);
}

TEST(what_the_game_bought_and_hears_of_once_more_is_granted_once) {
    static const struct {
        iap_habit habit;
        const char *product_id;
    } announced[] = {{IAP_HABIT_ANNOUNCE_OWN_NONCONSUMABLE, LEVELS}, {IAP_HABIT_ANNOUNCE_OWN_SUBSCRIPTION, CLUB_MONTH}};
    for (size_t i = 0; i < 2; i++) {
        for (int finishes_first = 0; finishes_first <= 1; finishes_first++) {
            test_case("%s, %s", announced[i].product_id, finishes_first ? "finished" : "unfinished");
            struct game *game = inventory_install(habit_store(announced[i].habit, 1), i == 0 ? "phone" : "tablet");
            REQUIRE(game_launch(game));
            const iap_transaction *bought = game_buy(game, announced[i].product_id);
            if (finishes_first) REQUIRE(game_finish(game, bought));
            REQUIRE(pass_slowly(game, 10 * SECOND_MS));
            CHECK_INT(bought_count(game), 1);
            CHECK_INT(gems(game), i == 0 ? 5 : 10);
            game_uninstall(game);
            files_remove();
        }
    }
}

TEST(one_purchase_under_two_ids_has_one_original_id_and_is_granted_once) {
    game *game = habit_game(IAP_HABIT_TWO_IDS, 1);
    const uint64_t id = game_own(game, COINS);
    REQUIRE(id != 0 && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    const iap_transaction *copy =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 1)->transaction;
    CHECK(iap_transaction_id(copy) != id);
    CHECK_ID(iap_transaction_original_id(copy), id);
    CHECK_INT(coins(game), 100);
    REQUIRE(game_finish(game, copy) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(coins(game), 100);
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

/* ----------------------------------------------------------------------------------------- a finish that the store forgets */

/* How often the store has recorded a finish. */
static size_t finish_count(iap_store *store) {
    static int number;
    char name[32];
    snprintf(name, sizeof name, "log%d", ++number);
    const char *path = temporary_path(name);
    if (!CHECK_STATUS(iap_store_write_log(store, path, NULL), IAP_OK)) return 0;
    char *text = (char *)file_read(path).bytes;
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "\"finish\":")) != NULL; at++) count++;
    free(text);
    return count;
}

TEST(a_finish_that_never_lasts_is_repeated_with_growing_waits_and_the_game_hears_of_none) {
    game *game = habit_game(IAP_HABIT_FINISH_FAILS_PERCENT, 100);
    REQUIRE(game_own(game, COINS) != 0);
    size_t counts[4];
    for (int minute = 0; minute < 4; minute++) {
        for (int step = 0; step < 120; step++) REQUIRE(pass(game, 500 << minute));
        counts[minute] = finish_count(game->store);
    }
    /* One finish each second would be sixty in a minute. This number comes in one, two, four and eight minutes. */
    CHECK(counts[0] >= 4 && counts[0] <= 12);
    CHECK(counts[1] > counts[0] && counts[3] > counts[2] && counts[3] <= 24);
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(coins(game), 100);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    /* As soon as the store keeps a finish, there are no more attempts. */
    REQUIRE(set_habit(game->store, IAP_HABIT_FINISH_FAILS_PERCENT, 0));
    REQUIRE(pass(game, 20 * MINUTE_MS) && pass(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(what_was_finished_in_an_earlier_launch_and_is_unfinished_again_is_not_delivered) {
    game *game = habit_game(IAP_HABIT_FINISH_FAILS_PERCENT, 100);
    REQUIRE(game_own(game, COINS) != 0);
    game_quit(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, MINUTE_MS, NULL));
    CHECK_INT(store_totals(game->store).unfinished, 1);
    REQUIRE(set_habit(game->store, IAP_HABIT_FINISH_FAILS_PERCENT, 0) && game_launch(game));
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(what_a_restore_makes_unfinished_again_is_not_bought_again) {
    game *game = habit_game(IAP_HABIT_SYNC_UNFINISHES_LATEST, 1);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 1);
    CHECK_INT(gems(game), 10);
    CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), 1);
    const heard *restored = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED, 0);
    REQUIRE(game_finish(game, restored->transaction) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* ------------------------------------------------------------------------------------ in a batch, or only in the list */

TEST(a_purchase_and_its_refund_that_come_as_one_update_grant_nothing) {
    game *phone = habit_game(IAP_HABIT_UPDATES_COALESCE_MS, 5 * SECOND_MS);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = SWORD;
    uint64_t id = 0;
    REQUIRE_OK(iap_store_buy(phone->store, "player", &purchase, &id, NULL));
    REQUIRE(pass(phone, SECOND_MS));
    REQUIRE_OK(iap_store_refund(phone->store, id, NULL));
    CHECK_OWNS_WHILE(phone, SWORD, 0, MINUTE_MS);
    CHECK_INT(bought_count(phone), 0);
    CHECK(!unlocked(phone, "sword"));
}

TEST(an_update_that_waits_for_more_changes_is_granted_once_when_it_comes) {
    game *phone = habit_game(IAP_HABIT_UPDATES_COALESCE_MS, 5 * SECOND_MS);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = SWORD;
    REQUIRE_OK(iap_store_buy(phone->store, "player", &purchase, NULL, NULL));
    REQUIRE(pass_slowly(phone, MINUTE_MS));
    CHECK_INT(bought_count(phone), 1);
    CHECK_OWNS_WHILE(phone, SWORD, 1, MINUTE_MS);
}

TEST(what_a_launch_has_only_in_the_list_of_unfinished_transactions_is_delivered) {
    game *game = habit_game(IAP_HABIT_LAUNCH_REPLAYS_UNFINISHED, 0);
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_PURCHASED);
    REQUIRE(inventory_relaunch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(coins(game), 100);
}

TEST(the_end_of_a_familys_sharing_without_a_revocation_date_is_no_new_purchase) {
    iap_store *store = habit_store(IAP_HABIT_ANNOUNCE_WITHOUT_REVOCATION, 1);
    game *owner = game_install(store, "owner", "television"), *member = inventory_install(store, "phone");
    REQUIRE_OK(iap_store_set_family(store, "owner", "family", NULL));
    REQUIRE_OK(iap_store_set_family(store, "player", "family", NULL));
    REQUIRE(game_launch(owner) && game_launch(member));
    REQUIRE(game_own(owner, SWORD) != 0 && AWAIT_STATE(member, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(member, game_nth(member, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE, 0)->transaction));
    CHECK_OWNS_WHILE(member, SWORD, 1, MINUTE_MS);
    REQUIRE_OK(iap_store_set_family(store, "player", NULL, NULL));
    REQUIRE(pass_slowly(member, 10 * MINUTE_MS));
    CHECK_INT(bought_count(member), 1);
    CHECK_INT(entitlements(member, SWORD), 0);
    /* The member can buy it, and the game then grants it. */
    CHECK_INT(iap_transaction_state(game_buy(member, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_OWNS_WHILE(member, SWORD, 1, MINUTE_MS);
    CHECK_INT(store_totals(store).transactions, 2);
}

TEST(what_a_family_does_not_share_any_more_stays_owned_until_its_end_has_a_revocation_date) {
    iap_store *store = habit_store(IAP_HABIT_ANNOUNCE_WITHOUT_REVOCATION, 1);
    game *owner = game_install(store, "owner", "television"), *member = inventory_install(store, "phone");
    REQUIRE_OK(iap_store_set_family(store, "owner", "family", NULL));
    REQUIRE_OK(iap_store_set_family(store, "player", "family", NULL));
    REQUIRE(game_launch(owner) && game_launch(member));
    REQUIRE(game_own(owner, SWORD) != 0 && AWAIT_STATE(member, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(member, game_nth(member, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE, 0)->transaction));
    /* A list that lacks one purchase is not more trustworthy than an empty one. */
    REQUIRE(game_own(member, LEVELS) != 0);
    REQUIRE_OK(iap_store_set_family(store, "player", NULL, NULL));
    REQUIRE(pass_slowly(member, 10 * MINUTE_MS) && inventory_relaunch(member) && pass_slowly(member, 10 * MINUTE_MS));
    CHECK_INT(entitlements(member, SWORD), 0);
    CHECK_INT(iap_owns(member->client, SWORD, NULL), 1);
    CHECK_INT(iap_owns(member->client, LEVELS, NULL), 1);
}

/* ------------------------------------------------------------------------------------ what a closed game has missed */

/* A game that is closed for three renewals receives each of them once, together with any other events. */
static void check_missed_renewals(iap_habit habit, int64_t value) {
    game *game = habit_game(habit, value);
    REQUIRE(set_habit(game->store, IAP_HABIT_LAUNCH_REPLAYS_UNFINISHED, 0));
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    game_quit(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, 100 * DAY_MS, NULL));
    REQUIRE(game_launch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 3);
    CHECK_INT(gems(game), 40);
    for (size_t i = 0; i < bought_count(game); i++) {
        const heard *entry = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, i);
        CHECK_INT(iap_transaction_delivery_count(entry->transaction), 1);
        REQUIRE(game_finish(game, entry->transaction));
    }
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, MINUTE_MS);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    REQUIRE(inventory_relaunch(game) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(gems(game), 40);
}

TEST(missed_renewals_that_come_newest_first_are_granted_once_each) { check_missed_renewals(IAP_HABIT_MISSED_ORDER, 1); }

TEST(the_finished_first_purchase_that_comes_with_missed_renewals_is_not_granted_again) {
    check_missed_renewals(IAP_HABIT_MISSED_INCLUDES_ORIGINAL, 1);
}

TEST(the_newest_missed_renewal_that_comes_twice_is_granted_once) {
    check_missed_renewals(IAP_HABIT_MISSED_NEWEST_TWICE, 1);
}

/* The library grants a purchase once, even if the store delivers it repeatedly, in a batch, late, in another order, or under
   another id. */

#include "quirks.h"

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

TEST(what_is_delivered_twice_or_comes_again_after_its_finish_is_granted_once) {
    test_case("delivered twice");
    check_bought_once(quirk_game(IAP_QUIRK_DOUBLE_DELIVERY_MS, 2500), 10 * SECOND_MS);
    files_remove();
    test_case("six times again");
    game *game = quirk_game(IAP_QUIRK_REPEAT_AFTER_FINISH, 6);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_REPEAT_AFTER_FINISH_MS, SECOND_MS));
    check_bought_once(game, 10 * SECOND_MS);
}

TEST(a_renewal_that_is_delivered_twice_is_granted_once) {
    game *game = quirk_game(IAP_QUIRK_DOUBLE_DELIVERY_MS, 2500);
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    REQUIRE(pass_until(game, end_of(game, CLUB_GROUP)) && pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(gems(game), 20);
}

TEST(what_the_game_bought_and_hears_of_once_more_is_granted_once) {
    static const struct {
        iap_quirk_t quirk;
        const char *product_id;
    } announced[] = {{IAP_QUIRK_ANNOUNCE_OWN_NONCONSUMABLE, LEVELS}, {IAP_QUIRK_ANNOUNCE_OWN_SUBSCRIPTION, CLUB_MONTH}};
    for (size_t i = 0; i < 2; i++) {
        for (int finishes_first = 0; finishes_first <= 1; finishes_first++) {
            test_case("%s, %s", announced[i].product_id, finishes_first ? "finished" : "unfinished");
            struct game *game = inventory_install(quirk_store(announced[i].quirk, 1), i == 0 ? "phone" : "tablet");
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
    game *game = quirk_game(IAP_QUIRK_TWO_IDS, 1);
    const uint64_t id = game_own(game, COINS);
    REQUIRE(id != 0 && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    const iap_transaction *copy = game_update(game, IAP_TRANSACTION_PURCHASED, 1);
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

static bool is_finished(game *game, uint64_t id) {
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    return CHECK_STATUS(iap_store_get_transaction(game->store, id, &transaction, NULL), IAP_OK) &&
           transaction.is_finished != 0;
}

TEST(a_finish_that_never_lasts_is_repeated_with_growing_waits_and_the_game_hears_of_none) {
    game *game = quirk_game(IAP_QUIRK_FINISH_FAILS_PERCENT, 100);
    const uint64_t id = game_own(game, COINS);
    REQUIRE(id != 0);
    size_t counts[4], count = 1;
    bool was_finished = true;
    for (int minute = 0; minute < 4; minute++) {
        for (int step = 0; step < 120; step++) {
            REQUIRE(pass(game, 500 << minute));
            /* The store forgets a finish after one second. */
            const bool is = is_finished(game, id);
            count += is && !was_finished;
            was_finished = is;
        }
        counts[minute] = count;
    }
    /* One finish each second would be sixty in a minute. This number comes in one, two, four and eight minutes. */
    CHECK(counts[0] >= 4 && counts[0] <= 12);
    CHECK(counts[1] > counts[0] && counts[3] > counts[2] && counts[3] <= 24);
    CHECK_INT(bought_count(game), 1);
    CHECK_INT(coins(game), 100);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    /* As soon as the store keeps a finish, there are no more attempts. */
    REQUIRE(set_quirk(game->store, IAP_QUIRK_FINISH_FAILS_PERCENT, 0));
    REQUIRE(pass(game, 20 * MINUTE_MS) && pass(game, MINUTE_MS));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(what_was_finished_in_an_earlier_launch_and_is_unfinished_again_is_not_delivered) {
    game *game = quirk_game(IAP_QUIRK_FINISH_FAILS_PERCENT, 100);
    REQUIRE(game_own(game, COINS) != 0);
    game_quit(game);
    REQUIRE_OK(iap_store_advance_clock(game->store, MINUTE_MS, NULL));
    CHECK_INT(store_totals(game->store).unfinished, 1);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_FINISH_FAILS_PERCENT, 0) && game_launch(game));
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(coins(game), 100);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(what_a_restore_makes_unfinished_again_is_not_bought_again) {
    game *game = quirk_game(IAP_QUIRK_SYNC_UNFINISHES_LATEST, 1);
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
    game *phone = quirk_game(IAP_QUIRK_UPDATES_COALESCE_MS, 5 * SECOND_MS);
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
    game *phone = quirk_game(IAP_QUIRK_UPDATES_COALESCE_MS, 5 * SECOND_MS);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = SWORD;
    REQUIRE_OK(iap_store_buy(phone->store, "player", &purchase, NULL, NULL));
    REQUIRE(pass_slowly(phone, MINUTE_MS));
    CHECK_INT(bought_count(phone), 1);
    CHECK_OWNS_WHILE(phone, SWORD, 1, MINUTE_MS);
}

TEST(what_a_launch_has_only_in_the_list_of_unfinished_transactions_is_delivered) {
    game *game = quirk_game(IAP_QUIRK_LAUNCH_REPLAYS_UNFINISHED, 0);
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_PURCHASED);
    REQUIRE(inventory_relaunch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(bought_count(game), 2);
    CHECK_INT(coins(game), 100);
}

TEST(what_a_family_does_not_share_any_more_stays_owned_until_its_end_has_a_revocation_date) {
    iap_store *store = quirk_store(IAP_QUIRK_ANNOUNCE_WITHOUT_REVOCATION, 1);
    game *owner = game_install(store, "owner", "television"), *member = inventory_install(store, "phone");
    REQUIRE_OK(iap_store_set_family(store, "owner", "family", NULL));
    REQUIRE_OK(iap_store_set_family(store, "player", "family", NULL));
    REQUIRE(game_launch(owner) && game_launch(member));
    REQUIRE(game_own(owner, SWORD) != 0 && AWAIT_STATE(member, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(member, game_update(member, ANY_STATE, 0)));
    /* A list that lacks one purchase is not more trustworthy than an empty one. */
    REQUIRE(game_own(member, LEVELS) != 0);
    REQUIRE_OK(iap_store_set_family(store, "player", NULL, NULL));
    REQUIRE(pass_slowly(member, 10 * MINUTE_MS) && inventory_relaunch(member) && pass_slowly(member, 10 * MINUTE_MS));
    CHECK_INT(entitlements(member, SWORD), 0);
    CHECK_INT(iap_owns(member->client, SWORD, NULL), 1);
    CHECK_INT(iap_owns(member->client, LEVELS, NULL), 1);
    /* The end is no new purchase. The member can buy the sword, and the game then grants it. */
    CHECK_INT(bought_count(member), 0);
    CHECK_INT(iap_transaction_state(game_buy(member, SWORD)), IAP_TRANSACTION_PURCHASED);
    CHECK_OWNS_WHILE(member, SWORD, 1, MINUTE_MS);
    CHECK_INT(store_totals(store).transactions, 3);
}

/* ------------------------------------------------------------------------------------ what a closed game has missed */

/* A game that is closed for three renewals receives each of them once, together with any other events. */
static void check_missed_renewals(iap_quirk_t quirk, int64_t value) {
    game *game = quirk_game(quirk, value);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_LAUNCH_REPLAYS_UNFINISHED, 0));
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

TEST(missed_renewals_are_granted_once_each_however_they_come) {
    static const iap_quirk_t quirks[] = {IAP_QUIRK_MISSED_ORDER, IAP_QUIRK_MISSED_INCLUDES_ORIGINAL,
                                         IAP_QUIRK_MISSED_NEWEST_TWICE};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", iap_quirk_name(quirks[i]));
        check_missed_renewals(quirks[i], 1);
        files_remove();
    }
}

/* Restoring what an account owns. */

#include "files.h"
#include "game.h"
#include "network_conditions.h"

#define DAY_MS INT64_C(86400000)

TEST(a_restore_hands_out_what_is_owned_and_then_finishes_once) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), levels = game_own(game, LEVELS), club = game_own(game, CLUB_MONTH);
    REQUIRE(sword != 0 && levels != 0 && club != 0);
    REQUIRE(game_own(game, COINS) != 0);
    game_forget(game);
    const uint64_t request = game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(game);
    REQUIRE(game->log_count == 4);
    CHECK_INT(game->log[3].type, IAP_EVENT_RESTORE_FINISHED);
    CHECK_ID(game->log[3].request_id, request);
    bool seen_sword = false, seen_levels = false, seen_club = false;
    for (size_t i = 0; i < 3; i++) {
        const iap_transaction *restored = game->log[i].transaction;
        CHECK_INT(game->log[i].type, IAP_EVENT_TRANSACTION_UPDATED);
        CHECK_INT(iap_transaction_state(restored), IAP_TRANSACTION_RESTORED);
        CHECK(iap_transaction_id(restored) != 0);
        CHECK_ID(iap_transaction_payment_id(restored), 0);
        CHECK_INT(iap_transaction_delivery_count(restored), 0);
        const iap_transaction *original = iap_transaction_original(restored);
        REQUIRE(original != NULL);
        const uint64_t id = iap_transaction_id(original);
        CHECK_ID(iap_transaction_original_id(restored), id);
        CHECK_TEXT(iap_transaction_product_id(original), iap_transaction_product_id(restored));
        CHECK(iap_transaction_signed_text(original) != NULL);
        CHECK(iap_transaction_signed_text(restored) != NULL);
        CHECK(iap_transaction_original(original) == NULL);
        seen_sword |= id == sword;
        seen_levels |= id == levels;
        seen_club |= id == club;
    }
    CHECK(seen_sword && seen_levels && seen_club);
    CHECK_INT(store_totals(game->store).transactions, 4);
}

TEST(a_restore_without_purchases_finishes_all_the_same) {
    game *game = game_start();
    const uint64_t request = game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_ID(game->log[0].request_id, request);
}

TEST(what_is_not_owned_any_more_and_consumables_are_not_restored) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    REQUIRE(sword != 0 && game_own(game, COINS) != 0 && game_own(game, CLUB_MONTH) != 0);
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    REQUIRE_OK(iap_store_set_auto_renew(
        game->store, iap_transaction_id(iap_transactions_at(game_query(game, IAP_QUERY_LATEST, CLUB_MONTH), 0)), 0,
        NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 32 * DAY_MS, NULL));
    game_settle(game);
    game_forget(game);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
}

TEST(what_is_in_the_queue_already_is_not_restored) {
    game *game = game_start();
    REQUIRE(game_buy(game, SWORD) != NULL);
    game_forget(game);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
}

TEST(what_was_restored_and_not_finished_is_reported_again_and_stands_in_the_queue_once) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 2));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 2);
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
}

/* Restores and finishes the only purchase of the account. */
static bool restore_and_finish(game *game) {
    game_restore(game);
    if (!AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1) || !AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1)) return false;
    return game_finish(game, game_update(game, IAP_TRANSACTION_RESTORED, 0));
}

/* The tablet has received the purchase as restored only. Finishing that does not end a purchase that comes later. */
TEST(what_was_finished_as_restored_is_still_delivered_as_purchased_once) {
    game *phone = game_start();
    const uint64_t id = game_own(phone, SWORD);
    game *tablet = game_install(phone->store, "player", "tablet");
    tablet->journal_path = temporary_path("tablet.db");
    REQUIRE(game_launch(tablet));
    game_settle(tablet);
    REQUIRE(restore_and_finish(tablet));
    REQUIRE_OK(iap_store_repeat_update(phone->store, id, NULL));
    REQUIRE(AWAIT_STATE(tablet, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(tablet, game_update(tablet, IAP_TRANSACTION_PURCHASED, 0)));
    test_case("and not again");
    game_quit(tablet);
    REQUIRE(game_launch(tablet));
    REQUIRE_OK(iap_store_repeat_update(phone->store, id, NULL));
    game_settle(tablet);
    CHECK_INT(game_count(tablet, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_INT(iap_transactions_count(game_queue(tablet)), 0);
    test_case("a restore delivers it as restored");
    REQUIRE(restore_and_finish(tablet));
}

TEST(restored_transactions_are_listed_until_they_are_finished) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(game_own(game, LEVELS) != 0);
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 2));
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 2);
    CHECK(game_finish(game, iap_transactions_at(queue, 0)));
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
    /* The same by id. */
    const uint64_t id = iap_transaction_id(iap_transactions_at(queue, 1));
    const size_t removed = game_count(game, IAP_EVENT_TRANSACTION_REMOVED, ANY_STATE);
    CHECK_STATUS(iap_finish_transaction_id(game->client, id, NULL), IAP_OK);
    REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, removed + 1));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(after_a_restored_transaction_is_finished_it_can_be_restored_again) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    for (size_t round = 1; round <= 3; round++) {
        game_restore(game);
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, round));
        REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, round));
        CHECK(game_finish(game, game_update(game, IAP_TRANSACTION_RESTORED, round - 1)));
    }
}

TEST(a_restore_that_is_open_at_close_tells_the_observers_so) {
    game *game = game_start();
    game_observe(game);
    game_settle(game);
    game_forget(game);
    const uint64_t request = game_restore(game);
    game_quit(game);
    CHECK_INT(game->log_count, 2);
    for (size_t i = 0; i < game->log_count; i++) {
        CHECK_INT(game->log[i].type, IAP_EVENT_RESTORE_FAILED);
        CHECK_ID(game->log[i].request_id, request);
        CHECK_STATUS(game->log[i].error.status, IAP_ERROR_CANCELLED);
        CHECK_INT(game->log[i].observer, i + 1);
    }
}

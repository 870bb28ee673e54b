/* The delivery state of a transaction in the journal, and what the game records there. */

#include "files.h"
#include "game.h"

/* Launches again and returns the one delivered purchase. */
static const iap_transaction *hand_out_again(game *game) {
    game_quit(game);
    if (!game_launch(game) || !AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1)) return NULL;
    return game_update(game, IAP_TRANSACTION_PURCHASED, 0);
}

static iap_delivery_state_t only_state_in_queue(game *game) {
    const iap_transactions *queue = game_queue(game);
    CHECK_INT(iap_transactions_count(queue), 1);
    return iap_transaction_delivery_state(iap_transactions_at(queue, 0));
}

TEST(a_purchase_is_new_and_then_seen_until_its_grant_is_on_record) {
    game *game = game_start_with_journal();
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_delivery_state(bought), IAP_DELIVERY_NEW);
    for (int launch = 2; launch <= 3; launch++) {
        test_case("launch %d", launch);
        bought = hand_out_again(game);
        REQUIRE(bought != NULL);
        CHECK_INT(iap_transaction_delivery_state(bought), IAP_DELIVERY_SEEN);
    }
    test_case("granted");
    CHECK_STATUS(iap_record_grant(game->client, bought, NULL), IAP_OK);
    game_settle(game);
    CHECK_INT(only_state_in_queue(game), IAP_DELIVERY_GRANTED);
    CHECK_INT(iap_transaction_delivery_state(bought), IAP_DELIVERY_SEEN); /* a snapshot */
    CHECK_STATUS(iap_record_grant(game->client, bought, NULL), IAP_OK);
    bought = hand_out_again(game);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_delivery_state(bought), IAP_DELIVERY_GRANTED);
    CHECK_INT(iap_transaction_delivery_count(bought), 4);
    REQUIRE(game_finish(game, bought));
}

TEST(what_is_no_delivery_has_no_delivery_state) {
    game *game = game_start();
    const uint64_t payment = game_pay(game, UNKNOWN_PRODUCT, 1);
    const heard *failed = game_outcome(game, payment);
    REQUIRE(failed != NULL);
    CHECK_INT(iap_transaction_delivery_state(failed->transaction), IAP_DELIVERY_NONE);
    const heard *purchasing = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING, 0);
    REQUIRE(purchasing != NULL);
    CHECK_INT(iap_transaction_delivery_state(purchasing->transaction), IAP_DELIVERY_NONE);
    REQUIRE(game_own(game, SWORD) != 0);
    const iap_transactions *owned = game_query(game, IAP_QUERY_ALL, NULL);
    REQUIRE(owned != NULL && iap_transactions_count(owned) == 1);
    CHECK_INT(iap_transaction_delivery_state(iap_transactions_at(owned, 0)), IAP_DELIVERY_NONE);
    game_forget(game);
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
    CHECK_INT(iap_transaction_delivery_state(game->log[0].transaction), IAP_DELIVERY_NONE);
    CHECK_INT(iap_transaction_delivery_state(NULL), IAP_DELIVERY_NONE);
}

static iap_delivery_state_t state_of_revocation(game *game, uint64_t id) {
    if (iap_store_refund(game->store, id, NULL) != IAP_OK) return -1;
    if (!AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1)) return -1;
    return iap_transaction_delivery_state(game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, 0)->transaction);
}

TEST(a_revocation_tells_what_the_game_has_had) {
    game *game = game_start_with_journal();
    test_case("delivered");
    const iap_transaction *bought = game_buy(game, COINS);
    REQUIRE(bought != NULL);
    CHECK_INT(state_of_revocation(game, iap_transaction_id(bought)), IAP_DELIVERY_SEEN);
    test_case("granted");
    game_forget(game);
    bought = game_buy(game, GEMS);
    REQUIRE(bought != NULL);
    CHECK_STATUS(iap_record_grant(game->client, bought, NULL), IAP_OK);
    game_settle(game);
    CHECK_INT(state_of_revocation(game, iap_transaction_id(bought)), IAP_DELIVERY_GRANTED);
    test_case("finished");
    game_forget(game);
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    CHECK_INT(state_of_revocation(game, id), IAP_DELIVERY_GRANTED);
    test_case("never delivered");
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    bought = NULL;
    const uint64_t payment = game_pay(game, LEVELS, 1);
    (void)payment;
    game_settle(game);
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, LEVELS);
    REQUIRE(unfinished != NULL && iap_transactions_count(unfinished) == 1);
    REQUIRE_OK(iap_store_refund(game->store, iap_transaction_id(iap_transactions_at(unfinished, 0)), NULL));
    game_settle(game);
    game_forget(game);
    game_observe(game);
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_INT(iap_transaction_delivery_state(game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, 0)->transaction),
              IAP_DELIVERY_NEW);
}

TEST(a_revocation_of_what_was_restored_tells_what_the_game_has_had) {
    enum { HANDED_OUT, RECORDED, FINISHED, EARLIER_LAUNCH, CASES };
    static const char *const names[] = {"handed out", "recorded", "finished", "handed out in an earlier launch"};
    static const iap_delivery_state_t states[] = {IAP_DELIVERY_SEEN, IAP_DELIVERY_GRANTED, IAP_DELIVERY_GRANTED,
                                                  IAP_DELIVERY_SEEN};
    for (int i = 0; i < CASES; i++) {
        test_case("%s", names[i]);
        game *phone = game_start();
        const uint64_t id = game_own(phone, SWORD);
        game *tablet = game_install(phone->store, "player", "tablet");
        tablet->journal_path = temporary_path(names[i]);
        REQUIRE(game_launch(tablet));
        game_restore(tablet);
        REQUIRE(AWAIT(tablet, IAP_EVENT_RESTORE_FINISHED, 1) && AWAIT_STATE(tablet, IAP_TRANSACTION_RESTORED, 1));
        const iap_transaction *restored = game_update(tablet, IAP_TRANSACTION_RESTORED, 0);
        if (i == RECORDED) CHECK_STATUS(iap_record_grant(tablet->client, restored, NULL), IAP_OK);
        if (i == FINISHED) REQUIRE(game_finish(tablet, restored));
        game_settle(tablet);
        if (i == RECORDED) CHECK_INT(only_state_in_queue(tablet), IAP_DELIVERY_GRANTED);
        if (i == EARLIER_LAUNCH) {
            game_quit(tablet);
            REQUIRE(game_launch(tablet));
        }
        CHECK_INT(state_of_revocation(tablet, id), states[i]);
        game_uninstall(tablet);
        game_uninstall(phone);
    }
}

TEST(only_what_was_handed_out_can_be_recorded_as_granted) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    const uint64_t payment = game_pay(game, COINS, 1);
    const heard *deferred = game_outcome(game, payment);
    REQUIRE(deferred != NULL);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_record_grant(game->client, deferred->transaction, &error), IAP_ERROR_INVALID_STATE);
    CHECK_STATUS(error.status, IAP_ERROR_INVALID_STATE);
    CHECK_STATUS(iap_record_grant(game->client, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_record_grant(NULL, deferred->transaction, NULL), IAP_ERROR_INVALID_ARGUMENT);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    const iap_transaction *bought = game_buy(game, GEMS);
    REQUIRE(bought != NULL);
    REQUIRE(game_finish(game, bought));
    CHECK_STATUS(iap_record_grant(game->client, bought, NULL), IAP_ERROR_NOT_FOUND);
}

/* The sheet in which the App Store offers subscriptions: the observers receive what the player buys in it. */

#include "intents_and_messages.h"
#include "inventory.h"
#include "killed.h"

static const heard *present(game *game) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_present_merchandising(game->client, CLUB_GROUP, NULL, game_hears_end, game, &id, NULL),
                      IAP_OK))
        return NULL;
    return game_wait_response(game, id);
}

static bool choose(game *game, const char *product_id) {
    /* The client has listed what is unfinished. Only the sheet's result can report the purchase now. */
    game_settle(game);
    return answer_sheet(game, IAP_STORE_SHEET_MERCHANDISING, IAP_STORE_ANSWER_ACCEPT, product_id);
}

static bool succeeds(game *game) {
    const heard *end = present(game);
    return CHECK(end != NULL) && CHECK_INT(end->type, IAP_EVENT_REQUEST_COMPLETED) && CHECK(!end->has_error);
}

TEST(a_purchase_in_the_sheet_is_delivered_without_a_payment_and_grants_once) {
    game *game = inventory_start();
    REQUIRE(choose(game, CLUB_MONTH) && succeeds(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_TEXT(iap_transaction_product_id(bought), CLUB_MONTH);
    CHECK_ID(iap_transaction_payment_id(bought), 0);
    CHECK_INT(iap_transaction_signature_check(bought), IAP_SIGNATURE_VERIFIED);
    CHECK_INT(iap_transaction_delivery_count(bought), 1);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    REQUIRE(game_finish(game, bought));
    for (int launch = 1; launch <= 2; launch++) {
        game_settle(game);
        CHECK_INT(gems(game), 10);
        CHECK_INT(store_totals(game->store).transactions, 1);
        CHECK_INT(store_totals(game->store).unfinished, 0);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), launch == 1 ? 1 : 0);
        REQUIRE(inventory_relaunch(game));
    }
}

TEST(a_purchase_in_the_sheet_is_verified_like_every_other) {
    game *game = inventory_install(store_open(), "phone");
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_GAME;
    game->verification = &verification;
    REQUIRE(game_launch(game));
    REQUIRE(choose(game, CLUB_MONTH) && succeeds(game));
    REQUIRE(AWAIT(game, IAP_EVENT_VERIFICATION_REQUESTED, 1));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    const iap_transaction *waiting = game_nth(game, IAP_EVENT_VERIFICATION_REQUESTED, ANY_STATE, 0)->transaction;
    REQUIRE_OK(iap_give_verdict(game->client, iap_transaction_id(waiting), IAP_VERDICT_VALID, NULL, 0, NULL));
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(an_unfinished_purchase_in_the_sheet_comes_again_at_the_next_launch) {
    game *game = inventory_start();
    REQUIRE(choose(game, CLUB_MONTH) && succeeds(game));
    /* The game may close before it has received the transaction. */
    REQUIRE(inventory_relaunch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
    game_settle(game);
    CHECK_INT(gems(game), 10);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

static void be_killed_in_the_sheet(game *game, int point) {
    if (CHECK_STATUS(iap_store_kill_at(game->store, point, 1, NULL), IAP_OK) && choose(game, CLUB_MONTH)) present(game);
}

TEST(a_kill_after_a_purchase_in_the_sheet_loses_nothing) {
    static const iap_store_point_t points[] = {IAP_STORE_POINT_AFTER_CHARGE, IAP_STORE_POINT_BEFORE_RESPONSE};
    for (size_t i = 0; i < 2; i++) {
        test_case("point %d", (int)points[i]);
        game *game = game_after_kill(__func__, be_killed_in_the_sheet, points[i], true);
        if (game == NULL) return;
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
        CHECK_INT(store_totals(game->store).transactions, 1);
        CHECK_INT(store_totals(game->store).unfinished, 0);
    }
}

TEST(a_purchase_in_the_sheet_that_needs_approval_comes_later) {
    game *game = inventory_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(choose(game, CLUB_MONTH) && succeeds(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    REQUIRE(store_approve(game->store));
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(a_player_who_buys_nothing_in_the_sheet_gets_nothing) {
    game *game = inventory_start();
    CHECK(succeeds(game));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MERCHANDISING, IAP_STORE_ANSWER_ACCEPT, NULL));
    CHECK(succeeds(game));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MERCHANDISING, IAP_STORE_ANSWER_CANCEL, NULL));
    const heard *end = present(game);
    REQUIRE(end != NULL);
    CHECK_STATUS(end->error.status, IAP_ERROR_CANCELLED);
    REQUIRE(choose(game, CLUB_MONTH));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    end = present(game);
    REQUIRE(end != NULL);
    CHECK_STATUS(end->error.status, IAP_ERROR_NETWORK);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MERCHANDISING), 4);
}

TEST(the_sheet_sells_only_its_own_group) {
    game *game = messages_game();
    REQUIRE(choose(game, PASS_SILVER) && succeeds(game));
    game_settle(game);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

/* The player chooses a lower level. The store returns the running period, which the game has finished. */
TEST(a_change_that_waits_for_the_renewal_delivers_nothing) {
    iap_store *store = store_open();
    game *before = game_install(store, "player", "phone");
    REQUIRE(game_launch(before) && game_own(before, CLUB_MONTH) != 0);
    game_uninstall(before);
    REQUIRE_OK(iap_store_advance_clock(store, 86400000, NULL));
    game *game = inventory_install(store, "phone");
    REQUIRE(game_launch(game));
    REQUIRE(choose(game, CLUB_YEAR) && succeeds(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    CHECK_INT(gems(game), 0);
    CHECK_TEXT(
        iap_renewal_info_auto_renew_product_id(iap_subscription_status_renewal_info(game_status(game, CLUB_GROUP))),
        CLUB_YEAR);
}

/* Offer codes: the player enters them in a sheet of the system; the observers receive the redeemed purchase. */

#include "offer_payments.h"

static const heard *present(game *game) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &id, NULL), IAP_OK))
        return NULL;
    CHECK(id != 0);
    return game_wait_response(game, id);
}

static bool type_code(iap_store *store, const char *code) {
    return CHECK_STATUS(
        iap_store_answer_next_sheet(store, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_ACCEPT, code, NULL), IAP_OK);
}

TEST(a_redeemed_code_comes_to_the_observers_as_a_transaction) {
    game *game = offers_game();
    REQUIRE(type_code(game->store, PASS_GOLD "/" CODE_WELCOME));
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_OFFER_CODE), 0);
    const heard *end = present(game);
    REQUIRE(end != NULL);
    CHECK(!end->has_error);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *redeemed = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_TEXT(iap_transaction_product_id(redeemed), PASS_GOLD);
    CHECK_ID(iap_transaction_payment_id(redeemed), 0);
    CHECK_INT(iap_transaction_offer_type(redeemed), IAP_OFFER_TYPE_CODE);
    CHECK_TEXT(iap_transaction_offer_id(redeemed), CODE_WELCOME);
    CHECK_INT(iap_transaction_offer_payment_mode(redeemed), IAP_PAYMENT_MODE_FREE_TRIAL);
    CHECK_INT(iap_transaction_offer_period_unit(redeemed), IAP_PERIOD_UNIT_WEEK);
    CHECK_INT(iap_transaction_offer_period_value(redeemed), 2);
    CHECK_INT(iap_transaction_price_milliunits(redeemed), 0);
    CHECK_INT(iap_transaction_expiration_date_ms(redeemed) - iap_store_now_ms(game->store), 14 * DAY_MS);
    CHECK_INT(iap_transaction_delivery_count(redeemed), 1);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_OFFER_CODE), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 1);
    CHECK_INT(iap_subscription_status_state(game_status(game, PASS_GROUP)), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK(game_finish(game, redeemed));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(a_code_for_new_subscribers_is_not_redeemed_by_others) {
    for (int has_left = 0; has_left < 2; has_left++) {
        test_case("%s", has_left ? "a former subscriber" : "a subscriber");
        game *game = offers_game();
        if (has_left) REQUIRE(offers_lapse(game, PASS_SILVER));
        else REQUIRE(game_own(game, PASS_SILVER) != 0);
        const uint64_t before = store_totals(game->store).transactions;
        const size_t updates = game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE);
        REQUIRE(type_code(game->store, PASS_GOLD "/" CODE_WELCOME));
        CHECK(present(game) != NULL);
        game_settle(game);
        CHECK_INT(store_totals(game->store).transactions, before);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), updates);
        CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_OFFER_CODE), 1);
    }
}

TEST(a_sheet_that_the_player_closes_redeems_nothing) {
    game *game = offers_game();
    REQUIRE_OK(
        iap_store_answer_next_sheet(game->store, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_CANCEL, NULL, NULL));
    test_case("cancelled");
    const heard *end = present(game);
    REQUIRE(end != NULL);
    CHECK(end->has_error);
    CHECK_STATUS(end->error.status, IAP_ERROR_CANCELLED);
    test_case("no answer was arranged");
    end = present(game);
    REQUIRE(end != NULL);
    CHECK(!end->has_error);
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 2);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_OFFER_CODE), 2);
}

TEST(each_device_of_the_account_hears_of_the_code) {
    game *phone = offers_game();
    game *tablet = game_install(phone->store, "player", "tablet");
    game *other = game_install(phone->store, "somebody else", "phone");
    REQUIRE(game_launch(tablet) && game_launch(other));
    REQUIRE(type_code(phone->store, PASS_GOLD "/" CODE_WELCOME));
    REQUIRE(present(phone) != NULL && AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(AWAIT_STATE(tablet, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(other);
    CHECK_INT(other->log_count, 0);
    CHECK_INT(store_totals(phone->store).transactions, 1);
}

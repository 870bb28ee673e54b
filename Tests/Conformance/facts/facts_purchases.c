/* How purchases end. */

#include "facts.h"

TEST(while_a_purchase_waits_for_approval_others_go_on) {
    game *game = game_start();
    iap_payment payment = payment_for(SWORD);
    payment.simulates_ask_to_buy = 1;
    const heard *asked = game_buy_with(game, &payment);
    REQUIRE(asked != NULL);
    CHECK_INT(iap_transaction_state(asked->transaction), IAP_TRANSACTION_DEFERRED);
    CHECK(game_own(game, COINS) != 0 && game_own(game, LEVELS) != 0 && game_own(game, CLUB_MONTH) != 0);
    CHECK_INT(store_totals(game->store).transactions, 3);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(CHECK_INT(iap_transactions_count(queue), 1));
    CHECK_INT(iap_transaction_state(iap_transactions_at(queue, 0)), IAP_TRANSACTION_DEFERRED);
}

TEST(what_the_account_has_is_handed_out_with_the_id_that_it_has) {
    static const char *const products[] = {SWORD, CLUB_MONTH};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", products[i]);
        game *game = game_start();
        const uint64_t id = game_own(game, products[i]);
        const iap_transaction *again = game_buy(game, products[i]);
        CHECK_INT(iap_transaction_state(again), IAP_TRANSACTION_RESTORED);
        CHECK_ID(iap_transaction_id(again), id);
        CHECK_INT(store_totals(game->store).transactions, 1);
    }
}

TEST(a_second_purchase_of_a_subscription_can_fail_instead) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED, NULL));
    const iap_transaction *failed = game_buy(game, CLUB_MONTH);
    CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(failed, NULL), IAP_ERROR_ALREADY_SUBSCRIBED);
    CHECK_ID(iap_transaction_id(game_buy(game, CLUB_MONTH)), id);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(each_purchase_of_a_consumable_is_charged_for_all_that_it_buys) {
    static const int32_t quantities[] = {1, 1, 3, 10};
    game *game = game_start();
    uint64_t before = 0;
    for (size_t i = 0; i < sizeof quantities / sizeof quantities[0]; i++) {
        const heard *outcome = game_outcome(game, game_pay(game, COINS, quantities[i]));
        REQUIRE(outcome != NULL);
        iap_store_transaction charged = IAP_STORE_TRANSACTION_INIT;
        const uint64_t id = iap_transaction_id(outcome->transaction);
        REQUIRE_OK(iap_store_get_transaction(game->store, id, &charged, NULL));
        CHECK_INT(charged.price_milliunits, 990 * quantities[i]);
        CHECK(id > before);
        before = id;
    }
    CHECK_INT(store_totals(game->store).transactions, 4);
}

/* --------------------------------------------------------------------------------------------------------- codes */

static bool redeem(game *game, const char *product_and_code) {
    uint64_t request = 0;
    return answer_sheet(game, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_ACCEPT, product_and_code) &&
           CHECK_STATUS(iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &request, NULL),
                        IAP_OK) &&
           game_wait_response(game, request) != NULL;
}

TEST(a_code_does_not_lead_to_a_lower_level) {
    game *game = ladder_game();
    const uint64_t id = game_own(game, LADDER_TOP);
    REQUIRE(redeem(game, LADDER_BOTTOM "/" LADDER_CODE));
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = LADDER_BOTTOM;
    purchase.offer_id = LADDER_CODE;
    purchase.offer_type = IAP_OFFER_TYPE_CODE;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, NULL, NULL), IAP_ERROR_INVALID_STATE);
    game_settle(game);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_ID(iap_transaction_id(period_of(game, LADDER_GROUP)), id);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_TOP);
    /* Without a code, the purchase is a change that waits for the renewal. */
    purchase.offer_id = NULL;
    purchase.offer_type = IAP_OFFER_TYPE_NONE;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, NULL, NULL), IAP_OK);
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(renewal_of(game, LADDER_GROUP)), LADDER_BOTTOM);
}

TEST(a_code_leads_to_a_higher_level_at_once) {
    game *game = ladder_game();
    REQUIRE(game_own(game, LADDER_BOTTOM) != 0);
    game_forget(game);
    REQUIRE(redeem(game, LADDER_TOP "/" LADDER_CODE) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const heard *update = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_TEXT(iap_transaction_product_id(update->transaction), LADDER_TOP);
    CHECK_TEXT(iap_transaction_offer_id(update->transaction), LADDER_CODE);
    CHECK_ID(iap_transaction_id(period_of(game, LADDER_GROUP)), iap_transaction_id(update->transaction));
}

/* What a store and its clients keep about offers when the game closes and opens them again. */

#include "files.h"
#include "offer_payments.h"

#include <string.h>

static iap_store *open_kept(const char *text) {
    iap_store_options options = store_options();
    options.storekit_text = text;
    options.storekit_length = strlen(text);
    options.state_path = temporary_path("store.db");
    return store_open_with(&options);
}

static game *start(const char *text) {
    game *game = game_install(open_kept(text), "player", "phone");
    game_launch(game);
    return game;
}

/* The same player on the same device after everything was closed. */
static game *start_again(game *before, const char *text) {
    iap_store *store = before->store;
    game_uninstall(before);
    store_close(store);
    return start(text);
}

TEST(a_store_remembers_which_nonces_were_used) {
    game *game = start(offers_text);
    REQUIRE(offers_lapse(game, PASS_SILVER));
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_signature(game->store, &payment, OFFER_LOYAL);
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_REFUSED(game, &payment, IAP_ERROR_CANCELLED);
    game = start_again(game, offers_text);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    payment = payment_for(PASS_GOLD);
    offers_prove_by_signature(game->store, &payment, OFFER_LOYAL);
    CHECK(offers_buy(game, &payment) != NULL);
}

TEST(a_store_remembers_who_has_used_an_introductory_offer) {
    game *game = start(offers_text);
    REQUIRE(offers_lapse(game, PASS_SILVER));
    game = start_again(game, offers_text);
    const iap_payment payment = payment_for(PASS_GOLD);
    const iap_transaction *bought = offers_buy(game, &payment);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_NONE);
    CHECK_INT(iap_transaction_price_milliunits(bought), 9990);
}

TEST(a_store_remembers_who_has_left) {
    game *game = start(offers_text);
    REQUIRE(offers_lapse(game, PASS_GOLD));
    game = start_again(game, offers_text);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 0), OFFER_RETURN);
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    CHECK(offers_buy(game, &payment) != NULL);
}

static void check_loyal_year(const iap_transaction *bought) {
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_PROMOTIONAL);
    CHECK_TEXT(iap_transaction_offer_id(bought), OFFER_LOYAL_YEAR);
    CHECK_INT(iap_transaction_offer_payment_mode(bought), IAP_PAYMENT_MODE_PAY_UP_FRONT);
    CHECK_INT(iap_transaction_offer_period_unit(bought), IAP_PERIOD_UNIT_YEAR);
    CHECK_INT(iap_transaction_price_milliunits(bought), 59990);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
}

TEST(a_transaction_that_is_delivered_again_still_has_its_offer) {
    game *game = start(offers_text);
    REQUIRE(offers_lapse(game, PASS_SILVER));
    game_quit(game);
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL_YEAR);
    REQUIRE(offers_buy(game, &payment) != NULL);
    game_quit(game);
    test_case("after a launch");
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *again = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    check_loyal_year(again);
    CHECK_INT(iap_transaction_delivery_count(again), 2);
    test_case("after the store was opened again");
    game = start_again(game, offers_text);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    check_loyal_year(game_update(game, IAP_TRANSACTION_PURCHASED, 0));
}

TEST(an_offer_that_waits_for_approval_outlives_the_store) {
    game *game = start(offers_text);
    REQUIRE(offers_lapse(game, PASS_SILVER));
    iap_payment payment = payment_for(PASS_GOLD);
    payment.simulates_ask_to_buy = 1;
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL_YEAR);
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    REQUIRE(CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_DEFERRED));
    game = start_again(game, offers_text);
    REQUIRE(store_approve(game->store));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    check_loyal_year(game_update(game, IAP_TRANSACTION_PURCHASED, 0));
}

TEST(what_the_player_will_do_with_a_sheet_outlives_the_store) {
    game *game = start(offers_text);
    REQUIRE_OK(iap_store_answer_next_sheet(game->store, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_ACCEPT,
                                           PASS_GOLD "/" CODE_WELCOME, NULL));
    game = start_again(game, offers_text);
    uint64_t id = 0;
    REQUIRE_OK(iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &id, NULL));
    REQUIRE(game_wait_response(game, id) != NULL && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(store_totals(game->store).transactions, 1);
}

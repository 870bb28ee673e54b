/* Receipts, offers and purchase intents where real systems differ from the documentation. */

#include "quirks.h"
#include "receipts.h"

TEST(a_receipt_that_has_purchases_at_once_or_after_a_refresh_has_them_in_a_new_one) {
    for (int64_t value = 0; value <= 1; value++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_RECEIPT_HAS_PURCHASES, value));
        game *game = quirk_offers_game(IAP_QUIRK_RECEIPT_HAS_PURCHASES, value);
        static receipt receipt;
        REQUIRE(receipt_get(game, 1, &receipt) && game_own(game, HAT) != 0);
        REQUIRE(receipt_get(game, 0, &receipt));
        CHECK_INT(receipt_names(&receipt, HAT), value == 0);
        REQUIRE(receipt_get(game, 1, &receipt));
        CHECK(receipt_names(&receipt, HAT));
        /* Ownership does not depend on the receipt. */
        CHECK_OWNS_WHILE(game, HAT, 1, MINUTE_MS);
    }
}

TEST(the_eligibility_that_stays_as_first_reported_is_reported_anew_after_the_next_launch) {
    game *game = quirk_offers_game(IAP_QUIRK_INTRO_STICKY, 1);
    CHECK_INT(eligible(game, PASS_GROUP), 1);
    const iap_transaction *bought = game_buy(game, PASS_GOLD);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_INTRODUCTORY);
    CHECK_INT(eligible(game, PASS_GROUP), 1);
    /* The price of the transaction is the real one: the account gets no second introductory offer. */
    REQUIRE(game_finish(game, bought) && set_auto_renew(game, iap_transaction_id(bought), false));
    REQUIRE(pass(game, 40 * DAY_MS));
    CHECK_INT(iap_transaction_offer_type(game_buy(game, PASS_GOLD)), IAP_OFFER_TYPE_NONE);
    game_quit(game);
    REQUIRE(game_launch(game));
    CHECK_INT(eligible(game, PASS_GROUP), 0);
}

TEST(an_eligibility_that_varies_changes_no_price) {
    game *game = quirk_offers_game(IAP_QUIRK_INTRO_STICKY, 2);
    CHECK_INT(eligible(game, PASS_GROUP), 1);
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    int told[2] = {0, 0};
    for (int i = 0; i < 30; i++) {
        const int answer = eligible(game, PASS_GROUP);
        REQUIRE(answer == 0 || answer == 1);
        told[answer]++;
        REQUIRE(pass(game, SECOND_MS));
    }
    CHECK(told[0] > 0 && told[1] > 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(an_eligibility_in_a_group_without_an_offer_brings_none) {
    game *game = quirk_offers_game(IAP_QUIRK_INTRO_TRUE_WITHOUT_OFFER, 1);
    for (int value = 1; value >= 0; value--) {
        REQUIRE(set_quirk(game->store, IAP_QUIRK_INTRO_TRUE_WITHOUT_OFFER, value));
        CHECK_INT(eligible(game, NEWS_GROUP), value);
    }
    REQUIRE(set_quirk(game->store, IAP_QUIRK_INTRO_TRUE_WITHOUT_OFFER, 1));
    const iap_transaction *bought = game_buy(game, NEWS);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_NONE);
    CHECK_INT(iap_transaction_price_milliunits(bought), 990);
}

TEST(a_bad_word_on_the_introductory_offer_charges_the_full_price_and_says_so_or_charges_nothing) {
    for (int64_t value = 0; value <= 1; value++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_BAD_OVERRIDE, value));
        game *game = quirk_offers_game(IAP_QUIRK_BAD_OVERRIDE, value);
        iap_payment payment = payment_for(PASS_GOLD);
        payment.offer.introductory_jws = "not a JWS";
        const heard *outcome = game_buy_with(game, &payment);
        REQUIRE(outcome != NULL);
        CHECK_INT(store_totals(game->store).transactions, value);
        if (value == 0) {
            CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
            CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_ERROR_INVALID_OFFER_SIGNATURE);
        } else {
            CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
            CHECK_INT(iap_transaction_offer_type(outcome->transaction), IAP_OFFER_TYPE_NONE);
            CHECK_INT(iap_transaction_price_milliunits(outcome->transaction), 9990);
        }
    }
}

TEST(a_promotional_offer_with_a_bad_signature_fails_and_charges_nothing_whatever_the_error_is) {
    static const iap_status_t statuses[] = {IAP_ERROR_INVALID_OFFER_SIGNATURE, IAP_ERROR_STORE};
    for (int64_t value = 0; value <= 1; value++) {
        test_case("%s", iap_quirk_value_name(IAP_QUIRK_BAD_PROMO_ERROR, value));
        game *game = quirk_offers_game(IAP_QUIRK_BAD_PROMO_ERROR, value);
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_by_jws(offers_store_with_another_key(), &payment, OFFER_LOYAL);
        CHECK_REFUSED(game, &payment, statuses[value]);
        CHECK_INT(store_totals(game->store).transactions, 0);
        CHECK_INT(iap_owns(game->client, PASS_GOLD, NULL), 0);
        CHECK(game_own(game, PASS_GOLD) != 0);
    }
}

TEST(a_win_back_offer_that_is_open_at_once_can_be_bought_at_once) {
    game *game = quirk_offers_game(IAP_QUIRK_WINBACK_AT_ONCE, 1);
    const uint64_t id = game_own(game, PASS_GOLD);
    REQUIRE(id != 0 && set_auto_renew(game, id, false) && pass_until(game, end_of(game, PASS_GROUP)));
    CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(renewal_of(game, PASS_GROUP)), 1);
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    const iap_transaction *bought = offers_buy(game, &payment);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_WIN_BACK);
    CHECK_INT(iap_transaction_price_milliunits(bought), 2990);
    CHECK_OWNS_WHILE(game, PASS_GOLD, 1, MINUTE_MS);
}

TEST(a_win_back_offer_that_a_member_seems_to_have_in_the_moment_of_renewal_is_not_reported_and_not_sold) {
    game *game = quirk_offers_game(IAP_QUIRK_RENEWAL_FLICKER_WINBACK, 1);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_MS, 5 * SECOND_MS));
    REQUIRE(set_quirk(game->store, IAP_QUIRK_RENEWAL_FLICKER_WILL_RENEW, 0));
    REQUIRE(game_own(game, PASS_GOLD) != 0 && pass_until(game, end_of(game, PASS_GROUP)));
    CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(renewal_of(game, PASS_GROUP)), 1);
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
    CHECK_INT(store_totals(game->store).transactions, 2);
    CHECK_INT(iap_owns(game->client, PASS_GOLD, NULL), 1);
}

TEST(a_game_on_a_system_that_delivers_no_purchase_intents_sells_as_ever) {
    game *game = quirk_offers_game(IAP_QUIRK_INTENT_DELIVERED, 0);
    REQUIRE(send_intent(game, BAG, NULL));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_TEXT(listed_intents(game), "");
    CHECK(game_own(game, BAG) != 0);
    /* Waiting intents are not lost when the store starts to deliver intents. */
    REQUIRE(set_quirk(game->store, IAP_QUIRK_INTENT_DELIVERED, 1));
    CHECK(await_listed_intents(game, BAG));
}

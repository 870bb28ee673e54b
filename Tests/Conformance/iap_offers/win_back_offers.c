/* Win-back offers: the renewal info of former subscribers lists them, and the game buys them by their id. */

#include "offer_payments.h"

/* Adds offers to RETURN that are worse, better, and not for everybody; the file lists the worst one first. */
static const char *several_offers(void) {
#define OFFER(id, mode, period, is_eligible)                                                                           \
    "{\"offerID\": \"" id "\", \"internalID\": \"" id "\", \"referenceName\": \"" id "\", \"paymentMode\": " mode      \
    ", \"numberOfPeriods\": 1, \"subscriptionPeriod\": \"" period "\", \"isEligible\": " is_eligible "}, "
    return offers_text_with(
        "\"winbackOffers\": [ {",
        "\"winbackOffers\": [" OFFER("WORSE", "\"payAsYouGo\", \"displayPrice\": \"8.99\"", "P1M", "true")
            OFFER("NEVER", "\"free\"", "P1Y", "false") OFFER("BETTER", "\"free\"", "P6M", "true") "{");
}

static const iap_renewal_info *renewal_info(game *game) {
    return iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
}

static iap_payment win_back(const char *product_id, const char *offer_id) {
    iap_payment payment = payment_for(product_id);
    payment.offer.win_back_id = offer_id;
    return payment;
}

TEST(the_renewal_info_lists_win_back_offers_only_for_those_who_have_left) {
    game *game = offers_game();
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, PASS_GROUP)), 0);
    const uint64_t id = game_own(game, PASS_GOLD);
    REQUIRE(id != 0);
    CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(renewal_info(game)), 0);
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(renewal_info(game), 0), NULL);
    /* With auto-renewal off, the player is still a subscriber until the period ends. */
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(renewal_info(game)), 0);
    REQUIRE_OK(iap_store_advance_clock(game->store, 8 * DAY_MS, NULL));
    const iap_renewal_info *info = renewal_info(game);
    REQUIRE(CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(info), 1));
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 0), OFFER_RETURN);
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 1), NULL);
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, SIZE_MAX), NULL);
}

TEST(the_best_win_back_offer_is_listed_first) {
    game *game = game_install(offers_store_of(several_offers(), NULL), "player", "phone");
    REQUIRE(game_launch(game) && offers_lapse(game, PASS_GOLD));
    const iap_renewal_info *info = renewal_info(game);
    REQUIRE(CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(info), 3));
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 0), "BETTER");
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 1), OFFER_RETURN);
    CHECK_TEXT(iap_renewal_info_eligible_win_back_offer_at(info, 2), "WORSE");
}

TEST(a_win_back_offer_stands_in_the_transaction_with_its_price) {
    game *game = offers_game();
    REQUIRE(offers_lapse(game, PASS_GOLD));
    const int64_t now = iap_store_now_ms(game->store);
    const iap_payment payment = win_back(PASS_GOLD, OFFER_RETURN);
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_WIN_BACK);
    CHECK_TEXT(iap_transaction_offer_id(bought), OFFER_RETURN);
    CHECK_INT(iap_transaction_offer_payment_mode(bought), IAP_PAYMENT_MODE_PAY_AS_YOU_GO);
    CHECK_INT(iap_transaction_offer_period_unit(bought), IAP_PERIOD_UNIT_MONTH);
    CHECK_INT(iap_transaction_offer_period_value(bought), 1);
    CHECK_INT(iap_transaction_price_milliunits(bought), 2990);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
    /* Bought on 9 January 2026 for one month. */
    CHECK_INT(iap_transaction_expiration_date_ms(bought) - now, 31 * DAY_MS);
    /* The next bill has the offer, too, and the player is no longer a former subscriber. */
    const iap_renewal_info *info = renewal_info(game);
    CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(info), 0);
    CHECK_INT(iap_renewal_info_offer_type(info), IAP_OFFER_TYPE_WIN_BACK);
    CHECK_TEXT(iap_renewal_info_offer_id(info), OFFER_RETURN);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 2990);
}

TEST(each_offer_of_the_list_can_be_bought) {
    static const char *const offers[] = {"BETTER", OFFER_RETURN, "WORSE"};
    static const int64_t prices[] = {0, 2990, 8990};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", offers[i]);
        game *game = game_install(offers_store_of(several_offers(), NULL), "player", "phone");
        REQUIRE(game_launch(game) && offers_lapse(game, PASS_GOLD));
        const iap_payment payment = win_back(PASS_GOLD, offers[i]);
        const iap_transaction *bought = offers_buy(game, &payment);
        REQUIRE(bought != NULL);
        CHECK_TEXT(iap_transaction_offer_id(bought), offers[i]);
        CHECK_INT(iap_transaction_price_milliunits(bought), prices[i]);
    }
}

TEST(who_has_not_left_is_not_eligible_for_a_win_back_offer) {
    game *game = offers_game();
    const iap_payment payment = win_back(PASS_GOLD, OFFER_RETURN);
    test_case("never subscribed");
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    const uint64_t id = game_own(game, PASS_GOLD);
    REQUIRE(id != 0);
    test_case("subscribed");
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    test_case("subscribed, will not renew");
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
}

TEST(while_the_store_tries_to_get_its_money_nobody_has_left) {
    for (int has_grace = 0; has_grace < 2; has_grace++) {
        test_case("%s", has_grace ? "in grace" : "in billing retry");
        game *game = offers_game();
        const uint64_t id = game_own(game, PASS_GOLD);
        REQUIRE(id != 0);
        iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
        renewal.is_in_billing_retry = 1;
        renewal.expiration_reason = IAP_EXPIRATION_REASON_BILLING_ERROR;
        if (has_grace) renewal.grace_period_expiration_date_ms = iap_store_now_ms(game->store) + 20 * DAY_MS;
        REQUIRE_OK(iap_store_set_renewal(game->store, id, &renewal, NULL));
        REQUIRE_OK(iap_store_advance_clock(game->store, 8 * DAY_MS, NULL));
        CHECK_INT(iap_renewal_info_eligible_win_back_offer_count(renewal_info(game)), 0);
        const iap_payment payment = win_back(PASS_GOLD, OFFER_RETURN);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    }
}

TEST(an_offer_that_is_not_for_this_player_is_neither_listed_nor_sold) {
    game *game = game_install(offers_store_of(several_offers(), NULL), "player", "phone");
    REQUIRE(game_launch(game) && offers_lapse(game, PASS_GOLD));
    const iap_payment payment = win_back(PASS_GOLD, "NEVER");
    CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
}

TEST(a_win_back_offer_that_the_product_does_not_have_is_refused_by_its_identifier) {
    static const char *const cases[][2] = {
        {PASS_GOLD, "UNKNOWN"},      {PASS_GOLD, OFFER_LOYAL}, {PASS_GOLD, CODE_WELCOME}, {PASS_GOLD, "return"},
        {PASS_SILVER, OFFER_RETURN}, {NEWS, OFFER_RETURN},     {BAG, OFFER_RETURN},
    };
    game *game = offers_game();
    REQUIRE(offers_lapse(game, PASS_GOLD));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s of %s", cases[i][1], cases[i][0]);
        const iap_payment payment = win_back(cases[i][0], cases[i][1]);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_IDENTIFIER);
    }
}

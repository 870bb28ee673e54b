/* Promotional offers: who may use them, what they cost, and the errors for invalid offers. */

#include "offer_payments.h"

#include <stdio.h>

typedef void (*prove)(iap_store *signer, iap_payment *payment, const char *offer_id);

static const struct {
    const char *name;
    prove prove;
} forms[] = {{"JWS", offers_prove_by_jws}, {"signature", offers_prove_by_signature}};

typedef struct offer_case {
    const char *product_id, *offer_id;
    iap_payment_mode_t mode;
    iap_period_unit_t unit;
    int64_t price_milliunits, expiration_ms;
} offer_case;

/* The former subscriber's month ended on 1 February 2026; the purchases are on 2 February. */
static const offer_case offer_cases[] = {
    {PASS_GOLD, OFFER_LOYAL, IAP_PAYMENT_MODE_FREE_TRIAL, IAP_PERIOD_UNIT_MONTH, 0, 1772409600000 /* 2026-03-02 */},
    {PASS_GOLD, OFFER_LOYAL_YEAR, IAP_PAYMENT_MODE_PAY_UP_FRONT, IAP_PERIOD_UNIT_YEAR, 59990,
     1801526400000 /* 2027-02-02 */},
    {PASS_SILVER, OFFER_SILVER_LOYAL, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, IAP_PERIOD_UNIT_MONTH, 1990, 1772409600000},
};

TEST(a_promotional_offer_stands_in_the_transaction_with_its_price) {
    for (size_t i = 0; i < sizeof offer_cases / sizeof offer_cases[0]; i++) {
        for (size_t form = 0; form < 2; form++) {
            const offer_case *each = &offer_cases[i];
            test_case("%s by %s", each->offer_id, forms[form].name);
            game *game = offers_game_of_a_former_subscriber();
            iap_payment payment = payment_for(each->product_id);
            forms[form].prove(game->store, &payment, each->offer_id);
            const iap_transaction *bought = offers_buy(game, &payment);
            REQUIRE(bought != NULL);
            CHECK_TEXT(iap_transaction_product_id(bought), each->product_id);
            CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_PROMOTIONAL);
            CHECK_TEXT(iap_transaction_offer_id(bought), each->offer_id);
            CHECK_INT(iap_transaction_offer_payment_mode(bought), each->mode);
            CHECK_INT(iap_transaction_offer_period_unit(bought), each->unit);
            CHECK_INT(iap_transaction_offer_period_value(bought), 1);
            CHECK_INT(iap_transaction_price_milliunits(bought), each->price_milliunits);
            CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
            CHECK_INT(iap_transaction_expiration_date_ms(bought), each->expiration_ms);
            CHECK_INT(iap_transaction_reason(bought), IAP_TRANSACTION_REASON_PURCHASE);
            CHECK_CONTAINS(iap_transaction_json(bought), each->offer_id);
            CHECK_STATUS(iap_transaction_error(bought, NULL), IAP_OK);
        }
    }
}

TEST(an_upgrade_with_a_promotional_offer_begins_at_once) {
    game *game = offers_game();
    const uint64_t silver = game_own(game, PASS_SILVER);
    REQUIRE(silver != 0);
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL);
    const iap_transaction *gold = offers_buy(game, &payment);
    REQUIRE(gold != NULL);
    CHECK_ID(iap_transaction_original_id(gold), silver);
    CHECK_TEXT(iap_transaction_offer_id(gold), OFFER_LOYAL);
    CHECK_INT(iap_transaction_price_milliunits(gold), 0);
}

/* The current period continues to its end, and there is no charge before. */
TEST(an_offer_for_what_is_running_waits_for_the_next_bill) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    const uint64_t charged = store_totals(game->store).transactions;
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(game->store, &payment, OFFER_LOYAL_YEAR);
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(store_totals(game->store).transactions, charged);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
    CHECK_INT(iap_renewal_info_offer_type(info), IAP_OFFER_TYPE_PROMOTIONAL);
    CHECK_TEXT(iap_renewal_info_offer_id(info), OFFER_LOYAL_YEAR);
    CHECK_INT(iap_renewal_info_offer_payment_mode(info), IAP_PAYMENT_MODE_PAY_UP_FRONT);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(info), 59990);
}

TEST(who_never_subscribed_is_not_eligible_for_a_promotional_offer) {
    for (size_t form = 0; form < 2; form++) {
        test_case("%s", forms[form].name);
        game *game = offers_game();
        iap_payment payment = payment_for(PASS_GOLD);
        forms[form].prove(game->store, &payment, OFFER_LOYAL);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
        /* A purchase of another product does not make a subscriber, and neither does another group. */
        REQUIRE(game_own(game, BAG) != 0 && game_own(game, NEWS) != 0);
        payment = payment_for(PASS_GOLD);
        forms[form].prove(game->store, &payment, OFFER_LOYAL);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
    }
}

TEST(that_one_player_subscribed_says_nothing_about_another) {
    game *first = offers_game_of_a_former_subscriber();
    game *second = game_install(first->store, "somebody else", "phone");
    REQUIRE(game_launch(second));
    iap_payment payment = payment_for(PASS_GOLD);
    offers_prove_by_jws(first->store, &payment, OFFER_LOYAL);
    CHECK_REFUSED(second, &payment, IAP_ERROR_INELIGIBLE_FOR_OFFER);
}

TEST(an_offer_that_the_product_does_not_have_is_refused_by_its_identifier) {
    static const struct {
        const char *product_id, *offer_id;
    } cases[] = {
        {PASS_GOLD, "UNKNOWN"},     {PASS_GOLD, OFFER_SILVER_LOYAL}, /* of another product */
        {PASS_SILVER, OFFER_LOYAL}, {PASS_GOLD, OFFER_RETURN},       /* no promotional offer */
        {PASS_GOLD, CODE_WELCOME},  {PASS_GOLD, "loyal"},
        {PASS_GOLD, "LOYAL "},      {PASS_YEAR, OFFER_LOYAL},
        {NEWS, OFFER_LOYAL},        {BAG, OFFER_LOYAL},
        {HAT, OFFER_SILVER_LOYAL},
    };
    for (size_t form = 0; form < 2; form++) {
        game *game = offers_game_of_a_former_subscriber();
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            test_case("%s of %s by %s", cases[i].offer_id, cases[i].product_id, forms[form].name);
            iap_payment payment = payment_for(cases[i].product_id);
            forms[form].prove(game->store, &payment, cases[i].offer_id);
            CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_IDENTIFIER);
        }
    }
}

TEST(an_offer_that_is_dearer_than_the_product_is_refused_for_its_price) {
    for (size_t form = 0; form < 2; form++) {
        test_case("%s", forms[form].name);
        game *game = offers_game_of_a_former_subscriber();
        iap_payment payment = payment_for(PASS_GOLD);
        forms[form].prove(game->store, &payment, OFFER_DEAR);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_PRICE);
    }
}

/* OFFER_DEAR with another price and period. PASS_GOLD costs 9.99 for a month. */
static const char *text_with_dear(const char *price, const char *period) {
#define DEAR(price, mode, period)                                                                                      \
    "\"displayPrice\": \"" price "\", \"internalID\": \"DEAR\", \"numberOfPeriods\": 1, \"offerID\": \"DEAR\", "       \
    "\"paymentMode\": \"" mode "\", \"referenceName\": \"DEAR\", \"subscriptionPeriod\": \"" period "\""
    static _Thread_local char replacement[512];
    snprintf(replacement, sizeof replacement, DEAR("%s", "payUpFront", "%s"), price, period);
    return offers_text_with(DEAR("19.99", "payAsYouGo", "P1M"), replacement);
}

/* A discount must cost less than one bill of the product. If it lasts longer than one bill, it must cost less than the bills of
   its time. */
TEST(an_offer_is_sold_if_it_costs_less_than_what_it_replaces) {
    static const struct {
        const char *price, *period;
        bool is_sold;
    } cases[] = {
        {"9.98", "P1M", true},  {"9.99", "P1M", false},  {"9.98", "P1W", true},   {"9.99", "P1W", false},
        {"29.96", "P3M", true}, {"29.97", "P3M", false}, {"119.87", "P1Y", true}, {"119.88", "P1Y", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s for %s", cases[i].price, cases[i].period);
        iap_store *store = offers_store_of(text_with_dear(cases[i].price, cases[i].period), NULL);
        game *game = game_install(store, "player", "phone");
        REQUIRE(game_launch(game));
        const uint64_t id = game_own(game, PASS_GOLD);
        REQUIRE(id != 0);
        REQUIRE_OK(iap_store_expire_subscription(store, id, NULL));
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_by_jws(store, &payment, OFFER_DEAR);
        if (cases[i].is_sold) {
            CHECK(offers_buy(game, &payment) != NULL);
            CHECK_INT(iap_store_warning_count(store), 0);
        } else {
            CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_PRICE);
            CHECK_INT(iap_store_warning_count(store), 1);
        }
    }
}

TEST(an_offer_that_the_store_refuses_has_a_warning_with_its_place) {
    iap_store *store = offers_store();
    REQUIRE(CHECK_INT(iap_store_warning_count(store), 1));
    CHECK_TEXT(iap_store_warning_at(store, 0),
               "subscriptionGroups[0].subscriptions[0].adHocOffers[2].displayPrice: the price is not lower than "
               "the price of \"pass.gold\"; the store will refuse the offer");
}

TEST(an_offer_with_a_part_of_its_proof_missing_is_refused_by_the_store) {
    game *game = offers_game_of_a_former_subscriber();
    for (int missing = 0; missing < 16; missing++) {
        /* Each bit stands for a missing part. With no part missing the offer is valid; a test above checks that. */
        if (missing == 0) continue;
        test_case("missing %d", missing);
        iap_payment payment = payment_for(PASS_GOLD);
        offers_prove_by_signature(game->store, &payment, OFFER_LOYAL);
        if (missing & 1) payment.offer.key_id = NULL;
        if (missing & 2) payment.offer.nonce = NULL;
        if (missing & 4) payment.offer.signature = NULL;
        if (missing & 8) payment.offer.timestamp_ms = 0;
        CHECK_REFUSED(game, &payment, IAP_ERROR_MISSING_OFFER_PARAMETERS);
    }
}

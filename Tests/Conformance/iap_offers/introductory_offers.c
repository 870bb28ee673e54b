/* Introductory offers: the store applies them automatically, once per group and account, unless the game server decides
   otherwise. */

#include "offer_payments.h"

typedef struct introduction {
    const char *product_id;
    iap_payment_mode_t mode;
    iap_period_unit_t unit;
    int32_t value;
    int64_t price_milliunits, expiration_ms;
} introduction;

/* All are bought on 1 January 2026. */
static const introduction introductions[] = {
    {PASS_GOLD, IAP_PAYMENT_MODE_FREE_TRIAL, IAP_PERIOD_UNIT_WEEK, 1, 0, 1767830400000 /* 2026-01-08 */},
    {PASS_SILVER, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, IAP_PERIOD_UNIT_MONTH, 1, 990, 1769904000000 /* 2026-02-01 */},
    {PASS_YEAR, IAP_PAYMENT_MODE_PAY_UP_FRONT, IAP_PERIOD_UNIT_MONTH, 6, 9990, 1782864000000 /* 2026-07-01 */},
};

static void check_introduced(const iap_transaction *bought, const introduction *expected) {
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_INTRODUCTORY);
    CHECK_TEXT(iap_transaction_offer_id(bought), NULL);
    CHECK_INT(iap_transaction_offer_payment_mode(bought), expected->mode);
    CHECK_INT(iap_transaction_offer_period_unit(bought), expected->unit);
    CHECK_INT(iap_transaction_offer_period_value(bought), expected->value);
    CHECK_INT(iap_transaction_price_milliunits(bought), expected->price_milliunits);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
    CHECK_CONTAINS(iap_transaction_json(bought), "\"offerType\":1");
    CHECK_CONTAINS(iap_transaction_json(bought), "\"offerDiscountType\":");
}

static void check_full_price(const iap_transaction *bought, int64_t price_milliunits) {
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_NONE);
    CHECK_TEXT(iap_transaction_offer_id(bought), NULL);
    CHECK_INT(iap_transaction_offer_payment_mode(bought), IAP_PAYMENT_MODE_NONE);
    CHECK_INT(iap_transaction_price_milliunits(bought), price_milliunits);
}

static const iap_transaction *buy_plainly(game *game, const char *product_id) {
    const iap_payment payment = payment_for(product_id);
    return offers_buy(game, &payment);
}

TEST(an_introductory_offer_is_applied_by_itself) {
    for (size_t i = 0; i < sizeof introductions / sizeof introductions[0]; i++) {
        test_case("%s", introductions[i].product_id);
        const iap_transaction *bought = buy_plainly(offers_game(), introductions[i].product_id);
        REQUIRE(bought != NULL);
        check_introduced(bought, &introductions[i]);
        CHECK_INT(iap_transaction_expiration_date_ms(bought), introductions[i].expiration_ms);
    }
}

TEST(an_introductory_offer_is_used_once_per_group) {
    for (size_t i = 0; i < sizeof introductions / sizeof introductions[0]; i++) {
        game *game = offers_game();
        test_case("%s first", introductions[i].product_id);
        REQUIRE(offers_lapse(game, introductions[i].product_id));
        const iap_transaction *bought = buy_plainly(game, PASS_GOLD);
        REQUIRE(bought != NULL);
        check_full_price(bought, 9990);
        CHECK_INT(iap_transaction_expiration_date_ms(bought) - iap_transaction_purchase_date_ms(bought) >= 28 * DAY_MS,
                  1);
    }
}

TEST(an_upgrade_gets_no_introductory_offer) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    const iap_transaction *gold = buy_plainly(game, PASS_GOLD);
    REQUIRE(gold != NULL);
    check_full_price(gold, 9990);
}

TEST(a_purchase_that_failed_does_not_use_the_introductory_offer_up) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    const iap_payment payment = payment_for(PASS_GOLD);
    CHECK_REFUSED(game, &payment, IAP_ERROR_CANCELLED);
    CHECK_REFUSED(game, &payment, IAP_ERROR_NETWORK);
    check_introduced(offers_buy(game, &payment), &introductions[0]);
}

/* ------------------------------------------------------------------------------------------------- eligibility */

/* Returns 1 or 0; -1 if the request failed. */
static int eligible(game *game, const char *group_id) {
    uint64_t id = 0;
    if (!CHECK_STATUS(
            iap_request_introductory_offer_eligibility(game->client, group_id, game_hears_flag, game, &id, NULL),
            IAP_OK))
        return -1;
    CHECK(id != 0);
    const heard *answer = game_wait_response(game, id);
    if (answer == NULL || !CHECK(!answer->has_error)) return -1;
    CHECK_INT(game_response_count(game, id), 1);
    return answer->flag;
}

TEST(eligibility_ends_with_the_purchase_and_does_not_come_back) {
    game *game = offers_game();
    CHECK_INT(eligible(game, PASS_GROUP), 1);
    REQUIRE(game_own(game, BAG) != 0 && game_own(game, NEWS) != 0);
    CHECK_INT(eligible(game, PASS_GROUP), 1);
    REQUIRE(offers_lapse(game, PASS_SILVER));
    CHECK_INT(eligible(game, PASS_GROUP), 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    CHECK_INT(eligible(game, PASS_GROUP), 0);
}

TEST(eligibility_is_that_of_the_account) {
    game *first = offers_game();
    REQUIRE(game_own(first, PASS_GOLD) != 0);
    CHECK_INT(eligible(first, PASS_GROUP), 0);
    game *tablet = game_install(first->store, "player", "tablet");
    game *other = game_install(first->store, "somebody else", "phone");
    REQUIRE(game_launch(tablet) && game_launch(other));
    CHECK_INT(eligible(tablet, PASS_GROUP), 0);
    CHECK_INT(eligible(other, PASS_GROUP), 1);
    check_introduced(buy_plainly(other, PASS_GOLD), &introductions[0]);
}

TEST(eligibility_is_answered_also_for_groups_without_such_an_offer) {
    game *game = offers_game();
    CHECK(eligible(game, NEWS_GROUP) >= 0);
    CHECK(eligible(game, "no such group") >= 0);
    REQUIRE(game_own(game, NEWS) != 0);
    CHECK(eligible(game, NEWS_GROUP) >= 0);
}

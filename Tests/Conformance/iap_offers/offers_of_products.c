/* What products report about their group, their offers and their billing plans. */

#include "offer_payments.h"

#include <iap/iap_commerce.h>
#include <iap/iap_products.h>

#include <string.h>

static const iap_product *ask_for(game *game, const char *product_id) {
    const iap_products *products = game_products(game, &product_id, 1);
    return CHECK_INT(iap_products_count(products), 1) ? iap_products_at(products, 0) : NULL;
}

typedef struct listed_offer {
    const char *product_id;
    iap_offer_type_t type;
    const char *id;
    iap_payment_mode_t mode;
    int64_t price_milliunits;
    const char *display_price;
    iap_period_unit_t unit;
    int32_t value, count;
} listed_offer;

/* The offers are in the order in which each product lists them. */
static const listed_offer listed_offers[] = {
    {PASS_GOLD, IAP_OFFER_TYPE_INTRODUCTORY, NULL, IAP_PAYMENT_MODE_FREE_TRIAL, 0, "$0.00", IAP_PERIOD_UNIT_WEEK, 1, 1},
    {PASS_GOLD, IAP_OFFER_TYPE_PROMOTIONAL, OFFER_LOYAL, IAP_PAYMENT_MODE_FREE_TRIAL, 0, "$0.00", IAP_PERIOD_UNIT_MONTH,
     1, 1},
    {PASS_GOLD, IAP_OFFER_TYPE_PROMOTIONAL, OFFER_LOYAL_YEAR, IAP_PAYMENT_MODE_PAY_UP_FRONT, 59990, "$59.99",
     IAP_PERIOD_UNIT_YEAR, 1, 1},
    {PASS_GOLD, IAP_OFFER_TYPE_PROMOTIONAL, OFFER_DEAR, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, 19990, "$19.99",
     IAP_PERIOD_UNIT_MONTH, 1, 1},
    {PASS_GOLD, IAP_OFFER_TYPE_WIN_BACK, OFFER_RETURN, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, 2990, "$2.99",
     IAP_PERIOD_UNIT_MONTH, 1, 3},
    {PASS_SILVER, IAP_OFFER_TYPE_INTRODUCTORY, NULL, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, 990, "$0.99",
     IAP_PERIOD_UNIT_MONTH, 1, 3},
    {PASS_SILVER, IAP_OFFER_TYPE_PROMOTIONAL, OFFER_SILVER_LOYAL, IAP_PAYMENT_MODE_PAY_AS_YOU_GO, 1990, "$1.99",
     IAP_PERIOD_UNIT_MONTH, 1, 2},
    {PASS_YEAR, IAP_OFFER_TYPE_INTRODUCTORY, NULL, IAP_PAYMENT_MODE_PAY_UP_FRONT, 9990, "$9.99", IAP_PERIOD_UNIT_MONTH,
     6, 1},
};

static const char *const all_products[] = {PASS_GOLD, PASS_SILVER, PASS_YEAR, NEWS, BAG, HAT};
#define PRODUCT_COUNT (sizeof all_products / sizeof all_products[0])

TEST(offers_are_listed_introductory_first_then_promotional_then_win_back) {
    game *game = offers_game();
    for (size_t i = 0; i < PRODUCT_COUNT; i++) {
        const iap_product *product = ask_for(game, all_products[i]);
        size_t index = 0;
        for (size_t j = 0; j < sizeof listed_offers / sizeof listed_offers[0]; j++) {
            const listed_offer *expected = &listed_offers[j];
            if (strcmp(expected->product_id, all_products[i]) != 0) continue;
            test_case("%s, offer %zu", all_products[i], index);
            const iap_offer *offer = iap_product_offer_at(product, index++);
            REQUIRE(CHECK(offer != NULL));
            CHECK_INT(iap_offer_type(offer), expected->type);
            CHECK_TEXT(iap_offer_id(offer), expected->id);
            CHECK_INT(iap_offer_payment_mode(offer), expected->mode);
            CHECK_INT(iap_offer_price_milliunits(offer), expected->price_milliunits);
            CHECK_TEXT(iap_offer_display_price(offer), expected->display_price);
            CHECK_INT(iap_offer_period_unit(offer), expected->unit);
            CHECK_INT(iap_offer_period_value(offer), expected->value);
            CHECK_INT(iap_offer_period_count(offer), expected->count);
        }
        test_case("%s", all_products[i]);
        CHECK_INT(iap_product_offer_count(product), index);
        CHECK(iap_product_offer_at(product, index) == NULL);
        CHECK(iap_product_offer_at(product, SIZE_MAX) == NULL);
    }
}

TEST(offers_are_listed_whoever_asks) {
    game *game = offers_game();
    const size_t before = iap_product_offer_count(ask_for(game, PASS_GOLD));
    REQUIRE(offers_lapse(game, PASS_SILVER));
    CHECK_INT(iap_product_offer_count(ask_for(game, PASS_GOLD)), before);
}

TEST(a_system_without_win_back_offers_or_billing_plans_lists_none) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_WIN_BACK_OFFERS, 0, NULL));
    const iap_product *product = ask_for(game, PASS_GOLD);
    CHECK_INT(iap_product_offer_count(product), 4);
    for (size_t i = 0; i < iap_product_offer_count(product); i++) {
        CHECK(iap_offer_type(iap_product_offer_at(product, i)) != IAP_OFFER_TYPE_WIN_BACK);
    }
    REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_BILLING_PLANS, 0, NULL));
    CHECK_INT(iap_product_billing_plan_count(ask_for(game, PASS_YEAR)), 0);
}

TEST(a_price_follows_the_storefront_also_of_offers_and_plans) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    CHECK_TEXT(iap_offer_display_price(iap_product_offer_at(ask_for(game, PASS_SILVER), 1)), "1,99\u00a0\u20ac");
    const iap_product *year = ask_for(game, PASS_YEAR);
    REQUIRE(iap_product_billing_plan_count(year) == 2);
    CHECK_TEXT(iap_billing_plan_display_price(iap_product_billing_plan_at(year, 1)), "3,99\u00a0\u20ac");
    CHECK_INT(iap_billing_plan_price_milliunits(iap_product_billing_plan_at(year, 1)), 3990);
}

/* ------------------------------------------------------------------------------------------------ billing plans */

TEST(billing_plans_are_listed_as_in_the_file) {
    game *game = offers_game();
    const iap_product *year = ask_for(game, PASS_YEAR);
    REQUIRE(CHECK_INT(iap_product_billing_plan_count(year), 2));
    const iap_billing_plan *up_front = iap_product_billing_plan_at(year, 0);
    CHECK_INT(iap_billing_plan_type(up_front), IAP_BILLING_PLAN_UP_FRONT);
    CHECK_TEXT(iap_billing_plan_display_price(up_front), "$39.99");
    CHECK_INT(iap_billing_plan_price_milliunits(up_front), 39990);
    CHECK_INT(iap_billing_plan_period_unit(up_front), IAP_PERIOD_UNIT_YEAR);
    CHECK_INT(iap_billing_plan_period_value(up_front), 1);
    CHECK_INT(iap_billing_plan_commitment_price_milliunits(up_front), 0);
    const iap_billing_plan *monthly = iap_product_billing_plan_at(year, 1);
    CHECK_INT(iap_billing_plan_type(monthly), IAP_BILLING_PLAN_MONTHLY);
    CHECK_TEXT(iap_billing_plan_display_price(monthly), "$3.99");
    CHECK_INT(iap_billing_plan_price_milliunits(monthly), 3990);
    CHECK_INT(iap_billing_plan_period_unit(monthly), IAP_PERIOD_UNIT_MONTH);
    CHECK_INT(iap_billing_plan_period_value(monthly), 1);
    CHECK_INT(iap_billing_plan_commitment_price_milliunits(monthly), 47880);
    CHECK(iap_product_billing_plan_at(year, 2) == NULL);
    CHECK(iap_product_billing_plan_at(year, SIZE_MAX) == NULL);
    /* The price of the product is the price of the whole period. */
    CHECK_INT(iap_product_price_milliunits(year), 39990);
    for (size_t i = 0; i < PRODUCT_COUNT; i++) {
        if (strcmp(all_products[i], PASS_YEAR) == 0) continue;
        test_case("%s", all_products[i]);
        CHECK(iap_product_billing_plan_count(ask_for(game, all_products[i])) <= 1);
    }
}

/* ------------------------------------------------------------------------------------------------------- groups */

TEST(subscriptions_tell_their_group_and_level) {
    static const struct {
        const char *product_id, *group_id, *group_name;
        int32_t level;
    } cases[] = {
        {PASS_GOLD, PASS_GROUP, "Pass", 1},
        {PASS_SILVER, PASS_GROUP, "Pass", 2},
        {PASS_YEAR, PASS_GROUP, "Pass", 2},
        {NEWS, NEWS_GROUP, "News", 1},
        {BAG, NULL, NULL, 0},
        {HAT, NULL, NULL, 0},
    };
    game *game = offers_game();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].product_id);
        const iap_product *product = ask_for(game, cases[i].product_id);
        CHECK_TEXT(iap_product_subscription_group_id(product), cases[i].group_id);
        CHECK_TEXT(iap_product_subscription_group_name(product), cases[i].group_name);
        CHECK_INT(iap_product_subscription_group_level(product), cases[i].level);
    }
}

TEST(the_name_of_a_group_is_in_the_language_of_the_storefront) {
    const char *text = offers_text_with("\"localizations\": [], \"name\": \"Pass\"",
                                        "\"localizations\": [{\"locale\": \"en_US\", \"displayName\": \"Season Pass\", "
                                        "\"description\": \"\"}, {\"locale\": \"de\", \"displayName\": \"Saisonpass\", "
                                        "\"description\": \"\"}], \"name\": \"Pass\"");
    game *game = game_install(offers_store_of(text, NULL), "player", "phone");
    REQUIRE(game_launch(game));
    CHECK_TEXT(iap_product_subscription_group_name(ask_for(game, PASS_GOLD)), "Season Pass");
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    CHECK_TEXT(iap_product_subscription_group_name(ask_for(game, PASS_GOLD)), "Saisonpass");
}

/* --------------------------------------------------------------------------------------------------------- JSON */

TEST(the_json_of_a_product_is_an_object_that_names_it) {
    game *game = offers_game();
    for (size_t i = 0; i < PRODUCT_COUNT; i++) {
        test_case("%s", all_products[i]);
        const char *json = iap_product_json(ask_for(game, all_products[i]));
        REQUIRE(CHECK(json != NULL));
        CHECK(json[0] == '{' && json[strlen(json) - 1] == '}');
        CHECK_CONTAINS(json, all_products[i]);
    }
    const char *json = iap_product_json(ask_for(game, PASS_GOLD));
    CHECK_CONTAINS(json, OFFER_LOYAL);
    CHECK_CONTAINS(json, PASS_GROUP);
}

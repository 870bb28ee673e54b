/* Product requests and their results. */

#include "game.h"

#include <iap/iap_products.h>

#include <stdio.h>
#include <stdlib.h>

typedef struct product_case {
    const char *id;
    iap_product_type_t type;
    const char *type_text, *name, *description, *display_price, *group;
    int64_t milliunits;
    bool family_shareable;
    iap_period_unit_t unit;
    int32_t value;
} product_case;

static const product_case product_cases[CATALOGUE_COUNT] = {
    {COINS, IAP_PRODUCT_TYPE_CONSUMABLE, "Consumable", "100 Coins", "A small bag", "$0.99", NULL, 990, false, 0, 0},
    {COINS_LARGE, IAP_PRODUCT_TYPE_CONSUMABLE, "Consumable", "5000 Coins", "A chest", "$1,999.95", NULL, 1999950, false,
     0, 0},
    {GEMS, IAP_PRODUCT_TYPE_CONSUMABLE, "Consumable", "", "", "$29.00", NULL, 29000, false, 0, 0},
    {SWORD, IAP_PRODUCT_TYPE_NON_CONSUMABLE, "Non-Consumable", "Golden Sword", "Never gets blunt", "$4.99", NULL, 4990,
     true, 0, 0},
    {LEVELS, IAP_PRODUCT_TYPE_NON_CONSUMABLE, "Non-Consumable", "Extra Levels", "Ten more levels", "$2.50", NULL, 2500,
     false, 0, 0},
    {SEASON, IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION, "Non-Renewing Subscription", "Summer Season",
     "All arenas for one summer", "$9.99", NULL, 9990, false, 0, 0},
    {CLUB_MONTH, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION, "Auto-Renewable Subscription", "Club, monthly",
     "Each month", "$4.99", CLUB_GROUP, 4990, false, IAP_PERIOD_UNIT_MONTH, 1},
    {CLUB_YEAR, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION, "Auto-Renewable Subscription", "Club, yearly",
     "Each year", "$39.99", CLUB_GROUP, 39990, true, IAP_PERIOD_UNIT_YEAR, 1},
};

TEST(products_are_described_as_in_the_file) {
    game *game = game_start();
    const char *ids[CATALOGUE_COUNT];
    for (size_t i = 0; i < CATALOGUE_COUNT; i++) ids[i] = product_cases[i].id;
    const iap_products *products = game_products(game, ids, CATALOGUE_COUNT);
    REQUIRE(iap_products_count(products) == CATALOGUE_COUNT);
    CHECK_INT(iap_products_invalid_count(products), 0);
    for (size_t i = 0; i < CATALOGUE_COUNT; i++) {
        const product_case *expected = &product_cases[i];
        test_case("%s", expected->id);
        const iap_product *product = iap_products_at(products, i);
        CHECK_TEXT(iap_product_id(product), expected->id);
        CHECK_INT(iap_product_type(product), expected->type);
        CHECK_TEXT(iap_product_type_text(product), expected->type_text);
        CHECK_TEXT(iap_product_display_name(product), expected->name);
        CHECK_TEXT(iap_product_description(product), expected->description);
        CHECK_INT(iap_product_price_milliunits(product), expected->milliunits);
        CHECK_TEXT(iap_product_currency_code(product), "USD");
        CHECK_TEXT(iap_product_display_price(product), expected->display_price);
        CHECK_INT(iap_product_is_family_shareable(product), expected->family_shareable);
        CHECK_INT(iap_product_subscription_period_unit(product), expected->unit);
        CHECK_INT(iap_product_subscription_period_value(product), expected->value);
        CHECK_TEXT(iap_product_subscription_group_id(product), expected->group);
    }
    test_case(NULL);
    CHECK(iap_products_at(products, CATALOGUE_COUNT) == NULL);
    CHECK(iap_products_at(products, SIZE_MAX) == NULL);
    CHECK_TEXT(iap_products_invalid_at(products, 0), NULL);
}

TEST(products_come_in_the_order_asked_for_with_the_invalid_ids_apart) {
    game *game = game_start();
    /* Repeated ids count once, and ids are compared byte by byte: the last two are the same letter, composed and decomposed. */
    const char *const ids[] = {"nothing.one", CLUB_YEAR,       "nothing.two", COINS,         COINS, "nothing.one",
                               SWORD,         "nothing.three", "m\u00fcnze",  "mu\u0308nze", COINS};
    const iap_products *products = game_products(game, ids, sizeof ids / sizeof ids[0]);
    REQUIRE(iap_products_count(products) == 3);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 0)), CLUB_YEAR);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 1)), COINS);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 2)), SWORD);
    static const char *const invalid[] = {"nothing.one", "nothing.two", "nothing.three", "m\u00fcnze", "mu\u0308nze"};
    REQUIRE(iap_products_invalid_count(products) == 5);
    for (size_t i = 0; i < 5; i++) CHECK_TEXT(iap_products_invalid_at(products, i), invalid[i]);
    CHECK_TEXT(iap_products_invalid_at(products, 5), NULL);
    CHECK_TEXT(iap_products_invalid_at(products, SIZE_MAX), NULL);
}

TEST(ids_of_other_letters_are_other_ids) {
    game *game = game_start();
    const char *const ids[] = {"COINS.100", "coins.100 ", "coins.10"};
    CHECK_INT(iap_products_invalid_count(game_products(game, ids, 3)), 3);
    /* An empty list has an empty response. */
    const iap_products *products = game_products(game, NULL, 0);
    REQUIRE(products != NULL);
    CHECK_INT(iap_products_count(products) + iap_products_invalid_count(products), 0);
    CHECK_INT(iap_products_count(game_products(game, ids, 0)), 0);
}

TEST(a_request_has_at_most_ten_thousand_ids) {
    enum { COUNT = IAP_PRODUCT_IDS_MAX, LENGTH = 24 };
    game *game = game_start();
    char(*texts)[LENGTH] = malloc((COUNT + 1) * sizeof *texts);
    const char **ids = malloc((COUNT + 1) * sizeof *ids);
    for (size_t i = 0; i < COUNT + 1; i++) {
        snprintf(texts[i], LENGTH, "%0*zu", LENGTH - 1, i);
        ids[i] = texts[i];
    }
    ids[COUNT / 2] = COINS;
    const iap_products *products = game_products(game, ids, COUNT);
    CHECK_INT(iap_products_count(products), 1);
    REQUIRE(iap_products_invalid_count(products) == COUNT - 1);
    CHECK_TEXT(iap_products_invalid_at(products, 0), ids[0]);
    CHECK_TEXT(iap_products_invalid_at(products, COUNT - 2), ids[COUNT - 1]);
    game_forget(game);
    const struct {
        const char *const *ids;
        size_t count;
        iap_status_t status;
    } cases[] = {{ids, COUNT + 1, IAP_ERROR_TOO_LARGE},
                 {ids, SIZE_MAX, IAP_ERROR_TOO_LARGE},
                 {NULL, 1, IAP_ERROR_INVALID_ARGUMENT}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("case %zu", i);
        CHECK_STATUS(
            iap_request_products(game->client, cases[i].ids, cases[i].count, game_hears_products, game, NULL, NULL),
            cases[i].status);
        CHECK_STATUS(iap_request_cached_products(game->client, cases[i].ids, cases[i].count, game_hears_products, game,
                                                 NULL, NULL),
                     cases[i].status);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    free(texts);
    free(ids);
}

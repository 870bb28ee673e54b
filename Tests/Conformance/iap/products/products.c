/* Product requests and their results. */

#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct product_case {
    const char *id;
    iap_product_type_t type;
    const char *type_text, *name, *description, *display_price, *group;
    int64_t milliunits;
    bool family_shareable;
    iap_period_unit unit;
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
    const char *const ids[] = {"nothing.one", CLUB_YEAR, "nothing.two", COINS, SWORD, "nothing.three"};
    const iap_products *products = game_products(game, ids, 6);
    REQUIRE(iap_products_count(products) == 3);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 0)), CLUB_YEAR);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 1)), COINS);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 2)), SWORD);
    REQUIRE(iap_products_invalid_count(products) == 3);
    CHECK_TEXT(iap_products_invalid_at(products, 0), "nothing.one");
    CHECK_TEXT(iap_products_invalid_at(products, 1), "nothing.two");
    CHECK_TEXT(iap_products_invalid_at(products, 2), "nothing.three");
    CHECK_TEXT(iap_products_invalid_at(products, 3), NULL);
    CHECK_TEXT(iap_products_invalid_at(products, SIZE_MAX), NULL);
}

TEST(repeated_ids_are_asked_for_once) {
    game *game = game_start();
    const char *const ids[] = {COINS, "nothing", COINS, SWORD, "nothing", COINS};
    const iap_products *products = game_products(game, ids, 6);
    REQUIRE(iap_products_count(products) == 2);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 0)), COINS);
    CHECK_TEXT(iap_product_id(iap_products_at(products, 1)), SWORD);
    CHECK_INT(iap_products_invalid_count(products), 1);
}

TEST(ids_are_compared_byte_by_byte) {
    game *game = game_start();
    /* The last two are the same letter, composed and decomposed; a store treats them as two ids. */
    const char *const ids[] = {"COINS.100", "coins.100 ", "coins.10", "m\u00fcnze", "mu\u0308nze"};
    const iap_products *products = game_products(game, ids, 5);
    CHECK_INT(iap_products_count(products), 0);
    REQUIRE(iap_products_invalid_count(products) == 5);
    for (size_t i = 0; i < 5; i++) CHECK_TEXT(iap_products_invalid_at(products, i), ids[i]);
}

TEST(an_empty_list_is_answered_with_an_empty_one) {
    game *game = game_start();
    const char *const ids[] = {COINS};
    const iap_products *products = game_products(game, NULL, 0);
    REQUIRE(products != NULL);
    CHECK_INT(iap_products_count(products) + iap_products_invalid_count(products), 0);
    products = game_products(game, ids, 0);
    REQUIRE(products != NULL);
    CHECK_INT(iap_products_count(products) + iap_products_invalid_count(products), 0);
}

/* ids_list(n) has n different ids; one of them is for sale. */
static char **ids_list(size_t count, size_t length) {
    char **ids = malloc(count * sizeof *ids);
    for (size_t i = 0; i < count; i++) {
        ids[i] = malloc(length + 1);
        snprintf(ids[i], length + 1, "%0*zu", (int)length, i);
    }
    strcpy(ids[count / 2], COINS);
    return ids;
}

static void free_ids(char **ids, size_t count) {
    for (size_t i = 0; i < count; i++) free(ids[i]);
    free(ids);
}

TEST(ten_thousand_ids_are_answered) {
    const size_t count = IAP_PRODUCT_IDS_MAX;
    game *game = game_start();
    char **ids = ids_list(count, 24);
    const iap_products *products = game_products(game, (const char *const *)ids, count);
    CHECK_INT(iap_products_count(products), 1);
    REQUIRE(iap_products_invalid_count(products) == count - 1);
    CHECK_TEXT(iap_products_invalid_at(products, 0), ids[0]);
    CHECK_TEXT(iap_products_invalid_at(products, count - 2), ids[count - 1]);
    free_ids(ids, count);
}

TEST(more_than_ten_thousand_ids_are_refused) {
    const size_t count = IAP_PRODUCT_IDS_MAX + 1;
    game *game = game_start();
    char **ids = ids_list(count, 24);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(
        iap_request_products(game->client, (const char *const *)ids, count, game_hears_products, game, NULL, &error),
        IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(error.status, IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(
        iap_request_products(game->client, (const char *const *)ids, SIZE_MAX, game_hears_products, game, NULL, NULL),
        IAP_ERROR_TOO_LARGE);
    free_ids(ids, count);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(the_longest_id_is_1024_bytes) {
    static char longest[IAP_PRODUCT_ID_LENGTH_MAX + 1], longer[IAP_PRODUCT_ID_LENGTH_MAX + 2], huge[1024 * 1024 + 1];
    memset(longest, 'a', sizeof longest - 1);
    memset(longer, 'a', sizeof longer - 1);
    memset(huge, 'a', sizeof huge - 1);
    game *game = game_start();
    const char *ids[] = {COINS, longest};
    const iap_products *products = game_products(game, ids, 2);
    REQUIRE(iap_products_invalid_count(products) == 1);
    CHECK_TEXT(iap_products_invalid_at(products, 0), longest);
    game_forget(game);
    ids[1] = longer;
    CHECK_STATUS(iap_request_products(game->client, ids, 2, game_hears_products, game, NULL, NULL),
                 IAP_ERROR_TOO_LARGE);
    ids[1] = huge;
    CHECK_STATUS(iap_request_products(game->client, ids, 2, game_hears_products, game, NULL, NULL),
                 IAP_ERROR_TOO_LARGE);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(ids_that_are_not_utf_8_are_refused) {
    /* A lone continuation byte, a truncated sequence, an overlong form, a surrogate, a value above U+10FFFF, a byte that never
       occurs. */
    const char *const refused[] = {"coins\x80",    "coins\xe2\x82",    "\xc0\x80",
                                   "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff"};
    game *game = game_start();
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("id %zu", i);
        const char *const ids[] = {COINS, refused[i]};
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_request_products(game->client, ids, 2, game_hears_products, game, NULL, &error),
                     IAP_ERROR_INVALID_TEXT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_TEXT);
        CHECK(error.message[0] != 0);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(ids_outside_ascii_are_asked_for_as_they_are) {
    game *game = game_start();
    const char *const ids[] = {"コイン", "\xf0\x9f\x92\x8e.20", "münzen"};
    const iap_products *products = game_products(game, ids, 3);
    REQUIRE(iap_products_invalid_count(products) == 3);
    for (size_t i = 0; i < 3; i++) CHECK_TEXT(iap_products_invalid_at(products, i), ids[i]);
}

TEST(lists_with_holes_are_refused) {
    game *game = game_start();
    iap_client *client = game->client;
    const char *const null_entry[] = {COINS, NULL}, *const empty_entry[] = {"", COINS};
    CHECK_CATEGORY(iap_request_products(client, null_entry, 2, game_hears_products, game, NULL, NULL),
                   IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_STATUS(iap_request_products(client, empty_entry, 2, game_hears_products, game, NULL, NULL),
                 IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_request_products(client, NULL, 1, game_hears_products, game, NULL, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

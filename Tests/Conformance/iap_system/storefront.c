/* The country of the App Store that serves the account, and what depends on it. */

#include "game.h"

#include <string.h>

TEST(running_games_hear_of_another_storefront) {
    game *game = game_start();
    const heard *first = game_storefront(game);
    REQUIRE(first != NULL && !first->has_error);
    CHECK_TEXT(first->country_code, "USA");
    CHECK_TEXT(first->identifier, "143441");
    game_settle(game);
    game_forget(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_TEXT(game->log[0].country_code, "DEU");
    CHECK(game->log[0].identifier[0] != 0);
    const heard *answer = game_storefront(game);
    REQUIRE(answer != NULL);
    CHECK_TEXT(answer->country_code, "DEU");
    CHECK_TEXT(answer->identifier, game->log[0].identifier);
}

TEST(the_games_of_all_accounts_hear_of_another_storefront) {
    game *game = game_start();
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    /* Both clients must be watching; a settled client is. */
    game_settle(game);
    game_settle(other);
    REQUIRE_OK(iap_store_set_storefront(game->store, "JPN", NULL, NULL));
    CHECK(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
    CHECK(AWAIT(other, IAP_EVENT_STOREFRONT_CHANGED, 1));
}

typedef struct price_case {
    const char *country, *locale, *product_id, *currency, *display_price, *display_name;
    int64_t milliunits;
} price_case;

/* The store never converts the number in the file; the currency and its format follow the storefront and the locale. */
static const price_case price_cases[] = {
    {"USA", "en_US", COINS, "USD", "$0.99", "100 Coins", 990},
    {"USA", "en_US", COINS_LARGE, "USD", "$1,999.95", "5000 Coins", 1999950},
    {"USA", "en_US", GEMS, "USD", "$29.00", "", 29000},
    {"USA", "en_US", LEVELS, "USD", "$2.50", "Extra Levels", 2500},
    {"DEU", "de_DE", SWORD, "EUR", "4,99 €", "Goldenes Schwert", 4990},
    {"DEU", "de_DE", COINS, "EUR", "0,99 €", "100 Münzen", 990},
    {"DEU", "de_DE", CLUB_MONTH, "EUR", "4,99 €", "Klub, monatlich", 4990},
    {"CHN", "zh_CN", GEMS, "CNY", "¥29.00", "", 29000},
    {"JPN", "ja_JP", GEMS, "JPY", "¥29", "", 29000},
    /* The language is the language of the locale even if the file has the language without the region only. */
    {"JPN", "ja_JP", COINS, "JPY", NULL, "コイン100枚", 990},
};

/* Some formats have a no-break space before the currency, and some versions of the locale data have a different yen sign. */
static void plain(char *to, size_t capacity, const char *from) {
    size_t length = 0;
    while (*from && length + 4 < capacity) {
        if (strncmp(from, "\u00a0", 2) == 0) {
            to[length++] = ' ';
            from += 2;
        } else if (strncmp(from, "￥", 3) == 0) {
            memcpy(to + length, "¥", 2);
            length += 2;
            from += 3;
        } else {
            to[length++] = *from++;
        }
    }
    to[length] = 0;
}

TEST(prices_and_names_follow_the_storefront) {
    game *game = game_start();
    for (size_t i = 0; i < sizeof price_cases / sizeof price_cases[0]; i++) {
        const price_case *each = &price_cases[i];
        test_case("%s in %s", each->product_id, each->country);
        REQUIRE_OK(iap_store_set_storefront(game->store, each->country, each->locale, NULL));
        const iap_products *products = game_products(game, &each->product_id, 1);
        REQUIRE(iap_products_count(products) == 1);
        const iap_product *product = iap_products_at(products, 0);
        char price[64];
        plain(price, sizeof price, iap_product_display_price(product));
        CHECK_INT(iap_product_price_milliunits(product), each->milliunits);
        CHECK_TEXT(iap_product_currency_code(product), each->currency);
        CHECK_TEXT(iap_product_display_name(product), each->display_name);
        if (each->display_price != NULL) CHECK_TEXT(price, each->display_price);
    }
}

TEST(without_a_locale_the_language_stays) {
    game *game = game_start();
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    const char *const ids[] = {COINS};
    const iap_product *product = iap_products_at(game_products(game, ids, 1), 0);
    CHECK_TEXT(iap_product_display_name(product), "100 Coins");
    CHECK_TEXT(iap_product_currency_code(product), "EUR");
}

TEST(a_country_that_is_none_is_refused) {
    game *game = game_start();
    game_settle(game);
    game_forget(game);
    const char *const refused[] = {"", "XXX", "US", "usa", "USAX", "germany", "\xff\xff\xff"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("country %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status_t status = iap_store_set_storefront(game->store, refused[i], NULL, &error);
        CHECK_CATEGORY(status, IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, status);
    }
    test_case(NULL);
    CHECK_CATEGORY(iap_store_set_storefront(game->store, NULL, NULL, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_CATEGORY(iap_store_set_storefront(game->store, "DEU", "\xff", NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    const heard *answer = game_storefront(game);
    REQUIRE(answer != NULL);
    CHECK_TEXT(answer->country_code, "USA");
}

TEST(a_change_of_language_alone_is_no_other_storefront) {
    game *game = game_start();
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "USA", "de_DE", NULL));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
}

/* Products as the store last described them, for a shop that must show something immediately. */

#include "files.h"
#include "network_conditions.h"
#include "offer_catalogue.h"
#include "product_list.h"
#include "requests.h"

#include <iap/iap_commerce.h>

#include <stdlib.h>
#include <string.h>

static const heard *cached(game *game, const char *const *ids, size_t count) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_cached_products(game->client, ids, count, game_hears_products, game, &id, NULL),
                      IAP_OK))
        return NULL;
    CHECK(id != 0);
    return game_wait_response(game, id);
}

static const char *const shop[] = {SWORD, "no.such", COINS};
#define SHOP_COUNT 3

TEST(before_the_store_has_answered_nothing_is_kept) {
    game *game = game_start();
    list_check(cached(game, shop, SHOP_COUNT), "", "sword.golden no.such coins.100 ", IAP_PRODUCT_LIST_NONE);
    list_check(cached(game, NULL, 0), "", "", IAP_PRODUCT_LIST_NONE);
}

TEST(what_the_store_has_described_is_kept_in_the_order_asked_for) {
    game *game = game_start();
    REQUIRE(game_products(game, shop, SHOP_COUNT) != NULL);
    const char *const ids[] = {COINS, GEMS, SWORD, COINS};
    list_check(cached(game, ids, 4), "coins.100 sword.golden ", "gems.20 ", IAP_PRODUCT_LIST_NONE);
    list_check(cached(game, ids, 0), "", "", IAP_PRODUCT_LIST_NONE);
    list_check(cached(game, NULL, 0), "sword.golden coins.100 ", "", IAP_PRODUCT_LIST_NONE);
}

TEST(the_products_of_a_list_are_kept_as_well) {
    game *game = game_start();
    list_check(list_file_response(game, list_write("products", "[\"gems.20\"]")), "gems.20 ", "",
               IAP_PRODUCT_LIST_FILE);
    list_check(cached(game, NULL, 0), "gems.20 ", "", IAP_PRODUCT_LIST_NONE);
}

TEST(only_what_was_kept_is_cached) {
    game *game = game_start();
    const iap_products *products = game_products(game, shop, SHOP_COUNT);
    REQUIRE(iap_products_count(products) == 2);
    const heard *answer = cached(game, shop, SHOP_COUNT);
    REQUIRE(answer != NULL && iap_products_count(answer->products) == 2);
    for (size_t i = 0; i < 2; i++) {
        CHECK_INT(iap_product_is_cached(iap_products_at(products, i)), 0);
        CHECK_INT(iap_product_is_cached(iap_products_at(answer->products, i)), 1);
    }
    CHECK_INT(iap_product_is_cached(NULL), 0);
    /* The store's data takes precedence over the cache. */
    products = game_products(game, shop, SHOP_COUNT);
    REQUIRE(iap_products_count(products) == 2);
    CHECK_INT(iap_product_is_cached(iap_products_at(products, 0)), 0);
}

static void check_same_offers(const iap_product *one, const iap_product *other) {
    REQUIRE(CHECK_INT(iap_product_offer_count(one), iap_product_offer_count(other)));
    for (size_t i = 0; i < iap_product_offer_count(other); i++) {
        const iap_offer *a = iap_product_offer_at(one, i), *b = iap_product_offer_at(other, i);
        CHECK_INT(iap_offer_type(a), iap_offer_type(b));
        CHECK_TEXT(iap_offer_id(a), iap_offer_id(b));
        CHECK_INT(iap_offer_payment_mode(a), iap_offer_payment_mode(b));
        CHECK_INT(iap_offer_price_milliunits(a), iap_offer_price_milliunits(b));
        CHECK_TEXT(iap_offer_display_price(a), iap_offer_display_price(b));
        CHECK_INT(iap_offer_period_unit(a), iap_offer_period_unit(b));
        CHECK_INT(iap_offer_period_value(a), iap_offer_period_value(b));
        CHECK_INT(iap_offer_period_count(a), iap_offer_period_count(b));
    }
    REQUIRE(CHECK_INT(iap_product_billing_plan_count(one), iap_product_billing_plan_count(other)));
    for (size_t i = 0; i < iap_product_billing_plan_count(other); i++) {
        const iap_billing_plan *a = iap_product_billing_plan_at(one, i), *b = iap_product_billing_plan_at(other, i);
        CHECK_INT(iap_billing_plan_type(a), iap_billing_plan_type(b));
        CHECK_TEXT(iap_billing_plan_display_price(a), iap_billing_plan_display_price(b));
        CHECK_INT(iap_billing_plan_price_milliunits(a), iap_billing_plan_price_milliunits(b));
        CHECK_INT(iap_billing_plan_period_unit(a), iap_billing_plan_period_unit(b));
        CHECK_INT(iap_billing_plan_period_value(a), iap_billing_plan_period_value(b));
        CHECK_INT(iap_billing_plan_commitment_price_milliunits(a), iap_billing_plan_commitment_price_milliunits(b));
    }
}

static void check_same(const iap_product *one, const iap_product *other) {
    CHECK_TEXT(iap_product_id(one), iap_product_id(other));
    CHECK_INT(iap_product_type(one), iap_product_type(other));
    CHECK_TEXT(iap_product_type_text(one), iap_product_type_text(other));
    CHECK_TEXT(iap_product_display_name(one), iap_product_display_name(other));
    CHECK_TEXT(iap_product_description(one), iap_product_description(other));
    CHECK_INT(iap_product_price_milliunits(one), iap_product_price_milliunits(other));
    CHECK_TEXT(iap_product_currency_code(one), iap_product_currency_code(other));
    CHECK_TEXT(iap_product_display_price(one), iap_product_display_price(other));
    CHECK_INT(iap_product_is_family_shareable(one), iap_product_is_family_shareable(other));
    CHECK_INT(iap_product_subscription_period_unit(one), iap_product_subscription_period_unit(other));
    CHECK_INT(iap_product_subscription_period_value(one), iap_product_subscription_period_value(other));
    CHECK_TEXT(iap_product_subscription_group_id(one), iap_product_subscription_group_id(other));
    CHECK_INT(iap_product_subscription_group_level(one), iap_product_subscription_group_level(other));
    CHECK_TEXT(iap_product_subscription_group_name(one), iap_product_subscription_group_name(other));
    CHECK_TEXT(iap_product_json(one), iap_product_json(other));
    check_same_offers(one, other);
}

TEST(a_relaunch_without_a_network_shows_products_with_all_that_the_store_said_of_them) {
    static const char *const ids[] = {PASS_GOLD, PASS_SILVER, PASS_YEAR, NEWS, BAG, HAT};
    enum { COUNT = sizeof ids / sizeof ids[0] };
    game *game = game_install(offers_store(), "player", "phone");
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    const iap_products *told = iap_products_retain(game_products(game, ids, COUNT));
    REQUIRE(iap_products_count(told) == COUNT);
    game_quit(game);
    REQUIRE(network_is_down(game));
    REQUIRE(game_launch(game));
    const heard *answer = cached(game, ids, COUNT);
    REQUIRE(answer != NULL && iap_products_count(answer->products) == COUNT);
    CHECK_INT(iap_products_invalid_count(answer->products), 0);
    for (size_t i = 0; i < COUNT; i++) {
        test_case("%s", ids[i]);
        check_same(iap_products_at(answer->products, i), iap_products_at(told, i));
        CHECK_INT(iap_product_is_cached(iap_products_at(answer->products, i)), 1);
    }
    iap_products_release(told);
}

TEST(without_a_journal_nothing_is_kept_for_the_next_launch) {
    game *game = game_start();
    REQUIRE(game_products(game, shop, SHOP_COUNT) != NULL);
    game_quit(game);
    REQUIRE(game_launch(game));
    list_check(cached(game, NULL, 0), "", "", IAP_PRODUCT_LIST_NONE);
}

TEST(products_of_another_storefront_are_forgotten) {
    game *game = game_start_with_journal();
    REQUIRE(game_products(game, shop, SHOP_COUNT) != NULL);
    /* The client must be watching; a settled client is. */
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
    list_check(cached(game, NULL, 0), "", "", IAP_PRODUCT_LIST_NONE);
    game_quit(game);
    REQUIRE(game_launch(game));
    list_check(cached(game, shop, SHOP_COUNT), "", "sword.golden no.such coins.100 ", IAP_PRODUCT_LIST_NONE);
    /* The cache keeps the store's new data. */
    const char *const ids[] = {COINS};
    REQUIRE(game_products(game, ids, 1) != NULL);
    const heard *answer = cached(game, NULL, 0);
    list_check(answer, "coins.100 ", "", IAP_PRODUCT_LIST_NONE);
    CHECK_TEXT(iap_product_currency_code(iap_products_at(answer->products, 0)), "EUR");
}

TEST(more_than_is_kept_is_not_kept) {
    enum { ASKED = 1500 };
    game *game = game_start();
    REQUIRE(game_products(game, shop, SHOP_COUNT) != NULL);
    const char *ids[ASKED];
    char *texts = malloc(ASKED * 16);
    for (size_t i = 0; i < ASKED; i++) {
        ids[i] = texts + 16 * i;
        strcpy(texts + 16 * i, "no.such.0000");
        for (size_t digit = 11, rest = i; rest > 0; rest /= 10) texts[16 * i + digit--] = (char)('0' + rest % 10);
    }
    ids[ASKED - 1] = COINS;
    const heard *answer = cached(game, ids, ASKED);
    REQUIRE(answer != NULL);
    CHECK_INT(iap_products_count(answer->products), 1);
    CHECK_INT(iap_products_invalid_count(answer->products), ASKED - 1);
    free(texts);
}

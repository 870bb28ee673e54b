/* The library compares the ids of subscription groups byte by byte. */

#include "game.h"

#include <string.h>

#define SUBSCRIPTION(id)                                                                                               \
    "{\"productID\":\"" id "\",\"type\":\"RecurringSubscription\",\"displayPrice\":\"1.99\",\"groupNumber\":1,"        \
    "\"recurringSubscriptionPeriod\":\"P1M\"}"
#define GROUP(id, name, product)                                                                                       \
    "{\"id\":\"" id "\",\"name\":\"" name "\",\"subscriptions\":[" SUBSCRIPTION(product) "]}"

/* The same letter, composed and decomposed. */
static const char equivalent_groups[] = "{\"version\":{\"major\":4,\"minor\":0},\"subscriptionGroups\":[" GROUP(
    "caf\u00e9", "One", "club.one") "," GROUP("cafe\u0301", "Two", "club.two") "]}";

TEST(groups_whose_ids_are_written_otherwise_are_other_groups) {
    iap_store_options options = store_options();
    options.storekit_text = equivalent_groups;
    options.storekit_length = strlen(equivalent_groups);
    iap_store *store = store_open_with(&options);
    REQUIRE(store != NULL);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    static const char *const ids[] = {"club.one", "club.two"};
    const iap_products *products = game_products(game, ids, 2);
    REQUIRE(iap_products_count(products) == 2);
    CHECK_TEXT(iap_product_subscription_group_id(iap_products_at(products, 0)), "caf\u00e9");
    CHECK_TEXT(iap_product_subscription_group_id(iap_products_at(products, 1)), "cafe\u0301");
    CHECK_TEXT(iap_product_subscription_group_name(iap_products_at(products, 0)), "One");
    CHECK_TEXT(iap_product_subscription_group_name(iap_products_at(products, 1)), "Two");
    /* A player may have one subscription of each group. */
    for (size_t i = 0; i < 2; i++) {
        const iap_transaction *bought = game_buy(game, ids[i]);
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        CHECK_TEXT(iap_transaction_product_id(bought), ids[i]);
    }
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL)), 2);
}

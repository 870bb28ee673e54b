/* The content of the inventory, which the game may request at any time. */

#include "inventory.h"

#include <string.h>

#define DAY_MS INT64_C(86400000)

typedef struct item {
    const char *name;
    iap_grant_kind_t kind;
    int64_t balance;
    int32_t is_unlocked;
    int64_t expiration_date_ms;
} item;

static const iap_inventory_items *list(const game *game) {
    const iap_inventory_items *items = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_inventory_list(game->client, &items, &error), IAP_OK);
    CHECK_STATUS(error.status, IAP_OK);
    CHECK(items != NULL);
    return items;
}

static void check_items(const iap_inventory_items *items, const item *expected, size_t count) {
    CHECK_INT(iap_inventory_items_count(items), count);
    for (size_t i = 0; i < count; i++) {
        test_case("%s", expected[i].name);
        const iap_inventory_item *item = iap_inventory_items_at(items, i);
        CHECK_TEXT(iap_inventory_item_name(item), expected[i].name);
        CHECK_INT(iap_inventory_item_kind(item), expected[i].kind);
        CHECK_INT(iap_inventory_item_balance(item), expected[i].balance);
        CHECK_INT(iap_inventory_item_is_unlocked(item), expected[i].is_unlocked);
        CHECK_INT(iap_inventory_item_expiration_date_ms(item), expected[i].expiration_date_ms);
    }
    test_case(NULL);
    CHECK(iap_inventory_items_at(items, count) == NULL);
    CHECK(iap_inventory_items_at(items, SIZE_MAX) == NULL);
}

TEST(a_list_has_what_is_held_and_every_name_of_a_grant_by_name) {
    game *game = inventory_start();
    const iap_inventory_items *items = list(game);
    const item empty[] = {
        {"club", IAP_GRANT_UNLOCK, 0, 0, 0},   {"coins", IAP_GRANT_COUNTER, 0, 0, 0},
        {"gems", IAP_GRANT_COUNTER, 0, 0, 0},  {"levels", IAP_GRANT_UNLOCK, 0, 0, 0},
        {"season", IAP_GRANT_UNLOCK, 0, 0, 0}, {"sword", IAP_GRANT_UNLOCK, 0, 0, 0},
        {"vip", IAP_GRANT_UNLOCK, 0, 0, 0},
    };
    check_items(items, empty, 7);
    const iap_transaction *club = game_buy(game, CLUB_MONTH);
    REQUIRE(club != NULL && game_own(game, COINS_LARGE) != 0);
    REQUIRE_OK(add(game, "stars", 3, "k"));
    /* This is a copy and does not change. */
    check_items(items, empty, 7);
    iap_inventory_items_release(items);
    items = list(game);
    const item held[] = {
        {"club", IAP_GRANT_UNLOCK, 0, 1, iap_transaction_expiration_date_ms(club)},
        {"coins", IAP_GRANT_COUNTER, 5000, 0, 0},
        {"gems", IAP_GRANT_COUNTER, 10, 0, 0},
        {"levels", IAP_GRANT_UNLOCK, 0, 0, 0},
        {"season", IAP_GRANT_UNLOCK, 0, 0, 0},
        {"stars", IAP_GRANT_COUNTER, 3, 0, 0},
        {"sword", IAP_GRANT_UNLOCK, 0, 0, 0},
        {"vip", IAP_GRANT_UNLOCK, 0, 1, 0},
    };
    check_items(items, held, 8);
    /* A list stays valid longer than its client. */
    game_quit(game);
    check_items(items, held, 8);
    iap_inventory_items_release(items);
}

TEST(what_has_ended_has_no_end_in_a_list) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 31 * DAY_MS + RENEWAL_TOLERANCE_MS, NULL));
    const iap_inventory_items *items = list(game);
    const iap_inventory_item *club = iap_inventory_items_at(items, 0);
    CHECK_TEXT(iap_inventory_item_name(club), "club");
    CHECK_INT(iap_inventory_item_is_unlocked(club), 0);
    CHECK_INT(iap_inventory_item_expiration_date_ms(club), 0);
    iap_inventory_items_release(items);
}

TEST(a_name_that_holds_nothing_has_a_balance_of_0) {
    game *game = inventory_start();
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, COINS) != 0);
    char long_text[1000];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    const char *const names[] = {"gems", "nothing", "sword", "Coins", "coins ", long_text};
    for (size_t i = 0; i < 6; i++) CHECK_INT(iap_inventory_balance(game->client, names[i], NULL), 0);
    const char *const others[] = {"levels", "nothing", "coins", "Sword", long_text};
    for (size_t i = 0; i < 5; i++) CHECK_INT(iap_inventory_is_unlocked(game->client, others[i], NULL), 0);
}

TEST(bad_questions_about_the_inventory_are_refused) {
    game *game = inventory_start();
    iap_error error = IAP_ERROR_VALUE_INIT;
    const char *const names[] = {NULL, "", "\xff"};
    const iap_status_t statuses[] = {IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_INVALID_TEXT};
    for (size_t i = 0; i < 3; i++) {
        CHECK_ZERO(iap_inventory_balance(game->client, names[i], &error), error, statuses[i]);
        CHECK_ZERO(iap_inventory_is_unlocked(game->client, names[i], &error), error, statuses[i]);
        CHECK_INT(iap_inventory_balance(game->client, names[i], NULL), 0);
        CHECK_INT(iap_inventory_is_unlocked(game->client, names[i], NULL), 0);
    }
    CHECK_STATUS(iap_inventory_list(game->client, NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
}

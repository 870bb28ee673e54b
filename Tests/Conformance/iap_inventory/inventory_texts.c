/* The inventory in the game's cloud save: exported on one device, imported on another. */

#include "inventory.h"

#include <stdlib.h>
#include <string.h>

typedef struct devices {
    game *phone, *tablet;
} devices;

/* Two running games of one account. */
static devices launch_both(void) {
    iap_store *store = store_open();
    const devices both = {inventory_install(store, "phone"), inventory_install(store, "tablet")};
    game_launch(both.phone);
    game_launch(both.tablet);
    return both;
}

static iap_status_t carry(game *from, game *to) {
    const char *text = export(from);
    return text != NULL ? import(to, text) : IAP_ERROR_INTERNAL;
}

TEST(an_export_is_one_line_of_json_with_a_version) {
    game *game = inventory_start();
    CHECK_TEXT(export(game), "{\"counters\":[],\"grants\":[],\"keys\":[],\"version\":1}");
    REQUIRE(game_own(game, COINS_LARGE) != 0);
    REQUIRE_OK(spend(game, "coins", 1, "a key"));
    const char *text = export(game);
    CHECK(strchr(text, '\n') == NULL);
    CHECK_CONTAINS(text, "{\"balance\":4999,\"name\":\"coins\"}");
    CHECK_CONTAINS(text, "\"kind\":\"unlock\",\"name\":\"vip\"");
    CHECK_CONTAINS(text, "\"transaction_id\":\"");
    CHECK_CONTAINS(text, "\"key\":\"a key\"");
    CHECK(strstr(text, "player") == NULL && strstr(text, "phone") == NULL);
}

TEST(an_import_keeps_what_the_text_does_not_know) {
    const devices both = launch_both();
    REQUIRE(game_own(both.phone, COINS_LARGE) != 0);
    REQUIRE_OK(spend(both.phone, "coins", 1200, "house"));
    REQUIRE_OK(add(both.tablet, "coins", 7, "here"));
    REQUIRE_OK(add(both.tablet, "gems", 7, "here too"));
    REQUIRE_OK(carry(both.phone, both.tablet));
    CHECK_INT(coins(both.tablet), 3807);
    CHECK_INT(gems(both.tablet), 7);
    CHECK(unlocked(both.tablet, "vip"));
    REQUIRE(inventory_relaunch(both.tablet));
    CHECK_INT(coins(both.tablet), 3807);
    CHECK_TEXT(export(both.tablet), export(both.tablet));
}

TEST(no_purchase_is_lost_and_none_is_counted_twice) {
    const devices both = launch_both();
    REQUIRE(game_own(both.phone, COINS) != 0 && game_own(both.tablet, COINS_LARGE) != 0);
    for (int i = 0; i < 3; i++) {
        REQUIRE_OK(carry(both.phone, both.tablet));
        REQUIRE_OK(carry(both.tablet, both.phone));
        CHECK_INT(coins(both.phone), 5100);
        CHECK_INT(coins(both.tablet), 5100);
        CHECK(unlocked(both.phone, "vip") && unlocked(both.tablet, "vip"));
    }
}

TEST(a_purchase_that_came_with_a_text_is_not_granted_again_by_the_store) {
    const devices both = launch_both();
    /* The purchase is unfinished, therefore the store delivers it on each device. */
    REQUIRE(game_buy(both.phone, COINS) != NULL);
    REQUIRE_OK(carry(both.phone, both.tablet));
    REQUIRE(inventory_relaunch(both.tablet));
    REQUIRE(AWAIT_STATE(both.tablet, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(coins(both.tablet), 100);
    const heard *entry = game_nth(both.tablet, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_INT(iap_transaction_delivery_state(entry->transaction), IAP_DELIVERY_GRANTED);
}

TEST(what_was_taken_back_stays_taken_back) {
    game *game = inventory_start();
    const uint64_t id = game_own(game, COINS_LARGE);
    char *before = strdup(export(game));
    REQUIRE(refund(game, id));
    char *after = strdup(export(game));
    REQUIRE_OK(import(game, before));
    CHECK_INT(coins(game), 0);
    CHECK(!unlocked(game, "vip"));
    REQUIRE_OK(import(game, after));
    CHECK_INT(coins(game), 0);
    CHECK(!unlocked(game, "vip"));
    free(before);
    free(after);
}

TEST(what_was_taken_back_there_is_taken_back_here) {
    const devices both = launch_both();
    const uint64_t id = game_own(both.phone, COINS_LARGE);
    REQUIRE_OK(carry(both.phone, both.tablet));
    CHECK_INT(coins(both.tablet), 5000);
    REQUIRE(refund(both.phone, id));
    REQUIRE_OK(carry(both.phone, both.tablet));
    CHECK_INT(coins(both.tablet), 0);
    CHECK(!unlocked(both.tablet, "vip"));
}

TEST(the_keys_of_both_are_remembered) {
    const devices both = launch_both();
    REQUIRE_OK(add(both.phone, "coins", 100, "there"));
    REQUIRE_OK(add(both.tablet, "coins", 100, "here"));
    REQUIRE_OK(carry(both.phone, both.tablet));
    CHECK_INT(coins(both.tablet), 200);
    CHECK_STATUS(add(both.tablet, "coins", 100, "there"), IAP_OK);
    CHECK_STATUS(add(both.tablet, "coins", 100, "here"), IAP_OK);
    CHECK_STATUS(add(both.tablet, "coins", 1, "there"), IAP_ERROR_KEY_IN_USE);
    CHECK_INT(coins(both.tablet), 200);
}

TEST(a_text_that_is_no_export_changes_nothing) {
    game *game = inventory_start();
    REQUIRE(game_own(game, COINS_LARGE) != 0);
    const struct {
        const char *text, *place;
    } cases[] = {
        {"hello", "JSON"},
        {"{}", "version is missing"},
        {"{\"version\":2}", "newer"},
        {"{\"version\":1,\"counters\":[{\"name\":\"coins\",\"balance\":-1}],\"grants\":[],\"keys\":[]}",
         "counters[0].balance"},
        {"{\"version\":1,\"counters\":[{\"name\":\"coins\",\"balance\":1}],\"grants\":[{}],\"keys\":[]}",
         "grants[0].transaction_id"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].text);
        CHECK_STATUS(import(game, cases[i].text), IAP_ERROR_INVALID_TEXT);
        CHECK_CONTAINS(last_response(game)->error.message, cases[i].place);
        CHECK_INT(coins(game), 5000);
        CHECK(unlocked(game, "vip"));
    }
}

TEST(texts_that_cannot_be_an_export_are_refused_at_once) {
    game *game = inventory_start();
    char *large = malloc((16u << 20) + 2);
    memset(large, ' ', (16u << 20) + 1);
    large[(16u << 20) + 1] = 0;
    const char *const texts[] = {NULL, "", "{\"\xff\":1}", large};
    const iap_status_t statuses[] = {IAP_ERROR_INVALID_ARGUMENT, IAP_ERROR_INVALID_TEXT, IAP_ERROR_INVALID_TEXT,
                                     IAP_ERROR_TOO_LARGE};
    for (size_t i = 0; i < 4; i++) {
        uint64_t request = UINT64_MAX;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_inventory_import(game->client, texts[i], game_hears_end, game, &request, &error), statuses[i]);
        CHECK_STATUS(error.status, statuses[i]);
        CHECK_ID(request, 0);
    }
    /* The library reads a text of the largest size, but it is not an export. Its first byte shows this: a sanitizer would need
       minutes for 16 MiB of spaces. */
    large[0] = 'x';
    large[16u << 20] = 0;
    CHECK_STATUS(import(game, large), IAP_ERROR_INVALID_TEXT);
    free(large);
}

TEST(the_text_of_an_import_is_copied) {
    const devices both = launch_both();
    REQUIRE(game_own(both.phone, COINS) != 0);
    char *text = strdup(export(both.phone));
    uint64_t request = 0;
    REQUIRE_OK(iap_inventory_import(both.tablet->client, text, game_hears_end, both.tablet, &request, NULL));
    memset(text, 'x', strlen(text));
    free(text);
    const heard *answer = game_wait_response(both.tablet, request);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_OK);
    CHECK_INT(coins(both.tablet), 100);
}

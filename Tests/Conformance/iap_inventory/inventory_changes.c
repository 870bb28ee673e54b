/* Amounts that the game spends and adds, once for each key. */

#include "inventory.h"

#include "requests.h"

#include <string.h>

static game *rich_game(void) {
    game *game = inventory_start();
    CHECK_STATUS(add(game, "coins", 1000, "start"), IAP_OK);
    return game;
}

TEST(a_key_spends_once_also_after_a_restart) {
    game *game = rich_game();
    for (int launch = 1; launch <= 3; launch++) {
        for (int i = 0; i < 2; i++) CHECK_STATUS(spend(game, "coins", 300, "sword"), IAP_OK);
        CHECK_INT(coins(game), 700);
        REQUIRE(inventory_relaunch(game));
    }
    CHECK_INT(coins(game), 700);
}

TEST(a_key_stands_for_one_change_only) {
    game *game = rich_game();
    REQUIRE_OK(spend(game, "coins", 300, "sword"));
    CHECK_STATUS(spend(game, "coins", 301, "sword"), IAP_ERROR_KEY_IN_USE);
    CHECK_STATUS(last_response(game)->error.category, IAP_CATEGORY_MISUSE);
    CHECK_STATUS(spend(game, "gems", 300, "sword"), IAP_ERROR_KEY_IN_USE);
    CHECK_STATUS(add(game, "coins", 300, "sword"), IAP_ERROR_KEY_IN_USE);
    CHECK_STATUS(spend(game, "coins", 1000, "start"), IAP_ERROR_KEY_IN_USE);
    CHECK_INT(coins(game), 700);
}

TEST(more_than_there_is_cannot_be_spent) {
    game *game = rich_game();
    CHECK_STATUS(spend(game, "coins", 1001, "k"), IAP_ERROR_INSUFFICIENT_BALANCE);
    CHECK_INT(last_response(game)->error.retryable, 0);
    CHECK_STATUS(spend(game, "gems", 1, "k"), IAP_ERROR_INSUFFICIENT_BALANCE);
    CHECK_STATUS(spend(game, "nothing", IAP_INVENTORY_BALANCE_MAX, "k"), IAP_ERROR_INSUFFICIENT_BALANCE);
    CHECK_INT(coins(game), 1000);
    /* The call spent nothing, therefore the key is free. */
    CHECK_STATUS(spend(game, "coins", 1000, "k"), IAP_OK);
    CHECK_INT(coins(game), 0);
}

TEST(many_spend_requests_at_once_never_spend_too_much) {
    game *game = rich_game();
    uint64_t requests[30];
    for (size_t i = 0; i < 30; i++) {
        const char key[2] = {(char)('a' + (char)i), 0};
        REQUIRE_OK(iap_inventory_spend(game->client, "coins", 100, key, game_hears_end, game, &requests[i], NULL));
    }
    int spent = 0;
    for (size_t i = 0; i < 30; i++) {
        const heard *answer = game_wait_response(game, requests[i]);
        REQUIRE(answer != NULL);
        if (answer->error.status == IAP_OK) spent++;
        else CHECK_STATUS(answer->error.status, IAP_ERROR_INSUFFICIENT_BALANCE);
    }
    CHECK_INT(spent, 10);
    CHECK_INT(coins(game), 0);
}

TEST(a_change_is_on_disk_when_its_completion_comes) {
    game *game = rich_game();
    uint64_t request = 0;
    REQUIRE_OK(iap_inventory_spend(game->client, "coins", 1, "k", game_hears_end, game, &request, NULL));
    const heard *answer = game_wait_response(game, request);
    REQUIRE(answer != NULL);
    CHECK_INT(answer->type, IAP_EVENT_REQUEST_COMPLETED);
    CHECK(!answer->in_close);
    CHECK_INT(coins(game), 999);
    CHECK_INT(game_response_count(game, request), 1);
}

TEST(bad_changes_are_refused_at_once) {
    game *game = rich_game();
    REQUIRE(game_own(game, SWORD) != 0);
    char long_text[257];
    memset(long_text, 'a', 256);
    long_text[256] = 0;
    const struct {
        const char *counter;
        int64_t amount;
        const char *key;
        iap_status_t status;
    } cases[] = {
        {NULL, 1, "k", IAP_ERROR_INVALID_ARGUMENT},
        {"coins", 1, NULL, IAP_ERROR_INVALID_ARGUMENT},
        {"coins", 0, "k", IAP_ERROR_INVALID_ARGUMENT},
        {"coins", -1, "k", IAP_ERROR_INVALID_ARGUMENT},
        {"coins", INT64_MIN, "k", IAP_ERROR_INVALID_ARGUMENT},
        {"coins", IAP_INVENTORY_BALANCE_MAX + 1, "k", IAP_ERROR_INVALID_ARGUMENT},
        {"coins", INT64_MAX, "k", IAP_ERROR_INVALID_ARGUMENT},
        {"sword", 1, "k", IAP_ERROR_INVALID_ARGUMENT},  /* an unlock that is held */
        {"levels", 1, "k", IAP_ERROR_INVALID_ARGUMENT}, /* and one that is not */
        {"", 1, "k", IAP_ERROR_INVALID_TEXT},
        {"coins", 1, "", IAP_ERROR_INVALID_TEXT},
        {"\xff", 1, "k", IAP_ERROR_INVALID_TEXT},
        {"coins", 1, "\xc3", IAP_ERROR_INVALID_TEXT},
        {long_text, 1, "k", IAP_ERROR_TOO_LARGE},
        {"coins", 1, long_text, IAP_ERROR_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("case %zu", i);
        for (int adds = 0; adds <= 1; adds++) {
            uint64_t request = UINT64_MAX;
            iap_error error = IAP_ERROR_VALUE_INIT;
            CHECK_STATUS((adds ? iap_inventory_add : iap_inventory_spend)(game->client, cases[i].counter,
                                                                          cases[i].amount, cases[i].key, game_hears_end,
                                                                          game, &request, &error),
                         cases[i].status);
            CHECK_STATUS(error.status, cases[i].status);
            CHECK(error.message[0] != 0);
            CHECK_ID(request, 0);
        }
    }
    CHECK_INT(coins(game), 1000);
    /* The longest names are accepted. */
    CHECK_STATUS(add(game, long_text + 1, 1, long_text + 1), IAP_OK);
    CHECK_INT(iap_inventory_balance(game->client, long_text + 1, NULL), 1);
    CHECK_STATUS(add(game, "stars", IAP_INVENTORY_BALANCE_MAX, "all"), IAP_OK);
    CHECK_STATUS(spend(game, "stars", IAP_INVENTORY_BALANCE_MAX, "gone"), IAP_OK);
}

TEST(a_balance_that_would_be_too_large_is_refused) {
    game *game = rich_game();
    CHECK_STATUS(add(game, "coins", IAP_INVENTORY_BALANCE_MAX - 999, "k"), IAP_ERROR_TOO_LARGE);
    CHECK_INT(coins(game), 1000);
    CHECK_STATUS(add(game, "coins", IAP_INVENTORY_BALANCE_MAX - 1000, "k"), IAP_OK);
    CHECK_INT(coins(game), IAP_INVENTORY_BALANCE_MAX);
}

TEST(texts_of_a_change_are_copied) {
    game *game = rich_game();
    char counter[] = "coins", key[] = "potion";
    uint64_t request = 0;
    REQUIRE_OK(iap_inventory_spend(game->client, counter, 10, key, game_hears_end, game, &request, NULL));
    memset(counter, 'x', sizeof counter - 1);
    memset(key, 'x', sizeof key - 1);
    REQUIRE(game_wait_response(game, request) != NULL);
    CHECK_INT(coins(game), 990);
    CHECK_STATUS(spend(game, "coins", 11, "potion"), IAP_ERROR_KEY_IN_USE);
}

TEST(changes_without_a_completion_can_be_polled) {
    game *game = inventory_install(store_open(), "phone");
    REQUIRE(game_launch_without_observer(game));
    uint64_t request = 0;
    REQUIRE_OK(iap_inventory_add(game->client, "coins", 5, "k", NULL, NULL, &request, NULL));
    iap_event *event = poll_response(game, request);
    REQUIRE(event != NULL);
    CHECK_INT(iap_event_type(event), IAP_EVENT_REQUEST_COMPLETED);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
    iap_event_release(event);
    REQUIRE_OK(iap_inventory_spend(game->client, "coins", 6, "l", NULL, NULL, &request, NULL));
    event = poll_response(game, request);
    REQUIRE(event != NULL);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_ERROR_INSUFFICIENT_BALANCE);
    iap_event_release(event);
    REQUIRE_OK(iap_inventory_export(game->client, NULL, NULL, &request, NULL));
    event = poll_response(game, request);
    REQUIRE(event != NULL);
    CHECK_INT(iap_event_type(event), IAP_EVENT_TEXT_RECEIVED);
    CHECK_CONTAINS(iap_event_text(event), "\"balance\":5");
    iap_event_release(event);
    REQUIRE_OK(iap_inventory_take_back(game->client, 7, NULL, NULL, NULL, NULL));
    REQUIRE_OK(iap_inventory_import(game->client, "no", NULL, NULL, NULL, NULL));
}

static void change_in_a_callback(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_TRANSACTION_UPDATED ||
        iap_transaction_state(entry->transaction) != IAP_TRANSACTION_PURCHASED)
        return;
    CHECK_STATUS(iap_inventory_spend(game->client, "coins", 30, "k", game_hears_end, game, game->context, NULL),
                 IAP_OK);
}

TEST(a_callback_may_spend) {
    game *game = inventory_start();
    uint64_t request = 0;
    game->then = change_in_a_callback;
    game->context = &request;
    REQUIRE(game_buy(game, COINS) != NULL);
    REQUIRE(request != 0 && game_wait_response(game, request) != NULL);
    CHECK_INT(coins(game), 70);
}

TEST(every_request_of_the_inventory_ends_once_also_at_the_close) {
    for (int waits = 0; waits <= 1; waits++) {
        test_case(waits ? "answered" : "open at the close");
        game *game = rich_game();
        uint64_t requests[5] = {0};
        iap_client *client = game->client;
        REQUIRE_OK(iap_inventory_spend(client, "coins", 1, "a", game_hears_end, game, &requests[0], NULL));
        REQUIRE_OK(iap_inventory_add(client, "coins", 1, "b", game_hears_end, game, &requests[1], NULL));
        REQUIRE_OK(iap_inventory_take_back(client, 7, game_hears_end, game, &requests[2], NULL));
        REQUIRE_OK(iap_inventory_export(client, game_hears_text, game, &requests[3], NULL));
        REQUIRE_OK(iap_inventory_import(client, "no", game_hears_end, game, &requests[4], NULL));
        for (size_t i = 0; i < 5; i++) {
            CHECK(requests[i] != 0);
            if (waits) REQUIRE(game_wait_response(game, requests[i]) != NULL);
        }
        game_quit(game);
        for (size_t i = 0; i < 5; i++) {
            CHECK_INT(game_response_count(game, requests[i]), 1);
            const heard *answer = game_response(game, requests[i]);
            REQUIRE(answer != NULL);
            CHECK_INT(answer->type, i == 3 ? IAP_EVENT_TEXT_RECEIVED : IAP_EVENT_REQUEST_COMPLETED);
            if (answer->in_close) CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
            CHECK(!waits || !answer->in_close);
        }
        /* The close may have ended the changes with any result; none is applied twice. */
        REQUIRE(game_launch(game));
        CHECK_STATUS(spend(game, "coins", 1, "a"), IAP_OK);
        CHECK_STATUS(add(game, "coins", 1, "b"), IAP_OK);
        CHECK_INT(coins(game), 1000);
    }
}

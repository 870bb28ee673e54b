/* Reads that return nothing, are slow, or never return. */

#include "files.h"
#include "quirks.h"

#include <iap/iap_products.h>

#include <time.h>

static const char *const two_products[] = {COINS, SWORD};

static const iap_products *products_of(game *game) { return game_products(game, two_products, 2); }

/* Waits for the products without ending the test. */
static const heard *ask_for_products(game *game, const char *const *ids, size_t count) {
    return game_wait_response(game, game_request_products(game, ids, count));
}

/* --------------------------------------------------------------------------------------------------- in a cancelled task */

TEST(a_cancelled_read_says_that_it_was_cancelled_and_not_that_there_is_nothing) {
    game *game = quirk_game(IAP_QUIRK_CANCELLED_READS_EMPTY, 1);
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, CLUB_MONTH) != 0);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_READ_STALL_MS, MINUTE_MS));
    uint64_t requests[4] = {game_request_transactions(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL),
                            game_request_transactions(game, IAP_QUERY_UNFINISHED, NULL), 0, 0};
    REQUIRE_OK(
        iap_request_subscription_statuses(game->client, CLUB_GROUP, game_hears_statuses, game, &requests[2], NULL));
    REQUIRE(set_quirk(game->store, IAP_QUIRK_PRODUCTS_HANG, 1));
    requests[3] = game_request_products(game, two_products, 2);
    for (size_t i = 0; i < 4; i++) {
        test_case("request %zu", i);
        CHECK_STATUS(game_cancel(game, requests[i]), IAP_OK);
        const heard *answer = game_response(game, requests[i]);
        REQUIRE(answer != NULL);
        CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
        CHECK(answer->transactions == NULL && answer->statuses == NULL && answer->products == NULL);
    }
    test_case(NULL);
    CHECK_OWNS_WHILE(game, SWORD, 1, 5 * MINUTE_MS);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 5 * MINUTE_MS);
    CHECK_INT(reported_state_count(game, IAP_SUBSCRIPTION_STATE_EXPIRED), 0);
}

TEST(a_close_in_the_middle_of_reads_loses_nothing_although_they_then_read_nothing) {
    game *game = quirk_game(IAP_QUIRK_CANCELLED_READS_EMPTY, 1);
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, CLUB_MONTH) != 0);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_READ_STALL_MS, MINUTE_MS));
    for (int launch = 0; launch < 3; launch++) {
        REQUIRE(inventory_relaunch(game));
        game_settle(game);
    }
    game_quit(game);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_READ_STALL_MS, 0) && game_launch(game));
    CHECK_OWNS_WHILE(game, SWORD, 1, 5 * MINUTE_MS);
    CHECK_OWNS_WHILE(game, CLUB_MONTH, 1, 5 * MINUTE_MS);
    CHECK(unlocked(game, "sword") && unlocked(game, "club"));
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
}

/* ------------------------------------------------------------------------------------------------------ products */

TEST(an_empty_response_for_products_that_the_store_had_is_an_error_that_may_be_tried_again) {
    game *game = quirk_game(IAP_QUIRK_PRODUCTS_EMPTY, 0);
    CHECK_INT(iap_products_count(products_of(game)), 2);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_PRODUCTS_EMPTY, 1));
    for (int launch = 0; launch <= 1; launch++) {
        const heard *answer = ask_for_products(game, two_products, 2);
        REQUIRE(answer != NULL && answer->has_error);
        CHECK_STATUS(answer->error.status, IAP_ERROR_STORE);
        CHECK(answer->error.retryable);
        CHECK_CONTAINS(answer->error.message, "no products at all");
        if (launch == 0) REQUIRE(inventory_relaunch(game));
    }
    /* Meanwhile the library reports what the journal knows. */
    uint64_t request = 0;
    REQUIRE_OK(iap_request_cached_products(game->client, two_products, 2, game_hears_products, game, &request, NULL));
    const heard *cached = game_wait_response(game, request);
    REQUIRE(cached != NULL && !cached->has_error);
    CHECK_INT(iap_products_count(cached->products), 2);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_PRODUCTS_EMPTY, 0));
    CHECK_INT(iap_products_count(products_of(game)), 2);
}

TEST(products_that_the_store_never_had_are_invalid_and_no_error) {
    game *game = quirk_game(IAP_QUIRK_PRODUCTS_EMPTY, 1);
    const heard *answer = ask_for_products(game, two_products, 2);
    REQUIRE(answer != NULL && !answer->has_error);
    CHECK_INT(iap_products_count(answer->products), 0);
    CHECK_INT(iap_products_invalid_count(answer->products), 2);
    /* The same holds for unknown products together with known ones, and for a product that is not sold any more. */
    static const char *const unknown[] = {UNKNOWN_PRODUCT, "coins.gone"};
    REQUIRE(set_quirk(game->store, IAP_QUIRK_PRODUCTS_EMPTY, 0));
    CHECK_INT(iap_products_count(products_of(game)), 2);
    answer = ask_for_products(game, unknown, 2);
    REQUIRE(answer != NULL && !answer->has_error);
    CHECK_INT(iap_products_invalid_count(answer->products), 2);
    REQUIRE_OK(iap_store_set_on_sale(game->store, COINS, 0, NULL));
    answer = ask_for_products(game, two_products, 1);
    REQUIRE(answer != NULL && !answer->has_error);
    CHECK_INT(iap_products_invalid_count(answer->products), 1);
}

TEST(a_payment_without_a_product_to_be_had_fails_and_charges_nothing) {
    game *game = quirk_game(IAP_QUIRK_PRODUCTS_EMPTY, 1);
    const iap_transaction *payment = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(payment), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(payment, NULL), IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_PRODUCTS_EMPTY, 0));
    CHECK(game_own(game, COINS) != 0);
    CHECK_INT(coins(game), 100);
}

TEST(while_products_never_come_all_else_goes_on_and_the_request_can_be_cancelled) {
    game *game = quirk_game(IAP_QUIRK_PRODUCTS_HANG, 0);
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_PRODUCTS_HANG, 1));
    const uint64_t request = game_request_products(game, two_products, 2);
    REQUIRE(pass(game, 60 * MINUTE_MS));
    CHECK(game_response(game, request) == NULL);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    CHECK_INT(entitlements(game, SWORD), 1);
    CHECK_STATUS(game_cancel(game, request), IAP_OK);
    REQUIRE(game_response(game, request) != NULL);
    CHECK_STATUS(game_response(game, request)->error.status, IAP_ERROR_CANCELLED);
}

/* ------------------------------------------------------------------------------------------------------ slow reads */

/* A game that owns something, closed. */
static game *owner(iap_quirk_t quirk, int64_t value) {
    game *game = quirk_game(quirk, 0);
    if (game_own(game, SWORD) == 0 || game_own(game, CLUB_MONTH) == 0) return NULL;
    game_settle(game);
    game_quit(game);
    return set_quirk(game->store, quirk, value) ? game : NULL;
}

TEST(what_the_journal_knows_is_owned_at_once_although_reads_take_minutes) {
    static const iap_quirk_t slow[] = {IAP_QUIRK_READ_STALL_MS, IAP_QUIRK_COLD_STALL_MS};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", iap_quirk_name(slow[i]));
        game *game = owner(slow[i], 3 * MINUTE_MS);
        REQUIRE(game != NULL && game_launch(game));
        CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
        CHECK_INT(iap_owns(game->client, CLUB_MONTH, NULL), 1);
        CHECK_OWNS_WHILE(game, SWORD, 1, 10 * MINUTE_MS);
        CHECK(unlocked(game, "sword") && unlocked(game, "club"));
        game_uninstall(game);
        files_remove();
    }
}

TEST(a_device_that_is_new_owns_what_the_account_owns_when_the_slow_read_is_over) {
    game *phone = owner(IAP_QUIRK_READ_STALL_MS, 3 * MINUTE_MS);
    REQUIRE(phone != NULL);
    game *tablet = inventory_install(phone->store, "tablet");
    REQUIRE(game_launch(tablet));
    CHECK_OWNS_WHILE(tablet, SWORD, 0, 2 * MINUTE_MS);
    REQUIRE(pass_slowly(tablet, 8 * MINUTE_MS));
    CHECK_OWNS_WHILE(tablet, SWORD, 1, MINUTE_MS);
    CHECK_OWNS_WHILE(tablet, CLUB_MONTH, 1, MINUTE_MS);
}

TEST(what_is_bought_while_reads_take_minutes_is_delivered_once_and_owned) {
    static const iap_quirk_t slow[] = {IAP_QUIRK_READ_STALL_MS, IAP_QUIRK_COLD_STALL_MS, IAP_QUIRK_STOREFRONT_STALL_MS};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", iap_quirk_name(slow[i]));
        game *game = inventory_install(quirk_store(slow[i], 30 * SECOND_MS), "phone");
        REQUIRE(game_launch(game));
        const uint64_t coins_id = game_pay(game, COINS, 1), sword_id = game_pay(game, SWORD, 1);
        const time_t end = time(NULL) + TIMEOUT_MS / 1000;
        while (bought_count(game) < 2 && time(NULL) <= end) {
            REQUIRE_OK(iap_store_advance_clock(game->store, SECOND_MS, NULL));
            while (iap_client_wait_events(game->client, test_execution == IAP_EXECUTION_MANUAL ? 0 : 20) == 1)
                game_process(game, 0);
        }
        CHECK_INT(iap_transaction_state(game_outcome(game, coins_id)->transaction), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(iap_transaction_state(game_outcome(game, sword_id)->transaction), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(bought_count(game), 2);
        CHECK_INT(coins(game), 100);
        CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
        CHECK_INT(store_totals(game->store).transactions, 2);
        game_uninstall(game);
        files_remove();
    }
}

TEST(a_storefront_that_takes_long_to_be_read_holds_up_nothing_else) {
    game *game = quirk_game(IAP_QUIRK_STOREFRONT_STALL_MS, 0);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_STOREFRONT_STALL_MS, 3 * MINUTE_MS));
    const uint64_t request = game_request_storefront(game);
    CHECK_INT(iap_products_count(products_of(game)), 2);
    REQUIRE(game_own(game, SWORD) != 0);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    CHECK(game_response(game, request) == NULL);
    REQUIRE_OK(iap_store_advance_clock(game->store, 3 * MINUTE_MS, NULL));
    const heard *answer = game_wait_response(game, request);
    REQUIRE(answer != NULL && !answer->has_error);
    CHECK_TEXT(answer->country_code, "USA");
}

TEST(a_storefront_that_is_reported_at_each_launch_is_no_change) {
    static const char *const ids[] = {COINS};
    game *game = quirk_game(IAP_QUIRK_STOREFRONT_ON_SUBSCRIBING, 1);
    for (int launch = 1; launch <= 3; launch++) {
        test_case("launch %d", launch);
        CHECK_TEXT(game_storefront(game)->country_code, "USA");
        REQUIRE(game_products(game, ids, 1) != NULL && game_own(game, COINS) != 0);
        CHECK_INT(coins(game), 100 * launch);
        REQUIRE(inventory_relaunch(game) && pass(game, MINUTE_MS));
        CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE), 0);
        /* The shop is not empty without a network. */
        uint64_t request = 0;
        REQUIRE_OK(iap_request_cached_products(game->client, ids, 1, game_hears_products, game, &request, NULL));
        const heard *cached = game_wait_response(game, request);
        REQUIRE(cached != NULL && cached->products != NULL);
        CHECK_INT(iap_products_count(cached->products), 1);
    }
}

TEST(a_storefront_that_changed_between_two_launches_is_a_change) {
    game *game = quirk_game(IAP_QUIRK_STOREFRONT_ON_SUBSCRIBING, 1);
    game_settle(game);
    game_quit(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", "de_DE", NULL));
    REQUIRE(game_launch(game) && pass(game, MINUTE_MS));
    CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE), 1);
    CHECK_TEXT(game_nth(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE, 0)->country_code, "DEU");
    REQUIRE(inventory_relaunch(game) && pass(game, MINUTE_MS));
    CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE), 0);
}

/* Requests that need the store, and what the device itself keeps. */

#include "network_conditions.h"
#include "requests.h"

#include <string.h>

/* What the device itself keeps: the receipt is stored with the app, and the message has already been delivered. */
static bool needs_network(const request_function *function) {
    return function->api != 0 && function->api != IAP_STORE_API_MESSAGES &&
           strcmp(function->name, "iap_request_app_receipt") != 0;
}

static iap_status_t response_status(const heard *answer, const request_function *function) {
    return function->may_be_cancelled && answer->error.status == IAP_ERROR_CANCELLED ? IAP_OK : answer->error.status;
}

TEST(without_a_network_every_request_that_needs_the_store_fails) {
    game *game = messages_game();
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        test_case("%s", function->name);
        const request_subject subject = request_prepare(game, function);
        REQUIRE(network_is_down(game));
        const size_t sheets = function->sheet != 0 ? iap_store_sheet_count(game->store, function->sheet) : 0;
        uint64_t id = 0;
        REQUIRE_OK(function->make(&subject, false, &id));
        const heard *answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK_STATUS(response_status(answer, function), needs_network(function) ? IAP_ERROR_NETWORK : IAP_OK);
        if (needs_network(function) && function->sheet != 0)
            CHECK_INT(iap_store_sheet_count(game->store, function->sheet), sheets);
        REQUIRE(network_is_perfect(game));
    }
}

TEST(over_a_slow_network_every_request_that_needs_the_store_takes_its_time) {
    game *game = messages_game();
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        test_case("%s", function->name);
        const request_subject subject = request_prepare(game, function);
        REQUIRE(network_is_slow(game, 1000, 0));
        uint64_t id = 0;
        REQUIRE_OK(function->make(&subject, false, &id));
        game_settle(game);
        CHECK_INT(game_response_count(game, id), needs_network(function) ? 0 : 1);
        REQUIRE(advance_clock(game, 1000));
        const heard *answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK_STATUS(response_status(answer, function), IAP_OK);
        CHECK_INT(game_response_count(game, id), 1);
        REQUIRE(network_is_perfect(game));
    }
}

TEST(what_the_device_keeps_itself_works_without_a_network) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    const iap_transaction *coins = game_buy(game, COINS);
    REQUIRE(sword != 0 && coins != NULL && network_is_down(game));
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_UNFINISHED, NULL)), 1);
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_ALL, NULL)), 2);
    CHECK_INT(iap_transactions_count(game_query(game, IAP_QUERY_LATEST, SWORD)), 1);
    const iap_transactions *owned = game_query(game, IAP_QUERY_CURRENT_ENTITLEMENTS, NULL);
    REQUIRE(iap_transactions_count(owned) == 1);
    CHECK_ID(iap_transaction_id(iap_transactions_at(owned, 0)), sword);
    CHECK_INT(iap_can_make_payments(game->client, NULL), 1);
    CHECK(!game_storefront(game)->has_error);
    REQUIRE(game_finish(game, coins));
    CHECK_INT(store_totals(game->store).unfinished, 0);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

/* ---------------------------------------------------------------------------------------------------------- updates */

/* Checks that the game receives this only when the network is back. */
static void check_comes_late(game *game, bool (*cut)(const struct game *), bool (*happen)(struct game *),
                             iap_event_type_t type) {
    game_settle(game);
    game_forget(game);
    REQUIRE(cut(game) && happen(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    REQUIRE(network_is_perfect(game));
    REQUIRE(AWAIT(game, type, 1));
    game_settle(game);
    CHECK_INT(game_count(game, type, ANY_STATE), 1);
}

static uint64_t owned_id;

static bool refund_happens(game *game) { return CHECK_STATUS(iap_store_refund(game->store, owned_id, NULL), IAP_OK); }

static bool storefront_moves(game *game) {
    return CHECK_STATUS(iap_store_set_storefront(game->store, "JPN", NULL, NULL), IAP_OK);
}

static bool storefront_moves_on(game *game) {
    return CHECK_STATUS(iap_store_set_storefront(game->store, "DEU", NULL, NULL), IAP_OK);
}

static bool intent_is_sent(game *game) { return send_intent(game, BAG, NULL); }
static bool message_is_sent(game *game) { return send_message(game, IAP_MESSAGE_REASON_GENERIC); }

static bool renewal_changes(game *game) {
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    return CHECK_STATUS(iap_store_set_renewal(game->store, owned_id, &renewal, NULL), IAP_OK);
}

TEST(no_news_comes_without_a_network_and_all_of_it_when_it_is_back) {
    bool (*const cuts[])(const game *) = {network_is_down, network_never_answers};
    game *game = messages_game();
    for (size_t i = 0; i < 2; i++) {
        owned_id = game_own(game, i == 0 ? HAT : PASS_GOLD);
        test_case("refund %zu", i);
        check_comes_late(game, cuts[i], refund_happens, IAP_EVENT_ENTITLEMENT_REVOKED);
        test_case("storefront %zu", i);
        check_comes_late(game, cuts[i], i == 0 ? storefront_moves : storefront_moves_on, IAP_EVENT_STOREFRONT_CHANGED);
        test_case("intent %zu", i);
        check_comes_late(game, cuts[i], intent_is_sent, IAP_EVENT_PURCHASE_INTENT_RECEIVED);
        test_case("message %zu", i);
        check_comes_late(game, cuts[i], message_is_sent, IAP_EVENT_MESSAGE_RECEIVED);
    }
    test_case("status");
    owned_id = game_own(game, NEWS);
    check_comes_late(game, network_is_down, renewal_changes, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED);
}

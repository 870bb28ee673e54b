/* iap_client_next_event(): the same events for hosts that poll instead of using callbacks. */

#include "intents_and_messages.h"
#include "killed.h"

#include <signal.h>

/* Takes the next event, and waits this long for one. NULL if none comes. */
static iap_event *take_within(game *game, uint32_t timeout_ms) {
    for (int round = 0; round < 1000; round++) {
        iap_event *event = (iap_event *)game;
        const int32_t result = iap_client_next_event(game->client, &event);
        if (result == 1) {
            CHECK(event != NULL && event != (iap_event *)game);
            return event;
        }
        CHECK_INT(result, 0);
        CHECK(event == NULL);
        const uint32_t timeout = test_execution == IAP_EXECUTION_MANUAL ? 0 : timeout_ms;
        if (iap_client_wait_events(game->client, timeout) != 1) return NULL;
    }
    return NULL;
}

static iap_event *take(game *game) { return take_within(game, TIMEOUT_MS); }

/* An event on its way comes within a moment. */
static void check_none_comes(game *game) {
    iap_event *none = take_within(game, 50);
    CHECK(none == NULL);
    iap_event_release(none);
}

/* Takes an event that must have this type. */
static iap_event *take_type(game *game, iap_event_type_t type) {
    iap_event *event = take(game);
    if (event == NULL) test_fail(__FILE__, __LINE__, "waited for an event of type %d", (int)type);
    else CHECK_INT(iap_event_type(event), type);
    return event;
}

static game *polled_game(void) {
    game *installed = game_install(store_open(), "player", "phone");
    game_launch_without_observer(installed);
    return installed;
}

TEST(a_purchase_can_be_polled_from_payment_to_finish) {
    game *game = polled_game();
    const uint64_t payment = game_pay(game, COINS, 3);
    iap_event *event = take_type(game, IAP_EVENT_TRANSACTION_UPDATED);
    CHECK_INT(iap_transaction_state(iap_event_transaction(event)), IAP_TRANSACTION_PURCHASING);
    CHECK_ID(iap_transaction_payment_id(iap_event_transaction(event)), payment);
    iap_event_release(event);

    event = take_type(game, IAP_EVENT_TRANSACTION_UPDATED);
    const iap_transaction *bought = iap_event_transaction(event);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_quantity(bought), 3);
    CHECK_INT(iap_transaction_delivery_count(bought), 1);
    CHECK_ID(iap_event_request_id(event), 0);
    CHECK(iap_event_products(event) == NULL && iap_event_transactions(event) == NULL);
    CHECK_TEXT(iap_event_storefront_country_code(event), NULL);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
    CHECK_STATUS(iap_finish_transaction(game->client, bought, NULL), IAP_OK);
    const uint64_t id = iap_transaction_id(bought);
    iap_event_release(event);

    event = take_type(game, IAP_EVENT_TRANSACTION_REMOVED);
    CHECK_ID(iap_transaction_id(iap_event_transaction(event)), id);
    iap_event_release(event);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* What a refund and a new storefront report; they are two events in either order. */
TEST(other_news_can_be_polled) {
    game *game = polled_game();
    game_pay(game, SWORD, 1);
    iap_event_release(take_type(game, IAP_EVENT_TRANSACTION_UPDATED));
    iap_event *event = take_type(game, IAP_EVENT_TRANSACTION_UPDATED);
    const uint64_t id = iap_transaction_id(iap_event_transaction(event));
    iap_event_release(event);
    event = take_type(game, IAP_EVENT_ENTITLEMENT_CHANGED);
    CHECK_TEXT(iap_event_product_id(event), SWORD);
    CHECK_INT(iap_event_flag(event), 1);
    iap_event_release(event);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    event = take_type(game, IAP_EVENT_ENTITLEMENT_CHANGED);
    CHECK_TEXT(iap_event_product_id(event), SWORD);
    CHECK_INT(iap_event_flag(event), 0);
    iap_event_release(event);
    event = take_type(game, IAP_EVENT_ENTITLEMENT_REVOKED);
    CHECK_ID(iap_transaction_id(iap_event_transaction(event)), id);
    CHECK_INT(iap_transaction_state(iap_event_transaction(event)), IAP_TRANSACTION_REVOKED);
    iap_event_release(event);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    event = take_type(game, IAP_EVENT_STOREFRONT_CHANGED);
    CHECK_TEXT(iap_event_storefront_country_code(event), "DEU");
    CHECK(iap_event_storefront_identifier(event) != NULL);
    iap_event_release(event);
}

/* Takes events until one of this type comes. */
static iap_event *take_until(game *game, iap_event_type_t type) {
    iap_event *event;
    while ((event = take(game)) != NULL && iap_event_type(event) != type) iap_event_release(event);
    if (event == NULL) test_fail(__FILE__, __LINE__, "waited for an event of type %d", (int)type);
    return event;
}

/* Takes a revocation and is killed: before it takes another event (0), or after it has closed the client (1). */
static void be_killed_with_a_revocation(game *game, int has_closed) {
    const uint64_t id = game_own(game, SWORD);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    iap_event *event = take_until(game, IAP_EVENT_ENTITLEMENT_REVOKED);
    if (event == NULL) return;
    iap_event_release(event);
    /* The library has the time to write whatever it wants to write. */
    game_settle(game);
    if (has_closed) game_quit(game);
    raise(SIGKILL);
}

TEST(a_revocation_comes_again_if_the_process_ends_before_the_next_event_is_taken) {
    for (int has_closed = 0; has_closed < 2; has_closed++) {
        game *game = game_after_kill(__func__, be_killed_with_a_revocation, has_closed, true);
        REQUIRE(game != NULL);
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, IAP_TRANSACTION_REVOKED), has_closed ? 0 : 1);
    }
}

TEST(the_status_of_a_subscription_and_messages_can_be_polled) {
    game *game = game_install(offers_store(), "player", "phone");
    game->handles_messages = true;
    REQUIRE(game_launch_without_observer(game));
    game_pay(game, PASS_SILVER, 1);
    iap_event *event = take_until(game, IAP_EVENT_SUBSCRIPTION_STATUS_CHANGED);
    CHECK_TEXT(iap_subscription_status_group_id(iap_event_subscription_status(event)), PASS_GROUP);
    CHECK_ID(iap_event_request_id(event), 0);
    CHECK(iap_event_subscription_statuses(event) == NULL && iap_event_transaction(event) == NULL);
    iap_event_release(event);
    REQUIRE(send_message(game, IAP_MESSAGE_REASON_WIN_BACK_OFFER));
    event = take_until(game, IAP_EVENT_MESSAGE_RECEIVED);
    CHECK_INT(iap_message_reason(iap_event_message(event)), IAP_MESSAGE_REASON_WIN_BACK_OFFER);
    CHECK(iap_event_purchase_intent(event) == NULL);
    iap_event_release(event);
}

TEST(the_first_call_starts_the_delivery_as_an_observer_would) {
    game *game = game_start();
    const uint64_t id = iap_transaction_id(game_buy(game, COINS));
    game_quit(game);
    REQUIRE(game_launch_without_observer(game));
    iap_event *event = take_type(game, IAP_EVENT_TRANSACTION_UPDATED);
    CHECK_ID(iap_transaction_id(iap_event_transaction(event)), id);
    iap_event_release(event);
    check_none_comes(game);
}

TEST(nobody_is_called_for_an_event_that_is_polled) {
    game *game = game_start();
    const uint64_t request = game_request_storefront(game);
    iap_event *event = take_type(game, IAP_EVENT_STOREFRONT_RECEIVED);
    CHECK_ID(iap_event_request_id(event), request);
    iap_event_release(event);
    game_pay(game, COINS, 1);
    iap_event_release(take_type(game, IAP_EVENT_TRANSACTION_UPDATED));
    iap_event_release(take_type(game, IAP_EVENT_TRANSACTION_UPDATED));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    /* A request that was completed by polling stays completed: the close does not end it again. */
    game_quit(game);
    CHECK_INT(game->log_count, 0);
}

TEST(both_forms_drain_the_same_queue) {
    enum { COUNT = 20 };
    game *game = game_start();
    for (int i = 0; i < COUNT; i++) game_pay(game, COINS, 1);
    size_t polled = 0;
    for (int round = 0; round < 1000 && polled + game->log_count < 2 * COUNT; round++) {
        iap_event *event = take(game);
        if (event == NULL) break;
        polled++;
        iap_event_release(event);
        CHECK(game_process(game, 1) >= 0);
    }
    CHECK_INT(polled + game->log_count, 2 * COUNT);
    CHECK(polled > 0 && game->log_count > 0);
    game_settle(game);
    CHECK_INT(polled + game->log_count, 2 * COUNT);
    CHECK_INT(iap_transactions_count(game_queue(game)), COUNT);
}

TEST(an_event_lives_longer_than_its_client) {
    game *game = polled_game();
    const char *const ids[] = {SWORD};
    REQUIRE_OK(iap_request_products(game->client, ids, 1, NULL, NULL, NULL, NULL));
    iap_event *products = take_type(game, IAP_EVENT_PRODUCTS_RECEIVED);
    game_pay(game, UNKNOWN_PRODUCT, 1);
    iap_event_release(take_type(game, IAP_EVENT_TRANSACTION_UPDATED));
    iap_event *failed = take_type(game, IAP_EVENT_TRANSACTION_UPDATED);
    game_uninstall(game);
    store_close(game->store);
    CHECK_TEXT(iap_product_display_name(iap_products_at(iap_event_products(products), 0)), "Golden Sword");
    const iap_transaction *transaction = iap_transaction_retain(iap_event_transaction(failed));
    iap_event_release(products);
    iap_event_release(failed);
    CHECK_STATUS(iap_transaction_error(transaction, NULL), IAP_ERROR_PRODUCT_UNAVAILABLE);
    iap_transaction_release(transaction);
}

TEST(processing_after_polling_comes_to_rest_and_keeps_the_news) {
    game *game = game_start_without_observer();
    iap_event *event = NULL;
    CHECK(iap_client_next_event(game->client, &event) >= 0);
    iap_event_release(event);
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    int rounds = 0;
    while (rounds < 1000 && (iap_client_wait_events(game->client, 50) == 1)) {
        iap_client_process_events(game->client, 0);
        rounds++;
    }
    CHECK(rounds < 1000);
    REQUIRE(iap_client_next_event(game->client, &event) == 1);
    CHECK_INT(iap_event_type(event), IAP_EVENT_STOREFRONT_CHANGED);
    iap_event_release(event);
}

TEST(news_that_came_while_the_host_processed_is_polled_without_a_gap) {
    game *game = polled_game();
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "DEU", NULL, NULL));
    game_settle(game);
    REQUIRE_OK(iap_store_set_storefront(game->store, "JPN", NULL, NULL));
    game_settle(game);
    /* The event is for observers, and there is none. */
    CHECK_INT(iap_client_wait_events(game->client, 0), 0);
    static const char *const countries[] = {"DEU", "JPN"};
    for (size_t i = 0; i < 2; i++) {
        iap_event *event = NULL;
        REQUIRE(iap_client_next_event(game->client, &event) == 1);
        CHECK_INT(iap_event_type(event), IAP_EVENT_STOREFRONT_CHANGED);
        CHECK_TEXT(iap_event_storefront_country_code(event), countries[i]);
        iap_event_release(event);
        /* The remaining event is a reason to return from the wait. */
        if (i == 0) CHECK_INT(iap_client_wait_events(game->client, 0), 1);
    }
    check_none_comes(game);
}

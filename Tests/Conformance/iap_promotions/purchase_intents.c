/* Purchases that the player starts in the App Store: how a game receives them. */

#include "requests.h"

TEST(a_running_game_hears_of_a_purchase_intent) {
    game *game = offers_game();
    game_settle(game);
    game_forget(game);
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    REQUIRE(intent != NULL);
    CHECK_TEXT(iap_purchase_intent_product_id(intent), BAG);
    CHECK_INT(iap_purchase_intent_offer_type(intent), IAP_OFFER_TYPE_NONE);
    CHECK_TEXT(iap_purchase_intent_offer_id(intent), NULL);
    CHECK_INT(iap_purchase_intent_is_deferred(intent), 0);
    CHECK_TEXT(listed_intents(game), BAG);
    /* The intent comes once, and it buys nothing. */
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(a_game_that_does_not_run_hears_of_a_purchase_intent_at_its_launch) {
    game *game = game_install(offers_store(), "player", "phone");
    REQUIRE(send_intent(game, BAG, NULL));
    REQUIRE(send_intent(game, PASS_GOLD, OFFER_RETURN));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 2));
    game_settle(game);
    REQUIRE(game_count(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE) == 2);
    const iap_purchase_intent *first = game_nth(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE, 0)->intent;
    const iap_purchase_intent *second = game_nth(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE, 1)->intent;
    CHECK_TEXT(iap_purchase_intent_product_id(first), BAG);
    CHECK_TEXT(iap_purchase_intent_product_id(second), PASS_GOLD);
    CHECK_INT(iap_purchase_intent_offer_type(second), IAP_OFFER_TYPE_WIN_BACK);
    CHECK_TEXT(iap_purchase_intent_offer_id(second), OFFER_RETURN);
}

TEST(without_an_observer_a_purchase_intent_waits) {
    game *game = game_install(offers_store(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    game_settle(game);
    REQUIRE(send_intent(game, HAT, NULL));
    /* The client lists it nevertheless. */
    REQUIRE(await_listed_intents(game, HAT));
    CHECK_INT(game->log_count, 0);
    game_observe(game);
    REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
}

TEST(purchase_intents_are_heard_and_listed_oldest_first) {
    game *game = offers_game();
    const char *const products[] = {HAT, BAG, NEWS, BAG, PASS_GOLD};
    enum { COUNT = sizeof products / sizeof products[0] };
    for (size_t i = 0; i < COUNT; i++) REQUIRE(send_intent(game, products[i], NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, COUNT));
    for (size_t i = 0; i < COUNT; i++) {
        test_case("intent %zu", i);
        const heard *entry = game_nth(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE, i);
        CHECK_TEXT(iap_purchase_intent_product_id(entry->intent), products[i]);
    }
    test_case(NULL);
    CHECK_TEXT(listed_intents(game), HAT " " BAG " " NEWS " " BAG " " PASS_GOLD);
}

TEST(an_observer_that_is_added_hears_again_of_intents_that_were_not_answered) {
    game *game = offers_game();
    const iap_purchase_intent *taken = receive_intent(game, BAG, NULL);
    const iap_purchase_intent *declined = receive_intent(game, HAT, NULL);
    const iap_purchase_intent *deferred = receive_intent(game, NEWS, NULL);
    REQUIRE(receive_intent(game, PASS_SILVER, NULL) != NULL);
    REQUIRE_OK(iap_take_purchase_intent(game->client, taken, NULL, NULL, NULL));
    REQUIRE_OK(iap_decline_purchase_intent(game->client, declined, NULL));
    REQUIRE_OK(iap_defer_purchase_intent(game->client, deferred, NULL));
    game_settle(game);
    game_forget(game);
    const int second = game_observe(game);
    REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
    game_settle(game);
    CHECK_INT(heard_by(game, second, IAP_EVENT_PURCHASE_INTENT_RECEIVED), 1);
    /* The purchase of the taken intent may be heard between them. */
    for (size_t i = 0; i < game->log_count; i++)
        if (game->log[i].type == IAP_EVENT_PURCHASE_INTENT_RECEIVED)
            CHECK_TEXT(iap_purchase_intent_product_id(game->log[i].intent), PASS_SILVER);
    CHECK_TEXT(listed_intents(game), NEWS "* " PASS_SILVER);
}

TEST(an_observer_that_is_added_while_an_intent_arrives_hears_of_it_once) {
    game *game = offers_game();
    for (int round = 0; round < 30; round++) {
        game_forget(game);
        REQUIRE(send_intent(game, BAG, NULL));
        /* In some rounds the intent has arrived by now; in some rounds the observer has received it. */
        if (round % 3 == 1) REQUIRE(game_has_work(game));
        if (round % 3 == 2) REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
        const int second = game_observe(game);
        while (heard_by(game, second, IAP_EVENT_PURCHASE_INTENT_RECEIVED) == 0) {
            if (!game_has_work(game)) return;
            game_process(game, 0);
        }
        game_settle(game);
        CHECK_INT(heard_by(game, second, IAP_EVENT_PURCHASE_INTENT_RECEIVED), 1);
        CHECK(heard_by(game, 1, IAP_EVENT_PURCHASE_INTENT_RECEIVED) >= 1);
        CHECK_STATUS(iap_decline_purchase_intent(game->client, game->log[0].intent, NULL), IAP_OK);
        game_ignore(game, second);
        game->observer_count = 1;
    }
}

static void observe_once(game *game, const heard *entry) {
    if (entry->type == IAP_EVENT_PURCHASE_INTENT_RECEIVED && game->observer_count == 1) game_observe(game);
}

TEST(an_observer_that_is_added_inside_the_callback_hears_of_the_intent_once) {
    game *game = offers_game();
    game->then = observe_once;
    REQUIRE(receive_intent(game, BAG, NULL) != NULL);
    game_settle(game);
    CHECK_INT(heard_by(game, 2, IAP_EVENT_PURCHASE_INTENT_RECEIVED), 1);
    CHECK_TEXT(listed_intents(game), BAG);
}

TEST(an_observer_that_is_added_hears_of_an_intent_that_was_polled) {
    game *game = game_install(offers_store(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    REQUIRE(send_intent(game, BAG, NULL));
    iap_event *event = poll_event(game);
    REQUIRE(event != NULL);
    CHECK_INT(iap_event_type(event), IAP_EVENT_PURCHASE_INTENT_RECEIVED);
    CHECK_TEXT(iap_purchase_intent_product_id(iap_event_purchase_intent(event)), BAG);
    CHECK_ID(iap_event_request_id(event), 0);
    CHECK(iap_event_message(event) == NULL && iap_event_transaction(event) == NULL);
    CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
    iap_event_release(event);
    game_observe(game);
    REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
    game_settle(game);
    CHECK_INT(game->log_count, 1);
}

TEST(a_purchase_intent_is_not_reported_again_after_a_restart) {
    game *game = offers_game();
    const iap_purchase_intent *deferred = receive_intent(game, BAG, NULL);
    REQUIRE_OK(iap_defer_purchase_intent(game->client, deferred, NULL));
    REQUIRE(receive_intent(game, HAT, NULL) != NULL);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_TEXT(listed_intents(game), "");
}

TEST(a_purchase_intent_belongs_to_its_device) {
    game *game = offers_game();
    struct game *tablet = game_install(game->store, "player", "tablet");
    struct game *stranger = game_install(game->store, "stranger", "console");
    REQUIRE(game_launch(tablet) && game_launch(stranger));
    game_settle(tablet);
    game_settle(stranger);
    REQUIRE(receive_intent(game, BAG, NULL) != NULL);
    game_settle(tablet);
    game_settle(stranger);
    CHECK_INT(tablet->log_count, 0);
    CHECK_INT(stranger->log_count, 0);
    CHECK_TEXT(listed_intents(tablet), "");
    CHECK_TEXT(listed_intents(stranger), "");
}

TEST(an_intent_for_a_product_that_the_store_does_not_sell_is_a_problem) {
    game *game = offers_game();
    game_settle(game);
    game_forget(game);
    REQUIRE(send_intent(game, UNKNOWN_PRODUCT, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_PROBLEM_REPORTED, 1));
    CHECK_STATUS(game->log[0].error.status, IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK_INT(game->log[0].error.category, IAP_CATEGORY_UNAVAILABLE);
    CHECK_CONTAINS(game->log[0].error.message, UNKNOWN_PRODUCT);
    /* The library drops it, and the observers receive the following intents. */
    CHECK_TEXT(listed_intents(game), "");
    REQUIRE(receive_intent(game, BAG, NULL) != NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 2);
    CHECK_TEXT(listed_intents(game), BAG);
}

/* The intent comes only once, and with its product. */
TEST(an_intent_is_heard_and_can_be_bought_while_products_cannot_be_loaded) {
    game *game = offers_game();
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NETWORK, NULL));
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    REQUIRE(intent != NULL);
    uint64_t payment = 0;
    REQUIRE_OK(iap_take_purchase_intent(game->client, intent, NULL, &payment, NULL));
    const iap_transaction *bought = game_bought(game, payment);
    REQUIRE(bought != NULL);
}

TEST(on_a_system_without_purchase_intents_none_is_heard) {
    game *game = game_install(offers_store(), "player", "phone");
    REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_PURCHASE_INTENTS, 0, NULL));
    REQUIRE(send_intent(game, BAG, NULL));
    REQUIRE(game_launch(game));
    game_settle(game);
    REQUIRE(send_intent(game, UNKNOWN_PRODUCT, NULL));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_TEXT(listed_intents(game), "");
    /* Everything else continues to work. */
    CHECK(game_own(game, BAG) != 0);
}

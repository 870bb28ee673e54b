/* Rule 6 of "EVENTS AND THREADS": every request ends in exactly one completion. */

#include "requests.h"

TEST(rule_6_every_request_ends_in_exactly_one_completion) {
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        test_case("%s", function->name);
        game *game = messages_game();
        const heard *answer = request_and_wait(game, function);
        REQUIRE(answer != NULL);
        const uint64_t id = answer->request_id;
        CHECK_INT(answer->type, function->ends_as);
        if (!function->may_be_cancelled) CHECK_STATUS(answer->error.status, IAP_OK);
        CHECK(!answer->in_close);
        if (function->sheet != 0) CHECK_INT(iap_store_sheet_count(game->store, function->sheet), 1);
        game_settle(game);
        CHECK_INT(game_response_count(game, id), 1);
        /* A completed request does not complete again at the close. */
        game_quit(game);
        CHECK_INT(game_response_count(game, id), 1);
        game_uninstall(game);
    }
}

TEST(rule_6_every_request_without_a_completion_can_be_polled) {
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        test_case("%s", function->name);
        game *game = messages_game();
        const request_subject subject = request_prepare(game, function);
        uint64_t id = 0;
        REQUIRE_OK(function->make(&subject, true, &id));
        iap_event *event = poll_response(game, id);
        REQUIRE(event != NULL);
        CHECK_INT(iap_event_type(event), function->ends_as);
        if (!function->may_be_cancelled) CHECK_STATUS(iap_event_error(event, NULL), IAP_OK);
        const bool has_response = iap_event_error(event, NULL) == IAP_OK;
        const iap_event_type_t type = iap_event_type(event);
        CHECK((iap_event_products(event) != NULL) == (has_response && type == IAP_EVENT_PRODUCTS_RECEIVED));
        CHECK((iap_event_transactions(event) != NULL) == (has_response && type == IAP_EVENT_TRANSACTIONS_RECEIVED));
        CHECK((iap_event_text(event) != NULL) == (has_response && type == IAP_EVENT_TEXT_RECEIVED));
        CHECK((iap_event_subscription_statuses(event) != NULL) ==
              (has_response && type == IAP_EVENT_SUBSCRIPTION_STATUSES_RECEIVED));
        CHECK((iap_event_app_transaction(event) != NULL) ==
              (has_response && type == IAP_EVENT_APP_TRANSACTION_RECEIVED));
        CHECK((iap_event_promotions(event) != NULL) == (has_response && type == IAP_EVENT_PROMOTIONS_RECEIVED));
        CHECK((iap_event_storefront_country_code(event) != NULL) ==
              (has_response && type == IAP_EVENT_STOREFRONT_RECEIVED));
        CHECK_TEXT(iap_event_storefront_identifier(event),
                   has_response && type == IAP_EVENT_STOREFRONT_RECEIVED ? "143441" : NULL);
        CHECK_INT(iap_event_flag(event), type == IAP_EVENT_FLAG_RECEIVED);
        CHECK(iap_event_subscription_status(event) == NULL && iap_event_transaction(event) == NULL);
        CHECK(iap_event_purchase_intent(event) == NULL && iap_event_message(event) == NULL);
        iap_event_release(event);
        /* The library called no completion for it, and the event does not come again. */
        game_settle(game);
        CHECK_INT(game_response_count(game, id), 0);
        game_uninstall(game);
    }
}

TEST(rule_6_a_request_that_fails_can_be_polled) {
    game *game = messages_game();
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        if (function->api == 0) continue;
        test_case("%s", function->name);
        const request_subject subject = request_prepare(game, function);
        REQUIRE_OK(iap_store_set_simulated_error(game->store, function->api, IAP_STORE_FAILURE_NETWORK, NULL));
        uint64_t id = 0;
        REQUIRE_OK(function->make(&subject, true, &id));
        iap_event *event = poll_response(game, id);
        REQUIRE(event != NULL);
        CHECK_INT(iap_event_type(event), function->fails_as != 0 ? function->fails_as : function->ends_as);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_event_error(event, &error), IAP_ERROR_NETWORK);
        CHECK_STATUS(error.status, IAP_ERROR_NETWORK);
        CHECK(iap_event_products(event) == NULL && iap_event_transactions(event) == NULL);
        CHECK(iap_event_subscription_statuses(event) == NULL && iap_event_app_transaction(event) == NULL);
        CHECK(iap_event_promotions(event) == NULL && iap_event_text(event) == NULL);
        CHECK_INT(iap_event_flag(event), 0);
        iap_event_release(event);
        REQUIRE_OK(iap_store_set_simulated_error(game->store, function->api, IAP_STORE_FAILURE_NONE, NULL));
    }
}

TEST(rule_6_a_request_that_is_open_at_close_ends_with_cancelled) {
    game *game = messages_game();
    request_subject subjects[64];
    uint64_t ids[64] = {0};
    REQUIRE(request_function_count <= 64);
    for (size_t i = 0; i < request_function_count; i++) subjects[i] = request_prepare(game, &request_functions[i]);
    game_settle(game);
    for (size_t i = 0; i < request_function_count; i++)
        CHECK_STATUS(request_functions[i].make(&subjects[i], false, &ids[i]), IAP_OK);
    game_quit(game);
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        test_case("%s", function->name);
        REQUIRE(game_response_count(game, ids[i]) == 1);
        const heard *answer = game_response(game, ids[i]);
        CHECK_INT(answer->type, function->fails_as != 0 ? function->fails_as : function->ends_as);
        CHECK(answer->in_close);
        CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
        CHECK_INT(answer->error.category, IAP_CATEGORY_CANCELLED);
        CHECK_TEXT(answer->error.store_domain, "");
        CHECK(answer->error.message[0] != 0);
    }
}

TEST(rule_6_requests_that_are_polled_end_silently_at_close) {
    game *game = messages_game();
    game_settle(game);
    game_forget(game);
    const request_subject subject = {.game = game, .transaction_id = 1};
    uint64_t restore = 0;
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        if (function->needs_message) continue;
        uint64_t id = 0;
        CHECK_STATUS(function->make(&subject, true, &id), IAP_OK);
        if (function->ends_as == IAP_EVENT_RESTORE_FINISHED) restore = id;
    }
    game_quit(game);
    CHECK_INT(game->log_count, 1);
    CHECK_INT(game_response_count(game, restore), 1);
}

TEST(rule_6_the_ids_of_requests_are_distinct) {
    game *game = messages_game();
    game_settle(game);
    const request_subject subject = {.game = game, .transaction_id = 1};
    uint64_t ids[200];
    size_t count = 0;
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < request_function_count; i++) {
            if (request_functions[i].needs_message) continue;
            CHECK_STATUS(request_functions[i].make(&subject, true, &ids[count]), IAP_OK);
            CHECK(ids[count] != 0);
            for (size_t k = 0; k < count; k++) CHECK(ids[k] != ids[count]);
            count++;
        }
    }
}

enum { THREADS = 4 };

/* The library immediately refuses invalid texts, ids and options of requests, and sends no request. */

#include "files.h"
#include "requests.h"

#include <iap/iap_commerce.h>
#include <iap/iap_log.h>
#include <iap/iap_products.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUP_ID_LENGTH_MAX 1024
#define PINNING_ID "00000000-0000-4000-8000-000000000001"

/* A request with one text from the caller. */
typedef struct text_argument {
    const char *name;
    iap_status_t (*make)(game *game, const char *text, iap_error *error);
    const char *good;  /**< a text for which the request succeeds; NULL: the path of a file */
    size_t length_max; /**< 0: the header states no limit */
    bool may_be_null;
} text_argument;

static iap_status_t products(game *game, const char *text, iap_error *error) {
    const char *const ids[] = {BAG, text};
    return iap_request_products(game->client, ids, 2, game_hears_products, game, NULL, error);
}

static iap_status_t cached_products(game *game, const char *text, iap_error *error) {
    const char *const ids[] = {BAG, text};
    return iap_request_cached_products(game->client, ids, 2, game_hears_products, game, NULL, error);
}

static iap_status_t transactions(game *game, const char *text, iap_error *error) {
    return iap_request_transactions(game->client, IAP_QUERY_ALL, text, game_hears_transactions, game, NULL, error);
}

static iap_status_t latest(game *game, const char *text, iap_error *error) {
    return iap_request_transactions(game->client, IAP_QUERY_LATEST, text, game_hears_transactions, game, NULL, error);
}

static iap_status_t transactions_page(game *game, const char *text, iap_error *error) {
    return iap_request_transactions_page(game->client, IAP_QUERY_ALL, text, 1, NULL, game_hears_transactions, game,
                                         NULL, error);
}

static iap_status_t latest_page(game *game, const char *text, iap_error *error) {
    return iap_request_transactions_page(game->client, IAP_QUERY_LATEST, text, 1, NULL, game_hears_transactions, game,
                                         NULL, error);
}

static iap_status_t statuses(game *game, const char *text, iap_error *error) {
    return iap_request_subscription_statuses(game->client, text, game_hears_statuses, game, NULL, error);
}

static iap_status_t eligibility(game *game, const char *text, iap_error *error) {
    return iap_request_introductory_offer_eligibility(game->client, text, game_hears_flag, game, NULL, error);
}

static iap_status_t promotion_order(game *game, const char *text, iap_error *error) {
    const char *const ids[] = {BAG, text};
    return iap_set_promotion_order(game->client, ids, 2, game_hears_end, game, NULL, error);
}

static iap_status_t promotion_visibility(game *game, const char *text, iap_error *error) {
    return iap_set_promotion_visibility(game->client, text, IAP_PROMOTION_VISIBILITY_HIDDEN, game_hears_end, game, NULL,
                                        error);
}

static iap_status_t manage_subscriptions(game *game, const char *text, iap_error *error) {
    return iap_show_manage_subscriptions(game->client, text, NULL, game_hears_end, game, NULL, error);
}

static iap_status_t merchandising(game *game, const char *text, iap_error *error) {
    return iap_present_merchandising(game->client, text, NULL, game_hears_end, game, NULL, error);
}

static iap_status_t purchase_link(game *game, const char *text, iap_error *error) {
    return iap_open_external_purchase_link(game->client, text, game_hears_end, game, NULL, error);
}

static iap_status_t audit_copy(game *game, const char *text, iap_error *error) {
    return iap_request_audit_copy(game->client, text, game_hears_end, game, NULL, error);
}

static iap_status_t payment_method(game *game, const char *text, iap_error *error) {
    return iap_bind_payment_method(game->client, text, game_hears_end, game, NULL, error);
}

static const text_argument text_arguments[] = {
    {"iap_request_products", products, HAT, IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"iap_request_cached_products", cached_products, HAT, IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"iap_request_transactions", transactions, HAT, IAP_PRODUCT_ID_LENGTH_MAX, true},
    {"iap_request_transactions of the latest", latest, HAT, IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"iap_request_transactions_page", transactions_page, HAT, IAP_PRODUCT_ID_LENGTH_MAX, true},
    {"iap_request_transactions_page of the latest", latest_page, HAT, IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"iap_request_subscription_statuses", statuses, PASS_GROUP, GROUP_ID_LENGTH_MAX, true},
    {"iap_request_introductory_offer_eligibility", eligibility, PASS_GROUP, GROUP_ID_LENGTH_MAX, false},
    {"iap_set_promotion_order", promotion_order, HAT, IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"iap_set_promotion_visibility", promotion_visibility, HAT, IAP_PRODUCT_ID_LENGTH_MAX, false},
    {"iap_show_manage_subscriptions", manage_subscriptions, PASS_GROUP, 0, true},
    {"iap_present_merchandising", merchandising, PASS_GROUP, GROUP_ID_LENGTH_MAX, false},
    {"iap_open_external_purchase_link", purchase_link, "https://example.com/buy", 0, true},
    {"iap_bind_payment_method", payment_method, PINNING_ID, 0, false},
    {"iap_request_audit_copy", audit_copy, NULL, 0, false},
};
enum { TEXT_ARGUMENTS = sizeof text_arguments / sizeof text_arguments[0] };

static void check_refused(game *game, const text_argument *argument, const char *text, iap_status_t status) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(argument->make(game, text, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK_INT(error.category, IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK(error.message[0] != 0 && strchr(error.message, '\n') == NULL);
    CHECK_TEXT(error.store_domain, "");
}

TEST(texts_that_are_none_are_refused_by_every_request) {
    game *game = offers_game();
    const char *const bad[] = {"\xff", "\xc3", "abc\x80", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80", "\xc0\xaf"};
    for (size_t i = 0; i < TEXT_ARGUMENTS; i++) {
        test_case("%s", text_arguments[i].name);
        check_refused(game, &text_arguments[i], "", IAP_ERROR_INVALID_TEXT);
        for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
            check_refused(game, &text_arguments[i], bad[k], IAP_ERROR_INVALID_TEXT);
        if (!text_arguments[i].may_be_null) check_refused(game, &text_arguments[i], NULL, IAP_ERROR_INVALID_ARGUMENT);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(texts_that_are_too_long_are_refused_by_every_request) {
    enum { ENDLESS = 1 << 20 };
    game *game = offers_game();
    char *text = malloc(ENDLESS + 1);
    REQUIRE(text != NULL);
    memset(text, 't', ENDLESS);
    text[ENDLESS] = 0;
    for (size_t i = 0; i < TEXT_ARGUMENTS; i++) {
        test_case("%s", text_arguments[i].name);
        check_refused(game, &text_arguments[i], text, IAP_ERROR_TOO_LARGE);
        if (text_arguments[i].length_max == 0) continue;
        text[text_arguments[i].length_max + 1] = 0;
        check_refused(game, &text_arguments[i], text, IAP_ERROR_TOO_LARGE);
        text[text_arguments[i].length_max + 1] = 't';
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    /* The library accepts the longest allowed text. */
    size_t accepted = 0;
    for (size_t i = 0; i < TEXT_ARGUMENTS; i++) {
        if (text_arguments[i].length_max == 0) continue;
        test_case("%s", text_arguments[i].name);
        text[text_arguments[i].length_max] = 0;
        CHECK_STATUS(text_arguments[i].make(game, text, NULL), IAP_OK);
        text[text_arguments[i].length_max] = 't';
        accepted++;
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, accepted);
    free(text);
}

TEST(queries_that_are_none_are_refused) {
    game *game = offers_game();
    const iap_query_t none[] = {IAP_QUERY_NONE, -1, 5, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("query %d", (int)none[i]);
        CHECK_STATUS(iap_request_transactions(game->client, none[i], BAG, game_hears_transactions, game, NULL, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(iap_request_transactions_page(game->client, none[i], BAG, 1, NULL, game_hears_transactions, game,
                                                   NULL, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(a_caller_may_change_its_texts_right_after_the_call) {
    game *game = offers_game();
    for (size_t i = 0; i < TEXT_ARGUMENTS; i++) {
        const text_argument *argument = &text_arguments[i];
        test_case("%s", argument->name);
        char text[512];
        snprintf(text, sizeof text, "%s", argument->good != NULL ? argument->good : temporary_path("copy"));
        const size_t before = game->log_count;
        CHECK_STATUS(argument->make(game, text, NULL), IAP_OK);
        memset(text, '\xff', sizeof text);
        for (int round = 0; round < 100 && game->log_count == before; round++) game_settle(game);
        REQUIRE(game->log_count == before + 1);
        CHECK(!game->log[before].has_error);
    }
}

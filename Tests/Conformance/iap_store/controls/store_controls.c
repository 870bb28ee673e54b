/* The controls of a store: it refuses invalid values, and they change nothing. */

#include "intents_and_messages.h"

#include <string.h>

static const int32_t no_numbers[] = {-1, 1000, INT32_MAX, INT32_MIN};
enum { NO_NUMBERS = sizeof no_numbers / sizeof no_numbers[0] };

/* A text of this many letters. */
static const char *long_text(size_t length) {
    static char text[4096];
    memset(text, 'l', length);
    text[length] = 0;
    return text;
}

/* ---------------------------------------------------------------------------------------------- simulated errors */

static bool is_storekit_error(iap_store_failure_t failure) {
    return (failure >= IAP_STORE_FAILURE_UNKNOWN && failure <= IAP_STORE_FAILURE_NOT_ENTITLED) ||
           (failure >= IAP_STORE_FAILURE_USER_CANCELLED && failure <= IAP_STORE_FAILURE_NETWORK_TIMEOUT) ||
           (failure >= IAP_STORE_FAILURE_SYSTEM_USER_CANCELLED &&
            failure <= IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED);
}

static bool is_purchase_error(iap_store_failure_t failure) {
    return failure >= IAP_STORE_FAILURE_INVALID_QUANTITY && failure <= IAP_STORE_FAILURE_MULTI_SEAT_DISABLED;
}

static bool is_verification_error(iap_store_failure_t failure) {
    return failure >= IAP_STORE_FAILURE_REVOKED_CERTIFICATE && failure <= IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES;
}

static bool can_fail_with(iap_store_api_t api, iap_store_failure_t failure) {
    if (failure == IAP_STORE_FAILURE_NONE) return true;
    if (api == IAP_STORE_API_VERIFICATION) return is_verification_error(failure);
    if (is_storekit_error(failure)) return true;
    switch (api) {
    case IAP_STORE_API_PURCHASE: return is_purchase_error(failure);
    case IAP_STORE_API_REFUND_REQUEST:
        return failure == IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST ||
               failure == IAP_STORE_FAILURE_REFUND_REQUEST_FAILED;
    case IAP_STORE_API_PAYMENT_METHOD_BINDING:
        return failure >= IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE && failure <= IAP_STORE_FAILURE_BINDING_FAILED;
    default: return false;
    }
}

TEST(each_part_of_storekit_fails_only_as_it_can) {
    iap_store *store = offers_store();
    for (iap_store_api_t api = IAP_STORE_API_LOAD_PRODUCTS; api <= IAP_STORE_API_MERCHANDISING; api++) {
        for (iap_store_failure_t failure = IAP_STORE_FAILURE_NONE;
             failure <= IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED; failure++) {
            /* The header leaves open whether a purchase can be made to fail with it from now on. */
            if (api == IAP_STORE_API_PURCHASE && failure == IAP_STORE_FAILURE_INVALID_REQUEST) continue;
            test_case("api %d, failure %d", (int)api, (int)failure);
            iap_error error = IAP_ERROR_VALUE_INIT;
            const iap_status_t expected = can_fail_with(api, failure) ? IAP_OK : IAP_ERROR_INVALID_ARGUMENT;
            CHECK_STATUS(iap_store_set_simulated_error(store, api, failure, &error), expected);
            CHECK_STATUS(error.status, expected);
            CHECK((error.message[0] != 0) == (expected != IAP_OK));
        }
    }
}

TEST(a_failure_that_is_refused_changes_nothing) {
    game *game = offers_game();
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_STATUS(iap_store_set_simulated_error(game->store, IAP_STORE_API_LOAD_PRODUCTS,
                                               IAP_STORE_FAILURE_INVALID_SIGNATURE, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    const char *const ids[] = {BAG};
    const heard *answer = game_wait_response(game, game_request_products(game, ids, 1));
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_NETWORK);
}

TEST(parts_and_failures_of_storekit_that_are_none_are_refused) {
    iap_store *store = offers_store();
    CHECK_STATUS(iap_store_set_simulated_error(store, 0, IAP_STORE_FAILURE_NETWORK, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_simulated_error(store, 0, IAP_STORE_FAILURE_NONE, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_simulated_error(store, IAP_STORE_API_MERCHANDISING + 1, IAP_STORE_FAILURE_NONE, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_simulated_error(store, IAP_STORE_API_SYNC,
                                               IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED + 1, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < NO_NUMBERS; i++) {
        test_case("%d", (int)no_numbers[i]);
        CHECK_STATUS(iap_store_set_simulated_error(store, no_numbers[i], IAP_STORE_FAILURE_NETWORK, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(iap_store_set_simulated_error(store, IAP_STORE_API_SYNC, no_numbers[i], NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
    }
}

TEST(the_next_purchase_fails_only_as_a_purchase_can) {
    iap_store *store = offers_store();
    for (iap_store_failure_t failure = IAP_STORE_FAILURE_NONE; failure <= IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED;
         failure++) {
        test_case("failure %d", (int)failure);
        const bool can =
            is_storekit_error(failure) || is_purchase_error(failure) || failure == IAP_STORE_FAILURE_INVALID_REQUEST;
        CHECK_STATUS(iap_store_fail_next_purchase(store, failure, NULL), can ? IAP_OK : IAP_ERROR_INVALID_ARGUMENT);
    }
    for (size_t i = 0; i < NO_NUMBERS; i++)
        CHECK_STATUS(iap_store_fail_next_purchase(store, no_numbers[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(features_that_are_none_are_refused) {
    game *game = offers_game();
    const iap_feature_t none[] = {IAP_FEATURE_NONE, IAP_FEATURE_MERCHANDISING + 1, -1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("feature %d", (int)none[i]);
        for (int32_t supported = 0; supported <= 1; supported++) {
            iap_error error = IAP_ERROR_VALUE_INIT;
            CHECK_STATUS(iap_store_set_supported(game->store, none[i], supported, &error), IAP_ERROR_INVALID_ARGUMENT);
            CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        }
    }
    for (iap_feature_t feature = IAP_FEATURE_WIN_BACK_OFFERS; feature <= IAP_FEATURE_MERCHANDISING; feature++)
        CHECK_INT(iap_supports(game->client, feature, NULL), 1);
}

/* -------------------------------------------------------------------------------------------------------- sheets */

static const iap_store_sheet_t sheets[] = {IAP_STORE_SHEET_REFUND,       IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS,
                                           IAP_STORE_SHEET_OFFER_CODE,   IAP_STORE_SHEET_MESSAGE,
                                           IAP_STORE_SHEET_REVIEW,       IAP_STORE_SHEET_EXTERNAL_PURCHASE_NOTICE,
                                           IAP_STORE_SHEET_MERCHANDISING};
enum { SHEETS = sizeof sheets / sizeof sheets[0] };

TEST(sheets_and_answers_that_are_none_are_refused) {
    iap_store *store = offers_store();
    const int32_t none[] = {0, -1, 8, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("%d", (int)none[i]);
        CHECK_STATUS(iap_store_answer_next_sheet(store, none[i], IAP_STORE_ANSWER_CANCEL, NULL, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(iap_store_answer_next_sheet(store, IAP_STORE_SHEET_REFUND, none[i], NULL, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_INT(iap_store_sheet_count(store, none[i]), 0);
    }
    CHECK_STATUS(iap_store_answer_next_sheet(store, IAP_STORE_SHEET_REFUND, 3, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(at_first_no_sheet_was_shown) {
    iap_store *store = offers_store();
    for (size_t i = 0; i < SHEETS; i++) CHECK_INT(iap_store_sheet_count(store, sheets[i]), 0);
    store_close(store);
    for (size_t i = 0; i < SHEETS; i++) {
        CHECK_INT(iap_store_sheet_count(store, sheets[i]), 0);
        CHECK_INT(iap_store_sheet_count(NULL, sheets[i]), 0);
        CHECK_STATUS(iap_store_answer_next_sheet(store, sheets[i], IAP_STORE_ANSWER_CANCEL, NULL, NULL),
                     IAP_ERROR_CLOSED);
        CHECK_STATUS(iap_store_answer_next_sheet(NULL, sheets[i], IAP_STORE_ANSWER_CANCEL, NULL, NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
    }
}

TEST(details_that_make_no_sense_for_a_sheet_are_refused) {
    game *game = offers_game();
    const struct {
        iap_store_sheet_t sheet;
        const char *detail;
    } refused[] = {
        {IAP_STORE_SHEET_REFUND, "maybe"},
        {IAP_STORE_SHEET_REFUND, "APPROVE"},
        {IAP_STORE_SHEET_REFUND, "approve "},
        {IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, "OFF"},
        {IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, UNKNOWN_PRODUCT},
        {IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, BAG},
        {IAP_STORE_SHEET_OFFER_CODE, PASS_GOLD},
        {IAP_STORE_SHEET_OFFER_CODE, PASS_GOLD "/"},
        {IAP_STORE_SHEET_OFFER_CODE, PASS_GOLD "/UNKNOWN"},
        {IAP_STORE_SHEET_OFFER_CODE, PASS_GOLD "/" OFFER_LOYAL},
        {IAP_STORE_SHEET_OFFER_CODE, "/" CODE_WELCOME},
        {IAP_STORE_SHEET_OFFER_CODE, "/"},
        {IAP_STORE_SHEET_OFFER_CODE, CODE_WELCOME},
        {IAP_STORE_SHEET_OFFER_CODE, PASS_SILVER "/" CODE_WELCOME},
        {IAP_STORE_SHEET_OFFER_CODE, UNKNOWN_PRODUCT "/" CODE_WELCOME},
        {IAP_STORE_SHEET_MERCHANDISING, UNKNOWN_PRODUCT},
        {IAP_STORE_SHEET_MERCHANDISING, BAG},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("sheet %d, %s", (int)refused[i].sheet, refused[i].detail);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_answer_next_sheet(game->store, refused[i].sheet, IAP_STORE_ANSWER_ACCEPT,
                                                 refused[i].detail, &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    test_case(NULL);
    /* None of them is the player's response. */
    uint64_t id = 0;
    REQUIRE_OK(iap_request_refund(game->client, game_own(game, BAG), NULL, game_hears_end, game, &id, NULL));
    const heard *end = game_wait_response(game, id);
    CHECK(end != NULL && !end->has_error);
    CHECK(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
}

TEST(details_that_are_no_text_are_refused) {
    iap_store *store = offers_store();
    for (size_t i = 0; i < SHEETS; i++) {
        test_case("sheet %d", (int)sheets[i]);
        CHECK_STATUS(iap_store_answer_next_sheet(store, sheets[i], IAP_STORE_ANSWER_ACCEPT, "\xff", NULL),
                     IAP_ERROR_INVALID_TEXT);
        CHECK_CATEGORY(iap_store_answer_next_sheet(store, sheets[i], IAP_STORE_ANSWER_ACCEPT, "", NULL),
                       IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK_STATUS(iap_store_answer_next_sheet(store, sheets[i], IAP_STORE_ANSWER_ACCEPT, long_text(2049), NULL),
                     IAP_ERROR_TOO_LARGE);
        CHECK_STATUS(iap_store_answer_next_sheet(store, sheets[i], IAP_STORE_ANSWER_ACCEPT, long_text(2048), NULL),
                     IAP_ERROR_INVALID_ARGUMENT);
    }
}

/* ---------------------------------------------------------------------------------------- what the store sends */

TEST(purchase_intents_that_make_no_sense_are_not_sent) {
    game *game = offers_game();
    const char *too_long = long_text(IAP_PRODUCT_ID_LENGTH_MAX + 1);
    /* The header states no limit for an offer. */
    static char endless[1 << 20];
    memset(endless, 'e', sizeof endless - 1);
    const struct {
        const char *product_id, *offer_id;
        iap_status_t status;
    } refused[] = {
        {NULL, NULL, IAP_ERROR_INVALID_ARGUMENT},  {"", NULL, IAP_ERROR_INVALID_TEXT},
        {"\xff", NULL, IAP_ERROR_INVALID_TEXT},    {too_long, NULL, IAP_ERROR_TOO_LARGE},
        {PASS_GOLD, "", IAP_ERROR_INVALID_TEXT},   {PASS_GOLD, "\xff", IAP_ERROR_INVALID_TEXT},
        {PASS_GOLD, endless, IAP_ERROR_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("intent %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_device_send_purchase_intent(game->device, refused[i].product_id, refused[i].offer_id, &error),
                     refused[i].status);
        CHECK_STATUS(error.status, refused[i].status);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_TEXT(listed_intents(game), "");
}

TEST(messages_that_make_no_sense_are_not_sent) {
    game *game = messages_game();
    const iap_message_reason_t none[] = {-1, IAP_MESSAGE_REASON_WIN_BACK_OFFER + 1, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("reason %d", (int)none[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_device_send_message(game->device, none[i], &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(a_device_that_is_closed_or_none_gets_nothing) {
    game *game = offers_game();
    iap_device *device = game->device;
    game_uninstall(game);
    CHECK_STATUS(iap_device_send_purchase_intent(device, BAG, NULL, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_device_send_message(device, IAP_MESSAGE_REASON_GENERIC, NULL), IAP_ERROR_CLOSED);
    store_close(game->store);
    CHECK_STATUS(iap_device_send_purchase_intent(device, BAG, NULL, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_device_send_message(device, IAP_MESSAGE_REASON_GENERIC, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_device_send_purchase_intent(NULL, BAG, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_device_send_message(NULL, IAP_MESSAGE_REASON_GENERIC, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(the_next_purchase_moves_to_no_country_that_is_none) {
    game *game = offers_game();
    const struct {
        const char *country;
        iap_status_t status;
    } refused[] = {
        {NULL, IAP_ERROR_INVALID_ARGUMENT},       {"", IAP_ERROR_INVALID_TEXT},
        {"\xff\xff\xff", IAP_ERROR_INVALID_TEXT}, {"XXX", IAP_ERROR_INVALID_ARGUMENT},
        {"US", IAP_ERROR_INVALID_ARGUMENT},       {"usa", IAP_ERROR_INVALID_ARGUMENT},
        {"USAX", IAP_ERROR_INVALID_ARGUMENT},     {long_text(65), IAP_ERROR_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("country %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_move_during_next_purchase(game->store, refused[i].country, &error), refused[i].status);
        CHECK_STATUS(error.status, refused[i].status);
    }
    test_case(NULL);
    REQUIRE(game_own(game, BAG) != 0);
    CHECK_TEXT(game_storefront(game)->country_code, "USA");
}

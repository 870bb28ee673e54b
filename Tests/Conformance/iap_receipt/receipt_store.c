/* verifyReceipt of the reference store, called like Apple's. */

#include "offer_catalogue.h"
#include "receipt_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The store's response to a request, freed after the test. */
static const char *store_response(iap_store *store, const iap_store_receipt_request *request) {
    static char *kept;
    free(kept);
    kept = NULL;
    size_t needed = 0;
    if (!CHECK_STATUS(iap_store_verify_receipt_response(store, request, NULL, 0, &needed, NULL), IAP_OK)) return NULL;
    kept = malloc(needed);
    if (kept == NULL) abort();
    if (!CHECK_STATUS(iap_store_verify_receipt_response(store, request, kept, needed, &needed, NULL), IAP_OK))
        return NULL;
    CHECK_INT(strlen(kept) + 1, needed);
    return kept;
}

/* The body of a request about a new receipt of the game, freed after the test. */
static const char *request_body(game *game, const char *secret, int32_t excludes_old_transactions) {
    static char body[131072];
    size_t needed = 0;
    const char *text = receipt_text(game);
    if (text == NULL) return NULL;
    if (!CHECK_STATUS(iap_receipt_request_write(text, strlen(text), secret, excludes_old_transactions, body,
                                                sizeof body, &needed, NULL),
                      IAP_OK)) {
        return NULL;
    }
    return body;
}

static iap_store_receipt_request request_with(const char *body) {
    iap_store_receipt_request request = IAP_STORE_RECEIPT_REQUEST_INIT;
    request.body = body;
    request.body_length = body != NULL ? strlen(body) : 0;
    return request;
}

/* What a server does: it sends the request to production first. If the status says so, it then sends it to the sandbox. */
TEST(a_server_finds_its_way_to_the_sandbox) {
    game *game = offers_game();
    const uint64_t hat = game_own(game, HAT);
    const char *body = request_body(game, NULL, 0);
    REQUIRE(hat != 0 && body != NULL);
    iap_store_receipt_request request = request_with(body);
    request.is_for_production = 1;
    const iap_receipt_response *answer = receipt_response(200, store_response(game->store, &request), VERIFY_BUNDLE_ID);
    REQUIRE(CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_ASK_SANDBOX));
    CHECK_INT(iap_receipt_response_status(answer), IAP_RECEIPT_STATUS_SANDBOX);
    request.is_for_production = 0;
    answer = receipt_response(200, store_response(game->store, &request), VERIFY_BUNDLE_ID);
    REQUIRE(CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_GRANT));
    CHECK_INT(iap_receipt_response_int64(answer, IAP_RECEIPT_RESPONSE_ENVIRONMENT), IAP_ENVIRONMENT_SANDBOX);
    CHECK_TEXT(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_RECEIPT_TYPE), "ProductionSandbox");
    REQUIRE(CHECK_INT(iap_receipt_response_purchase_count(answer), 1));
    CHECK_ID(iap_receipt_purchase_id(iap_receipt_response_purchase_at(answer, 0), IAP_RECEIPT_PURCHASE_TRANSACTION_ID),
             hat);
    /* There is no subscription. */
    CHECK_INT(iap_receipt_response_latest_count(answer), 0);
    CHECK_INT(iap_receipt_response_renewal_count(answer), 0);
    CHECK(iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_LATEST_RECEIPT) == NULL);
}

TEST(a_subscription_is_reported_as_it_stands_now) {
    game *game = offers_game();
    const uint64_t pass = game_own(game, PASS_GOLD);
    const char *body = request_body(game, NULL, 0);
    REQUIRE(pass != 0 && body != NULL);
    CHECK_STATUS(iap_store_advance_clock(game->store, INT64_C(80) * 86400000, NULL), IAP_OK);
    const iap_store_receipt_request request = request_with(body);
    const iap_receipt_response *answer = receipt_response(200, store_response(game->store, &request), VERIFY_BUNDLE_ID);
    REQUIRE(CHECK_INT(iap_receipt_response_action(answer), IAP_RECEIPT_ACTION_GRANT));
    CHECK_INT(iap_receipt_response_purchase_count(answer), 1);
    const size_t count = iap_receipt_response_latest_count(answer);
    REQUIRE(CHECK(count > 2));
    /* The newest comes first, the trial last. */
    const iap_receipt_purchase *trial = iap_receipt_response_latest_at(answer, count - 1);
    CHECK_ID(iap_receipt_purchase_id(trial, IAP_RECEIPT_PURCHASE_TRANSACTION_ID), pass);
    CHECK_INT(iap_receipt_purchase_int64(trial, IAP_RECEIPT_PURCHASE_IS_TRIAL_PERIOD), 1);
    CHECK_TEXT(iap_receipt_purchase_text(trial, IAP_RECEIPT_PURCHASE_SUBSCRIPTION_GROUP_ID), PASS_GROUP);
    CHECK_INT(iap_receipt_purchase_int64(trial, IAP_RECEIPT_PURCHASE_OWNERSHIP), IAP_OWNERSHIP_PURCHASED);
    CHECK(iap_receipt_purchase_int64(iap_receipt_response_latest_at(answer, 0),
                                     IAP_RECEIPT_PURCHASE_EXPIRATION_DATE_MS) > iap_store_now_ms(game->store));
    REQUIRE(CHECK_INT(iap_receipt_response_renewal_count(answer), 1));
    const iap_receipt_renewal *renewal = iap_receipt_response_renewal_at(answer, 0);
    CHECK_TEXT(iap_receipt_renewal_text(renewal, IAP_RECEIPT_RENEWAL_PRODUCT_ID), PASS_GOLD);
    CHECK_ID(iap_receipt_renewal_id(renewal, IAP_RECEIPT_RENEWAL_ORIGINAL_TRANSACTION_ID), pass);
    CHECK_INT(iap_receipt_renewal_int64(renewal, IAP_RECEIPT_RENEWAL_AUTO_RENEWAL), IAP_AUTO_RENEWAL_ON);
    /* The newer receipt is valid. */
    const char *latest = iap_receipt_response_text(answer, IAP_RECEIPT_RESPONSE_LATEST_RECEIPT);
    REQUIRE(latest != NULL);
    const iap_app_receipt *receipt = receipt_checked(verify_store(game->store), latest, strlen(latest), NULL);
    CHECK_INT(iap_app_receipt_purchase_count(receipt), count);
    const char *short_body = request_body(game, NULL, 1);
    const iap_store_receipt_request short_request = request_with(short_body);
    answer = receipt_response(200, store_response(game->store, &short_request), VERIFY_BUNDLE_ID);
    CHECK_INT(iap_receipt_response_latest_count(answer), 1);
}

TEST(the_shared_secret_of_an_app_is_asked_for) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    const struct {
        const char *secret, *password;
        iap_receipt_action_t action;
    } cases[] = {
        {NULL, NULL, IAP_RECEIPT_ACTION_GRANT},
        {NULL, "any", IAP_RECEIPT_ACTION_GRANT},
        {"0123abcd", "0123abcd", IAP_RECEIPT_ACTION_GRANT},
        {"0123abcd", NULL, IAP_RECEIPT_ACTION_FIX_REQUEST},
        {"0123abcd", "0123abce", IAP_RECEIPT_ACTION_FIX_REQUEST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("case %zu", i);
        iap_store_receipt_request request = request_with(request_body(game, cases[i].password, 0));
        request.shared_secret = cases[i].secret;
        const iap_receipt_response *answer =
            receipt_response(200, store_response(game->store, &request), VERIFY_BUNDLE_ID);
        CHECK_INT(iap_receipt_response_action(answer), cases[i].action);
    }
}

TEST(a_body_or_receipt_that_is_none_has_its_status) {
    iap_store *store = offers_store();
    const struct {
        const char *body;
        int32_t status;
    } cases[] = {
        {NULL, IAP_RECEIPT_STATUS_NOT_POST},
        {"", IAP_RECEIPT_STATUS_NOT_POST},
        {"receipt-data=MIIT", IAP_RECEIPT_STATUS_NOT_POST},
        {"{}", IAP_RECEIPT_STATUS_MALFORMED},
        {"{\"receipt-data\":\"MIIT\"}", IAP_RECEIPT_STATUS_MALFORMED},
        {"{\"receipt-data\":5}", IAP_RECEIPT_STATUS_MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("case %zu", i);
        const iap_store_receipt_request request = request_with(cases[i].body);
        const iap_receipt_response *answer = receipt_response(200, store_response(store, &request), NULL);
        CHECK_INT(iap_receipt_response_status(answer), cases[i].status);
    }
}

TEST(a_receipt_of_another_store_is_not_authentic) {
    game *game = offers_game();
    const char *body = request_body(game, NULL, 0);
    iap_store_options options = store_options();
    options.seed = 4711;
    const iap_store_receipt_request request = request_with(body);
    const iap_receipt_response *answer =
        receipt_response(200, store_response(store_open_with(&options), &request), VERIFY_BUNDLE_ID);
    CHECK_INT(iap_receipt_response_status(answer), IAP_RECEIPT_STATUS_NOT_AUTHENTIC);
    CHECK_INT(iap_receipt_response_verdict(answer), IAP_VERDICT_INVALID);
}

TEST(a_test_can_have_every_status) {
    game *game = offers_game();
    iap_store_receipt_request request = request_with(request_body(game, NULL, 0));
    const int32_t statuses[] = {21000, 21002, 21003, 21004, 21005, 21006, 21007,
                                21008, 21009, 21010, 21100, 21150, 21199};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        test_case("status %d", (int)statuses[i]);
        request.status = statuses[i];
        const iap_receipt_response *answer =
            receipt_response(200, store_response(game->store, &request), VERIFY_BUNDLE_ID);
        CHECK_INT(iap_receipt_response_status(answer), statuses[i]);
    }
    request.status = 21100;
    for (int32_t retryable = 0; retryable <= 1; retryable++) {
        for (int32_t older = 0; older <= 1; older++) {
            test_case("retryable %d, older names %d", (int)retryable, (int)older);
            request.is_retryable = retryable;
            request.has_older_names = older;
            const char *json = store_response(game->store, &request);
            CHECK_CONTAINS(json, older ? "is-retryable" : "is_retryable");
            CHECK_INT(iap_receipt_response_action(receipt_response(200, json, NULL)),
                      retryable ? IAP_RECEIPT_ACTION_RETRY : IAP_RECEIPT_ACTION_REFUSE);
        }
    }
}

TEST(a_verify_receipt_request_that_makes_no_sense_is_refused) {
    static char huge[2048];
    memset(huge, 'x', sizeof huge - 1);
    iap_store *store = offers_store();
    const struct {
        int flaw;
        iap_status_t status;
    } cases[] = {
        {0, IAP_ERROR_INVALID_ARGUMENT},
        {1, IAP_ERROR_INVALID_ARGUMENT},
        {2, IAP_ERROR_INVALID_ARGUMENT},
        {3, IAP_ERROR_INVALID_ARGUMENT},
        {4, IAP_ERROR_INVALID_ARGUMENT},
        {5, IAP_ERROR_INVALID_TEXT},
        {6, IAP_ERROR_INVALID_TEXT},
        {7, IAP_ERROR_TOO_LARGE},
        {8, IAP_ERROR_TOO_LARGE},
        {9, IAP_ERROR_INVALID_STRUCT_SIZE},
        {10, IAP_ERROR_INVALID_STRUCT_SIZE},
        {11, IAP_ERROR_INVALID_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("flaw %d", cases[i].flaw);
        iap_store_receipt_request request = request_with("{}");
        switch (cases[i].flaw) {
        case 1: request.status = 1; break;
        case 2: request.status = 21001; break;
        case 3: request.status = INT32_MIN; break;
        case 4: request.body = NULL; break;
        case 5: request.shared_secret = ""; break;
        case 6: request.shared_secret = "\xff"; break;
        case 7: request.shared_secret = huge; break;
        case 8: request.body_length = SIZE_MAX; break;
        case 9: request.struct_size = 0; break;
        case 10: request.struct_size += 8; break;
        case 11: request.status = 21200; break;
        }
        char buffer[64] = "untouched";
        size_t needed = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_verify_receipt_response(store, cases[i].flaw == 0 ? NULL : &request, buffer,
                                                       sizeof buffer, &needed, &error),
                     cases[i].status);
        CHECK_STATUS(error.status, cases[i].status);
        CHECK(error.message[0] != 0);
        CHECK_TEXT(buffer, "untouched");
    }
    test_case(NULL);
    const iap_store_receipt_request request = request_with("{}");
    char buffer[64] = "untouched";
    size_t needed = 0;
    CHECK_STATUS(iap_store_verify_receipt_response(NULL, &request, buffer, 64, &needed, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_verify_receipt_response(store, &request, buffer, 64, NULL, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_verify_receipt_response(store, &request, buffer, 5, &needed, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_TEXT(buffer, "untouched");
    CHECK_INT(needed, strlen("{\"status\":21002}") + 1);
    store_close(store);
    CHECK_STATUS(iap_store_verify_receipt_response(store, &request, buffer, 64, &needed, NULL), IAP_ERROR_CLOSED);
}

TEST(the_macro_and_the_function_start_a_receipt_request_the_same) {
    const iap_store_receipt_request macro = IAP_STORE_RECEIPT_REQUEST_INIT;
    iap_store_receipt_request function;
    memset(&function, 0xFF, sizeof function);
    iap_store_receipt_request_init(&function);
    CHECK_INT(function.struct_size, macro.struct_size);
    CHECK_INT(function.is_for_production, 0);
    CHECK(function.body == NULL && function.body_length == 0 && function.shared_secret == NULL);
    CHECK(function.status == 0 && function.is_retryable == 0 && function.has_older_names == 0);
}

/* The errors of purchases: what each error of the store means for a game, and that each error has a different code. */

#include "offer_payments.h"

#include <string.h>

typedef struct failure_case {
    iap_store_failure failure;
    iap_status status;
    iap_category category;
    int32_t retryable;
    const char *domain;
    bool can_be_simulated; /**< iap_store_set_simulated_error() can simulate it for purchases, too */
} failure_case;

#define STOREKIT "StoreKit.StoreKitError"
#define PURCHASE "StoreKit.Product.PurchaseError"
#define NETWORK "NSURLErrorDomain"

static const failure_case failure_cases[] = {
    {IAP_STORE_FAILURE_UNKNOWN, IAP_ERROR_STORE, IAP_CATEGORY_STORE, 1, STOREKIT, true},
    {IAP_STORE_FAILURE_NETWORK, IAP_ERROR_NETWORK, IAP_CATEGORY_NETWORK, 1, NETWORK, true},
    {IAP_STORE_FAILURE_SYSTEM, IAP_ERROR_STORE, IAP_CATEGORY_STORE, 1, STOREKIT, true},
    {IAP_STORE_FAILURE_NOT_IN_STOREFRONT, IAP_ERROR_NOT_IN_STOREFRONT, IAP_CATEGORY_UNAVAILABLE, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_NOT_ENTITLED, IAP_ERROR_NOT_ENTITLED, IAP_CATEGORY_STORE, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_INVALID_QUANTITY, IAP_ERROR_INVALID_QUANTITY, IAP_CATEGORY_INVALID_ARGUMENT, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE, IAP_ERROR_PRODUCT_UNAVAILABLE, IAP_CATEGORY_UNAVAILABLE, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED, IAP_ERROR_NOT_ALLOWED, IAP_CATEGORY_NOT_ALLOWED, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER, IAP_ERROR_INELIGIBLE_FOR_OFFER, IAP_CATEGORY_OFFER, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER, IAP_ERROR_INVALID_OFFER_IDENTIFIER, IAP_CATEGORY_OFFER, 0, PURCHASE,
     true},
    {IAP_STORE_FAILURE_INVALID_OFFER_PRICE, IAP_ERROR_INVALID_OFFER_PRICE, IAP_CATEGORY_OFFER, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE, IAP_ERROR_INVALID_OFFER_SIGNATURE, IAP_CATEGORY_OFFER, 0, PURCHASE,
     true},
    {IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS, IAP_ERROR_MISSING_OFFER_PARAMETERS, IAP_CATEGORY_OFFER, 0, PURCHASE,
     true},
    {IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING, IAP_ERROR_NOT_ALLOWED, IAP_CATEGORY_NOT_ALLOWED, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_MULTI_SEAT_DISABLED, IAP_ERROR_NOT_ALLOWED, IAP_CATEGORY_NOT_ALLOWED, 0, PURCHASE, true},
    /* StoreKit reports a cancellation as an error or as a result. The game receives the same in both cases, without an error of
       the store. */
    {IAP_STORE_FAILURE_USER_CANCELLED, IAP_ERROR_CANCELLED, IAP_CATEGORY_CANCELLED, 0, "", true},
    {IAP_STORE_FAILURE_UNSUPPORTED, IAP_ERROR_UNSUPPORTED, IAP_CATEGORY_UNSUPPORTED, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_INVALID_PRESENTATION, IAP_ERROR_INVALID_ANCHOR, IAP_CATEGORY_INVALID_ARGUMENT, 0, STOREKIT,
     true},
    {IAP_STORE_FAILURE_NETWORK_TIMEOUT, IAP_ERROR_NETWORK, IAP_CATEGORY_NETWORK, 1, NETWORK, true},
    {IAP_STORE_FAILURE_INVALID_REQUEST, IAP_ERROR_INVALID_ARGUMENT, IAP_CATEGORY_INVALID_ARGUMENT, 0,
     "StoreKit.InvalidRequestError", false},
};
#define CASE_COUNT (sizeof failure_cases / sizeof failure_cases[0])

/* Buys, and checks the reported failure. */
static iap_error failed_purchase(game *game, const failure_case *expected) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_transaction *failed = game_buy(game, BAG);
    CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(failed, &error), expected->status);
    CHECK_STATUS(error.status, expected->status);
    CHECK_INT(error.category, expected->category);
    CHECK_INT(error.retryable, expected->retryable);
    CHECK_TEXT(error.store_domain, expected->domain);
    CHECK(error.message[0] != 0);
    CHECK(strpbrk(error.message, "\r\n") == NULL);
    CHECK_CONTAINS(error.message, BAG);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK(game_finish(game, failed));
    return error;
}

TEST(each_failure_of_a_purchase_tells_what_it_is) {
    game *game = offers_game();
    for (size_t i = 0; i < CASE_COUNT; i++) {
        test_case("failure %d", (int)failure_cases[i].failure);
        REQUIRE_OK(iap_store_fail_next_purchase(game->store, failure_cases[i].failure, NULL));
        failed_purchase(game, &failure_cases[i]);
    }
    test_case(NULL);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(a_simulated_error_of_purchases_is_the_same_failure_until_it_is_taken_away) {
    game *game = offers_game();
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const failure_case *each = &failure_cases[i];
        test_case("failure %d", (int)each->failure);
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status status =
            iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, each->failure, &error);
        CHECK_STATUS(status, each->can_be_simulated ? IAP_OK : IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, status);
        if (!each->can_be_simulated) continue;
        const iap_error first = failed_purchase(game, each), second = failed_purchase(game, each);
        CHECK_INT(first.store_code, second.store_code);
        REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_NONE, NULL));
        REQUIRE_OK(iap_store_fail_next_purchase(game->store, each->failure, NULL));
        CHECK_INT(failed_purchase(game, each).store_code, first.store_code);
    }
    test_case(NULL);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(no_two_failures_have_the_same_domain_and_code) {
    game *game = offers_game();
    iap_error errors[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++) {
        REQUIRE_OK(iap_store_fail_next_purchase(game->store, failure_cases[i].failure, NULL));
        errors[i] = failed_purchase(game, &failure_cases[i]);
        for (size_t j = 0; j < i; j++) {
            test_case("failures %d and %d", (int)failure_cases[i].failure, (int)failure_cases[j].failure);
            CHECK(strcmp(errors[i].store_domain, errors[j].store_domain) != 0 ||
                  errors[i].store_code != errors[j].store_code);
        }
        test_case(NULL);
    }
}

TEST(failures_of_the_network_have_the_codes_of_the_system) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_INT(failed_purchase(game, &failure_cases[1]).store_code, -1009 /* not connected to the internet */);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK_TIMEOUT, NULL));
    CHECK_INT(failed_purchase(game, &failure_cases[1]).store_code, -1001 /* timed out */);
}

TEST(what_a_purchase_cannot_fail_with_is_refused) {
    static const iap_store_failure refused[] = {
        IAP_STORE_FAILURE_REVOKED_CERTIFICATE,
        IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN,
        IAP_STORE_FAILURE_INVALID_DEVICE_VERIFICATION,
        IAP_STORE_FAILURE_INVALID_ENCODING,
        IAP_STORE_FAILURE_INVALID_SIGNATURE,
        IAP_STORE_FAILURE_MISSING_REQUIRED_PROPERTIES,
        IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST,
        IAP_STORE_FAILURE_REFUND_REQUEST_FAILED,
        IAP_STORE_FAILURE_BINDING_NOT_ELIGIBLE,
        IAP_STORE_FAILURE_BINDING_INVALID_PINNING_ID,
        IAP_STORE_FAILURE_BINDING_FAILED,
        -1,
        IAP_STORE_FAILURE_SYSTEM_CURRENTLY_SUBSCRIBED + 1,
        INT32_MAX,
        INT32_MIN,
    };
    game *game = offers_game();
    CHECK_STATUS(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NONE, NULL), IAP_ERROR_INVALID_ARGUMENT);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("failure %d", (int)refused[i]);
        CHECK_STATUS(iap_store_fail_next_purchase(game->store, refused[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, refused[i], &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    test_case(NULL);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(cancelled_deferred_not_connected_not_allowed_and_invalid_are_told_apart) {
    game *game = offers_game();
    const iap_payment payment = payment_for(BAG);
    test_case("cancelled by the player");
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_REFUSED(game, &payment, IAP_ERROR_CANCELLED);
    test_case("not connected");
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_REFUSED(game, &payment, IAP_ERROR_NETWORK);
    test_case("not allowed");
    REQUIRE_OK(iap_store_set_payments_allowed(game->store, 0, NULL));
    CHECK_REFUSED(game, &payment, IAP_ERROR_NOT_ALLOWED);
    REQUIRE_OK(iap_store_set_payments_allowed(game->store, 1, NULL));
    test_case("invalid: no such product");
    const iap_payment unknown = payment_for(UNKNOWN_PRODUCT);
    CHECK_REFUSED(game, &unknown, IAP_ERROR_PRODUCT_UNAVAILABLE);
    test_case("invalid: more than one of what is sold once");
    iap_payment two = payment_for(HAT);
    two.quantity = 2;
    CHECK_REFUSED(game, &two, IAP_ERROR_INVALID_QUANTITY);
    test_case("deferred");
    iap_payment asked = payment;
    asked.simulates_ask_to_buy = 1;
    const heard *outcome = game_buy_with(game, &asked);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_DEFERRED);
    CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_OK);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(a_failure_waits_for_a_purchase_that_is_not_refused_for_itself) {
    game *game = offers_game_of_a_former_subscriber();
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_SYSTEM, NULL));
    const iap_payment unknown = payment_for(UNKNOWN_PRODUCT), known = payment_for(BAG);
    CHECK_REFUSED(game, &unknown, IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK_REFUSED(game, &known, IAP_ERROR_STORE);
    CHECK(offers_buy(game, &known) != NULL);
}

TEST(a_failed_payment_stays_in_the_queue_with_its_error_until_it_is_finished) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK_TIMEOUT, NULL));
    const iap_payment payment = payment_for(BAG);
    CHECK_REFUSED(game, &payment, IAP_ERROR_NETWORK);
    const iap_transactions *queue = game_queue(game);
    REQUIRE(iap_transactions_count(queue) == 1);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(iap_transactions_at(queue, 0), &error), IAP_ERROR_NETWORK);
    CHECK_INT(error.store_code, -1001);
    CHECK_INT(error.retryable, 1);
    CHECK(game_finish(game, iap_transactions_at(queue, 0)));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(a_payment_fails_as_the_question_for_its_product_does) {
    game *game = offers_game();
    const iap_payment payment = payment_for(BAG);
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_REFUSED(game, &payment, IAP_ERROR_NETWORK);
    /* The error says nothing about the product, which is for sale the next time. */
    REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_LOAD_PRODUCTS, IAP_STORE_FAILURE_NONE, NULL));
    CHECK(offers_buy(game, &payment) != NULL);
}

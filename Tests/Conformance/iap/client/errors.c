/* iap_error: how it is filled, and what each error of the store for a purchase means for a game. */

#include "offer_payments.h"

#include <string.h>

typedef struct failure_case {
    iap_store_failure_t failure;
    iap_status_t status;
    int32_t retryable;
    const char *domain;
    bool can_be_simulated; /**< iap_store_set_simulated_error() can simulate it for purchases, too */
} failure_case;

#define STOREKIT "StoreKit.StoreKitError"
#define PURCHASE "StoreKit.Product.PurchaseError"
#define NETWORK "NSURLErrorDomain"

static const failure_case failure_cases[] = {
    {IAP_STORE_FAILURE_UNKNOWN, IAP_ERROR_STORE, 1, STOREKIT, true},
    {IAP_STORE_FAILURE_NETWORK, IAP_ERROR_NETWORK, 1, NETWORK, true},
    {IAP_STORE_FAILURE_SYSTEM, IAP_ERROR_STORE, 1, STOREKIT, true},
    {IAP_STORE_FAILURE_NOT_IN_STOREFRONT, IAP_ERROR_NOT_IN_STOREFRONT, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_NOT_ENTITLED, IAP_ERROR_NOT_ENTITLED, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_INVALID_QUANTITY, IAP_ERROR_INVALID_QUANTITY, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_PRODUCT_UNAVAILABLE, IAP_ERROR_PRODUCT_UNAVAILABLE, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_PURCHASE_NOT_ALLOWED, IAP_ERROR_NOT_ALLOWED, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INELIGIBLE_FOR_OFFER, IAP_ERROR_INELIGIBLE_FOR_OFFER, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INVALID_OFFER_IDENTIFIER, IAP_ERROR_INVALID_OFFER_IDENTIFIER, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INVALID_OFFER_PRICE, IAP_ERROR_INVALID_OFFER_PRICE, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_INVALID_OFFER_SIGNATURE, IAP_ERROR_INVALID_OFFER_SIGNATURE, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_MISSING_OFFER_PARAMETERS, IAP_ERROR_MISSING_OFFER_PARAMETERS, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_PAYMENT_METHOD_BINDING, IAP_ERROR_NOT_ALLOWED, 0, PURCHASE, true},
    {IAP_STORE_FAILURE_MULTI_SEAT_DISABLED, IAP_ERROR_NOT_ALLOWED, 0, PURCHASE, true},
    /* StoreKit reports a cancellation as an error or as a result. The game receives the same in both cases, without an error of
       the store. */
    {IAP_STORE_FAILURE_USER_CANCELLED, IAP_ERROR_CANCELLED, 0, "", true},
    {IAP_STORE_FAILURE_UNSUPPORTED, IAP_ERROR_UNSUPPORTED, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_INVALID_PRESENTATION, IAP_ERROR_INVALID_ANCHOR, 0, STOREKIT, true},
    {IAP_STORE_FAILURE_NETWORK_TIMEOUT, IAP_ERROR_NETWORK, 1, NETWORK, true},
    {IAP_STORE_FAILURE_INVALID_REQUEST, IAP_ERROR_INVALID_ARGUMENT, 0, "StoreKit.InvalidRequestError", false},
};
#define CASE_COUNT (sizeof failure_cases / sizeof failure_cases[0])

/* Buys, and checks the reported failure. */
static iap_error failed_purchase(game *game, const failure_case *expected) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_transaction *failed = game_buy(game, BAG);
    CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(failed, &error), expected->status);
    CHECK_STATUS(error.status, expected->status);
    CHECK_INT(error.category, IAP_STATUS_CATEGORY(expected->status));
    CHECK_INT(error.retryable, expected->retryable);
    CHECK_TEXT(error.store_domain, expected->domain);
    CHECK(error.message[0] != 0);
    CHECK(strpbrk(error.message, "\r\n") == NULL);
    CHECK_CONTAINS(error.message, BAG);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK(game_finish(game, failed));
    return error;
}

TEST(a_purchase_that_the_store_fails_tells_why_and_charges_nothing) {
    game *game = offers_game();
    iap_error errors[CASE_COUNT];
    for (size_t i = 0; i < CASE_COUNT; i++) {
        const failure_case *each = &failure_cases[i];
        test_case("failure %d", (int)each->failure);
        REQUIRE_OK(iap_store_fail_next_purchase(game->store, each->failure, NULL));
        errors[i] = failed_purchase(game, each);
        if (each->failure == IAP_STORE_FAILURE_NETWORK) CHECK_INT(errors[i].store_code, -1009); /* not connected */
        if (each->failure == IAP_STORE_FAILURE_NETWORK_TIMEOUT) CHECK_INT(errors[i].store_code, -1001);
        /* A simulated error is the same, until it is taken away. */
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status_t status =
            iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, each->failure, &error);
        CHECK_STATUS(status, each->can_be_simulated ? IAP_OK : IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, status);
        for (int round = 0; round < 2 && each->can_be_simulated; round++)
            CHECK_INT(failed_purchase(game, each).store_code, errors[i].store_code);
        REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_PURCHASE, IAP_STORE_FAILURE_NONE, NULL));
        /* No two failures have the same domain and code. */
        for (size_t k = 0; k < i; k++) {
            CHECK(strcmp(errors[i].store_domain, errors[k].store_domain) != 0 ||
                  errors[i].store_code != errors[k].store_code);
        }
    }
    test_case(NULL);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(what_a_purchase_cannot_fail_with_is_refused) {
    static const iap_store_failure_t refused[] = {
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

TEST(a_failure_waits_for_a_purchase_that_is_not_refused_for_itself) {
    game *game = offers_game_of_a_former_subscriber();
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_SYSTEM, NULL));
    const iap_payment unknown = payment_for(UNKNOWN_PRODUCT), known = payment_for(BAG);
    CHECK_REFUSED(game, &unknown, IAP_ERROR_PRODUCT_UNAVAILABLE);
    CHECK_REFUSED(game, &known, IAP_ERROR_STORE);
    CHECK(offers_buy(game, &known) != NULL);
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

/* ------------------------------------------------------------------------------------------- the values of an error */

TEST(an_error_is_filled_on_success_too) {
    game *game = game_start();
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_finish_transaction_id(game->client, 4711, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
    CHECK(error.message[0] != 0);
    const uint64_t before = error.struct_size;
    CHECK_STATUS(iap_request_storefront(game->client, NULL, NULL, NULL, &error), IAP_OK);
    CHECK_STATUS(error.status, IAP_OK);
    CHECK_INT(error.category, IAP_CATEGORY_NONE);
    CHECK_INT(error.retryable, 0);
    CHECK_INT(error.store_code, 0);
    CHECK_TEXT(error.store_domain, "");
    CHECK_TEXT(error.message, "");
    CHECK_INT(error.struct_size, before);
}

TEST(texts_of_an_error_that_do_not_fit_are_cut_between_characters) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    /* A path that is longer than the message and consists of two-byte characters, at both possible offsets. */
    for (int offset = 0; offset < 2; offset++) {
        char path[1200] = "/nowhere/x";
        size_t length = strlen(path) - (size_t)offset;
        path[length] = 0;
        while (length + 2 < sizeof path) {
            memcpy(path + length, "ü", 2);
            length += 2;
        }
        path[length] = 0;
        options.storekit_path = path;
        iap_store *store = NULL;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK(iap_store_open(&options, &store, &error) < 0);
        const size_t end = strnlen(error.message, sizeof error.message);
        REQUIRE(end > 0 && end < sizeof error.message);
        /* The message does not end in the middle of a character: the last lead byte has its second byte. */
        if ((uint8_t)error.message[end - 1] >= 0x80) CHECK(((uint8_t)error.message[end - 1] & 0xC0) == 0x80);
    }
}

/* struct_size: the library refuses a size that no known version has, and does not write to an error of an unknown size. */

#include "game.h"

#include <stddef.h>
#include <string.h>

/* Sizes that no version of a struct of `known` bytes ever had. */
#define BAD_SIZES(known)                                                                                               \
    { 0, 3, 4, (known)-1, (known) + 8, (known)*1000, UINT32_MAX }
#define BAD_SIZE_COUNT 7

TEST(client_options_of_an_unknown_size_are_refused) {
    game *game = game_install(store_open(), "player", "phone");
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_client_options));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.execution = test_execution;
        options.device = game->device;
        options.struct_size = sizes[i];
        iap_client *client = (iap_client *)game;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_client_open(&options, &client, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK(error.message[0] != 0);
        CHECK(client == NULL);
    }
    CHECK(game_launch(game));
}

TEST(observers_of_an_unknown_size_are_refused) {
    game *game = game_install(store_open(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_observer));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_observer observer = IAP_OBSERVER_INIT;
        observer.struct_size = sizes[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_add_observer(game->client, &observer, NULL, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
}

TEST(payments_of_an_unknown_size_are_refused) {
    game *game = game_start();
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_payment));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.struct_size = sizes[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
    game_settle(game);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(renewals_of_an_unknown_size_are_refused) {
    game *game = game_start();
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_store_renewal));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
        renewal.struct_size = sizes[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_renewal(game->store, 1, &renewal, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
}

TEST(signing_requests_of_an_unknown_size_are_refused) {
    game *game = game_start();
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_store_signing_request));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
        request.struct_size = sizes[i];
        size_t length = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_sign(game->store, &request, NULL, 0, &length, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
}

TEST(store_options_of_an_unknown_size_are_refused) {
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_store_options));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_store_options options = store_options();
        options.struct_size = sizes[i];
        iap_store *store = (iap_store *)&options;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_open(&options, &store, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK(store == NULL);
    }
}

TEST(totals_of_an_unknown_size_are_refused_and_left_alone) {
    iap_store *store = store_open();
    const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES((uint32_t)sizeof(iap_store_totals));
    for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_store_totals totals;
        memset(&totals, 0xEE, sizeof totals);
        totals.struct_size = sizes[i];
        CHECK_STATUS(iap_store_get_totals(store, &totals, NULL), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK(totals.transactions == UINT64_C(0xEEEEEEEEEEEEEEEE));
        CHECK(totals.refunded == UINT64_C(0xEEEEEEEEEEEEEEEE));
    }
}

TEST(what_the_store_fills_or_is_told_is_refused_in_an_unknown_size) {
    game *game = game_start();
    const uint32_t known[] = {sizeof(iap_store_settings), sizeof(iap_store_transaction), sizeof(iap_store_purchase),
                              sizeof(iap_device_network)};
    for (size_t kind = 0; kind < 4; kind++) {
        const uint32_t sizes[BAD_SIZE_COUNT] = BAD_SIZES(known[kind]);
        for (size_t i = 0; i < BAD_SIZE_COUNT; i++) {
            test_case("struct %zu, size %u", kind, (unsigned)sizes[i]);
            iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
            iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
            iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
            iap_device_network network = IAP_DEVICE_NETWORK_INIT;
            settings.struct_size = transaction.struct_size = purchase.struct_size = network.struct_size = sizes[i];
            purchase.product_id = COINS;
            const iap_status status = kind == 0   ? iap_store_get_settings(game->store, &settings, NULL)
                                      : kind == 1 ? iap_store_get_transaction(game->store, 1, &transaction, NULL)
                                      : kind == 2 ? iap_store_buy(game->store, "player", &purchase, NULL, NULL)
                                                  : iap_device_set_network(game->device, &network, NULL);
            CHECK_STATUS(status, IAP_ERROR_INVALID_STRUCT_SIZE);
            CHECK(settings.locale[0] == 0 && transaction.product_id[0] == 0);
        }
    }
    CHECK_INT(store_totals(game->store).transactions, 0);
}

/* The library reports mistakes in an error value. If that value itself has the wrong size, the library can only leave it
   unchanged. */
TEST(an_error_of_an_unknown_size_is_left_alone) {
    game *game = game_start();
    const uint32_t sizes[] = {0, 3, 4, 100};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        union {
            iap_error error;
            uint8_t bytes[sizeof(iap_error) + 64];
        } guarded;
        memset(&guarded, 0xEE, sizeof guarded);
        guarded.error.struct_size = sizes[i];
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.quantity = 0;
        const iap_status status = iap_add_payment(game->client, &payment, NULL, &guarded.error);
        CHECK(status == IAP_ERROR_INVALID_QUANTITY || status == IAP_ERROR_INVALID_STRUCT_SIZE);
        size_t touched = 0;
        for (size_t n = sizeof guarded.error.struct_size; n < sizeof guarded; n++) touched += guarded.bytes[n] != 0xEE;
        CHECK_INT(touched, 0);
        CHECK_INT(guarded.error.struct_size, sizes[i]);
    }
}

TEST(an_error_of_a_larger_size_is_not_written_beyond_what_is_known) {
    game *game = game_start();
    const uint32_t sizes[] = {sizeof(iap_error) + 8, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        union {
            iap_error error;
            uint8_t bytes[sizeof(iap_error) + 64];
        } guarded;
        memset(&guarded, 0xEE, sizeof guarded);
        guarded.error.struct_size = sizes[i];
        CHECK(iap_finish_transaction_id(game->client, 4711, &guarded.error) < 0);
        for (size_t n = sizeof(iap_error); n < sizeof guarded; n++) CHECK_INT(guarded.bytes[n], 0xEE);
    }
}

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

/* Receipts: ownership of pointers, and invalid calls. */

#include "offer_catalogue.h"
#include "receipt_check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

TEST(checking_a_receipt_needs_a_verifier_bytes_and_a_place) {
    const iap_verifier *verifier = verify_nothing();
    const iap_app_receipt *const sentinel = (const iap_app_receipt *)&verifier;
    for (int flaw = 0; flaw < 3; flaw++) {
        test_case("flaw %d", flaw);
        const iap_app_receipt *receipt = sentinel;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        result.verdict = 99;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_verifier_check_receipt(flaw == 0 ? NULL : verifier, flaw == 1 ? NULL : "A", 1,
                                                flaw == 2 ? NULL : &receipt, &result, &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
        /* There is no verdict. */
        CHECK_INT(result.verdict, 0);
        if (flaw != 2) CHECK(receipt == NULL);
    }
}

TEST(a_result_of_an_unknown_size_is_refused_and_left_alone) {
    const iap_app_receipt *receipt = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    result.struct_size += 8;
    result.verdict = 99;
    CHECK_STATUS(iap_verifier_check_receipt(verify_nothing(), "A", 1, &receipt, &result, NULL),
                 IAP_ERROR_INVALID_STRUCT_SIZE);
    CHECK_INT(result.verdict, 99);
    CHECK(receipt == NULL);
}

TEST(only_the_handle_says_valid_without_a_result) {
    game *game = offers_game();
    static receipt given;
    REQUIRE(receipt_get(game, 1, &given));
    const iap_app_receipt *receipt = NULL;
    const iap_verifier *verifier = verify_store(game->store);
    CHECK_STATUS(iap_verifier_check_receipt(verifier, given.bytes, given.length, &receipt, NULL, NULL), IAP_OK);
    REQUIRE(receipt != NULL);
    iap_app_receipt_release(receipt);
    CHECK_STATUS(iap_verifier_check_receipt(verifier, given.bytes, 10, &receipt, NULL, NULL), IAP_OK);
    CHECK(receipt == NULL);
}

TEST(reading_a_receipt_needs_bytes_and_a_place) {
    const iap_app_receipt *receipt = (const iap_app_receipt *)&receipt;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_app_receipt_read(NULL, 1, &receipt, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(receipt == NULL && error.message[0] != 0);
    CHECK_STATUS(iap_app_receipt_read("A", 1, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_app_receipt_read("", 0, &receipt, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_app_receipt_read("A", (size_t)IAP_RECEIPT_LENGTH_MAX + 1, &receipt, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_app_receipt_read("{}", 2, &receipt, &error), IAP_ERROR_INVALID_TEXT);
    CHECK(receipt == NULL && error.message[0] != 0);
}

TEST(the_id_of_a_transaction_receipt_is_read) {
    /* { "purchase-info" = "{ "transaction-id" = "33993399"; }" in Base64; } */
    const char *plain = "{ \"purchase-info\" = \"eyAidHJhbnNhY3Rpb24taWQiID0gIjMzOTkzMzk5IjsgfQ==\"; }";
    const char *base64 =
        "eyAicHVyY2hhc2UtaW5mbyIgPSAiZXlBaWRISmhibk5oWTNScGIyNHRhV1FpSUQwZ0lqTXpPVGt6TXprNUlqc2dmUT09IjsgfQ==";
    uint64_t id = 0;
    CHECK_STATUS(iap_transaction_receipt_read_id(plain, strlen(plain), &id, NULL), IAP_OK);
    CHECK_ID(id, 33993399);
    id = 0;
    CHECK_STATUS(iap_transaction_receipt_read_id(base64, strlen(base64), &id, NULL), IAP_OK);
    CHECK_ID(id, 33993399);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_receipt_read_id(plain, strlen(plain) - 1, &id, &error), IAP_ERROR_INVALID_TEXT);
    CHECK(id == 0 && error.message[0] != 0);
    CHECK_STATUS(iap_transaction_receipt_read_id(NULL, 1, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_transaction_receipt_read_id(plain, 3, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_transaction_receipt_read_id("{", SIZE_MAX, &id, NULL), IAP_ERROR_TOO_LARGE);
}

TEST(a_receipt_outlives_its_bytes_its_verifier_and_its_store) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    static receipt given;
    REQUIRE(receipt_get(game, 1, &given));
    iap_verifier_options options = verify_options(game->store);
    const iap_verifier *verifier = NULL;
    REQUIRE_OK(iap_verifier_open(&options, &verifier, NULL));
    const iap_app_receipt *receipt = NULL;
    REQUIRE_OK(iap_verifier_check_receipt(verifier, given.bytes, given.length, &receipt, NULL, NULL));
    REQUIRE(receipt != NULL);
    memset(given.bytes, '#', sizeof given.bytes);
    iap_verifier_release(verifier);
    game_uninstall(game);
    store_close(game->store);
    CHECK(iap_app_receipt_retain(receipt) == receipt);
    iap_app_receipt_release(receipt);
    const iap_receipt_purchase *purchase = iap_app_receipt_purchase_at(receipt, 0);
    CHECK_TEXT(iap_receipt_purchase_text(purchase, IAP_RECEIPT_PURCHASE_PRODUCT_ID), HAT);
    CHECK_TEXT(iap_app_receipt_text(receipt, IAP_APP_RECEIPT_BUNDLE_ID), VERIFY_BUNDLE_ID);
    int32_t type = 0;
    iap_bytes value = {NULL, 0};
    for (size_t i = 0; i < iap_app_receipt_attribute_count(receipt); i++) {
        CHECK_INT(iap_app_receipt_attribute_at(receipt, i, &type, &value), 1);
        CHECK(value.length > 0 && value.bytes[0] != '#');
    }
    iap_app_receipt_release(receipt);
}

TEST(getters_of_nothing_give_nothing) {
    CHECK(iap_app_receipt_retain(NULL) == NULL);
    iap_app_receipt_release(NULL);
    const int64_t numbers[] = {
        iap_app_receipt_is_signature_checked(NULL),
        iap_app_receipt_is_for_device(NULL, (const uint8_t *)"x", 1),
        (int64_t)iap_app_receipt_attribute_count(NULL),
        iap_app_receipt_attribute_at(NULL, 0, NULL, NULL),
        (int64_t)iap_app_receipt_purchase_count(NULL),
        (int64_t)iap_receipt_purchase_attribute_count(NULL),
        iap_receipt_purchase_attribute_at(NULL, 0, NULL, NULL),
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        test_case("number %zu", i);
        CHECK_INT(numbers[i], 0);
    }
    CHECK(iap_app_receipt_purchase_at(NULL, 0) == NULL);
    for (int32_t field = 600; field < 800; field++) {
        test_case("field %d", (int)field);
        CHECK(iap_app_receipt_text(NULL, field) == NULL && iap_receipt_purchase_text(NULL, field) == NULL);
        CHECK_INT(iap_app_receipt_int64(NULL, field) | iap_receipt_purchase_int64(NULL, field), 0);
        CHECK_ID(iap_app_receipt_id(NULL, field) | iap_receipt_purchase_id(NULL, field), 0);
    }
}

/* ------------------------------------------------------------------------------------------------------ threads */

typedef struct checking {
    const iap_verifier *verifier;
    const iap_app_receipt *shared;
    const receipt *given;
    atomic_int valid;
} checking;

static void *check_many(void *context) {
    checking *checking = context;
    for (int i = 0; i < 40; i++) {
        const iap_app_receipt *receipt = NULL;
        if (iap_verifier_check_receipt(checking->verifier, checking->given->bytes, checking->given->length, &receipt,
                                       NULL, NULL) == IAP_OK &&
            receipt != NULL && iap_app_receipt_purchase_count(receipt) == 1) {
            atomic_fetch_add(&checking->valid, 1);
        }
        iap_app_receipt_release(receipt);
        const iap_app_receipt *kept = iap_app_receipt_retain(checking->shared);
        CHECK_TEXT(iap_receipt_purchase_text(iap_app_receipt_purchase_at(kept, 0), IAP_RECEIPT_PURCHASE_PRODUCT_ID),
                   HAT);
        iap_app_receipt_release(kept);
    }
    return NULL;
}

TEST(many_threads_check_receipts_with_one_verifier) {
    game *game = offers_game();
    REQUIRE(game_own(game, HAT) != 0);
    static receipt given;
    REQUIRE(receipt_get(game, 1, &given));
    checking checking = {.verifier = verify_store(game->store), .given = &given};
    checking.shared = receipt_checked(checking.verifier, given.bytes, given.length, NULL);
    REQUIRE(checking.shared != NULL);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) REQUIRE(pthread_create(&threads[i], NULL, check_many, &checking) == 0);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    CHECK_INT(atomic_load(&checking.valid), 160);
}

/* In a callback of the library, as the header allows. */
static void check_in_the_callback(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_TEXT_RECEIVED || game->context == NULL) return;
    const iap_app_receipt *receipt = NULL;
    CHECK_STATUS(iap_verifier_check_receipt(game->context, entry->text, strlen(entry->text), &receipt, NULL, NULL),
                 IAP_OK);
    CHECK(receipt != NULL);
    iap_app_receipt_release(receipt);
    game->context = NULL;
}

TEST(a_receipt_can_be_checked_in_a_callback) {
    game *game = offers_game();
    game->then = check_in_the_callback;
    game->context = (void *)verify_store(game->store);
    REQUIRE(receipt_text(game) != NULL);
    CHECK(game->context == NULL);
}

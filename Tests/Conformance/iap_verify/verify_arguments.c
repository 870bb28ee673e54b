/* iap_verify.h: mistakes of the caller, ownership, threads, and what must never change. */

#include "verify.h"

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

TEST(a_check_that_makes_no_sense_has_a_status_and_no_verdict) {
    const iap_verifier *verifier = verify_nothing();
    const char *text = verify_unsigned_text("{\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\"}");
    for (int flaw = 0; flaw < 7; flaw++) {
        test_case("flaw %d", flaw);
        const iap_signed_data *data = (const iap_signed_data *)text;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        result.verdict = IAP_VERDICT_VALID;
        result.reason = 1;
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_signed_kind_t kind = flaw == 1 ? 0 : flaw == 2 ? 5 : flaw == 3 ? -1 : IAP_SIGNED_TRANSACTION;
        CHECK_STATUS(iap_verifier_check(flaw == 0 ? NULL : verifier, kind, flaw == 4 ? NULL : text,
                                        flaw == 5 ? SIZE_MAX : strlen(text), flaw == 6 ? NULL : &data, &result, &error),
                     IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
        CHECK_INT(result.verdict, 0);
        CHECK_INT(result.reason, IAP_VERIFY_REASON_NONE);
        if (flaw != 6) CHECK(data == NULL);
    }
    test_case(NULL);
    const iap_signed_data *data = NULL;
    CHECK_STATUS(iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, text, strlen(text), &data, NULL, NULL), IAP_OK);
    CHECK(data != NULL);
    iap_signed_data_release(data);
    CHECK_STATUS(iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, text, 0, &data, NULL, NULL), IAP_OK);
    CHECK(data == NULL);
}

TEST(a_result_of_an_unknown_size_is_refused_and_left_alone) {
    const char *text = verify_unsigned_text("{\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\"}");
    iap_verify_result known = IAP_VERIFY_RESULT_INIT, before, result;
    const uint32_t size = (uint32_t)sizeof known, sizes[] = {0, 4, size - 1, size + 8, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        memset(&result, '#', sizeof result);
        result.struct_size = sizes[i];
        before = result;
        /* The result may say "valid" from an earlier check, therefore the call fails. */
        const iap_signed_data *data = (const iap_signed_data *)text;
        CHECK_STATUS(
            iap_verifier_check(verify_nothing(), IAP_SIGNED_TRANSACTION, text, strlen(text), &data, &result, NULL),
            IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK(data == NULL);
        CHECK(memcmp(&before, &result, sizeof result) == 0);
    }
    /* The data of an earlier check is gone. */
    memset(known.message, 'x', sizeof known.message - 1);
    known.reason = 1;
    CHECK(verify_check(verify_nothing(), IAP_SIGNED_TRANSACTION, text, &known) != NULL);
    CHECK_TEXT(known.message, "");
    CHECK_INT(known.reason, IAP_VERIFY_REASON_NONE);
}

TEST(handles_of_verifiers_and_data_are_kept_by_each_owner) {
    const char *text = verify_unsigned_text("{\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\"}");
    iap_store *store = store_open();
    iap_verifier_options options = verify_options(store);
    options.environments = IAP_ENVIRONMENT_LOCAL_TESTING;
    const iap_verifier *verifier = NULL;
    REQUIRE_OK(iap_verifier_open(&options, &verifier, NULL));
    CHECK(iap_verifier_retain(verifier) == verifier);
    iap_verifier_release(verifier);
    const iap_signed_data *data = NULL;
    REQUIRE_OK(iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, text, strlen(text), &data, NULL, NULL));
    CHECK(iap_signed_data_retain(data) == data);
    /* The data of a verifier stays valid after the verifier is released. */
    iap_verifier_release(verifier);
    iap_signed_data_release(data);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_BUNDLE_ID), VERIFY_BUNDLE_ID);
    CHECK(iap_signed_text(data, IAP_SIGNED_BUNDLE_ID) == iap_signed_text(data, IAP_SIGNED_BUNDLE_ID));
    iap_signed_data_release(data);
    CHECK(iap_verifier_retain(NULL) == NULL);
    CHECK(iap_signed_data_retain(NULL) == NULL);
    iap_verifier_release(NULL);
    iap_signed_data_release(NULL);
    iap_verifier_options_init(NULL);
    iap_verify_result_init(NULL);
}

/* ------------------------------------------------------------------------------------------------------ threads */

#define THREADS 8
#define ROUNDS 200

typedef struct worker {
    const iap_verifier *verifier;
    const char *right, *wrong;
    const iap_signed_data *shared;
    pthread_t thread;
    int failures;
} worker;

static void *work(void *context) {
    worker *worker = context;
    for (int round = 0; round < ROUNDS; round++) {
        const iap_signed_data *data = NULL;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        iap_verifier_check(worker->verifier, IAP_SIGNED_TRANSACTION, worker->right, strlen(worker->right), &data,
                           &result, NULL);
        worker->failures += data == NULL || strcmp(iap_signed_text(data, IAP_SIGNED_PRODUCT_ID), COINS) != 0;
        iap_signed_data_release(data);
        iap_verifier_check(worker->verifier, IAP_SIGNED_TRANSACTION, worker->wrong, strlen(worker->wrong), &data,
                           &result, NULL);
        worker->failures += data != NULL || result.reason != IAP_VERIFY_REASON_INVALID_SIGNATURE;
        worker->failures +=
            strcmp(iap_signed_text(iap_signed_data_retain(worker->shared), IAP_SIGNED_PRODUCT_ID), COINS) != 0;
        iap_signed_data_release(worker->shared);
    }
    return NULL;
}

TEST(any_number_of_threads_use_one_verifier_and_one_handle) {
    game *game = game_start();
    const char *right = iap_transaction_signed_text(game_buy(game, COINS));
    REQUIRE_OK(iap_store_set_forgery(game->store, IAP_STORE_FORGERY_SIGNATURE, NULL));
    const char *wrong =
        iap_transaction_signed_text(iap_transactions_at(game_query(game, IAP_QUERY_UNFINISHED, NULL), 0));
    REQUIRE(right != NULL && wrong != NULL);
    const iap_verifier *verifier = verify_store(game->store);
    const iap_signed_data *shared = verify_check(verify_store(game->store), IAP_SIGNED_TRANSACTION, right, NULL);
    REQUIRE(shared != NULL);
    worker workers[THREADS];
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){verifier, right, wrong, shared, 0, 0};
        REQUIRE(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        CHECK_INT(workers[i].failures, 0);
    }
}

/* ---------------------------------------------------------------------------------------------------- constants */

typedef struct reason_case {
    iap_verify_reason_t reason;
    int32_t value;
    int32_t apple_status;
    const char *name;
} reason_case;

#define REASON(name, value, apple_status)                                                                              \
    { IAP_VERIFY_REASON_##name, value, apple_status, "IAP_VERIFY_REASON_" #name }

static const reason_case reason_cases[] = {
    REASON(NONE, 0, 0),
    REASON(MALFORMED, 257, 1),
    REASON(TOO_LARGE, 513, 1),
    REASON(INVALID_JSON, 769, 1),
    REASON(INVALID_UTF8, 1025, 1),
    REASON(DUPLICATE_NAME, 1281, 1),
    REASON(TOO_DEEP, 1537, 1),
    REASON(NUMBER_OUT_OF_RANGE, 1793, 1),
    REASON(WRONG_TYPE, 2049, 1),
    REASON(MISSING_CERTIFICATES, 2305, 1),
    REASON(UNSUPPORTED_ALGORITHM, 2561, 1),
    REASON(UNTRUSTED_CHAIN, 2817, 1),
    REASON(NOT_VALID_AT_DATE, 3073, 1),
    REASON(MISSING_MARKER, 3329, 1),
    REASON(INVALID_SIGNATURE, 3585, 1),
    REASON(REVOKED_CERTIFICATE, 3841, 1),
    REASON(REVOCATION_UNPROVEN, 4097, 1),
    REASON(UNKNOWN_KEY, 4353, 1),
    REASON(OTHER_ISSUER, 4609, 1),
    REASON(OTHER_AUDIENCE, 4865, 1),
    REASON(OUT_OF_TIME, 5121, 1),
    REASON(OTHER_CLAIM, 5377, 1),
    REASON(OTHER_APP, 258, 2),
    REASON(OTHER_APP_APPLE_ID, 514, 2),
    REASON(INVALID_CERTIFICATE, 259, 3),
    REASON(INVALID_CHAIN_LENGTH, 260, 4),
    REASON(OTHER_ENVIRONMENT, 262, 6),
    REASON(OCSP_UNREACHABLE, 263, 7),
    REASON(NO_MEMORY, 519, 7),
};

TEST(reasons_keep_their_numbers_and_have_those_of_apple) {
    for (size_t i = 0; i < sizeof reason_cases / sizeof *reason_cases; i++) {
        const reason_case *each = &reason_cases[i];
        test_case("%s", each->name);
        CHECK_INT(each->reason, each->value);
        CHECK_INT(IAP_VERIFY_REASON_CLASS(each->reason), each->apple_status);
        CHECK_TEXT(iap_verify_reason_name(each->reason), each->name);
    }
    test_case(NULL);
    CHECK_TEXT(iap_verify_reason_name(1), "IAP_VERIFY_REASON_UNKNOWN");
    CHECK_TEXT(iap_verify_reason_name(-1), "IAP_VERIFY_REASON_UNKNOWN");
}

TEST(verifier_structs_begin_as_their_macros_say) {
    const iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    iap_verifier_options options_by_function;
    memset(&options_by_function, '#', sizeof options_by_function);
    iap_verifier_options_init(&options_by_function);
    CHECK_INT(options_by_function.struct_size, sizeof options);
    CHECK(memcmp(&options, &options_by_function, sizeof options) == 0);
    const iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_verify_result result_by_function;
    memset(&result_by_function, '#', sizeof result_by_function);
    iap_verify_result_init(&result_by_function);
    CHECK_INT(result_by_function.struct_size, sizeof result);
    CHECK(memcmp(&result, &result_by_function, sizeof result) == 0);
    CHECK_INT(sizeof(iap_verifier_options), 80);
    CHECK_INT(sizeof(iap_verify_result), 256);
    CHECK_INT(offsetof(iap_verify_result, message), 16);
    CHECK_INT(offsetof(iap_verifier_options, clock), 64);
    CHECK_INT(IAP_ENVIRONMENT_PRODUCTION, 1);
    CHECK_INT(IAP_ENVIRONMENT_SANDBOX, 2);
    CHECK_INT(IAP_ENVIRONMENT_XCODE, 4);
    CHECK_INT(IAP_ENVIRONMENT_LOCAL_TESTING, 8);
}

/* iap_verify.h, "THREE VERDICTS" and "WHAT IS CHECKED", with texts that the reference store signs. */

#include "forgeries.h"
#include "offer_catalogue.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

static iap_verify_reason_t reason_of(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_signed_data *data = verify_check(verifier, kind, text, &result);
    CHECK_INT(result.verdict, data != NULL ? IAP_VERDICT_VALID : IAP_VERDICT_INVALID);
    CHECK_INT(result.signature_checked, data != NULL);
    CHECK_INT(result.message[0] != 0, data == NULL);
    CHECK_INT(result.reason == IAP_VERIFY_REASON_NONE, data != NULL);
    CHECK(strchr(result.message, '\n') == NULL);
    return result.reason;
}

TEST(what_the_store_signs_is_valid_and_says_what_the_client_says) {
    game *game = verify_game();
    signed_things things;
    REQUIRE(verify_sign(game, &things));
    const iap_verifier *verifier = verify_store(game->store);
    for (iap_signed_kind_t kind = IAP_SIGNED_TRANSACTION; kind <= IAP_SIGNED_APP_TRANSACTION; kind++) {
        test_case("kind %d", (int)kind);
        CHECK_INT(reason_of(verifier, kind, things.texts[kind]), IAP_VERIFY_REASON_NONE);
        const iap_signed_data *data = verify_check(verifier, kind, things.texts[kind], NULL);
        REQUIRE(data != NULL);
        CHECK_INT(iap_signed_kind(data), kind);
        CHECK_INT(iap_signed_is_signature_checked(data), 1);
        CHECK_INT(iap_signed_int64(data, IAP_SIGNED_ENVIRONMENT), IAP_ENVIRONMENT_SANDBOX);
        CHECK_TEXT(iap_signed_unknown_json(data), "{}");
    }
    test_case(NULL);
    const iap_signed_data *bought = verify_check(verifier, IAP_SIGNED_TRANSACTION, things.texts[1], NULL);
    CHECK_TEXT(iap_signed_json(bought), iap_transaction_json(things.transaction));
    CHECK_ID(iap_signed_id(bought, IAP_SIGNED_TRANSACTION_ID), iap_transaction_id(things.transaction));
    CHECK_ID(iap_signed_id(bought, IAP_SIGNED_ORIGINAL_TRANSACTION_ID),
             iap_transaction_original_id(things.transaction));
    CHECK_TEXT(iap_signed_text(bought, IAP_SIGNED_PRODUCT_ID), BAG);
    CHECK_INT(iap_signed_int64(bought, IAP_SIGNED_PRODUCT_TYPE), IAP_PRODUCT_TYPE_CONSUMABLE);
    CHECK_INT(iap_signed_int64(bought, IAP_SIGNED_PRICE_MILLIUNITS), 1990);
    CHECK_INT(iap_signed_int64(bought, IAP_SIGNED_QUANTITY), 1);
    CHECK_INT(iap_signed_int64(bought, IAP_SIGNED_SIGNED_DATE_MS), iap_transaction_signed_date_ms(things.transaction));
    CHECK_TEXT(iap_signed_text(bought, IAP_SIGNED_BUNDLE_ID), VERIFY_BUNDLE_ID);
    const iap_signed_data *info = verify_check(verifier, IAP_SIGNED_RENEWAL_INFO, things.texts[2], NULL);
    CHECK_TEXT(iap_signed_json(info), iap_renewal_info_json(things.renewal_info));
    CHECK_TEXT(iap_signed_text(info, IAP_SIGNED_AUTO_RENEW_PRODUCT_ID), PASS_GOLD);
    CHECK_INT(iap_signed_int64(info, IAP_SIGNED_AUTO_RENEWAL), IAP_AUTO_RENEWAL_ON);
    CHECK_INT(iap_signed_int64(info, IAP_SIGNED_RENEWAL_DATE_MS),
              iap_renewal_info_renewal_date_ms(things.renewal_info));
    const iap_signed_data *app = verify_check(verifier, IAP_SIGNED_APP_TRANSACTION, things.texts[3], NULL);
    CHECK_TEXT(iap_signed_json(app), iap_app_transaction_json(things.app_transaction));
    CHECK_TEXT(iap_signed_text(app, IAP_SIGNED_APP_VERSION), iap_app_transaction_app_version(things.app_transaction));
    CHECK_INT(iap_signed_int64(app, IAP_SIGNED_SIGNED_DATE_MS),
              iap_app_transaction_signed_date_ms(things.app_transaction));
}

TEST(each_forgery_is_invalid_for_its_reason) {
    game *game = verify_game();
    signed_things right;
    REQUIRE(verify_sign(game, &right));
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        const forgery_case *each = &forgeries[i];
        REQUIRE(forge(game->store, each->forgery));
        signed_things forged;
        REQUIRE(verify_sign(game, &forged));
        for (int knows_signer = 0; knows_signer < 2; knows_signer++) {
            const iap_verifier *verifier = verify_store(game->store);
            if (knows_signer) CHECK_INT(reason_of(verifier, IAP_SIGNED_TRANSACTION, right.texts[1]), 0);
            for (iap_signed_kind_t kind = 1; kind <= IAP_SIGNED_APP_TRANSACTION; kind++) {
                test_case("forgery %d of kind %d", (int)each->forgery, (int)kind);
                CHECK_INT(reason_of(verifier, kind, forged.texts[kind]), forgery_reason(each, kind));
            }
        }
        REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    }
}

TEST(data_of_another_device_is_recognised_by_the_device) {
    game *game = verify_game();
    const iap_verifier *verifier = verify_store(game->store);
    signed_things things;
    REQUIRE(verify_sign(game, &things));
    const iap_signed_data *data = verify_check(verifier, IAP_SIGNED_TRANSACTION, things.texts[1], NULL);
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_DEVICE_VERIFICATION),
               iap_transaction_device_verification(things.transaction));
    CHECK_TEXT(iap_signed_text(data, IAP_SIGNED_DEVICE_VERIFICATION_NONCE),
               iap_transaction_device_verification_nonce(things.transaction));
    CHECK_INT(iap_signed_is_for_device(data, "00000000-0000-4000-8000-000000000000"), 0);
    CHECK_INT(iap_signed_is_for_device(data, NULL), 0);
    CHECK_INT(iap_signed_is_for_device(NULL, "00000000-0000-4000-8000-000000000000"), 0);
    /* The SHA-384 of "nonce" and "id", as StoreKit documents it. */
    data = verify_read(IAP_SIGNED_TRANSACTION, "{\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\","
                                               "\"deviceVerificationNonce\":\"NONCE\",\"deviceVerification\":"
                                               "\"2ZRU6SvQRmOqTpzmXqE3XVQrE+qKBXvySCrDcE4p3wDSQ/JdzaewiG8+zxPMbGdb\"}");
    CHECK_INT(iap_signed_is_for_device(data, "id"), 1);
    CHECK_INT(iap_signed_is_for_device(data, "ID"), 1);
    CHECK_INT(iap_signed_is_for_device(data, "id2"), 0);
}

TEST(a_verifier_of_another_store_trusts_nothing_of_this_one) {
    game *game = verify_game();
    signed_things things;
    REQUIRE(verify_sign(game, &things));
    iap_store_options options = store_options();
    options.seed = 99;
    const iap_verifier *verifier = verify_store(store_open_with(&options));
    for (iap_signed_kind_t kind = 1; kind <= IAP_SIGNED_APP_TRANSACTION; kind++) {
        CHECK_INT(reason_of(verifier, kind, things.texts[kind]), IAP_VERIFY_REASON_UNTRUSTED_CHAIN);
    }
}

TEST(every_change_of_one_character_is_invalid) {
    game *game = verify_game();
    signed_things things;
    REQUIRE(verify_sign(game, &things));
    const iap_verifier *verifier = verify_store(game->store);
    CHECK_INT(reason_of(verifier, IAP_SIGNED_TRANSACTION, things.texts[1]), IAP_VERIFY_REASON_NONE);
    const size_t length = strlen(things.texts[1]);
    char *text = malloc(length + 1);
    REQUIRE(text != NULL);
    memcpy(text, things.texts[1], length + 1);
    for (size_t i = 0; i < length; i++) {
        const char right = text[i];
        text[i] = right == 'A' ? 'B' : 'A';
        const iap_signed_data *data = NULL;
        CHECK_STATUS(iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, text, length, &data, NULL, NULL), IAP_OK);
        /* The signature covers the bytes of the third certificate as well. */
        if (!CHECK(data == NULL)) test_fail(__FILE__, __LINE__, "character %zu of %zu", i, length);
        iap_signed_data_release(data);
        text[i] = right;
    }
    for (size_t shorter = 0; shorter < length; shorter += 7) {
        const iap_signed_data *data = NULL;
        CHECK_STATUS(iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, text, shorter, &data, NULL, NULL), IAP_OK);
        CHECK(data == NULL);
    }
    free(text);
}

TEST(a_verifier_takes_only_the_environments_that_it_allows) {
    game *game = verify_game();
    signed_things things;
    REQUIRE(verify_sign(game, &things));
    iap_verifier_options options = verify_options(game->store);
    options.app_apple_id = VERIFY_APP_APPLE_ID;
    static const struct {
        iap_environment_t environments;
        iap_verify_reason_t reason;
        iap_verify_reason_t of_app_transaction; /* it has no Apple id; Apple's libraries check this first */
    } cases[] = {
        {IAP_ENVIRONMENT_SANDBOX, 0, 0},
        {IAP_ENVIRONMENT_SANDBOX | IAP_ENVIRONMENT_PRODUCTION, 0, 0},
        {IAP_ENVIRONMENT_SANDBOX | IAP_ENVIRONMENT_XCODE, 0, 0},
        {IAP_ENVIRONMENT_PRODUCTION, IAP_VERIFY_REASON_OTHER_ENVIRONMENT, IAP_VERIFY_REASON_OTHER_APP_APPLE_ID},
        {IAP_ENVIRONMENT_XCODE, IAP_VERIFY_REASON_OTHER_ENVIRONMENT, IAP_VERIFY_REASON_OTHER_ENVIRONMENT},
        {IAP_ENVIRONMENT_LOCAL_TESTING, IAP_VERIFY_REASON_OTHER_ENVIRONMENT, IAP_VERIFY_REASON_OTHER_ENVIRONMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("environments %d", (int)cases[i].environments);
        options.environments = cases[i].environments;
        const iap_verifier *verifier = verify_open(&options);
        for (iap_signed_kind_t kind = 1; kind <= IAP_SIGNED_APP_TRANSACTION; kind++) {
            CHECK_INT(reason_of(verifier, kind, things.texts[kind]),
                      kind == IAP_SIGNED_APP_TRANSACTION ? cases[i].of_app_transaction : cases[i].reason);
        }
    }
}

TEST(unsigned_data_is_valid_only_where_its_environment_is_allowed_and_says_so) {
    iap_store *store = store_open();
    iap_verifier_options options = verify_options(store);
    static const char *const names[] = {"Xcode", "LocalTesting"};
    static const iap_environment_t environments[] = {IAP_ENVIRONMENT_XCODE, IAP_ENVIRONMENT_LOCAL_TESTING};
    for (int i = 0; i < 2; i++) {
        test_case("%s", names[i]);
        char payload[256] = "{\"bundleId\":\"com.example.game\",\"environment\":\"";
        strcat(strcat(payload, names[i]), "\"}");
        const char *text = verify_unsigned_text(payload);
        for (int allowed = 0; allowed < 2; allowed++) {
            options.environments = environments[allowed] | IAP_ENVIRONMENT_SANDBOX;
            iap_verify_result result = IAP_VERIFY_RESULT_INIT;
            const iap_signed_data *data = verify_check(verify_open(&options), IAP_SIGNED_TRANSACTION, text, &result);
            CHECK_INT(result.verdict, allowed == i ? IAP_VERDICT_VALID : IAP_VERDICT_INVALID);
            CHECK_INT(result.signature_checked, 0);
            CHECK_INT(data != NULL, allowed == i);
            CHECK_INT(iap_signed_is_signature_checked(data), 0);
            CHECK_INT(iap_signed_int64(data, IAP_SIGNED_ENVIRONMENT),
                      allowed == i ? environments[i] : IAP_ENVIRONMENT_UNKNOWN);
        }
        options.environments = IAP_ENVIRONMENT_SANDBOX;
        CHECK_INT(reason_of(verify_open(&options), IAP_SIGNED_TRANSACTION, text),
                  IAP_VERIFY_REASON_MISSING_CERTIFICATES);
    }
}

typedef struct payload_case {
    const char *payload;
    iap_verify_reason_t reason;
} payload_case;

TEST(a_payload_that_is_no_strict_json_is_invalid_for_a_reason) {
    static char deep[4096], number[1024];
    memset(deep, '[', 1000);
    memcpy(deep, "{\"a\":", 5);
    memset(deep + 1000, ']', 995);
    strcpy(deep + 1995, "}");
    memset(number, '9', 500);
    memcpy(number, "{\"a\":", 5);
    strcpy(number + 500, "}");
    const payload_case cases[] = {
        {"{\"environment\":\"LocalTesting\",\"bundleId\":\"com.example.game\"}", IAP_VERIFY_REASON_NONE},
        {"", IAP_VERIFY_REASON_INVALID_JSON},
        {"[]", IAP_VERIFY_REASON_INVALID_JSON},
        {"{\"a\":1}x", IAP_VERIFY_REASON_INVALID_JSON},
        {"{\"a\":\"\xFF\"}", IAP_VERIFY_REASON_INVALID_UTF8},
        {"{\"a\":\"\\ud800\"}", IAP_VERIFY_REASON_INVALID_UTF8},
        {"{\"a\":1,\"a\":1}", IAP_VERIFY_REASON_DUPLICATE_NAME},
        {"{\"a\":1,\"\\u0061\":1}", IAP_VERIFY_REASON_DUPLICATE_NAME},
        {"{\"a\":[{\"b\":1,\"b\":1}]}", IAP_VERIFY_REASON_DUPLICATE_NAME},
        {deep, IAP_VERIFY_REASON_TOO_DEEP},
        {number, IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE},
        {"{\"a\":1e400}", IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE},
        {"{\"quantity\":2147483648}", IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE},
        {"{\"price\":9223372036854775808}", IAP_VERIFY_REASON_NUMBER_OUT_OF_RANGE},
        {"{\"price\":\"990\"}", IAP_VERIFY_REASON_WRONG_TYPE},
        {"{\"productId\":1}", IAP_VERIFY_REASON_WRONG_TYPE},
        {"{\"price\":1.5}", IAP_VERIFY_REASON_WRONG_TYPE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("%.60s", cases[i].payload);
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        verify_check(verify_nothing(), IAP_SIGNED_TRANSACTION, verify_unsigned_text(cases[i].payload), &result);
        CHECK_INT(result.reason, cases[i].reason);
        CHECK_INT(IAP_VERIFY_REASON_CLASS(result.reason), cases[i].reason != 0);
    }
}

TEST(a_text_that_is_too_large_is_invalid_unread) {
    char *text = malloc(IAP_SIGNED_TEXT_LENGTH_MAX + 1);
    REQUIRE(text != NULL);
    memset(text, 'A', IAP_SIGNED_TEXT_LENGTH_MAX + 1);
    for (size_t more = 0; more < 2; more++) {
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        const iap_signed_data *data = NULL;
        const size_t length = IAP_SIGNED_TEXT_LENGTH_MAX + more;
        CHECK_STATUS(iap_verifier_check(verify_nothing(), IAP_SIGNED_TRANSACTION, text, length, &data, &result, NULL),
                     IAP_OK);
        CHECK_INT(result.reason, more ? IAP_VERIFY_REASON_TOO_LARGE : IAP_VERIFY_REASON_MALFORMED);
        CHECK(data == NULL);
    }
    free(text);
}

static int64_t clock_of_test(void *user_data) { return *(int64_t *)user_data; }

TEST(what_has_a_date_is_judged_by_it_and_not_by_the_clock) {
    iap_store *store = store_open();
    /* Long before the store's certificates become valid. */
    int64_t now = -62000000000000;
    iap_verifier_options options = verify_options(store);
    options.clock = clock_of_test;
    options.clock_user_data = &now;
    const iap_verifier *verifier = verify_open(&options);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    const char *text = iap_transaction_signed_text(game_buy(game, COINS));
    CHECK_INT(reason_of(verifier, IAP_SIGNED_TRANSACTION, text), IAP_VERIFY_REASON_NONE);
}

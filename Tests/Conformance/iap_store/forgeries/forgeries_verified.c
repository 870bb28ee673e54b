/* A server's verdict about each forgery of a transaction, renewal info, a notification and a receipt. */

#include "forgeries.h"
#include "game.h"
#include "receipt_check.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

static iap_verify_reason_t check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text) {
    const iap_signed_data *data = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    CHECK_STATUS(iap_verifier_check(verifier, kind, text, strlen(text), &data, &result, NULL), IAP_OK);
    CHECK_INT(data != NULL, result.reason == IAP_VERIFY_REASON_NONE);
    iap_signed_data_release(data);
    return result.reason;
}

TEST(a_verifier_finds_each_forgery_in_all_that_servers_get) {
    game *game = game_start();
    const uint64_t club = game_own(game, CLUB_MONTH);
    const iap_verifier *verifier = verify_store(game->store);
    REQUIRE(club != 0 && verifier != NULL);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        const forgery_case *each = &forgeries[i];
        test_case("forgery %d", (int)each->forgery);
        REQUIRE(forge(game->store, each->forgery));
        const iap_subscription_status *status = game_status(game, CLUB_GROUP);
        const iap_transaction *transaction = iap_subscription_status_transaction(status);
        CHECK_INT(check(verifier, IAP_SIGNED_TRANSACTION, iap_transaction_signed_text(transaction)),
                  forgery_reason(each, IAP_SIGNED_TRANSACTION));
        const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
        CHECK_INT(check(verifier, IAP_SIGNED_RENEWAL_INFO, iap_renewal_info_signed_text(info)),
                  forgery_reason(each, IAP_SIGNED_RENEWAL_INFO));
        const iap_app_transaction *app = game_app_transaction(game, 1);
        CHECK_INT(check(verifier, IAP_SIGNED_APP_TRANSACTION, iap_app_transaction_signed_text(app)),
                  forgery_reason(each, IAP_SIGNED_APP_TRANSACTION));
        iap_store_notification notification = IAP_STORE_NOTIFICATION_INIT;
        notification.type = "DID_RENEW";
        notification.transaction_id = club;
        static char buffer[65536];
        size_t length = 0;
        REQUIRE_OK(iap_store_sign_notification(game->store, &notification, buffer, sizeof buffer, &length, NULL));
        CHECK_INT(check(verifier, IAP_SIGNED_NOTIFICATION, buffer), forgery_reason(each, IAP_SIGNED_NOTIFICATION));
    }
}

/* The receipt that the device has, or a new one. */
static const char *device_receipt(game *game, int32_t is_refresh) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_app_receipt(game->client, is_refresh, game_hears_text, game, &id, NULL), IAP_OK))
        return NULL;
    const heard *answer = game_wait_response(game, id);
    return answer != NULL && CHECK_STATUS(answer->error.status, IAP_OK) ? answer->text : NULL;
}

static iap_verify_reason_t check_receipt(const iap_verifier *verifier, const char *text) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_app_receipt *receipt = receipt_checked(verifier, text, strlen(text), &result);
    CHECK_INT(receipt != NULL, result.reason == IAP_VERIFY_REASON_NONE);
    CHECK_INT(result.verdict, receipt != NULL ? IAP_VERDICT_VALID : IAP_VERDICT_INVALID);
    return result.reason;
}

TEST(a_verifier_finds_each_forgery_of_a_receipt) {
    game *game = game_start();
    const iap_verifier *verifier = verify_store(game->store);
    REQUIRE(verifier != NULL && game_own(game, CLUB_MONTH) != 0);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        REQUIRE(forge(game->store, forgeries[i].forgery));
        const char *text = device_receipt(game, 1);
        REQUIRE(text != NULL);
        CHECK_INT(check_receipt(verifier, text), forgeries[i].reason_of_receipt);
    }
}

/* Only a server whose game sends the identifier can notice it. */
TEST(a_receipt_of_another_device_has_another_hash_and_nothing_else_that_is_wrong) {
    game *game = game_start();
    const iap_app_receipt *receipts[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        REQUIRE(forge(game->store, i == 0 ? IAP_STORE_FORGERY_NONE : IAP_STORE_FORGERY_OTHER_DEVICE));
        const char *text = device_receipt(game, 1);
        REQUIRE(text != NULL && (receipts[i] = receipt_read(text, strlen(text))) != NULL);
    }
    const size_t count = iap_app_receipt_attribute_count(receipts[0]);
    REQUIRE(CHECK(count > 0) && CHECK_INT(iap_app_receipt_attribute_count(receipts[1]), count));
    const int32_t type_of_hash = 5;
    int32_t differing = 0;
    for (size_t i = 0; i < count; i++) {
        int32_t types[2] = {0, 0};
        iap_bytes values[2] = {{NULL, 0}, {NULL, 0}};
        for (int j = 0; j < 2; j++) CHECK_INT(iap_app_receipt_attribute_at(receipts[j], i, &types[j], &values[j]), 1);
        CHECK_INT(types[0], types[1]);
        if (values[0].length == values[1].length && memcmp(values[0].bytes, values[1].bytes, values[0].length) == 0)
            continue;
        differing++;
        CHECK_INT(types[0], type_of_hash);
    }
    CHECK_INT(differing, 1);
}

TEST(forged_receipts_are_gone_when_the_store_signs_properly_again) {
    game *game = game_start();
    const iap_verifier *verifier = verify_store(game->store);
    const char *first = device_receipt(game, 0);
    REQUIRE(verifier != NULL && first != NULL);
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_SIGNATURE));
    for (int32_t is_refresh = 0; is_refresh < 2; is_refresh++) {
        const char *forged = device_receipt(game, is_refresh);
        REQUIRE(forged != NULL);
        CHECK_INT(check_receipt(verifier, forged), IAP_VERIFY_REASON_INVALID_SIGNATURE);
    }
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    const char *kept = device_receipt(game, 0);
    REQUIRE(kept != NULL);
    CHECK_TEXT(kept, first);
    CHECK_INT(check_receipt(verifier, kept), IAP_VERIFY_REASON_NONE);

    /* A device that had no receipt before. */
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_ROOT));
    struct game *other = game_install(game->store, "player", "tablet");
    REQUIRE(other != NULL && game_launch(other));
    CHECK_INT(check_receipt(verifier, device_receipt(other, 0)), IAP_VERIFY_REASON_UNTRUSTED_CHAIN);
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    CHECK_INT(check_receipt(verifier, device_receipt(other, 0)), IAP_VERIFY_REASON_NONE);
}

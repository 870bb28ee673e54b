/* What a server's verifier says to each forgery of a transaction, renewal info and a notification. */

#include "forgeries.h"
#include "game.h"
#include "verify.h"

#include <stdlib.h>
#include <string.h>

/* In the order of the forgeries' numbers, from 1. */
static const iap_verify_reason reasons[FORGERY_COUNT] = {IAP_VERIFY_REASON_INVALID_SIGNATURE,
                                                         IAP_VERIFY_REASON_INVALID_SIGNATURE,
                                                         IAP_VERIFY_REASON_INVALID_SIGNATURE,
                                                         IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM,
                                                         IAP_VERIFY_REASON_UNSUPPORTED_ALGORITHM,
                                                         IAP_VERIFY_REASON_UNTRUSTED_CHAIN,
                                                         IAP_VERIFY_REASON_INVALID_SIGNATURE,
                                                         IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH,
                                                         IAP_VERIFY_REASON_MISSING_MARKER,
                                                         IAP_VERIFY_REASON_NOT_VALID_AT_DATE,
                                                         IAP_VERIFY_REASON_MALFORMED,
                                                         IAP_VERIFY_REASON_OTHER_APP,
                                                         IAP_VERIFY_REASON_OTHER_ENVIRONMENT,
                                                         IAP_VERIFY_REASON_NONE, /* servers know no device */
                                                         IAP_VERIFY_REASON_MISSING_MARKER,
                                                         IAP_VERIFY_REASON_INVALID_CHAIN_LENGTH,
                                                         IAP_VERIFY_REASON_UNTRUSTED_CHAIN,
                                                         IAP_VERIFY_REASON_UNTRUSTED_CHAIN,
                                                         IAP_VERIFY_REASON_NOT_VALID_AT_DATE,
                                                         IAP_VERIFY_REASON_MISSING_CERTIFICATES,
                                                         IAP_VERIFY_REASON_DUPLICATE_NAME};

static iap_verify_reason check(const iap_verifier *verifier, iap_signed_kind kind, const char *text) {
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
        test_case("forgery %d", (int)forgeries[i].forgery);
        REQUIRE(forge(game->store, forgeries[i].forgery));
        const iap_subscription_status *status = game_status(game, CLUB_GROUP);
        const iap_transaction *transaction = iap_subscription_status_transaction(status);
        CHECK_INT(check(verifier, IAP_SIGNED_TRANSACTION, iap_transaction_signed_text(transaction)), reasons[i]);
        const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
        /* Renewal info names no app. */
        CHECK_INT(check(verifier, IAP_SIGNED_RENEWAL_INFO, iap_renewal_info_signed_text(info)),
                  forgeries[i].forgery == IAP_STORE_FORGERY_OTHER_BUNDLE ? IAP_VERIFY_REASON_NONE : reasons[i]);
        const iap_app_transaction *app = game_app_transaction(game, 1);
        CHECK_INT(check(verifier, IAP_SIGNED_APP_TRANSACTION, iap_app_transaction_signed_text(app)), reasons[i]);
        iap_store_notification notification = IAP_STORE_NOTIFICATION_INIT;
        notification.type = "DID_RENEW";
        notification.transaction_id = club;
        static char buffer[65536];
        size_t length = 0;
        REQUIRE_OK(iap_store_sign_notification(game->store, &notification, buffer, sizeof buffer, &length, NULL));
        CHECK_INT(check(verifier, IAP_SIGNED_NOTIFICATION, buffer), reasons[i]);
    }
}

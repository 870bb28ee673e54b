/* Forged responses to requests: the response comes, reports why it is unverified, and contains the forged text. */

#include "forgeries.h"
#include "game.h"
#include "signed_text.h"

#include <string.h>

TEST(queries_list_what_is_forged_with_its_reason) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD), club = game_own(game, CLUB_MONTH);
    REQUIRE(sword != 0 && club != 0 && game_buy(game, COINS) != NULL);
    const struct {
        iap_query_t query;
        const char *product_id;
        size_t count;
    } queries[] = {
        {IAP_QUERY_ALL, NULL, 3},
        {IAP_QUERY_UNFINISHED, NULL, 1},
        {IAP_QUERY_CURRENT_ENTITLEMENTS, NULL, 2},
        {IAP_QUERY_LATEST, CLUB_MONTH, 1},
    };
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        REQUIRE(forge(game->store, forgeries[i].forgery));
        for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++) {
            test_case("forgery %d, query %d", (int)forgeries[i].forgery, (int)queries[k].query);
            const iap_transactions *answer = game_query(game, queries[k].query, queries[k].product_id);
            CHECK_INT(iap_transactions_count(answer), queries[k].count);
            for (size_t n = 0; n < iap_transactions_count(answer); n++) {
                const iap_transaction *each = iap_transactions_at(answer, n);
                CHECK_INT(iap_transaction_state(each), IAP_TRANSACTION_UNVERIFIED);
                CHECK_INT(iap_transaction_signature_check(each), forgeries[i].verification);
                CHECK_STATUS(iap_transaction_error(each, NULL), IAP_ERROR_VERIFICATION);
                CHECK_FORGED_TEXT(game->store, forgeries[i].forgery, iap_transaction_signed_text(each));
            }
        }
    }
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED), 0);
}

/* The fields of an unverified transaction are those of its text. */
TEST(a_forged_transaction_tells_what_its_text_says) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    const iap_transaction *right = iap_transactions_at(game_query(game, IAP_QUERY_ALL, NULL), 0);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        const iap_store_forgery_t forgery = forgeries[i].forgery;
        test_case("forgery %d", (int)forgery);
        REQUIRE(forge(game->store, forgery));
        const iap_transaction *forged = iap_transactions_at(game_query(game, IAP_QUERY_ALL, NULL), 0);
        const char *json = iap_transaction_json(forged);
        CHECK_ID(iap_transaction_id(forged), iap_transaction_id(right));
        CHECK_TEXT(iap_transaction_product_id(forged), SWORD);
        CHECK(json_has_text(json, "appTransactionId", iap_transaction_app_transaction_id(forged)));
        CHECK(json_has_text(json, "bundleId", iap_transaction_app_bundle_id(forged)));
        CHECK(json_has_text(json, "environment", iap_transaction_environment(forged)));
        CHECK(json_has_text(json, "deviceVerification", iap_transaction_device_verification(forged)));
        CHECK(json_has_text(json, "deviceVerificationNonce", iap_transaction_device_verification_nonce(forged)));
        const bool is_altered =
            forgery == IAP_STORE_FORGERY_PAYLOAD || forgery == IAP_STORE_FORGERY_DUPLICATE_NAME ||
            (forgery >= IAP_STORE_FORGERY_OTHER_BUNDLE && forgery <= IAP_STORE_FORGERY_OTHER_DEVICE);
        CHECK_INT(strcmp(json, iap_transaction_json(right)) != 0, is_altered);
        CHECK_INT(strcmp(iap_transaction_app_transaction_id(forged), iap_transaction_app_transaction_id(right)) != 0,
                  forgery == IAP_STORE_FORGERY_PAYLOAD);
        CHECK_INT(strcmp(iap_transaction_device_verification(forged), iap_transaction_device_verification(right)) != 0,
                  forgery == IAP_STORE_FORGERY_OTHER_DEVICE);
        CHECK(strcmp(iap_transaction_signed_text(forged), iap_transaction_signed_text(right)) != 0);
    }
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    const iap_transaction *again = iap_transactions_at(game_query(game, IAP_QUERY_ALL, NULL), 0);
    CHECK_TEXT(iap_transaction_signed_text(again), iap_transaction_signed_text(right));
    CHECK_INT(iap_transaction_signature_check(again), IAP_SIGNATURE_VERIFIED);
}

TEST(a_restore_delivers_nothing_that_is_forged) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        REQUIRE(forge(game->store, forgeries[i].forgery));
        const uint64_t request = game_restore(game);
        REQUIRE(game_wait_response(game, request) != NULL);
        game_settle(game);
        CHECK_INT(game_response_count(game, request), 1);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 0);
        CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    }
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
}

/* Renewal info names no app, therefore renewal info of another app is valid. */
TEST(a_forged_status_says_so_in_both_of_its_parts) {
    game *game = game_start();
    const uint64_t club = game_own(game, CLUB_MONTH);
    REQUIRE(club != 0);
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        REQUIRE(forge(game->store, forgeries[i].forgery));
        const iap_subscription_status *status = game_status(game, CLUB_GROUP);
        const iap_transaction *transaction = iap_subscription_status_transaction(status);
        CHECK_INT(iap_transaction_state(transaction), IAP_TRANSACTION_UNVERIFIED);
        CHECK_INT(iap_transaction_signature_check(transaction), forgeries[i].verification);
        CHECK_STATUS(iap_transaction_error(transaction, NULL), IAP_ERROR_VERIFICATION);
        CHECK_ID(iap_transaction_id(transaction), club);
        CHECK_FORGED_TEXT(game->store, forgeries[i].forgery, iap_transaction_signed_text(transaction));
        const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
        CHECK_INT(iap_renewal_info_signature_check(info), forgeries[i].of_renewal_info);
        CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
        CHECK_FORGED_TEXT(game->store, forgeries[i].forgery, iap_renewal_info_signed_text(info));
    }
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    const iap_subscription_status *status = game_status(game, CLUB_GROUP);
    CHECK_INT(iap_transaction_signature_check(iap_subscription_status_transaction(status)), IAP_SIGNATURE_VERIFIED);
    CHECK_INT(iap_renewal_info_signature_check(iap_subscription_status_renewal_info(status)), IAP_SIGNATURE_VERIFIED);
}

TEST(a_forged_app_transaction_says_so_and_tells_what_its_text_says) {
    game *game = game_start();
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        for (int32_t refresh = 0; refresh <= 1; refresh++) {
            test_case("forgery %d, refresh %d", (int)forgeries[i].forgery, (int)refresh);
            REQUIRE(forge(game->store, forgeries[i].forgery));
            const iap_app_transaction *app = game_app_transaction(game, refresh);
            REQUIRE(app != NULL);
            CHECK_INT(iap_app_transaction_signature_check(app), forgeries[i].verification);
            CHECK_FORGED_TEXT(game->store, forgeries[i].forgery, iap_app_transaction_signed_text(app));
            const char *json = iap_app_transaction_json(app);
            CHECK(json_has_text(json, "bundleId", iap_app_transaction_bundle_id(app)));
            CHECK(json_has_text(json, "receiptType", iap_app_transaction_environment(app)));
            CHECK(json_has_text(json, "appTransactionId", iap_app_transaction_app_transaction_id(app)));
        }
    }
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    const iap_app_transaction *app = game_app_transaction(game, 0);
    REQUIRE(app != NULL);
    CHECK_INT(iap_app_transaction_signature_check(app), IAP_SIGNATURE_VERIFIED);
    CHECK_SIGNED_JSON(iap_app_transaction_signed_text(app), iap_app_transaction_json(app));
}

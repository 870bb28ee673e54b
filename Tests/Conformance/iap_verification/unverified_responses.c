/* Invalid signatures in responses to requests: the response comes, and says that it is not verified. */

#include "distrust.h"
#include "game.h"
#include "signed_text.h"

TEST(queries_list_what_is_unverified_with_its_reason) {
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
    for (size_t i = 0; i <= REASON_COUNT; i++) {
        REQUIRE(distrust(game->store, reasons[i].failure));
        const bool holds = reasons[i].verification == IAP_SIGNATURE_VERIFIED;
        for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++) {
            test_case("reason %d, query %d", (int)reasons[i].verification, (int)queries[k].query);
            const iap_transactions *answer = game_query(game, queries[k].query, queries[k].product_id);
            CHECK_INT(iap_transactions_count(answer), queries[k].count);
            for (size_t n = 0; n < iap_transactions_count(answer); n++) {
                const iap_transaction *each = iap_transactions_at(answer, n);
                CHECK_INT(iap_transaction_state(each), holds ? IAP_TRANSACTION_PURCHASED : IAP_TRANSACTION_UNVERIFIED);
                CHECK_INT(iap_transaction_signature_check(each), reasons[i].verification);
                CHECK_STATUS(iap_transaction_error(each, NULL), holds ? IAP_OK : IAP_ERROR_VERIFICATION);
                CHECK_INT(iap_transaction_delivery_count(each), 0);
                CHECK(json_names(iap_transaction_json(each), "transactionId"));
            }
        }
    }
    /* A response to a request is not a delivery. */
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_UNVERIFIED), 0);
}

/* A forged revocation must not revoke anything. */
TEST(a_revocation_that_is_unverified_revokes_nothing) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    REQUIRE(sword != 0);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_SIGNATURE));
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    CHECK_INT(iap_transaction_state(iap_transactions_at(game_query(game, IAP_QUERY_LATEST, SWORD), 0)),
              IAP_TRANSACTION_UNVERIFIED);
    /* The revocation comes as an event as soon as its signature is valid. */
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_NONE));
    const iap_transactions *answer = game_query(game, IAP_QUERY_LATEST, SWORD);
    REQUIRE(iap_transactions_count(answer) == 1);
    CHECK_INT(iap_transaction_state(iap_transactions_at(answer, 0)), IAP_TRANSACTION_REVOKED);
}

TEST(restoring_grants_nothing_that_is_unverified) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, SEASON) != 0);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_INVALID_CERTIFICATE_CHAIN));
    const uint64_t request = game_restore(game);
    const heard *answer = game_wait_response(game, request);
    REQUIRE(answer != NULL);
    game_settle(game);
    CHECK_INT(game_response_count(game, request), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_RESTORED), 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    REQUIRE(distrust(game->store, IAP_STORE_FAILURE_NONE));
    game_restore(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_RESTORED, 1));
}

TEST(a_status_that_is_unverified_says_so_in_both_of_its_parts) {
    game *game = game_start();
    const uint64_t club = game_own(game, CLUB_MONTH);
    REQUIRE(club != 0);
    for (size_t i = 0; i <= REASON_COUNT; i++) {
        test_case("reason %d", (int)reasons[i].verification);
        REQUIRE(distrust(game->store, reasons[i].failure));
        const iap_subscription_status *status = game_status(game, CLUB_GROUP);
        const bool holds = reasons[i].verification == IAP_SIGNATURE_VERIFIED;
        const iap_transaction *transaction = iap_subscription_status_transaction(status);
        CHECK_INT(iap_transaction_state(transaction), holds ? IAP_TRANSACTION_PURCHASED : IAP_TRANSACTION_UNVERIFIED);
        CHECK_INT(iap_transaction_signature_check(transaction), reasons[i].verification);
        CHECK_STATUS(iap_transaction_error(transaction, NULL), holds ? IAP_OK : IAP_ERROR_VERIFICATION);
        CHECK_ID(iap_transaction_id(transaction), club);
        const iap_renewal_info *info = iap_subscription_status_renewal_info(status);
        CHECK_INT(iap_renewal_info_signature_check(info), reasons[i].verification);
        CHECK_TEXT(iap_renewal_info_product_id(info), CLUB_MONTH);
        CHECK(iap_renewal_info_signed_text(info) != NULL);
    }
}

TEST(an_app_transaction_that_is_unverified_says_so) {
    game *game = game_start();
    for (size_t i = 0; i <= REASON_COUNT; i++) {
        test_case("reason %d", (int)reasons[i].verification);
        REQUIRE(distrust(game->store, reasons[i].failure));
        const iap_app_transaction *answer = game_app_transaction(game, 0);
        REQUIRE(answer != NULL);
        CHECK_INT(iap_app_transaction_signature_check(answer), reasons[i].verification);
        CHECK_TEXT(iap_app_transaction_bundle_id(answer), "com.example.game");
        CHECK(iap_app_transaction_signed_text(answer) != NULL);
    }
}

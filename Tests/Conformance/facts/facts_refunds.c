/* Refunds: what happens to the transaction, to its subscription, and to the refund request. */

#include "facts.h"

static const heard *nth_revoked(const game *game, size_t n) {
    return game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, n);
}

static size_t revoked_count(const game *game) { return game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE); }

TEST(what_was_refunded_is_no_entitlement_and_stays_in_the_history) {
    static const char *const products[] = {SWORD, SEASON, CLUB_MONTH};
    game *game = game_start();
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        test_case("%s", products[i]);
        const uint64_t id = game_own(game, products[i]);
        REQUIRE(CHECK_INT(entitlements(game, products[i]), 1));
        CHECK_INT(iap_transaction_revocation_date_ms(in_history(game, id)), 0);
        REQUIRE(pass(game, 5000));
        REQUIRE_OK(iap_store_refund(game->store, id, NULL));
        game_settle(game);
        CHECK_INT(entitlements(game, products[i]), 0);
        CHECK_INT(history(game, products[i]), 1);
        CHECK_INT(iap_transaction_state(in_history(game, id)), IAP_TRANSACTION_REVOKED);
        CHECK_INT(iap_transaction_revocation_date_ms(in_history(game, id)), iap_store_now_ms(game->store));
    }
}

TEST(a_refund_tells_why) {
    static const iap_revocation_reason_t reasons[] = {IAP_REVOCATION_REASON_OTHER,
                                                      IAP_REVOCATION_REASON_DEVELOPER_ISSUE};
    for (size_t i = 0; i < 2; i++) {
        test_case("reason %d", (int)reasons[i]);
        game *game = game_start();
        const uint64_t id = game_own(game, SWORD);
        REQUIRE_OK(iap_store_revoke(game->store, id, IAP_REVOCATION_TYPE_REFUND_FULL, reasons[i], NULL));
        REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        const iap_transaction *revoked = nth_revoked(game, 0)->transaction;
        CHECK_ID(iap_transaction_id(revoked), id);
        CHECK_INT(iap_transaction_revocation_reason(revoked), reasons[i]);
        CHECK_INT(iap_transaction_revocation_type(revoked), IAP_REVOCATION_TYPE_REFUND_FULL);
        CHECK_INT(iap_transaction_revocation_date_ms(revoked), iap_store_now_ms(game->store));
    }
}

TEST(every_device_of_the_account_hears_of_a_refund_and_no_other) {
    static const char *const products[] = {SWORD, CLUB_MONTH};
    for (size_t i = 0; i < 2; i++) {
        test_case("%s", products[i]);
        game *phone = game_start(), *tablet = another_game(phone->store, "player", "tablet");
        game *stranger = another_game(phone->store, "stranger", "phone");
        const uint64_t id = game_own(phone, products[i]);
        game_settle(tablet);
        REQUIRE_OK(iap_store_refund(phone->store, id, NULL));
        REQUIRE(AWAIT(phone, IAP_EVENT_ENTITLEMENT_REVOKED, 1) && AWAIT(tablet, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
        CHECK_ID(iap_transaction_id(nth_revoked(phone, 0)->transaction), id);
        CHECK_ID(iap_transaction_id(nth_revoked(tablet, 0)->transaction), id);
        game_settle(stranger);
        CHECK_INT(stranger->log_count, 0);
    }
}

TEST(a_refund_of_the_current_period_revokes_the_subscription) {
    game *game = game_start();
    const uint64_t first = game_own(game, CLUB_MONTH);
    REQUIRE(pass(game, 40 * DAY_MS));
    const uint64_t second = iap_transaction_id(period_of(game, CLUB_GROUP));
    REQUIRE(first != 0 && second != first);
    REQUIRE_OK(iap_store_refund(game->store, second, NULL));
    game_settle(game);
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_REVOKED);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, CLUB_GROUP)), 0);
    CHECK_INT(entitlements(game, CLUB_MONTH), 0);
    CHECK_INT(revoked_count(game), 1);
    CHECK_ID(iap_transaction_id(nth_revoked(game, 0)->transaction), second);
    CHECK_INT(iap_transaction_revocation_date_ms(in_history(game, first)), 0);
    /* The subscription does not renew any more. */
    REQUIRE(pass(game, 365 * DAY_MS));
    CHECK_INT(history(game, CLUB_MONTH), 2);
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_REVOKED);
}

TEST(a_refund_of_a_past_period_revokes_that_period_only) {
    game *game = game_start();
    const uint64_t first = game_own(game, CLUB_MONTH);
    REQUIRE(pass(game, 40 * DAY_MS));
    const uint64_t second = iap_transaction_id(period_of(game, CLUB_GROUP));
    REQUIRE_OK(iap_store_refund(game->store, first, NULL));
    game_settle(game);
    CHECK_INT(revoked_count(game), 1);
    CHECK_ID(iap_transaction_id(nth_revoked(game, 0)->transaction), first);
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(entitlements(game, CLUB_MONTH), 1);
    CHECK_INT(iap_transaction_revocation_date_ms(in_history(game, second)), 0);
    /* The subscription continues. */
    REQUIRE(pass(game, 31 * DAY_MS));
    CHECK_INT(history(game, CLUB_MONTH), 3);
    CHECK_INT(state_of(game, CLUB_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

static bool request_refund(game *game, uint64_t id, iap_status_t expected) {
    uint64_t request = 0;
    if (!CHECK_STATUS(iap_request_refund(game->client, id, NULL, game_hears_end, game, &request, NULL), IAP_OK))
        return false;
    const heard *end = game_wait_response(game, request);
    return end != NULL && CHECK_STATUS(end->error.status, expected);
}

TEST(a_refund_request_may_be_decided_two_days_later) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_ACCEPT, "later"));
    REQUIRE(request_refund(game, id, IAP_OK));
    REQUIRE(pass(game, 2 * DAY_MS));
    CHECK_INT(revoked_count(game), 0);
    CHECK_INT(entitlements(game, SWORD), 1);
    /* This is still the same request. */
    REQUIRE(request_refund(game, id, IAP_ERROR_DUPLICATE_REQUEST));
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_INT(iap_transaction_revocation_date_ms(nth_revoked(game, 0)->transaction), iap_store_now_ms(game->store));
    CHECK_INT(entitlements(game, SWORD), 0);
}

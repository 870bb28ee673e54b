/* The sheet in which a player requests a refund. */

#include "intents_and_messages.h"

/* Makes the request and waits for its end. */
static const heard *ask(game *game, uint64_t transaction_id) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_request_refund(game->client, transaction_id, NULL, game_hears_end, game, &id, NULL), IAP_OK))
        return NULL;
    return game_wait_response(game, id);
}

static bool ends_with(game *game, uint64_t transaction_id, iap_status_t status) {
    const heard *end = ask(game, transaction_id);
    if (!CHECK(end != NULL)) return false;
    CHECK_INT(end->type, IAP_EVENT_REQUEST_COMPLETED);
    CHECK(end->has_error == (status != IAP_OK));
    return CHECK_STATUS(end->error.status, status);
}

static bool next_answer(game *game, iap_store_answer_t answer, const char *detail) {
    return answer_sheet(game, IAP_STORE_SHEET_REFUND, answer, detail);
}

static void check_refunded(game *game, uint64_t transaction_id) {
    if (!AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1)) return;
    const heard *revoked = game_nth(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE, 0);
    CHECK_ID(iap_transaction_id(revoked->transaction), transaction_id);
    CHECK_INT(iap_transaction_state(revoked->transaction), IAP_TRANSACTION_REVOKED);
    CHECK(iap_transaction_revocation_date_ms(revoked->transaction) != 0);
    CHECK_INT(store_totals(game->store).refunded, 1);
}

static void check_not_refunded(game *game) {
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    CHECK_INT(store_totals(game->store).refunded, 0);
}

TEST(a_refund_that_is_approved_is_heard_as_a_revocation) {
    const char *const details[] = {NULL, "approve"};
    for (int i = 0; i < 3; i++) {
        test_case("answer %d", i);
        game *game = offers_game();
        const uint64_t id = game_own(game, HAT);
        /* No response is set for the third player: the default is to accept. */
        if (i < 2) REQUIRE(next_answer(game, IAP_STORE_ANSWER_ACCEPT, details[i]));
        REQUIRE(ends_with(game, id, IAP_OK));
        check_refunded(game, id);
        CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 1);
    }
}

TEST(a_refund_that_is_declined_revokes_nothing) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    REQUIRE(next_answer(game, IAP_STORE_ANSWER_ACCEPT, "decline"));
    /* The request was sent; its completion says no more than this. */
    REQUIRE(ends_with(game, id, IAP_OK));
    check_not_refunded(game);
}

TEST(a_refund_that_is_decided_later_is_heard_then) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    REQUIRE(next_answer(game, IAP_STORE_ANSWER_ACCEPT, "later"));
    REQUIRE(ends_with(game, id, IAP_OK));
    check_not_refunded(game);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    check_refunded(game, id);
}

TEST(a_second_request_for_a_refund_is_a_duplicate) {
    const char *const details[] = {"approve", "decline", "later"};
    for (size_t i = 0; i < sizeof details / sizeof details[0]; i++) {
        test_case("%s", details[i]);
        game *game = offers_game();
        const uint64_t id = game_own(game, HAT), another = game_own(game, BAG);
        REQUIRE(next_answer(game, IAP_STORE_ANSWER_ACCEPT, details[i]));
        REQUIRE(ends_with(game, id, IAP_OK));
        for (int round = 0; round < 2; round++) {
            const heard *end = ask(game, id);
            REQUIRE(end != NULL);
            CHECK_STATUS(end->error.status, IAP_ERROR_DUPLICATE_REQUEST);
            CHECK_INT(end->error.category, IAP_CATEGORY_STORE);
            CHECK_INT(end->error.retryable, 0);
            CHECK_CONTAINS(end->error.store_domain, "RefundRequestError");
            CHECK(end->error.message[0] != 0);
        }
        /* For another transaction, this is the first request. */
        CHECK(ends_with(game, another, IAP_OK));
    }
}

TEST(a_duplicate_is_one_on_every_device_and_after_a_restart) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    REQUIRE(next_answer(game, IAP_STORE_ANSWER_ACCEPT, "later"));
    REQUIRE(ends_with(game, id, IAP_OK));
    struct game *tablet = game_install(game->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    CHECK(ends_with(tablet, id, IAP_ERROR_DUPLICATE_REQUEST));
    /* Another account cannot learn of the request. */
    struct game *other = game_install(game->store, "other", "phone");
    REQUIRE(game_launch(other));
    const heard *end = ask(other, id);
    CHECK(end != NULL && end->has_error && end->error.status != IAP_ERROR_DUPLICATE_REQUEST);
    game_quit(game);
    REQUIRE(game_launch(game));
    CHECK(ends_with(game, id, IAP_ERROR_DUPLICATE_REQUEST));
}

TEST(a_player_who_turns_back_has_not_asked_for_a_refund) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    REQUIRE(next_answer(game, IAP_STORE_ANSWER_CANCEL, NULL));
    REQUIRE(ends_with(game, id, IAP_ERROR_CANCELLED));
    check_not_refunded(game);
    /* Without this, it would be a duplicate later. */
    REQUIRE(ends_with(game, id, IAP_OK));
    check_refunded(game, id);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 2);
}

static void check_refused(game *game, uint64_t transaction_id) {
    const heard *end = ask(game, transaction_id);
    REQUIRE(end != NULL);
    CHECK(end->has_error);
    CHECK(end->error.category == IAP_CATEGORY_STORE || end->error.category == IAP_CATEGORY_NOT_FOUND);
    CHECK(end->error.status != IAP_ERROR_DUPLICATE_REQUEST);
    CHECK(end->error.message[0] != 0);
}

TEST(a_refund_of_no_transaction_fails) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    const uint64_t unknown[] = {1, id + 1, id * 2, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        test_case("id %llu", (unsigned long long)unknown[i]);
        check_refused(game, unknown[i]);
    }
    test_case(NULL);
    check_not_refunded(game);
}

TEST(a_refund_of_another_account_fails) {
    game *game = offers_game();
    struct game *thief = game_install(game->store, "thief", "console");
    REQUIRE(game_launch(thief));
    const uint64_t id = game_own(game, HAT);
    check_refused(thief, id);
    check_not_refunded(game);
    /* The store does not treat it as the owner's request. */
    REQUIRE(ends_with(game, id, IAP_OK));
    check_refunded(game, id);
}

TEST(requests_for_refunds_can_fail_as_storekit_says) {
    game *game = offers_game();
    const uint64_t id = game_own(game, HAT);
    static const struct {
        iap_store_failure_t failure;
        iap_status_t status;
    } cases[] = {{IAP_STORE_FAILURE_DUPLICATE_REFUND_REQUEST, IAP_ERROR_DUPLICATE_REQUEST},
                 {IAP_STORE_FAILURE_REFUND_REQUEST_FAILED, IAP_ERROR_STORE}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("failure %d", (int)cases[i].failure);
        REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_REFUND_REQUEST, cases[i].failure, NULL));
        CHECK(ends_with(game, id, cases[i].status));
    }
    test_case(NULL);
    check_not_refunded(game);
    REQUIRE_OK(iap_store_set_simulated_error(game->store, IAP_STORE_API_REFUND_REQUEST, IAP_STORE_FAILURE_NONE, NULL));
    CHECK(ends_with(game, id, IAP_OK));
    check_refunded(game, id);
}

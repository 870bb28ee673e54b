/* Requests for the status of a transaction, wrong requests, and a store that cannot respond. */

#include "game.h"
#include "offer_catalogue.h"

#include <string.h>

static const iap_subscription_statuses *status_of(game *game, uint64_t transaction_id) {
    uint64_t request = 0;
    CHECK_STATUS(
        iap_request_transaction_status(game->client, transaction_id, game_hears_statuses, game, &request, NULL),
        IAP_OK);
    const heard *answer = game_wait_answer(game, request);
    if (answer != NULL && answer->has_error) test_fail(__FILE__, __LINE__, "no status: %s", answer->error.message);
    return answer != NULL ? answer->statuses : NULL;
}

TEST(any_period_names_its_subscription) {
    game *game = game_start();
    uint64_t ids[3] = {game_own(game, CLUB_MONTH)};
    REQUIRE(ids[0] != 0);
    for (size_t i = 1; i < 3; i++) {
        const iap_transaction *renewal = game_renewal(game);
        REQUIRE(renewal != NULL && game_finish(game, renewal));
        ids[i] = iap_transaction_id(renewal);
    }
    for (size_t i = 0; i < 3; i++) {
        test_case("period %zu", i);
        const iap_subscription_statuses *statuses = status_of(game, ids[i]);
        REQUIRE(CHECK_INT(iap_subscription_statuses_count(statuses), 1));
        const iap_subscription_status *status = iap_subscription_statuses_at(statuses, 0);
        CHECK_INT(iap_subscription_status_state(status), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
        CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), ids[2]);
        CHECK_ID(iap_renewal_info_original_transaction_id(iap_subscription_status_renewal_info(status)), ids[0]);
        CHECK_TEXT(iap_subscription_status_group_id(status), CLUB_GROUP);
    }
}

TEST(a_subscription_that_is_not_finished_has_a_status_too) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, CLUB_MONTH);
    CHECK_INT(iap_subscription_statuses_count(status_of(game, iap_transaction_id(bought))), 1);
    CHECK_INT(iap_subscription_statuses_count(game_statuses(game, CLUB_GROUP)), 1);
}

TEST(a_transaction_of_no_subscription_has_no_status) {
    game *game = game_start();
    const char *const products[] = {COINS, SWORD, SEASON};
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        const uint64_t id = game_own(game, products[i]);
        const iap_subscription_statuses *statuses = status_of(game, id);
        CHECK(statuses != NULL);
        CHECK_INT(iap_subscription_statuses_count(statuses), 0);
    }
}

TEST(a_transaction_that_the_store_does_not_know_has_no_status) {
    game *game = game_start();
    const uint64_t own = game_own(game, CLUB_MONTH);
    const uint64_t unknown[] = {own + 1000000, 1, (uint64_t)INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        test_case("id %llu", (unsigned long long)unknown[i]);
        CHECK_INT(iap_subscription_statuses_count(status_of(game, unknown[i])), 0);
    }
    struct game *other = game_install(game->store, "other", "phone");
    REQUIRE(game_launch(other));
    CHECK_INT(iap_subscription_statuses_count(status_of(other, own)), 0);
}

/* An unpaid transaction has the id 0. */
TEST(the_id_0_has_no_status) {
    game *game = game_start();
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    uint64_t request = 0;
    const iap_status status =
        iap_request_transaction_status(game->client, 0, game_hears_statuses, game, &request, NULL);
    if (status != IAP_OK) {
        CHECK_STATUS(status, IAP_ERROR_INVALID_ARGUMENT);
        return;
    }
    const heard *answer = game_wait_answer(game, request);
    REQUIRE(answer != NULL);
    CHECK_INT(iap_subscription_statuses_count(answer->statuses), 0);
}

TEST(a_group_has_to_be_text) {
    game *game = game_start();
    iap_client *client = game->client;
    static char longest[1024 + 1], too_long[1025 + 1];
    memset(longest, 'g', sizeof longest - 1);
    memset(too_long, 'g', sizeof too_long - 1);
    const struct {
        const char *group_id;
        iap_status status;
    } groups[] = {
        {"", IAP_ERROR_INVALID_TEXT},
        {"\xc3", IAP_ERROR_INVALID_TEXT},
        {"group \xed\xa0\x80", IAP_ERROR_INVALID_TEXT},
        {too_long, IAP_ERROR_TOO_LARGE},
        {longest, IAP_OK},
        {"\xf0\x9f\x97\xa1", IAP_OK},
    };
    size_t accepted = 0;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        test_case("group %zu", i);
        uint64_t request = 0;
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status status =
            iap_request_subscription_statuses(client, groups[i].group_id, game_hears_statuses, game, &request, &error);
        CHECK_STATUS(status, groups[i].status);
        CHECK_STATUS(error.status, groups[i].status);
        if (status != IAP_OK) continue;
        accepted++;
        const heard *answer = game_wait_answer(game, request);
        REQUIRE(answer != NULL);
        CHECK_INT(iap_subscription_statuses_count(answer->statuses), 0);
    }
    game_settle(game);
    CHECK_INT(game->log_count, accepted);
}

TEST(a_status_is_asked_of_a_client) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_request_subscription_statuses(NULL, CLUB_GROUP, NULL, NULL, NULL, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_request_transaction_status(NULL, 1, NULL, NULL, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(requests_for_a_status_are_cancelled_at_close) {
    game *game = game_start();
    uint64_t ids[3] = {0, 0, 0};
    REQUIRE_OK(iap_request_subscription_statuses(game->client, CLUB_GROUP, game_hears_statuses, game, &ids[0], NULL));
    REQUIRE_OK(iap_request_subscription_statuses(game->client, NULL, game_hears_statuses, game, &ids[1], NULL));
    REQUIRE_OK(iap_request_transaction_status(game->client, 1, game_hears_statuses, game, &ids[2], NULL));
    CHECK(ids[0] != 0 && ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
    game_quit(game);
    for (size_t i = 0; i < 3; i++) {
        CHECK_INT(game_answer_count(game, ids[i]), 1);
        const heard *answer = game_answer(game, ids[i]);
        REQUIRE(answer != NULL && answer->has_error);
        CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
        CHECK(answer->in_close);
    }
}

TEST(a_store_that_cannot_tell_the_status_says_why) {
    static const struct {
        iap_store_failure failure;
        iap_status status;
    } failures[] = {
        {IAP_STORE_FAILURE_NETWORK, IAP_ERROR_NETWORK},
        {IAP_STORE_FAILURE_NETWORK_TIMEOUT, IAP_ERROR_NETWORK},
        {IAP_STORE_FAILURE_UNKNOWN, IAP_ERROR_STORE},
        {IAP_STORE_FAILURE_SYSTEM, IAP_ERROR_STORE},
        {IAP_STORE_FAILURE_NOT_IN_STOREFRONT, IAP_ERROR_NOT_IN_STOREFRONT},
        {IAP_STORE_FAILURE_NOT_ENTITLED, IAP_ERROR_NOT_ENTITLED},
        {IAP_STORE_FAILURE_UNSUPPORTED, IAP_ERROR_UNSUPPORTED},
        {IAP_STORE_FAILURE_USER_CANCELLED, IAP_ERROR_CANCELLED},
    };
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        test_case("failure %d", (int)failures[i].failure);
        REQUIRE_OK(
            iap_store_set_simulated_error(game->store, IAP_STORE_API_SUBSCRIPTION_STATUS, failures[i].failure, NULL));
        uint64_t requests[2] = {0, 0};
        REQUIRE_OK(
            iap_request_subscription_statuses(game->client, CLUB_GROUP, game_hears_statuses, game, &requests[0], NULL));
        REQUIRE_OK(iap_request_transaction_status(game->client, id, game_hears_statuses, game, &requests[1], NULL));
        for (size_t k = 0; k < 2; k++) {
            const heard *answer = game_wait_answer(game, requests[k]);
            REQUIRE(answer != NULL && answer->has_error);
            CHECK_STATUS(answer->error.status, failures[i].status);
            CHECK(answer->error.message[0] != 0 && strchr(answer->error.message, '\n') == NULL);
            CHECK(answer->statuses == NULL);
        }
    }
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_SUBSCRIPTION_STATUS, IAP_STORE_FAILURE_NONE, NULL));
    CHECK(game_status(game, CLUB_GROUP) != NULL);
    CHECK_INT(iap_subscription_statuses_count(status_of(game, id)), 1);
}

/* An empty list would say that the account never subscribed. */
TEST(the_list_of_all_groups_does_not_fail_with_the_others) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    REQUIRE(id != 0);
    REQUIRE_OK(
        iap_store_set_simulated_error(game->store, IAP_STORE_API_SUBSCRIPTION_STATUS, IAP_STORE_FAILURE_NETWORK, NULL));
    const iap_subscription_statuses *all = game_statuses(game, NULL);
    REQUIRE(CHECK_INT(iap_subscription_statuses_count(all), 1));
    const iap_subscription_status *status = iap_subscription_statuses_at(all, 0);
    CHECK_TEXT(iap_subscription_status_group_id(status), CLUB_GROUP);
    CHECK_ID(iap_transaction_id(iap_subscription_status_transaction(status)), id);
}

/* Requests for the status of a transaction, wrong requests, and a store that cannot respond. */

#include "game.h"
#include "offer_catalogue.h"

static const iap_subscription_statuses *status_of(game *game, uint64_t transaction_id) {
    uint64_t request = 0;
    CHECK_STATUS(
        iap_request_transaction_status(game->client, transaction_id, game_hears_statuses, game, &request, NULL),
        IAP_OK);
    const heard *answer = game_wait_response(game, request);
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

TEST(a_list_has_nothing_past_its_end) {
    game *game = game_start();
    REQUIRE(game_own(game, CLUB_MONTH) != 0);
    const iap_subscription_statuses *statuses = game_statuses(game, CLUB_GROUP);
    REQUIRE(iap_subscription_statuses_count(statuses) == 1);
    CHECK(iap_subscription_statuses_at(statuses, 0) != NULL);
    CHECK(iap_subscription_statuses_at(statuses, 1) == NULL);
    CHECK(iap_subscription_statuses_at(statuses, SIZE_MAX) == NULL);
}

/* When and how often the store sends an update of a transaction. The library delivers each transaction to the game once; the
   library's log contains each update. */

#include "log_lines.h"
#include "quirks.h"

#include <stdio.h>
#include <string.h>

/* How often the store has sent a transaction as an update. */
static size_t reported_count(uint64_t id) {
    char line[64];
    snprintf(line, sizeof line, "the store reports transaction %llu of ", (unsigned long long)id);
    return log_count(IAP_LOG_DEBUG, line);
}

static game *logging_game(iap_quirk_t quirk, int64_t value) {
    log_begin(IAP_LOG_DEBUG);
    game *game = quirk_game(quirk, value);
    log_forget();
    return game;
}

/* Checks the moments after `start` at which the store sends an update of a transaction; the list ends with -1. There are no
   others. */
static void check_reported_at(game *game, uint64_t id, int64_t start, const int64_t *moments) {
    size_t count = reported_count(id);
    for (; *moments >= 0; moments++) {
        test_case("after %lld ms", (long long)*moments);
        if (start + *moments - 1 > iap_store_now_ms(game->store)) REQUIRE(pass_until(game, start + *moments - 1));
        CHECK_INT(reported_count(id), count);
        REQUIRE(pass_until(game, start + *moments));
        CHECK_INT(reported_count(id), ++count);
    }
    test_case("later");
    REQUIRE(pass_slowly(game, 10 * MINUTE_MS));
    CHECK_INT(reported_count(id), count);
}

static const int64_t never[] = {-1};

TEST(what_the_game_bought_is_announced_half_a_second_later_if_that_is_the_quirk) {
    static const struct {
        iap_quirk_t quirk;
        const char *announced, *others[3];
    } rows[] = {{IAP_QUIRK_ANNOUNCE_OWN_NONCONSUMABLE, SWORD, {COINS, SEASON, CLUB_MONTH}},
                {IAP_QUIRK_ANNOUNCE_OWN_SUBSCRIPTION, CLUB_MONTH, {COINS, SEASON, SWORD}}};
    static const int64_t once[] = {500, -1};
    for (size_t i = 0; i < 2; i++) {
        log_begin(IAP_LOG_DEBUG);
        game *game = another_game(quirk_store(rows[i].quirk, 1), "player", "phone");
        game_settle(game);
        uint64_t others[3];
        for (size_t j = 0; j < 3; j++) others[j] = game_own(game, rows[i].others[j]);
        const int64_t start = iap_store_now_ms(game->store);
        check_reported_at(game, game_own(game, rows[i].announced), start, once);
        for (size_t j = 0; j < 3; j++) CHECK_INT(reported_count(others[j]), 0);
        game_uninstall(game);
    }
}

TEST(as_documented_nothing_that_the_game_bought_is_announced) {
    game *game = logging_game(IAP_QUIRK_ANNOUNCE_OWN_SUBSCRIPTION, 0);
    static const char *const products[] = {COINS, SWORD, CLUB_MONTH};
    for (size_t i = 0; i < 3; i++) {
        const int64_t start = iap_store_now_ms(game->store);
        check_reported_at(game, game_own(game, products[i]), start, never);
    }
}

TEST(what_was_finished_comes_so_often_again_with_so_long_between) {
    game *game = logging_game(IAP_QUIRK_REPEAT_AFTER_FINISH, 3);
    REQUIRE(set_quirk(game->store, IAP_QUIRK_REPEAT_AFTER_FINISH_MS, 15000));
    const int64_t start = iap_store_now_ms(game->store);
    static const int64_t moments[] = {15000, 30000, 45000, -1};
    check_reported_at(game, game_own(game, COINS), start, moments);
    /* A renewal does not come again. */
    REQUIRE(game_own(game, CLUB_MONTH) != 0 && pass_slowly(game, MINUTE_MS));
    const int64_t end = end_of(game, CLUB_GROUP);
    REQUIRE(pass_until(game, end) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 3));
    const iap_transaction *renewal =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 2)->transaction;
    CHECK_INT(reported_count(iap_transaction_id(renewal)), 1);
    REQUIRE(game_finish(game, renewal));
    check_reported_at(game, iap_transaction_id(renewal), end, never);
}

TEST(what_is_delivered_is_delivered_once_more_so_long_after) {
    game *game = logging_game(IAP_QUIRK_DOUBLE_DELIVERY_MS, 2500);
    static const int64_t once[] = {2500, -1}, twice[] = {0, 2500, -1};
    int64_t start = iap_store_now_ms(game->store);
    check_reported_at(game, game_own(game, COINS), start, once);
    /* A transaction that the game did not start comes immediately, and once more. */
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = SWORD;
    uint64_t id = 0;
    start = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, &id, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    CHECK_INT(reported_count(id), 1);
    check_reported_at(game, id, start, twice + 1);
}

TEST(changes_of_one_transaction_within_so_long_come_as_one_update_with_the_last_state) {
    game *game = logging_game(IAP_QUIRK_UPDATES_COALESCE_MS, 2000);
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = COINS;
    uint64_t id = 0;
    const int64_t start = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, &id, NULL));
    REQUIRE(pass(game, 500));
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    static const int64_t once[] = {2000, -1};
    check_reported_at(game, id, start, once);
    CHECK_INT(bought_count(game), 0);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
}

TEST(a_refund_is_announced_so_many_milliseconds_late) {
    game *game = logging_game(IAP_QUIRK_REFUND_ANNOUNCE_LAG_MS, 5000);
    const uint64_t id = game_own(game, COINS);
    const int64_t start = iap_store_now_ms(game->store);
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    static const int64_t once[] = {5000, -1};
    check_reported_at(game, id, start, once);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 1);
}

TEST(a_subscription_in_billing_retry_is_announced_if_that_is_the_quirk) {
    for (int64_t value = 0; value <= 1; value++) {
        log_begin(IAP_LOG_DEBUG);
        game *game = another_game(quirk_store(IAP_QUIRK_RETRY_LISTED, value), "player", "phone");
        const uint64_t id = game_own(game, CLUB_MONTH);
        REQUIRE(id != 0 && let_renewals_fail(game, 0));
        const int64_t end = end_of(game, CLUB_GROUP);
        static const int64_t once[] = {0, -1};
        check_reported_at(game, id, end, value ? once : never);
        game_uninstall(game);
    }
}

TEST(a_finish_that_does_not_last_is_undone_after_a_second) {
    game *game = quirk_game(IAP_QUIRK_FINISH_FAILS_PERCENT, 100);
    REQUIRE(game_own(game, COINS) != 0);
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
    REQUIRE(pass(game, 999));
    CHECK_INT(store_totals(game->store).unfinished, 0);
    REQUIRE(pass(game, 1));
    CHECK_INT(store_totals(game->store).unfinished, 1);
}

TEST(of_a_hundred_finishes_so_many_do_not_last) {
    static const struct { int64_t percent, least, most; } rows[] = {{0, 0, 0}, {50, 10, 30}, {100, 40, 40}};
    for (size_t i = 0; i < 3; i++) {
        test_case("%lld percent", (long long)rows[i].percent);
        game *game = another_game(quirk_store(IAP_QUIRK_FINISH_FAILS_PERCENT, rows[i].percent), "player", "phone");
        for (int purchase = 0; purchase < 40; purchase++) REQUIRE(game_own(game, COINS) != 0);
        game_settle(game);
        REQUIRE(pass(game, SECOND_MS));
        const int64_t unfinished = store_totals(game->store).unfinished;
        CHECK(unfinished >= rows[i].least && unfinished <= rows[i].most);
    }
}

TEST(one_purchase_has_two_ids_with_one_date_and_one_original_id) {
    game *game = logging_game(IAP_QUIRK_TWO_IDS, 1);
    const uint64_t id = iap_transaction_id(game_buy(game, SWORD));
    game_settle(game);
    const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
    REQUIRE(iap_transactions_count(unfinished) == 2);
    const iap_transaction *first = iap_transactions_at(unfinished, 0), *second = iap_transactions_at(unfinished, 1);
    CHECK_ID(iap_transaction_id(first), id);
    CHECK(iap_transaction_id(second) != id);
    CHECK_ID(iap_transaction_original_id(second), id);
    CHECK_INT(iap_transaction_purchase_date_ms(second), iap_transaction_purchase_date_ms(first));
    CHECK_INT(reported_count(id), 0);
    CHECK_INT(reported_count(iap_transaction_id(second)), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(what_is_delivered_again_is_signed_again) {
    game *game = quirk_game(IAP_QUIRK_TWO_IDS, 0);
    const iap_transaction *first = iap_transaction_retain(game_buy(game, COINS));
    REQUIRE(first != NULL && pass(game, MINUTE_MS));
    REQUIRE(inventory_relaunch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *second = game->log[0].transaction;
    CHECK_ID(iap_transaction_id(second), iap_transaction_id(first));
    CHECK_INT(iap_transaction_purchase_date_ms(second), iap_transaction_purchase_date_ms(first));
    CHECK(iap_transaction_signed_date_ms(second) > iap_transaction_signed_date_ms(first));
    CHECK(strcmp(iap_transaction_signed_text(second), iap_transaction_signed_text(first)) != 0);
    iap_transaction_release(first);
}

/* ------------------------------------------------------------------------------- purchases whose result says less */

TEST(what_the_player_cancelled_is_charged_and_comes_so_many_milliseconds_later_if_that_is_the_quirk) {
    static const char *const products[] = {COINS, SWORD, CLUB_MONTH};
    static const int64_t once[] = {800, -1};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        log_begin(IAP_LOG_DEBUG);
        game *game = another_game(quirk_store(IAP_QUIRK_CANCEL_CHARGES_MS, 800), "player", "phone");
        game_settle(game);
        log_forget();
        REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
        const int64_t start = iap_store_now_ms(game->store);
        const iap_transaction *cancelled = game_buy(game, products[i]);
        CHECK_INT(iap_transaction_state(cancelled), IAP_TRANSACTION_FAILED);
        CHECK_STATUS(iap_transaction_error(cancelled, NULL), IAP_ERROR_CANCELLED);
        CHECK_INT(store_totals(game->store).transactions, 1);
        uint64_t id = 0;
        size_t count = 0;
        REQUIRE_OK(iap_store_list_transactions(game->store, "player", &id, 1, &count, NULL));
        REQUIRE(count == 1);
        check_reported_at(game, id, start, once);
        game_uninstall(game);
    }
}

TEST(a_cancelled_purchase_is_not_charged_where_it_could_not_have_been_completed) {
    game *game = quirk_game(IAP_QUIRK_CANCEL_CHARGES_MS, 800);
    REQUIRE(game_own(game, SWORD) != 0);
    static const struct {
        const char *product_id;
        int32_t asks;
        iap_store_failure_t failure;
    } rows[] = {
        {SWORD, 0, IAP_STORE_FAILURE_NONE}, {COINS, 1, IAP_STORE_FAILURE_NONE}, {COINS, 0, IAP_STORE_FAILURE_UNKNOWN}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_case("%zu", i);
        REQUIRE_OK(iap_store_set_ask_to_buy(game->store, rows[i].asks, NULL));
        REQUIRE_OK(iap_store_set_fail_transactions(game->store, rows[i].failure, NULL));
        REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
        CHECK_STATUS(iap_transaction_error(game_buy(game, rows[i].product_id), NULL), IAP_ERROR_CANCELLED);
        REQUIRE(pass(game, MINUTE_MS));
        CHECK_INT(store_totals(game->store).transactions, 1);
    }
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    REQUIRE_OK(iap_store_set_fail_transactions(game->store, IAP_STORE_FAILURE_NONE, NULL));
    /* The quirk is about the player: a purchase that fails as cancelled is not charged. */
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_USER_CANCELLED, NULL));
    CHECK_STATUS(iap_transaction_error(game_buy(game, COINS), NULL), IAP_ERROR_CANCELLED);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

/* A late result is enough: with the largest delay it does not come in the life of a process. */
TEST(a_purchase_without_a_result_is_charged_and_announced) {
    static const char *const products[] = {COINS, SWORD, SEASON, CLUB_MONTH};
    static const int64_t once[] = {500, -1};
    for (size_t i = 0; i < 4; i++) {
        test_case("%s", products[i]);
        log_begin(IAP_LOG_DEBUG);
        game *game = another_game(quirk_store(IAP_QUIRK_RESULT_DELAY_MS, iap_quirk_largest(IAP_QUIRK_RESULT_DELAY_MS)),
                                  "player", "phone");
        REQUIRE(set_quirk(game->store, IAP_QUIRK_DOUBLE_DELIVERY_MS, 500));
        game_settle(game);
        log_forget();
        const int64_t start = iap_store_now_ms(game->store);
        const uint64_t payment = game_pay(game, products[i], 1);
        game_settle(game);
        CHECK_INT(bought_count(game), 0);
        CHECK_INT(store_totals(game->store).transactions, 1);
        uint64_t id = 0;
        size_t count = 0;
        REQUIRE_OK(iap_store_list_transactions(game->store, "player", &id, 1, &count, NULL));
        REQUIRE(payment != 0 && count == 1);
        check_reported_at(game, id, start, once);
        game_uninstall(game);
    }
}

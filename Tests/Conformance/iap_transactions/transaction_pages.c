/* Querying the store for transactions page by page. */

#include "game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Requests a page; the completion is logged. */
static uint64_t request_page(game *game, iap_query_t query, const char *product_id, uint32_t limit, const char *page) {
    uint64_t id = 0;
    CHECK_STATUS(iap_request_transactions_page(game->client, query, product_id, limit, page, game_hears_transactions,
                                               game, &id, NULL),
                 IAP_OK);
    CHECK(id != 0);
    return id;
}

/* One page; NULL, reported as a failure, if the request fails. */
static const iap_transactions *page_of(game *game, iap_query_t query, const char *product_id, uint32_t limit,
                                       const char *page) {
    const heard *answer = game_wait_response(game, request_page(game, query, product_id, limit, page));
    if (answer != NULL && answer->has_error) test_fail(__FILE__, __LINE__, "no page: %s", answer->error.message);
    return answer != NULL ? answer->transactions : NULL;
}

/* How many purchases rich_game() makes, and how many of them IAP_QUERY_ALL and IAP_QUERY_UNFINISHED list. */
#define RICH_ALL 10
#define RICH_UNFINISHED 6

/* A game with many purchases: of each kind, several at the same time, finished and unfinished. */
static game *rich_game(void) {
    static const struct {
        const char *product_id;
        bool finishes;
        int64_t pause_ms;
    } purchases[] = {
        {COINS, false, 0},  {SWORD, true, 0},        {COINS, false, 0}, {SEASON, true, 5000},
        {GEMS, false, 0},   {CLUB_MONTH, true, 0},   {COINS, false, 1}, {LEVELS, true, 0},
        {SEASON, false, 0}, {COINS_LARGE, false, 1}, {COINS, true, 0},
    };
    game *game = game_start();
    for (size_t i = 0; i < sizeof purchases / sizeof purchases[0]; i++) {
        const iap_transaction *bought = game_buy(game, purchases[i].product_id);
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        if (purchases[i].finishes) CHECK(game_finish(game, bought));
        CHECK_STATUS(iap_store_advance_clock(game->store, purchases[i].pause_ms, NULL), IAP_OK);
    }
    return game;
}

#define ROWS_MAX 64

typedef struct rows {
    size_t count, page_count;
    uint64_t ids[ROWS_MAX];
    int64_t dates[ROWS_MAX];
} rows;

static void add_page(rows *rows, const iap_transactions *page) {
    rows->page_count++;
    for (size_t i = 0; i < iap_transactions_count(page) && CHECK(rows->count < ROWS_MAX); i++) {
        const iap_transaction *each = iap_transactions_at(page, i);
        rows->ids[rows->count] = iap_transaction_id(each);
        rows->dates[rows->count++] = iap_transaction_purchase_date_ms(each);
    }
}

/* Adds all pages, starting with the one that `page` names. */
static void add_pages(rows *rows, game *game, iap_query_t query, const char *product_id, uint32_t limit,
                      const char *page) {
    do {
        const iap_transactions *answer = page_of(game, query, product_id, limit, page);
        page = iap_transactions_next_page(answer);
        if (limit != 0) CHECK(iap_transactions_count(answer) <= limit);
        /* A page that has a next page is full. */
        if (page != NULL) CHECK_INT(iap_transactions_count(answer), limit);
        add_page(rows, answer);
    } while (page != NULL && rows->page_count < ROWS_MAX);
}

static rows read_rows(game *game, iap_query_t query, const char *product_id, uint32_t limit) {
    rows rows = {.count = 0};
    add_pages(&rows, game, query, product_id, limit, NULL);
    return rows;
}

static bool has(const rows *rows, uint64_t id) {
    for (size_t i = 0; i < rows->count; i++) {
        if (rows->ids[i] == id) return true;
    }
    return false;
}

static void check_order(const rows *rows) {
    for (size_t i = 1; i < rows->count; i++) {
        CHECK(rows->dates[i - 1] < rows->dates[i] ||
              (rows->dates[i - 1] == rows->dates[i] && rows->ids[i - 1] < rows->ids[i]));
    }
}

static void check_equal(const rows *rows, const struct rows *expected) {
    if (!CHECK_INT(rows->count, expected->count)) return;
    for (size_t i = 0; i < rows->count; i++) CHECK_ID(rows->ids[i], expected->ids[i]);
}

TEST(all_pages_together_are_the_response_in_one_piece) {
    static const uint32_t limits[] = {1, 2, 3, 7, 100, UINT32_MAX, 0};
    static const struct {
        iap_query_t query;
        const char *product_id;
        size_t count;
    } queries[] = {
        {IAP_QUERY_UNFINISHED, NULL, RICH_UNFINISHED},
        {IAP_QUERY_UNFINISHED, COINS, 3},
        {IAP_QUERY_ALL, NULL, RICH_ALL},
        {IAP_QUERY_ALL, SEASON, 2},
        {IAP_QUERY_ALL, UNKNOWN_PRODUCT, 0},
        {IAP_QUERY_CURRENT_ENTITLEMENTS, NULL, 5},
        {IAP_QUERY_CURRENT_ENTITLEMENTS, SWORD, 1},
        {IAP_QUERY_LATEST, COINS, 1},
        {IAP_QUERY_LATEST, UNKNOWN_PRODUCT, 0},
    };
    game *game = rich_game();
    for (size_t i = 0; i < sizeof queries / sizeof queries[0]; i++) {
        test_case("query %d of %s", (int)queries[i].query, queries[i].product_id ? queries[i].product_id : "all");
        rows whole = {.count = 0};
        const iap_transactions *answer = game_query(game, queries[i].query, queries[i].product_id);
        add_page(&whole, answer);
        CHECK_TEXT(iap_transactions_next_page(answer), NULL);
        /* A non-renewing subscription may have one entitlement per product or one per purchase. */
        if (queries[i].query != IAP_QUERY_CURRENT_ENTITLEMENTS || queries[i].product_id != NULL)
            CHECK_INT(whole.count, queries[i].count);
        check_order(&whole);
        for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
            test_case("query %d of %s, pages of %u", (int)queries[i].query,
                      queries[i].product_id ? queries[i].product_id : "all", (unsigned)limits[k]);
            const rows paged = read_rows(game, queries[i].query, queries[i].product_id, limits[k]);
            check_equal(&paged, &whole);
            const size_t limit = limits[k] == 0 ? ROWS_MAX : limits[k];
            const size_t pages = whole.count == 0 ? 1 : (whole.count - 1) / limit + 1;
            CHECK_INT(paged.page_count, pages);
        }
    }
}

/* ------------------------------------------------------------------------------------------ between two pages */

TEST(purchases_between_two_pages_come_at_the_end) {
    game *game = game_start();
    for (int i = 0; i < 5; i++) REQUIRE(game_buy(game, COINS) != NULL);
    const rows before = read_rows(game, IAP_QUERY_UNFINISHED, NULL, 0);
    rows paged = {.count = 0};
    const iap_transactions *first = page_of(game, IAP_QUERY_UNFINISHED, NULL, 2, NULL);
    add_page(&paged, first);
    REQUIRE_OK(iap_store_advance_clock(game->store, 1, NULL));
    const uint64_t late = iap_transaction_id(game_buy(game, GEMS));
    add_pages(&paged, game, IAP_QUERY_UNFINISHED, NULL, 2, iap_transactions_next_page(first));
    REQUIRE(CHECK_INT(paged.count, 6));
    for (size_t i = 0; i < 5; i++) CHECK_ID(paged.ids[i], before.ids[i]);
    CHECK_ID(paged.ids[5], late);
}

TEST(finishes_between_two_pages_neither_repeat_nor_hide_others) {
    /* What is finished after the first page of two: both entries of that page, its last one, the first one of the next page, or
       all. */
    static const size_t finished[][6] = {{0, 1}, {1}, {2}, {0, 1, 2, 3, 4, 5}};
    static const size_t finished_counts[] = {2, 1, 1, 6};
    for (size_t round = 0; round < 4; round++) {
        test_case("round %zu", round);
        game *game = game_start();
        for (int i = 0; i < 6; i++) REQUIRE(game_buy(game, i % 2 == 0 ? COINS : GEMS) != NULL);
        const rows before = read_rows(game, IAP_QUERY_UNFINISHED, NULL, 0);
        REQUIRE(CHECK_INT(before.count, 6));
        rows paged = {.count = 0};
        const iap_transactions *first = page_of(game, IAP_QUERY_UNFINISHED, NULL, 2, NULL);
        add_page(&paged, first);
        bool is_left[6] = {true, true, true, true, true, true};
        for (size_t i = 0; i < finished_counts[round]; i++) {
            is_left[finished[round][i]] = false;
            CHECK_STATUS(iap_finish_transaction_id(game->client, before.ids[finished[round][i]], NULL), IAP_OK);
        }
        REQUIRE(AWAIT(game, IAP_EVENT_TRANSACTION_REMOVED, finished_counts[round]));
        add_pages(&paged, game, IAP_QUERY_UNFINISHED, NULL, 2, iap_transactions_next_page(first));
        size_t expected = 2;
        for (size_t i = 2; i < 6; i++) {
            if (!is_left[i]) CHECK(!has(&paged, before.ids[i]));
            else if (CHECK(expected < paged.count)) CHECK_ID(paged.ids[expected++], before.ids[i]);
        }
        CHECK_INT(paged.count, expected);
    }
}

TEST(refunds_between_two_pages_neither_repeat_nor_hide_others) {
    game *game = rich_game();
    const rows before = read_rows(game, IAP_QUERY_ALL, NULL, 0);
    REQUIRE(CHECK_INT(before.count, RICH_ALL));
    rows paged = {.count = 0};
    const iap_transactions *first = page_of(game, IAP_QUERY_ALL, NULL, 4, NULL);
    add_page(&paged, first);
    const size_t refunded[] = {0, 3, 4, 9};
    for (size_t i = 0; i < 4; i++) REQUIRE_OK(iap_store_refund(game->store, before.ids[refunded[i]], NULL));
    /* The text is copied. */
    char mark[64];
    snprintf(mark, sizeof mark, "%s", iap_transactions_next_page(first));
    const uint64_t request = request_page(game, IAP_QUERY_ALL, NULL, 1, mark);
    memset(mark, '#', sizeof mark);
    const heard *answer = game_wait_response(game, request);
    REQUIRE(answer != NULL);
    const iap_transactions *second = answer->transactions;
    CHECK_INT(iap_transaction_state(iap_transactions_at(second, 0)), IAP_TRANSACTION_REVOKED);
    add_page(&paged, second);
    /* The rest in one piece. */
    add_pages(&paged, game, IAP_QUERY_ALL, NULL, 0, iap_transactions_next_page(second));
    CHECK_INT(paged.page_count, 3);
    check_equal(&paged, &before);
}

TEST(a_page_can_be_asked_for_again_and_by_the_next_launch) {
    game *game = rich_game();
    const iap_transactions *first = page_of(game, IAP_QUERY_ALL, NULL, 2, NULL);
    char *mark = strdup(iap_transactions_next_page(first));
    REQUIRE(mark != NULL);
    rows once = {.count = 0}, again = {.count = 0}, later = {.count = 0};
    add_page(&once, page_of(game, IAP_QUERY_ALL, NULL, 3, mark));
    add_page(&again, page_of(game, IAP_QUERY_ALL, NULL, 3, mark));
    game_quit(game);
    REQUIRE(game_launch(game));
    add_page(&later, page_of(game, IAP_QUERY_ALL, NULL, 3, mark));
    CHECK_INT(once.count, 3);
    check_equal(&again, &once);
    check_equal(&later, &once);
    free(mark);
}

/* -------------------------------------------------------------------------------------- the texts that name a page */

static iap_status_t try_page(game *game, const char *page, iap_error *error) {
    return iap_request_transactions_page(game->client, IAP_QUERY_ALL, NULL, 2, page, game_hears_transactions, game,
                                         NULL, error);
}

TEST(a_page_that_no_list_named_is_refused) {
    game *game = rich_game();
    game_forget(game);
    static char huge[1024 * 1024 + 1];
    memset(huge, '9', sizeof huge - 1);
    /* clang-format off */
    const char *const refused[] = {
        "", "x", ".", "1", "1.", ".1", "1.2.3", "1,2", "1.2 ", " 1.2", "+1.2", "1.+2", "1.-2", "01.2", "1.02", "-0.1", "1e3.2",
        "0x1.2", "\xd9\xa1.\xd9\xa2" /* digits of another script */, "9223372036854775808.1", "-9223372036854775809.1",
        "1.18446744073709551616", "1767225600000.1\n", huge};
    /* clang-format on */
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("page %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status_t status = try_page(game, refused[i], &error);
        CHECK_CATEGORY(status, IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, status);
        CHECK(error.message[0] != 0 && strchr(error.message, '\n') == NULL);
    }
    CHECK_STATUS(try_page(game, "\xff\xfe", NULL), IAP_ERROR_INVALID_TEXT);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

/* A text that looks like the name of a page is refused or answered. */
TEST(a_page_of_another_query_or_at_the_ends_of_time_does_no_harm) {
    game *game = rich_game();
    char mark[64];
    snprintf(mark, sizeof mark, "%s", iap_transactions_next_page(page_of(game, IAP_QUERY_ALL, NULL, 2, NULL)));
    const char *const pages[] = {mark, "-1.1", "0.0", "-9223372036854775808.0",
                                 "9223372036854775807.18446744073709551615"};
    const iap_query_t queries[] = {IAP_QUERY_ALL, IAP_QUERY_UNFINISHED, IAP_QUERY_CURRENT_ENTITLEMENTS,
                                   IAP_QUERY_LATEST};
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++) {
            test_case("page %s, query %d", pages[i], (int)queries[k]);
            uint64_t request = 0;
            const char *const product_id = queries[k] == IAP_QUERY_LATEST ? SWORD : NULL;
            const iap_status_t status = iap_request_transactions_page(game->client, queries[k], product_id, 2, pages[i],
                                                                      game_hears_transactions, game, &request, NULL);
            if (status != IAP_OK && CHECK(i > 0)) CHECK_STATUS(status, IAP_ERROR_INVALID_ARGUMENT);
            if (status != IAP_OK) continue;
            const heard *answer = game_wait_response(game, request);
            CHECK(answer != NULL && (i > 0 || !answer->has_error));
        }
    }
}

/* Querying the store for transactions page by page. */

#include "pages.h"

#include <stdlib.h>
#include <string.h>

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
static void add_pages(rows *rows, game *game, iap_query query, const char *product_id, uint32_t limit,
                      const char *page) {
    do {
        const iap_transactions *answer = pages_one(game, query, product_id, limit, page);
        page = iap_transactions_next_page(answer);
        if (limit != 0) CHECK(iap_transactions_count(answer) <= limit);
        /* A page that has a next page is full. */
        if (page != NULL) CHECK_INT(iap_transactions_count(answer), limit);
        add_page(rows, answer);
    } while (page != NULL && rows->page_count < ROWS_MAX);
}

static rows read_rows(game *game, iap_query query, const char *product_id, uint32_t limit) {
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

TEST(all_pages_together_are_the_answer_in_one_piece) {
    static const uint32_t limits[] = {1, 2, 3, 7, 100, UINT32_MAX, 0};
    static const struct {
        iap_query query;
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
    game *game = pages_rich_game();
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

TEST(a_page_holds_what_any_answer_holds) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    REQUIRE(game_buy(game, COINS) != NULL);
    const iap_transactions *page = pages_one(game, IAP_QUERY_ALL, NULL, 10, NULL);
    REQUIRE(iap_transactions_count(page) == 2);
    CHECK_INT(iap_transaction_state(iap_transactions_at(page, 0)), IAP_TRANSACTION_REVOKED);
    CHECK_INT(iap_transaction_state(iap_transactions_at(page, 1)), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_delivery_count(iap_transactions_at(page, 1)), 0);
    CHECK(iap_transactions_at(page, 2) == NULL);
    CHECK_TEXT(iap_transactions_next_page(NULL), NULL);
    CHECK_TEXT(iap_transactions_next_page(game_queue(game)), NULL);
}

TEST(the_rest_can_be_asked_for_in_one_piece) {
    game *game = pages_rich_game();
    const rows whole = read_rows(game, IAP_QUERY_ALL, NULL, 0);
    rows paged = {.count = 0};
    const iap_transactions *first = pages_one(game, IAP_QUERY_ALL, NULL, 3, NULL);
    add_page(&paged, first);
    add_pages(&paged, game, IAP_QUERY_ALL, NULL, 0, iap_transactions_next_page(first));
    CHECK_INT(paged.page_count, 2);
    check_equal(&paged, &whole);
}

/* ------------------------------------------------------------------------------------------ between two pages */

TEST(purchases_between_two_pages_come_at_the_end) {
    game *game = game_start();
    for (int i = 0; i < 5; i++) REQUIRE(game_buy(game, COINS) != NULL);
    const rows before = read_rows(game, IAP_QUERY_UNFINISHED, NULL, 0);
    rows paged = {.count = 0};
    const iap_transactions *first = pages_one(game, IAP_QUERY_UNFINISHED, NULL, 2, NULL);
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
        const iap_transactions *first = pages_one(game, IAP_QUERY_UNFINISHED, NULL, 2, NULL);
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
    game *game = pages_rich_game();
    const rows before = read_rows(game, IAP_QUERY_ALL, NULL, 0);
    REQUIRE(CHECK_INT(before.count, RICH_ALL));
    rows paged = {.count = 0};
    const iap_transactions *first = pages_one(game, IAP_QUERY_ALL, NULL, 4, NULL);
    add_page(&paged, first);
    const size_t refunded[] = {0, 3, 4, 9};
    for (size_t i = 0; i < 4; i++) REQUIRE_OK(iap_store_refund(game->store, before.ids[refunded[i]], NULL));
    const iap_transactions *second = pages_one(game, IAP_QUERY_ALL, NULL, 1, iap_transactions_next_page(first));
    CHECK_INT(iap_transaction_state(iap_transactions_at(second, 0)), IAP_TRANSACTION_REVOKED);
    add_page(&paged, second);
    add_pages(&paged, game, IAP_QUERY_ALL, NULL, 3, iap_transactions_next_page(second));
    check_equal(&paged, &before);
}

TEST(a_page_can_be_asked_for_again_and_by_the_next_launch) {
    game *game = pages_rich_game();
    const iap_transactions *first = pages_one(game, IAP_QUERY_ALL, NULL, 2, NULL);
    char *mark = strdup(iap_transactions_next_page(first));
    REQUIRE(mark != NULL);
    rows once = {.count = 0}, again = {.count = 0}, later = {.count = 0};
    add_page(&once, pages_one(game, IAP_QUERY_ALL, NULL, 3, mark));
    add_page(&again, pages_one(game, IAP_QUERY_ALL, NULL, 3, mark));
    game_quit(game);
    REQUIRE(game_launch(game));
    add_page(&later, pages_one(game, IAP_QUERY_ALL, NULL, 3, mark));
    CHECK_INT(once.count, 3);
    check_equal(&again, &once);
    check_equal(&later, &once);
    free(mark);
}

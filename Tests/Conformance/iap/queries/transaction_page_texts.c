/* The texts that name a page of transactions, valid and invalid. */

#include "pages.h"

#include <stdio.h>
#include <string.h>

static iap_status try_page(game *game, iap_query query, const char *product_id, const char *page, iap_error *error) {
    return iap_request_transactions_page(game->client, query, product_id, 2, page, game_hears_transactions, game, NULL,
                                         error);
}

TEST(a_page_that_no_list_told_is_refused) {
    game *game = pages_rich_game();
    game_forget(game);
    static char huge[1024 * 1024 + 1];
    memset(huge, '9', sizeof huge - 1);
    const char *const refused[] = {
        "",
        " ",
        "x",
        ".",
        "1",
        "1.",
        ".1",
        "1.2.3",
        "1,2",
        "1.2 ",
        " 1.2",
        "+1.2",
        "1.+2",
        "1.-2",
        "01.2",
        "1.02",
        "-0.1",
        "1e3.2",
        "0x1.2",
        "\xd9\xa1.\xd9\xa2", /* digits of another script */
        "9223372036854775808.1",
        "-9223372036854775809.1",
        "1.18446744073709551616",
        "99999999999999999999999999999999.1",
        "1767225600000.1\n",
        "'; DROP TABLE transactions; --",
        huge,
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("page %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status status = try_page(game, IAP_QUERY_ALL, NULL, refused[i], &error);
        CHECK_CATEGORY(status, IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, status);
        CHECK(error.message[0] != 0 && strchr(error.message, '\n') == NULL);
    }
    CHECK_STATUS(try_page(game, IAP_QUERY_ALL, NULL, "\xff\xfe", NULL), IAP_ERROR_INVALID_TEXT);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

/* These texts look like page names. The library may refuse them; otherwise the request ends in one completion. */
TEST(a_page_at_the_ends_of_time_is_refused_or_answered) {
    const char *const pages[] = {"-1.1",
                                 "0.0",
                                 "-9223372036854775808.0",
                                 "9223372036854775807.0",
                                 "9223372036854775807.18446744073709551615",
                                 "253402300800000.1"};
    const iap_query queries[] = {IAP_QUERY_ALL, IAP_QUERY_UNFINISHED, IAP_QUERY_CURRENT_ENTITLEMENTS};
    game *game = pages_rich_game();
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        for (size_t k = 0; k < sizeof queries / sizeof queries[0]; k++) {
            test_case("page %s, query %d", pages[i], (int)queries[k]);
            uint64_t request = 0;
            const iap_status status = iap_request_transactions_page(game->client, queries[k], NULL, 2, pages[i],
                                                                    game_hears_transactions, game, &request, NULL);
            if (status != IAP_OK) CHECK_STATUS(status, IAP_ERROR_INVALID_ARGUMENT);
            else CHECK(game_wait_answer(game, request) != NULL);
        }
    }
    game_settle(game);
}

TEST(a_page_of_another_query_is_allowed) {
    game *game = pages_rich_game();
    const iap_transactions *first = pages_one(game, IAP_QUERY_ALL, NULL, 2, NULL);
    const char *mark = iap_transactions_next_page(first);
    REQUIRE(mark != NULL);
    const iap_query queries[] = {IAP_QUERY_UNFINISHED, IAP_QUERY_CURRENT_ENTITLEMENTS};
    for (size_t i = 0; i < 2; i++) {
        const heard *answer = game_wait_answer(game, pages_request(game, queries[i], NULL, 2, mark));
        REQUIRE(answer != NULL);
        CHECK(!answer->has_error);
    }
    const heard *latest = game_wait_answer(game, pages_request(game, IAP_QUERY_LATEST, SWORD, 2, mark));
    CHECK(latest != NULL && !latest->has_error);
}

TEST(a_query_in_pages_is_refused_as_any_query) {
    game *game = game_start();
    static char huge[1024 * 1024 + 1];
    memset(huge, 'x', sizeof huge - 1);
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_query none[] = {IAP_QUERY_NONE, -1, 5, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK_STATUS(try_page(game, none[i], NULL, NULL, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(try_page(game, IAP_QUERY_LATEST, NULL, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(try_page(game, IAP_QUERY_ALL, "", NULL, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(try_page(game, IAP_QUERY_ALL, "\xc3", NULL, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(try_page(game, IAP_QUERY_ALL, huge, NULL, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_STATUS(iap_request_transactions_page(NULL, IAP_QUERY_ALL, NULL, 0, NULL, NULL, NULL, NULL, &error),
                 IAP_ERROR_INVALID_ARGUMENT);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(the_texts_of_a_page_request_are_copied) {
    game *game = pages_rich_game();
    const iap_transactions *first = pages_one(game, IAP_QUERY_ALL, NULL, 2, NULL);
    REQUIRE(iap_transactions_next_page(first) != NULL);
    char mark[64], product[64];
    snprintf(mark, sizeof mark, "%s", iap_transactions_next_page(first));
    snprintf(product, sizeof product, "%s", SEASON);
    const uint64_t request = pages_request(game, IAP_QUERY_ALL, product, 1, mark);
    memset(mark, '#', sizeof mark);
    memset(product, '#', sizeof product);
    const heard *answer = game_wait_answer(game, request);
    REQUIRE(answer != NULL && iap_transactions_count(answer->transactions) == 1);
    CHECK_TEXT(iap_transaction_product_id(iap_transactions_at(answer->transactions, 0)), SEASON);
}

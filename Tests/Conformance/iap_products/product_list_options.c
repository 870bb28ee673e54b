/* The options of product lists, and how requests for them end. */

#include "product_list.h"

#include "requests.h"

#include <stdlib.h>
#include <string.h>

static iap_status_t ask(game *game, const iap_product_list_options *options, iap_error *error) {
    return iap_request_product_list(game->client, options, game_hears_products, game, NULL, error);
}

static void check_refused(game *game, const iap_product_list_options *options, iap_status_t status) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(ask(game, options, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK(error.message[0] != 0 && strchr(error.message, '\n') == NULL);
    CHECK_STATUS(ask(game, options, NULL), status);
}

static void check_nothing_was_asked_for(game *game) {
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(a_list_needs_options_and_a_place) {
    game *game = game_start();
    const iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
    check_refused(game, NULL, IAP_ERROR_INVALID_ARGUMENT);
    check_nothing_was_asked_for(game);
}

TEST(texts_of_lists_that_are_none_are_refused) {
    game *game = game_start();
    char *text = malloc(1 << 20);
    memset(text, 'a', (1 << 20) - 1);
    text[(1 << 20) - 1] = 0;
    const struct {
        const char *text;
        iap_status_t status;
    } cases[] = {{"", IAP_ERROR_INVALID_TEXT}, {"a\xff", IAP_ERROR_INVALID_TEXT}, {text, IAP_ERROR_TOO_LARGE}};
    for (size_t i = 0; i < 3; i++) {
        test_case("text %zu", i);
        iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
        options.path = cases[i].text;
        check_refused(game, &options, cases[i].status);
        options.path = "products";
        options.url = cases[i].text;
        check_refused(game, &options, cases[i].status);
        options.url = NULL;
        const char *const headers[] = {"A: b", cases[i].text};
        options.headers = headers;
        options.header_count = 2;
        check_refused(game, &options, cases[i].status);
    }
    free(text);
    check_nothing_was_asked_for(game);
}

TEST(addresses_that_are_not_allowed_are_refused) {
    /* clang-format off */
    static const char *const urls[] = {
        "products.json", "http://example.com/products", "ftp://127.0.0.1/a", "file:///etc/passwd", "https://", "https:///a",
        "https://a b/", "https://user:secret@example.com/", "http://127.1/a", "http://127.0.0.1.example.com/a",
        "https://a/b\r\nC: d", "HTTP://example.com"};
    /* clang-format on */
    game *game = game_start();
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        test_case("%s", urls[i]);
        iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
        options.url = urls[i];
        check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
        options.path = "products";
        check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
    }
    check_nothing_was_asked_for(game);
}

TEST(header_lines_that_are_none_are_refused) {
    static const char *const lines[] = {"no colon", ": no name", "a b: c", "A: b\r\nC: d", "A: b\nC: d", "Host: a"};
    game *game = game_start();
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.url = "https://example.com/products";
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        test_case("%s", lines[i]);
        options.headers = &lines[i];
        options.header_count = 1;
        check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
    }
    test_case(NULL);
    const char *many[33];
    for (size_t i = 0; i < 33; i++) many[i] = "A: b";
    options.headers = many;
    options.header_count = 33;
    check_refused(game, &options, IAP_ERROR_TOO_LARGE);
    options.header_count = SIZE_MAX;
    check_refused(game, &options, IAP_ERROR_TOO_LARGE);
    many[1] = NULL;
    options.header_count = 2;
    check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
    options.headers = NULL;
    check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
    check_nothing_was_asked_for(game);
}

TEST(options_of_lists_are_copied) {
    game *game = game_start();
    char path[4096];
    strcpy(path, list_write("products", "[\"coins.100\"]"));
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = path;
    uint64_t id = 0;
    REQUIRE_OK(iap_request_product_list(game->client, &options, game_hears_products, game, &id, NULL));
    memset(path, 'x', strlen(path));
    memset(&options, 0xA5, sizeof options);
    list_check(game_wait_response(game, id), "coins.100 ", "", IAP_PRODUCT_LIST_FILE);
}

/* The options of product lists, and how requests for them end. */

#include "product_list.h"

#include "requests.h"

#include <stdlib.h>
#include <string.h>

static iap_status ask(game *game, const iap_product_list_options *options, iap_error *error) {
    return iap_request_product_list(game->client, options, game_hears_products, game, NULL, error);
}

static void check_refused(game *game, const iap_product_list_options *options, iap_status status) {
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

TEST(options_of_lists_begin_as_the_macro_says) {
    iap_product_list_options initial = IAP_PRODUCT_LIST_OPTIONS_INIT, filled;
    memset(&filled, 0xA5, sizeof filled);
    iap_product_list_options_init(&filled);
    CHECK_INT(filled.struct_size, sizeof filled);
    CHECK_INT(memcmp(&initial, &filled, sizeof filled), 0);
    iap_product_list_options_init(NULL);
}

TEST(options_of_lists_of_an_unknown_size_are_refused) {
    game *game = game_start();
    const uint32_t size = (uint32_t)sizeof(iap_product_list_options);
    const uint32_t sizes[] = {0, 3, 4, size - 1, size + 8, size * 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
        options.path = "products";
        options.struct_size = sizes[i];
        check_refused(game, &options, IAP_ERROR_INVALID_STRUCT_SIZE);
    }
    check_nothing_was_asked_for(game);
}

TEST(a_list_needs_a_client_options_and_a_place) {
    game *game = game_start();
    const iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    check_refused(game, &options, IAP_ERROR_INVALID_ARGUMENT);
    check_refused(game, NULL, IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_request_product_list(NULL, &options, game_hears_products, game, NULL, NULL),
                 IAP_ERROR_INVALID_ARGUMENT);
    check_nothing_was_asked_for(game);
}

TEST(texts_of_lists_that_are_none_are_refused) {
    game *game = game_start();
    char *text = malloc(1 << 20);
    memset(text, 'a', (1 << 20) - 1);
    text[(1 << 20) - 1] = 0;
    const struct {
        const char *text;
        iap_status status;
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
    static const char *const urls[] = {"products.json",
                                       "http://example.com/products",
                                       "ftp://127.0.0.1/a",
                                       "file:///etc/passwd",
                                       "https://",
                                       "https:///a",
                                       "https://a b/",
                                       "https://user:secret@example.com/",
                                       "http://127.1/a",
                                       "http://127.0.0.1.example.com/a",
                                       "https://a/b\r\nC: d",
                                       "HTTP://example.com"};
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
    list_check(game_wait_answer(game, id), "coins.100 ", "", IAP_PRODUCT_LIST_FILE);
}

TEST(a_closed_client_reads_no_list) {
    game *game = game_start();
    iap_client *client = game->client;
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = list_write("products", "[]");
    uint64_t open = 0, id = 7;
    REQUIRE_OK(iap_request_product_list(client, &options, game_hears_products, game, &open, NULL));
    game_quit(game);
    const heard *answer = game_answer(game, open);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_CANCELLED);
    CHECK_INT(game_answer_count(game, open), 1);
    CHECK_STATUS(iap_request_product_list(client, &options, game_hears_products, game, &id, NULL), IAP_ERROR_CLOSED);
    CHECK_ID(id, 0);
}

TEST(the_products_of_a_list_can_be_polled) {
    game *game = game_install(store_open(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    const char *const texts[] = {"[\"coins.100\"]", "[7]"};
    for (size_t i = 0; i < 2; i++) {
        options.path = list_write("products", texts[i]);
        uint64_t id = 0;
        REQUIRE_OK(iap_request_product_list(game->client, &options, NULL, NULL, &id, NULL));
        iap_event *event = poll_answer(game, id);
        REQUIRE(event != NULL);
        CHECK_INT(iap_event_type(event), IAP_EVENT_PRODUCTS_RECEIVED);
        CHECK_STATUS(iap_event_error(event, NULL), i == 0 ? IAP_OK : IAP_ERROR_INVALID_FILE);
        CHECK_INT(iap_products_count(iap_event_products(event)), i == 0 ? 1 : 0);
        CHECK_INT(iap_products_list_source(iap_event_products(event)),
                  i == 0 ? IAP_PRODUCT_LIST_FILE : IAP_PRODUCT_LIST_NONE);
        iap_event_release(event);
    }
}

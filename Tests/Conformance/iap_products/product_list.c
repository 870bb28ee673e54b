/* Product lists: the allowed content of a file, and which products the library requests from the store. */

#include "product_list.h"

#include "network_conditions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const heard *list_response(game *game, const iap_product_list_options *options) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_request_product_list(game->client, options, game_hears_products, game, &id, &error), IAP_OK))
        return NULL;
    CHECK_STATUS(error.status, IAP_OK);
    CHECK(id != 0);
    return game_wait_response(game, id);
}

const heard *list_file_response(game *game, const char *path) {
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = path;
    return list_response(game, &options);
}

const char *list_write(const char *name, const char *text) {
    const char *path = temporary_path(name);
    file_write_text(path, text);
    return path;
}

static void join(char *to, size_t capacity, const char *id) {
    const size_t length = strlen(to);
    snprintf(to + length, capacity - length, "%s ", id);
}

void list_check(const heard *answer, const char *found, const char *invalid, iap_product_list_source_t source) {
    if (!CHECK(answer != NULL) || !CHECK_STATUS(answer->error.status, IAP_OK)) return;
    char text[1024] = "";
    for (size_t i = 0; i < iap_products_count(answer->products); i++)
        join(text, sizeof text, iap_product_id(iap_products_at(answer->products, i)));
    CHECK_TEXT(text, found);
    text[0] = 0;
    for (size_t i = 0; i < iap_products_invalid_count(answer->products); i++)
        join(text, sizeof text, iap_products_invalid_at(answer->products, i));
    CHECK_TEXT(text, invalid);
    CHECK_INT(iap_products_list_source(answer->products), source);
}

#define XML_HEAD                                                                                                       \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "              \
    "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">"

typedef struct list_case {
    const char *name, *text, *found, *invalid;
} list_case;

static const list_case lists[] = {
    {"an array", "[\"sword.golden\", \"coins.100\"]", "sword.golden coins.100 ", ""},
    {"an empty array", "[]", "", ""},
    {"an object", "{\"products\": [\"coins.100\", \"no.such\", \"club.year\"]}", "coins.100 club.year ", "no.such "},
    {"an object with objects and other keys",
     "{\"version\": 3, \"products\": [{\"id\": \"gems.20\", \"grants\": [{\"counter\": \"gems\", \"amount\": 20}]}, "
     "\"coins.100\"], \"x\": {\"products\": [1]}}",
     "gems.20 coins.100 ", ""},
    {"repeated ids", "[\"coins.100\", \"no\", \"coins.100\", \"no\", \"gems.20\"]", "coins.100 gems.20 ", "no "},
    {"a mark of the byte order", "\xef\xbb\xbf[\"coins.100\"]", "coins.100 ", ""},
    {"ids outside ASCII", "[\"m\\u00fcnze\", \"m\xc3\xbcnze\", \"mu\xcc\x88nze\"]", "", "m\xc3\xbcnze mu\xcc\x88nze "},
    {"XML", XML_HEAD "<array><string>coins.100</string><string>a&amp;b</string></array></plist>", "coins.100 ", "a&b "},
    {"an object of XML",
     XML_HEAD "<dict><key>when</key><date>2026-01-01T00:00:00Z</date><key>products</key><array><dict><key>id</key>"
              "<string>gems.20</string></dict><string>coins.100</string></array></dict></plist>",
     "gems.20 coins.100 ", ""},
};

TEST(the_products_of_a_list_in_a_file_are_asked_for_in_its_order) {
    game *game = game_start();
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        test_case("%s", lists[i].name);
        list_check(list_file_response(game, list_write("products", lists[i].text)), lists[i].found, lists[i].invalid,
                   IAP_PRODUCT_LIST_FILE);
    }
}

/* {"products": ["coins.100", {"id": "gems.20"}]} */
static const uint8_t binary_list[] = {
    'b', 'p',  'l', 'i', 's', 't', '0', '0', 0xd1, 1,   2,   0x58, 'p', 'r', 'o',  'd', 'u', 'c',  't', 's', 0xa2, 3,
    4,   0x59, 'c', 'o', 'i', 'n', 's', '.', '1',  '0', '0', 0xd1, 5,   6,   0x52, 'i', 'd', 0x57, 'g', 'e', 'm',  's',
    '.', '2',  '0', 8,   11,  20,  23,  33,  36,   39,  0,   0,    0,   0,   0,    0,   1,   1,    0,   0,   0,    0,
    0,   0,    0,   7,   0,   0,   0,   0,   0,    0,   0,   0,    0,   0,   0,    0,   0,   0,    0,   47};

TEST(a_binary_property_list_is_a_list) {
    game *game = game_start();
    const char *path = temporary_path("products.plist");
    file_write(path, binary_list, sizeof binary_list);
    list_check(list_file_response(game, path), "coins.100 gems.20 ", "", IAP_PRODUCT_LIST_FILE);
    for (size_t length = 0; length < sizeof binary_list; length += 3) {
        test_case("%zu bytes", length);
        file_write(path, binary_list, length);
        const heard *answer = list_file_response(game, path);
        REQUIRE(answer != NULL);
        CHECK_STATUS(answer->error.status, IAP_ERROR_INVALID_FILE);
    }
}

static const struct {
    const char *text, *message;
} bad_lists[] = {
    {"", "products: is empty"},
    {"hello", "products: is not valid JSON"},
    {"{}", "products: is neither an array of ids nor an object with the array \"products\""},
    {"{\"products\": \"coins.100\"}", "products: is neither an array of ids nor an object with the array \"products\""},
    {"[\"coins.100\"", "products: is not valid JSON"},
    {"[\"coins.100\", 7]", "products: [1] is neither an id nor an object with an \"id\""},
    {"{\"products\": [\"a\", \"b\", \"c\", null]}",
     "products: products[3] is neither an id nor an object with an \"id\""},
    {"{\"products\": [{\"ID\": \"a\"}]}", "products: products[0] has no \"id\" that is a text"},
    {"{\"products\": [{\"id\": \"\"}]}", "products: products[0].id is empty"},
    {"[\"a\\u0000b\"]", "products: [0] contains a NUL"},
    {"[\"\xff\"]", "products: is not text in UTF-8"},
    {"<plist><array><date>2026-01-01T00:00:00Z</date></array></plist>",
     "products: [0] is neither an id nor an object with an \"id\""},
    {"<plist><array>", "products: is not a property list"},
};

static void check_invalid(const heard *answer, const char *message) {
    REQUIRE(answer != NULL);
    CHECK(answer->products == NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_INVALID_FILE);
    CHECK_INT(answer->error.category, IAP_CATEGORY_INVALID_ARGUMENT);
    CHECK_INT(answer->error.retryable, 0);
    CHECK_TEXT(answer->error.store_domain, "");
    CHECK_CONTAINS(answer->error.message, message);
    CHECK(strchr(answer->error.message, '\n') == NULL);
}

TEST(a_file_that_is_no_list_is_refused_with_the_place) {
    game *game = game_start();
    for (size_t i = 0; i < sizeof bad_lists / sizeof bad_lists[0]; i++) {
        test_case("%s", bad_lists[i].text);
        check_invalid(list_file_response(game, list_write("products", bad_lists[i].text)), bad_lists[i].message);
    }
}

TEST(what_is_no_file_is_refused_by_its_name) {
    game *game = game_start();
    check_invalid(list_file_response(game, temporary_path("missing.json")), "missing.json: cannot be read");
    check_invalid(list_file_response(game, "/"), "/: is not a file");
    check_invalid(list_file_response(game, "/dev/zero"), "/dev/zero: is not a file");
}

/* A list with this number of ids of this length; the first id is for sale. */
static const char *long_list(size_t count, size_t length) {
    char *text = malloc(count * (length + 4) + 32), *end = text;
    end += sprintf(end, "[\"%s\"", COINS);
    for (size_t i = 1; i < count; i++) end += sprintf(end, ",\"%0*zu\"", (int)length, i);
    strcpy(end, "]");
    const char *path = list_write("products", text);
    free(text);
    return path;
}

TEST(a_list_has_at_most_a_thousand_ids_of_1024_bytes) {
    game *game = game_start();
    const heard *answer = list_file_response(game, long_list(1000, IAP_PRODUCT_ID_LENGTH_MAX));
    REQUIRE(answer != NULL);
    CHECK_INT(iap_products_count(answer->products), 1);
    CHECK_INT(iap_products_invalid_count(answer->products), 999);
    check_invalid(list_file_response(game, long_list(1001, 8)),
                  "products: contains 1001 products; at most 1000 are allowed");
    check_invalid(list_file_response(game, long_list(3, IAP_PRODUCT_ID_LENGTH_MAX + 1)),
                  "products: [1] is longer than");
}

TEST(a_list_has_at_most_16_mebibytes) {
    const size_t limit = (size_t)16 << 20;
    game *game = game_start();
    char *text = malloc(limit + 2);
    memset(text, ' ', limit + 1);
    memcpy(text, "[\"coins.100\"]", 13);
    const char *path = temporary_path("products");
    file_write(path, text, limit);
    list_check(list_file_response(game, path), "coins.100 ", "", IAP_PRODUCT_LIST_FILE);
    file_write(path, text, limit + 1);
    check_invalid(list_file_response(game, path), "products: is longer than 16777216 bytes");
    free(text);
}

TEST(a_list_fails_as_a_request_for_products_does) {
    game *game = game_start();
    const char *path = list_write("products", "[\"coins.100\"]");
    REQUIRE(network_is_down(game));
    const heard *answer = list_file_response(game, path);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_NETWORK);
    CHECK_INT(answer->error.retryable, 1);
    REQUIRE(network_is_perfect(game));
    list_check(list_file_response(game, path), "coins.100 ", "", IAP_PRODUCT_LIST_FILE);
}

TEST(the_list_is_read_anew_for_each_request) {
    game *game = game_start();
    const char *path = list_write("products", "[\"coins.100\"]");
    list_check(list_file_response(game, path), "coins.100 ", "", IAP_PRODUCT_LIST_FILE);
    list_write("products", "[\"gems.20\"]");
    list_check(list_file_response(game, path), "gems.20 ", "", IAP_PRODUCT_LIST_FILE);
}

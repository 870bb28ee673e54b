#include "game_requests.h"
#include "print.h"
#include "shell_commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void print_products(const struct game *game) {
    static const char *const sources[] = {"the call", "the file", "the server", "the server's last good answer"};
    const iap_products *products = game->heard.products;
    const iap_product_list_source source = iap_products_list_source(products);
    if (source != IAP_PRODUCT_LIST_NONE && (size_t)source < sizeof sources / sizeof sources[0]) {
        print_line("list", "from %s", sources[source]);
    }
    for (size_t i = 0; i < iap_products_count(products); i++) {
        const iap_product *product = iap_products_at(products, i);
        print_product(product);
        if (iap_product_is_cached(product)) {
            print_line("", "from the cache");
        }
    }
    for (size_t i = 0; i < iap_products_invalid_count(products); i++) {
        print_line("unknown", "%s", iap_products_invalid_at(products, i));
    }
}

static void run_list(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    for (size_t i = 0; words[i] != NULL; i++) {
        *(strstr(words[i], "://") != NULL ? &options.url : &options.path) = words[i];
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (game_answer(game, "the product list",
                    iap_request_product_list(game->client, &options, game_hears_products, game, &game->request, &error),
                    &error)) {
        print_products(game);
    }
}

static void run_cached(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    size_t count = 0;
    while (words[count] != NULL) {
        count++;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (game_answer(game, "the cached products",
                    iap_request_cached_products(game->client, count == 0 ? NULL : (const char *const *)words, count,
                                                game_hears_products, game, &game->request, &error),
                    &error)) {
        print_products(game);
    }
}

static void run_audit(struct shell *shell, char **words) {
    struct game *game = &shell->game;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (game_answer(game, "the audit log",
                    iap_request_audit_copy(game->client, words[0], game_hears_end, game, &game->request, &error),
                    &error)) {
        print_line("log", "written; Samples/run --replay explains it");
    }
}

const struct shell_command shell_journal[] = {
    {"list", "list FILE|URL [FILE]", "load the products of a list, JSON or plist", 1, 2, run_list},
    {"cached", "cached [ID...]", "list products from the cache", 0, 8, run_cached},
    {"audit", "audit FILE", "write a copy of the audit log", 1, 1, run_audit},
    {NULL, NULL, NULL, 0, 0, NULL},
};

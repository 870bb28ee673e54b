/* The grants that the game declares when it opens a client. */

#include "files.h"
#include "inventory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Opens a client with these grants, and closes it again. */
static iap_status_t open_with(const iap_inventory_options *inventory, iap_error *error) {
    static iap_device *device;
    if (device == NULL) device = game_install(store_open(), "player", "phone")->device;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = device;
    options.inventory = inventory;
    iap_client *client = (iap_client *)device;
    iap_error_init(error);
    const iap_status_t status = iap_client_open(&options, &client, error);
    CHECK((status == IAP_OK) == (client != NULL));
    CHECK_STATUS(error->status, status);
    if (status != IAP_OK) CHECK(error->message[0] != 0);
    if (client != NULL) CHECK_STATUS(iap_client_close(client), IAP_OK);
    return status;
}

static iap_inventory_options options_of(const iap_grant *grants, size_t count, const char *path) {
    iap_inventory_options options = IAP_INVENTORY_OPTIONS_INIT;
    options.grants = grants;
    options.grant_count = count;
    options.grants_path = path;
    return options;
}

static iap_grant counter(const char *product, const char *name, int64_t amount) {
    iap_grant grant = IAP_GRANT_INIT;
    grant.kind = IAP_GRANT_COUNTER;
    grant.product_id = product;
    grant.name = name;
    grant.amount = amount;
    return grant;
}

static iap_grant unlock(const char *product, const char *name) {
    iap_grant grant = IAP_GRANT_INIT;
    grant.kind = IAP_GRANT_UNLOCK;
    grant.product_id = product;
    grant.name = name;
    return grant;
}

TEST(an_inventory_without_grants_holds_what_the_game_adds) {
    game *game = inventory_install(store_open(), "phone");
    const iap_inventory_options options = IAP_INVENTORY_OPTIONS_INIT;
    game->inventory = &options;
    REQUIRE(game_launch(game));
    CHECK_STATUS(add(game, "stars", 5, "k"), IAP_OK);
    CHECK_INT(iap_inventory_balance(game->client, "stars", NULL), 5);
    CHECK_INT(iap_transaction_delivery_state(game_buy(game, COINS)), IAP_DELIVERY_NEW);
}

TEST(options_are_copied) {
    char product[] = COINS, name[] = "coins", path[4096];
    const char *file = temporary_path("grants.json");
    file_write_text(file, "{\"products\": [{\"id\": \"" SWORD "\", \"grants\": [{\"unlock\": \"sword\"}]}]}");
    snprintf(path, sizeof path, "%s", file);
    iap_grant grant = counter(product, name, 100);
    iap_inventory_options options = options_of(&grant, 1, path);
    game *game = inventory_install(store_open(), "phone");
    game->inventory = &options;
    REQUIRE(game_launch(game));
    memset(product, 'x', sizeof product - 1);
    memset(name, 'x', sizeof name - 1);
    memset(path, 'x', 10);
    memset(&grant, 0xff, sizeof grant);
    memset(&options, 0xff, sizeof options);
    /* The library read the file when it opened the client. */
    file_write_text(file, "gone");
    REQUIRE(game_own(game, COINS) != 0 && game_own(game, SWORD) != 0);
    CHECK_INT(coins(game), 100);
    CHECK(unlocked(game, "sword"));
}

TEST(a_file_says_what_products_grant_beside_the_code) {
    const char *file = temporary_path("grants.json");
    file_write_text(file,
                    "{\"products\": [{\"id\": \"coins.100\", \"grants\": [{\"counter\": \"gems\", \"amount\": 100},\n"
                    "    {\"unlock\": \"no_ads\", \"on_revocation\": \"keep\"}]}, \"x\", {\"id\": \"y\", \"z\": 1}]}");
    const iap_grant grant = counter(COINS, "coins", 5);
    const iap_inventory_options options = options_of(&grant, 1, file);
    game *game = inventory_install(store_open(), "phone");
    game->inventory = &options;
    REQUIRE(game_launch(game));
    const uint64_t id = game_own(game, COINS);
    CHECK_INT(coins(game), 5);
    CHECK_INT(gems(game), 100);
    CHECK(unlocked(game, "no_ads"));
    REQUIRE(refund(game, id));
    CHECK_INT(coins(game) + gems(game), 0);
    CHECK(unlocked(game, "no_ads"));
}

TEST(a_bad_file_is_refused_with_its_place) {
    const struct {
        const char *text, *place;
    } cases[] = {
        {"", "JSON"},
        {"[]", "object"},
        {"{\"products\": 5}", "products is not an array"},
        {"{\"products\": [{\"id\": \"a\"}, {\"grants\": []}]}", "products[1].id is missing"},
        {"{\"products\": [{\"id\": \"a\", \"grants\": [{\"counter\": \"c\"}]}]}",
         "products[0].grants[0].amount is missing"},
        {"{\"products\": [{\"id\": \"a\", \"grants\": [{\"counter\": \"c\", \"amount\": 1.5}]}]}",
         "products[0].grants[0].amount is 1.5"},
        {"{\"products\": [{\"id\": \"a\", \"grants\": [{\"unlock\": \"c\", \"on_revocation\": \"maybe\"}]}]}",
         "products[0].grants[0].on_revocation"},
        {"{\"products\": [{\"id\": \"" COINS "\", \"grants\": [{\"counter\": \"coins\", \"amount\": 1}]}]}",
         "products[0].grants[0] repeats the grant of \"coins\""},
        {"{\"products\": [{\"id\": \"" SWORD "\", \"grants\": [{\"unlock\": \"coins\"}]}]}",
         "products[0].grants[0] uses the name \"coins\""},
        {"\xff\xfe", "UTF-8"},
    };
    const iap_grant grant = counter(COINS, "coins", 100);
    const char *file = temporary_path("grants.json");
    const iap_inventory_options options = options_of(&grant, 1, file);
    iap_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("%s", cases[i].text);
        file_write_text(file, cases[i].text);
        CHECK_STATUS(open_with(&options, &error), IAP_ERROR_INVALID_FILE);
        CHECK_CONTAINS(error.message, "grants.json: ");
        CHECK_CONTAINS(error.message, cases[i].place);
    }
    test_case(NULL);
    file_write_text(file, "{\"products\": []}");
    CHECK_STATUS(open_with(&options, &error), IAP_OK);
}

TEST(a_file_that_cannot_be_read_is_refused) {
    iap_error error;
    const char *folder = temporary_path("folder");
    REQUIRE(mkdir(folder, 0700) == 0);
    const char *const paths[] = {temporary_path("missing.json"), folder, "/dev/zero"};
    for (size_t i = 0; i < 3; i++) {
        const iap_inventory_options options = options_of(NULL, 0, paths[i]);
        CHECK_STATUS(open_with(&options, &error), IAP_ERROR_INVALID_FILE);
        CHECK_CONTAINS(error.message, paths[i]);
    }
    char path[4098];
    memset(path, 'a', 4097);
    path[4097] = 0;
    iap_inventory_options options = options_of(NULL, 0, path);
    CHECK_STATUS(open_with(&options, &error), IAP_ERROR_TOO_LARGE);
    options.grants_path = "";
    CHECK_STATUS(open_with(&options, &error), IAP_ERROR_INVALID_TEXT);
    options.grants_path = "\xff";
    CHECK_STATUS(open_with(&options, &error), IAP_ERROR_INVALID_TEXT);
}

TEST(bad_grants_are_refused) {
    char long_text[1026];
    memset(long_text, 'a', 1025);
    long_text[1025] = 0;
    iap_grant no_kind = unlock("p", "x"), no_policy = unlock("p", "x"), paid_unlock = unlock("p", "x");
    no_kind.kind = 3;
    no_policy.revocation_policy = 3;
    paid_unlock.amount = 1;
    const struct {
        iap_grant grant;
        iap_status_t status;
        const char *place;
    } cases[] = {
        {unlock(NULL, "x"), IAP_ERROR_INVALID_ARGUMENT, "grants[1].product_id"},
        {unlock("p", NULL), IAP_ERROR_INVALID_ARGUMENT, "grants[1].name"},
        {unlock("", "x"), IAP_ERROR_INVALID_TEXT, "grants[1].product_id"},
        {unlock("p", ""), IAP_ERROR_INVALID_TEXT, "grants[1].name"},
        {unlock("\xff", "x"), IAP_ERROR_INVALID_TEXT, "grants[1].product_id"},
        {unlock("p", "\xff"), IAP_ERROR_INVALID_TEXT, "grants[1].name"},
        {unlock(long_text, "x"), IAP_ERROR_TOO_LARGE, "grants[1].product_id"},
        {unlock("p", long_text + 1025 - 256), IAP_ERROR_TOO_LARGE, "grants[1].name"},
        {no_kind, IAP_ERROR_INVALID_ARGUMENT, "grants[1].kind is 3"},
        {no_policy, IAP_ERROR_INVALID_ARGUMENT, "grants[1].revocation_policy is 3"},
        {paid_unlock, IAP_ERROR_INVALID_ARGUMENT, "grants[1].amount is 1"},
        {counter("p", "x", 0), IAP_ERROR_INVALID_ARGUMENT, "grants[1].amount is 0"},
        {counter("p", "x", -1), IAP_ERROR_INVALID_ARGUMENT, "grants[1].amount is -1"},
        {counter("p", "x", INT64_C(1000000000001)), IAP_ERROR_INVALID_ARGUMENT, "grants[1].amount"},
        {counter("p", "x", INT64_MIN), IAP_ERROR_INVALID_ARGUMENT, "grants[1].amount"},
        /* The same product grants the same name twice; a name is both a counter and an unlock. */
        {counter(COINS, "coins", 5), IAP_ERROR_INVALID_ARGUMENT, "grants[1]"},
        {unlock("p", "coins"), IAP_ERROR_INVALID_ARGUMENT, "grants[1]"},
    };
    iap_error error;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        test_case("case %zu", i);
        const iap_grant grants[] = {counter(COINS, "coins", 100), cases[i].grant};
        const iap_inventory_options options = options_of(grants, 2, NULL);
        CHECK_STATUS(open_with(&options, &error), cases[i].status);
        CHECK_CONTAINS(error.message, cases[i].place);
    }
    test_case(NULL);
    const iap_grant largest[] = {counter(long_text + 1, long_text + 1025 - 255, INT64_C(1000000000000)),
                                 counter("p", "x", 1)};
    const iap_inventory_options options = options_of(largest, 2, NULL);
    CHECK_STATUS(open_with(&options, &error), IAP_OK);
}

TEST(counts_of_grants_are_checked) {
    iap_error error;
    iap_grant *grants = calloc(IAP_INVENTORY_GRANTS_MAX + 1, sizeof *grants);
    char(*names)[8] = calloc(IAP_INVENTORY_GRANTS_MAX + 1, sizeof *names);
    REQUIRE(grants != NULL && names != NULL);
    for (unsigned i = 0; i <= IAP_INVENTORY_GRANTS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "%u", i);
        grants[i] = unlock("p", names[i]);
    }
    iap_inventory_options options = options_of(grants, IAP_INVENTORY_GRANTS_MAX, NULL);
    CHECK_STATUS(open_with(&options, &error), IAP_OK);
    const size_t counts[] = {IAP_INVENTORY_GRANTS_MAX + 1, SIZE_MAX, SIZE_MAX / 2 + 1};
    for (size_t i = 0; i < 3; i++) {
        options.grant_count = counts[i];
        CHECK_STATUS(open_with(&options, &error), IAP_ERROR_TOO_LARGE);
    }
    options = options_of(NULL, 1, NULL);
    CHECK_STATUS(open_with(&options, &error), IAP_ERROR_INVALID_ARGUMENT);
    free(grants);
    free(names);
}

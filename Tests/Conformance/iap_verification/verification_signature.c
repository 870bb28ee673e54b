/* Purchases whose signature the library itself verifies, up to root certificates that the game chooses. */

#include "files.h"
#include "game.h"
#include "inventory.h"

#include <stdio.h>
#include <string.h>

static size_t updates(const game *game, iap_transaction_state_t state) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, state);
}

typedef struct root {
    uint8_t bytes[4096];
    size_t length;
} root;

static root root_of(iap_store *store) {
    root root = {.length = 0};
    CHECK_STATUS(iap_store_root_certificate(store, root.bytes, sizeof root.bytes, &root.length, NULL), IAP_OK);
    return root;
}

/* Adds a certificate to a text in PEM. */
static void add_pem(char *text, size_t capacity, const root *root) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = strlen(text);
    length += (size_t)snprintf(text + length, capacity - length, "-----BEGIN CERTIFICATE-----");
    for (size_t i = 0; i < root->length; i += 3) {
        const size_t count = root->length - i < 3 ? root->length - i : 3;
        uint32_t group = (uint32_t)root->bytes[i] << 16;
        if (count > 1) group |= (uint32_t)root->bytes[i + 1] << 8;
        if (count > 2) group |= root->bytes[i + 2];
        if (i % 48 == 0) text[length++] = '\n';
        for (size_t k = 0; k < 4; k++) text[length++] = k <= count ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    snprintf(text + length, capacity - length, "\n-----END CERTIFICATE-----\n");
}

/* The root of another store. */
static root foreign_root(void) {
    iap_store_options options = store_options();
    options.seed = 8;
    return root_of(store_open_with(&options));
}

static iap_verification_options verification;

/* A game with a journal on its own store, which verifies with the roots in a file. The game does not run yet. */
static game *install(void) {
    verification = (iap_verification_options)IAP_VERIFICATION_OPTIONS_INIT;
    verification.mode = IAP_VERIFY_BY_SIGNATURE;
    verification.roots_path = temporary_path("roots");
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal");
    game->verification = &verification;
    return game;
}

static void trust(const root *root) { file_write(verification.roots_path, root->bytes, root->length); }

/* Pays, and returns the first transaction with an invalid signature; NULL if none comes. */
static const iap_transaction *pay_unverified(game *game, const char *product_id) {
    game_pay(game, product_id, 1);
    if (!AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1)) return NULL;
    return game_update(game, IAP_TRANSACTION_UNVERIFIED, 0);
}

TEST(a_purchase_that_leads_to_one_of_the_roots_is_handed_out) {
    for (int form = 0; form < 3; form++) {
        test_case("form %d", form);
        game *game = install();
        game->journal_path = NULL;
        const root own = root_of(game->store), other = foreign_root();
        char text[8192] = "";
        if (form == 2) add_pem(text, sizeof text, &other);
        add_pem(text, sizeof text, &own);
        if (form == 0) trust(&own);
        else file_write_text(verification.roots_path, text);
        REQUIRE(game_launch(game));
        const iap_transaction *bought = game_buy(game, COINS);
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(iap_transaction_signature_check(bought), IAP_SIGNATURE_VERIFIED);
        CHECK(game_finish(game, bought));
    }
}

TEST(a_purchase_that_leads_to_no_root_is_unverified_and_never_finished) {
    game *game = install();
    const root other = foreign_root();
    trust(&other);
    REQUIRE(game_launch(game));
    const iap_transaction *unverified = pay_unverified(game, COINS);
    REQUIRE(unverified != NULL);
    CHECK_INT(iap_transaction_signature_check(unverified), IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN);
    CHECK_STATUS(iap_transaction_error(unverified, NULL), IAP_ERROR_VERIFICATION);
    CHECK_STATUS(iap_finish_transaction(game->client, unverified, NULL), IAP_ERROR_NOT_FOUND);
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    game_quit(game);

    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    game_quit(game);

    /* With the right root, the library delivers it after all. */
    const root own = root_of(game->store);
    trust(&own);
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

/* What the account owns and what the inventory unlocks are one fact: both end with the trust, and come back with it. */
TEST(without_the_right_root_nothing_that_was_owned_before_stays_unlocked) {
    game *game = install();
    const root own = root_of(game->store), other = foreign_root();
    game->inventory = &usual_inventory;
    const root *roots[] = {&own, &other, &own};
    for (int launch = 0; launch < 3; launch++) {
        test_case("launch %d", launch);
        trust(roots[launch]);
        REQUIRE(game_launch(game));
        if (launch == 0) CHECK(game_own(game, SWORD) != 0);
        game_settle(game);
        CHECK_INT(iap_owns(game->client, SWORD, NULL), roots[launch] == &own);
        CHECK_INT(unlocked(game, "sword"), roots[launch] == &own);
        game_quit(game);
    }
}

/* A valid verdict of an earlier launch does not cover other data with the same id and date. */
TEST(each_launch_looks_at_the_signature_again) {
    game *game = install();
    const root own = root_of(game->store), other = foreign_root();
    trust(&own);
    REQUIRE(game_launch(game));
    REQUIRE(game_buy(game, COINS) != NULL);
    /* The journal's copy does not count: it may have been edited. */
    game_quit(game);
    trust(&other);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_UNVERIFIED, 1));
    game_settle(game);
    CHECK_INT(updates(game, IAP_TRANSACTION_PURCHASED), 0);
    game_quit(game);
    trust(&own);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(iap_transaction_delivery_count(game_update(game, IAP_TRANSACTION_PURCHASED, 0)), 2);
}

TEST(a_verdict_of_an_earlier_launch_is_not_for_another_product) {
    game *genuine = install();
    const root own = root_of(genuine->store), other = foreign_root();
    trust(&own);
    REQUIRE(game_launch(genuine));
    const iap_transaction *bought = game_buy(genuine, COINS);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    const uint64_t id = iap_transaction_id(bought);
    const int64_t date = iap_transaction_purchase_date_ms(bought);
    game_quit(genuine);

    /* A store with the same seed starts with the same number, at the same time. */
    game *forger = install();
    trust(&other);
    REQUIRE(game_launch(forger));
    const iap_transaction *unverified = pay_unverified(forger, SWORD);
    REQUIRE(unverified != NULL);
    CHECK_INT(iap_transaction_id(unverified), id);
    CHECK_INT(iap_transaction_purchase_date_ms(unverified), date);
    CHECK_TEXT(iap_transaction_product_id(unverified), SWORD);
    game_settle(forger);
    CHECK_INT(game_granted_count(forger), 0);
}

TEST(what_the_store_takes_for_unverified_stays_so) {
    game *game = install();
    const root own = root_of(game->store);
    trust(&own);
    REQUIRE_OK(iap_store_set_forgery(game->store, IAP_STORE_FORGERY_NONE + 1, NULL));
    REQUIRE(game_launch(game));
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_FAILED);
    game_settle(game);
    CHECK_INT(game_granted_count(game), 0);
    CHECK_INT(updates(game, IAP_TRANSACTION_PURCHASED), 0);
}

static const struct {
    const char *text, *part;
} bad_files[] = {
    {NULL, "cannot be read"},
    {"", "is empty"},
    {"hello", "no certificate"},
    {"-----BEGIN CERTIFICATE-----\nAAAA\n", "without an end"},
    {"-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n", "not Base64"},
    {"-----BEGIN CERTIFICATE-----\nMAMCAQA=\n-----END CERTIFICATE-----\n", "certificate 1 of 1"},
    {"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "something other than certificates"},
};

TEST(a_file_without_good_roots_is_refused_with_its_name_and_what_is_wrong) {
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        test_case("case %zu", i);
        const char *path = temporary_path(bad_files[i].text != NULL ? "roots" : "missing");
        if (bad_files[i].text != NULL) file_write_text(path, bad_files[i].text);
        game *game = install();
        verification.roots_path = path;
        iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
        options.execution = test_execution;
        options.device = game->device;
        options.verification = &verification;
        iap_client *client = NULL;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_client_open(&options, &client, &error), IAP_ERROR_INVALID_FILE);
        CHECK(client == NULL);
        CHECK_CONTAINS(error.message, path);
        CHECK_CONTAINS(error.message, bad_files[i].part);
        /* Without a path there is nothing to check by. */
        verification.roots_path = NULL;
        CHECK_STATUS(iap_client_open(&options, &client, NULL), IAP_ERROR_INVALID_ARGUMENT);
        CHECK(client == NULL);
    }
}

/* The option accepts signatures of Xcode's local testing, and no others. */
TEST(accepting_xcode_testing_accepts_nothing_else) {
    game *game = install();
    CHECK_INT(verification.accepts_xcode_testing, 0);
    verification.accepts_xcode_testing = 1;
    const root own = root_of(game->store), other = foreign_root();
    trust(&other);
    REQUIRE(game_launch(game));
    const iap_transaction *unverified = pay_unverified(game, COINS);
    REQUIRE(unverified != NULL);
    CHECK_INT(iap_transaction_signature_check(unverified), IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(unverified, &error), IAP_ERROR_VERIFICATION);
    CHECK(strstr(error.message, "Xcode") == NULL);
    game_quit(game);
    trust(&own);
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

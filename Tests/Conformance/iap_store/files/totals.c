/* The totals of the ledger, and the root certificate of the store. */

#include "game.h"

#include <string.h>

static void check_totals(iap_store *store, uint64_t transactions, uint64_t unfinished, uint64_t refunded) {
    const iap_store_totals totals = store_totals(store);
    CHECK_INT(totals.transactions, transactions);
    CHECK_INT(totals.unfinished, unfinished);
    CHECK_INT(totals.refunded, refunded);
    CHECK_INT(totals.struct_size, sizeof totals);
}

TEST(totals_count_what_was_charged_finished_and_refunded) {
    game *game = game_start();
    check_totals(game->store, 0, 0, 0);
    const iap_transaction *coins = game_buy(game, COINS);
    check_totals(game->store, 1, 1, 0);
    const uint64_t sword = game_own(game, SWORD);
    check_totals(game->store, 2, 1, 0);
    CHECK(game_finish(game, coins));
    check_totals(game->store, 2, 0, 0);
    REQUIRE_OK(iap_store_refund(game->store, sword, NULL));
    check_totals(game->store, 2, 0, 1);
}

TEST(totals_do_not_count_what_was_not_charged) {
    game *game = game_start();
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE(game_buy(game, COINS) != NULL);
    REQUIRE(game_buy(game, UNKNOWN_PRODUCT) != NULL);
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(game_buy(game, SWORD) != NULL);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy(game, COINS) != NULL);
    check_totals(game->store, 1, 0, 0);
}

TEST(totals_count_all_accounts) {
    game *game = game_start();
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    REQUIRE(game_buy(game, COINS) != NULL && game_own(other, COINS) != 0);
    check_totals(game->store, 2, 1, 0);
}

TEST(the_root_certificate_is_given_in_two_steps) {
    iap_store *store = store_open();
    size_t length = 0, again = 0;
    uint8_t certificate[4096];
    memset(certificate, 0xEE, sizeof certificate);
    CHECK_STATUS(iap_store_root_certificate(store, NULL, 0, &length, NULL), IAP_OK);
    REQUIRE(length > 100 && length < sizeof certificate);
    CHECK_STATUS(iap_store_root_certificate(store, certificate, length - 1, &again, NULL), IAP_ERROR_TOO_LARGE);
    CHECK_INT(again, length);
    for (size_t i = 0; i < sizeof certificate; i++) CHECK_INT(certificate[i], 0xEE);
    CHECK_STATUS(iap_store_root_certificate(store, certificate, length, &again, NULL), IAP_OK);
    CHECK_INT(again, length);
    /* DER: a sequence whose length takes two bytes and covers the rest. */
    CHECK_INT(certificate[0], 0x30);
    CHECK_INT(certificate[1], 0x82);
    CHECK_INT(certificate[2] * 256 + certificate[3] + 4, length);
    CHECK_INT(certificate[length], 0xEE);
}

TEST(everything_random_comes_from_the_seed) {
    uint8_t certificates[3][4096];
    size_t lengths[3];
    const uint64_t seeds[3] = {11, 11, 12};
    char signed_texts[3][16384];
    for (int i = 0; i < 3; i++) {
        iap_store_options options = store_options();
        options.seed = seeds[i];
        iap_store *store = store_open_with(&options);
        CHECK_STATUS(iap_store_root_certificate(store, certificates[i], sizeof certificates[i], &lengths[i], NULL),
                     IAP_OK);
        game *game = game_install(store, "player", "phone");
        REQUIRE(game_launch(game));
        const char *text = iap_transaction_signed_text(game_buy(game, COINS));
        REQUIRE(text != NULL && strlen(text) < sizeof signed_texts[i]);
        strcpy(signed_texts[i], text);
    }
    CHECK_INT(lengths[0], lengths[1]);
    CHECK(memcmp(certificates[0], certificates[1], lengths[0]) == 0);
    CHECK(lengths[0] != lengths[2] || memcmp(certificates[0], certificates[2], lengths[0]) != 0);
    CHECK(strcmp(signed_texts[0], signed_texts[2]) != 0);
    /* The clock does not move, therefore the first purchase of both is identical, byte for byte. */
    CHECK(strcmp(signed_texts[0], signed_texts[1]) == 0);
}

TEST(without_a_seed_two_stores_differ) {
    iap_store_options options = store_options();
    options.seed = 0;
    uint8_t first[4096], second[4096];
    size_t first_length = 0, second_length = 0;
    CHECK_STATUS(iap_store_root_certificate(store_open_with(&options), first, sizeof first, &first_length, NULL),
                 IAP_OK);
    CHECK_STATUS(iap_store_root_certificate(store_open_with(&options), second, sizeof second, &second_length, NULL),
                 IAP_OK);
    CHECK(first_length != second_length || memcmp(first, second, first_length) != 0);
}

/* iap_store_set_forgery(): its arguments, and what it affects. */

#include "files.h"
#include "forgeries.h"
#include "game.h"

#include <stdio.h>

TEST(only_kinds_of_forgery_can_be_set_and_others_change_nothing) {
    game *game = game_start();
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_ROOT));
    const iap_store_forgery_t others[] = {-1, IAP_STORE_FORGERY_DUPLICATE_NAME + 1, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        test_case("forgery %d", (int)others[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_forgery(game->store, others[i], &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        char number[16];
        snprintf(number, sizeof number, "%d", (int)others[i]);
        CHECK_CONTAINS(error.message, number);
        CHECK_STATUS(iap_store_set_forgery(game->store, others[i], NULL), IAP_ERROR_INVALID_ARGUMENT);
        const iap_transactions *answer = game_query(game, IAP_QUERY_ALL, NULL);
        REQUIRE(iap_transactions_count(answer) == 1);
        CHECK_INT(iap_transaction_signature_check(iap_transactions_at(answer, 0)),
                  IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN);
    }
}

TEST(a_forgery_needs_a_store_that_is_open) {
    iap_store *store = store_open();
    for (iap_store_forgery_t forgery = IAP_STORE_FORGERY_NONE; forgery <= IAP_STORE_FORGERY_DUPLICATE_NAME; forgery++) {
        test_case("forgery %d", (int)forgery);
        CHECK_STATUS(iap_store_set_forgery(store, forgery, NULL), IAP_OK);
        CHECK_STATUS(iap_store_set_forgery(NULL, forgery, NULL), IAP_ERROR_INVALID_ARGUMENT);
    }
    store_close(store);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_set_forgery(store, IAP_STORE_FORGERY_ROOT, &error), IAP_ERROR_CLOSED);
    CHECK_STATUS(error.status, IAP_ERROR_CLOSED);
}

static iap_signature_check_t verification_of_the_sword(game *game) {
    const iap_transactions *answer = game_query(game, IAP_QUERY_LATEST, SWORD);
    CHECK_INT(iap_transactions_count(answer), 1);
    return iap_transaction_signature_check(iap_transactions_at(answer, 0));
}

TEST(the_newest_forgery_counts_for_all_devices_and_accounts) {
    game *phone = game_start();
    game *tablet = game_install(phone->store, "player", "tablet");
    game *other = game_install(phone->store, "somebody else", "phone");
    REQUIRE(game_launch(tablet) && game_launch(other));
    REQUIRE(game_own(phone, SWORD) != 0 && game_own(other, SWORD) != 0);
    game *const games[] = {phone, tablet, other};
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        REQUIRE(forge(phone->store, forgeries[i].forgery));
        for (size_t k = 0; k < 3; k++) CHECK_INT(verification_of_the_sword(games[k]), forgeries[i].verification);
    }
    REQUIRE(forge(phone->store, IAP_STORE_FORGERY_NONE));
    for (size_t k = 0; k < 3; k++) CHECK_INT(verification_of_the_sword(games[k]), IAP_SIGNATURE_VERIFIED);
}

TEST(a_forgery_is_kept_in_the_state_file_and_seen_by_others_who_have_it_open) {
    iap_store_options options = store_options();
    options.state_path = temporary_path("store.db");
    iap_store *first = store_open_with(&options), *second = store_open_with(&options);
    game *game = game_install(second, "player", "phone");
    REQUIRE(game_launch(game));
    REQUIRE(game_own(game, SWORD) != 0);
    REQUIRE(forge(first, IAP_STORE_FORGERY_SHORT_CHAIN));
    CHECK_INT(verification_of_the_sword(game), IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN);
    game_uninstall(game);
    store_close(first);
    store_close(second);
    iap_store *third = store_open_with(&options);
    struct game *again = game_install(third, "player", "phone");
    REQUIRE(game_launch(again));
    CHECK_INT(verification_of_the_sword(again), IAP_SIGNATURE_INVALID_CERTIFICATE_CHAIN);
    REQUIRE(forge(third, IAP_STORE_FORGERY_NONE));
    CHECK_INT(verification_of_the_sword(again), IAP_SIGNATURE_VERIFIED);
}

TEST(the_same_seed_forges_the_same_texts) {
    game *games[2];
    for (size_t i = 0; i < 2; i++) {
        games[i] = game_start();
        REQUIRE(game_own(games[i], SWORD) != 0);
    }
    for (size_t i = 0; i < FORGERY_COUNT; i++) {
        test_case("forgery %d", (int)forgeries[i].forgery);
        const char *texts[2];
        for (size_t k = 0; k < 2; k++) {
            REQUIRE(forge(games[k]->store, forgeries[i].forgery));
            const iap_transactions *answer = game_query(games[k], IAP_QUERY_ALL, NULL);
            REQUIRE(iap_transactions_count(answer) == 1);
            texts[k] = iap_transaction_signed_text(iap_transactions_at(answer, 0));
        }
        CHECK_TEXT(texts[0], texts[1]);
    }
}

/* ------------------------------------------------------------------------------------------------------- threads */

static void forge_in_the_callback(game *game, const heard *entry) {
    if (entry->type == IAP_EVENT_TRANSACTION_UPDATED &&
        iap_transaction_state(entry->transaction) == IAP_TRANSACTION_PURCHASED)
        forge(game->store, IAP_STORE_FORGERY_HMAC);
}

TEST(a_forgery_can_be_set_in_a_callback) {
    game *game = game_start();
    game->then = forge_in_the_callback;
    const iap_transaction *bought = game_buy(game, SWORD);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(verification_of_the_sword(game), IAP_SIGNATURE_INVALID_SIGNATURE);
}

typedef struct forging {
    iap_store *store;
    atomic_int stops;
} forging;

static void *forge_by_turns(void *user_data) {
    forging *forging = user_data;
    for (size_t i = 0; !atomic_load(&forging->stops); i++) {
        forge(forging->store, forgeries[i % FORGERY_COUNT].forgery);
        forge(forging->store, IAP_STORE_FORGERY_NONE);
    }
    return NULL;
}

TEST(a_forgery_can_be_set_on_any_thread_while_the_game_buys) {
    enum { PURCHASES = 24 };
    game *game = game_start();
    forging forging = {game->store, 0};
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++) REQUIRE(pthread_create(&threads[i], NULL, forge_by_turns, &forging) == 0);
    size_t bought = 0;
    for (int i = 0; i < PURCHASES; i++) {
        const iap_transaction *outcome = game_buy(game, COINS);
        const bool holds = iap_transaction_signature_check(outcome) == IAP_SIGNATURE_VERIFIED;
        CHECK_INT(iap_transaction_state(outcome), holds ? IAP_TRANSACTION_PURCHASED : IAP_TRANSACTION_FAILED);
        if (holds && CHECK(game_finish(game, outcome))) bought++;
    }
    atomic_store(&forging.stops, 1);
    for (size_t i = 0; i < 2; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    /* When everything is signed properly again, the failed responses are delivered: nothing is lost, and nothing comes twice.
       */
    REQUIRE(forge(game->store, IAP_STORE_FORGERY_NONE));
    CHECK_INT(store_totals(game->store).transactions, PURCHASES);
    CHECK_INT(store_totals(game->store).unfinished, PURCHASES - bought);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, PURCHASES - bought));
    game_settle(game);
    CHECK_INT(game->log_count, PURCHASES - bought);
}

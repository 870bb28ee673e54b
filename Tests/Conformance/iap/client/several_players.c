/* Several players on one device and one App Store account: a purchase belongs to the player who paid. */

#include "files.h"
#include "quirks.h"

#define ANNA "11111111-1111-4111-8111-111111111111"
#define BERT "22222222-2222-4222-8222-222222222222"

static void sign_in(game *game, const char *token, const char *journal) {
    if (game->client != NULL) game_quit(game);
    game->app_account_token = token;
    game->journal_path = journal;
    game_launch(game);
    game_settle(game);
}

/* Anna pays and the game ends before it receives the purchase. */
static game *anna_paid(bool has_inventory, const char *product_id, const char *journal) {
    game *game = game_install(store_open(), "player", "phone");
    if (has_inventory) game->inventory = &usual_inventory;
    game->app_account_token = ANNA;
    game->journal_path = journal;
    CHECK(game_launch_without_observer(game));
    game_pay(game, product_id, 1);
    game_settle(game);
    game_quit(game);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    return game;
}

static bool is_problem_of_other_player(const game *game) {
    const heard *problem = game_nth(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE, 0);
    return problem != NULL && problem->error.status == IAP_ERROR_OTHER_PLAYER &&
           game_count(game, IAP_EVENT_PROBLEM_REPORTED, ANY_STATE) == 1;
}

TEST(what_one_player_paid_for_waits_for_that_player) {
    for (int has_inventory = 0; has_inventory <= 1; has_inventory++) {
        test_case("inventory %d", has_inventory);
        const char *const annas = temporary_path(has_inventory ? "anna" : "anna's"), *const berts = temporary_path(
                                                                                         has_inventory ? "bert"
                                                                                                       : "bert's");
        game *game = anna_paid(has_inventory, COINS, annas);
        sign_in(game, BERT, berts);
        REQUIRE(pass_slowly(game, MINUTE_MS));
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
        CHECK(is_problem_of_other_player(game));
        if (has_inventory) CHECK_INT(coins(game), 0);
        CHECK_INT(store_totals(game->store).unfinished, 1);
        const iap_transactions *unfinished = game_query(game, IAP_QUERY_UNFINISHED, NULL);
        REQUIRE(iap_transactions_count(unfinished) == 1);
        CHECK_TEXT(iap_transaction_app_account_token(iap_transactions_at(unfinished, 0)), ANNA);
        CHECK_STATUS(iap_finish_transaction(game->client, iap_transactions_at(unfinished, 0), NULL),
                     IAP_ERROR_NOT_FOUND);
        sign_in(game, ANNA, annas);
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        if (has_inventory) CHECK_INT(coins(game), 100);
        REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
        game_settle(game);
        CHECK_INT(store_totals(game->store).unfinished, 0);
        sign_in(game, BERT, berts);
        if (has_inventory) CHECK_INT(coins(game), 0);
        game_uninstall(game);
    }
}

TEST(another_players_purchase_is_not_the_outcome_of_a_payment) {
    game *game = anna_paid(true, COINS, temporary_path("anna"));
    REQUIRE(set_quirk(game->store, IAP_QUIRK_UNFINISHED_CONSUMABLE_RETURNED, 1));
    sign_in(game, BERT, temporary_path("bert"));
    const iap_transaction *outcome = game_buy(game, COINS);
    CHECK_INT(iap_transaction_state(outcome), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(outcome, NULL), IAP_ERROR_OTHER_PLAYER);
    CHECK_INT(coins(game), 0);
    CHECK_INT(store_totals(game->store).unfinished, 1);
}

TEST(a_player_neither_owns_nor_restores_what_another_player_bought) {
    game *game = anna_paid(true, SWORD, temporary_path("anna"));
    const char *const annas = game->journal_path;
    sign_in(game, ANNA, annas);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(game_finish(game, game_update(game, IAP_TRANSACTION_PURCHASED, 0)));
    game_settle(game);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    sign_in(game, BERT, temporary_path("bert"));
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 0);
    CHECK(!unlocked(game, "sword"));
    game_restore(game);
    REQUIRE(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, ANY_STATE), 0);
    CHECK(is_problem_of_other_player(game));
    sign_in(game, ANNA, annas);
    CHECK_INT(iap_owns(game->client, SWORD, NULL), 1);
    CHECK(unlocked(game, "sword"));
}

TEST(a_purchase_without_a_token_comes_to_the_player_who_is_signed_in) {
    game *game = game_install(store_open(), "player", "phone");
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = COINS;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    sign_in(game, BERT, temporary_path("bert"));
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(payments_carry_the_token_of_the_client_and_another_token_is_refused) {
    game *game = game_install(store_open(), "player", "phone");
    sign_in(game, ANNA, NULL);
    const iap_transaction *bought = game_buy(game, COINS);
    CHECK_TEXT(iap_transaction_app_account_token(bought), ANNA);
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = GEMS;
    payment.app_account_token = ANNA;
    const heard *same = game_buy_with(game, &payment);
    REQUIRE(same != NULL);
    CHECK_TEXT(iap_transaction_app_account_token(same->transaction), ANNA);
    payment.app_account_token = BERT;
    uint64_t id = 7;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_add_payment(game->client, &payment, &id, &error), IAP_ERROR_OTHER_PLAYER);
    CHECK_ID(id, 0);
    CHECK_INT(error.category, IAP_CATEGORY_NOT_ALLOWED);
}

TEST(a_refund_while_another_player_is_signed_in_reaches_its_player) {
    game *game = anna_paid(true, COINS, temporary_path("anna"));
    const char *const annas = game->journal_path;
    sign_in(game, ANNA, annas);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    const uint64_t id = iap_transaction_id(bought);
    REQUIRE(game_finish(game, bought));
    sign_in(game, BERT, temporary_path("bert"));
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    REQUIRE(pass_slowly(game, MINUTE_MS));
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
    sign_in(game, ANNA, annas);
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    CHECK_INT(coins(game), 0);
    sign_in(game, ANNA, annas);
    CHECK_INT(game_count(game, IAP_EVENT_ENTITLEMENT_REVOKED, ANY_STATE), 0);
}

TEST(a_token_that_is_no_uuid_is_refused) {
    game *game = game_install(store_open(), "player", "phone");
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = test_execution;
    options.device = game->device;
    options.app_account_token = "anna";
    iap_client *client = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_client_open(&options, &client, &error), IAP_ERROR_INVALID_TEXT);
    CHECK_CONTAINS(error.message, "app_account_token");
    CHECK(client == NULL);
}

/* Changes within a subscription group. A change that waits for the renewal charges nothing and creates no new transaction. */

#include "files.h"
#include "offer_catalogue.h"

static void check_restored(game *game, const char *product_id, const char *running, uint64_t id) {
    const uint64_t charged = store_totals(game->store).transactions;
    const uint64_t payment = game_pay(game, product_id, 1);
    const heard *outcome = game_outcome(game, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_TEXT(iap_transaction_product_id(outcome->transaction), running);
    CHECK_ID(iap_transaction_id(outcome->transaction), id);
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 0);
    CHECK_INT(store_totals(game->store).transactions, charged);
    CHECK(game_finish(game, outcome->transaction));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(a_change_that_waits_for_the_renewal_is_restored) {
    static const char *const names[] = {"in the same launch", "at a launch without a journal", "on another device"};
    for (int i = 0; i < 3; i++) {
        test_case("%s", names[i]);
        game *game = offers_game();
        const uint64_t id = game_own(game, PASS_SILVER);
        REQUIRE(id != 0);
        if (i == 1) {
            game_quit(game);
            REQUIRE(game_launch(game));
        } else if (i == 2) {
            game = game_install(game->store, "player", "tablet");
            game->journal_path = temporary_path("tablet.db");
            REQUIRE(game_launch(game));
            game_settle(game);
        }
        /* The second time, the account still has its current subscription. */
        for (int round = 0; round < 2; round++) {
            game_forget(game);
            check_restored(game, PASS_YEAR, PASS_SILVER, id);
        }
    }
}

TEST(a_change_does_not_finish_what_is_to_be_delivered) {
    game *game = offers_game();
    const iap_transaction *bought = game_buy(game, PASS_SILVER);
    const uint64_t id = iap_transaction_id(bought);
    REQUIRE(id != 0);
    const heard *outcome = game_outcome(game, game_pay(game, PASS_YEAR, 1));
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_id(iap_transaction_original(outcome->transaction)), id);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK(game_finish(game, outcome->transaction));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 1);
    CHECK_INT(iap_transactions_count(game_queue(game)), 1);
    CHECK(game_finish(game, bought));
    game_settle(game);
    CHECK_INT(store_totals(game->store).unfinished, 0);
}

TEST(an_upgrade_is_purchased_at_once) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_SILVER);
    REQUIRE(id != 0);
    const iap_transaction *upgrade = game_buy(game, PASS_GOLD);
    CHECK_INT(iap_transaction_state(upgrade), IAP_TRANSACTION_PURCHASED);
    CHECK_TEXT(iap_transaction_product_id(upgrade), PASS_GOLD);
    CHECK(iap_transaction_id(upgrade) != id);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

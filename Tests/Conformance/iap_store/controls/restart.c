/* The store's service stops and starts again while games run. */

#include "files.h"
#include "network_conditions.h"
#include "two_devices.h"

static bool restart(const game *game) { return CHECK_STATUS(iap_store_restart(game->store, NULL), IAP_OK); }

TEST(a_restart_fails_what_waits_for_a_response) {
    game *game = game_start();
    REQUIRE(network_never_answers(game));
    static const char *const ids[] = {COINS};
    const uint64_t id = game_request_products(game, ids, 1);
    game_settle(game);
    REQUIRE(restart(game));
    const heard *answer = game_wait_response(game, id);
    REQUIRE(answer != NULL);
    CHECK_STATUS(answer->error.status, IAP_ERROR_STORE);
    CHECK_TEXT(answer->error.store_domain, "StoreKit.StoreKitError");
    CHECK_INT(answer->error.retryable, 1);
    REQUIRE(network_is_perfect(game));
    CHECK(load_products(game));
}

TEST(a_purchase_that_waits_at_a_restart_fails_and_comes_as_an_update) {
    static const iap_store_loss_t losses[] = {0, IAP_STORE_LOSS_SILENCE};
    for (size_t i = 0; i < 2; i++) {
        test_case("loss %d", (int)losses[i]);
        game *game = game_start();
        REQUIRE(load_products(game));
        if (losses[i] != 0) REQUIRE_OK(iap_store_lose_next_response(game->store, losses[i], NULL));
        else REQUIRE(network_is_slow(game, 1000, 0));
        const uint64_t payment = game_pay(game, COINS, 1);
        game_settle(game);
        REQUIRE(restart(game));
        REQUIRE(check_payment_failed(game, payment, IAP_ERROR_STORE));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED), 1);
        CHECK_INT(store_totals(game->store).transactions, 1);
        const heard *update = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
        REQUIRE(game_finish(game, update->transaction));
        CHECK_INT(store_totals(game->store).unfinished, 0);
    }
}

TEST(what_is_unfinished_comes_again_at_a_restart) {
    const two_devices devices = two_devices_launch(NULL);
    const iap_transaction *coins = game_buy(devices.phone, COINS);
    REQUIRE(coins != NULL);
    game_settle(devices.tablet);
    /* The other devices receive a consumable only at a launch, or now. */
    CHECK_INT(devices.tablet->log_count, 0);
    REQUIRE(restart(devices.phone));
    REQUIRE(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(updated_id(devices.tablet, 0), iap_transaction_id(coins));
}

TEST(a_restart_delivers_nothing_twice_in_one_launch) {
    game *game = game_install(store_open(), "player", "phone");
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    REQUIRE(game_own(game, SWORD) != 0 && game_own(game, COINS) != 0);
    const uint64_t refunded = game_own(game, LEVELS);
    REQUIRE_OK(iap_store_refund(game->store, refunded, NULL));
    REQUIRE(AWAIT(game, IAP_EVENT_ENTITLEMENT_REVOKED, 1));
    REQUIRE(game_buy(game, GEMS) != NULL && game_buy(game, CLUB_MONTH) != NULL);
    game_settle(game);
    game_forget(game);
    for (int i = 0; i < 3; i++) REQUIRE(restart(game));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 2);
}

TEST(what_comes_again_at_a_restart_waits_for_a_network) {
    const two_devices devices = two_devices_launch(NULL);
    REQUIRE(network_is_down(devices.tablet) && game_buy(devices.phone, COINS) != NULL && restart(devices.phone));
    game_settle(devices.tablet);
    CHECK_INT(devices.tablet->log_count, 0);
    REQUIRE(network_is_perfect(devices.tablet));
    CHECK(AWAIT_STATE(devices.tablet, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(a_store_that_is_not_open_cannot_be_restarted) {
    iap_store *store = store_open();
    CHECK_STATUS(iap_store_restart(NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_restart(store, NULL), IAP_OK);
    store_close(store);
    CHECK_STATUS(iap_store_restart(store, NULL), IAP_ERROR_CLOSED);
}

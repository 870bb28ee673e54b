/* A purchase that the player must continue outside of the game: new terms, or an expired card. StoreKit ends it in one of two
   forms, depending on the system: as pending, or with an error. The game receives the later purchase as an update. */

#include "administration.h"
#include "files.h"

static const iap_store_interruption_t forms[] = {IAP_STORE_INTERRUPTION_PENDING, IAP_STORE_INTERRUPTION_ERROR};
enum { FORMS = sizeof forms / sizeof forms[0] };

static const char *name_of(iap_store_interruption_t form) {
    return form == IAP_STORE_INTERRUPTION_PENDING ? "pending" : "error";
}

/* Pays for a product, and the store interrupts the purchase. Checks the outcome that StoreKit has for this form. */
static uint64_t be_interrupted(game *game, const char *product_id, iap_store_interruption_t form) {
    if (!CHECK_STATUS(iap_store_set_interrupted_purchases(game->store, form, NULL), IAP_OK)) return 0;
    const uint64_t payment = game_pay(game, product_id, 1);
    const heard *outcome = game_outcome(game, payment);
    if (!CHECK(outcome != NULL)) return 0;
    const bool is_pending = form == IAP_STORE_INTERRUPTION_PENDING;
    CHECK_INT(iap_transaction_state(outcome->transaction),
              is_pending ? IAP_TRANSACTION_DEFERRED : IAP_TRANSACTION_FAILED);
    if (!is_pending) CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_ERROR_STORE);
    return payment;
}

/* The transaction that came as an update; NULL, reported as a failure, if none came. */
static const iap_transaction *resolved(game *game) {
    if (!AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1)) return NULL;
    return game_update(game, IAP_TRANSACTION_PURCHASED, 0);
}

TEST(an_interrupted_purchase_that_is_pending_ends_with_its_payment) {
    game *game = game_start();
    const uint64_t payment = be_interrupted(game, SWORD, IAP_STORE_INTERRUPTION_PENDING);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE_OK(iap_store_resolve_issue(game->store, store_only_listed(game->store), NULL));
    const iap_transaction *bought = resolved(game);
    REQUIRE(bought != NULL);
    CHECK_ID(iap_transaction_payment_id(bought), payment);
    REQUIRE(game_finish(game, bought));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(an_interrupted_purchase_that_failed_is_followed_by_a_purchase_of_its_own) {
    game *game = game_start();
    be_interrupted(game, SWORD, IAP_STORE_INTERRUPTION_ERROR);
    CHECK_INT(store_totals(game->store).transactions, 0);
    REQUIRE_OK(iap_store_resolve_issue(game->store, store_only_listed(game->store), NULL));
    const iap_transaction *bought = resolved(game);
    REQUIRE(bought != NULL);
    CHECK_TEXT(iap_transaction_product_id(bought), SWORD);
    CHECK_ID(iap_transaction_payment_id(bought), 0);
    /* The failed payment stays in the queue until the game finishes it, like every failed payment. */
    CHECK_INT(iap_transactions_count(game_queue(game)), 2);
    const heard *failed = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_FAILED, 0);
    REQUIRE(failed != NULL && game_finish(game, failed->transaction));
    REQUIRE(game_finish(game, bought));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(an_interrupted_purchase_is_listed_as_failed_with_an_issue_until_it_is_resolved) {
    for (size_t i = 0; i < FORMS; i++) {
        test_case("%s", name_of(forms[i]));
        game *game = game_start();
        be_interrupted(game, SWORD, forms[i]);
        const uint64_t id = store_only_listed(game->store);
        const iap_store_transaction listed = store_transaction(game->store, id);
        CHECK_INT(listed.state, IAP_TRANSACTION_FAILED);
        CHECK_INT(listed.has_purchase_issue, 1);
        CHECK_INT(listed.is_pending_ask_to_buy, 0);
        CHECK_INT(listed.price_milliunits, 0);
        CHECK_TEXT(listed.product_id, SWORD);
        /* It waits for nobody's approval. */
        CHECK_STATUS(iap_store_approve(game->store, id, NULL), IAP_ERROR_NOT_FOUND);
        CHECK_STATUS(iap_store_decline(game->store, id, NULL), IAP_ERROR_NOT_FOUND);
        REQUIRE_OK(iap_store_resolve_issue(game->store, id, NULL));
        const uint64_t bought = store_only_listed(game->store);
        CHECK(bought > id);
        const iap_store_transaction charged = store_transaction(game->store, bought);
        CHECK_INT(charged.state, IAP_TRANSACTION_PURCHASED);
        CHECK_INT(charged.has_purchase_issue, 0);
        CHECK_INT(charged.price_milliunits, 4990);
        REQUIRE(resolved(game) != NULL);
        CHECK_ID(iap_transaction_id(resolved(game)), bought);
    }
}

TEST(a_resolved_purchase_is_the_one_that_was_asked_for) {
    for (size_t i = 0; i < FORMS; i++) {
        test_case("%s", name_of(forms[i]));
        game *game = game_start();
        REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, forms[i], NULL));
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.quantity = 7;
        payment.app_account_token = "9b2c5d4e-0000-4000-8000-000000000001";
        REQUIRE(game_buy_with(game, &payment) != NULL);
        REQUIRE_OK(iap_store_advance_clock(game->store, 5000, NULL));
        const int64_t now = iap_store_now_ms(game->store);
        REQUIRE_OK(iap_store_resolve_issue(game->store, store_only_listed(game->store), NULL));
        const iap_transaction *bought = resolved(game);
        REQUIRE(bought != NULL);
        CHECK_INT(iap_transaction_quantity(bought), 7);
        CHECK_TEXT(iap_transaction_app_account_token(bought), payment.app_account_token);
        CHECK_INT(iap_transaction_purchase_date_ms(bought), now);
    }
}

TEST(a_resolved_consumable_comes_to_the_device_that_asked_and_what_is_owned_to_every_device) {
    for (size_t i = 0; i < FORMS; i++) {
        test_case("%s", name_of(forms[i]));
        iap_store *store = store_open();
        game *phone = game_install(store, "player", "phone"), *pad = game_install(store, "player", "pad");
        REQUIRE(game_launch(phone) && game_launch(pad));
        /* In manual mode, a launch lists unfinished transactions when the game processes events. */
        game_settle(pad);
        be_interrupted(phone, COINS, forms[i]);
        REQUIRE_OK(iap_store_resolve_issue(store, store_only_listed(store), NULL));
        REQUIRE(AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 1));
        game_settle(pad);
        CHECK_INT(pad->log_count, 0);
        be_interrupted(phone, SWORD, forms[i]);
        REQUIRE_OK(iap_store_resolve_issue(store, store_listed(store, NULL).ids[1], NULL));
        CHECK(AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 2));
        CHECK(AWAIT_STATE(pad, IAP_TRANSACTION_PURCHASED, 1));
    }
}

TEST(only_what_is_interrupted_can_be_resolved_and_only_once) {
    game *game = game_start();
    const uint64_t charged = game_own(game, COINS);
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    CHECK_STATUS(pay_and_fail(game, COINS), IAP_ERROR_NETWORK);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy(game, COINS) != NULL);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    be_interrupted(game, COINS, IAP_STORE_INTERRUPTION_PENDING);
    const listed listed = store_listed(game->store, NULL);
    REQUIRE(listed.count == 4 && listed.ids[0] == charged);
    const uint64_t none[] = {0, 1, listed.ids[3] + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_resolve_issue(game->store, none[i], &error), IAP_ERROR_NOT_FOUND);
        CHECK(error.message[0] != 0);
    }
    for (size_t i = 0; i < 3; i++) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_resolve_issue(game->store, listed.ids[i], &error), IAP_ERROR_INVALID_STATE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STATE);
        CHECK(error.message[0] != 0);
    }
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK_STATUS(iap_store_resolve_issue(game->store, listed.ids[3], NULL), IAP_OK);
    CHECK_STATUS(iap_store_resolve_issue(game->store, listed.ids[3], NULL), IAP_ERROR_NOT_FOUND);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(purchases_succeed_again_once_they_are_not_interrupted_any_more) {
    game *game = game_start();
    be_interrupted(game, COINS, IAP_STORE_INTERRUPTION_PENDING);
    const uint64_t id = store_only_listed(game->store);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_NONE, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, SWORD)), IAP_TRANSACTION_PURCHASED);
    /* The purchase that was interrupted before still waits. */
    CHECK_INT(store_transaction(game->store, id).has_purchase_issue, 1);
    CHECK_STATUS(iap_store_resolve_issue(game->store, id, NULL), IAP_OK);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(what_is_not_charged_now_is_not_interrupted) {
    game *game = game_start();
    const uint64_t sword = game_own(game, SWORD);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_ERROR, NULL));
    /* The player owns it already. */
    CHECK_ID(iap_transaction_id(game_buy(game, SWORD)), sword);
    /* The player cancels. */
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_STATUS(pay_and_fail(game, COINS), IAP_ERROR_CANCELLED);
    /* Another person pays. */
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, COINS)), IAP_TRANSACTION_DEFERRED);
    REQUIRE(store_approve(game->store));
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(an_interrupted_purchase_ends_without_a_charge_if_its_offer_is_not_open_any_more) {
    game *game = offers_game();
    REQUIRE(offers_lapse(game, PASS_GOLD));
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_PENDING, NULL));
    iap_payment payment = payment_for(PASS_GOLD);
    payment.offer.win_back_id = OFFER_RETURN;
    REQUIRE(game_buy_with(game, &payment) != NULL);
    const listed before = store_listed(game->store, NULL);
    REQUIRE(before.count == 2);
    CHECK_INT(store_transaction(game->store, before.ids[1]).offer_type, IAP_OFFER_TYPE_WIN_BACK);
    REQUIRE_OK(iap_store_set_interrupted_purchases(game->store, IAP_STORE_INTERRUPTION_NONE, NULL));
    REQUIRE(game_own(game, PASS_GOLD) != 0);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_resolve_issue(game->store, before.ids[1], &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, "the store charged nothing");
    CHECK_STATUS(iap_store_resolve_issue(game->store, before.ids[1], NULL), IAP_ERROR_NOT_FOUND);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(interruptions_that_are_none_are_refused) {
    iap_store *store = store_open();
    REQUIRE_OK(iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_ERROR, NULL));
    const iap_store_interruption_t none[] = {-1, 3, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        test_case("%d", (int)none[i]);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_interrupted_purchases(store, none[i], &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_ARGUMENT);
        CHECK_INT(store_settings(store).interrupted_purchases, IAP_STORE_INTERRUPTION_ERROR);
    }
}

TEST(a_file_that_interrupts_purchases_does_it_in_the_pending_form) {
    iap_store *store = offers_store_with("\"_billingIssuesEnabled\": true,");
    CHECK_INT(store_settings(store).interrupted_purchases, IAP_STORE_INTERRUPTION_PENDING);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    CHECK_INT(iap_transaction_state(game_buy(game, HAT)), IAP_TRANSACTION_DEFERRED);
    CHECK_INT(store_transaction(store, store_only_listed(store)).has_purchase_issue, 1);
}

TEST(an_interrupted_purchase_can_be_resolved_after_the_store_was_opened_again) {
    const char *path = temporary_path("store.db");
    iap_store_options options = store_options();
    options.state_path = path;
    iap_store *store = store_open_with(&options);
    game *game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game));
    be_interrupted(game, SWORD, IAP_STORE_INTERRUPTION_ERROR);
    const uint64_t id = store_only_listed(store);
    game_uninstall(game);
    store_close(store);

    store = store_open_with(&options);
    CHECK_INT(store_settings(store).interrupted_purchases, IAP_STORE_INTERRUPTION_ERROR);
    REQUIRE_OK(iap_store_resolve_issue(store, id, NULL));
    game = game_install(store, "player", "phone");
    REQUIRE(game_launch(game) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_TEXT(iap_transaction_product_id(resolved(game)), SWORD);
}

/* Purchases that another person approved: on which devices they are granted, and how often. */

#include "facts.h"
#include "files.h"

/** Buys one unit of a product; the payment then waits for approval. */
static bool ask(game *game, const char *product_id) {
    if (!CHECK_STATUS(iap_store_set_ask_to_buy(game->store, 1, NULL), IAP_OK)) return false;
    game_pay(game, product_id, 1);
    return AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 1);
}

static size_t purchased(const game *game) {
    return game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED);
}

static bool finish_what_was_purchased(game *game) {
    const heard *heard = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    return CHECK(heard != NULL) && game_finish(game, heard->transaction);
}

TEST(an_approved_consumable_is_granted_by_the_device_that_asked_and_by_no_other) {
    iap_store *store = store_open();
    game *phone = game_install(store, "player", "phone"), *pad = game_install(store, "player", "pad");
    REQUIRE(game_launch(phone) && game_launch(pad));
    /* In manual mode, a launch lists unfinished transactions when the game processes events. */
    game_settle(pad);
    REQUIRE(ask(phone, COINS) && store_approve(store));
    REQUIRE(AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(phone);
    game_settle(pad);
    CHECK_INT(purchased(phone), 1);
    CHECK_INT(pad->log_count, 0);
}

TEST(an_approved_purchase_that_the_account_owns_is_heard_of_on_every_device) {
    iap_store *store = store_open();
    game *phone = game_install(store, "player", "phone"), *pad = game_install(store, "player", "pad");
    REQUIRE(game_launch(phone) && game_launch(pad) && ask(phone, SWORD) && store_approve(store));
    REQUIRE(AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 1));
    CHECK(AWAIT_STATE(pad, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(what_was_approved_while_the_game_was_closed_comes_until_it_is_finished_and_not_again) {
    static const char *const products[] = {COINS, SWORD, CLUB_MONTH};
    for (size_t i = 0; i < sizeof products / sizeof *products; i++) {
        test_case("%s", products[i]);
        /* The journal is in memory: at the next launch only the store knows the purchase. */
        game *game = game_start();
        REQUIRE(ask(game, products[i]));
        game_quit(game);
        REQUIRE(store_approve(game->store));
        for (int launch = 0; launch < 2; launch++) {
            REQUIRE(game_launch(game));
            REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
            game_settle(game);
            CHECK_INT(purchased(game), 1);
            if (launch == 0) game_quit(game);
        }
        REQUIRE(finish_what_was_purchased(game));
        for (int launch = 0; launch < 2; launch++) {
            game_quit(game);
            REQUIRE(game_launch(game));
            game_settle(game);
            CHECK_INT(game->log_count, 0);
        }
    }
}

/* The store does not say which payment was approved. */
TEST(an_approval_goes_to_the_payment_with_its_account_token) {
    static const char *const tokens[] = {"11111111-1111-4111-8111-111111111111",
                                         "22222222-2222-4222-8222-222222222222"};
    game *game = game_start();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    uint64_t payments[2], approvals[2];
    for (size_t i = 0; i < 2; i++) {
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.app_account_token = tokens[i];
        payments[i] = game_pay_with(game, &payment);
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, i + 1));
    }
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, approvals, 2, &count, NULL));
    REQUIRE(CHECK_INT(count, 2));
    /* The younger payment is approved first. */
    for (size_t i = 0; i < 2; i++) {
        REQUIRE_OK(iap_store_approve(game->store, approvals[1 - i], NULL));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, i + 1));
        const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, i);
        CHECK_TEXT(iap_transaction_app_account_token(bought), tokens[1 - i]);
        CHECK_ID(iap_transaction_payment_id(bought), payments[1 - i]);
    }
}

/* The store may send an update of an old period at any time. */
TEST(a_period_that_is_over_does_not_end_a_payment_that_waits_for_approval) {
    game *game = ladder_game();
    game_quit(game);
    game->journal_path = temporary_path("journal.db");
    REQUIRE(game_launch(game));
    const uint64_t old = game_own(game, LADDER_MIDDLE);
    REQUIRE(old != 0);
    REQUIRE_OK(iap_store_change_subscription(game->store, old, LADDER_BOTTOM, IAP_BILLING_PLAN_NONE, NULL));
    REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
    game_quit(game);
    game_forget(game);
    REQUIRE(game_launch(game) && ask(game, LADDER_MIDDLE));
    const uint64_t payment = iap_transaction_payment_id(game_update(game, IAP_TRANSACTION_DEFERRED, 0));
    game_settle(game);
    game_forget(game);
    REQUIRE_OK(iap_store_repeat_update(game->store, old, NULL));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    REQUIRE(store_approve(game->store) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_TEXT(iap_transaction_product_id(bought), LADDER_MIDDLE);
    CHECK_ID(iap_transaction_payment_id(bought), payment);
}

/* Each purchase of a non-renewing subscription is separate. */
TEST(a_finished_season_does_not_end_a_payment_for_another_one) {
    game *game = game_start_with_journal();
    const uint64_t old = game_own(game, SEASON);
    REQUIRE(old != 0);
    game_quit(game);
    game_forget(game);
    REQUIRE(game_launch(game) && ask(game, SEASON));
    game_settle(game);
    game_forget(game);
    REQUIRE_OK(iap_store_repeat_update(game->store, old, NULL));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    REQUIRE(store_approve(game->store) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_INT(purchased(game), 1);
}

/*
 * The purchase is on its way as the outcome of one payment when the store returns the same purchase for another payment. If the
 * game has already received it by then, the game receives it once more as purchased.
 */
TEST(a_payment_that_meets_what_another_one_waits_for_has_an_outcome_of_its_own) {
    game *game = ladder_game();
    REQUIRE(ask(game, LADDER_MIDDLE));
    REQUIRE_OK(iap_device_set_updates(game->device, IAP_STORE_UPDATES_HELD, NULL));
    REQUIRE(store_approve(game->store));
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    const uint64_t second = game_pay(game, LADDER_BOTTOM, 1);
    const heard *outcome = game_outcome(game, second);
    REQUIRE(outcome != NULL && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE_OK(iap_device_set_updates(game->device, IAP_STORE_UPDATES_IN_ORDER, NULL));
    game_settle(game);
    const iap_transaction_state_t state = iap_transaction_state(outcome->transaction);
    CHECK(state == IAP_TRANSACTION_FAILED || state == IAP_TRANSACTION_RESTORED);
    if (state == IAP_TRANSACTION_FAILED)
        CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_ERROR_UNFINISHED_PURCHASE);
    CHECK_TEXT(iap_transaction_product_id(outcome->transaction), LADDER_MIDDLE);
    CHECK_INT(purchased(game), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

/* A subscription that the family shares is not the one that the payment requests: the account still pays for its own
   subscription. */
TEST(a_subscription_that_the_family_shares_does_not_end_a_payment_that_waits) {
    game *game = ladder_game(), *owner = another_game(game->store, "owner", "phone");
    REQUIRE_OK(iap_store_set_family(game->store, "player", "family", NULL));
    REQUIRE_OK(iap_store_set_family(game->store, "owner", "family", NULL));
    REQUIRE(ask(game, LADDER_MIDDLE));
    const uint64_t payment = iap_transaction_payment_id(game_update(game, IAP_TRANSACTION_DEFERRED, 0));
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    REQUIRE(game_own(owner, LADDER_MIDDLE) != 0 && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const heard *shared = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0);
    CHECK_INT(iap_transaction_ownership(shared->transaction), IAP_OWNERSHIP_FAMILY_SHARED);
    CHECK_ID(iap_transaction_payment_id(shared->transaction), 0);
    REQUIRE(store_approve(game->store) && AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 2));
    const heard *own = game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 1);
    CHECK_INT(iap_transaction_ownership(own->transaction), IAP_OWNERSHIP_PURCHASED);
    CHECK_ID(iap_transaction_payment_id(own->transaction), payment);
}

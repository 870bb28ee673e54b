/* The list of a store's transactions, and each of them. */

#include "administration.h"
#include "files.h"
#include "intents_and_messages.h"

#include <string.h>

/* Everything that can be listed, bought by one player, and one product of another account. */
typedef struct shop {
    game *game;
    uint64_t bag, hat, month, other;
    listed all;
} shop;

enum { FAILED = 3, APPROVAL = 4, INTERRUPTED = 5, OTHER = 6, LISTED = 7 };

static shop busy_shop(iap_store *store) {
    shop shop = {.game = game_install(store, "player", "phone")};
    game *other = game_install(store, "other", "pad");
    if (!CHECK(game_launch(shop.game) && game_launch(other))) return shop;
    game_settle(other);
    shop.bag = game_own(shop.game, BAG);
    shop.hat = iap_transaction_id(game_buy(shop.game, HAT));
    shop.month = game_own(shop.game, PASS_GOLD);
    CHECK_STATUS(iap_store_fail_next_purchase(store, IAP_STORE_FAILURE_NETWORK, NULL), IAP_OK);
    pay_and_fail(shop.game, BAG);
    CHECK_STATUS(iap_store_set_ask_to_buy(store, 1, NULL), IAP_OK);
    game_buy(shop.game, BAG);
    CHECK_STATUS(iap_store_set_ask_to_buy(store, 0, NULL), IAP_OK);
    CHECK_STATUS(iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_PENDING, NULL), IAP_OK);
    game_buy(shop.game, PASS_YEAR);
    game_buy(shop.game, BAG);
    CHECK_STATUS(iap_store_set_interrupted_purchases(store, IAP_STORE_INTERRUPTION_NONE, NULL), IAP_OK);
    shop.other = game_own(other, HAT);
    shop.all = store_listed(store, NULL);
    return shop;
}

TEST(everything_is_listed_oldest_first) {
    iap_store *store = offers_store();
    CHECK_INT(store_listed(store, NULL).count, 0);
    const shop shop = busy_shop(store);
    REQUIRE(shop.all.count == LISTED);
    CHECK_ID(shop.all.ids[0], shop.bag);
    CHECK_ID(shop.all.ids[1], shop.hat);
    CHECK_ID(shop.all.ids[2], shop.month);
    CHECK_ID(shop.all.ids[OTHER], shop.other);
    for (size_t i = 1; i < LISTED; i++) CHECK(shop.all.ids[i] > shop.all.ids[i - 1]);
    uint64_t approval = 0;
    size_t waiting = 0;
    REQUIRE_OK(iap_store_list_approvals(store, &approval, 1, &waiting, NULL));
    CHECK_INT(waiting, 1);
    CHECK_ID(shop.all.ids[APPROVAL], approval);
}

TEST(the_list_can_be_that_of_one_account) {
    iap_store *store = offers_store();
    const shop shop = busy_shop(store);
    const listed players = store_listed(store, "player"), others = store_listed(store, "other");
    REQUIRE(players.count == LISTED - 1 && others.count == 1);
    for (size_t i = 0; i < players.count; i++) CHECK_ID(players.ids[i], shop.all.ids[i]);
    CHECK_ID(others.ids[0], shop.other);
    CHECK_INT(store_listed(store, "nobody").count, 0);
    CHECK_INT(store_listed(store, "Player").count, 0);
}

TEST(a_list_is_filled_as_far_as_there_is_room) {
    iap_store *store = offers_store();
    const shop shop = busy_shop(store);
    for (size_t capacity = 0; capacity <= LISTED + 1; capacity++) {
        uint64_t ids[LISTED + 1] = {0};
        size_t count = 0;
        CHECK_STATUS(iap_store_list_transactions(store, NULL, ids, capacity, &count, NULL), IAP_OK);
        CHECK_INT(count, LISTED);
        for (size_t i = 0; i < LISTED; i++) CHECK_ID(ids[i], i < capacity ? shop.all.ids[i] : 0);
    }
    size_t count = 0;
    CHECK_STATUS(iap_store_list_transactions(store, NULL, NULL, 5, &count, NULL), IAP_OK);
    CHECK_INT(count, LISTED);
}

TEST(lists_that_cannot_be_are_refused) {
    iap_store *store = offers_store();
    char endless[512];
    memset(endless, 'p', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    const struct {
        const char *account;
        iap_status_t status;
    } cases[] = {{"", IAP_ERROR_INVALID_TEXT},
                 {"\xff", IAP_ERROR_INVALID_TEXT},
                 {endless, IAP_ERROR_TOO_LARGE},
                 {endless + sizeof endless - 1 - 256, IAP_ERROR_TOO_LARGE},
                 {endless + sizeof endless - 1 - 255, IAP_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        test_case("account %zu", i);
        size_t count = 99;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_list_transactions(store, cases[i].account, NULL, 0, &count, &error), cases[i].status);
        CHECK_STATUS(error.status, cases[i].status);
        CHECK_INT(count, 0);
    }
    test_case(NULL);
    CHECK_STATUS(iap_store_list_transactions(store, NULL, NULL, 0, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

/* ------------------------------------------------------------------------------------------------- one transaction */

TEST(a_charged_transaction_is_reported_with_everything_about_it) {
    iap_store *store = offers_store();
    const int64_t now = iap_store_now_ms(store);
    const shop shop = busy_shop(store);
    const iap_store_transaction bag = store_transaction(store, shop.bag), hat = store_transaction(store, shop.hat),
                                month = store_transaction(store, shop.month);
    const iap_store_transaction all[] = {bag, hat, month};
    static const char *const products[] = {BAG, HAT, PASS_GOLD};
    static const int64_t prices[] = {1990, 2990, 0};
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        CHECK_INT(all[i].struct_size, sizeof all[i]);
        CHECK_INT(all[i].state, IAP_TRANSACTION_PURCHASED);
        CHECK_ID(all[i].id, shop.all.ids[i]);
        CHECK_ID(all[i].original_id, shop.all.ids[i]);
        CHECK_INT(all[i].purchase_date_ms, now);
        CHECK_INT(all[i].revocation_date_ms, 0);
        CHECK_INT(all[i].price_milliunits, prices[i]);
        CHECK_INT(all[i].refunded_milliunits, 0);
        CHECK_INT(all[i].quantity, 1);
        CHECK_INT(all[i].ownership, IAP_OWNERSHIP_PURCHASED);
        CHECK_INT(all[i].offer_type, i == 2 ? IAP_OFFER_TYPE_INTRODUCTORY : IAP_OFFER_TYPE_NONE);
        CHECK_INT(all[i].is_auto_renewing, i == 2);
        CHECK_INT(all[i].has_purchase_issue, 0);
        CHECK_INT(all[i].is_pending_price_increase_consent, 0);
        CHECK_INT(all[i].is_pending_ask_to_buy, 0);
        CHECK_INT(all[i].is_renewal, 0);
        CHECK_INT(all[i].is_upgraded, 0);
        CHECK_INT(all[i].is_finished, i != 1);
        CHECK_TEXT(all[i].currency_code, "USD");
        CHECK_TEXT(all[i].account, "player");
        CHECK_TEXT(all[i].product_id, products[i]);
    }
    test_case(NULL);
    CHECK_INT(bag.expiration_date_ms, 0);
    CHECK_INT(hat.expiration_date_ms, 0);
    CHECK_INT(month.expiration_date_ms, now + 7 * DAY_MS);
    CHECK_TEXT(store_transaction(store, shop.other).account, "other");
}

TEST(what_was_not_charged_is_reported_with_what_was_asked_for) {
    iap_store *store = offers_store();
    const int64_t now = iap_store_now_ms(store);
    const shop shop = busy_shop(store);
    for (size_t i = FAILED; i <= INTERRUPTED; i++) {
        test_case("%zu", i);
        const iap_store_transaction attempt = store_transaction(store, shop.all.ids[i]);
        CHECK_INT(attempt.struct_size, sizeof attempt);
        CHECK_INT(attempt.state, i == APPROVAL ? IAP_TRANSACTION_DEFERRED : IAP_TRANSACTION_FAILED);
        CHECK_INT(attempt.is_pending_ask_to_buy, i == APPROVAL);
        CHECK_INT(attempt.has_purchase_issue, i == INTERRUPTED);
        CHECK_ID(attempt.id, shop.all.ids[i]);
        CHECK_ID(attempt.original_id, shop.all.ids[i]);
        CHECK_INT(attempt.purchase_date_ms, now);
        CHECK_INT(attempt.expiration_date_ms, 0);
        CHECK_INT(attempt.price_milliunits, 0);
        CHECK_INT(attempt.quantity, 1);
        CHECK_INT(attempt.is_auto_renewing, 0);
        CHECK_INT(attempt.is_finished, 0);
        CHECK_TEXT(attempt.currency_code, "USD");
        CHECK_TEXT(attempt.account, "player");
        CHECK_TEXT(attempt.product_id, BAG);
    }
}

TEST(a_refunded_transaction_is_reported_as_revoked_with_what_went_back) {
    game *game = offers_game();
    const uint64_t id = game_own(game, BAG);
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS, NULL));
    REQUIRE_OK(iap_store_refund(game->store, id, NULL));
    const iap_store_transaction refunded = store_transaction(game->store, id);
    CHECK_INT(refunded.state, IAP_TRANSACTION_REVOKED);
    CHECK_INT(refunded.revocation_date_ms, iap_store_now_ms(game->store));
    CHECK_INT(refunded.price_milliunits, 1990);
    CHECK_INT(refunded.refunded_milliunits, 1990);
}

TEST(a_subscription_tells_how_it_stands_with_its_renewal) {
    game *game = offers_game();
    const uint64_t silver = game_own(game, PASS_SILVER), gold = game_own(game, PASS_GOLD);
    CHECK_INT(store_transaction(game->store, silver).is_upgraded, 1);
    CHECK_INT(store_transaction(game->store, gold).is_upgraded, 0);
    CHECK_ID(store_transaction(game->store, gold).original_id, silver);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.price_increase = IAP_PRICE_INCREASE_PENDING;
    REQUIRE_OK(iap_store_set_renewal(game->store, gold, &renewal, NULL));
    CHECK_INT(store_transaction(game->store, gold).is_pending_price_increase_consent, 1);
    CHECK_INT(store_transaction(game->store, gold).is_auto_renewing, 1);
    CHECK_INT(store_transaction(game->store, gold).has_purchase_issue, 0);
    renewal.price_increase = IAP_PRICE_INCREASE_NONE;
    renewal.is_in_billing_retry = 1;
    REQUIRE_OK(iap_store_set_renewal(game->store, gold, &renewal, NULL));
    CHECK_INT(store_transaction(game->store, gold).is_pending_price_increase_consent, 0);
    CHECK_INT(store_transaction(game->store, gold).has_purchase_issue, 1);
    renewal.is_in_billing_retry = 0;
    renewal.will_auto_renew = 0;
    REQUIRE_OK(iap_store_set_renewal(game->store, gold, &renewal, NULL));
    CHECK_INT(store_transaction(game->store, gold).is_auto_renewing, 0);
}

TEST(a_transaction_that_is_none_is_not_found) {
    iap_store *store = offers_store();
    const uint64_t none[] = {0, 1, UINT64_MAX, UINT64_MAX / 2};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
        transaction.quantity = 4711;
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_get_transaction(store, none[i], &transaction, &error), IAP_ERROR_NOT_FOUND);
        CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
        CHECK_INT(transaction.quantity, 4711);
        CHECK_STATUS(iap_store_delete_transaction(store, none[i], &error), IAP_ERROR_NOT_FOUND);
        CHECK(error.message[0] != 0);
    }
    CHECK_STATUS(iap_store_get_transaction(store, 1, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

TEST(transactions_are_started_by_function_as_by_macro) {
    iap_store_transaction by_function;
    const iap_store_transaction by_macro = IAP_STORE_TRANSACTION_INIT;
    memset(&by_function, 0, sizeof by_function);
    by_function.quantity = 3;
    iap_store_transaction_init(&by_function);
    CHECK_INT(by_function.struct_size, sizeof by_function);
    CHECK_INT(by_function.struct_size, by_macro.struct_size);
    CHECK_INT(by_function.quantity, by_macro.quantity);
    CHECK_ID(by_function.id, by_macro.id);
    CHECK_TEXT(by_function.product_id, "");
    iap_store_transaction_init(NULL);
}

TEST(transactions_of_an_unknown_size_are_refused_and_left_alone) {
    iap_store *store = offers_store();
    const shop shop = busy_shop(store);
    const uint32_t size = sizeof(iap_store_transaction),
                   sizes[] = {0, 3, 4, size - 1, size + 8, size * 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        test_case("size %u", (unsigned)sizes[i]);
        iap_store_transaction transaction;
        memset(&transaction, 0xEE, sizeof transaction);
        transaction.struct_size = sizes[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_get_transaction(store, shop.bag, &transaction, &error), IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_STRUCT_SIZE);
        CHECK(transaction.id == UINT64_C(0xEEEEEEEEEEEEEEEE));
    }
}

/* ------------------------------------------------------------------------------------------------------- approvals */

TEST(a_purchase_that_nobody_approves_within_a_day_is_gone) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy(game, BAG) != NULL);
    game_settle(game);
    game_forget(game);
    const uint64_t id = store_only_listed(game->store);
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS - 1, NULL));
    CHECK_ID(store_only_listed(game->store), id);
    char product[64];
    CHECK_STATUS(iap_store_approval_product_id(game->store, id, product, sizeof product, NULL), IAP_OK);

    REQUIRE_OK(iap_store_advance_clock(game->store, 1, NULL));
    CHECK_INT(store_listed(game->store, NULL).count, 0);
    size_t waiting = 99;
    REQUIRE_OK(iap_store_list_approvals(game->store, NULL, 0, &waiting, NULL));
    CHECK_INT(waiting, 0);
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    CHECK_STATUS(iap_store_get_transaction(game->store, id, &transaction, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_approval_product_id(game->store, id, product, sizeof product, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_approve(game->store, id, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_decline(game->store, id, NULL), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_store_resolve_issue(game->store, id, NULL), IAP_ERROR_NOT_FOUND);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(each_approval_has_a_day_of_its_own) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE(game_buy(game, BAG) != NULL);
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS / 2, NULL));
    REQUIRE(game_buy(game, HAT) != NULL);
    REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS / 2, NULL));
    const uint64_t id = store_only_listed(game->store);
    CHECK_TEXT(store_transaction(game->store, id).product_id, HAT);
    CHECK_STATUS(iap_store_approve(game->store, id, NULL), IAP_OK);
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

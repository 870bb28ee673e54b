/* Payments that succeed, and payments that the library refuses. */

#include "game.h"

#include <limits.h>
#include <string.h>

#define START_MS 1767225600000 /* 2026-01-01T00:00:00Z, the start of a virtual clock */

TEST(a_payment_that_is_purchasing_has_nothing_of_the_store_yet) {
    game *game = game_start();
    const uint64_t payment = game_pay(game, COINS, 2);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASING, 1));
    const iap_transaction *purchasing = game->log[0].transaction;
    CHECK_ID(iap_transaction_payment_id(purchasing), payment);
    CHECK_TEXT(iap_transaction_product_id(purchasing), COINS);
    CHECK_INT(iap_transaction_quantity(purchasing), 2);
    CHECK_ID(iap_transaction_id(purchasing), 0);
    CHECK_ID(iap_transaction_original_id(purchasing), 0);
    CHECK_INT(iap_transaction_product_type(purchasing), IAP_PRODUCT_TYPE_UNKNOWN);
    CHECK_INT(iap_transaction_purchase_date_ms(purchasing), 0);
    CHECK_INT(iap_transaction_original_purchase_date_ms(purchasing), 0);
    CHECK_TEXT(iap_transaction_environment(purchasing), NULL);
    CHECK_TEXT(iap_transaction_signed_text(purchasing), NULL);
    CHECK_INT(iap_transaction_delivery_count(purchasing), 0);
    CHECK(iap_transaction_original(purchasing) == NULL);
    CHECK_STATUS(iap_transaction_error(purchasing, NULL), IAP_OK);
}

typedef struct purchase_case {
    const char *product_id;
    iap_product_type_t type;
    int64_t expiration_ms;
    const char *group;
} purchase_case;

static const purchase_case purchase_cases[] = {
    {COINS, IAP_PRODUCT_TYPE_CONSUMABLE, 0, NULL},
    {SWORD, IAP_PRODUCT_TYPE_NON_CONSUMABLE, 0, NULL},
    {SEASON, IAP_PRODUCT_TYPE_NON_RENEWING_SUBSCRIPTION, 0, NULL},
    {CLUB_MONTH, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION, 1769904000000 /* 2026-02-01 */, CLUB_GROUP},
    {CLUB_YEAR, IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION, 1798761600000 /* 2027-01-01 */, CLUB_GROUP},
};

TEST(a_purchased_transaction_has_what_the_store_signed) {
    for (size_t i = 0; i < sizeof purchase_cases / sizeof purchase_cases[0]; i++) {
        const purchase_case *each = &purchase_cases[i];
        test_case("%s", each->product_id);
        game *game = game_start();
        const uint64_t payment = game_pay(game, each->product_id, 1);
        const heard *outcome = game_outcome(game, payment);
        REQUIRE(outcome != NULL);
        const iap_transaction *bought = outcome->transaction;
        CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
        CHECK(iap_transaction_id(bought) != 0);
        CHECK_ID(iap_transaction_original_id(bought), iap_transaction_id(bought));
        CHECK_ID(iap_transaction_payment_id(bought), payment);
        CHECK_TEXT(iap_transaction_product_id(bought), each->product_id);
        CHECK_INT(iap_transaction_product_type(bought), each->type);
        CHECK_INT(iap_transaction_quantity(bought), 1);
        CHECK_INT(iap_transaction_purchase_date_ms(bought), START_MS);
        CHECK_INT(iap_transaction_original_purchase_date_ms(bought), START_MS);
        CHECK_INT(iap_transaction_expiration_date_ms(bought), each->expiration_ms);
        CHECK_INT(iap_transaction_revocation_date_ms(bought), 0);
        CHECK_INT(iap_transaction_revocation_reason(bought), IAP_REVOCATION_REASON_NONE);
        CHECK_INT(iap_transaction_ownership(bought), IAP_OWNERSHIP_PURCHASED);
        CHECK_TEXT(iap_transaction_app_account_token(bought), NULL);
        CHECK_TEXT(iap_transaction_subscription_group_id(bought), each->group);
        CHECK_INT(iap_transaction_delivery_count(bought), 1);
        CHECK(iap_transaction_original(bought) == NULL);
        CHECK_STATUS(iap_transaction_error(bought, NULL), IAP_OK);
        const char *environment = iap_transaction_environment(bought);
        REQUIRE(environment != NULL);
        CHECK(!strcmp(environment, "Xcode") || !strcmp(environment, "Sandbox") || !strcmp(environment, "Production"));
    }
}

TEST(the_signed_text_is_a_compact_jws) {
    game *game = game_start();
    const iap_transaction *bought = game_buy(game, COINS);
    const char *text = iap_transaction_signed_text(bought);
    REQUIRE(text != NULL);
    int dots = 0;
    for (const char *each = text; *each; each++) dots += *each == '.';
    CHECK_INT(dots, 2);
    CHECK_INT(strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."), strlen(text));
    /* ES256 signatures have 64 bytes, which are 86 characters in base64url. */
    CHECK_INT(strlen(strrchr(text, '.') + 1), 86);
}

TEST(each_quantity_from_1_to_10_is_bought) {
    game *game = game_start();
    for (int32_t quantity = 1; quantity <= 10; quantity++) {
        test_case("quantity %d", (int)quantity);
        const heard *outcome = game_outcome(game, game_pay(game, COINS, quantity));
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
        CHECK_INT(iap_transaction_quantity(outcome->transaction), quantity);
    }
    CHECK_INT(store_totals(game->store).transactions, 10);
}

TEST(a_quantity_outside_1_to_10_is_refused_and_nothing_is_bought) {
    game *game = game_start();
    const int32_t refused[] = {0, 11, -1, 100, INT_MIN, INT_MAX};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("quantity %d", (int)refused[i]);
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.quantity = refused[i];
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, &error), IAP_ERROR_INVALID_QUANTITY);
        CHECK_STATUS(error.status, IAP_ERROR_INVALID_QUANTITY);
        CHECK_INT(error.category, IAP_CATEGORY_INVALID_ARGUMENT);
        CHECK(error.message[0] != 0);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(the_app_account_token_comes_back_in_lower_case) {
    const char *const given[] = {"01234567-89ab-4cde-8f01-23456789abcd", "01234567-89AB-4CDE-8F01-23456789ABCD"};
    game *game = game_start();
    for (size_t i = 0; i < 2; i++) {
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.app_account_token = given[i];
        uint64_t id = 0;
        REQUIRE_OK(iap_add_payment(game->client, &payment, &id, NULL));
        const heard *outcome = game_outcome(game, id);
        REQUIRE(outcome != NULL);
        CHECK_TEXT(iap_transaction_app_account_token(outcome->transaction), given[0]);
    }
}

TEST(a_token_that_is_no_uuid_is_refused) {
    const char *const refused[] = {"",
                                   "player 7",
                                   "01234567-89ab-4cde-8f01-23456789abc",
                                   "0123456789ab4cde8f0123456789abcd",
                                   "01234567-89ab-4cde-8f01-23456789abcg",
                                   "\xff\xfe"};
    game *game = game_start();
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("token %zu", i);
        iap_payment payment = IAP_PAYMENT_INIT;
        payment.product_id = COINS;
        payment.app_account_token = refused[i];
        CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_TEXT);
    }
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(adding_a_payment_twice_buys_twice) {
    game *game = game_start();
    const uint64_t first = game_pay(game, COINS, 1), second = game_pay(game, COINS, 1);
    CHECK(first != second);
    const heard *one = game_outcome(game, first), *other = game_outcome(game, second);
    REQUIRE(one != NULL && other != NULL);
    CHECK(iap_transaction_id(one->transaction) != iap_transaction_id(other->transaction));
    CHECK_INT(store_totals(game->store).transactions, 2);
    CHECK_INT(store_totals(game->store).unfinished, 2);
}

TEST(many_payments_at_once_have_one_outcome_each) {
    enum { COUNT = 50 };
    game *game = game_start();
    uint64_t payments[COUNT];
    for (int i = 0; i < COUNT; i++) payments[i] = game_pay(game, COINS, 1 + i % 10);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, COUNT));
    game_settle(game);
    CHECK_INT(game->log_count, 2 * COUNT);
    for (int i = 0; i < COUNT; i++) {
        const heard *outcome = game_outcome(game, payments[i]);
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_quantity(outcome->transaction), 1 + i % 10);
        for (int j = 0; j < i; j++) {
            CHECK(iap_transaction_id(game_outcome(game, payments[j])->transaction) !=
                  iap_transaction_id(outcome->transaction));
        }
    }
    CHECK_INT(store_totals(game->store).transactions, COUNT);
}

TEST(an_owned_non_consumable_is_restored_without_a_charge) {
    game *game = game_start();
    const uint64_t id = game_own(game, SWORD);
    REQUIRE(id != 0);
    const heard *again = game_outcome(game, game_pay(game, SWORD, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_original_id(again->transaction), id);
    CHECK_ID(iap_transaction_id(iap_transaction_original(again->transaction)), id);
    CHECK_INT(store_totals(game->store).transactions, 1);
    CHECK(game_finish(game, again->transaction));
    CHECK_INT(iap_transactions_count(game_queue(game)), 0);
}

TEST(a_non_consumable_that_is_owned_but_unfinished_is_not_charged_again) {
    game *game = game_start();
    REQUIRE(game_buy(game, SWORD) != NULL);
    const heard *again = game_outcome(game, game_pay(game, SWORD, 1));
    REQUIRE(again != NULL);
    CHECK_INT(iap_transaction_state(again->transaction), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(again->transaction, NULL), IAP_ERROR_UNFINISHED_PURCHASE);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_product_needs_no_request_before_it_is_bought) {
    game *game = game_start();
    CHECK_INT(iap_transaction_state(game_buy(game, LEVELS)), IAP_TRANSACTION_PURCHASED);
}

TEST(product_ids_that_are_no_text_are_refused) {
    static char huge[1024 * 1024 + 1], longest[IAP_PRODUCT_ID_LENGTH_MAX + 1];
    memset(huge, 'x', sizeof huge - 1);
    memset(longest, 'x', sizeof longest - 1);
    game *game = game_start();
    iap_payment payment = IAP_PAYMENT_INIT;
    CHECK_CATEGORY(iap_add_payment(game->client, &payment, NULL, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    payment.product_id = "";
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_TEXT);
    payment.product_id = "coins\xff";
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_TEXT);
    payment.product_id = huge;
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_TOO_LARGE);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    /* The longest allowed id is accepted as an id, but no product has it. */
    const iap_transaction *failed = game_buy(game, longest);
    CHECK_STATUS(iap_transaction_error(failed, NULL), IAP_ERROR_PRODUCT_UNAVAILABLE);
}

TEST(two_payments_for_the_same_thing_have_an_outcome_each) {
    game *game = game_start();
    const uint64_t first = game_pay(game, SWORD, 1), second = game_pay(game, SWORD, 1);
    const heard *one = game_outcome(game, first), *other = game_outcome(game, second);
    REQUIRE(one != NULL && other != NULL);
    CHECK_INT(iap_transaction_state(one->transaction), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_state(other->transaction), IAP_TRANSACTION_FAILED);
    CHECK_STATUS(iap_transaction_error(other->transaction, NULL), IAP_ERROR_UNFINISHED_PURCHASE);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(what_the_account_owns_is_restored_also_on_a_device_that_never_had_it) {
    game *phone = game_start();
    const uint64_t id = game_own(phone, SWORD);
    game *tablet = game_install(phone->store, "player", "tablet");
    REQUIRE(game_launch(tablet));
    const uint64_t payment = game_pay(tablet, SWORD, 1);
    const heard *outcome = game_outcome(tablet, payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_RESTORED);
    CHECK_ID(iap_transaction_id(outcome->transaction), id);
    CHECK_INT(store_totals(phone->store).transactions, 1);
}

TEST(buying_a_product_by_its_id_is_a_payment_without_options) {
    game *game = game_start();
    uint64_t id = 0;
    REQUIRE_OK(iap_buy(game->client, COINS, &id, NULL));
    CHECK(id != 0);
    const heard *outcome = game_outcome(game, id);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_PURCHASED);
    CHECK_TEXT(iap_transaction_product_id(outcome->transaction), COINS);
    CHECK_INT(iap_transaction_quantity(outcome->transaction), 1);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_buy(game->client, NULL, &id, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_ID(id, 0);
    CHECK_STATUS(iap_buy(game->client, "", NULL, NULL), IAP_ERROR_INVALID_TEXT);
}

/* Purchases that are not made in the game. */

#include "facts.h"

#include <iap/iap_commerce.h>

#include <string.h>

static iap_status_t buy(iap_store *store, const char *account, const char *product_id, uint64_t *id, iap_error *error) {
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = product_id;
    return iap_store_buy(store, account, &purchase, id, error);
}

TEST(a_purchase_outside_comes_to_all_devices_of_the_account_and_to_no_other) {
    game *phone = ladder_game(), *tablet = another_game(phone->store, "player", "tablet"),
         *other = another_game(phone->store, "somebody", "phone");
    uint64_t id = 0;
    REQUIRE_OK(buy(phone->store, "player", LADDER_CHEST, &id, NULL));
    REQUIRE(AWAIT_STATE(phone, IAP_TRANSACTION_PURCHASED, 1) && AWAIT_STATE(tablet, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_ID(iap_transaction_id(phone->log[0].transaction), id);
    CHECK_ID(iap_transaction_id(tablet->log[0].transaction), id);
    game_settle(other);
    CHECK_INT(other->log_count, 0);
}

TEST(a_purchase_outside_is_not_asked_about_and_uses_up_no_order) {
    game *game = ladder_game();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    uint64_t id = 0;
    REQUIRE_OK(buy(game->store, "player", LADDER_CHEST, &id, NULL));
    CHECK(id != 0);
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 0, NULL));
    const heard *outcome = game_outcome(game, game_pay(game, LADDER_MIDDLE, 1));
    REQUIRE(outcome != NULL);
    CHECK_STATUS(iap_transaction_error(outcome->transaction, NULL), IAP_ERROR_CANCELLED);
}

TEST(what_the_account_has_is_not_charged_again) {
    game *game = ladder_game();
    const uint64_t chest = game_own(game, LADDER_CHEST), club = game_own(game, LADDER_MIDDLE);
    uint64_t id = 0;
    REQUIRE_OK(buy(game->store, "player", LADDER_CHEST, &id, NULL));
    CHECK_ID(id, chest);
    REQUIRE_OK(buy(game->store, "player", LADDER_MIDDLE, &id, NULL));
    CHECK_ID(id, club);
    CHECK_INT(store_totals(game->store).transactions, 2);
}

TEST(a_new_account_can_buy_before_it_has_a_device) {
    game *game = ladder_game();
    REQUIRE_OK(buy(game->store, "newcomer", LADDER_CHEST, NULL, NULL));
    struct game *theirs = another_game(game->store, "newcomer", "phone");
    CHECK(AWAIT_STATE(theirs, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(a_purchase_outside_can_have_an_account_token_and_a_plan) {
    game *game = ladder_game();
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.product_id = LADDER_YEAR;
    purchase.app_account_token = "00112233-4455-6677-8899-AABBCCDDEEFF";
    purchase.billing_plan = IAP_BILLING_PLAN_MONTHLY;
    REQUIRE_OK(iap_store_buy(game->store, "player", &purchase, NULL, NULL));
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    const iap_transaction *bought =
        game_nth(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED, 0)->transaction;
    CHECK_TEXT(iap_transaction_app_account_token(bought), "00112233-4455-6677-8899-aabbccddeeff");
    CHECK_INT(iap_transaction_billing_plan_type(bought), IAP_BILLING_PLAN_MONTHLY);
}

TEST(a_purchase_outside_that_makes_no_sense_is_refused) {
    game *game = ladder_game();
    iap_store_purchase purchase, initial = IAP_STORE_PURCHASE_INIT;
    memset(&purchase, 0xFF, sizeof purchase);
    iap_store_purchase_init(&purchase);
    CHECK(memcmp(&purchase, &initial, sizeof purchase) == 0);
    iap_store_purchase_init(NULL);
    uint64_t id = 7;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_ID(id, 0);
    CHECK_STATUS(iap_store_buy(game->store, "player", NULL, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    purchase.product_id = LADDER_CHEST;
    CHECK_STATUS(iap_store_buy(game->store, NULL, &purchase, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_buy(game->store, "", &purchase, &id, NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_buy(NULL, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    purchase.quantity = 11;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_QUANTITY);
    purchase.quantity = 2; /* two of a product that one can own only once */
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_STATE);
    purchase.quantity = 1;
    purchase.app_account_token = "me";
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_TEXT);
    purchase.app_account_token = NULL;
    purchase.billing_plan = 9;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    purchase.billing_plan = IAP_BILLING_PLAN_NONE;
    purchase.offer_id = OFFER_GIFT;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    purchase.offer_type = IAP_OFFER_TYPE_PROMOTIONAL;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_NOT_FOUND);
    purchase.struct_size = 3;
    CHECK_STATUS(iap_store_buy(game->store, "player", &purchase, &id, NULL), IAP_ERROR_INVALID_STRUCT_SIZE);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(buy(game->store, "player", "nothing", &id, &error), IAP_ERROR_NOT_FOUND);
    CHECK_CONTAINS(error.message, "nothing");
    REQUIRE_OK(iap_store_set_payments_allowed(game->store, 0, NULL));
    CHECK_STATUS(buy(game->store, "player", LADDER_CHEST, &id, &error), IAP_ERROR_INVALID_STATE);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(a_family_has_six_members_at_most) {
    game *game = ladder_game();
    const char *const members[] = {"a", "b", "c", "d", "e", "f"};
    for (size_t i = 0; i < 6; i++) REQUIRE_OK(iap_store_set_family(game->store, members[i], "Smith", NULL));
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_store_set_family(game->store, "g", "Smith", &error), IAP_ERROR_INVALID_STATE);
    CHECK_CONTAINS(error.message, "Smith");
    CHECK_STATUS(iap_store_set_family(game->store, "a", "Smith", NULL), IAP_OK);
    REQUIRE_OK(iap_store_set_family(game->store, "a", NULL, NULL));
    CHECK_STATUS(iap_store_set_family(game->store, "g", "Smith", NULL), IAP_OK);
    CHECK_STATUS(iap_store_set_family(game->store, NULL, "Smith", NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_family(game->store, "h", "", NULL), IAP_ERROR_INVALID_TEXT);
    CHECK_STATUS(iap_store_set_family_sharing(game->store, NULL, 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_family_sharing(NULL, "a", 1, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

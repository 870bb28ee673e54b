/* Purchases that the game server describes and signs: Advanced Commerce. */

#include "offer_payments.h"

#include <iap/iap_commerce.h>

#include <string.h>

#define REQUEST                                                                                                        \
    "{\"operation\":\"CREATE_ONE_TIME_CHARGE\",\"version\":\"1\",\"requestInfo\":{\"requestReferenceId\":"             \
    "\"01234567-89ab-4cde-8f01-23456789abcd\"},\"currency\":\"USD\",\"taxCode\":\"C003-00-2\",\"item\":{\"SKU\":"      \
    "\"skin.7\",\"displayName\":\"Skin 7\",\"description\":\"A red skin\",\"price\":4990}}"

static char *sign_request(iap_store *signer, const char *json) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS;
    request.request_json = json;
    return offers_keep(offers_sign(signer, &request));
}

static iap_payment signed_payment_for(const char *product_id, const char *jws) {
    iap_payment payment = payment_for(product_id);
    payment.advanced_commerce_jws = jws;
    return payment;
}

static iap_payment signed_payment(const char *jws) { return signed_payment_for(BAG, jws); }

TEST(what_the_server_asked_for_stands_in_the_transaction) {
    game *game = offers_game();
    CHECK_INT(iap_supports(game->client, IAP_FEATURE_ADVANCED_COMMERCE, NULL), 1);
    const iap_payment payment = signed_payment(sign_request(game->store, REQUEST));
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_TEXT(iap_transaction_product_id(bought), BAG);
    const char *json = iap_transaction_advanced_commerce_json(bought);
    REQUIRE(CHECK(json != NULL));
    CHECK(json[0] == '{' && json[strlen(json) - 1] == '}');
    CHECK_CONTAINS(json, "skin.7");
    CHECK_CONTAINS(iap_transaction_json(bought), "advancedCommerceInfo");
    CHECK(game_finish(game, bought));
}

static void check_request_refused(game *game, const char *jws) {
    const iap_payment payment = signed_payment(jws);
    const heard *outcome = game_buy_with(game, &payment);
    REQUIRE(outcome != NULL);
    CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_transaction_error(outcome->transaction, &error), IAP_ERROR_INVALID_ARGUMENT);
    CHECK(error.store_domain[0] != 0);
    CHECK(error.message[0] != 0);
    CHECK_TEXT(iap_transaction_advanced_commerce_json(outcome->transaction), NULL);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(a_request_that_does_not_hold_is_refused_and_nothing_is_charged) {
    for (int flaw = 0; flaw < 9; flaw++) {
        test_case("flaw %d", flaw);
        game *game = offers_game();
        char *jws = sign_request(game->store, REQUEST);
        REQUIRE(jws != NULL);
        char *payload = strchr(jws, '.') + 1, *signature = strrchr(jws, '.') + 1;
        switch (flaw) {
        case 0: signature[10] = signature[10] == 'A' ? 'B' : 'A'; break;
        case 1: payload[10] = payload[10] == 'A' ? 'B' : 'A'; break;
        case 2: signature[0] = 0; break;
        case 3: jws[strlen(jws) / 2] = 0; break;
        case 4: jws = offers_keep("not a JWS"); break;
        case 5: jws = sign_request(offers_store_with_another_key(), REQUEST); break;
        case 6: jws = sign_request(offers_store_of(offers_text, "com.example.other"), REQUEST); break;
        case 7: jws = offers_keep(offers_jws(game->store, PASS_GOLD, OFFER_LOYAL)); break;
        case 8: REQUIRE_OK(iap_store_advance_clock(game->store, DAY_MS + 1000, NULL)); break;
        }
        check_request_refused(game, jws);
    }
}

TEST(a_request_is_good_for_one_purchase) {
    game *game = offers_game();
    const iap_payment payment = signed_payment(sign_request(game->store, REQUEST));
    CHECK(offers_buy(game, &payment) != NULL);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
}

/* ------------------------------------------------------------------------------------- next to the signed request */

#define TOKEN "11111111-2222-4333-8444-555555555555"
#define NONCE "01234567-89ab-4cde-8f01-23456789abcd"

TEST(what_the_server_signs_is_not_said_a_second_time) {
    static const iap_custom_value value = {.key = "key", .type = IAP_CUSTOM_VALUE_FLAG, .flag = 1};
    game *game = offers_game();
    const iap_payment signed_only = signed_payment(sign_request(game->store, REQUEST));
    static const char *const names[] = {"quantity",
                                        "app_account_token",
                                        "simulates_ask_to_buy",
                                        "offer.id",
                                        "offer.win_back_id",
                                        "offer.introductory_jws",
                                        "custom_values",
                                        "billing_plan",
                                        "seats",
                                        "suppresses_seat_invitation"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        test_case("%s", names[i]);
        iap_payment payment = signed_only;
        switch (i) {
        case 0: payment.quantity = 3; break;
        case 1: payment.app_account_token = TOKEN; break;
        case 2: payment.simulates_ask_to_buy = 1; break;
        case 3: payment.offer.id = OFFER_LOYAL; break;
        case 4: payment.offer.win_back_id = OFFER_RETURN; break;
        case 5: payment.offer.introductory_jws = "a.b.c"; break;
        case 6: payment.custom_values = &value, payment.custom_value_count = 1; break;
        case 7: payment.billing_plan = IAP_BILLING_PLAN_MONTHLY; break;
        case 8: payment.seats = 2; break;
        case 9: payment.suppresses_seat_invitation = 1; break;
        }
        iap_error error = IAP_ERROR_VALUE_INIT;
        uint64_t id = 7;
        CHECK_STATUS(iap_add_payment(game->client, &payment, &id, &error), IAP_ERROR_INVALID_ARGUMENT);
        CHECK_ID(id, 0);
        CHECK_CONTAINS(error.message, "advanced_commerce_jws");
        CHECK_CONTAINS(error.message, names[i]);
    }
    test_case("proof without an offer");
    iap_payment payment = signed_only;
    payment.offer.nonce = NONCE;
    CHECK_STATUS(iap_add_payment(game->client, &payment, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    test_case("nothing");
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
    CHECK(offers_buy(game, &signed_only) != NULL);
}

TEST(a_signed_request_that_a_parent_approves_is_the_outcome_of_its_payment) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_ask_to_buy(game->store, 1, NULL));
    const iap_payment signed_one = signed_payment(sign_request(game->store, REQUEST)), plain = payment_for(BAG);
    const uint64_t first = game_pay_with(game, &plain), second = game_pay_with(game, &signed_one);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_DEFERRED, 2));
    uint64_t approvals[2] = {0, 0};
    size_t count = 0;
    REQUIRE_OK(iap_store_list_approvals(game->store, approvals, 2, &count, NULL));
    REQUIRE(count == 2);
    /* The newer one first. Both are for one unit of the same product, without an account token. */
    for (size_t i = 2; i > 0; i--) {
        REQUIRE_OK(iap_store_approve(game->store, approvals[i - 1], NULL));
        REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 3 - i));
    }
    game_settle(game);
    REQUIRE(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASED) == 2);
    for (size_t i = 0; i < 2; i++) {
        const iap_transaction *bought = game_update(game, IAP_TRANSACTION_PURCHASED, i);
        const bool is_signed = iap_transaction_advanced_commerce_json(bought) != NULL;
        CHECK_ID(iap_transaction_payment_id(bought), is_signed ? second : first);
    }
    CHECK_INT(iap_transactions_count(game_queue(game)), 2);
}

/* -------------------------------------------------------------------------------------------------------- prices */

TEST(the_price_is_that_of_the_servers_request) {
    static const struct {
        const char *product_id, *json, *currency;
        int64_t price;
    } rows[] = {
        {BAG, "{\"currency\":\"EUR\",\"item\":{\"price\":4990}}", "EUR", 4990},
        {BAG, "{\"item\":{\"price\":0}}", "USD", 0},
        {BAG, "{\"item\":{\"SKU\":\"skin\"}}", "USD", 1990},
        {BAG, "{}", "USD", 1990},
        {PASS_SILVER, "{\"currency\":\"JPY\",\"items\":[{\"price\":100000},{\"price\":23000}]}", "JPY", 123000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_case("%s", rows[i].json);
        game *game = offers_game();
        const iap_payment payment = signed_payment_for(rows[i].product_id, sign_request(game->store, rows[i].json));
        const iap_transaction *bought = offers_buy(game, &payment);
        REQUIRE(bought != NULL);
        CHECK_INT(iap_transaction_price_milliunits(bought), rows[i].price);
        CHECK_TEXT(iap_transaction_currency_code(bought), rows[i].currency);
    }
}

TEST(a_price_that_is_none_is_refused) {
    static const char *const requests[] = {"{\"item\":{\"price\":-1}}", "{\"item\":{\"price\":1.5}}",
                                           "{\"item\":{\"price\":\"1\"}}",
                                           "{\"currency\":\"euro\",\"item\":{\"price\":1}}",
                                           "{\"items\":[{\"price\":9223372036854775807},{\"price\":1}]}"};
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        test_case("%s", requests[i]);
        game *game = offers_game();
        const iap_payment payment = signed_payment(sign_request(game->store, requests[i]));
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
    }
}

TEST(what_the_server_signed_is_signed_again_digit_for_digit) {
    game *game = offers_game();
    const iap_payment payment = signed_payment(sign_request(
        game->store, "{ \"n\" : 9007199254740993, \"f\" : 0.10, \"e\" : 1E2, \"t\" : \"a \\\" b\", \"i\":[ 1, 2 ] }"));
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_CONTAINS(iap_transaction_json(bought),
                   "{\"advancedCommerceInfo\":{\"n\":9007199254740993,\"f\":0.10,\"e\":1E2,"
                   "\"t\":\"a \\\" b\",\"i\":[1,2]},");
    CHECK_CONTAINS(iap_transaction_advanced_commerce_json(bought), "9007199254740993");
}

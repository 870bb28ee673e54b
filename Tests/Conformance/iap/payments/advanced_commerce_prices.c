/* Advanced Commerce: the store charges what the game server has signed. */

#include "offer_payments.h"

#include <string.h>

static iap_payment payment_of(game *game, const char *product_id, const char *json) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS;
    request.request_json = json;
    iap_payment payment = payment_for(product_id);
    payment.advanced_commerce_jws = offers_keep(offers_sign(game->store, &request));
    return payment;
}

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
        const iap_payment payment = payment_of(game, rows[i].product_id, rows[i].json);
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
        const iap_payment payment = payment_of(game, BAG, requests[i]);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_ARGUMENT);
    }
}

TEST(what_the_server_signed_is_signed_again_digit_for_digit) {
    game *game = offers_game();
    const iap_payment payment = payment_of(
        game, BAG, "{ \"n\" : 9007199254740993, \"f\" : 0.10, \"e\" : 1E2, \"t\" : \"a \\\" b\", \"i\":[ 1, 2 ] }");
    const iap_transaction *bought = offers_buy(game, &payment);
    REQUIRE(bought != NULL);
    CHECK_CONTAINS(iap_transaction_json(bought),
                   "{\"advancedCommerceInfo\":{\"n\":9007199254740993,\"f\":0.10,\"e\":1E2,"
                   "\"t\":\"a \\\" b\",\"i\":[1,2]},");
    CHECK_CONTAINS(iap_transaction_advanced_commerce_json(bought), "9007199254740993");
}

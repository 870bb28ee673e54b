/* What happens to a payment if the storefront changes during the payment. */

#include "offer_payments.h"

typedef struct decision {
    const char *storefronts;
    bool goes_on;
} decision;

/* The storefront changes from the United States to Germany. */
static const decision decisions[] = {
    {NULL, true},          {"DEU", true},  {"USA,DEU", true}, {"DEU,USA", true},
    {"FRA,DEU,JPN", true}, {"USA", false}, {"", false},       {"FRA,JPN", false},
};

TEST(a_payment_goes_on_only_in_the_storefronts_that_it_names) {
    for (size_t i = 0; i < sizeof decisions / sizeof decisions[0]; i++) {
        const decision *each = &decisions[i];
        test_case("in %s", each->storefronts != NULL ? each->storefronts : "all");
        game *game = offers_game();
        game_settle(game);
        REQUIRE_OK(iap_store_move_during_next_purchase(game->store, "DEU", NULL));
        iap_payment payment = payment_for(BAG);
        payment.storefronts = each->storefronts;
        if (each->goes_on) {
            const iap_transaction *bought = offers_buy(game, &payment);
            REQUIRE(bought != NULL);
            CHECK_TEXT(iap_transaction_storefront_country_code(bought), "DEU");
            CHECK_TEXT(iap_transaction_currency_code(bought), "EUR");
        } else {
            CHECK_REFUSED(game, &payment, IAP_ERROR_NOT_IN_STOREFRONT);
        }
        /* The storefront has changed in both cases. */
        const heard *storefront = game_storefront(game);
        CHECK_TEXT(storefront != NULL ? storefront->country_code : NULL, "DEU");
        REQUIRE(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
        game_settle(game);
        CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE), 1);
    }
}

/* The client watches the storefront from the moment it opens. */
TEST(a_move_during_the_first_thing_that_a_game_does_is_reported) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_move_during_next_purchase(game->store, "DEU", NULL));
    const iap_payment payment = payment_for(BAG);
    CHECK(offers_buy(game, &payment) != NULL);
    CHECK(AWAIT(game, IAP_EVENT_STOREFRONT_CHANGED, 1));
}

TEST(if_the_storefront_stays_the_list_says_nothing) {
    static const char *const lists[] = {NULL, "", "FRA", "USA", "USA,FRA"};
    game *game = offers_game();
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        test_case("in %s", lists[i] != NULL ? lists[i] : "all");
        iap_payment payment = payment_for(BAG);
        payment.storefronts = lists[i];
        CHECK(offers_buy(game, &payment) != NULL);
    }
}

TEST(a_list_of_what_are_no_country_codes_is_refused) {
    static const char *const lists[] = {"US", "USAA",    "USA,", ",USA", "USA,,DEU",
                                        ",",  "USA;DEU", "U A",  "1SA",  "USA,DE"};
    game *game = offers_game();
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        test_case("%s", lists[i]);
        iap_payment payment = payment_for(BAG);
        payment.storefronts = lists[i];
        CHECK_CATEGORY(iap_add_payment(game->client, &payment, NULL, NULL), IAP_CATEGORY_INVALID_ARGUMENT);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

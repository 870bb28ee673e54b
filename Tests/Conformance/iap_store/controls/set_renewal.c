/* iap_store_set_renewal(): what it accepts and what it refuses. */

#include "game.h"
#include "offer_catalogue.h"

#include <string.h>

static iap_status_t set(game *game, uint64_t id, const iap_store_renewal *renewal) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_store_set_renewal(game->store, id, renewal, &error);
    CHECK_STATUS(error.status, status);
    CHECK((status == IAP_OK) == (error.message[0] == 0));
    return status;
}

TEST(the_initial_renewal_is_that_of_a_new_subscription) {
    iap_store_renewal renewal, constant = IAP_STORE_RENEWAL_INIT;
    memset(&renewal, 0xEE, sizeof renewal);
    iap_store_renewal_init(&renewal);
    iap_store_renewal_init(NULL);
    CHECK_INT(renewal.struct_size, sizeof renewal);
    CHECK_INT(renewal.will_auto_renew, constant.will_auto_renew);
    CHECK_INT(renewal.will_auto_renew, 1);
    CHECK_TEXT(renewal.auto_renew_product_id, NULL);
    CHECK_INT(renewal.expiration_reason, IAP_EXPIRATION_REASON_NONE);
    CHECK_INT(renewal.price_increase, IAP_PRICE_INCREASE_NONE);
    CHECK_INT(renewal.is_in_billing_retry, 0);
    CHECK_INT(renewal.reserved, 0);
    CHECK_INT(renewal.grace_period_expiration_date_ms, 0);
    CHECK_INT(renewal.renewal_price_milliunits, 0);
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    CHECK_STATUS(set(game, id, &renewal), IAP_OK);
    CHECK_INT(iap_subscription_status_state(game_status(game, CLUB_GROUP)), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

TEST(only_an_auto_renewable_subscription_has_a_renewal) {
    const char *const products[] = {COINS, SWORD, SEASON};
    const iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    game *game = game_start();
    for (size_t i = 0; i < 3; i++) {
        test_case("%s", products[i]);
        CHECK_STATUS(set(game, game_own(game, products[i]), &renewal), IAP_ERROR_INVALID_STATE);
    }
}

TEST(the_renewal_of_an_unknown_transaction_is_not_found) {
    const iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    const uint64_t unknown[] = {0, id + 1000000, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        test_case("id %llu", (unsigned long long)unknown[i]);
        CHECK_STATUS(set(game, unknown[i], &renewal), IAP_ERROR_NOT_FOUND);
    }
}

TEST(any_period_names_the_subscription_to_set) {
    game *game = game_start();
    const uint64_t first = game_own(game, CLUB_MONTH);
    REQUIRE(first != 0 && game_finish(game, game_renewal(game)));
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.will_auto_renew = 0;
    CHECK_STATUS(set(game, first, &renewal), IAP_OK);
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, CLUB_GROUP));
    CHECK_INT(iap_renewal_info_will_auto_renew(info), 0);
}

TEST(a_subscription_is_renewed_within_its_group) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_GOLD);
    const struct {
        const char *product_id;
        iap_status_t status;
    } products[] = {
        {PASS_SILVER, IAP_OK},       {PASS_YEAR, IAP_OK},        {PASS_GOLD, IAP_OK},
        {NEWS, IAP_ERROR_NOT_FOUND}, {BAG, IAP_ERROR_NOT_FOUND}, {UNKNOWN_PRODUCT, IAP_ERROR_NOT_FOUND},
    };
    for (size_t i = 0; i < sizeof products / sizeof products[0]; i++) {
        test_case("%s", products[i].product_id);
        iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
        renewal.auto_renew_product_id = products[i].product_id;
        CHECK_STATUS(set(game, id, &renewal), products[i].status);
    }
    /* The refused calls changed nothing. */
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), PASS_GOLD);
}

TEST(a_renewal_that_makes_no_sense_is_refused) {
    static char huge[1024 * 1024 + 1];
    memset(huge, 'x', sizeof huge - 1);
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    const iap_store_renewal sound = IAP_STORE_RENEWAL_INIT;
    iap_store_renewal renewal = sound;

    const iap_expiration_reason_t reasons[] = {-1, 7, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 4; i++) {
        renewal = sound;
        renewal.expiration_reason = reasons[i];
        CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_ARGUMENT);
        renewal = sound;
        renewal.price_increase = i == 1 ? 3 : reasons[i];
        CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_ARGUMENT);
    }
    const int64_t negative[] = {-1, INT64_MIN};
    for (size_t i = 0; i < 2; i++) {
        renewal = sound;
        renewal.grace_period_expiration_date_ms = negative[i];
        CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_ARGUMENT);
        renewal = sound;
        renewal.renewal_price_milliunits = negative[i];
        CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_ARGUMENT);
    }
    renewal = sound;
    renewal.auto_renew_product_id = "";
    CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_TEXT);
    renewal.auto_renew_product_id = "\xff";
    CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_TEXT);
    renewal.auto_renew_product_id = huge;
    CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_TOO_LARGE);
    const uint32_t sizes[] = {0, 1, 3, UINT32_MAX};
    for (size_t i = 0; i < 4; i++) {
        renewal = sound;
        renewal.struct_size = sizes[i];
        CHECK_STATUS(set(game, id, &renewal), IAP_ERROR_INVALID_STRUCT_SIZE);
    }
    CHECK_STATUS(set(game, id, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_store_set_renewal(NULL, id, &sound, NULL), IAP_ERROR_INVALID_ARGUMENT);
    game_settle(game);
    CHECK_INT(iap_subscription_status_state(game_status(game, CLUB_GROUP)), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

/* The largest values of the types are valid dates and prices. */
TEST(a_renewal_with_extreme_values_is_refused_or_reported) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    renewal.is_in_billing_retry = 1;
    renewal.grace_period_expiration_date_ms = INT64_MAX;
    renewal.renewal_price_milliunits = INT64_MAX;
    const iap_status_t status = set(game, id, &renewal);
    CHECK(status == IAP_OK || status == IAP_ERROR_INVALID_ARGUMENT);
    const iap_subscription_status *told = game_status(game, CLUB_GROUP);
    CHECK_INT(iap_subscription_status_state(told),
              status == IAP_OK ? IAP_SUBSCRIPTION_STATE_IN_GRACE_PERIOD : IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
}

TEST(what_was_set_is_kept_over_launches) {
    game *game = game_start();
    const uint64_t id = game_own(game, CLUB_MONTH);
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    char product[] = CLUB_YEAR;
    renewal.auto_renew_product_id = product;
    renewal.price_increase = IAP_PRICE_INCREASE_PENDING;
    CHECK_STATUS(set(game, id, &renewal), IAP_OK);
    memset(product, '#', sizeof product - 1);
    game_quit(game);
    REQUIRE(game_launch(game));
    const iap_renewal_info *info = iap_subscription_status_renewal_info(game_status(game, CLUB_GROUP));
    CHECK_TEXT(iap_renewal_info_auto_renew_product_id(info), CLUB_YEAR);
    CHECK_INT(iap_renewal_info_price_increase(info), IAP_PRICE_INCREASE_PENDING);
}

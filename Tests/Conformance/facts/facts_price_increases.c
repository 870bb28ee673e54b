/* Price increases: with the player's consent, without a response from the player, and where no consent is needed. */

#include "facts.h"

#define HIGHER 13000

/* A subscriber who pays 10.00 and faces a price increase to 13.00. */
static game *subscriber(bool needs_consent, uint64_t *id) {
    game *game = game_install(offers_store_of(ladder_text(true), NULL), "player", "phone");
    game->handles_messages = true;
    game_launch(game);
    *id = game_own(game, LADDER_MIDDLE);
    CHECK_STATUS(iap_store_request_price_increase(game->store, *id, HIGHER, needs_consent, NULL), IAP_OK);
    game_settle(game);
    game_forget(game);
    return game;
}

static iap_price_increase_t increase_of(game *game) {
    return iap_renewal_info_price_increase(renewal_of(game, LADDER_GROUP));
}

static void check_renewed(game *game, int64_t price_milliunits) {
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE(pass_until(game, end));
    const iap_transaction *renewed = period_of(game, LADDER_GROUP);
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(iap_transaction_purchase_date_ms(renewed), end);
    CHECK_INT(iap_transaction_price_milliunits(renewed), price_milliunits);
}

static void check_ended_without_consent(game *game) {
    const int64_t end = end_of(game, LADDER_GROUP);
    REQUIRE(pass_until(game, end - 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    CHECK_INT(entitlements(game, LADDER_MIDDLE), 1);
    REQUIRE(pass(game, 1));
    CHECK_INT(state_of(game, LADDER_GROUP), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(ending_of(game, LADDER_GROUP), IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 0);
    CHECK_INT(entitlements(game, LADDER_MIDDLE), 0);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_price_increase_that_needs_consent_is_pending) {
    uint64_t id = 0;
    game *game = subscriber(true, &id);
    CHECK_INT(increase_of(game), IAP_PRICE_INCREASE_PENDING);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 1);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal_of(game, LADDER_GROUP)), HIGHER);
    /* The price of the paid period does not rise. */
    CHECK_INT(iap_transaction_price_milliunits(in_history(game, id)), 10000);
}

TEST(who_agrees_to_a_price_increase_pays_it_from_the_next_renewal_on) {
    uint64_t id = 0;
    game *game = subscriber(true, &id);
    REQUIRE_OK(iap_store_answer_price_increase(game->store, id, 1, NULL));
    CHECK_INT(increase_of(game), IAP_PRICE_INCREASE_AGREED);
    check_renewed(game, HIGHER);
    check_renewed(game, HIGHER);
}

TEST(a_price_increase_without_an_answer_ends_the_subscription_with_its_period) {
    uint64_t id = 0;
    check_ended_without_consent(subscriber(true, &id));
}

TEST(a_price_increase_that_is_declined_ends_the_subscription_with_its_period) {
    uint64_t id = 0;
    game *game = subscriber(true, &id);
    REQUIRE_OK(iap_store_answer_price_increase(game->store, id, 0, NULL));
    CHECK_INT(increase_of(game), IAP_PRICE_INCREASE_NONE);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal_of(game, LADDER_GROUP)), 0);
    check_ended_without_consent(game);
}

TEST(a_price_increase_that_needs_no_consent_counts_as_agreed) {
    uint64_t id = 0;
    game *game = subscriber(false, &id);
    CHECK_INT(increase_of(game), IAP_PRICE_INCREASE_AGREED);
    CHECK_STATUS(iap_store_answer_price_increase(game->store, id, 1, NULL), IAP_ERROR_INVALID_STATE);
    check_renewed(game, HIGHER);
}

TEST(the_app_store_asks_about_a_price_increase_with_a_message) {
    for (iap_store_answer_t answer = IAP_STORE_ANSWER_ACCEPT; answer <= IAP_STORE_ANSWER_CANCEL; answer++) {
        test_case("answer %d", (int)answer);
        uint64_t id = 0;
        game *game = subscriber(true, &id);
        const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT);
        REQUIRE(message != NULL && answer_sheet(game, IAP_STORE_SHEET_MESSAGE, answer, NULL));
        CHECK_INT(increase_of(game), IAP_PRICE_INCREASE_PENDING);
        const heard *end = display_message(game, message);
        REQUIRE(end != NULL && !end->has_error);
        if (answer == IAP_STORE_ANSWER_ACCEPT) check_renewed(game, HIGHER);
        else check_ended_without_consent(game);
    }
}

TEST(what_is_bought_anew_after_an_increase_has_the_price_of_the_catalogue) {
    uint64_t id = 0;
    game *game = subscriber(true, &id);
    REQUIRE(pass_until(game, end_of(game, LADDER_GROUP)));
    const iap_transaction *bought = game_buy(game, LADDER_MIDDLE);
    CHECK_INT(iap_transaction_state(bought), IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_transaction_price_milliunits(bought), 10000);
    CHECK_INT(increase_of(game), IAP_PRICE_INCREASE_NONE);
    check_renewed(game, 10000);
}

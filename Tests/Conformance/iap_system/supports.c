/* Features that not every system has: what iap_supports() returns, and what the calls that need them return. */

#include "requests.h"

#define FIRST_FEATURE IAP_FEATURE_WIN_BACK_OFFERS
#define LAST_FEATURE IAP_FEATURE_MERCHANDISING

static bool set(game *game, iap_feature_t feature, int32_t supported) {
    return CHECK_STATUS(iap_store_set_supported(game->store, feature, supported, NULL), IAP_OK);
}

TEST(each_feature_can_be_taken_away_and_given_back_alone) {
    game *game = offers_game();
    for (iap_feature_t off = FIRST_FEATURE; off <= LAST_FEATURE; off++) {
        test_case("feature %d", (int)off);
        REQUIRE(set(game, off, 0));
        for (iap_feature_t feature = FIRST_FEATURE; feature <= LAST_FEATURE; feature++)
            CHECK_INT(iap_supports(game->client, feature, NULL), feature != off);
        REQUIRE(set(game, off, 1));
        CHECK_INT(iap_supports(game->client, off, NULL), 1);
    }
}

TEST(a_system_may_have_no_feature_at_all) {
    game *game = game_install(offers_store(), "player", "phone");
    for (iap_feature_t feature = FIRST_FEATURE; feature <= LAST_FEATURE; feature++) REQUIRE(set(game, feature, 0));
    REQUIRE(game_launch(game));
    for (iap_feature_t feature = FIRST_FEATURE; feature <= LAST_FEATURE; feature++)
        CHECK_INT(iap_supports(game->client, feature, NULL), 0);
    /* Features that every system has work there. */
    REQUIRE(game_own(game, HAT) != 0);
    const char *const ids[] = {BAG, PASS_GOLD};
    CHECK_INT(iap_products_count(game_products(game, ids, 2)), 2);
    game_restore(game);
    CHECK(AWAIT(game, IAP_EVENT_RESTORE_FINISHED, 1));
    for (size_t i = 0; i < request_function_count; i++) {
        if (request_functions[i].feature != IAP_FEATURE_NONE) continue;
        test_case("%s", request_functions[i].name);
        const heard *answer = request_and_wait(game, &request_functions[i]);
        CHECK(answer != NULL && !answer->has_error);
    }
}

TEST(a_feature_that_is_none_is_an_invalid_argument) {
    game *game = offers_game();
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_feature_t none[] = {IAP_FEATURE_NONE, -1, LAST_FEATURE + 1, 1000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        test_case("feature %d", (int)none[i]);
        CHECK_ZERO(iap_supports(game->client, none[i], &error), error, IAP_ERROR_INVALID_ARGUMENT);
        CHECK_INT(iap_supports(game->client, none[i], NULL), 0);
    }
}

/* ------------------------------------------------------------------------------- calls that need a missing feature */

TEST(every_request_ends_with_unsupported_where_its_feature_is_missing) {
    game *game = messages_game();
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        if (function->feature == IAP_FEATURE_NONE) continue;
        test_case("%s", function->name);
        const request_subject subject = request_prepare(game, function);
        REQUIRE(set(game, function->feature, 0));
        uint64_t id = 0;
        REQUIRE_OK(function->make(&subject, false, &id));
        const heard *answer = game_wait_response(game, id);
        REQUIRE(answer != NULL);
        CHECK_INT(answer->type, function->ends_as);
        CHECK_STATUS(answer->error.status, IAP_ERROR_UNSUPPORTED);
        CHECK_INT(answer->error.category, IAP_CATEGORY_UNSUPPORTED);
        CHECK_INT(answer->error.retryable, 0);
        CHECK(answer->error.message[0] != 0);
        if (function->sheet != 0) CHECK_INT(iap_store_sheet_count(game->store, function->sheet), 0);
        game_settle(game);
        CHECK_INT(game_response_count(game, id), 1);
        REQUIRE(set(game, function->feature, 1));
    }
    CHECK_INT(store_totals(game->store).refunded, 0);
}

TEST(a_request_does_not_need_the_features_of_others) {
    game *game = messages_game();
    for (size_t i = 0; i < request_function_count; i++) {
        const request_function *function = &request_functions[i];
        test_case("%s", function->name);
        for (iap_feature_t feature = FIRST_FEATURE; feature <= LAST_FEATURE; feature++) {
            const bool is_needed =
                feature == function->feature || (function->needs_message && feature == IAP_FEATURE_MESSAGES);
            REQUIRE(set(game, feature, is_needed));
        }
        const heard *answer = request_and_wait(game, function);
        REQUIRE(answer != NULL);
        CHECK(!answer->has_error || (function->may_be_cancelled && answer->error.status == IAP_ERROR_CANCELLED));
        for (iap_feature_t feature = FIRST_FEATURE; feature <= LAST_FEATURE; feature++) REQUIRE(set(game, feature, 1));
    }
}

typedef struct payment_case {
    const char *what;
    iap_feature_t feature;
    void (*describe)(iap_store *store, iap_payment *payment);
} payment_case;

static void win_back(iap_store *store, iap_payment *payment) {
    (void)store;
    payment->product_id = PASS_GOLD;
    payment->offer.win_back_id = OFFER_RETURN;
}

static void advanced_commerce(iap_store *store, iap_payment *payment) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS;
    request.request_json = "{\"operation\":\"CREATE_ONE_TIME_CHARGE\",\"version\":\"1\"}";
    payment->product_id = BAG;
    payment->advanced_commerce_jws = offers_sign(store, &request);
}

static void billing_plan(iap_store *store, iap_payment *payment) {
    (void)store;
    payment->product_id = PASS_YEAR;
    payment->billing_plan = IAP_BILLING_PLAN_MONTHLY;
}

static void seats(iap_store *store, iap_payment *payment) {
    (void)store;
    payment->product_id = PASS_SILVER;
    payment->seats = 3;
}

static const payment_case payment_cases[] = {
    {"a win-back offer", IAP_FEATURE_WIN_BACK_OFFERS, win_back},
    {"Advanced Commerce", IAP_FEATURE_ADVANCED_COMMERCE, advanced_commerce},
    {"a billing plan", IAP_FEATURE_BILLING_PLANS, billing_plan},
    {"seats", IAP_FEATURE_MULTI_SEAT, seats},
};

TEST(a_payment_fails_as_unsupported_where_its_feature_is_missing) {
    game *game = offers_game();
    for (size_t i = 0; i < sizeof payment_cases / sizeof payment_cases[0]; i++) {
        test_case("%s", payment_cases[i].what);
        REQUIRE(set(game, payment_cases[i].feature, 0));
        iap_payment payment = IAP_PAYMENT_INIT;
        payment_cases[i].describe(game->store, &payment);
        const heard *outcome = game_buy_with(game, &payment);
        REQUIRE(outcome != NULL);
        CHECK_INT(iap_transaction_state(outcome->transaction), IAP_TRANSACTION_FAILED);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_transaction_error(outcome->transaction, &error), IAP_ERROR_UNSUPPORTED);
        CHECK_INT(error.retryable, 0);
        CHECK(error.message[0] != 0);
        CHECK_INT(store_totals(game->store).transactions, 0);
        REQUIRE(set(game, payment_cases[i].feature, 1));
    }
    test_case(NULL);
    /* The same payment without this feature succeeds. */
    CHECK_INT(iap_transaction_state(game_buy(game, PASS_SILVER)), IAP_TRANSACTION_PURCHASED);
}

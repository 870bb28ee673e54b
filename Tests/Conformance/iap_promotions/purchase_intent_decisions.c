/* What a game can do with a purchase intent from the App Store: continue it, defer it, decline it. */

#include "intents_and_messages.h"

#define DAY_MS INT64_C(86400000)
#define TOKEN "0f1e2d3c-4b5a-4968-8776-655443322110"

TEST(a_taken_intent_becomes_a_payment) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    uint64_t payment = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    REQUIRE_OK(iap_take_purchase_intent(game->client, intent, NULL, &payment, &error));
    CHECK_STATUS(error.status, IAP_OK);
    CHECK(payment != 0);
    CHECK_TEXT(listed_intents(game), "");
    const iap_transaction *bought = game_bought(game, payment);
    REQUIRE(bought != NULL);
    CHECK_TEXT(iap_transaction_product_id(bought), BAG);
    CHECK_INT(iap_transaction_quantity(bought), 1);
    CHECK_INT(game_count(game, IAP_EVENT_TRANSACTION_UPDATED, IAP_TRANSACTION_PURCHASING), 1);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(a_taken_intent_is_bought_as_the_payment_says) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = BAG;
    payment.quantity = 4;
    payment.app_account_token = TOKEN;
    uint64_t id = 0;
    REQUIRE_OK(iap_take_purchase_intent(game->client, intent, &payment, &id, NULL));
    const iap_transaction *bought = game_bought(game, id);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_quantity(bought), 4);
    CHECK_TEXT(iap_transaction_app_account_token(bought), TOKEN);
    CHECK_ID(iap_transaction_payment_id(bought), id);
}

static iap_payment payment_of(const char *product_id) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    return payment;
}

TEST(a_payment_that_does_not_fit_an_intent_is_refused_and_the_intent_stays) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    struct {
        const char *what;
        iap_payment payment;
        iap_status_t status;
    } refused[] = {
        {"another product", payment_of(HAT), IAP_ERROR_INVALID_ARGUMENT},
        {"a product in other letters", payment_of("COINS.BAG"), IAP_ERROR_INVALID_ARGUMENT},
        {"a longer name", payment_of(BAG "x"), IAP_ERROR_INVALID_ARGUMENT},
        {"no product", payment_of(NULL), IAP_ERROR_INVALID_ARGUMENT},
        {"no text", payment_of("\xff"), IAP_ERROR_INVALID_TEXT},
        {"too many", payment_of(BAG), IAP_ERROR_INVALID_QUANTITY},
        {"a size of no struct", payment_of(BAG), IAP_ERROR_INVALID_STRUCT_SIZE},
    };
    refused[5].payment.quantity = 11;
    refused[6].payment.struct_size = 3;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        test_case("%s", refused[i].what);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_take_purchase_intent(game->client, intent, &refused[i].payment, NULL, &error),
                     refused[i].status);
        CHECK_STATUS(error.status, refused[i].status);
        CHECK(error.message[0] != 0);
        CHECK_TEXT(listed_intents(game), BAG);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 1);
    CHECK_STATUS(iap_take_purchase_intent(game->client, intent, NULL, NULL, NULL), IAP_OK);
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
}

TEST(a_payment_with_an_offer_of_its_own_is_refused_where_the_intent_has_one) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, PASS_GOLD, OFFER_RETURN);
    iap_payment promotional = payment_of(PASS_GOLD), win_back = payment_of(PASS_GOLD),
                signed_one = payment_of(PASS_GOLD);
    signed_one.advanced_commerce_jws = "a.b.c";
    promotional.offer.id = OFFER_LOYAL;
    promotional.offer.jws = offers_jws(game->store, PASS_GOLD, OFFER_LOYAL);
    win_back.offer.win_back_id = OFFER_RETURN;
    CHECK_STATUS(iap_take_purchase_intent(game->client, intent, &promotional, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_take_purchase_intent(game->client, intent, &win_back, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(iap_take_purchase_intent(game->client, intent, &signed_one, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    CHECK_TEXT(listed_intents(game), PASS_GOLD);
}

TEST(a_payment_may_have_an_offer_where_the_intent_has_none) {
    game *game = offers_game();
    REQUIRE(game_own(game, PASS_SILVER) != 0);
    const iap_purchase_intent *intent = receive_intent(game, PASS_GOLD, NULL);
    iap_payment payment = payment_of(PASS_GOLD);
    payment.offer.id = OFFER_LOYAL;
    payment.offer.jws = offers_jws(game->store, PASS_GOLD, OFFER_LOYAL);
    uint64_t id = 0;
    REQUIRE_OK(iap_take_purchase_intent(game->client, intent, &payment, &id, NULL));
    const iap_transaction *bought = game_bought(game, id);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_PROMOTIONAL);
    CHECK_TEXT(iap_transaction_offer_id(bought), OFFER_LOYAL);
}

TEST(the_win_back_offer_of_an_intent_is_used) {
    game *game = offers_game();
    const uint64_t id = game_own(game, PASS_GOLD);
    REQUIRE_OK(iap_store_set_auto_renew(game->store, id, 0, NULL));
    REQUIRE_OK(iap_store_advance_clock(game->store, 60 * DAY_MS, NULL));
    const iap_purchase_intent *intent = receive_intent(game, PASS_GOLD, OFFER_RETURN);
    iap_payment payment = payment_of(PASS_GOLD);
    payment.app_account_token = TOKEN;
    uint64_t payment_id = 0;
    REQUIRE_OK(iap_take_purchase_intent(game->client, intent, &payment, &payment_id, NULL));
    const iap_transaction *bought = game_bought(game, payment_id);
    REQUIRE(bought != NULL);
    CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_WIN_BACK);
    CHECK_TEXT(iap_transaction_offer_id(bought), OFFER_RETURN);
    CHECK_INT(iap_transaction_price_milliunits(bought), 2990);
    CHECK_TEXT(iap_transaction_app_account_token(bought), TOKEN);
}

TEST(a_deferred_intent_stays_in_the_list) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    REQUIRE_OK(iap_defer_purchase_intent(game->client, intent, NULL));
    CHECK_TEXT(listed_intents(game), BAG "*");
    /* The snapshot from the callback does not change. */
    CHECK_INT(iap_purchase_intent_is_deferred(intent), 0);
    CHECK_STATUS(iap_defer_purchase_intent(game->client, intent, NULL), IAP_OK);
    game_forget(game);
    game_observe(game);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(store_totals(game->store).transactions, 0);
    /* The deferred intent is due now. */
    const iap_purchase_intents *list = NULL;
    REQUIRE_OK(iap_queue_purchase_intents(game->client, &list, NULL));
    const iap_purchase_intent *kept = iap_purchase_intents_at(list, 0);
    CHECK_INT(iap_purchase_intent_is_deferred(kept), 1);
    CHECK_STATUS(iap_take_purchase_intent(game->client, kept, NULL, NULL, NULL), IAP_OK);
    iap_purchase_intents_release(list);
    CHECK(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    CHECK_TEXT(listed_intents(game), "");
}

TEST(a_declined_intent_is_gone) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    const iap_purchase_intent *same = receive_intent(game, BAG, NULL);
    REQUIRE_OK(iap_decline_purchase_intent(game->client, intent, NULL));
    CHECK_TEXT(listed_intents(game), BAG);
    REQUIRE_OK(iap_decline_purchase_intent(game->client, same, NULL));
    CHECK_TEXT(listed_intents(game), "");
    game_settle(game);
    CHECK_INT(game->log_count, 2);
    CHECK_INT(store_totals(game->store).transactions, 0);
}

TEST(an_intent_that_was_answered_before_it_was_heard_is_not_reported) {
    game *game = game_install(offers_store(), "player", "phone");
    REQUIRE(game_launch_without_observer(game));
    REQUIRE(send_intent(game, BAG, NULL) && send_intent(game, HAT, NULL) && send_intent(game, NEWS, NULL));
    REQUIRE(send_intent(game, PASS_SILVER, NULL));
    REQUIRE(await_listed_intents(game, BAG " " HAT " " NEWS " " PASS_SILVER));
    const iap_purchase_intents *list = NULL;
    REQUIRE_OK(iap_queue_purchase_intents(game->client, &list, NULL));
    CHECK_STATUS(iap_decline_purchase_intent(game->client, iap_purchase_intents_at(list, 0), NULL), IAP_OK);
    CHECK_STATUS(iap_defer_purchase_intent(game->client, iap_purchase_intents_at(list, 1), NULL), IAP_OK);
    CHECK_STATUS(iap_take_purchase_intent(game->client, iap_purchase_intents_at(list, 2), NULL, NULL, NULL), IAP_OK);
    iap_purchase_intents_release(list);
    CHECK_TEXT(listed_intents(game), HAT "* " PASS_SILVER);
    game_observe(game);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    REQUIRE(AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, 1));
    game_settle(game);
    REQUIRE(game_count(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE) == 1);
    const heard *told = game_nth(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE, 0);
    CHECK_TEXT(iap_purchase_intent_product_id(told->intent), PASS_SILVER);
}

static void check_not_found(game *game, const iap_purchase_intent *intent) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_take_purchase_intent(game->client, intent, NULL, NULL, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
    CHECK(error.message[0] != 0);
    CHECK_STATUS(iap_defer_purchase_intent(game->client, intent, &error), IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(iap_decline_purchase_intent(game->client, intent, &error), IAP_ERROR_NOT_FOUND);
}

TEST(an_intent_can_be_taken_or_declined_once) {
    game *game = offers_game();
    const iap_purchase_intent *taken = receive_intent(game, BAG, NULL);
    const iap_purchase_intent *declined = receive_intent(game, BAG, NULL);
    REQUIRE_OK(iap_take_purchase_intent(game->client, taken, NULL, NULL, NULL));
    REQUIRE_OK(iap_decline_purchase_intent(game->client, declined, NULL));
    check_not_found(game, taken);
    check_not_found(game, declined);
    REQUIRE(AWAIT_STATE(game, IAP_TRANSACTION_PURCHASED, 1));
    game_settle(game);
    CHECK_INT(store_totals(game->store).transactions, 1);
}

TEST(an_intent_of_another_client_is_not_found) {
    game *game = offers_game();
    struct game *other = game_install(game->store, "other", "tablet");
    REQUIRE(game_launch(other));
    /* Each client numbers its own intents. */
    const iap_purchase_intent *mine = receive_intent(game, BAG, NULL), *theirs = receive_intent(other, BAG, NULL);
    check_not_found(game, theirs);
    check_not_found(other, mine);
    CHECK_TEXT(listed_intents(game), BAG);
    CHECK_TEXT(listed_intents(other), BAG);
}

TEST(an_intent_of_an_earlier_run_is_not_found) {
    game *game = offers_game();
    const iap_purchase_intent *old = iap_purchase_intent_retain(receive_intent(game, BAG, NULL));
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(receive_intent(game, BAG, NULL) != NULL);
    check_not_found(game, old);
    CHECK_TEXT(listed_intents(game), BAG);
    iap_purchase_intent_release(old);
}

TEST(null_and_a_closed_client_have_no_intents) {
    game *game = offers_game();
    const iap_purchase_intent *intent = receive_intent(game, BAG, NULL);
    CHECK_STATUS(iap_queue_purchase_intents(game->client, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    iap_client *const client = game->client;
    for (int round = 0; round < 3; round++) {
        if (round == 1) game_quit(game);
        iap_client *const which = round == 2 ? NULL : client;
        const iap_purchase_intent *const what = round == 0 ? NULL : intent;
        const iap_status_t expected = round == 1 ? IAP_ERROR_CLOSED : IAP_ERROR_INVALID_ARGUMENT;
        CHECK_STATUS(iap_take_purchase_intent(which, what, NULL, NULL, NULL), expected);
        CHECK_STATUS(iap_defer_purchase_intent(which, what, NULL), expected);
        CHECK_STATUS(iap_decline_purchase_intent(which, what, NULL), expected);
    }
}

/* --------------------------------------------------------------------------------------------- several observers */

static void take_in_the_first(game *game, const heard *entry) {
    if (entry->type != IAP_EVENT_PURCHASE_INTENT_RECEIVED || entry->observer != 1) return;
    const int answer = *(const int *)game->context;
    const iap_status_t status = answer == 0   ? iap_defer_purchase_intent(game->client, entry->intent, NULL)
                                : answer == 1 ? iap_decline_purchase_intent(game->client, entry->intent, NULL)
                                              : iap_take_purchase_intent(game->client, entry->intent, NULL, NULL, NULL);
    CHECK_STATUS(status, IAP_OK);
}

TEST(an_intent_that_the_first_observer_answers_is_not_reported_to_the_others) {
    static const char *const names[] = {"deferred", "declined", "taken"};
    for (int answer = 0; answer < 3; answer++) {
        test_case("%s", names[answer]);
        game *game = offers_game();
        game->context = &answer;
        game->then = take_in_the_first;
        game_observe(game);
        game_observe(game);
        REQUIRE(receive_intent(game, BAG, NULL) != NULL);
        game_settle(game);
        CHECK_INT(heard_by(game, 1, IAP_EVENT_PURCHASE_INTENT_RECEIVED), 1);
        CHECK_INT(heard_by(game, 2, IAP_EVENT_PURCHASE_INTENT_RECEIVED), 0);
        CHECK_INT(heard_by(game, 3, IAP_EVENT_PURCHASE_INTENT_RECEIVED), 0);
        CHECK_TEXT(listed_intents(game), answer == 0 ? BAG "*" : "");
        game->context = NULL;
        game->then = NULL;
    }
}

/* Sheets that are not shown, and a language that changes during a purchase. */

#include "administration.h"
#include "intents_and_messages.h"

#include <string.h>

/* Requests a refund and returns how the request ends. */
static iap_status_t refund_request(game *game, uint64_t id) {
    uint64_t request = 0;
    if (!CHECK_STATUS(iap_request_refund(game->client, id, NULL, game_hears_end, game, &request, NULL), IAP_OK))
        return IAP_ERROR_INTERNAL;
    const heard *end = game_wait_response(game, request);
    return end != NULL ? end->error.status : IAP_ERROR_INTERNAL;
}

TEST(without_sheets_none_is_counted_and_the_player_accepts_while_answers_wait) {
    game *game = offers_game();
    const uint64_t bag = game_own(game, BAG), hat = game_own(game, HAT);
    REQUIRE_OK(iap_store_set_dialogs_disabled(game->store, 1, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_REFUND, IAP_STORE_ANSWER_CANCEL, NULL));
    CHECK_STATUS(refund_request(game, bag), IAP_OK);
    CHECK_INT(store_transaction(game->store, bag).state, IAP_TRANSACTION_REVOKED);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 0);
    /* The response applies to the first sheet that is shown. */
    REQUIRE_OK(iap_store_set_dialogs_disabled(game->store, 0, NULL));
    CHECK_STATUS(refund_request(game, hat), IAP_ERROR_CANCELLED);
    CHECK_INT(store_transaction(game->store, hat).state, IAP_TRANSACTION_PURCHASED);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_REFUND), 1);
}

TEST(without_sheets_nothing_is_chosen_in_those_for_subscriptions_and_codes) {
    game *game = offers_game();
    REQUIRE(game_own(game, NEWS) != 0);
    const uint64_t news = store_only_listed(game->store);
    REQUIRE_OK(iap_store_set_dialogs_disabled(game->store, 1, NULL));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS, IAP_STORE_ANSWER_ACCEPT, "off"));
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_OFFER_CODE, IAP_STORE_ANSWER_ACCEPT, PASS_GOLD "/" CODE_WELCOME));
    for (int shown = 0; shown <= 1; shown++) {
        test_case("%s", shown ? "shown" : "not shown");
        REQUIRE_OK(iap_store_set_dialogs_disabled(game->store, !shown, NULL));
        uint64_t managing = 0, redeeming = 0;
        REQUIRE_OK(iap_show_manage_subscriptions(game->client, NULL, NULL, game_hears_end, game, &managing, NULL));
        const heard *managed = game_wait_response(game, managing);
        REQUIRE(managed != NULL && !managed->has_error);
        REQUIRE_OK(iap_present_offer_code_redemption(game->client, NULL, game_hears_end, game, &redeeming, NULL));
        const heard *redeemed = game_wait_response(game, redeeming);
        REQUIRE(redeemed != NULL && !redeemed->has_error);
        CHECK_INT(store_transaction(game->store, news).is_auto_renewing, !shown);
        CHECK_INT(store_listed(game->store, NULL).count, shown ? 2 : 1);
        CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MANAGE_SUBSCRIPTIONS), shown);
        CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_OFFER_CODE), shown);
    }
}

TEST(without_sheets_nobody_cancels_a_purchase_and_the_order_waits) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_dialogs_disabled(game->store, 1, NULL));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    REQUIRE_OK(iap_store_fail_next_purchase(game->store, IAP_STORE_FAILURE_NETWORK, NULL));
    /* A failure needs no sheet. */
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_NETWORK);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
    REQUIRE_OK(iap_store_set_dialogs_disabled(game->store, 0, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_CANCELLED);
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

TEST(a_file_can_say_that_no_sheets_are_shown) {
    game *game = game_install(offers_store_with("\"_disableDialogs\": true,"), "player", "phone");
    REQUIRE(game_launch(game));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_INT(iap_transaction_state(game_buy(game, BAG)), IAP_TRANSACTION_PURCHASED);
}

/* -------------------------------------------------------------------------------------------------------- language */

TEST(nobody_is_asked_about_a_language_that_changes_during_a_purchase) {
    game *game = offers_game();
    game_settle(game);
    REQUIRE_OK(iap_store_set_locale_during_next_purchase(game->store, "de_DE", NULL));
    CHECK_TEXT(store_settings(game->store).locale, "en_US");
    iap_payment payment = payment_for(BAG);
    payment.storefronts = "";
    const iap_transaction *bought = offers_buy(game, &payment);
    CHECK_INT(iap_transaction_price_milliunits(bought), 1990);
    CHECK_TEXT(iap_transaction_currency_code(bought), "USD");
    CHECK_TEXT(store_settings(game->store).locale, "de_DE");
    CHECK_TEXT(store_settings(game->store).storefront, "USA");
    CHECK_INT(game_count(game, IAP_EVENT_STOREFRONT_CHANGED, ANY_STATE), 0);
    /* It changed once. */
    REQUIRE_OK(iap_store_set_storefront(game->store, "USA", "fr_FR", NULL));
    CHECK(offers_buy(game, &payment) != NULL);
    CHECK_TEXT(store_settings(game->store).locale, "fr_FR");
}

TEST(country_and_language_can_change_during_one_purchase) {
    game *game = offers_game();
    game_settle(game);
    REQUIRE_OK(iap_store_set_locale_during_next_purchase(game->store, "de_DE", NULL));
    REQUIRE_OK(iap_store_move_during_next_purchase(game->store, "DEU", NULL));
    const iap_payment payment = payment_for(BAG);
    CHECK_TEXT(iap_transaction_currency_code(offers_buy(game, &payment)), "EUR");
    CHECK_TEXT(store_settings(game->store).storefront, "DEU");
    CHECK_TEXT(store_settings(game->store).locale, "de_DE");
}

TEST(a_language_waits_for_a_purchase_that_is_charged) {
    game *game = offers_game();
    REQUIRE_OK(iap_store_set_locale_during_next_purchase(game->store, "de_DE", NULL));
    REQUIRE_OK(iap_store_cancel_next_purchase(game->store, NULL));
    CHECK_STATUS(pay_and_fail(game, BAG), IAP_ERROR_CANCELLED);
    CHECK_TEXT(store_settings(game->store).locale, "en_US");
    REQUIRE(game_own(game, BAG) != 0);
    CHECK_TEXT(store_settings(game->store).locale, "de_DE");
}

TEST(a_language_that_is_no_text_is_refused) {
    iap_store *store = offers_store();
    char endless[128];
    memset(endless, 'l', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    const struct {
        const char *locale;
        iap_status_t status;
    } refused[] = {{NULL, IAP_ERROR_INVALID_ARGUMENT},
                   {"", IAP_ERROR_INVALID_TEXT},
                   {"\xff", IAP_ERROR_INVALID_TEXT},
                   {endless, IAP_ERROR_TOO_LARGE},
                   {endless + sizeof endless - 1 - 65, IAP_ERROR_TOO_LARGE},
                   {endless + sizeof endless - 1 - 64, IAP_OK}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        test_case("locale %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_set_locale_during_next_purchase(store, refused[i].locale, &error), refused[i].status);
        CHECK_STATUS(error.status, refused[i].status);
    }
}

/* The message that asks a player to consent to a price increase. */

#include "intents_and_messages.h"

#define DAY_MS INT64_C(86400000)

static const iap_renewal_info *renewal(game *game) {
    return iap_subscription_status_renewal_info(game_status(game, PASS_GROUP));
}

/* The player has a subscription whose price rises. */
static bool raise_price(game *game) {
    const uint64_t id = game_own(game, PASS_SILVER);
    iap_store_renewal change = IAP_STORE_RENEWAL_INIT;
    change.price_increase = IAP_PRICE_INCREASE_PENDING;
    change.renewal_price_milliunits = 6990;
    return CHECK_STATUS(iap_store_set_renewal(game->store, id, &change, NULL), IAP_OK) &&
           CHECK_INT(iap_renewal_info_price_increase(renewal(game)), IAP_PRICE_INCREASE_PENDING);
}

static const iap_message *ask_for_more(game *game) {
    return raise_price(game) ? receive_message(game, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT) : NULL;
}

TEST(a_player_who_accepts_agrees_to_the_higher_price) {
    game *game = messages_game();
    const iap_message *message = ask_for_more(game);
    REQUIRE(message != NULL);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MESSAGE, IAP_STORE_ANSWER_ACCEPT, NULL));
    const heard *end = display_message(game, message);
    CHECK(end != NULL && !end->has_error);
    CHECK_INT(iap_renewal_info_price_increase(renewal(game)), IAP_PRICE_INCREASE_AGREED);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game)), 1);
    CHECK_INT(iap_renewal_info_renewal_price_milliunits(renewal(game)), 6990);
}

TEST(a_player_who_cancels_does_not_agree_to_the_higher_price) {
    game *game = messages_game();
    const iap_message *message = ask_for_more(game);
    REQUIRE(message != NULL);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MESSAGE, IAP_STORE_ANSWER_CANCEL, NULL));
    const heard *end = display_message(game, message);
    CHECK(end != NULL && !end->has_error);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 1);
    CHECK(iap_renewal_info_price_increase(renewal(game)) != IAP_PRICE_INCREASE_AGREED);
    /* The paid period continues to its end. */
    CHECK_INT(iap_subscription_status_state(game_status(game, PASS_GROUP)), IAP_SUBSCRIPTION_STATE_SUBSCRIBED);
    REQUIRE_OK(iap_store_advance_clock(game->store, 40 * DAY_MS, NULL));
    CHECK_INT(iap_subscription_status_state(game_status(game, PASS_GROUP)), IAP_SUBSCRIPTION_STATE_EXPIRED);
    CHECK_INT(iap_renewal_info_expiration_reason(renewal(game)), IAP_EXPIRATION_REASON_NO_CONSENT_TO_PRICE_INCREASE);
    CHECK_INT(iap_renewal_info_will_auto_renew(renewal(game)), 0);
}

TEST(the_price_stays_open_until_the_message_is_shown) {
    game *game = messages_game();
    REQUIRE(ask_for_more(game) != NULL);
    game_settle(game);
    CHECK_INT(iap_renewal_info_price_increase(renewal(game)), IAP_PRICE_INCREASE_PENDING);
}

TEST(a_message_about_something_else_does_not_ask_for_more) {
    game *game = messages_game();
    REQUIRE(raise_price(game));
    const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MESSAGE, IAP_STORE_ANSWER_ACCEPT, NULL));
    const heard *end = display_message(game, message);
    CHECK(end != NULL && !end->has_error);
    CHECK_INT(iap_renewal_info_price_increase(renewal(game)), IAP_PRICE_INCREASE_PENDING);
}

TEST(where_the_system_shows_the_message_the_player_decides_there) {
    for (iap_store_answer_t answer = IAP_STORE_ANSWER_ACCEPT; answer <= IAP_STORE_ANSWER_CANCEL; answer++) {
        test_case("answer %d", (int)answer);
        game *game = offers_game();
        REQUIRE(raise_price(game));
        REQUIRE(answer_sheet(game, IAP_STORE_SHEET_MESSAGE, answer, NULL));
        REQUIRE(send_message(game, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT));
        REQUIRE(await_sheets(game, IAP_STORE_SHEET_MESSAGE, 1));
        CHECK((iap_renewal_info_price_increase(renewal(game)) == IAP_PRICE_INCREASE_AGREED) ==
              (answer == IAP_STORE_ANSWER_ACCEPT));
    }
}

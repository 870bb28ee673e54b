/* Messages from the App Store for the player, and when they are shown. */

#include "requests.h"

static const iap_message_reason_t reasons[] = {IAP_MESSAGE_REASON_GENERIC, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT,
                                               IAP_MESSAGE_REASON_BILLING_ISSUE, IAP_MESSAGE_REASON_WIN_BACK_OFFER};
enum { REASONS = sizeof reasons / sizeof reasons[0] };

TEST(a_game_that_handles_messages_hears_of_each_kind_once) {
    game *game = messages_game();
    game_settle(game);
    game_forget(game);
    for (size_t i = 0; i < REASONS; i++) {
        test_case("reason %d", (int)reasons[i]);
        const iap_message *message = receive_message(game, reasons[i]);
        REQUIRE(message != NULL);
        CHECK_INT(iap_message_reason(message), reasons[i]);
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, REASONS);
    /* The system shows nothing before the game asks for it. */
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 0);
}

TEST(where_the_game_does_not_handle_messages_they_are_shown_at_once) {
    game *game = game_install(offers_store(), "player", "phone");
    REQUIRE(send_message(game, reasons[0]));
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 0);
    REQUIRE(game_launch(game));
    for (size_t i = 0; i < REASONS; i++) {
        test_case("reason %d", (int)reasons[i]);
        /* The first one was sent before the launch. */
        if (i > 0) REQUIRE(send_message(game, reasons[i]));
        REQUIRE(await_sheets(game, IAP_STORE_SHEET_MESSAGE, i + 1));
    }
    test_case(NULL);
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), REASONS);
}

TEST(messages_that_were_sent_before_the_launch_are_heard_then_in_order) {
    game *game = game_install(offers_store(), "player", "phone");
    game->handles_messages = true;
    for (size_t i = 0; i < REASONS; i++) REQUIRE(send_message(game, reasons[i]));
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, REASONS));
    game_settle(game);
    REQUIRE(game->log_count == REASONS);
    for (size_t i = 0; i < REASONS; i++) CHECK_INT(iap_message_reason(game->log[i].message), reasons[i]);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 0);
    const heard *end = display_message(game, game->log[0].message);
    REQUIRE(end != NULL);
    CHECK(!end->has_error);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 1);
}

TEST(a_message_can_be_kept_and_shown_later) {
    game *game = messages_game();
    const iap_message *message = iap_message_retain(receive_message(game, IAP_MESSAGE_REASON_GENERIC));
    REQUIRE(receive_message(game, IAP_MESSAGE_REASON_BILLING_ISSUE) != NULL);
    REQUIRE(game_own(game, BAG) != 0);
    game_forget(game);
    const heard *end = display_message(game, message);
    REQUIRE(end != NULL);
    CHECK(!end->has_error);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 1);
    CHECK_INT(iap_message_reason(message), IAP_MESSAGE_REASON_GENERIC);
    iap_message_release(message);
}

static void check_not_found(game *game, const iap_message *message) {
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    CHECK_STATUS(iap_display_message(game->client, message, NULL, game_hears_end, game, &id, &error),
                 IAP_ERROR_NOT_FOUND);
    CHECK_STATUS(error.status, IAP_ERROR_NOT_FOUND);
    CHECK(error.message[0] != 0);
    game_settle(game);
    CHECK_INT(game_response_count(game, id), 0);
}

TEST(a_message_is_shown_once) {
    game *game = messages_game();
    const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    uint64_t id = 0;
    REQUIRE_OK(iap_display_message(game->client, message, NULL, game_hears_end, game, &id, NULL));
    /* The same while it is being shown. */
    check_not_found(game, message);
    REQUIRE(game_wait_response(game, id) != NULL);
    check_not_found(game, message);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 1);
}

TEST(a_message_that_was_reported_and_not_shown_comes_again_at_the_next_launch) {
    game *game = messages_game();
    REQUIRE(receive_message(game, IAP_MESSAGE_REASON_PRICE_INCREASE_CONSENT) != NULL);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, 1));
    const heard *end = display_message(game, game_nth(game, IAP_EVENT_MESSAGE_RECEIVED, ANY_STATE, 0)->message);
    CHECK(end != NULL && !end->has_error);
    game_quit(game);
    REQUIRE(game_launch(game));
    game_settle(game);
    CHECK_INT(game_count(game, IAP_EVENT_MESSAGE_RECEIVED, ANY_STATE), 0);
}

TEST(a_message_of_another_client_or_of_an_earlier_run_is_not_found) {
    game *game = messages_game();
    struct game *other = game_install(game->store, "other", "tablet");
    other->handles_messages = true;
    REQUIRE(game_launch(other));
    const iap_message *mine = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    const iap_message *theirs = receive_message(other, IAP_MESSAGE_REASON_GENERIC);
    REQUIRE(mine != NULL && theirs != NULL);
    check_not_found(game, theirs);
    check_not_found(other, mine);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 0);
    iap_message_retain(mine);
    game_quit(game);
    REQUIRE(game_launch(game));
    REQUIRE(receive_message(game, IAP_MESSAGE_REASON_BILLING_ISSUE) != NULL);
    check_not_found(game, mine);
    iap_message_release(mine);
}

TEST(a_message_goes_to_its_device_only) {
    game *game = messages_game();
    struct game *tablet = game_install(game->store, "player", "tablet");
    tablet->handles_messages = true;
    REQUIRE(game_launch(tablet));
    game_settle(tablet);
    REQUIRE(receive_message(game, IAP_MESSAGE_REASON_GENERIC) != NULL);
    game_settle(tablet);
    CHECK_INT(tablet->log_count, 0);
}

TEST(without_an_observer_a_message_waits) {
    game *game = messages_game();
    game_settle(game);
    game_ignore(game, 1);
    REQUIRE(send_message(game, IAP_MESSAGE_REASON_GENERIC));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
    const int second = game_observe(game);
    REQUIRE(AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, 1));
    /* Observers that are added later receive later messages. */
    const int third = game_observe(game);
    game_settle(game);
    CHECK_INT(heard_by(game, second, IAP_EVENT_MESSAGE_RECEIVED), 1);
    CHECK_INT(heard_by(game, third, IAP_EVENT_MESSAGE_RECEIVED), 0);
    CHECK_INT(iap_store_sheet_count(game->store, IAP_STORE_SHEET_MESSAGE), 0);
}

/* ---------------------------------------------------------------------------------------- calls that fail */

TEST(on_a_system_without_messages_none_is_heard) {
    game *game = game_install(offers_store(), "player", "phone");
    game->handles_messages = true;
    REQUIRE_OK(iap_store_set_supported(game->store, IAP_FEATURE_MESSAGES, 0, NULL));
    REQUIRE(send_message(game, IAP_MESSAGE_REASON_GENERIC));
    REQUIRE(game_launch(game));
    game_settle(game);
    REQUIRE(send_message(game, IAP_MESSAGE_REASON_GENERIC));
    game_settle(game);
    CHECK_INT(game->log_count, 0);
}

TEST(a_message_that_is_none_is_refused) {
    game *game = messages_game();
    CHECK_STATUS(iap_display_message(game->client, NULL, NULL, NULL, NULL, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
    const iap_message *message = receive_message(game, IAP_MESSAGE_REASON_GENERIC);
    iap_client *client = game->client;
    game_quit(game);
    CHECK_STATUS(iap_display_message(client, message, NULL, NULL, NULL, NULL, NULL), IAP_ERROR_CLOSED);
    CHECK_STATUS(iap_display_message(NULL, message, NULL, NULL, NULL, NULL, NULL), IAP_ERROR_INVALID_ARGUMENT);
}

#include "intents_and_messages.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS_MAX 500

bool send_intent(game *game, const char *product_id, const char *offer_id) {
    return CHECK_STATUS(iap_device_send_purchase_intent(game->device, product_id, offer_id, NULL), IAP_OK);
}

const iap_purchase_intent *receive_intent(game *game, const char *product_id, const char *offer_id) {
    const size_t before = game_count(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE);
    if (!send_intent(game, product_id, offer_id) || !AWAIT(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, before + 1))
        return NULL;
    return game_nth(game, IAP_EVENT_PURCHASE_INTENT_RECEIVED, ANY_STATE, before)->intent;
}

const char *listed_intents(game *game) {
    static _Thread_local char text[1024];
    const iap_purchase_intents *intents = NULL;
    CHECK_STATUS(iap_queue_purchase_intents(game->client, &intents, NULL), IAP_OK);
    size_t length = 0;
    text[0] = 0;
    for (size_t i = 0; i < iap_purchase_intents_count(intents) && length < sizeof text - 128; i++) {
        const iap_purchase_intent *intent = iap_purchase_intents_at(intents, i);
        const char *product_id = iap_purchase_intent_product_id(intent);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.64s%s", i > 0 ? " " : "",
                                   product_id != NULL ? product_id : "(NULL)",
                                   iap_purchase_intent_is_deferred(intent) ? "*" : "");
    }
    CHECK(iap_purchase_intents_at(intents, iap_purchase_intents_count(intents)) == NULL);
    iap_purchase_intents_release(intents);
    return text;
}

bool await_listed_intents(game *game, const char *expected) {
    for (int round = 0; round < ROUNDS_MAX && strcmp(listed_intents(game), expected) != 0; round++) game_settle(game);
    return CHECK_TEXT(listed_intents(game), expected);
}

game *messages_game(void) {
    game *game = game_install(offers_store(), "player", "phone");
    game->handles_messages = true;
    game_launch(game);
    return game;
}

bool send_message(game *game, iap_message_reason_t reason) {
    return CHECK_STATUS(iap_device_send_message(game->device, reason, NULL), IAP_OK);
}

const iap_message *receive_message(game *game, iap_message_reason_t reason) {
    const size_t before = game_count(game, IAP_EVENT_MESSAGE_RECEIVED, ANY_STATE);
    if (!send_message(game, reason) || !AWAIT(game, IAP_EVENT_MESSAGE_RECEIVED, before + 1)) return NULL;
    return game_nth(game, IAP_EVENT_MESSAGE_RECEIVED, ANY_STATE, before)->message;
}

const heard *display_message(game *game, const iap_message *message) {
    uint64_t id = 0;
    if (!CHECK_STATUS(iap_display_message(game->client, message, NULL, game_hears_end, game, &id, NULL), IAP_OK))
        return NULL;
    return game_wait_response(game, id);
}

bool await_sheets(game *game, iap_store_sheet_t sheet, size_t count) {
    for (int round = 0; round < ROUNDS_MAX && iap_store_sheet_count(game->store, sheet) < count; round++)
        game_settle(game);
    return CHECK_INT(iap_store_sheet_count(game->store, sheet), count);
}

bool answer_sheet(game *game, iap_store_sheet_t sheet, iap_store_answer_t answer, const char *detail) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (CHECK_STATUS(iap_store_answer_next_sheet(game->store, sheet, answer, detail, &error), IAP_OK)) return true;
    test_fail(__FILE__, __LINE__, "the store says: %s", error.message);
    return false;
}

size_t heard_by(const game *game, int observer, iap_event_type_t type) {
    size_t count = 0;
    for (size_t i = 0; i < game->log_count; i++)
        count += game->log[i].observer == observer && game->log[i].type == type;
    return count;
}

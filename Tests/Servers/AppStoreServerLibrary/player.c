#include "player.h"

#include "command.h"

#include <stdlib.h>
#include <string.h>

#define PLAYERS_MAX 64
/* The longest wait for an expected event. */
#define TIMEOUT_MS 20000

typedef struct player {
    char *account;
    iap_client *client;
} player;

static player players[PLAYERS_MAX];
static size_t player_count;

iap_client *player_game(iap_store *store, const char *account) {
    if (account == NULL) command_fail("an account is missing");
    for (size_t i = 0; i < player_count; i++) {
        if (strcmp(players[i].account, account) == 0) return players[i].client;
    }
    if (player_count == PLAYERS_MAX) command_fail("too many players");
    player *player = &players[player_count++];
    player->account = strdup(account);
    iap_device *device = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_open_device(store, account, "phone", &device, &error) != IAP_OK) command_fail(error.message);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = device;
    if (iap_client_open(&options, &player->client, &error) != IAP_OK) command_fail(error.message);
    return player->client;
}

static iap_event *next_event(iap_client *client) {
    iap_event *event = NULL;
    if (iap_client_next_event(client, &event) == 1) return event;
    if (iap_client_wait_events(client, TIMEOUT_MS) != 1) command_fail("the game waits in vain");
    return NULL;
}

iap_event *player_answer(iap_client *client, uint64_t request_id) {
    for (;;) {
        iap_event *event = next_event(client);
        if (event != NULL && iap_event_request_id(event) == request_id) return event;
        iap_event_release(event);
    }
}

iap_event *player_outcome(iap_client *client, uint64_t payment_id) {
    for (;;) {
        iap_event *event = next_event(client);
        if (event != NULL && iap_event_type(event) == IAP_EVENT_TRANSACTION_UPDATED) {
            const iap_transaction *transaction = iap_event_transaction(event);
            if (iap_transaction_payment_id(transaction) == payment_id &&
                iap_transaction_state(transaction) != IAP_TRANSACTION_PURCHASING)
                return event;
        }
        iap_event_release(event);
    }
}

#include "game.h"
#include "game_observer.h"
#include "print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- launch and end ---- */

static bool open_client(struct game *game, const char *folder) {
    size_t capacity = strlen(folder) + strlen(game->device_name) + sizeof "/.journal";
    char *journal = malloc(capacity);
    if (journal == NULL) {
        return false;
    }
    snprintf(journal, capacity, "%s/%s.journal", folder, game->device_name);
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.device = game->device;
    options.journal_path = journal;
    options.execution = game->execution;
    options.handles_messages = game->hears_store_news;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_client_open(&options, &game->client, &error);
    free(journal);
    if (status != IAP_OK) {
        print_error("problem", "opening the client", &error);
    }
    return status == IAP_OK;
}

bool game_open(struct game *game, iap_store *store, const char *folder) {
    game->device = NULL;
    game->client = NULL;
    game->message_count = 0;
    game->gave_up = false;
    memset(&game->heard, 0, sizeof game->heard);
    if (!save_load(&game->save, folder, game->device_name)) {
        print_line("problem", "the save file of %s cannot be read", game->device_name);
        game_close(game);
        return false;
    }
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_open_device(store, game->account, game->device_name, &game->device, &error) != IAP_OK) {
        print_error("problem", "opening the device", &error);
        game_close(game);
        return false;
    }
    if (!open_client(game, folder) || !game_observe(game) || !game_take_back_what_was_missed(game)) {
        game_close(game);
        return false;
    }
    return true;
}

bool game_close(struct game *game) {
    bool good = true;
    iap_status_t status;
    if (game->client != NULL && (status = iap_client_close(game->client)) != IAP_OK) {
        good = game_complain("iap_client_close", status);
    }
    if (game->device != NULL && (status = iap_device_close(game->device, NULL)) != IAP_OK) {
        good = game_complain("iap_device_close", status);
    }
    game->client = NULL;
    game->device = NULL;
    game_forget(game);
    while (game->message_count > 0) {
        iap_message_release(game->messages[--game->message_count]);
    }
    save_close(&game->save);
    return good;
}

void game_forget(struct game *game) {
    iap_transaction_release(game->heard.outcome);
    iap_transaction_release(game->heard.revoked_transaction);
    iap_subscription_status_release(game->heard.status);
    iap_purchase_intent_release(game->heard.intent);
    iap_products_release(game->heard.products);
    iap_transactions_release(game->heard.transactions);
    iap_subscription_statuses_release(game->heard.statuses);
    iap_app_transaction_release(game->heard.app_transaction);
    iap_promotions_release(game->heard.promotions);
    free(game->heard.text);
    memset(&game->heard, 0, sizeof game->heard);
}

/* ---- calls ---- */

bool game_pay(struct game *game, const iap_payment *payment) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_add_payment(game->client, payment, &game->heard.payment, &error) != IAP_OK) {
        print_error("problem", "buy", &error);
        return false;
    }
    return true;
}

bool game_buy(struct game *game, const char *product_id, int32_t quantity) {
    iap_payment payment = IAP_PAYMENT_INIT;
    payment.product_id = product_id;
    payment.quantity = quantity;
    return game_pay(game, &payment);
}

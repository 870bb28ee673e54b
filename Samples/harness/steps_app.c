#define _POSIX_C_SOURCE 200809L

#include "game_requests.h"
#include "print.h"
#include "print_details.h"
#include "step_list.h"

#include <stdlib.h>
#include <string.h>

static const iap_app_transaction *asks_app_transaction(struct script *script, int32_t refresh) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status =
        iap_request_app_transaction(phone->client, refresh, game_hears_app_transaction, phone, &phone->request, &error);
    if (!game_response(phone, "the app transaction", status, &error)) {
        return NULL;
    }
    print_app_transaction(phone->heard.app_transaction);
    return phone->heard.app_transaction;
}

enum verdict step_app_transaction(struct script *script) {
    const iap_app_transaction *first = asks_app_transaction(script, 0);
    if (first == NULL) {
        return VERDICT_BAD;
    }
    bool good =
        step_check(iap_app_transaction_signature_check(first) == IAP_SIGNATURE_VERIFIED, "the store has signed it");
    /* The id is the same on each device of the player and after each launch. */
    char *id = strdup(print_text(iap_app_transaction_app_transaction_id(first)));
    const iap_app_transaction *second = asks_app_transaction(script, 1);
    good = good && id != NULL && second != NULL &&
           step_check(strcmp(id, print_text(iap_app_transaction_app_transaction_id(second))) == 0,
                      "it is the same copy of the game");
    free(id);
    return step_verdict(good);
}

enum verdict step_app_receipt(struct script *script) {
    struct game *phone = &script->phone;
    iap_error error = IAP_ERROR_VALUE_INIT;
    iap_status_t status = iap_request_app_receipt(phone->client, 0, game_hears_text, phone, &phone->request, &error);
    if (!game_response(phone, "the receipt", status, &error)) {
        return VERDICT_BAD;
    }
    print_line("phone", "sends the receipt to its server: it begins with %.2s", phone->heard.text);
    /* PKCS #7 is a DER sequence of more than 255 bytes, which begins with 0x30 0x82: "MI" in Base64. */
    return step_verdict(step_check(strncmp(phone->heard.text, "MI", 2) == 0, "it is a long DER sequence") &&
                        step_check(strlen(phone->heard.text) % 4 == 0, "it is Base64"));
}

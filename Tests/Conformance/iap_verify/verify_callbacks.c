/* iap_verify.h and iap_server_key.h: the functions that a game may call in a callback of a client. */

#include "server_keys.h"
#include "verify.h"

#include <string.h>

typedef struct tools {
    const iap_verifier *verifier;
    const iap_server_key *key;
    int used;
} tools;

static void use_in_the_callback(game *game, const heard *entry) {
    tools *tools = game->context;
    if (tools == NULL || entry->type != IAP_EVENT_TRANSACTION_UPDATED ||
        iap_transaction_state(entry->transaction) != IAP_TRANSACTION_PURCHASED)
        return;
    const char *text = iap_transaction_signed_text(entry->transaction);
    const iap_signed_data *data = NULL;
    CHECK_STATUS(iap_verifier_check(tools->verifier, IAP_SIGNED_TRANSACTION, text, strlen(text), &data, NULL, NULL),
                 IAP_OK);
    CHECK_ID(iap_signed_id(data, IAP_SIGNED_TRANSACTION_ID), iap_transaction_id(entry->transaction));
    iap_signed_data_release(data);

    for (iap_server_signature_kind_t kind = 1; kind <= SERVER_KINDS; kind++) {
        const iap_server_request request = server_key_request(kind);
        const iap_server_signature *signature = server_key_signed(tools->key, &request);
        CHECK_INT(server_key_verdict(tools->key, &request, iap_server_signature_text(signature)),
                  IAP_VERIFY_REASON_NONE);
        iap_server_signature_release(signature);
    }
    tools->used++;
}

TEST(verifiers_and_server_keys_can_be_used_in_a_callback) {
    const iap_server_key_options options = server_key_options();
    game *game = game_start();
    tools tools = {verify_store(game->store), server_key_open(&options), 0};
    game->then = use_in_the_callback;
    game->context = &tools;
    REQUIRE(game_buy(game, COINS) != NULL);
    CHECK_INT(tools.used, 1);
    iap_server_key_release(tools.key);
}

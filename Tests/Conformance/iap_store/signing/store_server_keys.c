/* Offers that a server signs with its own key, which the store knows. */

#include "offer_payments.h"
#include "server_keys.h"

#include "signed_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const iap_server_key *open_key(void) {
    const iap_server_key_options options = server_key_options();
    return server_key_open(&options);
}

static bool add_key(iap_store *store, const iap_server_key *key, const char *issuer_id) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return CHECK_STATUS(iap_store_add_server_key(store, "KEY", issuer_id, iap_server_key_public_key(key), &error),
                        IAP_OK);
}

/* A payment for the loyal customers' offer with a signature of the key, in the older form or as a JWS. The caller releases the
   signature. */
static const iap_server_signature *prove(const iap_server_key *key, iap_store *store, iap_payment *payment,
                                         iap_server_signature_kind_t kind) {
    iap_server_request request = IAP_SERVER_REQUEST_INIT;
    request.kind = kind;
    request.product_id = payment->product_id;
    request.offer_id = OFFER_LOYAL;
    request.timestamp_ms = iap_store_now_ms(store);
    const iap_server_signature *signature = server_key_signed(key, &request);
    payment->offer.id = OFFER_LOYAL;
    if (kind == IAP_SERVER_PROMOTIONAL_OFFER_JWS) {
        payment->offer.jws = iap_server_signature_text(signature);
        return signature;
    }
    payment->offer.key_id = iap_server_key_id(key);
    payment->offer.nonce = iap_server_signature_nonce(signature);
    payment->offer.signature = iap_server_signature_text(signature);
    payment->offer.timestamp_ms = iap_server_signature_timestamp_ms(signature);
    return signature;
}

static const iap_server_signature_kind_t kinds[] = {IAP_SERVER_PROMOTIONAL_OFFER, IAP_SERVER_PROMOTIONAL_OFFER_JWS};

TEST(an_offer_of_a_key_that_was_added_is_granted) {
    for (size_t i = 0; i < 2; i++) {
        test_case("kind %d", (int)kinds[i]);
        game *game = offers_game_of_a_former_subscriber();
        const iap_server_key *key = open_key();
        REQUIRE(game != NULL && key != NULL);
        iap_payment payment = payment_for(PASS_GOLD);
        const iap_server_signature *signature = prove(key, game->store, &payment, kinds[i]);
        CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
        REQUIRE(add_key(game->store, key, i == 0 ? NULL : "team"));
        const iap_server_signature *again = prove(key, game->store, &payment, kinds[i]);
        const iap_transaction *bought = offers_buy(game, &payment);
        CHECK_INT(iap_transaction_offer_type(bought), IAP_OFFER_TYPE_PROMOTIONAL);
        iap_server_signature_release(signature);
        iap_server_signature_release(again);
        iap_server_key_release(key);
        game_uninstall(game);
    }
}

TEST(a_key_for_another_issuer_does_not_prove_a_jws) {
    game *game = offers_game_of_a_former_subscriber();
    const iap_server_key *key = open_key();
    REQUIRE(game != NULL && key != NULL && add_key(game->store, key, "another team"));
    iap_payment payment = payment_for(PASS_GOLD);
    const iap_server_signature *signature = prove(key, game->store, &payment, IAP_SERVER_PROMOTIONAL_OFFER_JWS);
    CHECK_REFUSED(game, &payment, IAP_ERROR_INVALID_OFFER_SIGNATURE);
    iap_server_signature_release(signature);
    iap_server_key_release(key);
}

TEST(what_the_store_signs_is_found_valid_by_a_key_of_its_own_ids) {
    iap_store *store = offers_store();
    REQUIRE(is_lowercase_uuid(iap_store_issuer_id(store)));
    const char *issuer = offers_keep(iap_store_issuer_id(store));
    CHECK_TEXT(iap_store_issuer_id(store), issuer);
    store_close(store);
    CHECK(iap_store_issuer_id(store) == NULL);
    CHECK(iap_store_issuer_id(NULL) == NULL);
}

TEST(only_keys_can_be_added) {
    iap_store *store = offers_store();
    const iap_server_key *key = open_key();
    REQUIRE(key != NULL);
    const char *pem = iap_server_key_public_key(key);
    char *large = malloc(IAP_SERVER_KEY_LENGTH_MAX + 2);
    memset(large, ' ', IAP_SERVER_KEY_LENGTH_MAX + 1);
    large[IAP_SERVER_KEY_LENGTH_MAX + 1] = 0;
    const struct {
        const char *key_id, *issuer_id, *public_key;
        iap_status_t status;
    } calls[] = {
        {NULL, NULL, pem, IAP_ERROR_INVALID_ARGUMENT},
        {"KEY", NULL, NULL, IAP_ERROR_INVALID_ARGUMENT},
        {iap_store_signing_key_id(store), NULL, pem, IAP_ERROR_INVALID_ARGUMENT},
        {"", NULL, pem, IAP_ERROR_INVALID_TEXT},
        {"\xFF", NULL, pem, IAP_ERROR_INVALID_TEXT},
        {"KEY", "", pem, IAP_ERROR_INVALID_TEXT},
        {"KEY", NULL, "", IAP_ERROR_INVALID_TEXT},
        {"KEY", NULL, "no key", IAP_ERROR_INVALID_TEXT},
        {"KEY", NULL, server_private_key, IAP_ERROR_INVALID_TEXT},
        {"KEY", NULL, large, IAP_ERROR_TOO_LARGE},
        {large, NULL, pem, IAP_ERROR_TOO_LARGE},
        {"KEY", large, pem, IAP_ERROR_TOO_LARGE},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        test_case("call %zu", i);
        iap_error error = IAP_ERROR_VALUE_INIT;
        CHECK_STATUS(iap_store_add_server_key(store, calls[i].key_id, calls[i].issuer_id, calls[i].public_key, &error),
                     calls[i].status);
        CHECK_STATUS(error.status, calls[i].status);
        CHECK_STATUS(iap_store_add_server_key(store, calls[i].key_id, calls[i].issuer_id, calls[i].public_key, NULL),
                     calls[i].status);
    }
    for (unsigned number = 0; number <= IAP_STORE_SERVER_KEYS_MAX; number++) {
        char id[16];
        snprintf(id, sizeof id, "KEY %u", number);
        CHECK_STATUS(iap_store_add_server_key(store, id, NULL, pem, NULL),
                     number < IAP_STORE_SERVER_KEYS_MAX ? IAP_OK : IAP_ERROR_TOO_LARGE);
    }
    CHECK_STATUS(iap_store_add_server_key(store, "KEY 0", NULL, pem, NULL), IAP_OK);
    CHECK_STATUS(iap_store_add_server_key(NULL, "KEY", NULL, pem, NULL), IAP_ERROR_INVALID_ARGUMENT);
    store_close(store);
    CHECK_STATUS(iap_store_add_server_key(store, "KEY", NULL, pem, NULL), IAP_ERROR_CLOSED);
    free(large);
    iap_server_key_release(key);
}

TEST(a_key_that_was_added_outlives_a_reset) {
    game *game = offers_game_of_a_former_subscriber();
    const iap_server_key *key = open_key();
    REQUIRE(game != NULL && key != NULL && add_key(game->store, key, NULL));
    REQUIRE_OK(iap_store_reset_to_default_state(game->store, NULL));
    game_settle(game);
    iap_payment payment = payment_for(PASS_GOLD);
    const iap_server_signature *signature = prove(key, game->store, &payment, IAP_SERVER_PROMOTIONAL_OFFER_JWS);
    CHECK_INT(iap_transaction_offer_type(offers_buy(game, &payment)), IAP_OFFER_TYPE_PROMOTIONAL);
    iap_server_signature_release(signature);
    iap_server_key_release(key);
}

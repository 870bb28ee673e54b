#include "server.h"
#include "print.h"

#include <stdlib.h>

/* The first call asks for the length of the signature. */
static char *sign(iap_store *store, const iap_store_signing_request *request) {
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_sign(store, request, NULL, 0, &length, &error) != IAP_OK) {
        print_error("problem", "sign", &error);
        return NULL;
    }
    char *text = malloc(length);
    if (text != NULL && iap_store_sign(store, request, text, length, &length, &error) != IAP_OK) {
        print_error("problem", "sign", &error);
        free(text);
        text = NULL;
    }
    return text;
}

char *server_sign_offer(iap_store *store, const char *product_id, const char *offer_id) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER_JWS;
    request.product_id = product_id;
    request.offer_id = offer_id;
    return sign(store, &request);
}

char *server_sign_offer_older(iap_store *store, iap_payment *payment) {
    payment->offer.key_id = iap_store_signing_key_id(store);
    payment->offer.timestamp_ms = iap_store_now_ms(store);
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER;
    request.product_id = payment->product_id;
    request.offer_id = payment->offer.id;
    request.app_account_token = payment->app_account_token;
    request.nonce = payment->offer.nonce;
    request.timestamp_ms = payment->offer.timestamp_ms;
    return sign(store, &request);
}

char *server_sign_introductory_offer(iap_store *store, const char *product_id, bool allows) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_INTRODUCTORY_OFFER_JWS;
    request.product_id = product_id;
    request.allows_introductory_offer = allows;
    return sign(store, &request);
}

char *server_sign_request(iap_store *store, const char *json) {
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    request.kind = IAP_STORE_SIGNATURE_ADVANCED_COMMERCE_JWS;
    request.request_json = json;
    return sign(store, &request);
}

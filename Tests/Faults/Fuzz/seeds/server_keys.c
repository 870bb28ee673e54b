#include "seeds.h"

#include "../server_key_text.h"

static int64_t now(void *user_data) {
    (void)user_data;
    return FUZZ_NOW_MS;
}

void seeds_server_keys(void) {
    iap_server_key_options options = IAP_SERVER_KEY_OPTIONS_INIT;
    options.key_id = FUZZ_KEY_ID;
    options.issuer_id = FUZZ_ISSUER_ID;
    options.bundle_id = FUZZ_BUNDLE_ID;
    options.key_text = fuzz_private_key;
    options.clock = now;
    const iap_server_key *key = NULL;
    PROMISED(iap_server_key_open(&options, &key, NULL) == IAP_OK);
    static const char json[] =
        "{\"operation\":\"CREATE_ONE_TIME_CHARGE\",\"currency\":\"USD\",\"item\":{\"price\":1e3}}";
    for (iap_server_signature_kind_t kind = IAP_SERVER_PROMOTIONAL_OFFER; kind <= IAP_SERVER_API_TOKEN; kind++) {
        iap_server_request request = IAP_SERVER_REQUEST_INIT;
        request.kind = kind;
        if (kind <= IAP_SERVER_INTRODUCTORY_OFFER_JWS) request.product_id = FUZZ_CLUB;
        if (kind <= IAP_SERVER_PROMOTIONAL_OFFER_JWS) request.offer_id = FUZZ_OFFER;
        if (kind != IAP_SERVER_API_TOKEN) request.nonce = FUZZ_NONCE;
        if (kind == IAP_SERVER_INTRODUCTORY_OFFER_JWS) request.transaction_id = "1";
        if (kind == IAP_SERVER_ADVANCED_COMMERCE_JWS) request.request_json = json;
        const iap_server_signature *signature = NULL;
        PROMISED(iap_server_key_sign(key, &request, &signature, NULL) == IAP_OK);
        seed_text("server-key", seed_numbered("signature", (size_t)kind), (char)('0' + kind),
                  iap_server_signature_text(signature));
        iap_server_signature_release(signature);
    }
    seed_text("server-key", "json", 'j', json);
    seed_text("server-key", "private-key", 'k', fuzz_private_key);
    seed_text("server-key", "file", 'f', fuzz_private_key);
    seed_text("server-key", "public-key", 'p', iap_server_key_public_key(key));
    iap_server_key_release(key);
}

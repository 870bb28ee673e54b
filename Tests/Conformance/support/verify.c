#include "verify.h"

#include "offer_catalogue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_MAX 4096

static const iap_verifier *verifiers[KEPT_MAX];
static const iap_signed_data *data[KEPT_MAX];
static char *texts[KEPT_MAX];
static size_t verifier_count, data_count, text_count;

/* Each test runs in its own process; in a single process, this releases the handles of earlier tests. */
__attribute__((destructor)) static void let_go(void) {
    while (verifier_count > 0) iap_verifier_release(verifiers[--verifier_count]);
    while (data_count > 0) iap_signed_data_release(data[--data_count]);
    while (text_count > 0) free(texts[--text_count]);
}

static void keep(void) {
    if (verifier_count == KEPT_MAX || data_count == KEPT_MAX || text_count == KEPT_MAX) abort();
}

iap_verifier_options verify_options(iap_store *store) {
    static uint8_t certificate[4096];
    static iap_bytes root = {certificate, 0};
    iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    CHECK_STATUS(iap_store_root_certificate(store, certificate, sizeof certificate, &root.length, NULL), IAP_OK);
    options.environments = IAP_ENVIRONMENT_SANDBOX;
    options.roots = &root;
    options.root_count = 1;
    options.bundle_id = VERIFY_BUNDLE_ID;
    return options;
}

const iap_verifier *verify_open(const iap_verifier_options *options) {
    keep();
    const iap_verifier *verifier = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!CHECK_STATUS(iap_verifier_open(options, &verifier, &error), IAP_OK)) {
        test_fail(__FILE__, __LINE__, "%s", error.message);
        return NULL;
    }
    verifiers[verifier_count++] = verifier;
    return verifier;
}

const iap_verifier *verify_store(iap_store *store) {
    const iap_verifier_options options = verify_options(store);
    return verify_open(&options);
}

const iap_verifier *verify_nothing(void) {
    static const iap_verifier *verifier;
    if (verifier != NULL) return verifier;
    iap_store *store = store_open();
    iap_verifier_options options = verify_options(store);
    options.environments = IAP_ENVIRONMENT_LOCAL_TESTING;
    verifier = verify_open(&options);
    store_close(store);
    return verifier;
}

const char *verify_unsigned_text(const char *payload) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    keep();
    const size_t count = strlen(payload);
    char *text = malloc(count / 3 * 4 + 16);
    if (text == NULL) abort();
    size_t length = 4;
    memcpy(text, "e30.", length);
    for (size_t i = 0; i < count; i += 3) {
        const size_t left = count - i < 3 ? count - i : 3;
        uint32_t group = (uint32_t)(uint8_t)payload[i] << 16;
        if (left > 1) group |= (uint32_t)(uint8_t)payload[i + 1] << 8;
        if (left > 2) group |= (uint8_t)payload[i + 2];
        for (size_t k = 0; k <= left; k++) text[length++] = digits[group >> (18 - 6 * k) & 63];
    }
    text[length++] = '.';
    text[length] = 0;
    texts[text_count++] = text;
    return text;
}

const iap_signed_data *verify_check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text,
                                    iap_verify_result *result) {
    keep();
    const iap_signed_data *checked = NULL;
    const size_t length = text != NULL ? strlen(text) : 0;
    CHECK_STATUS(iap_verifier_check(verifier, kind, text, length, &checked, result, NULL), IAP_OK);
    if (checked != NULL) data[data_count++] = checked;
    return checked;
}

const iap_signed_data *verify_read(iap_signed_kind_t kind, const char *payload) {
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_signed_data *read = verify_check(verify_nothing(), kind, verify_unsigned_text(payload), &result);
    if (read == NULL) test_fail(__FILE__, __LINE__, "%s: %s", payload, result.message);
    return read;
}

#define APP "\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\""

/* The payload of a kind, with the fields of a case inserted. */
static const char *payload_of(iap_signed_kind_t kind, const char *fields) {
    static char payload[8192];
    const char *frame = kind == IAP_SIGNED_NOTIFICATION ? "{\"data\":{" APP "}%s%s}"
                        : kind == IAP_SIGNED_APP_TRANSACTION
                            ? "{\"bundleId\":\"com.example.game\",\"receiptType\":\"LocalTesting\"%s%s}"
                        : kind == IAP_SIGNED_RENEWAL_INFO ? "{\"environment\":\"LocalTesting\"%s%s}"
                                                          : "{" APP "%s%s}";
    snprintf(payload, sizeof payload, frame, fields[0] != 0 ? "," : "", fields);
    return payload;
}

const iap_signed_data *verify_read_fields(iap_signed_kind_t kind, const char *fields) {
    return verify_read(kind, payload_of(kind, fields));
}

game *verify_game(void) {
    game *game = offers_game();
    CHECK(game_own(game, PASS_GOLD) != 0 && game_buy(game, BAG) != NULL);
    return game;
}

bool verify_sign(game *game, signed_things *things) {
    *things = (signed_things){.texts = {NULL}};
    things->transaction = iap_transactions_at(game_query(game, IAP_QUERY_UNFINISHED, NULL), 0);
    things->renewal_info = iap_subscription_status_renewal_info(game_status(game, NULL));
    things->app_transaction = game_app_transaction(game, 1);
    things->texts[IAP_SIGNED_TRANSACTION] = iap_transaction_signed_text(things->transaction);
    things->texts[IAP_SIGNED_RENEWAL_INFO] = iap_renewal_info_signed_text(things->renewal_info);
    things->texts[IAP_SIGNED_APP_TRANSACTION] = iap_app_transaction_signed_text(things->app_transaction);
    return CHECK(things->texts[1] != NULL && things->texts[2] != NULL && things->texts[3] != NULL);
}

#include "administration.h"

#include <stdio.h>

listed store_listed(iap_store *store, const char *account) {
    listed listed = {{0}, 0};
    CHECK_STATUS(iap_store_list_transactions(store, account, listed.ids, LISTED_MAX, &listed.count, NULL), IAP_OK);
    CHECK(listed.count <= LISTED_MAX);
    return listed;
}

uint64_t store_only_listed(iap_store *store) {
    const listed listed = store_listed(store, NULL);
    return CHECK_INT(listed.count, 1) ? listed.ids[0] : 0;
}

iap_store_transaction store_transaction(iap_store *store, uint64_t id) {
    iap_store_transaction transaction = IAP_STORE_TRANSACTION_INIT;
    CHECK_STATUS(iap_store_get_transaction(store, id, &transaction, NULL), IAP_OK);
    return transaction;
}

iap_store_settings store_settings(iap_store *store) {
    iap_store_settings settings = IAP_STORE_SETTINGS_INIT;
    CHECK_STATUS(iap_store_get_settings(store, &settings, NULL), IAP_OK);
    return settings;
}

iap_store *offers_store_with(const char *settings) {
    static const char beginning[] = "\"settings\": {";
    char replacement[1024];
    const int length = snprintf(replacement, sizeof replacement, "%s%s", beginning, settings);
    if (!CHECK(length > 0 && (size_t)length < sizeof replacement)) return NULL;
    return offers_store_of(offers_text_with(beginning, replacement), NULL);
}

iap_status_t pay_and_fail(game *game, const char *product_id) {
    const iap_transaction *failed = game_buy(game, product_id);
    CHECK_INT(iap_transaction_state(failed), IAP_TRANSACTION_FAILED);
    return iap_transaction_error(failed, NULL);
}

#include "seeds.h"

#include "../server_key_text.h"

#include <stdio.h>

const char *seeds_sign(const char *payload) {
    size_t needed = 0;
    const uint8_t *bytes = (const uint8_t *)payload;
    PROMISED(iap_store_sign_payload(seeds_store, bytes, strlen(payload), NULL, 0, &needed, NULL) == IAP_OK);
    /* A DER signature may be some bytes longer the next time. */
    char *text = fuzz_memory(needed + 16);
    PROMISED(iap_store_sign_payload(seeds_store, bytes, strlen(payload), text, needed + 16, &needed, NULL) == IAP_OK);
    return text;
}

static const char *sign_notification(const iap_store_notification *notification) {
    static char text[65536];
    size_t length = 0;
    PROMISED(iap_store_sign_notification(seeds_store, notification, text, sizeof text, &length, NULL) == IAP_OK);
    return fuzz_copy_text(text, length - 1);
}

/* Writes an input for the texts, and one for the payload in it. */
static void write_signed(const char *name, iap_signed_kind_t kind, const char *text, bool as_text) {
    if (text == NULL) return;
    size_t size;
    const char *payload = strchr(text, '.') + 1;
    const uint8_t *bytes = fuzz_bytes_of_base64(payload, strcspn(payload, "."), &size);
    if (as_text) seed_text("signed-text", name, (char)(kind - 1), text);
    seed_bytes("payload", name, (char)(kind - 1), bytes, size);
}

static void write_notification(const char *name, const iap_store_notification *notification, bool as_text) {
    const iap_verifier *verifier = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX);
    const char *text = sign_notification(notification);
    const iap_signed_data *data = NULL;
    PROMISED(iap_verifier_check(verifier, IAP_SIGNED_NOTIFICATION, text, strlen(text), &data, NULL, NULL) == IAP_OK);
    PROMISED(data != NULL);
    /* A complete notification is long: as a text it is written once, with little content. */
    write_signed(fuzz_copy_text(name, strlen(name)), IAP_SIGNED_NOTIFICATION, text,
                 iap_signed_notification_content(data) == IAP_NOTIFICATION_CONTENT_NONE);
    char other[128];
    snprintf(other, sizeof other, "%s-transaction", name);
    write_signed(other, IAP_SIGNED_TRANSACTION, iap_signed_text(data, IAP_SIGNED_TRANSACTION_TEXT), as_text);
    snprintf(other, sizeof other, "%s-renewal", name);
    write_signed(other, IAP_SIGNED_RENEWAL_INFO, iap_signed_text(data, IAP_SIGNED_RENEWAL_INFO_TEXT), as_text);
    snprintf(other, sizeof other, "%s-app", name);
    write_signed(other, IAP_SIGNED_APP_TRANSACTION, iap_signed_text(data, IAP_SIGNED_APP_TRANSACTION_TEXT), true);
    iap_signed_data_release(data);
    iap_verifier_release(verifier);
}

static void write_notifications(const uint64_t *transaction_ids, size_t count) {
    iap_store_notification notification = IAP_STORE_NOTIFICATION_INIT;
    notification.type = "DID_RENEW";
    for (size_t i = 0; i < count; i++) {
        notification.transaction_id = transaction_ids[i];
        write_notification(seed_numbered("renewed", i), &notification, i == 0);
    }
    notification.transaction_id = 0;
    notification.type = "TEST";
    write_notification("test", &notification, true);
    notification.type = "RESCIND_CONSENT";
    notification.account = "player";
    write_notification("rescinded", &notification, true);
    notification.account = NULL;
    notification.type = "EXTERNAL_PURCHASE_TOKEN";
    notification.external_purchase_id = "SANDBOX_1";
    write_notification("token", &notification, true);
    notification.external_purchase_id = NULL;
    notification.type = "RENEWAL_EXTENSION";
    notification.subtype = "SUMMARY";
    notification.product_id = FUZZ_CLUB;
    notification.request_id = FUZZ_NONCE;
    write_notification("extended", &notification, true);
}

/* Writes payloads with one fault each. */
static void write_odd_payloads(void) {
    static const char *const payloads[] = {
        "{}",
        "[]",
        "{\"a\":1,\"a\":2}",
        "{\"price\":1e400}",
        "{\"price\":18446744073709551616}",
        "{\"purchaseDate\":1.5e12,\"price\":-0.0}",
        "{\"a\":[[[[[[[[[[[[[[[[[[[[{\"b\":[]}]]]]]]]]]]]]]]]]]]]]}",
        "{\"productId\":\"\\ud83d\\ude00\\u0000\\n\"}",
        "{\"productId\":\"\\ud83d\"}",
        "{\"bundleId\":\"com.example.game\",\"environment\":\"Sandbox\",\"transactionId\":null}",
        "{\"bundleId\":\"com.example.game\",\"environment\":\"LocalTesting\",\"quantity\":2,\"x\":[{\"y\":1}]}",
        "{\"data\":{\"status\":1,\"data\":{}},\"data.status\":2}",
        " {\t\"a\" : true , \"b\":false,\r\n\"c\":null } ",
    };
    for (size_t i = 0; i < sizeof payloads / sizeof payloads[0]; i++)
        seed_text("payload", seed_numbered("odd", i), (char)(i % 4), payloads[i]);
}

void seeds_signed_data(const uint64_t *transaction_ids, size_t count) {
    write_notifications(transaction_ids, count);
    write_odd_payloads();
}

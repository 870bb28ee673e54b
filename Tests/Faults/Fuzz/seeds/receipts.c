#include "seeds.h"

#include <iap/iap_app.h>

#include <stdio.h>

static char *answered_text;

static void hear_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                      const iap_error *error) {
    (void)user_data, (void)client, (void)request_id;
    PROMISED(error == NULL);
    answered_text = fuzz_copy_text(text, strlen(text));
}

/* The receipt of an account, in Base64. */
static const char *receipt_of(const char *account) {
    iap_device *device = NULL;
    iap_client *client = NULL;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    PROMISED(iap_store_open_device(seeds_store, account, "phone", &device, NULL) == IAP_OK);
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = device;
    PROMISED(iap_client_open(&options, &client, NULL) == IAP_OK);
    PROMISED(iap_request_app_receipt(client, 0, hear_text, NULL, NULL, NULL) == IAP_OK);
    while (iap_client_process_events(client, 0) > 0) {
    }
    PROMISED(iap_client_close(client) == IAP_OK && iap_device_close(device, NULL) == IAP_OK && answered_text != NULL);
    return answered_text;
}

void seeds_receipts(void) {
    static const char *const accounts[] = {"nobody", "player"};
    for (size_t i = 0; i < 2; i++) {
        const char *receipt = receipt_of(accounts[i]);
        size_t size;
        const uint8_t *bytes = fuzz_bytes_of_base64(receipt, strlen(receipt), &size);
        seed_parts("receipt", accounts[i], bytes, size, NULL, 0);
        if (i > 0) continue;
        seed_parts("receipt", "base64", receipt, strlen(receipt), NULL, 0);
    }
    static const char information[] =
        "{\n\t\"original-transaction-id\" = \"1000000046178817\";\n"
        "\t\"transaction-id\" = \"1000000046178818\";\n\t\"bid\" = \"com.example.game\";\n}";
    size_t length;
    const char *encoded = fuzz_base64(information, sizeof information - 1, false, &length);
    char *receipt = fuzz_memory(length + 128);
    const int written = sprintf(receipt, "{\n\t\"signature\" = \"Ag==\";\n\t\"purchase-info\" = \"%s\";\n}", encoded);
    seed_parts("receipt", "one-transaction", receipt, (size_t)written, NULL, 0);
}

/*
 * App receipts and receipts of one transaction, PKCS #7 or its Base64.
 */
#include "../fuzz.h"

static const iap_verifier *verifiers[2];

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    verifiers[0] = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX);
    verifiers[1] = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX | IAP_ENVIRONMENT_XCODE);
    return 0;
}

static void read_receipt(const iap_app_receipt *receipt) {
    read_iap_app_receipt(receipt);
    static const uint8_t identifier[16] = {1};
    fuzz_read_number(iap_app_receipt_is_for_device(receipt, identifier, sizeof identifier));
    int32_t type = 0;
    iap_bytes value = {NULL, 0};
    for (size_t i = 0; iap_app_receipt_attribute_at(receipt, i, &type, &value); i++) {
        fuzz_read_number(type);
        for (size_t k = 0; k < value.length; k++) fuzz_read_number(value.bytes[k]);
    }
    for (size_t i = 0; i < iap_app_receipt_purchase_count(receipt) && i < 64; i++) {
        const iap_receipt_purchase *purchase = iap_app_receipt_purchase_at(receipt, i);
        for (size_t k = 0; iap_receipt_purchase_attribute_at(purchase, k, &type, &value); k++) {
            for (size_t n = 0; n < value.length; n++) fuzz_read_number(value.bytes[n]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const void *copy = fuzz_copy(bytes, size);
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_app_receipt *read = NULL;
    iap_status_t status = iap_app_receipt_read(copy, size, &read, &error);
    fuzz_read_error(&error, status);
    PROMISED((status == IAP_OK) == (read != NULL));
    read_receipt(read);

    for (int i = 0; i < 2; i++) {
        const iap_app_receipt *receipt = NULL;
        iap_verify_result result = IAP_VERIFY_RESULT_INIT;
        status = iap_verifier_check_receipt(verifiers[i], copy, size, &receipt, &result, &error);
        PROMISED(status == IAP_OK);
        fuzz_read_result(&result, status, receipt != NULL);
        /* A valid receipt is also readable without verification. */
        PROMISED(receipt == NULL || read != NULL);
        read_receipt(receipt);
        iap_app_receipt_release(receipt);
    }
    iap_app_receipt_release(read);

    uint64_t id = 0;
    fuzz_read_error(&error, iap_transaction_receipt_read_id(copy, size, &id, &error));
    fuzz_forget();
    return 0;
}

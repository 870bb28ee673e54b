#include "verifier.h"

#include <iap/iap_receipt.h>

void verifier_check_receipt(const command *command) {
    const iap_verifier *verifier = verifier_at(command);
    size_t length = 0;
    const uint8_t *bytes = command_bytes(command, "receipt", &length);
    const iap_app_receipt *receipt = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_verifier_check_receipt(verifier, bytes, length, &receipt, &result, &error), &error);
    response_result(&result);
    response_open("purchases", '[');
    for (size_t i = 0; i < iap_app_receipt_purchase_count(receipt); i++) {
        response_id(NULL, iap_receipt_purchase_id(iap_app_receipt_purchase_at(receipt, i),
                                                  IAP_RECEIPT_PURCHASE_TRANSACTION_ID));
    }
    response_close(']');
    iap_app_receipt_release(receipt);
}

void verifier_read_transaction_receipt(const command *command) {
    size_t length = 0;
    const uint8_t *bytes = command_bytes(command, "receipt", &length);
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_transaction_receipt_read_id(bytes, length, &id, &error), &error);
    response_id("id", id);
}

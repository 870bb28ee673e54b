#include "verifier.h"

#include <iap/iap_receipt.h>

void verifier_check_receipt(const command *command) {
    const iap_verifier *verifier = verifier_at(command);
    size_t length = 0;
    const uint8_t *bytes = command_bytes(command, "receipt", &length);
    const iap_app_receipt *receipt = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    answer_status(iap_verifier_check_receipt(verifier, bytes, length, &receipt, &result, &error), &error);
    answer_result(&result);
    answer_open("purchases", '[');
    for (size_t i = 0; i < iap_app_receipt_purchase_count(receipt); i++) {
        answer_id(NULL, iap_receipt_purchase_transaction_id(iap_app_receipt_purchase_at(receipt, i)));
    }
    answer_close(']');
    iap_app_receipt_release(receipt);
}

void verifier_read_transaction_receipt(const command *command) {
    size_t length = 0;
    const uint8_t *bytes = command_bytes(command, "receipt", &length);
    uint64_t id = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    answer_status(iap_transaction_receipt_read_id(bytes, length, &id, &error), &error);
    answer_id("id", id);
}

/*
 * Compact JWS for each kind of signed data. The first byte says which kind it should be and which verifier checks it; the rest
 * is the text.
 */
#include "../signed_text.h"

static const iap_verifier *verifiers[3];

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    verifiers[0] = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX);
    verifiers[1] = fuzz_open_verifier(IAP_ENVIRONMENT_PRODUCTION | IAP_ENVIRONMENT_SANDBOX);
    verifiers[2] = fuzz_open_verifier(IAP_ENVIRONMENT_XCODE | IAP_ENVIRONMENT_LOCAL_TESTING | IAP_ENVIRONMENT_SANDBOX);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    return signed_text_mutate(bytes, size, capacity, seed, 1);
}

/* A text without a date is checked at the present time, which the message then contains. */
static bool are_alike(const iap_verify_result *first, const iap_verify_result *second) {
    return first->verdict == second->verdict && first->reason == second->reason &&
           first->signature_checked == second->signature_checked &&
           (first->reason == IAP_VERIFY_REASON_NOT_VALID_AT_DATE || strcmp(first->message, second->message) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_input input = {bytes, size};
    const uint8_t choice = fuzz_byte(&input);
    const iap_verifier *verifier = verifiers[choice / 4 % 3];
    const iap_signed_kind_t kind = choice % 4 + 1;
    const char *text = fuzz_copy(input.bytes, input.left);

    /* The second time, the library may use cached certificates, which must not change the result. */
    iap_verify_result results[2] = {IAP_VERIFY_RESULT_INIT, IAP_VERIFY_RESULT_INIT};
    for (int i = 0; i < 2; i++) {
        const iap_signed_data *data = NULL;
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_status_t status = iap_verifier_check(verifier, kind, text, input.left, &data, &results[i], &error);
        PROMISED(status == IAP_OK);
        fuzz_read_error(&error, status);
        fuzz_read_result(&results[i], status, data != NULL);
        if (data != NULL) PROMISED(iap_signed_kind(data) == kind);
        read_iap_signed_data(data);
        iap_signed_data_release(data);
    }
    PROMISED(are_alike(&results[0], &results[1]));
    fuzz_forget();
    return 0;
}

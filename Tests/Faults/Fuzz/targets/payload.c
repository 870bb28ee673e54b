/*
 * Payloads of signed data: a valid signature does not mean that the payload follows Apple's documentation. The first byte says
 * which kind it should be; the rest is the payload.
 */
#include "../fuzz.h"

#include <stdio.h>

static const iap_verifier *unsigned_verifier, *sandbox_verifier;
static iap_store *store;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    unsigned_verifier = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX | IAP_ENVIRONMENT_LOCAL_TESTING);
    sandbox_verifier = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX);
    store = fuzz_open_store();
    return 0;
}

static iap_verify_reason_t check(const iap_verifier *verifier, iap_signed_kind_t kind, const char *text, size_t length,
                                 const char *payload) {
    const iap_signed_data *data = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_status_t status =
        iap_verifier_check(verifier, kind, fuzz_copy(text, length), length, &data, &result, NULL);
    PROMISED(status == IAP_OK);
    fuzz_read_result(&result, status, data != NULL);
    read_iap_signed_data(data);
    if (data != NULL) {
        PROMISED(strcmp(iap_signed_json(data), payload) == 0);
        PROMISED(iap_signed_unknown_json(data)[0] == '{');
        int64_t price = 0;
        int32_t quantity = 0;
        const size_t tiers = iap_signed_seat_price_tier_count(data);
        for (size_t i = 0; i < tiers && i < 4; i++) {
            PROMISED(iap_signed_seat_price_tier_at(data, i, &price, &quantity) == 1);
            fuzz_read_number(price + quantity);
        }
        PROMISED(iap_signed_seat_price_tier_at(data, tiers, NULL, NULL) == 0);
        static const char *const names[] = {"transactionId", "data.status", "data", "a.b", "", ".", "price"};
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            int64_t number = 0;
            const char *word = iap_signed_json_text(data, names[i]);
            const bool has_number = iap_signed_json_number(data, names[i], &number);
            fuzz_read_text(word);
            PROMISED(iap_signed_json_has(data, names[i]) || (word == NULL && !has_number));
        }
    }
    iap_signed_data_release(data);
    return result.reason;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_input input = {bytes, size};
    const iap_signed_kind_t kind = fuzz_byte(&input) % 4 + 1;
    const char *payload = fuzz_copy_text(input.bytes, input.left);

    /* The unsigned form, for the environments without signatures. */
    size_t encoded_length;
    const char *encoded = fuzz_base64(input.bytes, input.left, true, &encoded_length);
    char *text = fuzz_memory(encoded_length + 8);
    const int length = snprintf(text, encoded_length + 8, "e30.%s.", encoded);
    const iap_verify_reason_t reason = check(unsigned_verifier, kind, text, (size_t)length, payload);

    /* The same payload, signed as the App Store signs. Both readers must agree whether the payload is readable. */
    size_t needed = 0;
    PROMISED(iap_store_sign_payload(store, input.bytes, input.left, NULL, 0, &needed, NULL) == IAP_OK);
    char *signed_text = fuzz_memory(needed);
    PROMISED(iap_store_sign_payload(store, input.bytes, input.left, signed_text, needed, &needed, NULL) == IAP_OK);
    const iap_verify_reason_t signed_reason = check(sandbox_verifier, kind, signed_text, needed - 1, payload);
    const bool unreadable = reason >= IAP_VERIFY_REASON_INVALID_JSON && reason <= IAP_VERIFY_REASON_WRONG_TYPE &&
                            IAP_VERIFY_REASON_CLASS(reason) == IAP_VERIFY_CLASS_VERIFICATION_FAILURE;
    if (unreadable) PROMISED(signed_reason == reason);
    fuzz_forget();
    return 0;
}

/*
 * Certificates. The first byte says where they are: 'r' roots in memory, 'f' a file with roots, 'x' the header of a compact
 * JWS. In the first and the last case, each certificate follows its length in two bytes, the high byte first.
 */
#include "../fuzz.h"

#include <stdio.h>

#define CERTIFICATES_MAX 5

static const iap_verifier *verifier;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    verifier = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX);
    fuzz_enter_folder();
    return 0;
}

static void open_verifier(const iap_verifier_options *options) {
    const iap_verifier *opened = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_verifier_open(options, &opened, &error);
    fuzz_read_error(&error, status);
    PROMISED((status == IAP_OK) == (opened != NULL));
    iap_verifier_release(opened);
}

static size_t take_certificates(fuzz_input *input, iap_bytes *certificates) {
    size_t count = 0;
    for (; input->left >= 2 && count < CERTIFICATES_MAX; count++) {
        const size_t high = fuzz_byte(input), low = fuzz_byte(input);
        const uint8_t *bytes = fuzz_take(input, high << 8 | low, &certificates[count].length);
        certificates[count].bytes = fuzz_copy(bytes, certificates[count].length);
    }
    return count;
}

/* A text with an invalid signature: everything else is checked before it, at a time when the store's certificates are valid. */
static void check_header(const iap_bytes *certificates, size_t count) {
    size_t room = 64, length = 0, encoded_length;
    for (size_t i = 0; i < count; i++) room += certificates[i].length / 3 * 4 + 8;
    char *header = fuzz_memory(room);
    length += (size_t)snprintf(header, room, "{\"alg\":\"ES256\",\"x5c\":[");
    for (size_t i = 0; i < count; i++) {
        const char *encoded = fuzz_base64(certificates[i].bytes, certificates[i].length, false, &encoded_length);
        length += (size_t)snprintf(header + length, room - length, "%s\"%s\"", i == 0 ? "" : ",", encoded);
    }
    length += (size_t)snprintf(header + length, room - length, "]}");
    size_t payload_length;
    static const char payload[] = "{\"signedDate\":1767225600000}";
    const char *encoded_payload = fuzz_base64(payload, sizeof payload - 1, true, &payload_length);
    const char *encoded = fuzz_base64(header, length, true, &encoded_length);
    const size_t text_room = encoded_length + payload_length + 128;
    char *text = fuzz_memory(text_room);
    static const char signature[] =
        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    length = (size_t)snprintf(text, text_room, "%s.%s.%s", encoded, encoded_payload, signature);

    const iap_signed_data *data = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    const iap_status_t status =
        iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, text, length, &data, &result, NULL);
    fuzz_read_result(&result, status, data != NULL);
    PROMISED(result.verdict == IAP_VERDICT_INVALID);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_input input = {bytes, size};
    const uint8_t place = fuzz_byte(&input);
    iap_bytes certificates[CERTIFICATES_MAX];
    iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    options.environments = IAP_ENVIRONMENT_SANDBOX;
    options.bundle_id = FUZZ_BUNDLE_ID;
    static const char *const path = "roots";
    switch (place) {
    case 'f':
        fuzz_write_file(path, input.bytes, input.left);
        options.root_paths = &path;
        options.root_path_count = 1;
        open_verifier(&options);
        break;
    case 'x': check_header(certificates, take_certificates(&input, certificates)); break;
    default:
        options.root_count = take_certificates(&input, certificates);
        options.roots = certificates;
        open_verifier(&options);
        break;
    }
    fuzz_forget();
    return 0;
}

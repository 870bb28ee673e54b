/*
 * What game servers sign. The first byte says what the rest is: '1' to '5' a signature of that kind to check, 'k' a private
 * key, 'p' a public key, 'f' a file with a key, 'j' the JSON of an Advanced Commerce request to sign, 'o' an OCSP request.
 */
#include "../server_key_text.h"
#include "../signed_text.h"

static iap_store *store;
static const iap_server_key *key;

static int64_t now(void *user_data) {
    (void)user_data;
    return FUZZ_NOW_MS;
}

static iap_server_key_options key_options(void) {
    iap_server_key_options options = IAP_SERVER_KEY_OPTIONS_INIT;
    options.key_id = FUZZ_KEY_ID;
    options.issuer_id = FUZZ_ISSUER_ID;
    options.bundle_id = FUZZ_BUNDLE_ID;
    options.clock = now;
    return options;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    store = fuzz_open_store();
    iap_server_key_options options = key_options();
    options.key_text = fuzz_private_key;
    PROMISED(iap_server_key_open(&options, &key, NULL) == IAP_OK);
    fuzz_enter_folder();
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t capacity, unsigned seed) {
    size_t LLVMFuzzerMutate(uint8_t *, size_t, size_t);
    if (size > 0 && bytes[0] >= '2' && bytes[0] <= '5') return signed_text_mutate(bytes, size, capacity, seed, 1);
    return LLVMFuzzerMutate(bytes, size, capacity);
}

static void check(iap_server_signature_kind_t kind, const void *text, size_t length) {
    iap_server_request expected = IAP_SERVER_REQUEST_INIT;
    expected.kind = kind;
    if (kind == IAP_SERVER_PROMOTIONAL_OFFER) {
        expected.product_id = FUZZ_CLUB;
        expected.offer_id = FUZZ_OFFER;
        expected.nonce = FUZZ_NONCE;
        expected.timestamp_ms = FUZZ_NOW_MS;
    }
    const iap_server_signature *signature = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status =
        iap_server_key_check(key, &expected, fuzz_copy(text, length), length, &signature, &result, &error);
    fuzz_read_error(&error, status);
    fuzz_read_result(&result, status, signature != NULL);
    PROMISED(result.verdict != IAP_VERDICT_UNDECIDED);
    read_iap_server_signature(signature);
    iap_server_signature_release(signature);
}

static void open_key(iap_server_key_options *options) {
    const iap_server_key *opened = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_server_key_open(options, &opened, &error);
    fuzz_read_error(&error, status);
    PROMISED((status == IAP_OK) == (opened != NULL));
    if (opened != NULL) {
        const char *public_key = iap_server_key_public_key(opened);
        PROMISED(public_key != NULL);
        PROMISED(iap_store_add_server_key(store, FUZZ_KEY_ID, NULL, public_key, NULL) == IAP_OK);
    }
    read_iap_server_key(opened);
    iap_server_key_release(opened);
}

/* The signed text is valid, and contains what was to be signed. */
static void sign(const char *json) {
    iap_server_request request = IAP_SERVER_REQUEST_INIT;
    request.kind = IAP_SERVER_ADVANCED_COMMERCE_JWS;
    request.nonce = FUZZ_NONCE;
    request.request_json = json;
    const iap_server_signature *signature = NULL, *checked = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_server_key_sign(key, &request, &signature, &error);
    fuzz_read_error(&error, status);
    PROMISED((status == IAP_OK) == (signature != NULL));
    if (signature == NULL) return;
    read_iap_server_signature(signature);
    const char *text = iap_server_signature_text(signature);
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    PROMISED(iap_server_key_check(key, &request, text, strlen(text), &checked, &result, NULL) == IAP_OK);
    fuzz_read_result(&result, IAP_OK, checked != NULL);
    PROMISED(checked != NULL && strcmp(iap_server_signature_request_json(checked), json) == 0);
    read_iap_server_signature(checked);
    iap_server_signature_release(signature);
    iap_server_signature_release(checked);
}

static void ask_ocsp(fuzz_input *input) {
    const iap_store_ocsp_t answer = fuzz_byte(input) % 10;
    const uint8_t *request = fuzz_copy(input->bytes, input->left);
    uint8_t buffer[16384];
    size_t length = 0;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status =
        iap_store_ocsp_response(store, request, input->left, answer, buffer, sizeof buffer, &length, &error);
    fuzz_read_error(&error, status);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_input input = {bytes, size};
    const uint8_t choice = fuzz_byte(&input);
    iap_server_key_options options = key_options();
    switch (choice) {
    case 'k':
        options.key_text = fuzz_copy_text(input.bytes, input.left);
        open_key(&options);
        break;
    case 'p':
        options.public_key_text = fuzz_copy_text(input.bytes, input.left);
        open_key(&options);
        break;
    case 'f':
        fuzz_write_file("key.p8", input.bytes, input.left);
        options.key_path = "key.p8";
        open_key(&options);
        break;
    case 'j': sign(fuzz_copy_text(input.bytes, input.left)); break;
    case 'o': ask_ocsp(&input); break;
    default: check((choice + 5 - '1') % 5 + 1, input.bytes, input.left); break;
    }
    fuzz_forget();
    return 0;
}

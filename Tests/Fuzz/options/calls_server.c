#include "calls.h"

#include "../server_key_text.h"

static int64_t now(void *user_data) {
    (void)user_data;
    return FUZZ_NOW_MS;
}

void call_open_verifier(fuzz_input *input) {
    iap_verifier_options start = IAP_VERIFIER_OPTIONS_INIT;
    start.environments = IAP_ENVIRONMENT_SANDBOX;
    const char **paths = fuzz_memory(2 * sizeof *paths);
    paths[0] = "roots";
    paths[1] = struct_text(input);
    iap_bytes *roots = fuzz_memory(2 * sizeof *roots);
    roots[0] = (iap_bytes){fuzz_copy(world.root, world.root_length), world.root_length};
    roots[1] = (iap_bytes){NULL, fuzz_byte(input) % 2};
    const uint8_t choice = fuzz_byte(input);
    if (choice & 1) start.root_paths = paths;
    if (choice & 2) start.roots = roots;
    if (choice & 4) start.clock = now;
    iap_verifier_options *options =
        FILL(input, start, GIVEN(iap_verifier_options, root_paths), GIVEN(iap_verifier_options, roots),
             TEXT(iap_verifier_options, bundle_id), GIVEN(iap_verifier_options, clock),
             GIVEN(iap_verifier_options, clock_user_data));
    if (struct_is_whole(options, sizeof *options)) {
        options->root_path_count = calls_list_count(input, 2, IAP_VERIFIER_ROOTS_MAX);
        options->root_count = calls_list_count(input, 2, IAP_VERIFIER_ROOTS_MAX);
    }
    const iap_verifier *opened = NULL;
    iap_error *error = calls_error(input);
    const iap_status status = iap_verifier_open(options, &opened, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(options, status);
    PROMISED((status == IAP_OK) == (opened != NULL));
    iap_verifier_release(opened);
}

void call_check(fuzz_input *input) {
    const iap_verify_result start = IAP_VERIFY_RESULT_INIT;
    iap_verify_result *result = FILL_NUMBERS(input, start);
    const iap_signed_data *data = NULL;
    iap_error *error = calls_error(input);
    const iap_status status =
        iap_verifier_check(world.verifier, fuzz_byte(input) % 6, "e30.e30.", 8, &data, result, error);
    calls_answered(error, status);
    PROMISED(data == NULL);
}

void call_open_key(fuzz_input *input) {
    iap_server_key_options start = IAP_SERVER_KEY_OPTIONS_INIT;
    start.clock = fuzz_byte(input) & 1 ? now : NULL;
    iap_server_key_options *options =
        FILL(input, start, TEXT(iap_server_key_options, key_id), TEXT(iap_server_key_options, issuer_id),
             TEXT(iap_server_key_options, bundle_id), PATH(iap_server_key_options, key_path),
             TEXT(iap_server_key_options, key_text), TEXT(iap_server_key_options, public_key_text),
             GIVEN(iap_server_key_options, clock), GIVEN(iap_server_key_options, clock_user_data));
    const iap_server_key *key = NULL;
    iap_error *error = calls_error(input);
    iap_status status = iap_server_key_open(options, &key, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(options, status);
    PROMISED((status == IAP_OK) == (key != NULL));
    iap_server_key_release(key);
}

void call_sign_request(fuzz_input *input) {
    static const iap_server_key *key;
    if (key == NULL) {
        iap_server_key_options options = IAP_SERVER_KEY_OPTIONS_INIT;
        options.key_id = FUZZ_KEY_ID;
        options.issuer_id = FUZZ_ISSUER_ID;
        options.bundle_id = FUZZ_BUNDLE_ID;
        options.key_text = fuzz_private_key;
        options.clock = now;
        PROMISED(iap_server_key_open(&options, &key, NULL) == IAP_OK);
    }
    iap_server_request start = IAP_SERVER_REQUEST_INIT;
    start.kind = fuzz_byte(input) % 7;
    iap_server_request *request =
        FILL(input, start, TEXT(iap_server_request, product_id), TEXT(iap_server_request, offer_id),
             TEXT(iap_server_request, app_account_token), TEXT(iap_server_request, nonce),
             TEXT(iap_server_request, transaction_id), TEXT(iap_server_request, request_json));
    const iap_server_signature *signature = NULL;
    iap_error *error = calls_error(input);
    iap_status status = iap_server_key_sign(key, request, &signature, error);
    calls_answered(error, status);
    REFUSED_UNLESS_WHOLE(request, status);
    PROMISED((status == IAP_OK) == (signature != NULL));
    read_iap_server_signature(signature);

    const iap_verify_result result_start = IAP_VERIFY_RESULT_INIT;
    iap_verify_result *result = FILL_NUMBERS(input, result_start);
    const char *text = signature != NULL ? iap_server_signature_text(signature) : "e30.e30.";
    const iap_server_signature *checked = NULL;
    status = iap_server_key_check(key, request, text, strlen(text), &checked, result, error);
    calls_answered(error, status);
    iap_server_signature_release(signature);
    iap_server_signature_release(checked);
}

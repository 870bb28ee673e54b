/* Verifiers of iap_verify.h, controlled through a pipe. */

#include "verifier.h"

#define VERIFIERS_MAX 256

static const iap_verifier *verifiers[VERIFIERS_MAX];
static size_t verifier_count;

const iap_verifier *verifier_at(const command *command) {
    const uint64_t index = command_id(command, "verifier");
    if (index >= verifier_count) command_fail("there is no such verifier");
    return verifiers[index];
}

static void open_verifier(const command *command) {
    if (verifier_count == VERIFIERS_MAX) command_fail("too many verifiers");
    iap_bytes root;
    root.bytes = command_bytes(command, "root", &root.length);
    iap_verifier_options options = IAP_VERIFIER_OPTIONS_INIT;
    options.environments = (iap_environment_t)command_number(command, "environments");
    options.roots = &root;
    options.root_count = 1;
    options.bundle_id = command_text(command, "bundle");
    options.app_apple_id = command_id(command, "app_apple_id");
    options.check_revocation = (int32_t)command_number(command, "check_revocation");
    options.ocsp_timeout_ms = (uint32_t)command_number(command, "ocsp_timeout");
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_verifier_open(&options, &verifiers[verifier_count], &error), &error);
    response_number("verifier", (int64_t)verifier_count++);
}

void response_result(const iap_verify_result *result) {
    response_number("verdict", result->verdict);
    response_number("reason", result->reason);
    response_number("class", IAP_VERIFY_REASON_CLASS(result->reason));
    response_text("reason_name", iap_verify_reason_name(result->reason));
    response_text("why", result->message);
    response_number("signature_checked", result->signature_checked);
}

static void check(const command *command) {
    const iap_verifier *verifier = verifier_at(command);
    size_t length = 0;
    const char *text = (const char *)command_bytes(command, "text", &length);
    const iap_signed_kind_t kind = (iap_signed_kind_t)command_number(command, "kind");
    const iap_signed_data *data = NULL;
    iap_verify_result result = IAP_VERIFY_RESULT_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    response_status(iap_verifier_check(verifier, kind, text, length, &data, &result, &error), &error);
    response_result(&result);
    if (data == NULL) return;
    response_fields(data);
    iap_signed_data_release(data);
}

static const command_function functions[] = {
    {"open", open_verifier},
    {"check", check},
    {"open_key", verifier_open_key},
    {"check_signature", verifier_check_signature},
    {"sign", verifier_sign},
    {"check_receipt", verifier_check_receipt},
    {"read_transaction_receipt", verifier_read_transaction_receipt},
};

int main(void) { return command_serve(functions, sizeof functions / sizeof *functions); }

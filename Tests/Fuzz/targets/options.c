/*
 * Every struct that the library reads or fills, with any numbers, texts and sizes. An input is a sequence of calls on one store
 * with one player's game.
 */
#include "../options/calls.h"

#define CALLS_MAX 24

calls_world world;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    iap_store *store = fuzz_open_store();
    PROMISED(iap_store_root_certificate(store, world.root, sizeof world.root, &world.root_length, NULL) == IAP_OK);
    PROMISED(iap_store_close(store, NULL) == IAP_OK);
    world.verifier = fuzz_open_verifier(IAP_ENVIRONMENT_SANDBOX);
    fuzz_enter_folder();
    return 0;
}

/* A sequence names its calls by their positions here. */
static void (*const calls[])(fuzz_input *) = {
    call_open_client,  call_add_observer,      call_add_payment,
    call_request_list, call_open_store,        call_buy,
    call_set_renewal,  call_set_network,       call_sign_offer,
    call_process,      call_sign_notification, call_answer_receipt,
    call_read_store,   call_open_verifier,     call_check,
    call_open_key,     call_sign_request,
};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    calls_write_files(world.root, world.root_length);
    world.store = fuzz_open_store();
    PROMISED(iap_store_open_device(world.store, "player", "phone", &world.device, NULL) == IAP_OK);
    call_open_plain_client();

    fuzz_input input = {bytes, size};
    for (int i = 0; i < CALLS_MAX && input.left > 0; i++)
        calls[fuzz_byte(&input) % (sizeof calls / sizeof calls[0])](&input);

    PROMISED(iap_client_close(world.client) == IAP_OK);
    PROMISED(iap_device_close(world.device, NULL) == IAP_OK);
    PROMISED(iap_store_close(world.store, NULL) == IAP_OK);
    fuzz_empty_folder();
    fuzz_forget();
    return 0;
}

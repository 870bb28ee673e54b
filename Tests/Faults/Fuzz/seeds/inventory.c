#include "seeds.h"

static char *exported;

static void hear_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                      const iap_error *error) {
    (void)user_data, (void)client, (void)request_id;
    PROMISED(error == NULL);
    exported = fuzz_copy_text(text, strlen(text));
}

void seeds_inventory(void) {
    static const char *const inputs[] = {
        "g{\"products\":[{\"id\":\"" FUZZ_COINS "\",\"grants\":[{\"counter\":\"coins\",\"amount\":100}]},"
        "{\"id\":\"" FUZZ_EDITOR "\",\"grants\":[{\"unlock\":\"editor\",\"on_revocation\":\"keep\"}]},\"hat\"]}",
        "l{\"products\":[\"" FUZZ_COINS "\",{\"id\":\"" FUZZ_CLUB "\",\"x\":[1]}]}",
        "l[\"" FUZZ_COINS "\",\"" FUZZ_EDITOR "\"]",
        "l<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" "
        "\"http://www.apple.com/DTDs/PropertyList-1.0.dtd\"><plist version=\"1.0\"><array><string>" FUZZ_COINS
        "</string></array></plist>",
        "l(\"" FUZZ_COINS "\", hat)",
    };
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++)
        seed_parts("inventory", seed_numbered("file", i), inputs[i], strlen(inputs[i]), NULL, 0);
    /* A property list in its binary form: an array with one text. */
    static const uint8_t binary[] = {'l', 'b', 'p',  'l',  'i', 's', 't',  '0', '0', 0xA1, 0x01, 0x53, 'h',
                                     'a', 't', 0x08, 0x0A, 0,   0,   0,    0,   0,   0,    0x01, 0x01, 0,
                                     0,   0,   0,    0,    0,   0,   0x02, 0,   0,   0,    0,    0,    0,
                                     0,   0,   0,    0,    0,   0,   0,    0,   0,   0x0E};
    seed_parts("inventory", "binary-list", binary, sizeof binary, NULL, 0);

    iap_device *device = NULL;
    iap_client *client = NULL;
    iap_grant grants[2] = {IAP_GRANT_INIT, IAP_GRANT_INIT};
    grants[0] = (iap_grant){.struct_size = sizeof(iap_grant),
                            .kind = IAP_GRANT_COUNTER,
                            .product_id = FUZZ_COINS,
                            .name = "coins",
                            .amount = 100};
    grants[1] = (iap_grant){
        .struct_size = sizeof(iap_grant), .kind = IAP_GRANT_UNLOCK, .product_id = FUZZ_EDITOR, .name = "editor"};
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = grants;
    inventory.grant_count = 2;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    PROMISED(iap_store_open_device(seeds_store, "player", "tablet", &device, NULL) == IAP_OK);
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = device;
    options.inventory = &inventory;
    PROMISED(iap_client_open(&options, &client, NULL) == IAP_OK);
    for (int round = 0; round < 2; round++) {
        while (iap_client_process_events(client, 0) > 0) {
        }
        PROMISED(iap_inventory_export(client, hear_text, NULL, NULL, NULL) == IAP_OK);
        while (iap_client_process_events(client, 0) > 0) {
        }
        seed_text("inventory", seed_numbered("export", (size_t)round), 'i', exported);
        PROMISED(iap_inventory_add(client, "coins", 7, "level-1", NULL, NULL, NULL, NULL) == IAP_OK);
        PROMISED(iap_inventory_spend(client, "coins", 3, "hat-1", NULL, NULL, NULL, NULL) == IAP_OK);
    }
    PROMISED(iap_client_close(client) == IAP_OK && iap_device_close(device, NULL) == IAP_OK);
}

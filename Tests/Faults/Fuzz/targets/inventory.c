/*
 * Texts about the player's inventory and the products. The first byte says what the rest is: 'i' texts to import, separated by
 * NULs; 'g' a file with grants; 'l' a list of products.
 */
#include "../fuzz.h"

#include <iap/iap_products.h>

static iap_store *store;
static iap_device *device;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    store = fuzz_open_store();
    PROMISED(iap_store_open_device(store, "player", "phone", &device, NULL) == IAP_OK);
    fuzz_enter_folder();
    return 0;
}

/* A game with a product that grants coins and one that grants an unlock. */
static iap_client *open_game(const char *grants_path) {
    iap_grant grants[2] = {IAP_GRANT_INIT, IAP_GRANT_INIT};
    grants[0].kind = IAP_GRANT_COUNTER;
    grants[0].product_id = FUZZ_COINS;
    grants[0].name = "coins";
    grants[0].amount = 100;
    grants[1].kind = IAP_GRANT_UNLOCK;
    grants[1].product_id = FUZZ_EDITOR;
    grants[1].name = "no_ads";
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = grants;
    inventory.grant_count = grants_path == NULL ? 2 : 0;
    inventory.grants_path = grants_path;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.execution = IAP_EXECUTION_MANUAL;
    options.device = device;
    options.inventory = &inventory;
    iap_client *client = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_client_open(&options, &client, &error);
    fuzz_read_error(&error, status);
    PROMISED((status == IAP_OK) == (client != NULL) && (client != NULL || grants_path != NULL));
    return client;
}

static void process(iap_client *client) {
    while (iap_client_process_events(client, 0) > 0) {
    }
}

static void list(iap_client *client) {
    const iap_inventory_items *items = NULL;
    PROMISED(iap_inventory_list(client, &items, NULL) == IAP_OK);
    read_iap_inventory_items(items);
    for (size_t i = 0; i < iap_inventory_items_count(items); i++) {
        const int64_t balance = iap_inventory_item_balance(iap_inventory_items_at(items, i));
        PROMISED(balance >= 0 && balance <= IAP_INVENTORY_BALANCE_MAX);
    }
    iap_inventory_items_release(items);
}

typedef struct outcome {
    int calls;
    bool worked;
    char *text;
} outcome;

static void hear_end(void *user_data, iap_client *client, uint64_t request_id, const iap_error *error) {
    (void)client, (void)request_id;
    outcome *heard = user_data;
    heard->calls++;
    heard->worked = error == NULL;
    if (error != NULL) fuzz_read_error(error, error->status);
}

static void hear_text(void *user_data, iap_client *client, uint64_t request_id, const char *text,
                      const iap_error *error) {
    hear_end(user_data, client, request_id, error);
    fuzz_read_text(text);
    if (text != NULL) ((outcome *)user_data)->text = fuzz_copy_text(text, strlen(text));
}

static bool import(iap_client *client, const char *text) {
    outcome heard = {0, false, NULL};
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_inventory_import(client, text, hear_end, &heard, NULL, &error);
    fuzz_read_error(&error, status);
    process(client);
    PROMISED(heard.calls == (status == IAP_OK));
    return heard.worked;
}

static char *exported(iap_client *client) {
    outcome heard = {0, false, NULL};
    PROMISED(iap_inventory_export(client, hear_text, &heard, NULL, NULL) == IAP_OK);
    process(client);
    PROMISED(heard.calls == 1 && heard.worked && heard.text != NULL);
    return heard.text;
}

/* An imported inventory can be exported, and the export can be imported again, which changes nothing. */
static void import_all(fuzz_input *input) {
    iap_client *client = open_game(NULL);
    for (int i = 0; i < 4 && input->left > 0; i++) {
        const uint8_t *end = memchr(input->bytes, 0, input->left);
        size_t taken;
        const uint8_t *bytes = fuzz_take(input, end != NULL ? (size_t)(end - input->bytes) : input->left, &taken);
        (void)fuzz_byte(input);
        if (!import(client, fuzz_copy_text(bytes, taken))) continue;
        list(client);
        const char *text = exported(client);
        PROMISED(import(client, text));
        PROMISED(strcmp(exported(client), text) == 0);
    }
    PROMISED(iap_client_close(client) == IAP_OK);
}

static void hear_products(void *user_data, iap_client *client, uint64_t request_id, const iap_products *products,
                          const iap_error *error) {
    hear_end(user_data, client, request_id, error);
    PROMISED((products != NULL) == (error == NULL));
    read_iap_products(products);
}

static void load_list(const fuzz_input *input) {
    fuzz_write_file("list", input->bytes, input->left);
    iap_client *client = open_game(NULL);
    iap_product_list_options options = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.path = "list";
    outcome heard = {0, false, NULL};
    iap_error error = IAP_ERROR_VALUE_INIT;
    const iap_status_t status = iap_request_product_list(client, &options, hear_products, &heard, NULL, &error);
    fuzz_read_error(&error, status);
    process(client);
    PROMISED(heard.calls == (status == IAP_OK));
    PROMISED(iap_client_close(client) == IAP_OK);
}

static void load_grants(const fuzz_input *input) {
    fuzz_write_file("grants", input->bytes, input->left);
    iap_client *client = open_game("grants");
    if (client == NULL) return;
    list(client);
    PROMISED(import(client, exported(client)));
    PROMISED(iap_client_close(client) == IAP_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    fuzz_input input = {bytes, size};
    switch (fuzz_byte(&input)) {
    case 'g': load_grants(&input); break;
    case 'l': load_list(&input); break;
    default: import_all(&input); break;
    }
    fuzz_forget();
    return 0;
}

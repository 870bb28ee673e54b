/*
 * struct_size, for every struct that has one. The library accepts the sizes of this header and of earlier versions, and refuses
 * every other size (or, for structs that the library fills, leaves the struct unchanged). It touches no byte beyond the size: each struct ends where
 * its memory ends, therefore a read beyond it crashes this program.
 */

#include <iap/iap_inventory.h>
#include <iap/iap_products.h>
#include <iap/iap_receipt.h>
#include <iap/iap_server_key.h>
#include <iap/iap_store.h>
#include <iap/iap_verify.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int checks, failures;
static unsigned char *page_end; /* writable before it, no memory after it */
static iap_store *store;
static uint64_t transaction_id;
static iap_device *device, *other_device;
static iap_client *client;
static const iap_verifier *verifier;
static const iap_server_key *key;

/* A key for tests only. */
static const char key_text[] = "-----BEGIN PRIVATE KEY-----\n"
                               "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeo8mT9DZo4wJEgtE\n"
                               "lrx82UkhAFg7DPwDb16RtjddtGqhRANCAAQm2mrUCpAKoZgTif4rdJMzhPhaveWv\n"
                               "qN9aqQglHjzPia5mYMlmaQ7LaWFdY6ieFemXaAF6EDxN5+1uOpBm44fK\n"
                               "-----END PRIVATE KEY-----\n";

static void check(int holds, const char *name, uint32_t size, const char *what, iap_status_t status) {
    checks++;
    if (holds) return;
    failures++;
    printf("FAIL %s of %u bytes: %s (%s)\n", name, (unsigned)size, what, iap_status_name(status));
}

/* ------------------------------------------------------------------------------------ a call for each kind of struct */

static iap_status_t give_client_options(const void *options) {
    iap_client *opened = NULL;
    const iap_status_t status = iap_client_open_version(IAP_HEADER_VERSION, options, &opened, NULL);
    if (opened != NULL) iap_client_close(opened);
    return status;
}
static iap_status_t give_verification(const void *verification) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.device = other_device;
    options.verification = verification;
    return give_client_options(&options);
}
static iap_status_t give_inventory(const void *inventory) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    options.device = other_device;
    options.inventory = inventory;
    return give_client_options(&options);
}
static iap_status_t give_grant(const void *grant) {
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    inventory.grants = grant;
    inventory.grant_count = 1;
    return give_inventory(&inventory);
}
static iap_status_t give_observer(const void *observer) { return iap_add_observer(client, observer, NULL, NULL); }
static iap_status_t give_payment(const void *payment) { return iap_add_payment(client, payment, NULL, NULL); }
static iap_status_t give_product_list(const void *options) {
    return iap_request_product_list(client, options, NULL, NULL, NULL, NULL);
}
static iap_status_t give_store_options(const void *options) {
    iap_store *opened = NULL;
    const iap_status_t status = iap_store_open(options, &opened, NULL);
    if (opened != NULL) iap_store_close(opened, NULL);
    return status;
}
static iap_status_t give_renewal(const void *renewal) {
    return iap_store_set_renewal(store, transaction_id, renewal, NULL);
}
static iap_status_t give_signing_request(const void *request) {
    size_t length;
    return iap_store_sign(store, request, NULL, 0, &length, NULL);
}
static iap_status_t give_notification(const void *notification) {
    size_t length;
    return iap_store_sign_notification(store, notification, NULL, 0, &length, NULL);
}
static iap_status_t give_purchase(const void *purchase) { return iap_store_buy(store, "player", purchase, NULL, NULL); }
static iap_status_t give_network(const void *network) { return iap_device_set_network(other_device, network, NULL); }
static iap_status_t give_verifier_options(const void *options) {
    const iap_verifier *opened = NULL;
    const iap_status_t status = iap_verifier_open(options, &opened, NULL);
    iap_verifier_release(opened);
    return status;
}
static iap_status_t give_key_options(const void *options) {
    const iap_server_key *opened = NULL;
    const iap_status_t status = iap_server_key_open(options, &opened, NULL);
    iap_server_key_release(opened);
    return status;
}
static iap_status_t give_server_request(const void *request) {
    const iap_server_signature *signature = NULL;
    const iap_status_t status = iap_server_key_sign(key, request, &signature, NULL);
    iap_server_signature_release(signature);
    return status;
}

static iap_status_t fill_error(void *error) { return iap_finish_transaction_id(client, 4711, error); }
static iap_status_t fill_settings(void *settings) { return iap_store_get_settings(store, settings, NULL); }
static iap_status_t fill_transaction(void *transaction) {
    return iap_store_get_transaction(store, transaction_id, transaction, NULL);
}
static iap_status_t fill_totals(void *totals) { return iap_store_get_totals(store, totals, NULL); }
static iap_status_t fill_result(void *result) {
    const iap_signed_data *data = NULL;
    const iap_status_t status = iap_verifier_check(verifier, IAP_SIGNED_TRANSACTION, "a.b.c", 5, &data, result, NULL);
    iap_signed_data_release(data);
    return status;
}
static iap_status_t fill_receipt_result(void *result) {
    const iap_app_receipt *receipt = NULL;
    const iap_status_t status = iap_verifier_check_receipt(verifier, "A", 1, &receipt, result, NULL);
    iap_app_receipt_release(receipt);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------ sizes */

/* Whether a struct has had this size. The list starts with the current size and ends with 0. */
static int is_known(const uint32_t *sizes, uint32_t size) {
    while (*sizes != 0 && *sizes != size) sizes++;
    return *sizes != 0;
}

static uint32_t size_at(uint32_t step, uint32_t present) {
    static const uint32_t large[] = {4096, 65536, INT32_MAX, UINT32_MAX};
    return step <= present + 64 ? step : step - (present + 65) < 4 ? large[step - (present + 65)] : 0;
}

static void given(const char *name, iap_status_t (*call)(const void *), const void *value, const uint32_t *sizes) {
    uint32_t step, size;
    for (step = 0; (size = size_at(step, sizes[0])) != 0 || step == 0; step++) {
        const int known = is_known(sizes, size);
        /* For an unknown size, the library may read only the size itself. */
        const uint32_t readable = known ? size : 8;
        unsigned char *place = page_end - readable;
        iap_status_t status;
        memcpy(place, value, readable);
        memcpy(place, &size, sizeof size);
        status = call(place);
        check((status == IAP_ERROR_INVALID_STRUCT_SIZE) == !known, name, size, known ? "is refused" : "is taken",
              status);
        if (known) check(status == IAP_OK, name, size, "does not work", status);
    }
}

static void filled(const char *name, iap_status_t (*call)(void *), const uint32_t *sizes) {
    uint32_t step, size;
    for (step = 0; (size = size_at(step, sizes[0])) != 0 || step == 0; step++) {
        const int known = is_known(sizes, size);
        const uint32_t writable = known ? size : 8;
        unsigned char *place = page_end - writable;
        uint32_t changed = 0, i;
        iap_status_t status;
        memset(place, 0xEE, writable);
        memcpy(place, &size, sizeof size);
        status = call(place);
        check(memcmp(place, &size, sizeof size) == 0, name, size, "has another size now", status);
        for (i = sizeof size; i < writable; i++) changed += place[i] != 0xEE;
        check((changed != 0) == known, name, size, known ? "is left alone" : "is written to", status);
    }
}

#define SIZES(type, ...)                                                                                               \
    (const uint32_t[]) { (uint32_t)sizeof(type), __VA_ARGS__ }

static void given_to_clients(const char *storekit) {
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_verification_options verification = IAP_VERIFICATION_OPTIONS_INIT;
    iap_inventory_options inventory = IAP_INVENTORY_OPTIONS_INIT;
    iap_grant grant = IAP_GRANT_INIT;
    iap_observer observer = IAP_OBSERVER_INIT;
    iap_payment payment = IAP_PAYMENT_INIT;
    iap_product_list_options list = IAP_PRODUCT_LIST_OPTIONS_INIT;
    options.device = other_device;
    grant.kind = IAP_GRANT_UNLOCK;
    grant.product_id = "com.example.caves.editor";
    grant.name = "editor";
    payment.product_id = "com.example.caves.coins.small";
    list.path = storekit;
    given("iap_client_options", give_client_options, &options, SIZES(iap_client_options, 0));
    given("iap_verification_options", give_verification, &verification, SIZES(iap_verification_options, 0));
    given("iap_inventory_options", give_inventory, &inventory, SIZES(iap_inventory_options, 0));
    given("iap_grant", give_grant, &grant, SIZES(iap_grant, 0));
    given("iap_observer", give_observer, &observer, SIZES(iap_observer, 0));
    given("iap_payment", give_payment, &payment, SIZES(iap_payment, 0));
    given("iap_product_list_options", give_product_list, &list, SIZES(iap_product_list_options, 0));
}

static void given_to_stores(const char *storekit) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    iap_store_renewal renewal = IAP_STORE_RENEWAL_INIT;
    iap_store_signing_request request = IAP_STORE_SIGNING_REQUEST_INIT;
    iap_store_notification notification = IAP_STORE_NOTIFICATION_INIT;
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    iap_device_network network = IAP_DEVICE_NETWORK_INIT;
    options.storekit_path = storekit;
    request.kind = IAP_STORE_SIGNATURE_PROMOTIONAL_OFFER;
    request.product_id = "com.example.caves.club.yearly";
    request.offer_id = "LOYAL";
    request.nonce = "6f9619ff-8b86-4011-b42d-00c04fc964ff";
    notification.type = "TEST";
    purchase.product_id = "com.example.caves.coins.small";
    given("iap_store_options", give_store_options, &options, SIZES(iap_store_options, 0));
    given("iap_store_renewal", give_renewal, &renewal, SIZES(iap_store_renewal, 0));
    given("iap_store_signing_request", give_signing_request, &request, SIZES(iap_store_signing_request, 0));
    given("iap_store_notification", give_notification, &notification, SIZES(iap_store_notification, 0));
    given("iap_store_purchase", give_purchase, &purchase, SIZES(iap_store_purchase, 0));
    given("iap_device_network", give_network, &network, SIZES(iap_device_network, 0));
}

static void given_to_servers(const iap_verifier_options *options, const iap_server_key_options *key_options) {
    iap_server_request request = IAP_SERVER_REQUEST_INIT;
    request.kind = IAP_SERVER_API_TOKEN;
    given("iap_verifier_options", give_verifier_options, options, SIZES(iap_verifier_options, 0));
    given("iap_server_key_options", give_key_options, key_options, SIZES(iap_server_key_options, 0));
    given("iap_server_request", give_server_request, &request, SIZES(iap_server_request, 0));
}

static void filled_by_the_library(void) {
    filled("iap_error", fill_error, SIZES(iap_error, 0));
    filled("iap_store_settings", fill_settings, SIZES(iap_store_settings, 0));
    filled("iap_store_transaction", fill_transaction, SIZES(iap_store_transaction, 0));
    filled("iap_store_totals", fill_totals, SIZES(iap_store_totals, 0));
    filled("iap_verify_result", fill_result, SIZES(iap_verify_result, 0));
    filled("iap_verify_result of a receipt", fill_receipt_result, SIZES(iap_verify_result, 0));
}

static void must(iap_status_t status, const iap_error *error, const char *what) {
    if (status == IAP_OK) return;
    printf("FAIL %s: %s: %s\n", what, iap_status_name(status), error->message);
    exit(1);
}

int main(int count, char **arguments) {
    const long page = sysconf(_SC_PAGESIZE);
    unsigned char *pages = mmap(NULL, (size_t)page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    iap_store_options shop = IAP_STORE_OPTIONS_INIT;
    iap_client_options options = IAP_CLIENT_OPTIONS_INIT;
    iap_verifier_options verifying = IAP_VERIFIER_OPTIONS_INIT;
    iap_server_key_options signing = IAP_SERVER_KEY_OPTIONS_INIT;
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    iap_error error = IAP_ERROR_VALUE_INIT;
    uint8_t certificate[4096];
    iap_bytes root = {certificate, 0};
    if (count != 2 || pages == MAP_FAILED || mprotect(pages + page, (size_t)page, PROT_NONE) != 0) return 2;
    page_end = pages + page;
    shop.storekit_path = arguments[1];
    must(iap_store_open(&shop, &store, &error), &error, "the store");
    must(iap_store_open_device(store, "player", "phone", &device, &error), &error, "the device");
    must(iap_store_open_device(store, "player", "tablet", &other_device, &error), &error, "the other device");
    options.device = device;
    must(iap_client_open(&options, &client, &error), &error, "the client");
    purchase.product_id = "com.example.caves.club.monthly";
    must(iap_store_buy(store, "player", &purchase, &transaction_id, &error), &error, "a subscription");
    must(iap_store_root_certificate(store, certificate, sizeof certificate, &root.length, NULL), &error,
         "the certificate");
    verifying.environments = IAP_ENVIRONMENT_XCODE;
    verifying.roots = &root, verifying.root_count = 1;
    verifying.bundle_id = "com.example.game";
    must(iap_verifier_open(&verifying, &verifier, &error), &error, "the verifier");
    signing.key_id = "ABCDE12345", signing.issuer_id = "issuer", signing.bundle_id = "com.example.game";
    signing.key_text = key_text;
    must(iap_server_key_open(&signing, &key, &error), &error, "the key");

    given_to_clients(arguments[1]);
    given_to_stores(arguments[1]);
    given_to_servers(&verifying, &signing);
    filled_by_the_library();

    iap_server_key_release(key);
    iap_verifier_release(verifier);
    iap_client_close(client);
    iap_device_close(device, NULL);
    iap_device_close(other_device, NULL);
    iap_store_close(store, NULL);
    printf("%d passed, %d failed\n", checks - failures, failures);
    return failures == 0 ? 0 : 1;
}

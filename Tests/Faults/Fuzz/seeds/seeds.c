/*
 * Writes the initial inputs for fuzzing, from what the reference store and the library sign and write.
 *
 *   seeds FOLDER        writes FOLDER/TARGET/… for each target
 */
#include "seeds.h"

#include "../server_key_text.h"

#include <stdio.h>
#include <sys/stat.h>

iap_store *seeds_store;
static const char *folder;

void seed_parts(const char *target, const char *name, const void *first, size_t first_size, const void *rest,
                size_t rest_size) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, target);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s", folder, target, name);
    FILE *file = fopen(path, "wb");
    PROMISED(file != NULL && fwrite(first, 1, first_size, file) == first_size);
    PROMISED(fwrite(rest, 1, rest_size, file) == rest_size && fclose(file) == 0);
}

/* Writes an input of a first byte and a text. */
void seed_text(const char *target, const char *name, char first, const char *text) {
    seed_parts(target, name, &first, 1, text, strlen(text));
}

void seed_bytes(const char *target, const char *name, char first, const void *bytes, size_t size) {
    seed_parts(target, name, &first, 1, bytes, size);
}

const char *seed_numbered(const char *name, size_t number) {
    char text[64];
    const int length = snprintf(text, sizeof text, "%s-%02zu", name, number);
    return fuzz_copy_text(text, (size_t)length);
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    folder = arguments[1];
    seeds_store = fuzz_open_store();
    uint64_t ids[16];
    size_t bought = 0;
    iap_store_purchase purchase = IAP_STORE_PURCHASE_INIT;
    purchase.app_account_token = FUZZ_NONCE;
    for (size_t i = 0; i < iap_store_product_count(seeds_store) && bought < 16; i++) {
        purchase.product_id = iap_store_product_id_at(seeds_store, i);
        if (iap_store_buy(seeds_store, "player", &purchase, &ids[bought], NULL) == IAP_OK) bought++;
    }
    PROMISED(bought > 3);
    seeds_signed_data(ids, bought);
    seeds_certificates_and_ocsp();
    seeds_receipts();
    seeds_server_keys();
    seeds_inventory();
    seed_parts("storekit", "harness", fuzz_catalogue(), strlen(fuzz_catalogue()), NULL, 0);
    PROMISED(iap_store_close(seeds_store, NULL) == IAP_OK);
    fuzz_forget();
    return 0;
}

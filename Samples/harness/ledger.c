#include "ledger.h"
#include "print.h"

#include <stdlib.h>

static bool complain(const iap_error *error) {
    print_error("problem", "the ledger", error);
    return false;
}

/* Returns the ids; the caller frees them. If that fails, prints the reason and returns NULL. */
static uint64_t *list_ids(iap_store *store, const char *account, size_t *count) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (iap_store_list_transactions(store, account, NULL, 0, count, &error) != IAP_OK) {
        complain(&error);
        return NULL;
    }
    size_t capacity = *count;
    uint64_t *ids = calloc(capacity + 1, sizeof *ids);
    if (ids != NULL && iap_store_list_transactions(store, account, ids, capacity, count, &error) != IAP_OK) {
        complain(&error);
        free(ids);
        return NULL;
    }
    /* With a real-time clock there may be more transactions now. */
    if (*count > capacity) {
        *count = capacity;
    }
    return ids;
}

static bool read_entries(struct ledger *ledger, iap_store *store, const uint64_t *ids, size_t count) {
    for (size_t i = 0; i < count; i++) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_store_transaction unread = IAP_STORE_TRANSACTION_INIT;
        ledger->entries[i] = unread;
        if (iap_store_get_transaction(store, ids[i], &ledger->entries[i], &error) != IAP_OK) {
            return complain(&error);
        }
        ledger->count++;
    }
    return true;
}

bool ledger_open(struct ledger *ledger, iap_store *store, const char *account) {
    *ledger = (struct ledger){NULL, 0};
    size_t count = 0;
    uint64_t *ids = list_ids(store, account, &count);
    if (ids == NULL) {
        return false;
    }
    ledger->entries = calloc(count + 1, sizeof *ledger->entries);
    bool good = ledger->entries != NULL && read_entries(ledger, store, ids, count);
    free(ids);
    if (!good) {
        ledger_close(ledger);
    }
    return good;
}

void ledger_close(struct ledger *ledger) {
    free(ledger->entries);
    *ledger = (struct ledger){NULL, 0};
}

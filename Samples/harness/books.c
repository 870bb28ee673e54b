#include "books.h"
#include "print.h"

#include <stdlib.h>

static bool complain(const iap_error *error) {
    print_error("problem", "the books", error);
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

static bool read_entries(struct books *books, iap_store *store, const uint64_t *ids, size_t count) {
    for (size_t i = 0; i < count; i++) {
        iap_error error = IAP_ERROR_VALUE_INIT;
        const iap_store_transaction unread = IAP_STORE_TRANSACTION_INIT;
        books->entries[i] = unread;
        if (iap_store_get_transaction(store, ids[i], &books->entries[i], &error) != IAP_OK) {
            return complain(&error);
        }
        books->count++;
    }
    return true;
}

bool books_open(struct books *books, iap_store *store, const char *account) {
    *books = (struct books){NULL, 0};
    size_t count = 0;
    uint64_t *ids = list_ids(store, account, &count);
    if (ids == NULL) {
        return false;
    }
    books->entries = calloc(count + 1, sizeof *books->entries);
    bool good = books->entries != NULL && read_entries(books, store, ids, count);
    free(ids);
    if (!good) {
        books_close(books);
    }
    return good;
}

void books_close(struct books *books) {
    free(books->entries);
    *books = (struct books){NULL, 0};
}

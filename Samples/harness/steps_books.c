/* The ledger of the store after the year. */
#include "books.h"
#include "print.h"
#include "print_store.h"
#include "step_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the ledger ---- */

struct sums {
    int64_t paid, given_back;
    size_t granted; /**< transactions that a game had to grant */
};

static struct sums add_up(const struct books *books, const char *account) {
    struct sums sums = {0, 0, 0};
    for (size_t i = 0; i < books->count; i++) {
        const iap_store_transaction *entry = &books->entries[i];
        print_entry("ledger", entry);
        if (strcmp(entry->account, account) == 0) {
            sums.paid += entry->price_milliunits;
            sums.given_back += entry->refunded_milliunits;
            sums.granted += entry->state == IAP_TRANSACTION_PURCHASED || entry->state == IAP_TRANSACTION_REVOKED;
        }
    }
    return sums;
}

enum verdict step_books(struct script *script) {
    struct game *phone = &script->phone;
    struct books books;
    if (!books_open(&books, script->store, NULL)) {
        return VERDICT_BAD;
    }
    struct sums sums = add_up(&books, phone->account);
    books_close(&books);
    print_line(phone->account, "has paid %" PRId64 " thousandths, of which %" PRId64 " were refunded", sums.paid,
               sums.given_back);
    print_line(phone->device_name, "%zu granted", phone->save.count);
    iap_store_totals totals = IAP_STORE_TOTALS_INIT;
    bool good = step_check(sums.granted == phone->save.count, "the game granted each purchase once");
    good &= step_check(sums.granted == script->charged, "the store sold what the player bought");
    return step_verdict(
        step_check(iap_store_get_totals(script->store, &totals, NULL) == IAP_OK && totals.unfinished == 0,
                   "nothing is unfinished") &&
        good);
}

/* ---- the log ---- */

/* Returns the path of a file in the state folder; the caller frees it. */
static char *path_of(const struct script *script, const char *name) {
    size_t capacity = strlen(script->options->state) + strlen(name) + sizeof "/";
    char *path = malloc(capacity);
    if (path != NULL) {
        snprintf(path, capacity, "%s/%s", script->options->state, name);
    }
    return path;
}

static bool writes_state(iap_store *store, const char *path) {
    iap_error error = IAP_ERROR_VALUE_INIT;
    return step_order("the state", iap_store_write_state(store, path, &error), &error);
}

/* A second store in memory replays the log of the first one, and writes its state. */
static bool plays_back(const struct script *script, const char *log, const char *state) {
    iap_store_options options = IAP_STORE_OPTIONS_INIT;
    options.storekit_path = script->options->storekit;
    options.clock = IAP_STORE_CLOCK_VIRTUAL;
    iap_store *store = NULL;
    iap_error error = IAP_ERROR_VALUE_INIT;
    if (!step_order("the log", iap_store_replay(&options, log, &store, &error), &error)) {
        return false;
    }
    bool good = step_check(iap_store_now_ms(store) == iap_store_now_ms(script->store), "the clock has the same time");
    good = writes_state(store, state) && good;
    return step_check(iap_store_close(store, NULL) == IAP_OK, "the second store closes") && good;
}

static bool is_same(const char *path, const char *other_path) {
    FILE *file = fopen(path, "rb"), *other = fopen(other_path, "rb");
    bool good = file != NULL && other != NULL;
    int byte = 0;
    while (good && byte != EOF) {
        byte = fgetc(file);
        good = fgetc(other) == byte;
    }
    if (file != NULL) {
        fclose(file);
    }
    if (other != NULL) {
        fclose(other);
    }
    return good;
}

enum verdict step_replay(struct script *script) {
    char *log = path_of(script, "store.log"), *state = path_of(script, "store.state");
    char *other_state = path_of(script, "second-store.state");
    iap_error error = IAP_ERROR_VALUE_INIT;
    bool good = log != NULL && state != NULL && other_state != NULL &&
                step_order("the log", iap_store_write_log(script->store, log, &error), &error) &&
                writes_state(script->store, state);
    if (good) {
        print_line("store", "has written the log of the year");
        good = plays_back(script, log, other_state) &&
               step_check(is_same(state, other_state), "both stores have the same state, byte by byte");
    }
    if (good) {
        print_line("store", "a second store has replayed the log and has the same state");
    }
    free(log);
    free(state);
    free(other_state);
    return step_verdict(good);
}

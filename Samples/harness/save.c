#define _POSIX_C_SOURCE 200809L

#include "save.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All periods of a subscription have the same original id. */
static struct save_key key_of(const iap_transaction *transaction) {
    struct save_key key = {iap_transaction_original_id(transaction), 0};
    if (iap_transaction_product_type(transaction) == IAP_PRODUCT_TYPE_AUTO_RENEWABLE_SUBSCRIPTION) {
        key.period_ms = iap_transaction_purchase_date_ms(transaction);
    }
    return key;
}

static bool append(struct save *save, struct save_key key, int32_t quantity, bool taken_back, const char *product_id) {
    struct save_entry *grown = realloc(save->entries, (save->count + 1) * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    save->entries = grown;
    struct save_entry entry = {key, quantity, taken_back, strdup(product_id)};
    if (entry.product_id == NULL) {
        return false;
    }
    save->entries[save->count++] = entry;
    return true;
}

/* An entry is "granted 17 0 3 29" and, on the next line, the product id. The product id may contain any 29 bytes. */
static bool read_entries(struct save *save, FILE *file) {
    char word[16];
    struct save_key key = {0, 0};
    int32_t quantity = 0;
    size_t length = 0;
    int found;
    while ((found = fscanf(file, "%15s %" SCNu64 " %" SCNd64 " %" SCNd32 " %zu", word, &key.original_id, &key.period_ms,
                           &quantity, &length)) == 5) {
        char product_id[IAP_PRODUCT_ID_LENGTH_MAX + 1];
        if (fgetc(file) != '\n' || length >= sizeof product_id || fread(product_id, 1, length, file) != length) {
            return false;
        }
        product_id[length] = '\0';
        if (!append(save, key, quantity, strcmp(word, "taken-back") == 0, product_id)) {
            return false;
        }
    }
    return found == EOF && !ferror(file);
}

bool save_load(struct save *save, const char *folder, const char *device) {
    *save = (struct save){NULL, NULL, 0};
    size_t capacity = strlen(folder) + strlen(device) + sizeof "/.save";
    save->path = malloc(capacity);
    if (save->path == NULL) {
        return false;
    }
    snprintf(save->path, capacity, "%s/%s.save", folder, device);
    FILE *file = fopen(save->path, "r");
    if (file == NULL) {
        return errno == ENOENT;
    }
    bool good = read_entries(save, file);
    fclose(file);
    return good;
}

/* Flushes the list of files in the folder. Otherwise a power loss could bring back the old file. Returns true on success. */
static bool sync_folder_of(char *path) {
    /* The path from save_load() contains a slash. */
    strrchr(path, '/')[1] = '\0';
    int folder = open(path, O_RDONLY);
    bool good = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0) {
        close(folder);
    }
    return good;
}

/* Writes and flushes a complete new file, which then replaces the old one. A kill at any moment leaves one of the two. */
static bool write_file(const struct save *save) {
    size_t capacity = strlen(save->path) + sizeof ".new";
    char *path = malloc(capacity);
    if (path == NULL) {
        return false;
    }
    snprintf(path, capacity, "%s.new", save->path);
    FILE *file = fopen(path, "w");
    bool good = file != NULL;
    for (size_t i = 0; good && i < save->count; i++) {
        const struct save_entry *entry = &save->entries[i];
        good = fprintf(file, "%s %" PRIu64 " %" PRId64 " %" PRId32 " %zu\n%s\n",
                       entry->taken_back ? "taken-back" : "granted", entry->key.original_id, entry->key.period_ms,
                       entry->quantity, strlen(entry->product_id), entry->product_id) > 0;
    }
    good = good && fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL) {
        good = fclose(file) == 0 && good;
    }
    good = good && rename(path, save->path) == 0 && sync_folder_of(path);
    free(path);
    return good;
}

static struct save_entry *find(const struct save *save, struct save_key key) {
    for (size_t i = 0; i < save->count; i++) {
        const struct save_key *other = &save->entries[i].key;
        if (other->original_id == key.original_id && other->period_ms == key.period_ms) {
            return &save->entries[i];
        }
    }
    return NULL;
}

bool save_has(const struct save *save, const iap_transaction *transaction) {
    return find(save, key_of(transaction)) != NULL;
}

enum save_result save_grant(struct save *save, const iap_transaction *transaction) {
    const struct save_key key = key_of(transaction);
    if (find(save, key) != NULL) {
        return SAVE_DONE_BEFORE;
    }
    if (!append(save, key, iap_transaction_quantity(transaction), false, iap_transaction_product_id(transaction))) {
        return SAVE_NOT_WRITTEN;
    }
    if (!write_file(save)) {
        free(save->entries[--save->count].product_id);
        return SAVE_NOT_WRITTEN;
    }
    return SAVE_DONE;
}

enum save_result save_take_back(struct save *save, const iap_transaction *transaction) {
    struct save_entry *entry = find(save, key_of(transaction));
    if (entry == NULL || entry->taken_back) {
        return SAVE_DONE_BEFORE;
    }
    entry->taken_back = true;
    if (!write_file(save)) {
        entry->taken_back = false;
        return SAVE_NOT_WRITTEN;
    }
    return SAVE_DONE;
}

int64_t save_holds(const struct save *save, const char *product_id) {
    int64_t held = 0;
    for (size_t i = 0; i < save->count; i++) {
        const struct save_entry *entry = &save->entries[i];
        if (!entry->taken_back && strcmp(entry->product_id, product_id) == 0) {
            held += entry->quantity;
        }
    }
    return held;
}

void save_close(struct save *save) {
    for (size_t i = 0; i < save->count; i++) {
        free(save->entries[i].product_id);
    }
    free(save->entries);
    free(save->path);
    *save = (struct save){NULL, NULL, 0};
}

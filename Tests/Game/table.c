#include "table.h"

#include <stdlib.h>
#include <string.h>

static table_key *slot_of(const table *table, table_key key) {
    const uint64_t hash =
        (key.id ^ (uint64_t)key.date_ms * UINT64_C(0xD1342543DE82EF95)) * UINT64_C(0x9E3779B97F4A7C15);
    for (size_t i = (size_t)(hash >> 32);; i++) {
        table_key *slot = (table_key *)(void *)(table->slots + (i & (table->capacity - 1)) * table->entry_size);
        if (slot->id == 0 || (slot->id == key.id && slot->date_ms == key.date_ms)) return slot;
    }
}

static void grow(table *table) {
    const struct table old = *table;
    table->capacity = old.capacity == 0 ? 64 : old.capacity * 2;
    table->slots = calloc(table->capacity, table->entry_size);
    if (table->slots == NULL) abort();
    for (size_t i = 0; i < old.capacity; i++) {
        const table_key *entry = table_at(&old, i);
        if (entry != NULL) memcpy(slot_of(table, *entry), entry, table->entry_size);
    }
    free(old.slots);
}

void *table_of(table *table, table_key key) {
    if (key.id == 0) abort();
    if (table->count * 2 >= table->capacity) grow(table);
    table_key *entry = slot_of(table, key);
    if (entry->id == 0) {
        *entry = key;
        table->count++;
    }
    return entry;
}

void *table_find(const table *table, table_key key) {
    if (table->capacity == 0 || key.id == 0) return NULL;
    table_key *entry = slot_of(table, key);
    return entry->id != 0 ? entry : NULL;
}

void *table_at(const table *table, size_t slot) {
    table_key *entry = (table_key *)(void *)(table->slots + slot * table->entry_size);
    return entry->id != 0 ? entry : NULL;
}

void table_clear(table *table) {
    free(table->slots);
    table->slots = NULL;
    table->count = table->capacity = 0;
}

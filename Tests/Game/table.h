/*
 * table.h: a table of entries that are found by a key. Each entry is a struct that begins with its key. Entries move in memory
 * when others are added.
 */
#ifndef TESTS_GAME_TABLE_H
#define TESTS_GAME_TABLE_H

#include <stddef.h>
#include <stdint.h>

/** A purchase: the original id and the purchase date, under all its ids. A transaction: its id. */
typedef struct table_key {
    uint64_t id; /**< not 0 */
    int64_t date_ms;
} table_key;

typedef struct table {
    size_t entry_size; /**< set it before the first use */
    char *slots;       /**< those with the id 0 are empty */
    size_t count, capacity;
} table;

/** The entry with this key, added with zeros if it is new. */
void *table_of(table *table, table_key key);
/** NULL if there is none. */
void *table_find(const table *table, table_key key);
/** The entry in this slot, from 0 to the capacity minus one; NULL if the slot is empty. */
void *table_at(const table *table, size_t slot);
void table_clear(table *table);

#endif

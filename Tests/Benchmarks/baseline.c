#include "baseline.h"

#include <sqlite3.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

int32_t baseline_process(const uint32_t *word, uint32_t max_events) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE) == 0 ? 0 : (int32_t)max_events;
}

/* The value of a column in a copied row; without a special value, the column itself. :first is the id before the first copy. */
static const char *value_of(const char *column) {
    static const char *const values[][2] = {
        {"transaction_id", ":first + n.i"},
        {"original_id", "CASE WHEN base.expiration_ms IS NULL THEN :first + n.i ELSE base.original_id END"},
        {"purchase_ms", "base.purchase_ms - (:count - n.i + 400) * 86400000"},
        {"expiration_ms", "base.expiration_ms - (:count - n.i + 400) * 86400000"},
        {"is_finished", ":finished"},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strcmp(values[i][0], column) == 0) return values[i][1];
    return NULL;
}

/* The names of all columns, and their values in the copies. */
static int list_columns(sqlite3 *database, char *names, char *values, size_t size) {
    sqlite3_stmt *columns = NULL;
    size_t name_length = 0, value_length = 0;
    if (sqlite3_prepare_v2(database, "SELECT name FROM pragma_table_info('ledger')", -1, &columns, NULL) != SQLITE_OK)
        return 0;
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(columns, 0);
        const char *value = value_of(name), *comma = name_length == 0 ? "" : ", ";
        name_length += (size_t)snprintf(names + name_length, size - name_length, "%s%s", comma, name);
        value_length += (size_t)snprintf(values + value_length, size - value_length, "%s%s%s", comma,
                                         value ? "" : "base.", value ? value : name);
        if (name_length >= size || value_length >= size) break;
    }
    sqlite3_finalize(columns);
    return name_length > 0 && name_length < size && value_length < size;
}

int64_t baseline_copy_rows(const char *path, int64_t count, int is_finished, const char *other_type) {
    sqlite3 *database = NULL;
    sqlite3_stmt *copy = NULL;
    char names[2048], values[4096], text[8192];
    int64_t copied = -1;
    if (sqlite3_open(path, &database) == SQLITE_OK && list_columns(database, names, values, sizeof names)) {
        snprintf(text, sizeof text,
                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count),"
                 " source(id, type) AS (SELECT max(transaction_id), product_type FROM ledger GROUP BY product_type)"
                 "INSERT INTO ledger (%s) SELECT %s FROM n JOIN source ON source.type ="
                 " CASE WHEN n.i %% 2 THEN coalesce(:other, 'Consumable') ELSE 'Consumable' END"
                 " JOIN ledger AS base ON base.transaction_id = source.id",
                 names, values);
        sqlite3_stmt *first = NULL;
        int64_t before = 0;
        if (sqlite3_prepare_v2(database, "SELECT min(transaction_id) FROM ledger", -1, &first, NULL) == SQLITE_OK &&
            sqlite3_step(first) == SQLITE_ROW)
            before = sqlite3_column_int64(first, 0) - count - 1;
        sqlite3_finalize(first);
        if (before > 0 && sqlite3_prepare_v2(database, text, -1, &copy, NULL) == SQLITE_OK) {
            sqlite3_bind_int64(copy, sqlite3_bind_parameter_index(copy, ":count"), count);
            sqlite3_bind_int64(copy, sqlite3_bind_parameter_index(copy, ":first"), before);
            sqlite3_bind_int(copy, sqlite3_bind_parameter_index(copy, ":finished"), is_finished);
            sqlite3_bind_text(copy, sqlite3_bind_parameter_index(copy, ":other"), other_type, -1, SQLITE_STATIC);
            if (sqlite3_step(copy) == SQLITE_DONE) copied = sqlite3_changes(database);
        }
    }
    if (copied != count) fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(database));
    sqlite3_finalize(copy);
    sqlite3_close(database);
    return copied;
}

int64_t baseline_read_unfinished(const char *path) {
    sqlite3 *database = NULL;
    sqlite3_stmt *rows = NULL;
    int64_t count = -1;
    if (sqlite3_open(path, &database) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "SELECT * FROM ledger WHERE account = 'player' AND is_finished = 0", -1, &rows,
                           NULL) == SQLITE_OK) {
        count = 0;
        int step = SQLITE_OK;
        while ((step = sqlite3_step(rows)) == SQLITE_ROW) {
            for (int column = 0; column < sqlite3_column_count(rows); column++) sqlite3_column_text(rows, column);
            count++;
        }
        if (step != SQLITE_DONE) count = -1;
    }
    sqlite3_finalize(rows);
    sqlite3_close(database);
    return count;
}

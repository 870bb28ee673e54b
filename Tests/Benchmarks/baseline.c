#include "baseline.h"

#include <sqlite3.h>
#include <stddef.h>

int32_t baseline_process(const uint32_t *word, uint32_t max_events) {
    return __atomic_load_n(word, __ATOMIC_ACQUIRE) == 0 ? 0 : (int32_t)max_events;
}

int64_t baseline_query(void) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    int64_t row = -1;
    if (sqlite3_open(":memory:", &database) == SQLITE_OK &&
        sqlite3_prepare_v2(database, "SELECT 42", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        row = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return row;
}

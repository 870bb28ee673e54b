#include "baseline.h"

#include <sqlite3.h>
#include <stdlib.h>

struct baseline_files {
    sqlite3 *databases[2];
    sqlite3_stmt *inserts[2];
};

static int open_file(baseline_files *files, int file, const char *path) {
    static const char schema[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                                 "CREATE TABLE entry (number INTEGER PRIMARY KEY, text TEXT NOT NULL)";
    return sqlite3_open(path, &files->databases[file]) == SQLITE_OK &&
           sqlite3_exec(files->databases[file], schema, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(files->databases[file], "INSERT INTO entry (text) VALUES ('a small row')", -1,
                              &files->inserts[file], NULL) == SQLITE_OK;
}

baseline_files *baseline_open_files(const char *first_path, const char *second_path) {
    baseline_files *files = calloc(1, sizeof *files);
    if (files && open_file(files, 0, first_path) && open_file(files, 1, second_path)) return files;
    baseline_close_files(files);
    return NULL;
}

int64_t baseline_commit(baseline_files *files, int64_t in_first, int64_t in_second) {
    int64_t made[2] = {0, 0};
    while (made[0] < in_first || made[1] < in_second) {
        /* The database that is further behind its share. */
        const int file = (made[0] + 1) * in_second <= (made[1] + 1) * in_first ? 0 : 1;
        const int step = sqlite3_step(files->inserts[file]);
        if (sqlite3_reset(files->inserts[file]) != SQLITE_OK || step != SQLITE_DONE) break;
        made[file]++;
    }
    return made[0] + made[1];
}

void baseline_close_files(baseline_files *files) {
    if (!files) return;
    for (int file = 0; file < 2; file++) {
        sqlite3_finalize(files->inserts[file]);
        sqlite3_close(files->databases[file]);
    }
    free(files);
}

/* Calls of an SQLite function with variable arguments, which Swift cannot call. */
#ifndef CIAPDATABASE_H
#define CIAPDATABASE_H

/** Keeps the write-ahead log when the connection (sqlite3 *) is closed. Its content is not copied to the file. */
void database_keep_log(void *connection);

/** Makes SQLite ignore code in a file: triggers, views, functions with side effects. Our files contain none. */
void database_trust_no_schema(void *connection);

#endif

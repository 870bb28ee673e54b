/* Calls the function of SQLite that takes a variable number of arguments. Swift cannot call it. */
#ifndef CIAPDATABASE_H
#define CIAPDATABASE_H

/** When the connection (sqlite3 *) is closed, the log stays beside the file and is not copied to the pages. */
void database_keep_log(void *connection);

/** Makes SQLite ignore code in a file that would run automatically: triggers, views, functions with side effects. The
    library's files contain none. */
void database_trust_no_schema(void *connection);

#endif

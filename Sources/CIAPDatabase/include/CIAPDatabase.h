/* Uses of the function of SQLite that takes a variable number of arguments, which Swift cannot call. */
#ifndef CIAPDATABASE_H
#define CIAPDATABASE_H

/** When the connection (sqlite3 *) is closed, the log stays beside the file and is not copied to the pages. */
void database_keep_log(void *connection);

/** Makes SQLite ignore what a file would run by itself: triggers, views, functions with side effects. No file of ours has any. */
void database_trust_no_schema(void *connection);

#endif

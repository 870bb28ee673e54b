/* Calls of an SQLite function with variable arguments, which Swift cannot call. */
#ifndef CIAPDATABASE_H
#define CIAPDATABASE_H

/** Makes SQLite ignore code in a file: triggers, views, functions with side effects. Our files contain none. */
void database_trust_no_schema(void *connection);

#endif

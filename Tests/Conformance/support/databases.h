/*
 * databases.h: SQLite files written byte by byte, because the tests use no library except the one that they test.
 * The file format: https://www.sqlite.org/fileformat2.html
 */
#ifndef CONFORMANCE_DATABASES_H
#define CONFORMANCE_DATABASES_H

#include <stdint.h>

/** Writes the database of another program: one empty table, and these numbers in its header. */
void write_foreign_database(const char *path, uint32_t application_id, uint32_t user_version);

/** Makes a database look as if a newer version of its program had written it. */
void raise_database_version(const char *path, uint32_t user_version);

#endif

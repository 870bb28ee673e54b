/*
 * files.h: files of the tests. Each test has its own folder, which is removed after the test.
 */
#ifndef CONFORMANCE_FILES_H
#define CONFORMANCE_FILES_H

#include "whole_files.h"

/** The path of a file with this name in the folder of the test; there is no such file yet. Valid until the test ends. */
const char *temporary_path(const char *name);

/** Removes all files; a test may use the names again. Called after each test. */
void files_remove(void);

/** How many entries a folder has, without hidden ones; 0 if there is no such folder. */
size_t folder_entries(const char *path);

/** file_load() and file_store() for files that a test needs. */
file_content file_read(const char *path);
void file_write(const char *path, const void *bytes, size_t length);
void file_write_text(const char *path, const char *text);
/** How many entries the folder of the test has. */
size_t temporary_entry_count(void);

#endif

/*
 * files.h: files of the tests. Each test has a folder of its own, which is removed when the test is over.
 */
#ifndef CONFORMANCE_FILES_H
#define CONFORMANCE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** The path of a file of this name in the folder of the test; nothing is there yet. Valid until the test is over. */
const char *temporary_path(const char *name);

/** Removes all of them; the names may be used again. Called after each test. */
void files_remove(void);

typedef struct file_content {
    uint8_t *bytes; /**< to be freed */
    size_t length;
} file_content;

/** How many entries a folder has, hidden ones not counted; 0 if there is no such folder. */
size_t folder_entries(const char *path);

bool file_exists(const char *path);
file_content file_read(const char *path);
void file_write(const char *path, const void *bytes, size_t length);
void file_write_text(const char *path, const char *text);
bool file_equals(const char *path, file_content expected);
/** How many entries the folder of the test has. */
size_t temporary_entry_count(void);

#endif

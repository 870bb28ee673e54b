/*
 * whole_files.h: files that are read and written as a whole.
 */
#ifndef TESTS_GAME_WHOLE_FILES_H
#define TESTS_GAME_WHOLE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct file_content {
    uint8_t *bytes; /**< with a zero at the end; to be freed; NULL: the file cannot be read */
    size_t length;
} file_content;

file_content file_load(const char *path);
/** Replaces a file, or makes one that only this user can read. Returns whether everything was written. */
bool file_store(const char *path, const void *bytes, size_t length);
bool file_exists(const char *path);
bool file_equals(const char *path, file_content expected);

#endif

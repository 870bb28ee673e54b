/*
 * folder.h: the folders in which games are killed, as values: to be copied, emptied and compared.
 */
#ifndef CRASH_FOLDER_H
#define CRASH_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

/** Makes an empty folder for temporary files; gives its path in a buffer of 64 bytes. In memory if the system has such a
 *  place: a kill needs no disk, as what was written survives the process either way. */
bool folder_make(char *path);
void folder_empty(const char *path);
void folder_remove(const char *path);
/** Empties one and copies the files of the other. */
bool folder_copy(const char *from, const char *to);
/** Copies one file; if it is not there, it is not there afterwards. */
bool folder_copy_file(const char *from, const char *to, const char *name);
/** A number that two folders with the same files have in common, but for those that SQLite makes anew at each start. */
uint64_t folder_hash(const char *path);

#endif

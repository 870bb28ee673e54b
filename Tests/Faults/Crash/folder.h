/*
 * folder.h: the folders in which games are killed, as values: they can be copied, emptied and compared.
 */
#ifndef CRASH_FOLDER_H
#define CRASH_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

/** Makes an empty folder for temporary files; writes its path to a buffer of 64 bytes. The folder is in memory if the system
 *  has such a place. A kill needs no disk, because written data survives the process in both cases. */
bool folder_make(char *path);
void folder_empty(const char *path);
void folder_remove(const char *path);
/** Empties one folder and copies the files of the other folder to it. */
bool folder_copy(const char *from, const char *to);
/** Copies one file; if it does not exist, it does not exist in the target afterwards. */
bool folder_copy_file(const char *from, const char *to, const char *name);
/** A number that is equal for two folders with the same files. It ignores the files that SQLite creates again at each start. */
uint64_t folder_hash(const char *path);

#endif

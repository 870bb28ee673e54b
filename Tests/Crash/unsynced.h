/*
 * unsynced.h: what a power failure would take. Every change of a file is kept until the file, or for names the folder, is
 * synced.
 */
#ifndef CRASH_UNSYNCED_H
#define CRASH_UNSYNCED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** About to write. Call it before the write. */
void unsynced_write(const char *path, const void *bytes, size_t length, off_t offset);
/** About to change the length. */
void unsynced_truncate(const char *path, off_t length);
void unsynced_create(const char *path);
/** About to remove the name. */
void unsynced_unlink(const char *path);
void unsynced_rename(const char *from, const char *to);
void unsynced_forget_file(const char *path);
void unsynced_forget_names(void);

/** Takes the changes back, newest first, until this many are left. */
void unsynced_lose(size_t left);
size_t unsynced_count(void);
/** Does the newest write again that was taken back. */
void unsynced_keep_newest(void);

#endif

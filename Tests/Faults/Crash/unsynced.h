/*
 * unsynced.h: what a power failure would lose. Every change of a file is kept until the file, or for names the folder, is
 * flushed.
 */
#ifndef CRASH_UNSYNCED_H
#define CRASH_UNSYNCED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** A write follows. Call this before the write. */
void unsynced_write(const char *path, const void *bytes, size_t length, off_t offset);
/** A change of the length follows. */
void unsynced_truncate(const char *path, off_t length);
void unsynced_create(const char *path);
/** The removal of the name follows. */
void unsynced_unlink(const char *path);
void unsynced_rename(const char *from, const char *to);
void unsynced_forget_file(const char *path);
void unsynced_forget_names(void);

/** Undoes the changes, newest first, until this many are left. */
void unsynced_lose(size_t left);
size_t unsynced_count(void);
/** Repeats the newest write that was undone. */
void unsynced_keep_newest(void);

#endif

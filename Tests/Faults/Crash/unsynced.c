#define _GNU_SOURCE
#include "unsynced.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PATH_MAX_HERE 512

typedef enum { WRITTEN, TRUNCATED, CREATED, UNLINKED, RENAMED } kind;

typedef struct change {
    struct change *older, *newer;
    kind kind;
    char path[PATH_MAX_HERE], other[PATH_MAX_HERE];
    off_t offset, old_size;
    char *old_bytes, *new_bytes;
    size_t old_length, new_length;
    bool is_lost;
} change;

static change *newest;

static change *add(kind kind, const char *path) {
    change *added = calloc(1, sizeof *added);
    if (added == NULL) abort();
    added->kind = kind;
    snprintf(added->path, sizeof added->path, "%s", path);
    added->older = newest;
    if (newest != NULL) newest->newer = added;
    newest = added;
    return added;
}

static void drop(change *change) {
    if (change->newer != NULL) change->newer->older = change->older;
    else newest = change->older;
    if (change->older != NULL) change->older->newer = change->newer;
    free(change->old_bytes);
    free(change->new_bytes);
    free(change);
}

/* All calls bypass the C library, because its functions lead to the shim. */
static int open_raw(const char *path, int flags) { return (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0644); }

static void write_raw(int file, const char *bytes, size_t length, off_t offset) {
    if (length > 0) syscall(SYS_pwrite64, file, bytes, length, offset);
}

/* Keeps the old content of a part of the file, if the file exists. */
static void keep_old(change *change, off_t offset, size_t length) {
    struct stat status;
    const int file = open_raw(change->path, O_RDONLY);
    if (file < 0) return;
    if (fstat(file, &status) == 0) change->old_size = status.st_size;
    change->offset = offset;
    if (offset < change->old_size && length > 0) {
        const size_t there = (size_t)(change->old_size - offset);
        change->old_length = length < there ? length : there;
        change->old_bytes = malloc(change->old_length);
        if (change->old_bytes == NULL) abort();
        const ssize_t count = pread(file, change->old_bytes, change->old_length, offset);
        change->old_length = count > 0 ? (size_t)count : 0;
    }
    syscall(SYS_close, file);
}

void unsynced_write(const char *path, const void *bytes, size_t length, off_t offset) {
    change *change = add(WRITTEN, path);
    keep_old(change, offset, length);
    change->new_bytes = malloc(length > 0 ? length : 1);
    if (change->new_bytes == NULL) abort();
    memcpy(change->new_bytes, bytes, length);
    change->new_length = length;
}

void unsynced_truncate(const char *path, off_t length) { keep_old(add(TRUNCATED, path), length, SIZE_MAX); }

void unsynced_create(const char *path) { add(CREATED, path); }

void unsynced_unlink(const char *path) { keep_old(add(UNLINKED, path), 0, SIZE_MAX); }

void unsynced_rename(const char *from, const char *to) {
    change *change = add(RENAMED, to);
    keep_old(change, 0, SIZE_MAX);
    snprintf(change->other, sizeof change->other, "%s", from);
}

static bool is_about_names(kind kind) { return kind == CREATED || kind == UNLINKED || kind == RENAMED; }

void unsynced_forget_file(const char *path) {
    for (change *change = newest, *older; change != NULL; change = older) {
        older = change->older;
        if (!is_about_names(change->kind) && strcmp(change->path, path) == 0) drop(change);
    }
}

void unsynced_forget_names(void) {
    for (change *change = newest, *older; change != NULL; change = older) {
        older = change->older;
        if (is_about_names(change->kind)) drop(change);
    }
}

size_t unsynced_count(void) {
    size_t count = 0;
    for (const change *change = newest; change != NULL; change = change->older) count += !change->is_lost;
    return count;
}

static void take_back(change *change) {
    change->is_lost = true;
    if (change->kind == CREATED) {
        syscall(SYS_unlinkat, AT_FDCWD, change->path, 0);
        return;
    }
    if (change->kind == RENAMED) syscall(SYS_renameat2, AT_FDCWD, change->path, AT_FDCWD, change->other, 0);
    const bool makes = change->kind == UNLINKED || (change->kind == RENAMED && change->old_bytes != NULL);
    const int file = open_raw(change->path, O_WRONLY | (makes ? O_CREAT : 0));
    if (file < 0) return;
    write_raw(file, change->old_bytes, change->old_length, change->offset);
    syscall(SYS_ftruncate, file, change->old_size);
    syscall(SYS_close, file);
}

void unsynced_lose(size_t left) {
    size_t count = unsynced_count();
    for (change *change = newest; change != NULL && count > left; change = change->older) {
        if (change->is_lost) continue;
        take_back(change);
        count--;
    }
}

void unsynced_keep_newest(void) {
    for (change *change = newest; change != NULL; change = change->older) {
        if (change->kind != WRITTEN || !change->is_lost) continue;
        const int file = open_raw(change->path, O_WRONLY);
        if (file < 0) return;
        write_raw(file, change->new_bytes, change->new_length, change->offset);
        syscall(SYS_close, file);
        return;
    }
}

/*
 * crash_shim.c: a library for LD_PRELOAD that counts the calls with which a process changes regular files, and ends the
 * process, or fills its disk, at one of them. The system calls themselves are made without the C library, so that what
 * the test writes with syscall() is neither counted nor disturbed.
 *
 *   CRASH_AT=k        at the k-th call, from 1; without it the calls are only counted
 *   CRASH_HOW=before  SIGKILL instead of the call
 *   CRASH_HOW=torn    half of the data of a write is written first
 *   CRASH_HOW=full    no kill: this call and all later ones that need room fail with ENOSPC
 *   CRASH_COUNT=path  where the number of calls is written when the process ends by itself
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;
static long crash_at = -1;
static enum { BEFORE, TORN, FULL } crash_how;
static const char *count_path;

__attribute__((constructor)) static void read_environment(void) {
    const char *at = getenv("CRASH_AT"), *how = getenv("CRASH_HOW");
    if (at != NULL) crash_at = atol(at);
    if (how != NULL && strcmp(how, "torn") == 0) crash_how = TORN;
    if (how != NULL && strcmp(how, "full") == 0) crash_how = FULL;
    count_path = getenv("CRASH_COUNT");
}

__attribute__((destructor)) static void write_count(void) {
    if (count_path == NULL) return;
    char text[32];
    const int length = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
    const int file = open(count_path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0) syscall(SYS_write, file, text, (size_t)length);
}

static bool is_regular(int file) {
    struct stat status;
    return file > 2 && fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_regular_path(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void end_here(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

typedef enum { GO_ON, TEAR, NO_ROOM } verdict;

/* Counts a call and says what is to become of it. */
static verdict judge(bool needs_room) {
    const long number = atomic_fetch_add(&calls, 1) + 1;
    if (crash_at < 0 || number < crash_at) return GO_ON;
    if (crash_how == FULL) return needs_room ? NO_ROOM : GO_ON;
    if (number > crash_at) return GO_ON; /* another thread is ending the process */
    if (crash_how == TORN && needs_room) return TEAR;
    end_here();
    return GO_ON;
}

static ssize_t no_room(void) {
    errno = ENOSPC;
    return -1;
}

ssize_t write(int file, const void *bytes, size_t length) {
    const verdict what = is_regular(file) ? judge(true) : GO_ON;
    if (what == NO_ROOM) return no_room();
    if (what == TEAR) {
        syscall(SYS_write, file, bytes, length / 2);
        end_here();
    }
    return syscall(SYS_write, file, bytes, length);
}

static ssize_t write_at(int file, const void *bytes, size_t length, off_t offset) {
    const verdict what = is_regular(file) ? judge(true) : GO_ON;
    if (what == NO_ROOM) return no_room();
    if (what == TEAR) {
        syscall(SYS_pwrite64, file, bytes, length / 2, offset);
        end_here();
    }
    return syscall(SYS_pwrite64, file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return write_at(file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return write_at(file, bytes, length, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    const verdict what = is_regular(file) ? judge(true) : GO_ON;
    if (what == NO_ROOM) return no_room();
    if (what == TEAR) {
        syscall(SYS_writev, file, parts, count / 2);
        end_here();
    }
    return syscall(SYS_writev, file, parts, count);
}

int fsync(int file) {
    if (is_regular(file)) judge(false);
    return (int)syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    if (is_regular(file)) judge(false);
    return (int)syscall(SYS_fdatasync, file);
}

static int truncate_to(int file, off_t length) {
    struct stat status;
    const bool grows = fstat(file, &status) == 0 && length > status.st_size;
    const verdict what = is_regular(file) ? judge(grows) : GO_ON;
    if (what == NO_ROOM) return (int)no_room();
    if (what == TEAR) end_here();
    return (int)syscall(SYS_ftruncate, file, length);
}

int ftruncate(int file, off_t length) { return truncate_to(file, length); }

int ftruncate64(int file, off64_t length) { return truncate_to(file, length); }

int rename(const char *from, const char *to) {
    if (is_regular_path(from)) judge(false);
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

int unlink(const char *path) {
    if (is_regular_path(path)) judge(false);
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

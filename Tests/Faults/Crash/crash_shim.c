#define _GNU_SOURCE
#include "crash_shim.h"

#include "unsynced.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define FILES_MAX 256
#define PATH_LENGTH_MAX 512

/* Held during the system call itself: when the process ends, no other thread is in the middle of a step. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_counting, is_full, is_marked, fails_log_sync;
static int reads_to_pass, reads_to_fail;
static shim_part part;
static char folder[PATH_LENGTH_MAX];
static size_t folder_length;
static long crash_at;
static shim_how crash_how;
static uint32_t random_seed;
static shim_trace *trace;
/* The names of the counted files, by descriptor. */
static char names[FILES_MAX][PATH_LENGTH_MAX];

void shim_begin(const char *path, long at, shim_how how, uint32_t seed, shim_trace *new_trace) {
    snprintf(folder, sizeof folder, "%s", path);
    folder_length = strlen(folder);
    crash_at = at;
    crash_how = how;
    random_seed = seed;
    trace = new_trace;
    atomic_store(&trace->count, 0);
    is_full = false;
    is_counting = true;
}

void shim_mark(void) { is_marked = true; }

void shim_fail_reads(int to_pass, int to_fail) {
    reads_to_pass = to_pass;
    reads_to_fail = to_fail;
}

void shim_fail_log_sync(void) { fails_log_sync = true; }
bool shim_awaits_log_sync(void) { return fails_log_sync; }

static shim_part part_of(const char *name) {
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, "-wal") == 0 ? SHIM_LOG : SHIM_PAGES;
}

/* Whether it is one of the files that must survive the process. */
static bool counts(const char *path) {
    if (!is_counting || strncmp(path, folder, folder_length) != 0 || path[folder_length] != '/') return false;
    const char *name = path + folder_length + 1;
    const size_t length = strlen(name);
    if (strcmp(name, "save") == 0) return false;
    return length < 4 || strcmp(name + length - 4, "-shm") != 0;
}

static const char *name_of(int file) {
    if (!is_counting || file < 0 || file >= FILES_MAX || names[file][0] == 0) return NULL;
    return names[file];
}

static void end_here(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

static void fail_power(void) {
    const size_t count = unsynced_count();
    unsynced_lose(crash_how == SHIM_HALF ? count / 2 : 0);
    if (crash_how == SHIM_LATE) unsynced_keep_newest();
    end_here();
}

typedef enum { GO_ON, TEAR, DIE_AFTERWARDS, NO_ROOM } verdict;

/* Counts a step and decides what happens to it. */
static verdict judge(shim_step step, bool needs_room) {
    const long number = atomic_fetch_add(&trace->count, 1) + 1;
    if (number <= SHIM_STEPS_MAX) {
        trace->steps[number - 1] = (uint8_t)step;
        trace->parts[number - 1] = (uint8_t)part;
        trace->marked[number - 1] = is_marked;
    }
    is_marked = false;
    part = SHIM_NAMES;
    if (is_full && needs_room) return NO_ROOM;
    if (number != crash_at) return GO_ON;
    switch (crash_how) {
    case SHIM_AFTER: return DIE_AFTERWARDS;
    case SHIM_TORN:
        if (step == SHIM_WRITE) return TEAR;
        end_here();
        break;
    case SHIM_LOST:
    case SHIM_HALF:
    case SHIM_LATE: fail_power(); break;
    case SHIM_FULL: is_full = true; return needs_room ? NO_ROOM : GO_ON;
    default: end_here(); break;
    }
    return GO_ON;
}

static long fail_with(int code) {
    errno = code;
    return -1;
}

ssize_t pread64(int file, void *bytes, size_t length, off64_t offset) {
    const char *name = reads_to_fail > 0 ? name_of(file) : NULL;
    if (name == NULL || part_of(name) == SHIM_LOG || reads_to_pass-- > 0)
        return syscall(SYS_pread64, file, bytes, length, offset);
    reads_to_fail--;
    return fail_with(EIO);
}

static ssize_t write_at(int file, const void *bytes, size_t length, off_t offset) {
    pthread_mutex_lock(&lock);
    ssize_t result;
    const char *name = name_of(file);
    if (name == NULL) {
        pthread_mutex_unlock(&lock);
        return syscall(SYS_pwrite64, file, bytes, length, offset);
    }
    part = part_of(name);
    const verdict what = judge(SHIM_WRITE, true);
    if (what == TEAR) {
        syscall(SYS_pwrite64, file, bytes, length / 2, offset);
        end_here();
    }
    if (what == NO_ROOM) {
        result = fail_with(ENOSPC);
    } else {
        unsynced_write(name, bytes, length, offset);
        result = syscall(SYS_pwrite64, file, bytes, length, offset);
    }
    if (what == DIE_AFTERWARDS) end_here();
    pthread_mutex_unlock(&lock);
    return result;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    return write_at(file, bytes, length, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    return write_at(file, bytes, length, offset);
}

/* The position in a counted file is known to the system only. */
ssize_t write(int file, const void *bytes, size_t length) {
    if (name_of(file) == NULL) return syscall(SYS_write, file, bytes, length);
    const off_t offset = lseek(file, 0, SEEK_CUR);
    const ssize_t count = write_at(file, bytes, length, offset);
    if (count > 0) lseek(file, offset + count, SEEK_SET);
    return count;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    if (name_of(file) == NULL) return syscall(SYS_writev, file, parts, count);
    ssize_t total = 0;
    for (int i = 0; i < count; i++) {
        const ssize_t written = write(file, parts[i].iov_base, parts[i].iov_len);
        if (written < 0) return total > 0 ? total : -1;
        total += written;
    }
    return total;
}

/* A change that writes no data: a step of this kind, made by the system call with these arguments. */
static long change(shim_step step, bool needs_room, long number, long first, long second, long third, long fourth) {
    const verdict what = judge(step, needs_room);
    const long result = what == NO_ROOM ? fail_with(ENOSPC) : syscall(number, first, second, third, fourth, 0);
    if (what == DIE_AFTERWARDS) end_here();
    return result;
}

static int sync_file(int file, long number) {
    pthread_mutex_lock(&lock);
    const char *name = name_of(file);
    long result;
    if (name == NULL) {
        struct stat status;
        if (is_counting && fstat(file, &status) == 0 && S_ISDIR(status.st_mode)) {
            result = change(SHIM_SYNC, false, number, file, 0, 0, 0);
            unsynced_forget_names();
        } else {
            result = syscall(number, file);
        }
    } else {
        part = part_of(name);
        if (part == SHIM_LOG && fails_log_sync) {
            fails_log_sync = false;
            atomic_store(&trace->count, 0);
            result = fail_with(EIO);
        } else {
            result = change(SHIM_SYNC, false, number, file, 0, 0, 0);
        }
        if (result == 0) unsynced_forget_file(name);
    }
    pthread_mutex_unlock(&lock);
    return (int)result;
}

int fsync(int file) { return sync_file(file, SYS_fsync); }
int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

static int truncate_to(int file, off_t length) {
    pthread_mutex_lock(&lock);
    const char *name = name_of(file);
    long result;
    if (name == NULL) {
        result = syscall(SYS_ftruncate, file, length);
    } else {
        struct stat status;
        const bool grows = fstat(file, &status) == 0 && length > status.st_size;
        const verdict what = judge(SHIM_TRUNCATE, grows);
        if (what != NO_ROOM) unsynced_truncate(name, length);
        result = what == NO_ROOM ? fail_with(ENOSPC) : syscall(SYS_ftruncate, file, length);
        if (what == DIE_AFTERWARDS) end_here();
    }
    pthread_mutex_unlock(&lock);
    return (int)result;
}

int ftruncate(int file, off_t length) { return truncate_to(file, length); }
int ftruncate64(int file, off64_t length) { return truncate_to(file, length); }

int rename(const char *from, const char *to) {
    if (!counts(from) && !counts(to)) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    pthread_mutex_lock(&lock);
    const verdict what = judge(SHIM_RENAME, false);
    unsynced_rename(from, to);
    const long result = syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (what == DIE_AFTERWARDS) end_here();
    pthread_mutex_unlock(&lock);
    return (int)result;
}

int unlink(const char *path) {
    struct stat status;
    if (!counts(path) || lstat(path, &status) != 0) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_mutex_lock(&lock);
    const verdict what = judge(SHIM_UNLINK, false);
    unsynced_unlink(path);
    const long result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (what == DIE_AFTERWARDS) end_here();
    pthread_mutex_unlock(&lock);
    return (int)result;
}

/* Opens a file of random bytes that are always the same for a seed. */
static int open_random(int flags) {
    const int file = (int)syscall(SYS_memfd_create, "random", flags & O_CLOEXEC ? MFD_CLOEXEC : 0);
    uint8_t bytes[4096];
    uint32_t state = random_seed * 2654435761u + 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        state = state * 1664525u + 1013904223u;
        bytes[i] = (uint8_t)(state >> 24);
    }
    syscall(SYS_pwrite64, file, bytes, sizeof bytes, 0);
    return file;
}

static int open_file(const char *path, int flags, mode_t mode) {
    if (is_counting && strcmp(path, "/dev/urandom") == 0) return open_random(flags);
    if (!counts(path)) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat status;
    long result;
    if ((flags & O_CREAT) != 0 && lstat(path, &status) != 0) {
        const verdict what = judge(SHIM_CREATE, true);
        if (what != NO_ROOM) unsynced_create(path);
        result = what == NO_ROOM ? fail_with(ENOSPC) : syscall(SYS_openat, AT_FDCWD, path, flags, mode);
        if (what == DIE_AFTERWARDS) end_here();
    } else {
        result = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    }
    if (result >= 0 && result < FILES_MAX) snprintf(names[result], sizeof names[result], "%s", path);
    pthread_mutex_unlock(&lock);
    return (int)result;
}

static mode_t mode_from(int flags, va_list arguments) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_from(flags, arguments);
    va_end(arguments);
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_from(flags, arguments);
    va_end(arguments);
    return open_file(path, flags | O_LARGEFILE, mode);
}

int close(int file) {
    if (file >= 0 && file < FILES_MAX) names[file][0] = 0;
    return (int)syscall(SYS_close, file);
}

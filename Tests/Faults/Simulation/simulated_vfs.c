#include "simulated_files.h"
#include "simulated_memory.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

static sqlite3_vfs vfs;
static sqlite3_vfs *system_vfs;
static chance randomness = {UINT64_C(0x73696D756C617465)};

/* Whether the operation continues; if not, sets its error. */
static bool begin(disk_file *file, disk_operation kind, int error, int *result) {
    *result = error;
    if (file->disk == NULL) return false;
    const disk_fault fault = disk_begin(file->disk, kind);
    if (fault == DISK_FULL) *result = SQLITE_FULL;
    if (is_death(fault)) disk_die(file->disk, fault);
    return fault == DISK_NO_FAULT;
}

/* -------------------------------------------------------------------------------------------- reading and writing */

static int file_close(sqlite3_file *base) {
    handle *handle = (struct handle *)base;
    disk_file *file = handle->file;
    if (handle->is_deleted_on_close && file->disk != NULL) file_delete(file);
    file_release(file);
    return SQLITE_OK;
}

static int file_read(sqlite3_file *base, void *buffer, int length, sqlite3_int64 offset) {
    disk_file *file = ((handle *)base)->file;
    int result;
    if (!begin(file, DISK_READ, SQLITE_IOERR_READ, &result)) return result;
    const size_t size = file->now.size, start = (size_t)offset;
    size_t count = start >= size ? 0 : size - start;
    if (count > (size_t)length) count = (size_t)length;
    if (count > 0) memcpy(buffer, file->now.start + start, count);
    if (count == (size_t)length) return SQLITE_OK;
    memset((char *)buffer + count, 0, (size_t)length - count);
    return SQLITE_IOERR_SHORT_READ;
}

static int file_write_at(sqlite3_file *base, const void *data, int length, sqlite3_int64 offset) {
    disk_file *file = ((handle *)base)->file;
    int result;
    disk *disk = file->disk;
    if (disk == NULL) return SQLITE_IOERR_WRITE;
    const disk_fault fault = disk_begin(disk, DISK_WRITE);
    if (fault == DISK_NO_FAULT || is_death(fault)) {
        file_write(file, data, (size_t)length, (size_t)offset);
        result = SQLITE_OK;
    } else {
        /* A part of it may be written. */
        const uint32_t part = chance_below(&disk->chance, (uint32_t)length + 1);
        if (chance_percent(&disk->chance, 50)) file_write(file, data, part, (size_t)offset);
        result = fault == DISK_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    if (is_death(fault)) {
        disk_die(disk, fault);
        result = SQLITE_IOERR_WRITE;
    }
    return result;
}

static int file_truncate_to(sqlite3_file *base, sqlite3_int64 size) {
    disk_file *file = ((handle *)base)->file;
    int result;
    if (!begin(file, DISK_TRUNCATE, SQLITE_IOERR_TRUNCATE, &result)) return result;
    file_truncate(file, (size_t)size);
    return SQLITE_OK;
}

static int file_sync_all(sqlite3_file *base, int flags) {
    (void)flags;
    disk_file *file = ((handle *)base)->file;
    disk *disk = file->disk;
    if (disk == NULL) return SQLITE_IOERR_FSYNC;
    const disk_fault fault = disk_begin(disk, DISK_SYNC);
    if (is_death(fault)) disk_die(disk, fault);
    else if (fault != DISK_NO_FAULT) file_fail_sync(file);
    if (fault != DISK_NO_FAULT) return SQLITE_IOERR_FSYNC;
    file_sync(file);
    if (((handle *)base)->syncs_folder) disk_sync_folder(disk);
    ((handle *)base)->syncs_folder = false;
    disk->syncs++;
    return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    disk_file *file = ((handle *)base)->file;
    if (file->disk == NULL) return SQLITE_IOERR_FSTAT;
    *size = (sqlite3_int64)file->now.size;
    return SQLITE_OK;
}

/* ------------------------------------------------------------------------------------------------------- locks */

static int file_lock(sqlite3_file *base, int level) {
    handle *handle = (struct handle *)base;
    disk_file *file = handle->file;
    int result;
    if (handle->lock >= level) return SQLITE_OK;
    if (!begin(file, DISK_LOCK, SQLITE_IOERR_LOCK, &result)) return result;
    const bool is_others = file->reserved_by != NULL && file->reserved_by != handle;
    if (handle->lock == SQLITE_LOCK_NONE) {
        if (file->is_exclusive) return SQLITE_BUSY;
        file->shared++;
        handle->lock = SQLITE_LOCK_SHARED;
    }
    if (level >= SQLITE_LOCK_RESERVED) {
        if (is_others) return SQLITE_BUSY;
        file->reserved_by = handle;
        handle->lock = SQLITE_LOCK_RESERVED;
    }
    if (level == SQLITE_LOCK_EXCLUSIVE) {
        if (file->shared > 1) return SQLITE_BUSY;
        file->is_exclusive = true;
        handle->lock = SQLITE_LOCK_EXCLUSIVE;
    }
    return SQLITE_OK;
}

static int file_unlock(sqlite3_file *base, int level) {
    handle *handle = (struct handle *)base;
    disk_file *file = handle->file;
    if (handle->lock <= level) return SQLITE_OK;
    if (file->reserved_by == handle) {
        file->reserved_by = NULL;
        file->is_exclusive = false;
    }
    if (level == SQLITE_LOCK_NONE) file->shared--;
    handle->lock = level;
    return SQLITE_OK;
}

static int file_check_reserved(sqlite3_file *base, int *is_reserved) {
    *is_reserved = ((handle *)base)->file->reserved_by != NULL;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *base, int code, void *argument) {
    (void)base, (void)code, (void)argument;
    return SQLITE_NOTFOUND;
}

/* Like a disk under Linux: a write does not change other bytes. The disk promises nothing else. */
static int sector_size(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int characteristics(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {2,
                                           file_close,
                                           file_read,
                                           file_write_at,
                                           file_truncate_to,
                                           file_sync_all,
                                           file_size,
                                           file_lock,
                                           file_unlock,
                                           file_check_reserved,
                                           file_control,
                                           sector_size,
                                           characteristics,
                                           shared_map,
                                           shared_lock,
                                           shared_barrier,
                                           shared_unmap,
                                           NULL,
                                           NULL};

/* -------------------------------------------------------------------------------------------------------- names */

static int vfs_open(sqlite3_vfs *self, const char *path, sqlite3_file *base, int flags, int *flags_given) {
    (void)self;
    disk *disk = disk_of_path(path);
    if (disk == NULL) return system_vfs->xOpen(system_vfs, path, base, flags, flags_given);
    handle *handle = (struct handle *)base;
    memset(handle, 0, sizeof *handle);
    const disk_fault fault = disk_begin(disk, DISK_OPEN);
    if (is_death(fault)) disk_die(disk, fault);
    if (fault != DISK_NO_FAULT) return SQLITE_CANTOPEN;
    disk_file *file = disk_find(disk, path);
    if (file == NULL || !file->exists) {
        if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
        file = disk_make(disk, path);
        if (file == NULL) return SQLITE_CANTOPEN;
    }
    file->references++;
    handle->file = file;
    handle->syncs_folder = (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL));
    handle->is_deleted_on_close = flags & SQLITE_OPEN_DELETEONCLOSE;
    base->pMethods = &methods;
    if (flags_given != NULL) *flags_given = flags;
    return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *self, const char *path, int is_durable) {
    (void)self;
    disk *disk = disk_of_path(path);
    if (disk == NULL) return system_vfs->xDelete(system_vfs, path, is_durable);
    disk_file *file = disk_find(disk, path);
    if (file == NULL || !file->exists) return SQLITE_IOERR_DELETE_NOENT;
    int result;
    if (!begin(file, DISK_DELETE, SQLITE_IOERR_DELETE, &result)) return result;
    file_delete(file);
    if (is_durable) disk_sync_folder(disk);
    return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *self, const char *path, int flags, int *result) {
    (void)self;
    disk *disk = disk_of_path(path);
    if (disk == NULL) return system_vfs->xAccess(system_vfs, path, flags, result);
    const disk_file *file = disk_find(disk, path);
    /* Like the system: an empty file does not count as existing in this check. */
    *result = !disk->is_off && file != NULL && file->exists && (flags != SQLITE_ACCESS_EXISTS || file->now.size > 0);
    return SQLITE_OK;
}

static int vfs_full_path(sqlite3_vfs *self, const char *path, int capacity, char *buffer) {
    (void)self;
    if (disk_of_path(path) == NULL) return system_vfs->xFullPathname(system_vfs, path, capacity, buffer);
    if (strlen(path) >= (size_t)capacity) return SQLITE_CANTOPEN;
    strcpy(buffer, path);
    return SQLITE_OK;
}

static int vfs_randomness(sqlite3_vfs *self, int length, char *buffer) {
    (void)self;
    for (int i = 0; i < length; i++) buffer[i] = (char)chance_next(&randomness);
    return length;
}

/* Nothing here changes while a process waits. */
static int vfs_sleep(sqlite3_vfs *self, int microseconds) {
    (void)self;
    return microseconds;
}

void disk_register(void) {
    system_vfs = sqlite3_vfs_find(NULL);
    if (system_vfs == NULL) abort();
    vfs = *system_vfs;
    vfs.zName = "simulated";
    vfs.pNext = NULL;
    if (vfs.szOsFile < (int)sizeof(handle)) vfs.szOsFile = (int)sizeof(handle);
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    vfs.xFullPathname = vfs_full_path;
    vfs.xRandomness = vfs_randomness;
    vfs.xSleep = vfs_sleep;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK) abort();
}

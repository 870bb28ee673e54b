#include "simulated_memory.h"

#include <stdlib.h>

#define REGION_SIZE_MAX 32768

int shared_map(sqlite3_file *base, int region, int size, int extend, void volatile **memory) {
    handle *handle = (struct handle *)base;
    disk_file *file = handle->file;
    *memory = NULL;
    if (file->disk == NULL) return SQLITE_IOERR_SHMMAP;
    if (region < 0 || region >= DISK_SHARED_REGIONS_MAX || size > REGION_SIZE_MAX) return SQLITE_IOERR_SHMMAP;
    if (!handle->has_regions) {
        handle->has_regions = true;
        file->region_users++;
    }
    if (file->regions[region] == NULL && extend) {
        file->regions[region] = calloc(1, (size_t)size);
        if (file->regions[region] == NULL) return SQLITE_NOMEM;
    }
    *memory = file->regions[region];
    return SQLITE_OK;
}

int shared_lock(sqlite3_file *base, int offset, int count, int flags) {
    handle *handle = (struct handle *)base;
    disk_file *file = handle->file;
    for (int i = offset; i < offset + count; i++) {
        const uint16_t bit = (uint16_t)(1u << i);
        if (flags & SQLITE_SHM_UNLOCK) {
            if (handle->shared_locks & bit) file->shared_locks[i]--;
            if (handle->exclusive_locks & bit) file->exclusive_locks[i] = false;
            handle->shared_locks &= (uint16_t)~bit;
            handle->exclusive_locks &= (uint16_t)~bit;
        } else if (flags & SQLITE_SHM_SHARED) {
            if (handle->shared_locks & bit) continue;
            if (file->exclusive_locks[i]) return SQLITE_BUSY;
            file->shared_locks[i]++;
            handle->shared_locks |= bit;
        } else if (!(handle->exclusive_locks & bit)) {
            if (file->exclusive_locks[i] || file->shared_locks[i] > 0) return SQLITE_BUSY;
            file->exclusive_locks[i] = true;
            handle->exclusive_locks |= bit;
        }
    }
    return SQLITE_OK;
}

void shared_barrier(sqlite3_file *base) { (void)base; }

int shared_unmap(sqlite3_file *base, int is_deleted) {
    handle *handle = (struct handle *)base;
    disk_file *file = handle->file;
    if (!handle->has_regions) return SQLITE_OK;
    shared_lock(base, 0, DISK_SHARED_LOCKS, SQLITE_SHM_UNLOCK);
    handle->has_regions = false;
    if (--file->region_users > 0 || !is_deleted) return SQLITE_OK;
    for (size_t i = 0; i < DISK_SHARED_REGIONS_MAX; i++) {
        free(file->regions[i]);
        file->regions[i] = NULL;
    }
    return SQLITE_OK;
}

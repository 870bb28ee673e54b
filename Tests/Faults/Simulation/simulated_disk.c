#include "simulated_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static disk *disks = NULL;

void *disk_grown(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (memory == NULL) abort();
    return memory;
}

void bytes_resize(bytes *bytes, size_t size) {
    if (size > bytes->capacity) {
        bytes->capacity = size * 2 + 4096;
        bytes->start = disk_grown(bytes->start, bytes->capacity);
    }
    if (size > bytes->size) memset(bytes->start + bytes->size, 0, size - bytes->size);
    bytes->size = size;
}

void bytes_write(bytes *bytes, const void *data, size_t length, size_t offset) {
    if (offset + length > bytes->size) bytes_resize(bytes, offset + length);
    memcpy(bytes->start + offset, data, length);
}

/* ------------------------------------------------------------------------------------------------------- files */

static change *file_note(disk_file *file, bool is_truncation, size_t offset) {
    if (file->change_count == file->change_capacity) {
        file->change_capacity = file->change_capacity * 2 + 16;
        file->changes = disk_grown(file->changes, file->change_capacity * sizeof(change));
    }
    change *change = &file->changes[file->change_count++];
    change->is_truncation = is_truncation;
    change->offset = offset;
    change->length = 0;
    change->data = NULL;
    return change;
}

void change_apply(bytes *bytes, const change *change, size_t length) {
    if (change->is_truncation) bytes_resize(bytes, change->offset);
    else bytes_write(bytes, change->data, length, change->offset);
}

static void forget_changes(disk_file *file) {
    for (size_t i = 0; i < file->change_count; i++) free(file->changes[i].data);
    file->change_count = 0;
}

void file_write(disk_file *file, const void *data, size_t length, size_t offset) {
    change *change = file_note(file, false, offset);
    change->length = length;
    change->data = disk_grown(NULL, length > 0 ? length : 1);
    memcpy(change->data, data, length);
    bytes_write(&file->now, data, length, offset);
}

void file_truncate(disk_file *file, size_t size) {
    file_note(file, true, size);
    bytes_resize(&file->now, size);
}

void file_sync(disk_file *file) {
    for (size_t i = 0; i < file->change_count; i++)
        change_apply(&file->durable, &file->changes[i], file->changes[i].length);
    forget_changes(file);
    file->exists_durably = file->exists;
}

void file_fail_sync(disk_file *file) {
    chance *chance = &file->disk->chance;
    size_t kept = 0;
    for (size_t i = 0; i < file->change_count; i++) {
        change *change = &file->changes[i];
        if (chance_percent(chance, 50)) {
            free(change->data);
            continue;
        }
        file->changes[kept++] = *change;
    }
    file->change_count = kept;
}

void file_delete(disk_file *file) {
    file_truncate(file, 0);
    file->exists = false;
}

void disk_sync_folder(disk *disk) {
    for (size_t i = 0; i < DISK_FILES_MAX; i++) {
        disk_file *file = disk->files[i];
        if (file == NULL) continue;
        file->exists_durably = file->exists;
        if (!file->exists) file_sync(file);
    }
}

void file_free(disk_file *file) {
    forget_changes(file);
    free(file->changes);
    free(file->now.start);
    free(file->durable.start);
    for (size_t i = 0; i < DISK_SHARED_REGIONS_MAX; i++) free(file->regions[i]);
    free(file);
}

void file_release(disk_file *file) {
    if (--file->references == 0 && file->disk == NULL) file_free(file);
}

disk_file *disk_find(disk *disk, const char *path) {
    for (size_t i = 0; i < DISK_FILES_MAX; i++) {
        if (disk->files[i] != NULL && strcmp(disk->files[i]->name, path) == 0) return disk->files[i];
    }
    return NULL;
}

disk_file *disk_make(disk *disk, const char *path) {
    disk_file *file = disk_find(disk, path);
    for (size_t i = 0; file == NULL && i < DISK_FILES_MAX; i++) {
        if (disk->files[i] != NULL) continue;
        file = calloc(1, sizeof *file);
        if (file == NULL || strlen(path) >= sizeof file->name) abort();
        strcpy(file->name, path);
        file->disk = disk;
        disk->files[i] = file;
    }
    if (file != NULL) file->exists = true;
    return file;
}

/* ------------------------------------------------------------------------------------------------------- disks */

disk *disk_new(const char *name, uint64_t seed) {
    disk *disk = calloc(1, sizeof *disk);
    if (disk == NULL) abort();
    snprintf(disk->name, sizeof disk->name, DISK_PREFIX "%s/", name);
    disk->chance = chance_of(seed, 0x6469736B);
    disk->next = disks;
    disks = disk;
    return disk;
}

void disk_free(disk *old) {
    for (disk **place = &disks; *place != NULL; place = &(*place)->next) {
        if (*place != old) continue;
        *place = old->next;
        break;
    }
    for (size_t i = 0; i < DISK_FILES_MAX; i++) {
        disk_file *file = old->files[i];
        if (file == NULL) continue;
        file->disk = NULL;
        if (file->references == 0) file_free(file);
    }
    free(old);
}

disk *disk_of_path(const char *path) {
    if (path == NULL || strncmp(path, DISK_PREFIX, sizeof DISK_PREFIX - 1) != 0) return NULL;
    for (disk *disk = disks; disk != NULL; disk = disk->next) {
        if (strncmp(path, disk->name, strlen(disk->name)) == 0) return disk;
    }
    return NULL;
}

uint64_t disk_operation_count(const disk *disk) { return disk->operations; }
uint64_t disk_sync_count(const disk *disk) { return disk->syncs; }
uint64_t disk_deaths(const disk *disk) { return disk->deaths; }
bool disk_has_failed(const disk *disk) { return disk->has_failed; }

void disk_trace(disk *disk, disk_operation *kinds, size_t capacity) {
    disk->trace = kinds;
    disk->trace_capacity = capacity;
    disk->trace_count = 0;
}

void disk_fail_at(disk *disk, uint64_t operation, disk_fault fault, bool is_lasting) {
    disk->fault_at = operation;
    disk->fault = fault;
    disk->is_lasting = is_lasting;
}

void disk_heal(disk *disk) {
    disk->fault = DISK_NO_FAULT;
    disk->has_failed = false;
}

static bool can_have(disk_operation kind, disk_fault fault) {
    switch (fault) {
    case DISK_FULL: return kind == DISK_WRITE;
    case DISK_SYNC_ERROR: return kind == DISK_SYNC;
    /* Locks are not an operation of the disk. A close that cannot unlock would not be a fault of the disk. */
    case DISK_IO_ERROR: return kind != DISK_LOCK;
    case DISK_POWER_FAILURE:
    case DISK_KILL: return true;
    case DISK_NO_FAULT: break;
    }
    return false;
}

disk_fault disk_begin(disk *disk, disk_operation kind) {
    /* Operations of a killed process have no effect. */
    if (disk->is_off) return DISK_IO_ERROR;
    disk->operations++;
    if (disk->trace != NULL && disk->trace_count < disk->trace_capacity) disk->trace[disk->trace_count++] = kind;
    if (disk->fault == DISK_NO_FAULT || disk->operations < disk->fault_at || !can_have(kind, disk->fault))
        return DISK_NO_FAULT;
    const disk_fault fault = disk->fault;
    disk->has_failed = true;
    if (!disk->is_lasting) disk->fault = DISK_NO_FAULT;
    return fault;
}

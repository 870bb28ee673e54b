/* What remains of a disk after a power failure or a kill. */
#include "simulated_files.h"

#include <stdlib.h>
#include <string.h>

/* What remains of a change: all of it, nothing, or its start, cut at a sector or elsewhere. */
static size_t left_of(chance *chance, const change *change) {
    const uint32_t fate = chance_below(chance, 8);
    if (fate < 3) return change->length;
    if (fate < 6 || change->is_truncation || change->length == 0) return 0;
    const size_t cut = chance_below(chance, (uint32_t)change->length);
    return fate == 6 ? cut / 512 * 512 : cut;
}

static void swap_changes(chance *chance, disk_file *file) {
    for (size_t i = file->change_count; i > 1; i--) {
        const size_t other = chance_below(chance, (uint32_t)i);
        const change change = file->changes[i - 1];
        file->changes[i - 1] = file->changes[other];
        file->changes[other] = change;
    }
}

/* The file after the power failure; NULL if there is none. */
static disk_file *file_left(disk *disk, disk_file *old) {
    chance *chance = &disk->chance;
    const bool exists = old->exists == old->exists_durably ? old->exists : chance_percent(chance, 50);
    /* Sometimes a disk loses everything that was not flushed, or nothing. */
    const uint32_t mood = chance_below(chance, 8);
    bytes left = old->durable;
    memset(&old->durable, 0, sizeof old->durable);
    if (mood > 1) swap_changes(chance, old);
    for (size_t i = 0; mood > 0 && i < old->change_count; i++) {
        const change *change = &old->changes[i];
        const size_t length = mood == 1 ? change->length : left_of(chance, change);
        if (length > 0 || (change->is_truncation && (mood == 1 || chance_percent(chance, 50))))
            change_apply(&left, change, length);
    }
    if (!exists) {
        free(left.start);
        return NULL;
    }
    disk_file *file = calloc(1, sizeof *file);
    if (file == NULL) abort();
    strcpy(file->name, old->name);
    file->disk = disk;
    file->exists = file->exists_durably = true;
    file->durable = left;
    bytes_write(&file->now, left.size > 0 ? (const void *)left.start : "", left.size, 0);
    return file;
}

/* The same file for the next process that opens it. */
static disk_file *file_heir(disk_file *old) {
    if (!old->exists && !old->exists_durably) return NULL;
    disk_file *file = calloc(1, sizeof *file);
    if (file == NULL) abort();
    strcpy(file->name, old->name);
    file->disk = old->disk;
    file->exists = old->exists;
    file->exists_durably = old->exists_durably;
    file->now = old->now;
    file->durable = old->durable;
    file->changes = old->changes;
    file->change_count = old->change_count;
    file->change_capacity = old->change_capacity;
    memset(&old->now, 0, sizeof old->now);
    memset(&old->durable, 0, sizeof old->durable);
    old->changes = NULL;
    old->change_count = old->change_capacity = 0;
    return file;
}

void disk_die(disk *disk, disk_fault fault) {
    disk->deaths++;
    disk->is_off = true;
    disk->has_failed = true;
    disk->fault = DISK_NO_FAULT;
    for (size_t i = 0; i < DISK_FILES_MAX; i++) {
        disk_file *old = disk->files[i];
        if (old == NULL) continue;
        disk->files[i] = fault == DISK_KILL ? file_heir(old) : file_left(disk, old);
        old->disk = NULL;
        if (old->references == 0) file_free(old);
    }
}

void disk_start(disk *disk) { disk->is_off = false; }
void disk_lose_power(disk *disk) { disk_die(disk, DISK_POWER_FAILURE); }
void disk_kill(disk *disk) { disk_die(disk, DISK_KILL); }

/*
 * simulated_files.h: what simulated_disk.c and simulated_vfs.c share.
 */
#ifndef SIMULATION_SIMULATED_FILES_H
#define SIMULATION_SIMULATED_FILES_H

#include "chance.h"
#include "simulated_disk.h"

#define DISK_PREFIX "/simulated/"
#define DISK_NAME_MAX 96
#define DISK_FILES_MAX 16
#define DISK_SHARED_REGIONS_MAX 32
#define DISK_SHARED_LOCKS 8

typedef struct bytes {
    uint8_t *start;
    size_t size, capacity;
} bytes;

/** A change that was not flushed. */
typedef struct change {
    bool is_truncation; /**< to the offset */
    size_t offset, length;
    uint8_t *data;
} change;

/** One file. It exists as long as a process has it open, also after a power failure. */
typedef struct disk_file {
    disk *disk; /**< NULL after a power failure or kill: the processes that had it open are dead */
    char name[DISK_NAME_MAX];
    int references;
    bool exists, exists_durably;
    bytes now, durable;
    change *changes;
    size_t change_count, change_capacity;
    /* Locks: how many readers there are, which process is about to write, and how far. */
    int shared;
    const void *reserved_by;
    bool is_exclusive;
    /* The memory that connections share in WAL mode. */
    uint8_t *regions[DISK_SHARED_REGIONS_MAX];
    int region_users, shared_locks[DISK_SHARED_LOCKS];
    bool exclusive_locks[DISK_SHARED_LOCKS];
} disk_file;

struct disk {
    char name[DISK_NAME_MAX];
    disk *next;
    chance chance;
    disk_file *files[DISK_FILES_MAX];
    uint64_t operations, syncs, deaths;
    disk_operation *trace;
    size_t trace_capacity, trace_count;
    uint64_t fault_at;
    disk_fault fault;
    bool is_lasting, has_failed, is_off;
};

void *disk_grown(void *memory, size_t size);
/** Fills the rest with zeros. */
void bytes_resize(bytes *bytes, size_t size);
void bytes_write(bytes *bytes, const void *data, size_t length, size_t offset);
/** Applies a change; for a write, only the first bytes. */
void change_apply(bytes *bytes, const change *change, size_t length);
/** For a file that no process has open. */
void file_free(disk_file *file);

/** The disk of a path; NULL if it is not a simulated disk. */
disk *disk_of_path(const char *path);
/** The file, even if it does not exist now; NULL if there never was one. */
disk_file *disk_find(disk *disk, const char *path);
/** Creates a file. NULL: too many files. */
disk_file *disk_make(disk *disk, const char *path);
void file_release(disk_file *file);

/** Counts an operation and returns its fault. The caller carries out a kill or power failure, with disk_die(). */
disk_fault disk_begin(disk *disk, disk_operation kind);
static inline bool is_death(disk_fault fault) { return fault == DISK_POWER_FAILURE || fault == DISK_KILL; }
void disk_die(disk *disk, disk_fault fault);

void file_write(disk_file *file, const void *data, size_t length, size_t offset);
void file_truncate(disk_file *file, size_t size);
void file_sync(disk_file *file);
/** A flush has failed: its data is lost or still waits, but reading shows it. */
void file_fail_sync(disk_file *file);
void file_delete(disk_file *file);
/** Makes the list of files durable. */
void disk_sync_folder(disk *disk);

#endif

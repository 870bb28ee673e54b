/*
 * simulated_disk.h: disks in memory on which SQLite keeps its files, and which fail as disks do.
 *
 * A disk keeps what was written apart from what was synced. When the power fails, each write since the last sync is kept,
 * lost or torn, in any order, as the seed of the disk says; so it is with files that were made or deleted. A sync that fails may lose
 * what it was to sync, although reading still shows it: that is what Linux does.
 *
 * The names of its files begin with "/simulated/" and the name of the disk. All other files are those of the system. One thread
 * at a time.
 */
#ifndef SIMULATION_SIMULATED_DISK_H
#define SIMULATION_SIMULATED_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct disk disk;

/** What SQLite asks of a file. */
typedef enum {
    DISK_OPEN,
    DISK_READ,
    DISK_WRITE,
    DISK_SYNC,
    DISK_TRUNCATE,
    DISK_DELETE,
    DISK_LOCK,
    DISK_OPERATION_KINDS
} disk_operation;

typedef enum {
    DISK_NO_FAULT,
    DISK_IO_ERROR,   /**< any operation: EIO */
    DISK_FULL,       /**< writes: ENOSPC, after a part of it */
    DISK_SYNC_ERROR, /**< syncs: EIO, and what was to be synced may be lost */
    DISK_POWER_FAILURE,
    DISK_KILL /**< the process is killed; what it has written stays */
} disk_fault;

/** Makes the simulated disks known to SQLite. Once in a process, before SQLite is used. */
void disk_register(void);

/** A new disk, the files of which are called "/simulated/NAME/…". */
disk *disk_new(const char *name, uint64_t seed);
void disk_free(disk *disk);

/** How many operations it was asked for; the first one is number 1. */
uint64_t disk_operation_count(const disk *disk);
/** How many syncs have succeeded. */
uint64_t disk_sync_count(const disk *disk);
/** Which operations come from now on, for the first ones up to capacity. NULL ends it. */
void disk_trace(disk *disk, disk_operation *kinds, size_t capacity);

/** From the operation with this number on the disk has a fault: at the first operation that can have it, or at all. */
void disk_fail_at(disk *disk, uint64_t operation, disk_fault fault, bool is_lasting);
/** The disk works again; a fault to come is forgotten. */
void disk_heal(disk *disk);
/** Whether a fault has met an operation since the disk was healed. */
bool disk_has_failed(const disk *disk);

/** The power fails now: whoever has files open can do nothing any more. What is opened after disk_start() is what is left. */
void disk_lose_power(disk *disk);
/** The process that has files open is killed now. Nothing that it has written is lost. */
void disk_kill(disk *disk);
/** Lets a new process use the disk. */
void disk_start(disk *disk);
/** How often the power has failed or the process was killed. */
uint64_t disk_deaths(const disk *disk);

#endif

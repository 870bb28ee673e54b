/*
 * simulated_disk.h: disks in memory on which SQLite keeps its files. They fail like real disks.
 *
 * A disk separates written data from flushed data. When the power fails, each write since the last flush is kept, lost or torn,
 * in any order, according to the seed of the disk. The same applies to created and deleted files. A failed flush may lose the
 * data that it should flush, although reading still shows it: Linux behaves like this.
 *
 * The names of its files start with "/simulated/" and the name of the disk. All other files are the system's. Only one thread
 * may use it at a time.
 */
#ifndef SIMULATION_SIMULATED_DISK_H
#define SIMULATION_SIMULATED_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct disk disk;

/** The operations of SQLite on a file. */
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
    DISK_SYNC_ERROR, /**< flushes: EIO, and the data may be lost */
    DISK_POWER_FAILURE,
    DISK_KILL /**< the process is killed; its written data stays */
} disk_fault;

/** Registers the simulated disks with SQLite. Call it once in a process, before SQLite is used. */
void disk_register(void);

/** Makes a new disk, whose files are named "/simulated/NAME/…". */
disk *disk_new(const char *name, uint64_t seed);
void disk_free(disk *disk);

/** How many operations the disk has received; the first one is number 1. */
uint64_t disk_operation_count(const disk *disk);
/** How many flushes have succeeded. */
uint64_t disk_sync_count(const disk *disk);
/** Records the next operations, up to the capacity. NULL ends it. */
void disk_trace(disk *disk, disk_operation *kinds, size_t capacity);

/** From the operation with this number, the disk has a fault: at the first operation that can have it, or at all operations. */
void disk_fail_at(disk *disk, uint64_t operation, disk_fault fault, bool is_lasting);
/** The disk works again; a planned fault is cancelled. */
void disk_heal(disk *disk);
/** Whether an operation has failed since the disk was healed. */
bool disk_has_failed(const disk *disk);

/** The power fails now: processes with open files can do nothing more. After disk_start(), processes find only what remains. */
void disk_lose_power(disk *disk);
/** The process with open files is killed now. Its written data is not lost. */
void disk_kill(disk *disk);
/** Lets a new process use the disk. */
void disk_start(disk *disk);
/** How often the power has failed or the process was killed. */
uint64_t disk_deaths(const disk *disk);

#endif

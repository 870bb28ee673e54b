/*
 * simulated_memory.h: the memory that the connections to one file share in WAL mode. (The library reads a journal once before
 * it locks the journal for its client alone.)
 */
#ifndef SIMULATION_SIMULATED_MEMORY_H
#define SIMULATION_SIMULATED_MEMORY_H

#include "simulated_files.h"

#include <sqlite3.h>

/** An open file, as SQLite sees it. */
typedef struct handle {
    sqlite3_file base;
    disk_file *file;
    int lock;
    bool has_regions;
    uint16_t shared_locks, exclusive_locks;
    bool is_deleted_on_close;
    bool
        syncs_folder; /**< its first flush also flushes the folder, like SQLite on Unix for the WAL files that it makes */
} handle;

int shared_map(sqlite3_file *base, int region, int size, int extend, void volatile **memory);
int shared_lock(sqlite3_file *base, int offset, int count, int flags);
void shared_barrier(sqlite3_file *base);
int shared_unmap(sqlite3_file *base, int is_deleted);

#endif

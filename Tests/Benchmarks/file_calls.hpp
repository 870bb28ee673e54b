#pragma once

#include <cstdint>
#include <string>
#include <vector>

// Counts the process's calls for its files. The program defines these functions of the C library; they replace the C library's
// own for everything in the process, including SQLite.

struct FileCalls {
    int64_t flushes = 0; // fsync and fdatasync
    int64_t writes = 0;  // pwrite
};

// The calls of each thread so far, by the system's thread id. A thread without calls is not in it.
struct ThreadCalls {
    int thread;
    FileCalls calls;
};
std::vector<ThreadCalls> file_calls_by_thread();
int this_thread();

// How often a file has been flushed so far; 0 for a file that does not exist.
int64_t flushes_of(const std::string &path);
// How long all threads together have waited for flushes so far.
double seconds_of_flushes();
// From now on, every flush takes at least this long. The flash of phones and cheaper disks need a millisecond or more; disks in
// data centres, with a battery, need a fifth of this.
void set_shortest_flush(double ms);

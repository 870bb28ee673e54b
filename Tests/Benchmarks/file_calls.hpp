#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What the process asks of its files. The program defines the C library's functions for it; they stand before the C
// library's own for everything in the process, SQLite included.

struct FileCalls {
    int64_t flushes = 0; // fsync and fdatasync
    int64_t writes = 0;  // pwrite
};

// What each thread has asked for until now, by the number that the system has given the thread. One that has asked for
// nothing is not in it.
struct ThreadCalls {
    int thread;
    FileCalls calls;
};
std::vector<ThreadCalls> file_calls_by_thread();
int this_thread();

// How often a file has been flushed until now; 0 for one that does not exist.
int64_t flushes_of(const std::string &path);
// How long all threads together have waited for flushes until now.
double seconds_of_flushes();
// From now on no flush takes less time: the flash of phones and the cheaper disks take a millisecond and more, those of
// data centres, behind a battery, a fifth of one.
void set_shortest_flush(double ms);

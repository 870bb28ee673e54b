#include "file_calls.hpp"

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <map>
#include <mutex>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace {

using File = std::pair<dev_t, ino_t>;

// A flush takes so long that the time of a lock does not matter, and no figure measures the time of writes.
struct Counts {
    std::mutex mutex;
    std::map<int, FileCalls> threads;
    std::map<File, int64_t> flushes;
    double flushes_s = 0;
    std::chrono::duration<double> shortest{};
};

// Never destroyed: SQLite may write until the process has ended.
Counts &counts() {
    static auto *const counts = new Counts;
    return *counts;
}

int flush(long call, int descriptor) {
    struct stat status {};
    const bool is_known = fstat(descriptor, &status) == 0;
    const auto start = std::chrono::steady_clock::now();
    const auto result = static_cast<int>(syscall(call, descriptor));
    const int error = errno;
    std::chrono::duration<double> shortest;
    {
        const std::lock_guard<std::mutex> lock(counts().mutex);
        shortest = counts().shortest;
    }
    std::this_thread::sleep_until(start + std::chrono::duration_cast<std::chrono::nanoseconds>(shortest));
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    {
        const std::lock_guard<std::mutex> lock(counts().mutex);
        counts().threads[this_thread()].flushes++;
        if (is_known) counts().flushes[{status.st_dev, status.st_ino}]++;
        counts().flushes_s += time.count();
    }
    errno = error;
    return result;
}

ssize_t write_at(int descriptor, const void *bytes, size_t count, off_t offset) {
    {
        const std::lock_guard<std::mutex> lock(counts().mutex);
        counts().threads[this_thread()].writes++;
    }
    return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
}

} // namespace

extern "C" {
int fsync(int descriptor) { return flush(SYS_fsync, descriptor); }

int fdatasync(int descriptor) { return flush(SYS_fdatasync, descriptor); }

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_at(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return write_at(descriptor, bytes, count, offset);
}
}

int this_thread() {
    static thread_local const auto number = static_cast<int>(syscall(SYS_gettid));
    return number;
}

std::vector<ThreadCalls> file_calls_by_thread() {
    const std::lock_guard<std::mutex> lock(counts().mutex);
    std::vector<ThreadCalls> list;
    for (const auto &[thread, calls] : counts().threads) list.push_back({thread, calls});
    return list;
}

int64_t flushes_of(const std::string &path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return 0;
    const std::lock_guard<std::mutex> lock(counts().mutex);
    const auto found = counts().flushes.find({status.st_dev, status.st_ino});
    return found == counts().flushes.end() ? 0 : found->second;
}

double seconds_of_flushes() {
    const std::lock_guard<std::mutex> lock(counts().mutex);
    return counts().flushes_s;
}

void set_shortest_flush(double ms) {
    const std::lock_guard<std::mutex> lock(counts().mutex);
    counts().shortest = std::chrono::duration<double>(ms / 1e3);
}

// Measures data on a disk. This is a separate program, because the counting must not affect other figures: its fsync replaces
// the C library's for everything in the process.

#include "disk.hpp"

#include "report.hpp"

#include <cstring>
#include <linux/magic.h>
#include <sys/vfs.h>

int main(int count, char **arguments) {
    require(count == 4, "usage: disk durable|frame|storm STOREKIT_FILE FOLDER");
    const char *const storekit_path = arguments[2], *const folder = arguments[3];
    struct statfs system {};
    require(statfs(folder, &system) == 0, "the folder for the files cannot be looked at");
    require(system.f_type != TMPFS_MAGIC && system.f_type != RAMFS_MAGIC,
            "the folder for the files is in memory, not on a disk");
    if (std::strcmp(arguments[1], "durable") == 0) measure_durable(storekit_path, folder);
    else if (std::strcmp(arguments[1], "frame") == 0) measure_frame(storekit_path, folder);
    else if (std::strcmp(arguments[1], "storm") == 0) measure_storm(storekit_path, folder);
    else fail(std::string("there is no figure named ") + arguments[1]);
}

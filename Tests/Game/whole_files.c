#define _GNU_SOURCE
#include "whole_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

file_content file_load(const char *path) {
    file_content content = {NULL, 0};
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return content;
    /* The sum of a folder reads eight bytes at a time. */
    if (fstat(file, &status) == 0) content.bytes = calloc((size_t)status.st_size + 8, 1);
    while (content.bytes != NULL && content.length < (size_t)status.st_size) {
        const ssize_t count = read(file, content.bytes + content.length, (size_t)status.st_size - content.length);
        if (count <= 0) break;
        content.length += (size_t)count;
    }
    close(file);
    return content;
}

bool file_store(const char *path, const void *bytes, size_t length) {
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool is_written = file >= 0 && write(file, bytes, length) == (ssize_t)length;
    if (file >= 0) close(file);
    return is_written;
}

bool file_exists(const char *path) { return access(path, F_OK) == 0; }

bool file_equals(const char *path, file_content expected) {
    const file_content now = file_load(path);
    const bool equal =
        now.bytes != NULL && now.length == expected.length && memcmp(now.bytes, expected.bytes, now.length) == 0;
    free(now.bytes);
    return equal;
}

#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_LENGTH_MAX 512

bool folder_make(char *path) {
    strcpy(path, "/dev/shm/iap-crash-XXXXXX");
    if (mkdtemp(path) != NULL) return true;
    strcpy(path, "/tmp/iap-crash-XXXXXX");
    return mkdtemp(path) != NULL;
}

/* Calls a function with each name in the folder. */
static void each_name(const char *folder, void (*body)(const char *folder, const char *name, void *context),
                      void *context) {
    DIR *directory = opendir(folder);
    if (directory == NULL) return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] != '.') body(folder, entry->d_name, context);
    }
    closedir(directory);
}

static void remove_name(const char *folder, const char *name, void *context) {
    (void)context;
    char path[PATH_LENGTH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

void folder_empty(const char *path) { each_name(path, remove_name, NULL); }

void folder_remove(const char *path) {
    folder_empty(path);
    rmdir(path);
}

/* The content of a file, which the caller frees; NULL if it cannot be read. */
static char *read_file(const char *folder, const char *name, size_t *length) {
    char path[PATH_LENGTH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return NULL;
    char *bytes = fstat(file, &status) == 0 ? malloc((size_t)status.st_size + 8) : NULL;
    *length = 0;
    for (ssize_t count; bytes != NULL && *length < (size_t)status.st_size; *length += (size_t)count) {
        count = read(file, bytes + *length, (size_t)status.st_size - *length);
        if (count <= 0) break;
    }
    close(file);
    return bytes;
}

bool folder_copy_file(const char *from, const char *to, const char *name) {
    char path[PATH_LENGTH_MAX];
    size_t length;
    snprintf(path, sizeof path, "%s/%s", to, name);
    unlink(path);
    char *bytes = read_file(from, name, &length);
    if (bytes == NULL) return false;
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const bool is_copied = file >= 0 && write(file, bytes, length) == (ssize_t)length;
    if (file >= 0) close(file);
    free(bytes);
    return is_copied;
}

typedef struct copying {
    const char *to;
    bool holds;
} copying;

static void copy_name(const char *folder, const char *name, void *context) {
    copying *copying = context;
    copying->holds = folder_copy_file(folder, copying->to, name) && copying->holds;
}

bool folder_copy(const char *from, const char *to) {
    copying copying = {to, true};
    folder_empty(to);
    each_name(from, copy_name, &copying);
    return copying.holds;
}

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, length - i < 8 ? length - i : 8);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    return (hash ^ length) * UINT64_C(0x100000001B3);
}

/* A sum, because then the order of the names does not matter. */
static void hash_name(const char *folder, const char *name, void *context) {
    uint64_t *sum = context;
    size_t length;
    const size_t name_length = strlen(name);
    if (name_length > 4 && strcmp(name + name_length - 4, "-shm") == 0) return;
    char *bytes = read_file(folder, name, &length);
    if (bytes == NULL) return;
    *sum += hash_bytes(hash_bytes(UINT64_C(0xCBF29CE484222325), name, name_length), bytes, length);
    free(bytes);
}

uint64_t folder_hash(const char *path) {
    uint64_t sum = 0;
    each_name(path, hash_name, &sum);
    return sum;
}

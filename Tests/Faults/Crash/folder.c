#define _GNU_SOURCE
#include "folder.h"

#include "whole_files.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

bool folder_copy_file(const char *from, const char *to, const char *name) {
    char path[PATH_LENGTH_MAX];
    snprintf(path, sizeof path, "%s/%s", from, name);
    const file_content content = file_load(path);
    snprintf(path, sizeof path, "%s/%s", to, name);
    unlink(path);
    const bool is_copied = content.bytes != NULL && file_store(path, content.bytes, content.length);
    free(content.bytes);
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

static uint64_t hash_bytes(uint64_t hash, const void *start, size_t length) {
    const uint8_t *bytes = start;
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
    const size_t name_length = strlen(name);
    if (name_length > 4 && strcmp(name + name_length - 4, "-shm") == 0) return;
    char path[PATH_LENGTH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const file_content content = file_load(path);
    if (content.bytes == NULL) return;
    *sum += hash_bytes(hash_bytes(UINT64_C(0xCBF29CE484222325), name, name_length), content.bytes, content.length);
    free(content.bytes);
}

uint64_t folder_hash(const char *path) {
    uint64_t sum = 0;
    each_name(path, hash_name, &sum);
    return sum;
}

#include "files.h"

#include "test.h"

#include <dirent.h>
#include <ftw.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATHS_MAX 64

static char folder[64];
static char paths[PATHS_MAX][192];
static size_t path_count;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *place) {
    (void)status, (void)type, (void)place;
    return remove(path);
}

void files_remove(void) {
    if (folder[0] != 0) nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    folder[0] = 0;
    path_count = 0;
}

static const char *path_of(const char *name) {
    if (folder[0] == 0) {
        const char *root = getenv("TMPDIR");
        if (root == NULL || root[0] == 0 || strlen(root) > 32) root = "/tmp";
        snprintf(folder, sizeof folder, "%s/iap-conformance-XXXXXX", root);
        if (mkdtemp(folder) == NULL) abort();
        atexit(files_remove);
    }
    const size_t length = strlen(name);
    for (size_t i = 0; i < path_count; i++) {
        const size_t end = strlen(paths[i]);
        if (end > length && strcmp(paths[i] + end - length, name) == 0 && paths[i][end - length - 1] == '/')
            return paths[i];
    }
    if (path_count == PATHS_MAX || length > 100) abort();
    snprintf(paths[path_count], sizeof paths[0], "%s/%s", folder, name);
    return paths[path_count++];
}

const char *temporary_path(const char *name) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    const char *path = path_of(name);
    pthread_mutex_unlock(&lock);
    return path;
}

size_t folder_entries(const char *path) {
    size_t count = 0;
    DIR *directory = opendir(path);
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    if (directory != NULL) closedir(directory);
    return count;
}

bool file_exists(const char *path) { return access(path, F_OK) == 0; }

file_content file_read(const char *path) {
    file_content content = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        test_fail(__FILE__, __LINE__, "%s cannot be read", path);
        return content;
    }
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    content.bytes = malloc((size_t)length + 1);
    if (content.bytes == NULL) abort();
    content.length = fread(content.bytes, 1, (size_t)length, file);
    content.bytes[content.length] = 0;
    fclose(file);
    return content;
}

void file_write(const char *path, const void *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) abort();
}

void file_write_text(const char *path, const char *text) { file_write(path, text, strlen(text)); }

bool file_equals(const char *path, file_content expected) {
    file_content now = file_read(path);
    const bool equal = now.length == expected.length && memcmp(now.bytes, expected.bytes, now.length) == 0;
    free(now.bytes);
    return equal;
}

size_t temporary_entry_count(void) {
    size_t count = 0;
    DIR *directory = opendir(folder);
    if (directory == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    }
    closedir(directory);
    return count;
}

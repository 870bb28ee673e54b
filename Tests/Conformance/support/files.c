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

file_content file_read(const char *path) {
    const file_content content = file_load(path);
    if (content.bytes == NULL) test_fail(__FILE__, __LINE__, "%s cannot be read", path);
    return content;
}

void file_write(const char *path, const void *bytes, size_t length) {
    if (!file_store(path, bytes, length)) abort();
}

void file_write_text(const char *path, const char *text) { file_write(path, text, strlen(text)); }

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

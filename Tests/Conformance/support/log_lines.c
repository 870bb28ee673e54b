#include "log_lines.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct line {
    iap_log_level_t level;
    char *message;
} line;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static line *lines;
static size_t count, capacity;

static void keep(void *user_data, iap_log_level_t level, const char *message) {
    CHECK(user_data == &lines);
    CHECK(level >= IAP_LOG_ERROR && level <= IAP_LOG_DEBUG);
    CHECK(strchr(message, '\n') == NULL);
    pthread_mutex_lock(&lock);
    if (count == capacity) {
        capacity = capacity == 0 ? 64 : capacity * 2;
        lines = realloc(lines, capacity * sizeof *lines);
    }
    lines[count++] = (line){level, strdup(message)};
    pthread_mutex_unlock(&lock);
}

void log_begin(iap_log_level_t level) { CHECK_STATUS(iap_set_log_function(level, keep, &lines, NULL), IAP_OK); }

size_t log_count(iap_log_level_t level, const char *part) {
    size_t found = 0;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) {
        if ((level == IAP_LOG_NONE || lines[i].level == level) && strstr(lines[i].message, part) != NULL) found++;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

void log_each(void (*visit)(iap_log_level_t level, const char *message)) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) visit(lines[i].level, lines[i].message);
    pthread_mutex_unlock(&lock);
}

void log_forget(void) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count; i++) free(lines[i].message);
    count = 0;
    pthread_mutex_unlock(&lock);
}

/* Reads from /proc what a process uses. Its memory after the first tenth of the cycles and at the end must be nearly the same.
   The number of its open files must be the same. The system's pool has up to 64 threads, as many as the load of the machine asks
   for; launches or stores that left a thread behind would show 9,000, or 90. */
#ifndef TESTS_CYCLES_GROWTH_H
#define TESTS_CYCLES_GROWTH_H

#include <dirent.h>
#include <stdio.h>
#include <string.h>

struct held {
    long kilobytes, files, threads;
};

static long growth_field(const char *text, const char *name) {
    const char *place = strstr(text, name);
    long value = -1;
    if (place != NULL) sscanf(place + strlen(name), "%ld", &value);
    return value;
}

static struct held growth_measure(void) {
    struct held held = {-1, 0, -1};
    char text[4096] = "";
    FILE *status = fopen("/proc/self/status", "r");
    DIR *files;
    if (status != NULL) {
        text[fread(text, 1, sizeof text - 1, status)] = '\0';
        fclose(status);
    }
    held.kilobytes = growth_field(text, "VmRSS:");
    held.threads = growth_field(text, "Threads:");
    files = opendir("/proc/self/fd");
    while (files != NULL && readdir(files) != NULL) held.files++;
    if (files != NULL) closedir(files);
    return held;
}

/* Prints both, and returns whether nothing has grown. */
static int growth_is_flat(const char *language, long cycles, struct held early, struct held late) {
    printf("%s: %ld cycles; after a tenth and at the end: %ld and %ld kB, %ld and %ld files, %ld and %ld threads\n",
           language, cycles, early.kilobytes, late.kilobytes, early.files, late.files, early.threads, late.threads);
    return early.kilobytes > 0 && early.threads > 0 && early.files > 0 &&
           late.kilobytes < early.kilobytes + early.kilobytes / 10 + 1024 && late.files == early.files &&
           late.threads <= early.threads + 64;
}

#endif

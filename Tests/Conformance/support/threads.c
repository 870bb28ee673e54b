#include "threads.h"

#include <stdint.h>

typedef struct thread_summary {
    size_t count;
    size_t awake;
    /* How often the threads have gone to sleep. Not known on a Mac. */
    uint64_t sleeps;
} thread_summary;

#ifdef __APPLE__

#include <mach/mach.h>

static thread_summary look_at_threads(void) {
    thread_summary summary = {0};
    thread_act_array_t threads = NULL;
    mach_msg_type_number_t count = 0;
    if (task_threads(mach_task_self(), &threads, &count) != KERN_SUCCESS) return summary;
    for (mach_msg_type_number_t i = 0; i < count; i++) {
        thread_basic_info_data_t info = {0};
        mach_msg_type_number_t length = THREAD_BASIC_INFO_COUNT;
        if (thread_info(threads[i], THREAD_BASIC_INFO, (thread_info_t)&info, &length) == KERN_SUCCESS)
            summary.awake += info.run_state != TH_STATE_WAITING;
        mach_port_deallocate(mach_task_self(), threads[i]);
    }
    vm_deallocate(mach_task_self(), (vm_address_t)threads, count * sizeof *threads);
    summary.count = count;
    return summary;
}

#else

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static void look_at_thread(const char *id, thread_summary *summary) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/self/task/%.16s/status", id);
    FILE *file = fopen(path, "r");
    if (file == NULL) return;
    unsigned long long sleeps = 0;
    char state = 'R';
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "State: %c", &state) == 1) continue;
        if (sscanf(line, "voluntary_ctxt_switches: %llu", &sleeps) == 1) break;
    }
    fclose(file);
    summary->count++;
    summary->awake += state != 'S';
    summary->sleeps += sleeps;
}

static thread_summary look_at_threads(void) {
    thread_summary summary = {0};
    DIR *directory = opendir("/proc/self/task");
    for (const struct dirent *entry; directory != NULL && (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] != '.') look_at_thread(entry->d_name, &summary);
    }
    if (directory != NULL) closedir(directory);
    return summary;
}

#endif

size_t thread_count(void) { return look_at_threads().count; }

bool other_threads_sleep(void) {
    const thread_summary before = look_at_threads();
    const thread_summary after = look_at_threads();
    /* Only the thread that looks is awake. */
    return before.awake <= 1 && after.awake <= 1 && before.sleeps == after.sleeps && before.count == after.count;
}

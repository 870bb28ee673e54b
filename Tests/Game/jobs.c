#define _GNU_SOURCE
#include "jobs.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#define LINE_LENGTH_MAX 4096

const char *jobs_program(void) {
    static char path[4096];
#ifdef __APPLE__
    uint32_t capacity = sizeof path;
    if (path[0] == 0 && _NSGetExecutablePath(path, &capacity) != 0) path[0] = 0;
#else
    if (path[0] == 0 && readlink("/proc/self/exe", path, sizeof path - 1) < 0) path[0] = 0;
#endif
    return path;
}

static bool take_value(const jobs_option *option, const char *value) {
    char *end = NULL;
    if (option->text != NULL) *option->text = value;
    else *option->number = strtoll(value, &end, 10);
    return *value != 0 && (end == NULL || *end == 0);
}

bool jobs_read_options(int count, char **arguments, const jobs_option *options) {
    for (int i = 1; i < count; i++) {
        const jobs_option *option = options;
        while (option->name != NULL && strcmp(option->name, arguments[i]) != 0) option++;
        if (option->name == NULL) return false;
        if (option->flag != NULL) *option->flag = true;
        else if (++i == count || !take_value(option, arguments[i])) return false;
    }
    return true;
}

int64_t jobs_count(int64_t asked) {
    const int64_t count = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 || count > JOBS_MAX ? 1 : count;
}

char jobs_running[96];
static int report_file;

static void tell_signal(int number) {
    char text[160];
    const int length = snprintf(text, sizeof text, "BROKEN %s: signal %d\n", jobs_running, number);
    if (write(report_file, text, (size_t)length) < 0) _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

void jobs_watch_signals(FILE *report) {
    static const int signals[] = {SIGSEGV, SIGILL, SIGABRT, SIGALRM, SIGBUS, SIGTRAP};
    report_file = fileno(report);
    setvbuf(report, NULL, _IOLBF, 0);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) signal(signals[i], tell_signal);
}

void jobs_print(FILE *report, const uint64_t *numbers, size_t count) {
    fputs("totals", report);
    for (size_t i = 0; i < count; i++) fprintf(report, " %" PRIu64, numbers[i]);
    fputc('\n', report);
}

static void combine(char *place, uint64_t *numbers, const char *how) {
    for (size_t i = 0; how[i] != 0; i++) {
        const uint64_t number = strtoull(place, &place, 10);
        if (how[i] == '+') numbers[i] += number;
        else if (how[i] == '^') numbers[i] ^= number;
        else if (number > numbers[i]) numbers[i] = number;
    }
}

int jobs_run(int64_t jobs, const char *arguments, uint64_t *numbers, const char *how) {
    FILE *processes[JOBS_MAX];
    int failed = 0;
    for (int64_t i = 0; i < jobs; i++) {
        /* A new program, not only a new process: the jobs then share nothing. */
        char command[8192];
        snprintf(command, sizeof command, "exec '%s' %s --jobs %" PRId64 " --job %" PRId64, jobs_program(), arguments,
                 jobs, i);
        processes[i] = popen(command, "r");
    }
    for (int64_t i = 0; i < jobs; i++) {
        char line[LINE_LENGTH_MAX];
        bool has_results = false;
        while (processes[i] != NULL && fgets(line, sizeof line, processes[i]) != NULL) {
            if (strncmp(line, "totals ", 7) != 0) {
                fputs(line, stdout);
                continue;
            }
            combine(line + 7, numbers, how);
            has_results = true;
        }
        if (processes[i] == NULL || pclose(processes[i]) != 0 || !has_results) failed++;
    }
    return failed;
}

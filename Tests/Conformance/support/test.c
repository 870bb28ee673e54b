#include "test.h"

#include "files.h"
#include "forked.h"
#include "jobs.h"
#include "threads.h"

#include <iap/iap_log.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A test that takes longer hangs. The slowest tests need a few seconds; under the thread sanitizer some need minutes. */
#define SECONDS_PER_TEST 300
#define FAILURES_SHOWN_MAX 10

iap_execution_t test_execution = IAP_EXECUTION_BACKGROUND;

static test *first_test;
static const char *running_test = "";
static _Thread_local char current_case[128];
static atomic_int failure_count;
static atomic_int check_count;
static pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;

/* ------------------------------------------------------------------------------------------------- registration */

static int compare_tests(const test *left, const test *right) {
    const int by_file = strcmp(left->file, right->file);
    return by_file != 0 ? by_file : left->line - right->line;
}

void test_register(test *entry) {
    test **place = &first_test;
    while (*place != NULL && compare_tests(*place, entry) < 0) place = &(*place)->next;
    entry->next = *place;
    *place = entry;
}

/* ------------------------------------------------------------------------------------------------------- checks */

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

void test_fail(const char *file, int line, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    /* A loop may fail in each round; the first failures are enough. */
    const int earlier = atomic_fetch_add(&failure_count, 1);
    if (earlier >= FAILURES_SHOWN_MAX) return;
    pthread_mutex_lock(&output_lock);
    printf("FAIL %s, %s:%d%s%s: %s\n", running_test, base_name(file), line, current_case[0] ? ", " : "", current_case,
           text);
    fflush(stdout);
    pthread_mutex_unlock(&output_lock);
}

void test_case(const char *format, ...) {
    current_case[0] = 0;
    if (format == NULL) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(current_case, sizeof current_case, format, arguments);
    va_end(arguments);
}

bool check_true(const char *file, int line, const char *what, bool holds) {
    atomic_fetch_add(&check_count, 1);
    if (!holds) test_fail(file, line, "expected: %s", what);
    return holds;
}

bool check_int(const char *file, int line, const char *what, int64_t got, int64_t expected) {
    atomic_fetch_add(&check_count, 1);
    if (got == expected) return true;
    test_fail(file, line, "%s: expected %lld, got %lld", what, (long long)expected, (long long)got);
    return false;
}

bool check_id(const char *file, int line, const char *what, uint64_t got, uint64_t expected) {
    atomic_fetch_add(&check_count, 1);
    if (got == expected) return true;
    test_fail(file, line, "%s: expected id %llu, got %llu", what, (unsigned long long)expected,
              (unsigned long long)got);
    return false;
}

bool check_text(const char *file, int line, const char *what, const char *got, const char *expected) {
    atomic_fetch_add(&check_count, 1);
    if (got == expected || (got != NULL && expected != NULL && strcmp(got, expected) == 0)) return true;
    test_fail(file, line, "%s: expected \"%s\", got \"%s\"", what, expected != NULL ? expected : "(NULL)",
              got != NULL ? got : "(NULL)");
    return false;
}

bool check_contains(const char *file, int line, const char *what, const char *text, const char *part) {
    atomic_fetch_add(&check_count, 1);
    if (text != NULL && strstr(text, part) != NULL) return true;
    test_fail(file, line, "%s: expected a text with \"%s\", got \"%s\"", what, part, text != NULL ? text : "(NULL)");
    return false;
}

bool check_status(const char *file, int line, const char *what, iap_status_t got, iap_status_t expected) {
    atomic_fetch_add(&check_count, 1);
    if (got == expected) return true;
    test_fail(file, line, "%s: expected %s, got %s (%d)", what, iap_status_name(expected), iap_status_name(got),
              (int)got);
    return false;
}

bool check_refusal(const char *file, int line, const char *what, const iap_error *error, iap_status_t expected) {
    return check_status(file, line, what, error->status, expected) &&
           check_true(file, line, "the error has a message", error->message[0] != '\0');
}

bool check_category(const char *file, int line, const char *what, iap_status_t got, iap_category_t expected) {
    atomic_fetch_add(&check_count, 1);
    if (got < 0 && IAP_STATUS_CATEGORY(got) == expected) return true;
    test_fail(file, line, "%s: expected an error of category %d, got %s (%d)", what, (int)expected,
              iap_status_name(got), (int)got);
    return false;
}

/* ------------------------------------------------------------------------------------------------------- runner */

static bool run_here(const test *entry) {
    running_test = entry->name;
    atomic_store(&failure_count, 0);
    atomic_store(&check_count, 0);
    /* Many tests do what the library would warn about on standard error. Tests of the log set it themselves. */
    if (!entry->is_of_first_use && getenv("IAP_LOG") == NULL) iap_set_log_function(IAP_LOG_NONE, NULL, NULL, NULL);
    entry->run();
    test_case(NULL);
    /* A test that checks nothing cannot fail. This is a mistake in the test. */
    if (atomic_load(&check_count) == 0) test_fail(entry->file, entry->line, "the test checked nothing");
    test_clean_up();
    files_remove();
    return atomic_load(&failure_count) == 0;
}

#define CHILDREN_MAX 16

/* A test that runs in its own process. */
typedef struct child {
    pid_t process;
    const test *entry;
} child;

#ifdef EACH_TEST_IS_A_PROGRAM
static const bool is_multiplied = false;
#else
static const bool is_multiplied = true;
#endif

/*
 * The library's first use takes longer than most tests. All except the TEST_OF_FIRST_USE tests use it in this process, from
 * which the other processes are then forked. No thread may exist at that moment, because a new process would lack it.
 */
static bool use_once(void) {
    static const char *const wide[] = {"each_renewal_grants_everything_and_extends_the_unlock",
                                       "a_new_receipt_names_what_was_bought"};
    const iap_execution_t execution = test_execution;
    bool works = true;
    test_execution = IAP_EXECUTION_MANUAL;
    for (size_t i = 0; i < sizeof wide / sizeof wide[0]; i++) {
        const test *entry = first_test;
        while (entry != NULL && strcmp(entry->name, wide[i]) != 0) entry = entry->next;
        works &= entry != NULL && run_here(entry);
    }
    test_execution = execution;
    const size_t threads = thread_count();
    if (threads > 1)
        printf("FAIL the process has %zu threads after a use in manual mode and cannot be multiplied\n", threads);
    return works && threads <= 1;
}

static int run_child(const void *entry) { return run_here(entry) ? 0 : 1; }

/* Returns 0 if the system cannot make a process. */
static pid_t start_child(const test *entry) {
    fflush(stdout);
    const pid_t child = fork();
    if (child < 0) perror("fork");
    if (child == 0) {
        alarm(SECONDS_PER_TEST);
        if (entry->is_of_first_use || !is_multiplied) {
            execl(jobs_program(), "conformance", "--mode",
                  test_execution == IAP_EXECUTION_MANUAL ? "manual" : "background", "--only", entry->name,
                  (char *)NULL);
            perror("exec");
            _exit(2);
        }
        exit(run_forked(run_child, entry));
    }
    return child > 0 ? child : 0;
}

/* Whether the test with this exit status passed. */
static bool judge_child(const test *entry, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) return WEXITSTATUS(status) == 0;
    running_test = entry->name;
    if (WIFEXITED(status)) {
        test_fail(entry->file, entry->line, "the process ended with status %d", WEXITSTATUS(status));
    } else if (WTERMSIG(status) == SIGALRM) {
        test_fail(entry->file, entry->line, "not over after %d seconds", SECONDS_PER_TEST);
    } else {
        test_fail(entry->file, entry->line, "the process was ended by signal %d", WTERMSIG(status));
    }
    return false;
}

/* How many tests run at a time: one for each processor. */
static size_t child_limit(void) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > CHILDREN_MAX ? CHILDREN_MAX : (size_t)processors;
}

/* Waits for one of the running tests, removes it from the list and counts its result. */
static void end_child(child *children, size_t *count, int *passed, int *failed, bool verbose) {
    int status = 0;
    const pid_t process = waitpid(-1, &status, 0);
    for (size_t i = 0; i < *count; i++) {
        if (children[i].process != process) continue;
        const test *entry = children[i].entry;
        children[i] = children[--*count];
        const bool has_passed = judge_child(entry, status);
        if (has_passed && verbose) printf("ok   %s\n", entry->name);
        *(has_passed ? passed : failed) += 1;
        return;
    }
}

static bool runs_in_this_mode(const test *entry) {
    return entry->modes == IN_BOTH_MODES ||
           entry->modes == (test_execution == IAP_EXECUTION_MANUAL ? IN_MANUAL_ONLY : IN_BACKGROUND_ONLY);
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [--mode background|manual] [--list] [--verbose] [--in-process] [part of a name]\n"
            "  --in-process  all tests in this process, for a debugger\n"
            "  --only NAME   this test in this process; its result is the exit status\n",
            program);
    return 2;
}

int main(int argument_count, char **arguments) {
    bool only_list = false, in_process = false, verbose = false;
    const char *filter = "", *only = NULL;
    for (int i = 1; i < argument_count; i++) {
        const char *argument = arguments[i];
        if (strcmp(argument, "--mode") == 0 && i + 1 < argument_count) {
            const char *mode = arguments[++i];
            if (strcmp(mode, "manual") == 0) test_execution = IAP_EXECUTION_MANUAL;
            else if (strcmp(mode, "background") != 0) return usage(arguments[0]);
        } else if (strcmp(argument, "--only") == 0 && i + 1 < argument_count) {
            only = arguments[++i];
        } else if (strcmp(argument, "--list") == 0) {
            only_list = true;
        } else if (strcmp(argument, "--verbose") == 0) {
            verbose = true;
        } else if (strcmp(argument, "--in-process") == 0) {
            in_process = true;
        } else if (argument[0] != '-') {
            filter = argument;
        } else {
            return usage(arguments[0]);
        }
    }

    if (only != NULL) {
        for (const test *entry = first_test; entry != NULL; entry = entry->next) {
            if (strcmp(entry->name, only) == 0) return run_here(entry) ? 0 : 1;
        }
        return usage(arguments[0]);
    }

    const bool is_whole = filter[0] == 0 && !only_list && !in_process;
    if (is_whole && is_multiplied && !use_once()) return 1;

    int passed = 0, failed = 0, skipped = 0;
    child children[CHILDREN_MAX];
    size_t child_count = 0;
    for (const test *entry = first_test; entry != NULL; entry = entry->next) {
        if (strstr(entry->name, filter) == NULL && strstr(base_name(entry->file), filter) == NULL) continue;
        if (only_list) {
            printf("%s %s\n", base_name(entry->file), entry->name);
        } else if (!runs_in_this_mode(entry)) {
            printf("SKIP %s: %s\n", entry->name, entry->reason);
            skipped++;
        } else if (in_process) {
            const bool has_passed = run_here(entry);
            if (has_passed && verbose) printf("ok   %s\n", entry->name);
            *(has_passed ? &passed : &failed) += 1;
        } else {
            if (child_count == child_limit()) end_child(children, &child_count, &passed, &failed, verbose);
            const pid_t process = start_child(entry);
            if (process != 0) children[child_count++] = (child){process, entry};
            else failed++;
        }
    }
    while (child_count > 0) end_child(children, &child_count, &passed, &failed, verbose);
    if (!only_list) printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    if (!only_list && passed + failed + skipped == 0) return 2;
    return failed == 0 ? 0 : 1;
}

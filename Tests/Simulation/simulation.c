/*
 * simulation.c: runs worlds. Each world has a seed, which is derived from the seed of the whole run. Several processes share
 * the worlds.
 */
#define _GNU_SOURCE
#include "checker.h"
#include "world.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 64
#define SECONDS_PER_WORLD 120
#define TAIL_LINES 60
/** One world in this many runs twice. */
#define TWICE_EVERY 16
/** How many broken worlds are shown. */
#define SHOWN_MAX 3

typedef struct options {
    uint64_t seed, purchases, world;
    int jobs, job; /**< job: the number of this process; -1: the process that starts the others */
    bool is_twice, is_one, is_documented;
} options;

typedef struct totals {
    uint64_t worlds, transactions, broken, deaths, disk_faults, habits, hash;
    uint32_t turns;
} totals;

static volatile uint64_t running_seed = 0;

/* Prints which world it was, also when the process ends in the middle of it. */
static void tell_seed(int number) {
    char text[80];
    const int length =
        snprintf(text, sizeof text, "BROKEN world %" PRIu64 ": signal %d\n", (uint64_t)running_seed, number);
    if (write(1, text, (size_t)length) < 0) _exit(2);
    signal(number, SIG_DFL);
    raise(number);
}

static void show(const world *world, bool is_whole, bool is_documented) {
    printf("%s", is_whole ? world->log.text : log_tail(&world->log, TAIL_LINES));
    if (world->rule == NULL) return;
    printf("BROKEN world %" PRIu64 ": rule %s\nrepeat it with: Tests/Simulation/run LIBDIR --world %" PRIu64 "%s\n",
           world->seed, world->rule, world->seed, is_documented ? " --documented" : "");
}

/* Runs one world. Returns the hash of its log. */
static uint64_t run_world(const options *options, uint64_t seed, totals *totals, bool is_whole) {
    static world world;
    running_seed = seed;
    alarm(SECONDS_PER_WORLD);
    world_run(&world, seed, !options->is_documented);
    alarm(0);
    const uint64_t hash = log_hash(&world.log);
    totals->worlds++;
    totals->transactions += world.transactions;
    totals->deaths += world.crashes;
    totals->disk_faults += world.disk_faults;
    totals->habits += world.habits;
    if (world.pumps_at_most > totals->turns) totals->turns = world.pumps_at_most;
    if (is_whole || (world.rule != NULL && totals->broken < SHOWN_MAX)) show(&world, is_whole, options->is_documented);
    else if (world.rule != NULL) printf("BROKEN world %" PRIu64 ": rule %s\n", seed, world.rule);
    if (world.rule != NULL) totals->broken++;
    world_free(&world);
    return hash;
}

static void run_twice(const options *options, uint64_t seed, totals *totals, bool is_whole) {
    struct totals unused = {0};
    const uint64_t first = run_world(options, seed, totals, is_whole);
    const uint64_t second = run_world(options, seed, &unused, false);
    totals->hash ^= first;
    if (first == second) return;
    totals->broken++;
    printf("BROKEN world %" PRIu64 ": rule I14: two runs have different logs, %016" PRIx64 " and %016" PRIx64 "\n",
           seed, first, second);
}

static void print_totals(const totals *totals) {
    printf("totals %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIx64 " %u\n",
           totals->worlds, totals->transactions, totals->broken, totals->deaths, totals->disk_faults, totals->habits,
           totals->hash, totals->turns);
}

/* The worlds of one process: every n-th world, until the process has had its share of the purchases. */
static int run_job(const options *options) {
    totals totals = {0};
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (int number = 1; number < 32; number++) {
        if (number == SIGSEGV || number == SIGILL || number == SIGABRT || number == SIGALRM || number == SIGBUS ||
            number == SIGTRAP)
            signal(number, tell_seed);
    }
    if (options->is_one) {
        run_twice(options, options->world, &totals, true);
    } else {
        const uint64_t share = options->purchases / (uint64_t)options->jobs + 1;
        for (uint64_t i = (uint64_t)options->job; totals.transactions < share && totals.broken < 20;
             i += (uint64_t)options->jobs) {
            const uint64_t seed = chance_of(options->seed, i).state >> 16;
            if (options->is_twice && i / (uint64_t)options->jobs % TWICE_EVERY == 0)
                run_twice(options, seed, &totals, false);
            else totals.hash ^= run_world(options, seed, &totals, false);
        }
    }
    print_totals(&totals);
    return totals.broken == 0 ? 0 : 1;
}

/* Starts a new program, not only a new process: the jobs then share nothing. */
static FILE *start_job(const options *options, int job) {
    char command[512];
    snprintf(command, sizeof command,
             "exec /proc/%d/exe --seed %" PRIu64 " --purchases %" PRIu64 " --jobs %d --job %d%s%s", (int)getpid(),
             options->seed, options->purchases, options->jobs, job, options->is_twice ? " --twice" : "",
             options->is_documented ? " --documented" : "");
    return popen(command, "r");
}

static int run_jobs(const options *options) {
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    FILE *jobs[JOBS_MAX];
    totals sum = {0};
    int failed = 0;
    for (int i = 0; i < options->jobs; i++) jobs[i] = start_job(options, i);
    for (int i = 0; i < options->jobs; i++) {
        char line[2048];
        totals one = {0};
        bool is_complete = false;
        while (jobs[i] != NULL && fgets(line, sizeof line, jobs[i]) != NULL) {
            if (sscanf(line,
                       "totals %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNx64 " %u",
                       &one.worlds, &one.transactions, &one.broken, &one.deaths, &one.disk_faults, &one.habits,
                       &one.hash, &one.turns) == 8)
                is_complete = true;
            else fputs(line, stdout);
        }
        if (jobs[i] == NULL || pclose(jobs[i]) != 0 || !is_complete) failed++;
        sum.worlds += one.worlds;
        sum.transactions += one.transactions;
        sum.broken += one.broken;
        sum.deaths += one.deaths;
        sum.disk_faults += one.disk_faults;
        sum.habits += one.habits;
        sum.hash ^= one.hash;
        if (one.turns > sum.turns) sum.turns = one.turns;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("simulation: seed %" PRIu64 ", %" PRIu64 " purchases in %" PRIu64 " worlds, %" PRIu64 " deaths, %" PRIu64
           " disk faults, %" PRIu64 " habits, at most %u turns in peace, logs %016" PRIx64 ", %.1f s; %" PRIu64
           " worlds broken\n",
           options->seed, sum.transactions, sum.worlds, sum.deaths, sum.disk_faults, sum.habits, sum.turns, sum.hash,
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9, sum.broken);
    return failed == 0 && sum.broken == 0 && sum.transactions >= options->purchases ? 0 : 1;
}

int main(int argument_count, char **arguments) {
    options options = {.seed = 1, .purchases = 100000, .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN), .job = -1};
    for (int i = 1; i < argument_count; i++) {
        const char *name = arguments[i];
        if (strcmp(name, "--twice") == 0) {
            options.is_twice = true;
            continue;
        }
        if (strcmp(name, "--documented") == 0) {
            options.is_documented = true;
            continue;
        }
        const char *value = i + 1 < argument_count ? arguments[++i] : "";
        char *end = NULL;
        const uint64_t number = strtoull(value, &end, 10);
        bool is_known = *value != 0 && *end == 0;
        if (strcmp(name, "--seed") == 0) options.seed = number;
        else if (strcmp(name, "--purchases") == 0) options.purchases = number;
        else if (strcmp(name, "--jobs") == 0) options.jobs = (int)number;
        else if (strcmp(name, "--job") == 0) options.job = (int)number;
        else if (strcmp(name, "--world") == 0) {
            options.world = number;
            options.is_one = true;
        } else is_known = false;
        if (!is_known) {
            fprintf(stderr, "usage: simulation [--seed S] [--purchases N] [--jobs J] [--twice] [--documented] "
                            "[--world SEED]\n");
            return 2;
        }
    }
    if (options.jobs < 1 || options.jobs > JOBS_MAX) options.jobs = 1;
    if (!options.is_one && options.job < 0) return run_jobs(&options);
    disk_register();
    return run_job(&options);
}

/*
 * simulation.c: runs worlds. Each world has a seed, which is derived from the seed of the whole run. Several processes share
 * the worlds.
 */
#define _GNU_SOURCE
#include "checker.h"
#include "jobs.h"
#include "playing.h"
#include "world.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#define SECONDS_PER_WORLD 120
#define TAIL_LINES 60
/** One world in this many runs twice. */
#define TWICE_EVERY 16
/** How many broken worlds are shown, and after how many a process ends. */
#define SHOWN_MAX 3
#define BROKEN_MAX 20

typedef struct options {
    int64_t seed, purchases, world; /**< world: the only one; -1: many */
    int64_t jobs, job;              /**< job: the number of this process; -1: the process that starts the others */
    bool is_twice, is_documented;
} options;

typedef struct totals {
    uint64_t worlds, transactions, broken, deaths, disk_faults, quirks, hash, turns;
} totals;
#define TOTALS_HOW "++++++^>"

static void show(const world *world, bool is_whole, bool is_documented) {
    printf("%s", is_whole ? world->log.text : log_tail(&world->log, TAIL_LINES));
    if (world->rule == NULL) return;
    printf("BROKEN world %" PRIu64 ": rule %s\nrepeat it with: Tests/Faults/Simulation/run LIBDIR --world %" PRIu64
           "%s\n",
           world->seed, world->rule, world->seed, is_documented ? " --documented" : "");
}

/* Runs one world. Returns the hash of its log. */
static uint64_t run_world(const options *options, uint64_t seed, totals *totals, bool is_whole) {
    static world world;
    snprintf(jobs_running, sizeof jobs_running, "world %" PRIu64, seed);
    alarm(SECONDS_PER_WORLD);
    world_run(&world, seed, !options->is_documented);
    alarm(0);
    const uint64_t hash = log_hash(&world.log);
    totals->worlds++;
    totals->transactions += world.transactions;
    totals->deaths += world.crashes;
    totals->disk_faults += world.disk_faults;
    totals->quirks += world.quirks;
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

/* The worlds of one process: every n-th world, until the process has had its share of the purchases. */
static int run_job(const options *options) {
    totals totals = {0};
    jobs_watch_signals(stdout);
    if (options->world >= 0) {
        run_twice(options, (uint64_t)options->world, &totals, true);
    } else {
        const uint64_t share = (uint64_t)(options->purchases / options->jobs) + 1;
        for (int64_t i = options->job; totals.transactions < share && totals.broken < BROKEN_MAX; i += options->jobs) {
            const uint64_t seed = chance_of((uint64_t)options->seed, (uint64_t)i).state >> 16;
            if (options->is_twice && i / options->jobs % TWICE_EVERY == 0) run_twice(options, seed, &totals, false);
            else totals.hash ^= run_world(options, seed, &totals, false);
        }
    }
    jobs_print(stdout, &totals.worlds, sizeof TOTALS_HOW - 1);
    return totals.broken == 0 ? 0 : 1;
}

static int run_jobs(const options *options) {
    const int64_t start = playing_now_ms();
    totals sum = {0};
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--seed %" PRId64 " --purchases %" PRId64 "%s%s", options->seed,
             options->purchases, options->is_twice ? " --twice" : "", options->is_documented ? " --documented" : "");
    const int failed = jobs_run(options->jobs, arguments, &sum.worlds, TOTALS_HOW);
    printf("simulation: seed %" PRId64 ", %" PRIu64 " purchases in %" PRIu64 " worlds, %" PRIu64 " deaths, %" PRIu64
           " disk faults, %" PRIu64 " quirks, at most %" PRIu64 " turns in peace, logs %016" PRIx64 ", %.1f s; %" PRIu64
           " worlds broken\n",
           options->seed, sum.transactions, sum.worlds, sum.deaths, sum.disk_faults, sum.quirks, sum.turns, sum.hash,
           (double)(playing_now_ms() - start) / 1000, sum.broken);
    return failed == 0 && sum.broken == 0 && sum.transactions >= (uint64_t)options->purchases ? 0 : 1;
}

int main(int argument_count, char **arguments) {
    options options = {.seed = 1, .purchases = 100000, .world = -1, .job = -1};
    const jobs_option known[] = {{.name = "--seed", .number = &options.seed},
                                 {.name = "--purchases", .number = &options.purchases},
                                 {.name = "--world", .number = &options.world},
                                 {.name = "--jobs", .number = &options.jobs},
                                 {.name = "--job", .number = &options.job},
                                 {.name = "--twice", .flag = &options.is_twice},
                                 {.name = "--documented", .flag = &options.is_documented},
                                 {.name = NULL}};
    if (!jobs_read_options(argument_count, arguments, known)) {
        fprintf(stderr, "usage: simulation [--seed S] [--purchases N] [--jobs J] [--twice] [--documented] "
                        "[--world SEED]\n");
        return 2;
    }
    options.jobs = jobs_count(options.jobs);
    if (options.world < 0 && options.job < 0) return run_jobs(&options);
    disk_register();
    return run_job(&options);
}

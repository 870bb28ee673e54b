/*
 * io_errors.c: lets each operation of the journal's disk fail, in each flow: EIO, ENOSPC for writes, failing flushes, once and
 * permanently. The power also fails at each operation that changes something. Then the disk works again and the game launches
 * again, and the rules of checker.h must be true.
 */
#define _GNU_SOURCE
#include "checker.h"
#include "flows.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define JOBS_MAX 64
#define OPERATIONS_MAX 4096
#define SECONDS_PER_CASE 60
#define TAIL_LINES 40
/** How many broken cases of a flow are shown in full. */
#define SHOWN_MAX 1

/** What happens in a case. */
typedef struct trial {
    const flow *flow;
    uint64_t operation;
    disk_fault fault;
    bool is_lasting, loses_power; /**< the power fails at the end of the flow */
} trial;

typedef struct counts {
    uint64_t operations, kinds[DISK_OPERATION_KINDS], trials, broken;
} counts;

static const char *const fault_names[] = {"nothing", "EIO", "ENOSPC", "a failed flush", "a power failure", "a kill"};
static world current;

static void print_trial(const trial *trial) {
    printf("BROKEN %s: rule %s, %s at operation %" PRIu64 "%s%s\n", trial->flow->name, current.rule,
           fault_names[trial->fault], trial->operation, trial->is_lasting ? " and from then on" : "",
           trial->loses_power ? ", then a power failure" : "");
}

/* Plays a flow on a new disk. Returns whether no rule was broken. */
static bool run_trial(const trial *trial, disk_operation *kinds, uint64_t *operations, bool is_shown) {
    const temper quiet = {.inventory = trial->flow->has_inventory, .verifies = trial->flow->verifies};
    alarm(SECONDS_PER_CASE);
    world_begin(&current, trial->operation * 8 + (uint64_t)trial->fault, quiet);
    current.account_count = 1;
    game *game = &current.games[0];
    if (kinds != NULL) disk_trace(game->disk, kinds, OPERATIONS_MAX);
    if (trial->fault != DISK_NO_FAULT) disk_fail_at(game->disk, trial->operation, trial->fault, trial->is_lasting);
    trial->flow->play(&current, game);
    if (trial->loses_power) game_die(game, DISK_POWER_FAILURE);
    else game_close(game);
    if (operations != NULL) *operations = disk_operation_count(game->disk);
    disk_trace(game->disk, NULL, 0);
    if (current.rule == NULL) world_end(&current);
    const bool is_whole = current.rule == NULL;
    if (!is_whole) print_trial(trial);
    if (!is_whole && is_shown) printf("%s", log_tail(&current.log, TAIL_LINES));
    world_free(&current);
    return is_whole;
}

/* Which faults an operation can have, and what follows. */
static bool can_have(disk_operation kind, const trial *trial) {
    switch (trial->fault) {
    /* A read leaves nothing behind that a power failure could lose. A flush fails in its own way. */
    case DISK_IO_ERROR: return kind != DISK_LOCK && kind != DISK_SYNC && (kind != DISK_READ || !trial->loses_power);
    case DISK_FULL: return kind == DISK_WRITE && !trial->loses_power;
    case DISK_SYNC_ERROR: return kind == DISK_SYNC;
    default: return kind != DISK_LOCK && kind != DISK_READ && !trial->is_lasting && !trial->loses_power;
    }
}

static void run_flow(const flow *flow, int jobs, int job, counts *counts) {
    static disk_operation kinds[OPERATIONS_MAX];
    trial trial = {flow, 0, DISK_NO_FAULT, false, false};
    run_trial(&trial, kinds, &counts->operations, true);
    /* With TESTS_SHORT, each operation fails only once; every fortieth one also fails in the ways that have a consequence. */
    const bool is_short = getenv("TESTS_SHORT") != NULL;
    for (uint64_t i = 0; i < counts->operations; i++) counts->kinds[kinds[i]]++;
    int number = 0;
    for (trial.operation = 1; trial.operation <= counts->operations; trial.operation++) {
        for (trial.fault = DISK_IO_ERROR; trial.fault <= DISK_POWER_FAILURE; trial.fault++) {
            for (int way = 0; way < 4; way++) {
                trial.is_lasting = way & 1;
                trial.loses_power = way & 2;
                if (is_short && way != 0 && trial.operation % 40 != 0) continue;
                if (!can_have(kinds[trial.operation - 1], &trial) || number++ % jobs != job) continue;
                counts->trials++;
                if (!run_trial(&trial, NULL, NULL, counts->broken < SHOWN_MAX)) counts->broken++;
            }
        }
    }
}

static int run_job(const char *name, int jobs, int job) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    disk_register();
    for (size_t i = 0; i < flow_count; i++) {
        if (name != NULL && strcmp(name, flows[i].name) != 0) continue;
        counts counts = {0};
        run_flow(&flows[i], jobs, job, &counts);
        const uint64_t *kinds = counts.kinds;
        printf("counts %zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
               " %" PRIu64 " %" PRIu64 "\n",
               i, counts.trials, counts.broken, counts.operations, kinds[DISK_OPEN], kinds[DISK_READ],
               kinds[DISK_WRITE], kinds[DISK_SYNC], kinds[DISK_TRUNCATE], kinds[DISK_DELETE], kinds[DISK_LOCK]);
    }
    return 0;
}

/* Adds up the counts of a process, and prints everything else. */
static void read_job(FILE *job, counts *sums) {
    char line[2048];
    while (job != NULL && fgets(line, sizeof line, job) != NULL) {
        size_t i = 0;
        counts one = {0};
        uint64_t *kinds = one.kinds;
        if (sscanf(line,
                   "counts %zu %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
                   " %" SCNu64 " %" SCNu64 " %" SCNu64,
                   &i, &one.trials, &one.broken, &one.operations, &kinds[DISK_OPEN], &kinds[DISK_READ],
                   &kinds[DISK_WRITE], &kinds[DISK_SYNC], &kinds[DISK_TRUNCATE], &kinds[DISK_DELETE],
                   &kinds[DISK_LOCK]) != 11 ||
            i >= flow_count) {
            fputs(line, stdout);
            continue;
        }
        one.trials += sums[i].trials;
        one.broken += sums[i].broken;
        sums[i] = one;
    }
}

int main(int argument_count, char **arguments) {
    const char *name = NULL;
    int jobs = (int)sysconf(_SC_NPROCESSORS_ONLN), job = -1;
    for (int i = 1; i < argument_count; i++) {
        if (strcmp(arguments[i], "--jobs") == 0 && i + 1 < argument_count) jobs = atoi(arguments[++i]);
        else if (strcmp(arguments[i], "--job") == 0 && i + 1 < argument_count) job = atoi(arguments[++i]);
        else name = arguments[i];
    }
    if (jobs < 1 || jobs > JOBS_MAX) jobs = 1;
    if (job >= 0) return run_job(name, jobs, job);

    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    counts *sums = calloc(flow_count, sizeof *sums);
    FILE *processes[JOBS_MAX];
    int failed = 0;
    for (int i = 0; i < jobs; i++) {
        char command[512];
        snprintf(command, sizeof command, "exec /proc/%d/exe --jobs %d --job %d %s", (int)getpid(), jobs, i,
                 name != NULL ? name : "");
        processes[i] = popen(command, "r");
    }
    for (int i = 0; i < jobs; i++) {
        read_job(processes[i], sums);
        if (processes[i] == NULL || pclose(processes[i]) != 0) failed++;
    }
    uint64_t trials = 0, broken = 0;
    for (size_t i = 0; i < flow_count; i++) {
        const uint64_t *kinds = sums[i].kinds;
        trials += sums[i].trials;
        broken += sums[i].broken;
        if (sums[i].trials == 0) {
            if (name == NULL || strcmp(name, flows[i].name) == 0) failed++;
            continue;
        }
        printf("%-20s %4" PRIu64 " operations (%" PRIu64 " opens, %" PRIu64 " reads, %" PRIu64 " writes, %" PRIu64
               " syncs, %" PRIu64 " truncations, %" PRIu64 " deletions, %" PRIu64 " locks), %" PRIu64 " cases, %" PRIu64
               " broken\n",
               flows[i].name, sums[i].operations, kinds[DISK_OPEN], kinds[DISK_READ], kinds[DISK_WRITE],
               kinds[DISK_SYNC], kinds[DISK_TRUNCATE], kinds[DISK_DELETE], kinds[DISK_LOCK], sums[i].trials,
               sums[i].broken);
    }
    free(sums);
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("I/O errors: %" PRIu64 " cases, %" PRIu64 " broken, %.1f s\n", trials, broken,
           (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9);
    return failed == 0 && broken == 0 ? 0 : 1;
}
